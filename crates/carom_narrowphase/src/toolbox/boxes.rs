//! Axis-aligned and oriented boxes against each other and against circles: tests that cost a few compares, and the
//! manifolds. In: boxes in the world. Out: yes or no, or a manifold in the first box's frame.
//!
//! Boxes by their four axes: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996; box and circle by the clamped centre: J.
//! Arvo, A simple method for box-sphere intersection testing, Graphics Gems, 1990. Two [`Aabb`]s: [`Aabb::overlaps`].

use crate::distance::ClosestPoints;
use crate::distance::gjk::nearest;
use crate::manifold::scalar::box_core::{BoxCore, collide_box_cores};
use crate::manifold::scalar::circle::touch;
use crate::wide::WidePose;
use carom_math::{Aabb, Pose, Vec2, max2, min2, normalize, vec2};
use carom_shapes::{FeatureId, Manifold, ManifoldPoint, OrientedBox};

/// Whether the box and the circle of `radius` [m] about `center` [m] share a point. It compares the squared distance of
/// the centre from the box with the squared radius: no root.
#[inline]
pub fn aabb_overlaps_circle(a: &Aabb, center: Vec2, radius: f32) -> bool {
    let off = max2(max2(a.min - center, center - a.max), Vec2::ZERO);
    !a.is_empty() && radius >= 0.0 && center.is_finite() && off.dot(off) <= radius * radius
}

/// Whether the box and the circle of `radius` [m] about `center` [m] share a point: [`aabb_overlaps_circle`] in the
/// box's frame.
#[inline]
pub fn box_overlaps_circle(a: &OrientedBox, center: Vec2, radius: f32) -> bool {
    let half = 0.5 * a.size;
    aabb_overlaps_circle(&Aabb::new(-half, half), a.pose.inverse_transform_point(center), radius)
}

/// Whether two oriented boxes share a point: their four edge directions as axes, each once; the first that parts them
/// ends it. 16 products at most, no root.
#[inline]
pub fn boxes_overlap(a: &OrientedBox, b: &OrientedBox) -> bool {
    let (ha, hb) = (0.5 * a.size, 0.5 * b.size);
    let q = a.pose.q.inv_mul(b.pose.q);
    let (c, s) = (q.c.abs(), q.s.abs());
    let apart = b.pose.p - a.pose.p;
    let d = a.pose.q.inverse_rotate(apart);
    if !(d.x.abs() <= ha.x + (c * hb.x + s * hb.y) && d.y.abs() <= ha.y + (s * hb.x + c * hb.y)) {
        return false;
    }
    let d = b.pose.q.inverse_rotate(apart);
    d.x.abs() <= hb.x + (c * ha.x + s * ha.y) && d.y.abs() <= hb.y + (s * ha.x + c * ha.y)
}

/// Whether an axis-aligned and an oriented box share a point; see [`boxes_overlap`].
#[inline]
pub fn aabb_overlaps_box(a: &Aabb, b: &OrientedBox) -> bool {
    !a.is_empty() && boxes_overlap(&OrientedBox::from(*a), b)
}

/// The manifold of two oriented boxes, in a's frame; see [`crate::collide`] for normal, points and `reach`
/// [m]. Apply `a.pose` for the world.
#[inline]
pub fn collide_boxes(a: &OrientedBox, b: &OrientedBox, reach: f32) -> Manifold {
    let core = |size: Vec2| BoxCore { pose: Pose::IDENTITY, half: 0.5 * size, radius: 0.0 };
    collide_box_cores(&core(a.size), &core(b.size), a.pose.inv_mul(b.pose), reach)
}

/// The manifold of an oriented box and the circle of `radius` [m] about `center` [m], in the box's frame; see
/// [`crate::collide`].
#[inline]
pub fn collide_box_circle(a: &OrientedBox, center: Vec2, radius: f32, reach: f32) -> Manifold {
    let (half, center) = (0.5 * a.size, a.pose.inverse_transform_point(center));
    let side = vec2(1.0_f32.copysign(center.x), 1.0_f32.copysign(center.y));
    // Separation from the two faces on its side.
    let off = vec2(center.x.abs(), center.y.abs()) - half;
    if off.x > 0.0 || off.y > 0.0 {
        let nearest = center - side * max2(off, Vec2::ZERO);
        return touch(nearest, center, side, [0.0, radius], reach, FeatureId(0));
    }
    let (normal, s) = if off.x > off.y { (vec2(side.x, 0.0), off.x) } else { (vec2(0.0, side.y), off.y) };
    // A NaN is not a contact.
    if !(s - radius <= reach && off.x <= 0.0 && off.y <= 0.0) {
        return Manifold::NONE;
    }
    let point = center - (0.5 * (radius + s)) * normal;
    Manifold::one(normal, ManifoldPoint { point, separation: s - radius, id: FeatureId(0) })
}

/// The distance of two oriented boxes, in a's frame; see [`crate::distance`]. If two boxes are apart, a corner of one
/// is nearest to the other: eight points against a box. In f32, good to some 1e-6 of the sizes and of the distance.
pub fn boxes_distance(a: &OrientedBox, b: &OrientedBox) -> ClosestPoints {
    let (ha, hb) = (0.5 * a.size, 0.5 * b.size);
    let pose = a.pose.inv_mul(b.pose);
    if boxes_overlap(a, b) {
        let point = nearest(&a.local_corners(), &WidePose::IDENTITY, &b.local_corners(), &pose.into()).on_a.narrow();
        return ClosestPoints { distance: 0.0, point_a: point, point_b: point, normal: Vec2::ZERO };
    }
    let (b_corner, b_square) = nearest_corner(hb, pose, ha);
    let back = pose.inverse();
    let (a_corner, a_square) = nearest_corner(ha, back, hb);
    let (point_a, point_b) = if b_square <= a_square {
        (max2(min2(b_corner, ha), -ha), b_corner)
    } else {
        (back.inverse_transform_point(a_corner), pose.transform_point(max2(min2(a_corner, hb), -hb)))
    };
    let (normal, distance) = normalize(point_b - point_a);
    ClosestPoints { distance, point_a, point_b, normal }
}

/// The corner of a box with half sizes `half` at `pose` that is nearest to the box about the origin with half sizes
/// `other`, and the square of its distance [m^2].
#[inline(always)]
fn nearest_corner(half: Vec2, pose: Pose, other: Vec2) -> (Vec2, f32) {
    let (x, y) = (pose.q.rotate(vec2(half.x, 0.0)), pose.q.rotate(vec2(0.0, half.y)));
    let (far, near) = (x + y, x - y);
    let corners = [pose.p - far, pose.p + near, pose.p + far, pose.p - near];
    let squares = corners.map(|corner| {
        let off = max2(vec2(corner.x.abs(), corner.y.abs()) - other, Vec2::ZERO);
        off.dot(off)
    });
    let mut best = 0;
    for k in 1..4 {
        best = if squares[k] < squares[best] { k } else { best };
    }
    (corners[best], squares[best])
}

/// The manifold of two axis-aligned boxes, in the world; see [`crate::collide`].
pub fn collide_aabbs(a: &Aabb, b: &Aabb, reach: f32) -> Manifold {
    let (a, b) = (OrientedBox::from(*a), OrientedBox::from(*b));
    moved(collide_boxes(&a, &b, reach), a.pose)
}

/// The manifold of an axis-aligned box and the circle of `radius` [m] about `center` [m], in the world; see
/// [`crate::collide`].
pub fn collide_aabb_circle(a: &Aabb, center: Vec2, radius: f32, reach: f32) -> Manifold {
    let a = OrientedBox::from(*a);
    moved(collide_box_circle(&a, center, radius, reach), a.pose)
}

/// A manifold in the frame of a box that is not turned, moved to the world.
fn moved(mut m: Manifold, pose: Pose) -> Manifold {
    for p in m.points.iter_mut().take(m.count as usize) {
        p.point += pose.p;
    }
    m
}
