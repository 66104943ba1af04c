//! Pairs with a circle side by side: the lane twin of [`crate::manifold::scalar::circle`] and
//! [`crate::manifold::scalar::polygon_circle`], with their names and their order of operations; a lane gives the same
//! bits as they do.

use crate::manifold::lanes::core::{Corex, ManifoldPointx, Manifoldx};
use crate::manifold::scalar::circle::{NEAR_LINE, PAST_END};
use carom_math::{Floats, Posex, Vec2, Vec2x, least, most};
use fearless_simd::{Select, SimdMask};

/// Circles side by side.
#[derive(Clone, Copy, Debug)]
pub struct Discx<F: Floats> {
    /// Centres [m].
    pub center: Vec2x<F>,
    /// Radii [m].
    pub radius: F,
}

/// Lane by lane [`crate::collide_circles`].
#[inline(always)]
pub fn collide_circles_on_lanes<F: Floats>(
    simd: F::Level,
    a: &Discx<F>,
    b: &Discx<F>,
    b_in_a: Posex<F>,
    reach: F,
) -> Manifoldx<F> {
    let center = b_in_a.transform_point(b.center);
    let zero = F::splat(simd, 0.0);
    let up = Vec2x::splat(simd, Vec2::Y);
    touch(simd, a.center, center, up, [a.radius, b.radius], reach, [zero, zero])
}

/// Lane by lane [`crate::collide_capsule_circle`] or [`crate::collide_segment_circle`], for lines that have a length.
#[inline(always)]
pub fn collide_line_circle_on_lanes<F: Floats>(
    simd: F::Level,
    a: &Corex<F, 4>,
    b: &Discx<F>,
    b_in_a: Posex<F>,
    reach: F,
) -> Manifoldx<F> {
    let zero = F::splat(simd, 0.0);
    let center = b_in_a.transform_point(b.center);
    let (p, q, normal) = (a.corners[0], a.corners[1], a.normals[0]);
    let nearest = nearest_on_line(simd, p, q, center);
    let (radii, id) = ([a.radius, b.radius], [zero, zero]);
    let m = touch(simd, nearest, center, normal, radii, reach, id);
    // Lane by lane `across`.
    let (d, e) = (center.sub(nearest), q.sub(p));
    let size = (center.x.abs() + center.y.abs()) + (e.x.abs() + e.y.abs());
    let near = (d.x.abs() + d.y.abs()).simd_le(size * NEAR_LINE);
    if !near.any_true() {
        return m;
    }
    let (tangent, slack) = (Vec2x::new(-normal.y, normal.x), -(size * PAST_END));
    let over = tangent.dot(center.sub(p)).simd_ge(slack) & tangent.dot(q.sub(center)).simd_ge(slack);
    let above = normal.dot(d);
    let normal = Vec2x::select(above.simd_lt(zero), normal.opposite(), normal);
    let across = along(simd, nearest, normal, above.abs(), radii, reach, id);
    Manifoldx::select(near & over, across, m)
}

/// Lane by lane [`crate::manifold::scalar::circle::nearest_on_line`].
#[inline(always)]
fn nearest_on_line<F: Floats>(simd: F::Level, p: Vec2x<F>, q: Vec2x<F>, c: Vec2x<F>) -> Vec2x<F> {
    let (zero, one) = (F::splat(simd, 0.0), F::splat(simd, 1.0));
    let e = q.sub(p);
    let (along, back, length2) = (e.dot(c.sub(p)), e.dot(q.sub(c)), e.dot(e));
    let part = |x: F| most(zero, least(x / length2, one));
    let nearest = Vec2x::select(along.simd_lt(back), p.add(e.scale(part(along))), q.sub(e.scale(part(back))));
    Vec2x::select(length2.simd_gt(zero), nearest, p)
}

/// Lane by lane [`crate::collide_polygon_circle`], for polygons of up to `N` corners (4, 6 or 8).
#[inline(always)]
pub fn collide_polygon_circle_on_lanes<F: Floats, const N: usize>(
    simd: F::Level,
    a: &Corex<F, N>,
    b: &Discx<F>,
    b_in_a: Posex<F>,
    reach: F,
) -> Manifoldx<F> {
    let zero = F::splat(simd, 0.0);
    let lowest = F::splat(simd, f32::NEG_INFINITY);
    let center = b_in_a.transform_point(b.center);
    let (mut s, mut v1, mut v2, mut normal) = (lowest, a.corners[0], a.corners[1], a.normals[0]);
    for i in 0..N {
        let separation = a.normals[i].dot(center.sub(a.corners[i]));
        let greater = separation.simd_gt(s);
        s = greater.select(separation, s);
        v1 = Vec2x::select(greater, a.corners[i], v1);
        v2 = Vec2x::select(greater, a.corners[(i + 1) % N], v2);
        normal = Vec2x::select(greater, a.normals[i], normal);
    }
    let radii = [a.radius, b.radius];
    let separation = s - (radii[0] + radii[1]);
    // If no number was greater, none was a number.
    let near = separation.simd_le(reach) & s.simd_gt(lowest);
    if !near.any_true() {
        return Manifoldx::none(simd);
    }
    let (d1, d2) = (center.sub(v1), center.sub(v2));
    let noise = (d1.x.abs() + d1.y.abs()) * (4.0 * f32::EPSILON);
    let outside = s.simd_gt(-noise);
    let e = v2.sub(v1);
    let (before, behind) = (e.dot(d1).simd_lt(zero), e.dot(d2).simd_gt(zero));
    let corner = touch(simd, Vec2x::select(before, v1, v2), center, normal, radii, reach, [zero, zero]);
    let point = center.add(normal.scale((radii[0] - radii[1] - s) * 0.5));
    let face = ManifoldPointx { point, separation, id: [zero, zero] };
    let face = Manifoldx::one(simd, near, normal, face);
    let m = Manifoldx::select(outside & (before | behind), corner, face);
    Manifoldx { count: near.select(m.count, zero), ..m }
}

/// Lane by lane [`crate::manifold::scalar::circle::touch`].
#[inline(always)]
pub(crate) fn touch<F: Floats>(
    simd: F::Level,
    p: Vec2x<F>,
    q: Vec2x<F>,
    fallback: Vec2x<F>,
    radii: [F; 2],
    reach: F,
    id: [F; 2],
) -> Manifoldx<F> {
    let (normal, length) = q.sub(p).normalized(simd);
    let normal = Vec2x::select(length.simd_gt(F::splat(simd, 0.0)), normal, fallback);
    along(simd, p, normal, length, radii, reach, id)
}

/// Lane by lane [`crate::manifold::scalar::circle::along`].
#[inline(always)]
fn along<F: Floats>(
    simd: F::Level,
    p: Vec2x<F>,
    normal: Vec2x<F>,
    length: F,
    radii: [F; 2],
    reach: F,
    id: [F; 2],
) -> Manifoldx<F> {
    let separation = length - (radii[0] + radii[1]);
    let point = p.add(normal.scale((length + radii[0] - radii[1]) * 0.5));
    Manifoldx::one(simd, separation.simd_le(reach), normal, ManifoldPointx { point, separation, id })
}
