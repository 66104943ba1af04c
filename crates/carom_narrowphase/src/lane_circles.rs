//! Sixteen pairs with a circle side by side: the lane twin of [`crate::circle`] and [`crate::polygon_circle`], with their
//! names and their order of operations; a lane gives the same bits as they do.

use crate::lane_core::{ContactPointx16, Corex16, Manifoldx16};
use carom_math::{Posex16, Vec2, Vec2x16, least, most};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16};

/// Sixteen circles.
#[derive(Clone, Copy, Debug)]
pub struct Discx16<S: Simd> {
    /// Centres [m].
    pub center: Vec2x16<S>,
    /// Radii [m].
    pub radius: f32x16<S>,
}

/// Sixteen times [`crate::collide_circles`].
#[inline(always)]
pub fn collide_circles_x16<S: Simd>(
    simd: S,
    a: &Discx16<S>,
    b: &Discx16<S>,
    b_in_a: Posex16<S>,
    reach: f32x16<S>,
) -> Manifoldx16<S> {
    let center = b_in_a.apply(b.center);
    let zero = f32x16::splat(simd, 0.0);
    let up = Vec2x16::splat(simd, Vec2::Y);
    touch(simd, a.center, center, up, [a.radius, b.radius], reach, [zero, zero])
}

/// Sixteen times [`crate::collide_capsule_circle`] or [`crate::collide_segment_circle`], for lines that have a length.
#[inline(always)]
pub fn collide_line_circle_x16<S: Simd>(
    simd: S,
    a: &Corex16<S, 4>,
    b: &Discx16<S>,
    b_in_a: Posex16<S>,
    reach: f32x16<S>,
) -> Manifoldx16<S> {
    let zero = f32x16::splat(simd, 0.0);
    let center = b_in_a.apply(b.center);
    let (p, q) = (a.corners[0], a.corners[1]);
    touch(simd, nearest_on_line(simd, p, q, center), center, a.normals[0], [a.radius, b.radius], reach, [zero, zero])
}

/// Sixteen times [`crate::circle::nearest_on_line`].
#[inline(always)]
fn nearest_on_line<S: Simd>(simd: S, p: Vec2x16<S>, q: Vec2x16<S>, c: Vec2x16<S>) -> Vec2x16<S> {
    let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
    let e = q.sub(p);
    let (along, back, length2) = (e.dot(c.sub(p)), e.dot(q.sub(c)), e.dot(e));
    let part = |x: f32x16<S>| most(zero, least(x / length2, one));
    let nearest = Vec2x16::select(along.simd_lt(back), p.add(e.scale(part(along))), q.sub(e.scale(part(back))));
    Vec2x16::select(length2.simd_gt(zero), nearest, p)
}

/// Sixteen times [`crate::collide_polygon_circle`], for polygons of up to `N` corners (4 or 8).
#[inline(always)]
pub fn collide_polygon_circle_x16<S: Simd, const N: usize>(
    simd: S,
    a: &Corex16<S, N>,
    b: &Discx16<S>,
    b_in_a: Posex16<S>,
    reach: f32x16<S>,
) -> Manifoldx16<S> {
    let zero = f32x16::splat(simd, 0.0);
    let lowest = f32x16::splat(simd, f32::NEG_INFINITY);
    let center = b_in_a.apply(b.center);
    let (mut s, mut v1, mut v2, mut normal) = (lowest, a.corners[0], a.corners[1], a.normals[0]);
    for i in 0..N {
        let separation = a.normals[i].dot(center.sub(a.corners[i]));
        let greater = separation.simd_gt(s);
        s = greater.select(separation, s);
        v1 = Vec2x16::select(greater, a.corners[i], v1);
        v2 = Vec2x16::select(greater, a.corners[(i + 1) % N], v2);
        normal = Vec2x16::select(greater, a.normals[i], normal);
    }
    let radii = [a.radius, b.radius];
    let separation = s - (radii[0] + radii[1]);
    // Where no number was greater, none was a number.
    let near = separation.simd_le(reach) & s.simd_gt(lowest);
    if !near.any_true() {
        return Manifoldx16::none(simd);
    }
    let (d1, d2) = (center.sub(v1), center.sub(v2));
    let noise = (d1.x.abs() + d1.y.abs()) * (4.0 * f32::EPSILON);
    let outside = s.simd_gt(-noise);
    let e = v2.sub(v1);
    let (before, behind) = (e.dot(d1).simd_lt(zero), e.dot(d2).simd_gt(zero));
    let corner = touch(simd, Vec2x16::select(before, v1, v2), center, normal, radii, reach, [zero, zero]);
    let point = center.add(normal.scale((radii[0] - radii[1] - s) * 0.5));
    let face = ContactPointx16 { point, separation, id: [zero, zero] };
    let face = Manifoldx16::one(simd, near, normal, face);
    let m = Manifoldx16::select(outside & (before | behind), corner, face);
    Manifoldx16 { count: near.select(m.count, zero), ..m }
}

/// Sixteen times [`crate::circle::touch`].
#[inline(always)]
pub(crate) fn touch<S: Simd>(
    simd: S,
    p: Vec2x16<S>,
    q: Vec2x16<S>,
    fallback: Vec2x16<S>,
    radii: [f32x16<S>; 2],
    reach: f32x16<S>,
    id: [f32x16<S>; 2],
) -> Manifoldx16<S> {
    let (normal, length) = q.sub(p).normalized(simd);
    let normal = Vec2x16::select(length.simd_gt(f32x16::splat(simd, 0.0)), normal, fallback);
    let separation = length - (radii[0] + radii[1]);
    let point = p.add(normal.scale((length + radii[0] - radii[1]) * 0.5));
    Manifoldx16::one(simd, separation.simd_le(reach), normal, ContactPointx16 { point, separation, id })
}
