//! Pairs of edges side by side to manifolds: the lane twin of [`crate::manifold::scalar::clip`] and
//! [`crate::manifold::scalar::corner`], with their names and their order of operations; a lane gives the same bits as
//! they do.

use crate::manifold::lanes::circles::touch;
use crate::manifold::lanes::core::{ManifoldPointx, Manifoldx};
use carom_math::{Floats, Vec2x, least, most};
use fearless_simd::{Select, SimdMask};

/// Lane by lane [`crate::manifold::scalar::edges::Edges`], with the features apart.
pub(crate) struct Edgesx<F: Floats> {
    pub v: [Vec2x<F>; 2],
    pub normal: Vec2x<F>,
    pub w: [Vec2x<F>; 2],
    pub radii: [F; 2],
    /// Indices of the corners `v` and of the corners `w`.
    pub edge: [F; 2],
    pub incident: [F; 2],
}

/// Lane by lane [`crate::manifold::scalar::edges::Stand`].
pub(crate) struct Standx<F: Floats> {
    pub length: F,
    pub along: [F; 2],
    pub above: [F; 2],
}

impl<F: Floats> Edgesx<F> {
    /// Lane by lane [`crate::manifold::scalar::edges::Edges::manifold`].
    #[inline(always)]
    pub(crate) fn manifold(
        &self,
        simd: F::Level,
        stand: &Standx<F>,
        apart: F::Mask,
        noise: F,
        reach: F,
    ) -> Manifoldx<F> {
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
        Manifoldx::select(found, touching, clipped)
    }

    #[inline(always)]
    pub(crate) fn stand(&self) -> Standx<F> {
        let tangent = Vec2x::new(-self.normal.y, self.normal.x);
        let (d0, d1) = (self.w[0].sub(self.v[0]), self.w[1].sub(self.v[0]));
        Standx {
            length: tangent.dot(self.v[1].sub(self.v[0])),
            along: [tangent.dot(d0), tangent.dot(d1)],
            above: [self.normal.dot(d0), self.normal.dot(d1)],
        }
    }

    /// Lane by lane [`crate::manifold::scalar::corner::nearest_corners`], and whether there are any.
    #[inline(always)]
    fn nearest_corners(&self, simd: F::Level, stand: &Standx<F>) -> (F::Mask, CornerPairx<F>) {
        let zero = F::splat(simd, 0.0);
        let w_is_1 = stand.above[1].simd_le(stand.above[0]);
        let along = w_is_1.select(stand.along[1], stand.along[0]);
        let (before, behind) = (along.simd_lt(zero), along.simd_gt(stand.length));
        let v = Vec2x::select(before, self.v[0], self.v[1]);
        let near = Vec2x::select(w_is_1, self.w[1], self.w[0]);
        let other = Vec2x::select(w_is_1, self.w[0], self.w[1]);
        let edge = other.sub(near);
        let ahead = edge.dot(v.sub(near));
        let (here, there) = (ahead.simd_le(zero), ahead.simd_ge(edge.dot(edge)));
        let numbers =
            [w_is_1.select(self.incident[1], self.incident[0]), w_is_1.select(self.incident[0], self.incident[1])];
        let corners = CornerPairx {
            v,
            w: Vec2x::select(here, near, other),
            id: [before.select(self.edge[0], self.edge[1]), here.select(numbers[0], numbers[1])],
        };
        ((before | behind) & (here | there), corners)
    }

    /// Lane by lane [`crate::manifold::scalar::edges::Edges::clip`], without slack, not strict.
    #[inline(always)]
    fn clip(&self, simd: F::Level, stand: &Standx<F>, reach: F) -> Manifoldx<F> {
        let (zero, one) = (F::splat(simd, 0.0), F::splat(simd, 1.0));
        let (first, last) = (F::splat(simd, -0.0), stand.length + zero);
        let [along0, along1] = stand.along;
        let span = along0 - along1;
        let part = |x: F| most(zero, least(x, one));
        let cut1 = along1.simd_lt(first).select(part((first - along1) / span), zero);
        let cut0 = along0.simd_gt(last).select(part((along0 - last) / span), zero);
        let low = self.point(stand, 1, cut1);
        let high = self.point(stand, 0, cut0);
        let (low_in, high_in) = (low.separation.simd_le(reach), high.separation.simd_le(reach));
        // Side by side: both cuts end at the same point.
        let high_in = high_in & !(cut0 + cut1).simd_ge(one);
        let ones = |mask: F::Mask| mask.select(one, zero);
        Manifoldx {
            normal: self.normal,
            count: ones(low_in) + ones(high_in),
            points: [ManifoldPointx::select(low_in, low, high), high],
        }
    }

    /// Lane by lane [`crate::manifold::scalar::edges::Edges::point`].
    #[inline(always)]
    fn point(&self, stand: &Standx<F>, from: usize, cut: F) -> ManifoldPointx<F> {
        let to = 1 - from;
        let d = self.w[from].sub(self.v[0]);
        let d = d.add(self.w[to].sub(self.w[from]).scale(cut));
        let above = stand.above[from] + cut * (stand.above[to] - stand.above[from]);
        let [rv, rw] = self.radii;
        let point = self.v[0].add(d.add(self.normal.scale((rv - rw - above) * 0.5)));
        ManifoldPointx { point, separation: above - (rv + rw), id: [self.edge[to], self.incident[from]] }
    }
}

/// The nearest corners of pairs of edges.
struct CornerPairx<F: Floats> {
    v: Vec2x<F>,
    w: Vec2x<F>,
    /// Their indices.
    id: [F; 2],
}
