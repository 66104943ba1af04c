//! Pairs of cores side by side: the lane twin of [`crate::manifold::scalar::polygon`] and
//! [`crate::manifold::scalar::axis`], with their names and their order of operations; a lane gives the same bits as
//! they do.
//!
//! All pairs compute all branches, and masks select at the end: on lanes that is cheaper than to split them.

use crate::manifold::lanes::clip::Edgesx;
use crate::manifold::lanes::core::{Corex, Manifoldx};
use crate::manifold::scalar::axis::PREFER_A;
use carom_math::{Floats, Posex, Vec2x, least};
use fearless_simd::{Select, SimdMask};

/// An edge of each core.
#[derive(Clone, Copy)]
struct Edgex<F: Floats> {
    /// The separation of the other core from it [m].
    separation: F,
    /// Index of the edge.
    edge: F,
    /// Its ends [m] and its outward unit normal.
    ends: [Vec2x<F>; 2],
    normal: Vec2x<F>,
}

impl<F: Floats> Edgex<F> {
    #[inline(always)]
    fn select(mask: F::Mask, a: Self, b: Self) -> Self {
        Self {
            separation: mask.select(a.separation, b.separation),
            edge: mask.select(a.edge, b.edge),
            ends: [Vec2x::select(mask, a.ends[0], b.ends[0]), Vec2x::select(mask, a.ends[1], b.ends[1])],
            normal: Vec2x::select(mask, a.normal, b.normal),
        }
    }
}

/// Lane by lane [`crate::collide_polygons`], for cores of up to `A` and up to `B` corners, lines included.
#[inline(always)]
pub fn collide_cores_on_lanes<F: Floats, const A: usize, const B: usize>(
    simd: F::Level,
    a: &Corex<F, A>,
    b: &Corex<F, B>,
    b_in_a: Posex<F>,
    reach: F,
) -> Manifoldx<F> {
    let far = reach + (a.radius + b.radius);
    let a_in_b = b_in_a.inverse(simd);
    let axis_a = greatest_separation(simd, a, b, b_in_a);
    let axis_b = greatest_separation(simd, b, a, a_in_b);
    let near = !(axis_a.separation.simd_gt(far) | axis_b.separation.simd_gt(far));
    if !near.any_true() {
        return Manifoldx::none(simd);
    }
    let size = |p: Vec2x<F>| p.x.abs() + p.y.abs();
    let noise = (size(b_in_a.p) + size(axis_a.ends[0]) + size(axis_b.ends[0])) * (4.0 * f32::EPSILON);
    let prefer = axis_a.separation + (axis_a.separation.abs() * PREFER_A + noise);
    let from_b = axis_b.separation.simd_gt(prefer);
    // In the lanes in which b's axis is better, b is the reference.
    let reference = Edgex::select(from_b, axis_b, axis_a);
    let place = Posex::select(from_b, a_in_b, b_in_a);
    let incident = incident_edge(simd, from_b, a, b, place.q.inverse_rotate(reference.normal));
    let next = |edge: F, count: F| {
        let next = edge + F::splat(simd, 1.0);
        next.simd_lt(count).select(next, F::splat(simd, 0.0))
    };
    let radii = [from_b.select(b.radius, a.radius), from_b.select(a.radius, b.radius)];
    let edges = Edgesx {
        v: reference.ends,
        normal: reference.normal,
        w: [place.transform_point(incident.ends[0]), place.transform_point(incident.ends[1])],
        radii,
        edge: [reference.edge, next(reference.edge, from_b.select(b.count, a.count))],
        incident: [incident.edge, next(incident.edge, from_b.select(a.count, b.count))],
    };
    let apart = reference.separation.simd_gt(-noise);
    let m = edges.manifold(simd, &edges.stand(), apart, noise, reach);
    let m = Manifoldx::select(from_b, m.in_other_frame(simd, b_in_a), m);
    Manifoldx { count: near.select(m.count, F::splat(simd, 0.0)), ..m }
}

/// Lane by lane [`crate::manifold::scalar::axis::greatest_separation`].
#[inline(always)]
fn greatest_separation<F: Floats, const A: usize, const B: usize>(
    simd: F::Level,
    a: &Corex<F, A>,
    b: &Corex<F, B>,
    b_in_a: Posex<F>,
) -> Edgex<F> {
    let mut best = Edgex {
        separation: F::splat(simd, f32::NEG_INFINITY),
        edge: F::splat(simd, 0.0),
        ends: [a.corners[0], a.corners[1]],
        normal: a.normals[0],
    };
    for edge in 0..A {
        let (n, v) = (a.normals[edge], a.corners[edge]);
        let m = b_in_a.q.inverse_rotate(n);
        let mut low = F::splat(simd, f32::INFINITY);
        for w in b.corners {
            low = least(m.dot(w), low);
        }
        let separation = n.dot(b_in_a.p.sub(v)) + low;
        let this =
            Edgex { separation, edge: F::splat(simd, edge as f32), ends: [v, a.corners[(edge + 1) % A]], normal: n };
        best = Edgex::select(separation.simd_gt(best.separation), this, best);
    }
    best
}

/// Lane by lane [`crate::manifold::scalar::axis::incident_edge`]: of `a` in the lanes of `of_a`, else of `b`. Its
/// `separation` is the product of the normals.
#[inline(always)]
fn incident_edge<F: Floats, const A: usize, const B: usize>(
    simd: F::Level,
    of_a: F::Mask,
    a: &Corex<F, A>,
    b: &Corex<F, B>,
    normal: Vec2x<F>,
) -> Edgex<F> {
    // The first corner follows the last one, also in lanes with fewer corners.
    let corner = |i: usize| {
        let (a, b) = (a.corners[if i < A { i } else { 0 }], b.corners[if i < B { i } else { 0 }]);
        Vec2x::select(of_a, a, b)
    };
    let normal_of = |i: usize| {
        let (a, b) = (a.normals[if i < A { i } else { 0 }], b.normals[if i < B { i } else { 0 }]);
        Vec2x::select(of_a, a, b)
    };
    let mut here = corner(0);
    let mut best =
        Edgex { separation: F::splat(simd, f32::INFINITY), edge: F::splat(simd, 0.0), ends: [here, corner(1)], normal };
    for edge in 0..A.max(B) {
        let (n, end) = (normal_of(edge), corner(edge + 1));
        let d = n.dot(normal);
        let this = Edgex { separation: d, edge: F::splat(simd, edge as f32), ends: [here, end], normal: n };
        best = Edgex::select(d.simd_lt(best.separation), this, best);
        here = end;
    }
    best
}
