//! Sixteen pairs of edges to manifolds: the lane twin of [`crate::clip`] and [`crate::corner`], with their names and their
//! order of operations; a lane gives the same bits as they do.

use crate::lane_circles::touch;
use crate::lane_core::{ContactPointx16, Manifoldx16};
use carom_math::{Vec2x16, least, most};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16, mask32x16};

/// Sixteen times [`crate::clip::Edges`], with the features apart.
pub(crate) struct Edgesx16<S: Simd> {
    pub v: [Vec2x16<S>; 2],
    pub normal: Vec2x16<S>,
    pub w: [Vec2x16<S>; 2],
    pub radii: [f32x16<S>; 2],
    /// Numbers of the corners `v` and of the corners `w`.
    pub edge: [f32x16<S>; 2],
    pub incident: [f32x16<S>; 2],
}

/// Sixteen times [`crate::clip::Stand`].
pub(crate) struct Standx16<S: Simd> {
    pub length: f32x16<S>,
    pub along: [f32x16<S>; 2],
    pub above: [f32x16<S>; 2],
}

impl<S: Simd> Edgesx16<S> {
    /// Sixteen times [`crate::clip::Edges::manifold`].
    #[inline(always)]
    pub(crate) fn manifold(
        &self,
        simd: S,
        stand: &Standx16<S>,
        apart: mask32x16<S>,
        noise: f32x16<S>,
        reach: f32x16<S>,
    ) -> Manifoldx16<S> {
        let clipped = self.clip(simd, stand, reach);
        if !apart.any_true() {
            return clipped;
        }
        let (found, corners) = self.nearest_corners(simd, stand);
        let d = corners.w.sub(corners.v);
        let found = found & apart & (d.x.abs() + d.y.abs()).simd_gt(noise);
        if !found.any_true() {
            return clipped;
        }
        let touching = touch(simd, corners.v, corners.w, self.normal, self.radii, reach, corners.id);
        Manifoldx16::select(found, touching, clipped)
    }

    #[inline(always)]
    pub(crate) fn stand(&self) -> Standx16<S> {
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
