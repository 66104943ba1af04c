//! Rotations and poses side by side, with the formulas of [`crate::Rot`] and [`crate::Pose`].

use crate::{Floats, Pose, Vec2x, rows_to_lanes};
use fearless_simd::{Select, f32x16};

/// Rotations side by side: see [`crate::Rot`].
#[derive(Clone, Copy, Debug)]
pub struct Rotx<F> {
    /// Cosines.
    pub c: F,
    /// Sines.
    pub s: F,
}

/// Sixteen [`Rotx`].
pub type Rotx16<S> = Rotx<f32x16<S>>;

impl<F: Floats> Rotx<F> {
    /// `v` turned by this rotation.
    #[inline(always)]
    pub fn rotate(self, v: Vec2x<F>) -> Vec2x<F> {
        Vec2x { x: self.c * v.x - self.s * v.y, y: self.s * v.x + self.c * v.y }
    }

    /// `v` turned back by this rotation.
    #[inline(always)]
    pub fn inverse_rotate(self, v: Vec2x<F>) -> Vec2x<F> {
        Vec2x { x: self.c * v.x + self.s * v.y, y: self.c * v.y - self.s * v.x }
    }

    /// These rotations after `first`.
    #[inline(always)]
    pub fn after(self, first: Self) -> Self {
        Self { c: self.c * first.c - self.s * first.s, s: self.s * first.c + self.c * first.s }
    }

    /// These rotations turned on by small angles [rad]: see [`crate::Rot::turned`].
    #[inline(always)]
    pub fn turned(self, simd: F::Level, delta: F) -> Self {
        let one = F::splat(simd, 1.0);
        let square = delta * delta;
        let tan = delta * (square * (1.0 / 24.0) * (one + square * 0.1) + 0.5);
        let share = F::splat(simd, 2.0) / (one + tan * tan);
        Self { c: share - one, s: tan * share }.after(self)
    }

    /// These rotations scaled back to unit length; the identity if a length is zero.
    #[inline(always)]
    pub fn normalized(self, simd: F::Level) -> Self {
        let (zero, one) = (F::splat(simd, 0.0), F::splat(simd, 1.0));
        let length = (self.c * self.c + self.s * self.s).sqrt();
        let some = length.simd_gt(zero);
        Self { c: some.select(self.c / length, one), s: some.select(self.s / length, zero) }
    }

    /// The inverse of these rotations times `other`.
    #[inline(always)]
    pub fn inv_mul(self, other: Self) -> Self {
        Self { c: self.c * other.c + self.s * other.s, s: self.c * other.s - self.s * other.c }
    }
}

/// Poses side by side: see [`crate::Pose`].
#[derive(Clone, Copy, Debug)]
pub struct Posex<F> {
    /// Places [m].
    pub p: Vec2x<F>,
    /// Rotations.
    pub q: Rotx<F>,
}

/// Sixteen [`Posex`].
pub type Posex16<S> = Posex<f32x16<S>>;

impl<F: Floats> Posex<F> {
    /// The identity in all lanes.
    #[inline(always)]
    pub fn identity(simd: F::Level) -> Self {
        let (zero, one) = (F::splat(simd, 0.0), F::splat(simd, 1.0));
        Self { p: Vec2x { x: zero, y: zero }, q: Rotx { c: one, s: zero } }
    }

    /// From poses in memory.
    #[inline(always)]
    pub fn gather(simd: F::Level, pose: impl Fn(usize) -> Pose) -> Self {
        let [x, y, c, s] = rows_to_lanes(simd, |lane| {
            let pose = pose(lane);
            [pose.p.x, pose.p.y, pose.q.c, pose.q.s]
        });
        Self { p: Vec2x { x, y }, q: Rotx { c, s } }
    }

    /// Points of this frame, in the world.
    #[inline(always)]
    pub fn transform_point(self, v: Vec2x<F>) -> Vec2x<F> {
        self.q.rotate(v).add(self.p)
    }

    /// The inverse of these poses times `other`.
    #[inline(always)]
    pub fn inv_mul(self, other: Self) -> Self {
        Self { p: self.q.inverse_rotate(other.p.sub(self.p)), q: self.q.inv_mul(other.q) }
    }

    /// Poses given in this frame, in the world.
    #[inline(always)]
    pub fn compose(self, inner: Self) -> Self {
        Self { p: self.transform_point(inner.p), q: self.q.after(inner.q) }
    }

    /// The inverse poses.
    #[inline(always)]
    pub fn inverse(self, simd: F::Level) -> Self {
        self.inv_mul(Self::identity(simd))
    }

    /// `a` in the lanes of `mask`, else `b`.
    #[inline(always)]
    pub fn select(mask: F::Mask, a: Self, b: Self) -> Self {
        let q = Rotx { c: mask.select(a.q.c, b.q.c), s: mask.select(a.q.s, b.q.s) };
        Self { p: Vec2x::select(mask, a.p, b.p), q }
    }
}
