//! The thresholds above which a pair is fast, shared by several stages.

use crate::state::Bounce;
use fearless_simd::{Simd, SimdBase, f32x16, mask32x16};

/// A pair is fast if the smaller body moves, relative to the other, by more than this part of its min extent.
pub(crate) const FAST: f32 = 0.5;

/// The same for two bodies that can both be pushed and do not bounce. Contacts are solved all at once and see the two
/// from up to three quarters of the extent earlier, and neither is past the other.
pub(crate) const FAST_IN_A_CROWD: f32 = 1.0;

/// The same if one of the two is driven and turns. Its tip comes from the side, is not slowed down, and leaves a corner
/// within the step. A contact at its start does not see that motion.
pub(crate) const FAST_BY_A_TURN: f32 = 0.25;

/// Seen from a body that turns by W, a straight displacement d is the curve u + (t - 1/2) W x d, with u at its middle.
/// It is no longer than |u| plus this part of W |d|.
pub(crate) const BENT: f32 = 0.25;

/// A body that reaches no farther than this many min extents is a disc about its centre, rounding aside.
const DISC: f32 = 1.000_01;

/// Whether sixteen bodies that reach so far from their centres are discs about them: their rotation carries nothing
/// into another place. `extent` is without limit for a body that cannot be pushed.
#[inline(always)]
pub(crate) fn are_discs<S: Simd>(simd: S, reach: f32x16<S>, extent: f32x16<S>) -> mask32x16<S> {
    reach.simd_le(extent * DISC) & extent.simd_lt(f32x16::splat(simd, f32::MAX))
}

/// The same for one body.
pub(crate) fn is_disc(reach: f32, extent: f32) -> bool {
    reach <= extent * DISC && extent < f32::MAX
}

/// The part of its min extent above which a body is fast relative to one with the same part or less. `extent` is
/// without limit for a body that cannot be pushed.
pub(crate) fn part_of(bounce: Bounce, extent: f32, w: f32) -> f32 {
    if extent == f32::MAX {
        if w != 0.0 { FAST_BY_A_TURN } else { FAST }
    } else {
        match bounce {
            Bounce::No => FAST_IN_A_CROWD,
            Bounce::Bouncy => FAST,
            Bounce::InAChain => 0.0,
        }
    }
}
