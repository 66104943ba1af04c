//! A column of numbers in memory, one for each SIMD lane.

use fearless_simd::{Simd, SimdBase, f32x16};

/// Lanes of a column in memory and of a block of the solver: the most that a vector has.
pub const LANES: usize = 16;

/// One number of each of sixteen things, in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes(pub [f32; LANES]);

impl Default for Lanes {
    fn default() -> Self {
        Self([0.0; LANES])
    }
}

impl Lanes {
    /// Loads it as a vector of the machine.
    #[inline(always)]
    pub fn load<S: Simd>(&self, simd: S) -> f32x16<S> {
        f32x16::load_array_ref(simd, &self.0)
    }

    /// Stores a vector of the machine.
    #[inline(always)]
    pub fn store<S: Simd>(&mut self, x: f32x16<S>) {
        x.store_array(&mut self.0);
    }
}
