//! Axis-aligned and oriented boxes against each other and against circles: tests that cost a few compares, and the
//! manifolds. In come boxes where they stand; out comes yes or no, or a manifold in the first box's frame.
//!
//! Boxes by their four axes: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996; box and circle by the clamped centre:
//! J. Arvo, A simple method for box-sphere intersection testing, Graphics Gems, 1990. Two [`Aabb`]s:
//! [`Aabb::overlaps`].

use crate::core::Core;
use crate::polygon::collide_cores;
use crate::polygon_circle::collide_core_point;
use carom_math::{Aabb, Pose, Vec2, max2};
use carom_shapes::{Manifold, OrientedBox};

/// Whether the box and the circle of `radius` [m] about `center` [m] share a point. The squared distance of the centre
/// from the box against the squared radius: no root.
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
    aabb_overlaps_circle(&Aabb::new(-half, half), a.pose.unapply(center), radius)
}

/// Whether two oriented boxes share a point: their four edge directions as axes, each once, the first that parts them
/// ends it. 16 products at most, no root.
#[inline]
pub fn boxes_overlap(a: &OrientedBox, b: &OrientedBox) -> bool {
    let (ha, hb) = (0.5 * a.size, 0.5 * b.size);
    let q = b.pose.q.seen_from(a.pose.q);
    let (c, s) = (q.c.abs(), q.s.abs());
    let apart = b.pose.p - a.pose.p;
    let d = a.pose.q.unrotate(apart);
    if !(d.x.abs() <= ha.x + (c * hb.x + s * hb.y) && d.y.abs() <= ha.y + (s * hb.x + c * hb.y)) {
        return false;
    }
    let d = b.pose.q.unrotate(apart);
    d.x.abs() <= hb.x + (c * ha.x + s * ha.y) && d.y.abs() <= hb.y + (s * ha.x + c * ha.y)
}

/// Whether an axis-aligned and an oriented box share a point; see [`boxes_overlap`].
#[inline]
pub fn aabb_overlaps_box(a: &Aabb, b: &OrientedBox) -> bool {
    !a.is_empty() && boxes_overlap(&OrientedBox::from(*a), b)
}

/// Where two oriented boxes touch, in a's frame; see [`crate::collide`] for normal, points and `reach` [m]. Apply
/// `a.pose` to have it where they stand.
pub fn collide_boxes(a: &OrientedBox, b: &OrientedBox, reach: f32) -> Manifold {
    let (va, vb) = (a.local_corners(), b.local_corners());
    collide_cores(&core(&va), &core(&vb), b.pose.seen_from(a.pose), reach)
}

/// Where an oriented box and the circle of `radius` [m] about `center` [m] touch, in the box's frame; see
/// [`crate::collide`].
pub fn collide_box_circle(a: &OrientedBox, center: Vec2, radius: f32, reach: f32) -> Manifold {
    collide_core_point(&core(&a.local_corners()), a.pose.unapply(center), radius, reach)
}

/// Where two axis-aligned boxes touch, in the world; see [`crate::collide`].
pub fn collide_aabbs(a: &Aabb, b: &Aabb, reach: f32) -> Manifold {
    let (a, b) = (OrientedBox::from(*a), OrientedBox::from(*b));
    moved(collide_boxes(&a, &b, reach), a.pose)
}

/// Where an axis-aligned box and the circle of `radius` [m] about `center` [m] touch, in the world; see
/// [`crate::collide`].
pub fn collide_aabb_circle(a: &Aabb, center: Vec2, radius: f32, reach: f32) -> Manifold {
    let a = OrientedBox::from(*a);
    moved(collide_box_circle(&a, center, radius, reach), a.pose)
}

/// The outward normals of a box, in the order of its corners.
const NORMALS: [Vec2; 4] = [Vec2::NEG_Y, Vec2::X, Vec2::Y, Vec2::NEG_X];

/// A box as the axis test sees it.
fn core(corners: &[Vec2; 4]) -> Core<'_> {
    Core { vertices: corners, normals: &NORMALS, radius: 0.0 }
}

/// A manifold in the frame of a box that is not turned, in the world.
fn moved(mut m: Manifold, pose: Pose) -> Manifold {
    for p in m.points.iter_mut().take(m.count as usize) {
        p.point += pose.p;
    }
    m
}
