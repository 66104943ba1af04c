//! Sixteen boxes side by side, with the formulas of [`crate::Aabb`].

use crate::lanes::{Vec2x16, least, most};
use fearless_simd::{Simd, SimdBase, f32x16, mask32x16};

/// Sixteen boxes: see [`crate::Aabb`].
#[derive(Clone, Copy, Debug)]
pub struct Aabbx16<S: Simd> {
    /// Lower left corners [m].
    pub min: Vec2x16<S>,
    /// Upper right corners [m].
    pub max: Vec2x16<S>,
}

impl<S: Simd> Aabbx16<S> {
    /// The least boxes around both.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: least2(self.min, other.min), max: most2(self.max, other.max) }
    }

    /// The boxes with a margin [m] more on every side.
    #[inline(always)]
    pub fn grown(&self, margin: f32x16<S>) -> Self {
        let by = Vec2x16::new(margin, margin);
        Self { min: self.min.sub(by), max: self.max.add(by) }
    }

    /// The least boxes around these and themselves moved by `by`.
    #[inline(always)]
    pub fn swept(&self, by: Vec2x16<S>) -> Self {
        self.union(&Self { min: self.min.add(by), max: self.max.add(by) })
    }

    /// Whether each of `other` lies inside.
    #[inline(always)]
    pub fn contains(&self, other: &Self) -> mask32x16<S> {
        self.min.x.simd_le(other.min.x)
            & self.min.y.simd_le(other.min.y)
            & other.max.x.simd_le(self.max.x)
            & other.max.y.simd_le(self.max.y)
    }
}

/// The smaller coordinates of both.
#[inline(always)]
pub fn least2<S: Simd>(a: Vec2x16<S>, b: Vec2x16<S>) -> Vec2x16<S> {
    Vec2x16::new(least(a.x, b.x), least(a.y, b.y))
}

/// The greater coordinates of both.
#[inline(always)]
pub fn most2<S: Simd>(a: Vec2x16<S>, b: Vec2x16<S>) -> Vec2x16<S> {
    Vec2x16::new(most(a.x, b.x), most(a.y, b.y))
}
