//! Vectors side by side. Every formula is that of its scalar twin, so that a lane gives the same bits.
//!
//! The code is generic over the instruction set and over the length of the machine's vector ([`Floats`]). It is inlined
//! under one dispatch for a chunk of work.

use crate::{Floats, Lanes, Vec2};
use fearless_simd::{Select, Simd, f32x16};

/// Vectors side by side.
#[derive(Clone, Copy, Debug)]
pub struct Vec2x<F> {
    /// Their first coordinates.
    pub x: F,
    /// Their second coordinates.
    pub y: F,
}

/// Sixteen [`Vec2x`].
pub type Vec2x16<S> = Vec2x<f32x16<S>>;

impl<S: Simd> Vec2x16<S> {
    /// From memory.
    #[inline(always)]
    pub fn load(simd: S, x: &Lanes, y: &Lanes) -> Self {
        Self { x: x.load(simd), y: y.load(simd) }
    }
}

// `add` and `sub` are among `dot`, `cross` and `scale`, in the order of the scalar formulas.
#[allow(clippy::should_implement_trait)]
impl<F: Floats> Vec2x<F> {
    /// From both coordinates.
    #[inline(always)]
    pub fn new(x: F, y: F) -> Self {
        Self { x, y }
    }

    /// From memory, both columns from number `first` on: see [`Floats::load`].
    #[inline(always)]
    pub fn load_part(simd: F::Level, [x, y]: [&Lanes; 2], first: usize) -> Self {
        Self { x: F::load(simd, x, first), y: F::load(simd, y, first) }
    }

    /// The same vector in all lanes.
    #[inline(always)]
    pub fn splat(simd: F::Level, v: Vec2) -> Self {
        Self { x: F::splat(simd, v.x), y: F::splat(simd, v.y) }
    }

    /// Dot products.
    #[inline(always)]
    pub fn dot(self, o: Self) -> F {
        self.x * o.x + self.y * o.y
    }

    /// Cross products.
    #[inline(always)]
    pub fn cross(self, o: Self) -> F {
        self.x * o.y - self.y * o.x
    }

    /// `self - o`.
    #[inline(always)]
    pub fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y }
    }

    /// `self + o`.
    #[inline(always)]
    pub fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y }
    }

    /// `self` times a number each.
    #[inline(always)]
    pub fn scale(self, k: F) -> Self {
        Self { x: self.x * k, y: self.y * k }
    }

    /// `a` in the lanes of `mask`, else `b`.
    #[inline(always)]
    pub fn select(mask: F::Mask, a: Self, b: Self) -> Self {
        Self { x: mask.select(a.x, b.x), y: mask.select(a.y, b.y) }
    }

    /// The opposite vectors.
    #[inline(always)]
    pub fn opposite(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }

    /// Lane by lane [`crate::normalize`].
    #[inline(always)]
    pub fn normalized(self, simd: F::Level) -> (Self, F) {
        let zero = F::splat(simd, 0.0);
        let length = (self.x * self.x + self.y * self.y).sqrt();
        let none = length.simd_lt(F::splat(simd, f32::MIN_POSITIVE));
        let unit = self.scale(F::splat(simd, 1.0) / length);
        (Self::select(none, Self { x: zero, y: zero }, unit), none.select(zero, length))
    }
}
