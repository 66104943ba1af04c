//! What counts as fast: numbers that the stages share.

/// A pair is fast where the way of the smaller body relative to the other is more than this part of its least extent.
pub(crate) const FAST: f32 = 0.5;

/// The same for two bodies that can both be pushed and do not bounce: contacts, which are solved all at once, see them
/// from up to three quarters of the extent earlier, and neither is past the other.
pub(crate) const FAST_IN_A_CROWD: f32 = 1.0;

/// The same where one of the two is driven and turns: its tip comes from aside, is not slowed down, and leaves a corner
/// within the step, after a way that a contact at its start does not see.
pub(crate) const FAST_BY_A_TURN: f32 = 0.25;

/// Seen from a body that turns by W, a straight way d is one along u + (t - 1/2) W x d, u that of its middle: no longer
/// than |u| and this part of W |d|.
pub(crate) const BENT: f32 = 0.25;

/// The part of its least extent from which on a body is fast, to one for which that is the same or less: `extent` is
/// without limit for what cannot be pushed.
pub(crate) fn part_of(bounces: bool, extent: f32, w: f32) -> f32 {
    if extent == f32::MAX {
        if w != 0.0 { FAST_BY_A_TURN } else { FAST }
    } else if bounces {
        FAST
    } else {
        FAST_IN_A_CROWD
    }
}
