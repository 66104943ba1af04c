//! Pairs of boxes side by side: the lane twin of [`crate::manifold::scalar::box_core`], with its names and its order of
//! operations; a lane gives the same bits.

use crate::manifold::lanes::clip::{Edgesx, Standx};
use crate::manifold::lanes::core::{ManifoldPointx, Manifoldx};
use crate::manifold::scalar::axis::PREFER_A;
use carom_math::{Floats, Posex, Rotx, Vec2x};
use fearless_simd::{Select, SimdMask};

/// Lane by lane [`crate::BoxCore`].
#[derive(Clone, Copy, Debug)]
pub struct BoxCorex<F: Floats> {
    /// Poses of the cores in the pieces' frames.
    pub pose: Posex<F>,
    /// Half sizes [m].
    pub half: Vec2x<F>,
    /// Radius all round [m].
    pub radius: F,
}

/// Lane by lane [`crate::manifold::scalar::box_core::Over`].
#[derive(Clone, Copy)]
struct Overx<F: Floats> {
    separation: F,
    in_y: F::Mask,
}

impl<F: Floats> Overx<F> {
    #[inline(always)]
    fn of(half: Vec2x<F>, center: Vec2x<F>, other: Vec2x<F>) -> Self {
        let over = Vec2x::new(center.x.abs() - (half.x + other.x), center.y.abs() - (half.y + other.y));
        let in_y = over.y.simd_gt(over.x);
        Self { separation: in_y.select(over.y, over.x), in_y }
    }
}

/// Lane by lane [`crate::manifold::scalar::box_core::collide_box_cores`].
#[inline(always)]
pub(crate) fn collide_box_cores_on_lanes<F: Floats>(
    simd: F::Level,
    a: &BoxCorex<F>,
    b: &BoxCorex<F>,
    b_in_a: Posex<F>,
    reach: F,
) -> Manifoldx<F> {
    let (zero, one) = (F::splat(simd, 0.0), F::splat(simd, 1.0));
    let far = reach + (a.radius + b.radius);
    let seen = a.pose.inv_mul(b_in_a.compose(b.pose));
    let back = seen.q.inverse_rotate(seen.p).opposite();
    let (c, s) = (seen.q.c.abs(), seen.q.s.abs());
    let of_b = Vec2x::new(c * b.half.x + s * b.half.y, s * b.half.x + c * b.half.y);
    let of_a = Vec2x::new(c * a.half.x + s * a.half.y, s * a.half.x + c * a.half.y);
    let (over_a, over_b) = (Overx::of(a.half, seen.p, of_b), Overx::of(b.half, back, of_a));
    let near = !(over_a.separation.simd_gt(far) | over_b.separation.simd_gt(far));
    if !near.any_true() {
        return Manifoldx::none(simd);
    }
    let size = |p: Vec2x<F>| p.x.abs() + p.y.abs();
    let noise = (size(seen.p) + size(a.half) + size(b.half)) * (4.0 * f32::EPSILON);
    let from_b = over_b.separation.simd_gt(over_a.separation + (over_a.separation.abs() * PREFER_A + noise));
    let separation = from_b.select(over_b.separation, over_a.separation);
    let in_y = (from_b & over_b.in_y) | (!from_b & over_a.in_y);
    let half = Vec2x::select(from_b, b.half, a.half);
    let radii = [from_b.select(b.radius, a.radius), from_b.select(a.radius, b.radius)];
    let other = Vec2x::select(from_b, a.half, b.half);
    let center = Vec2x::select(from_b, back, seen.p);
    let turn = Rotx { c: seen.q.c, s: from_b.select(-seen.q.s, seen.q.s) };
    let behind = in_y.select(center.y, center.x).simd_lt(zero);
    let sign = behind.select(-one, one);
    let normal = Rotx { c: in_y.select(zero, sign), s: in_y.select(sign, zero) };
    let (height, width) = (in_y.select(half.y, half.x), in_y.select(half.x, half.y));
    let (center, turn) = (normal.inverse_rotate(center), normal.inv_mul(turn));
    let in_x = turn.c.abs().simd_ge(turn.s.abs());
    let axis = Vec2x::new(in_x.select(turn.c, -turn.s), in_x.select(turn.s, turn.c));
    let along_axis = axis.x.simd_lt(zero);
    let back = Vec2x::select(along_axis, axis, axis.opposite());
    let (deep, wide) = (in_x.select(other.x, other.y), in_x.select(other.y, other.x));
    let (middle, half_edge) = (center.add(back.scale(deep)), Vec2x::new(-back.y, back.x).scale(wide));
    let w = [middle.sub(half_edge), middle.add(half_edge)];
    let number = |x: f32| F::splat(simd, x);
    let (two, three) = (number(2.0), number(3.0));
    let edge = in_y.select(behind.select(zero, two), behind.select(three, one));
    let incident = in_x.select(along_axis.select(one, three), along_axis.select(two, zero));
    let edges = Edgesx {
        v: [Vec2x::new(height, -width), Vec2x::new(height, width)],
        normal: Vec2x::new(one, zero),
        w,
        radii,
        edge: [edge, next(simd, edge)],
        incident: [incident, next(simd, incident)],
    };
    let stand = Standx {
        length: width + width,
        along: [w[0].y + width, w[1].y + width],
        above: [w[0].x - height, w[1].x - height],
    };
    let m = edges.manifold(simd, &stand, separation.simd_gt(-noise), noise, reach);
    let q = seen.q.after(normal);
    let face = Posex {
        p: Vec2x::new(from_b.select(seen.p.x, zero), from_b.select(seen.p.y, zero)),
        q: Rotx { c: from_b.select(q.c, normal.c), s: from_b.select(q.s, normal.s) },
    };
    let face = a.pose.compose(face);
    let normal = face.q.rotate(m.normal);
    let turned = from_b & m.count.simd_gt(number(1.5));
    let [p, q] = [place(from_b, &face, &m.points[0]), place(from_b, &face, &m.points[1])];
    Manifoldx {
        normal: Vec2x::select(from_b, normal.opposite(), normal),
        count: near.select(m.count, zero),
        points: [ManifoldPointx::select(turned, q, p), ManifoldPointx::select(turned, p, q)],
    }
}

/// The corner after each corner.
#[inline(always)]
fn next<F: Floats>(simd: F::Level, edge: F) -> F {
    let next = edge + F::splat(simd, 1.0);
    next.simd_lt(F::splat(simd, 4.0)).select(next, F::splat(simd, 0.0))
}

/// A point of the reference face, in a's frame.
#[inline(always)]
fn place<F: Floats>(from_b: F::Mask, face: &Posex<F>, point: &ManifoldPointx<F>) -> ManifoldPointx<F> {
    let [of, other] = point.id;
    let id = [from_b.select(other, of), from_b.select(of, other)];
    ManifoldPointx { point: face.transform_point(point.point), separation: point.separation, id }
}
