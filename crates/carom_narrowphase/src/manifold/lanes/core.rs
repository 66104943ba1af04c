//! Cores and manifolds side by side (SIMD): the input and output of the lane kernels.

use crate::manifold::lanes::quad::Quad;
use carom_math::{Aabbx, Floats, LANES, Posex, Vec2x, least2, most2, rows_to_lanes};
use fearless_simd::Select;

/// Cores side by side, of up to `N` corners, 2, 4, 6 or 8: see [`Quad`].
#[derive(Clone, Copy, Debug)]
pub struct Corex<F: Floats, const N: usize> {
    /// Corners [m].
    pub corners: [Vec2x<F>; N],
    /// Outward unit normals; normal i belongs to the edge from corner i to the next.
    pub normals: [Vec2x<F>; N],
    /// Radius all round [m].
    pub radius: F,
    /// Number of corners.
    pub count: F,
}

impl<F: Floats, const N: usize> Corex<F, N> {
    /// Cores whose corners `4 k..4 k + 4` are `quads[k]`, a reference a lane.
    #[inline(always)]
    pub fn gather(simd: F::Level, quads: &[[&Quad; LANES]], radius: F, count: F) -> Self {
        let zero = Vec2x::splat(simd, carom_math::Vec2::ZERO);
        let mut core = Self { corners: [zero; N], normals: [zero; N], radius, count };
        for (k, quads) in quads.iter().enumerate().take(N.div_ceil(4)) {
            let x = rows_to_lanes(simd, |lane| quads[lane].corners[0]);
            let y = rows_to_lanes(simd, |lane| quads[lane].corners[1]);
            let nx = rows_to_lanes(simd, |lane| quads[lane].normals[0]);
            let ny = rows_to_lanes(simd, |lane| quads[lane].normals[1]);
            for i in 0..4.min(N - 4 * k) {
                core.corners[4 * k + i] = Vec2x::new(x[i], y[i]);
                core.normals[4 * k + i] = Vec2x::new(nx[i], ny[i]);
            }
        }
        core
    }
}

/// The least boxes around four corners each of pieces at their poses.
#[inline(always)]
pub fn around_quads<'a, F: Floats>(simd: F::Level, poses: Posex<F>, quad: impl Fn(usize) -> &'a Quad) -> Aabbx<F> {
    let [x0, x1, x2, x3] = rows_to_lanes(simd, |lane| quad(lane).corners[0]);
    let [y0, y1, y2, y3] = rows_to_lanes(simd, |lane| quad(lane).corners[1]);
    let (p0, p1) = (poses.transform_point(Vec2x::new(x0, y0)), poses.transform_point(Vec2x::new(x1, y1)));
    let (p2, p3) = (poses.transform_point(Vec2x::new(x2, y2)), poses.transform_point(Vec2x::new(x3, y3)));
    Aabbx { min: least2(least2(least2(p0, p1), p2), p3), max: most2(most2(most2(p0, p1), p2), p3) }
}

/// One point of manifolds side by side: see [`carom_shapes::ContactPoint`].
#[derive(Clone, Copy, Debug)]
pub struct ManifoldPointx<F: Floats> {
    /// Halfway between the surfaces [m].
    pub point: Vec2x<F>,
    /// Distance of the surfaces [m].
    pub separation: F,
    /// Features of a and b, as whole numbers.
    pub id: [F; 2],
}

/// Manifolds side by side: see [`carom_shapes::Manifold`].
#[derive(Clone, Copy, Debug)]
pub struct Manifoldx<F: Floats> {
    /// Unit vectors from a to b.
    pub normal: Vec2x<F>,
    /// Number of points: 0, 1 or 2.
    pub count: F,
    /// The points; those beyond the count have any value.
    pub points: [ManifoldPointx<F>; 2],
}

impl<F: Floats> ManifoldPointx<F> {
    #[inline(always)]
    fn in_other_frame(self, b_in_a: Posex<F>) -> Self {
        Self { point: b_in_a.transform_point(self.point), separation: self.separation, id: [self.id[1], self.id[0]] }
    }

    #[inline(always)]
    pub(crate) fn select(mask: F::Mask, a: Self, b: Self) -> Self {
        Self {
            point: Vec2x::select(mask, a.point, b.point),
            separation: mask.select(a.separation, b.separation),
            id: [mask.select(a.id[0], b.id[0]), mask.select(a.id[1], b.id[1])],
        }
    }
}

impl<F: Floats> Manifoldx<F> {
    /// Manifolds without a point.
    #[inline(always)]
    pub(crate) fn none(simd: F::Level) -> Self {
        let (number, none) = (F::splat(simd, 0.0), Vec2x::splat(simd, carom_math::Vec2::ZERO));
        let point = ManifoldPointx { point: none, separation: number, id: [number, number] };
        Self { normal: none, count: number, points: [point, point] }
    }

    /// Manifolds of one point in the lanes of `mask`, else of none.
    #[inline(always)]
    pub(crate) fn one(simd: F::Level, mask: F::Mask, normal: Vec2x<F>, point: ManifoldPointx<F>) -> Self {
        let (zero, one) = (F::splat(simd, 0.0), F::splat(simd, 1.0));
        Self { normal, count: mask.select(one, zero), points: [point, point] }
    }

    #[inline(always)]
    pub(crate) fn select(mask: F::Mask, a: Self, b: Self) -> Self {
        Self {
            normal: Vec2x::select(mask, a.normal, b.normal),
            count: mask.select(a.count, b.count),
            points: [
                ManifoldPointx::select(mask, a.points[0], b.points[0]),
                ManifoldPointx::select(mask, a.points[1], b.points[1]),
            ],
        }
    }

    /// Manifolds of (b, a) in b's frame as ones of (a, b) in a's: see the scalar twin in
    /// [`crate::manifold::scalar::polygon`].
    #[inline(always)]
    pub(crate) fn in_other_frame(self, simd: F::Level, b_in_a: Posex<F>) -> Self {
        let two = self.count.simd_gt(F::splat(simd, 1.5));
        let (p, q) = (self.points[0].in_other_frame(b_in_a), self.points[1].in_other_frame(b_in_a));
        let points = [ManifoldPointx::select(two, q, p), ManifoldPointx::select(two, p, q)];
        Self { normal: b_in_a.q.rotate(self.normal).opposite(), count: self.count, points }
    }
}
