//! Boxes side by side, with the formulas of [`crate::Aabb`].

use crate::{Floats, Vec2x, least, most};
use fearless_simd::f32x16;

/// Boxes side by side: see [`crate::Aabb`].
#[derive(Clone, Copy, Debug)]
pub struct Aabbx<F> {
    /// Lower left corners [m].
    pub min: Vec2x<F>,
    /// Upper right corners [m].
    pub max: Vec2x<F>,
}

/// Sixteen [`Aabbx`].
pub type Aabbx16<S> = Aabbx<f32x16<S>>;

impl<F: Floats> Aabbx<F> {
    /// The least boxes around both.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: least2(self.min, other.min), max: most2(self.max, other.max) }
    }

    /// The boxes with a margin [m] more on every side.
    #[inline(always)]
    pub fn grown(&self, margin: F) -> Self {
        let by = Vec2x::new(margin, margin);
        Self { min: self.min.sub(by), max: self.max.add(by) }
    }

    /// The least boxes around these and themselves moved by `by`.
    #[inline(always)]
    pub fn swept(&self, by: Vec2x<F>) -> Self {
        self.union(&Self { min: self.min.add(by), max: self.max.add(by) })
    }

    /// Whether each of `other` lies inside.
    #[inline(always)]
    pub fn contains(&self, other: &Self) -> F::Mask {
        self.min.x.simd_le(other.min.x)
            & self.min.y.simd_le(other.min.y)
            & other.max.x.simd_le(self.max.x)
            & other.max.y.simd_le(self.max.y)
    }
}

/// The smaller coordinates of both.
#[inline(always)]
pub fn least2<F: Floats>(a: Vec2x<F>, b: Vec2x<F>) -> Vec2x<F> {
    Vec2x::new(least(a.x, b.x), least(a.y, b.y))
}

/// The greater coordinates of both.
#[inline(always)]
pub fn most2<F: Floats>(a: Vec2x<F>, b: Vec2x<F>) -> Vec2x<F> {
    Vec2x::new(most(a.x, b.x), most(a.y, b.y))
}
