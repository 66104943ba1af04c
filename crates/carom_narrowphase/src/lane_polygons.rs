//! Sixteen pairs of cores side by side: the lane twin of [`crate::polygon`] and [`crate::axis`], with their names and their order of operations; a lane gives the same bits as they do.
//!
//! All pairs take all roads, and masks choose at the end: with sixteen lanes that is cheaper than to part them.

use crate::lane_clip::Edgesx16;
use crate::lane_core::{Corex16, Manifoldx16};
use crate::polygon::PREFER_A;
use carom_math::{Posex16, Vec2x16, least};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// An edge of each of sixteen cores.
#[derive(Clone, Copy)]
struct Edgex16<S: Simd> {
    /// How far the other core stands outside of it [m].
    separation: f32x16<S>,
    /// Number of the edge.
    edge: f32x16<S>,
    /// Its ends [m] and its outward unit normal.
    ends: [Vec2x16<S>; 2],
    normal: Vec2x16<S>,
}

impl<S: Simd> Edgex16<S> {
    #[inline(always)]
    fn select(mask: mask32x16<S>, a: Self, b: Self) -> Self {
        Self {
            separation: mask.select(a.separation, b.separation),
            edge: mask.select(a.edge, b.edge),
            ends: [Vec2x16::select(mask, a.ends[0], b.ends[0]), Vec2x16::select(mask, a.ends[1], b.ends[1])],
            normal: Vec2x16::select(mask, a.normal, b.normal),
        }
    }
}

/// Sixteen times [`crate::collide_polygons`], for cores of up to `A` and up to `B` corners, lines included.
#[inline(always)]
pub fn collide_cores_x16<S: Simd, const A: usize, const B: usize>(
    simd: S,
    a: &Corex16<S, A>,
    b: &Corex16<S, B>,
    b_in_a: Posex16<S>,
    reach: f32x16<S>,
) -> Manifoldx16<S> {
    let far = reach + (a.radius + b.radius);
    let a_in_b = b_in_a.inverse(simd);
    let axis_a = greatest_separation(simd, a, b, b_in_a);
    let axis_b = greatest_separation(simd, b, a, a_in_b);
    let near = !(axis_a.separation.simd_gt(far) | axis_b.separation.simd_gt(far));
    if !near.any_true() {
        return Manifoldx16::none(simd);
    }
    let size = |p: Vec2x16<S>| p.x.abs() + p.y.abs();
    let noise = (size(b_in_a.p) + size(axis_a.ends[0]) + size(axis_b.ends[0])) * (4.0 * f32::EPSILON);
    let prefer = axis_a.separation + (axis_a.separation.abs() * PREFER_A + noise);
    let from_b = axis_b.separation.simd_gt(prefer);
    // In the lanes where b's axis is better, b is the reference.
    let reference = Edgex16::select(from_b, axis_b, axis_a);
    let place = Posex16::select(from_b, a_in_b, b_in_a);
    let incident = incident_edge(simd, from_b, a, b, place.q.unrotate(reference.normal));
    let next = |edge: f32x16<S>, count: f32x16<S>| {
        let next = edge + f32x16::splat(simd, 1.0);
        next.simd_lt(count).select(next, f32x16::splat(simd, 0.0))
    };
    let radii = [from_b.select(b.radius, a.radius), from_b.select(a.radius, b.radius)];
    let edges = Edgesx16 {
        v: reference.ends,
        normal: reference.normal,
        w: [place.apply(incident.ends[0]), place.apply(incident.ends[1])],
        radii,
        edge: [reference.edge, next(reference.edge, from_b.select(b.count, a.count))],
        incident: [incident.edge, next(incident.edge, from_b.select(a.count, b.count))],
    };
    let apart = reference.separation.simd_gt(-noise);
    let m = edges.manifold(simd, &edges.stand(), apart, noise, reach);
    let m = Manifoldx16::select(from_b, m.in_other_frame(simd, b_in_a), m);
    Manifoldx16 { count: near.select(m.count, f32x16::splat(simd, 0.0)), ..m }
}

/// Sixteen times [`crate::axis::greatest_separation`].
#[inline(always)]
fn greatest_separation<S: Simd, const A: usize, const B: usize>(
    simd: S,
    a: &Corex16<S, A>,
    b: &Corex16<S, B>,
    b_in_a: Posex16<S>,
) -> Edgex16<S> {
    let mut best = Edgex16 {
        separation: f32x16::splat(simd, f32::NEG_INFINITY),
        edge: f32x16::splat(simd, 0.0),
        ends: [a.corners[0], a.corners[1]],
        normal: a.normals[0],
    };
    for edge in 0..A {
        let (n, v) = (a.normals[edge], a.corners[edge]);
        let m = b_in_a.q.unrotate(n);
        let mut low = f32x16::splat(simd, f32::INFINITY);
        for w in b.corners {
            low = least(m.dot(w), low);
        }
        let separation = n.dot(b_in_a.p.sub(v)) + low;
        let this = Edgex16 {
            separation,
            edge: f32x16::splat(simd, edge as f32),
            ends: [v, a.corners[(edge + 1) % A]],
            normal: n,
        };
        best = Edgex16::select(separation.simd_gt(best.separation), this, best);
    }
    best
}

/// Sixteen times [`crate::axis::incident_edge`]: of `a` in the lanes of `of_a`, else of `b`. Its
/// `separation` is the product of the normals.
#[inline(always)]
fn incident_edge<S: Simd, const A: usize, const B: usize>(
    simd: S,
    of_a: mask32x16<S>,
    a: &Corex16<S, A>,
    b: &Corex16<S, B>,
    normal: Vec2x16<S>,
) -> Edgex16<S> {
    // Behind the last corner comes the first again, as behind the last that counts.
    let corner = |i: usize| {
        let (a, b) = (a.corners[if i < A { i } else { 0 }], b.corners[if i < B { i } else { 0 }]);
        Vec2x16::select(of_a, a, b)
    };
    let normal_of = |i: usize| {
        let (a, b) = (a.normals[if i < A { i } else { 0 }], b.normals[if i < B { i } else { 0 }]);
        Vec2x16::select(of_a, a, b)
    };
    let mut here = corner(0);
    let mut best = Edgex16 {
        separation: f32x16::splat(simd, f32::INFINITY),
        edge: f32x16::splat(simd, 0.0),
        ends: [here, corner(1)],
        normal,
    };
    for edge in 0..A.max(B) {
        let (n, end) = (normal_of(edge), corner(edge + 1));
        let d = n.dot(normal);
        let this = Edgex16 { separation: d, edge: f32x16::splat(simd, edge as f32), ends: [here, end], normal: n };
        best = Edgex16::select(d.simd_lt(best.separation), this, best);
        here = end;
    }
    best
}
