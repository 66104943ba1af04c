//! Dice: the draws that the makers of a soup share.

use crate::SplitMix64;
use carom::math::{PI, Vec2, sin_cos, vec2};

/// A stream of random choices.
#[derive(Clone, Debug)]
pub(super) struct Dice(SplitMix64);

impl Dice {
    /// The choices of a seed for a purpose: streams with other purposes are independent.
    pub fn new(seed: u64, purpose: u64) -> Self {
        let mut random = SplitMix64::new(seed ^ purpose.wrapping_mul(0xA076_1D64_78BD_642F));
        random.next_u64();
        Self(random)
    }

    /// True with this chance.
    pub fn chance(&mut self, chance: f32) -> bool {
        self.0.unit() < chance
    }

    /// A number from `low` to `high`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        self.0.range(low, high)
    }

    /// A whole number, both ends included.
    pub fn int(&mut self, low: u64, high: u64) -> u64 {
        self.0.int(low, high)
    }

    /// A whole number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.0.int(0, count.max(1) as u64 - 1) as usize
    }

    /// One of a list that is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A number from `low` on, below `high`, both positive: each doubling is as likely as the next one. The draw covers
    /// as many whole doublings as fit; `low` alone if none does.
    pub fn size(&mut self, low: f32, high: f32) -> f32 {
        let doublings = f32::from(i8::try_from(((high / low) as u32).max(1).ilog2()).unwrap_or(0));
        let mut size = low;
        // Doublings, so that no logarithm is needed.
        let mut left = self.range(0.0, doublings);
        while left >= 1.0 {
            size *= 2.0;
            left -= 1.0;
        }
        let size = size * (1.0 + left);
        if size < high { size } else { high }
    }

    /// An angle [rad].
    pub fn angle(&mut self) -> f32 {
        self.range(-PI, PI)
    }

    /// A point within a distance of the origin, in a square.
    pub fn point(&mut self, most: f32) -> Vec2 {
        vec2(self.range(-most, most), self.range(-most, most))
    }

    /// A vector of this length in any direction.
    pub fn arrow(&mut self, length: f32) -> Vec2 {
        let (sin, cos) = sin_cos(self.angle());
        vec2(cos, sin) * length
    }
}
