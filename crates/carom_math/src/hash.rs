//! A small hash of numbers, the same on every machine. It distinguishes states; it is not cryptographic.

/// A running 64-bit hash over words (multiply and fold, after FNV-1a by Fowler, Noll and Vo, with the finisher of
/// SplitMix64 by Steele, Lea and Flood 2014).
#[derive(Clone, Copy, Debug)]
pub struct Hasher64(u64);

impl Default for Hasher64 {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher64 {
    /// Adds a word.
    #[inline(always)]
    pub fn word(&mut self, w: u64) {
        let x = (self.0 ^ w).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = x ^ (x >> 29);
    }

    /// Adds the bits of a number; NaNs and the two zeros differ by their bits.
    #[inline(always)]
    pub fn number(&mut self, x: f32) {
        self.word(u64::from(x.to_bits()));
    }

    /// The hash of everything added.
    pub fn finish(self) -> u64 {
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
