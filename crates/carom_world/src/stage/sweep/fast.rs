//! What counts as fast: numbers that the stages share.

/// A pair is fast where the way of the smaller body relative to the other is more than this part of its least extent.
pub(crate) const FAST: f32 = 0.5;

/// The same for two bodies that can both be pushed and do not bounce: contacts, which are solved all at once, see them
/// from up to three quarters of the extent earlier, and neither is past the other.
pub(crate) const FAST_IN_A_CROWD: f32 = 1.0;
