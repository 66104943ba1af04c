//! Sixteen pairs of cores side by side: the lane twin of [`crate::polygon`], [`crate::axis`], [`crate::corner`] and
//! [`crate::clip`], with their names and their order of operations; a lane gives the same bits as they do.
//!
//! All pairs take all roads, and masks choose at the end: with sixteen lanes that is cheaper than to part them.

use crate::lane_circles::touch;
use crate::lane_core::{ContactPointx16, Corex16, Manifoldx16};
use crate::polygon::PREFER_A;
use carom_math::{Posex16, Vec2x16, least, most};
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

/// Sixteen times [`crate::collide_polygons`], for cores of up to `N` corners (4 or 8), lines included.
#[inline(always)]
pub fn collide_cores_x16<S: Simd, const N: usize>(
    simd: S,
    a: &Corex16<S, N>,
    b: &Corex16<S, N>,
    b_in_a: Posex16<S>,
    reach: f32x16<S>,
) -> Manifoldx16<S> {
    let far = reach + (a.radius + b.radius);
    let a_in_b = b_in_a.inverse(simd);
    let axis_a = greatest_separation(simd, a, b, b_in_a);
    let axis_b = greatest_separation(simd, b, a, a_in_b);
    let near = !(axis_a.separation.simd_gt(far) | axis_b.separation.simd_gt(far));
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
    let m = edges.manifold(simd, apart, noise, reach);
    let m = Manifoldx16::select(from_b, m.in_other_frame(simd, b_in_a), m);
    Manifoldx16 { count: near.select(m.count, f32x16::splat(simd, 0.0)), ..m }
}

/// Sixteen times [`crate::axis::greatest_separation`].
#[inline(always)]
fn greatest_separation<S: Simd, const N: usize>(
    simd: S,
    a: &Corex16<S, N>,
    b: &Corex16<S, N>,
    b_in_a: Posex16<S>,
) -> Edgex16<S> {
    let mut best = Edgex16 {
        separation: f32x16::splat(simd, f32::NEG_INFINITY),
        edge: f32x16::splat(simd, 0.0),
        ends: [a.corners[0], a.corners[1]],
        normal: a.normals[0],
    };
    for edge in 0..N {
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
            ends: [v, a.corners[(edge + 1) % N]],
            normal: n,
        };
        best = Edgex16::select(separation.simd_gt(best.separation), this, best);
    }
    best
}

/// Sixteen times [`crate::axis::incident_edge`]: of `a` in the lanes of `of_a`, else of `b`. Its
/// `separation` is the product of the normals.
#[inline(always)]
fn incident_edge<S: Simd, const N: usize>(
    simd: S,
    of_a: mask32x16<S>,
    a: &Corex16<S, N>,
    b: &Corex16<S, N>,
    normal: Vec2x16<S>,
) -> Edgex16<S> {
    let corner = |i: usize| Vec2x16::select(of_a, a.corners[i], b.corners[i]);
    let first = corner(0);
    let mut here = first;
    let mut best = Edgex16 {
        separation: f32x16::splat(simd, f32::INFINITY),
        edge: f32x16::splat(simd, 0.0),
        ends: [first, corner(1)],
        normal,
    };
    for edge in 0..N {
        let n = Vec2x16::select(of_a, a.normals[edge], b.normals[edge]);
        let end = if edge + 1 < N { corner(edge + 1) } else { first };
        let d = n.dot(normal);
        let this = Edgex16 { separation: d, edge: f32x16::splat(simd, edge as f32), ends: [here, end], normal: n };
        best = Edgex16::select(d.simd_lt(best.separation), this, best);
        here = end;
    }
    best
}

/// Sixteen times [`crate::clip::Edges`], with the features apart.
struct Edgesx16<S: Simd> {
    v: [Vec2x16<S>; 2],
    normal: Vec2x16<S>,
    w: [Vec2x16<S>; 2],
    radii: [f32x16<S>; 2],
    /// Numbers of the corners `v` and of the corners `w`.
    edge: [f32x16<S>; 2],
    incident: [f32x16<S>; 2],
}

/// Sixteen times [`crate::clip::Stand`].
struct Standx16<S: Simd> {
    length: f32x16<S>,
    along: [f32x16<S>; 2],
    above: [f32x16<S>; 2],
}

impl<S: Simd> Edgesx16<S> {
    /// Corner against corner where that is nearest, else one edge cut to the other.
    #[inline(always)]
    fn manifold(&self, simd: S, apart: mask32x16<S>, noise: f32x16<S>, reach: f32x16<S>) -> Manifoldx16<S> {
        let stand = self.stand();
        let clipped = self.clip(simd, &stand, reach);
        let (found, corners) = self.nearest_corners(simd, &stand);
        let d = corners.w.sub(corners.v);
        // Corners that all but coincide have no direction of their own.
        let found = found & apart & (d.x.abs() + d.y.abs()).simd_gt(noise);
        if !found.any_true() {
            return clipped;
        }
        let touching = touch(simd, corners.v, corners.w, self.normal, self.radii, reach, corners.id);
        Manifoldx16::select(found, touching, clipped)
    }

    #[inline(always)]
    fn stand(&self) -> Standx16<S> {
        let tangent = Vec2x16::new(-self.normal.y, self.normal.x);
        let (d0, d1) = (self.w[0].sub(self.v[0]), self.w[1].sub(self.v[0]));
        Standx16 {
            length: tangent.dot(self.v[1].sub(self.v[0])),
            along: [tangent.dot(d0), tangent.dot(d1)],
            above: [self.normal.dot(d0), self.normal.dot(d1)],
        }
    }

    /// Sixteen times [`crate::corner::nearest_corners`], and whether there are any.
    #[inline(always)]
    fn nearest_corners(&self, simd: S, stand: &Standx16<S>) -> (mask32x16<S>, Cornersx16<S>) {
        let zero = f32x16::splat(simd, 0.0);
        let w_is_1 = stand.above[1].simd_le(stand.above[0]);
        let along = w_is_1.select(stand.along[1], stand.along[0]);
        let (before, behind) = (along.simd_lt(zero), along.simd_gt(stand.length));
        let v = Vec2x16::select(before, self.v[0], self.v[1]);
        let near = Vec2x16::select(w_is_1, self.w[1], self.w[0]);
        let other = Vec2x16::select(w_is_1, self.w[0], self.w[1]);
        let edge = other.sub(near);
        let ahead = edge.dot(v.sub(near));
        let (here, there) = (ahead.simd_le(zero), ahead.simd_ge(edge.dot(edge)));
        let numbers =
            [w_is_1.select(self.incident[1], self.incident[0]), w_is_1.select(self.incident[0], self.incident[1])];
        let corners = Cornersx16 {
            v,
            w: Vec2x16::select(here, near, other),
            id: [before.select(self.edge[0], self.edge[1]), here.select(numbers[0], numbers[1])],
        };
        ((before | behind) & (here | there), corners)
    }

    /// Sixteen times [`crate::clip::Edges::clip`], without slack, not strict.
    #[inline(always)]
    fn clip(&self, simd: S, stand: &Standx16<S>, reach: f32x16<S>) -> Manifoldx16<S> {
        let (zero, one) = (f32x16::splat(simd, 0.0), f32x16::splat(simd, 1.0));
        let (first, last) = (f32x16::splat(simd, -0.0), stand.length + zero);
        let [along0, along1] = stand.along;
        let span = along0 - along1;
        let part = |x: f32x16<S>| most(zero, least(x, one));
        let cut1 = along1.simd_lt(first).select(part((first - along1) / span), zero);
        let cut0 = along0.simd_gt(last).select(part((along0 - last) / span), zero);
        let low = self.point(stand, 1, cut1);
        let high = self.point(stand, 0, cut0);
        let (low_in, high_in) = (low.separation.simd_le(reach), high.separation.simd_le(reach));
        // Side by side: both cuts end on the same spot.
        let high_in = high_in & !(cut0 + cut1).simd_ge(one);
        let ones = |mask: mask32x16<S>| mask.select(one, zero);
        Manifoldx16 {
            normal: self.normal,
            count: ones(low_in) + ones(high_in),
            points: [ContactPointx16::select(low_in, low, high), high],
        }
    }

    /// Sixteen times [`crate::clip::Edges::point`].
    #[inline(always)]
    fn point(&self, stand: &Standx16<S>, from: usize, cut: f32x16<S>) -> ContactPointx16<S> {
        let to = 1 - from;
        let d = self.w[from].sub(self.v[0]);
        let d = d.add(self.w[to].sub(self.w[from]).scale(cut));
        let above = stand.above[from] + cut * (stand.above[to] - stand.above[from]);
        let [rv, rw] = self.radii;
        let point = self.v[0].add(d.add(self.normal.scale((rv - rw - above) * 0.5)));
        ContactPointx16 { point, separation: above - (rv + rw), id: [self.edge[to], self.incident[from]] }
    }
}

/// The nearest corners of sixteen pairs of edges.
struct Cornersx16<S: Simd> {
    v: Vec2x16<S>,
    w: Vec2x16<S>,
    /// Their numbers.
    id: [f32x16<S>; 2],
}
