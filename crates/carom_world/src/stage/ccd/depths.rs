//! Depths that two pieces may have when they meet, and how exactly a time of impact is found.

/// The part of the least extent by which two bodies may overlap at the end of a step: contacts push them apart from
/// there.
pub(crate) const CONTACT_CAN_UNDO: f32 = 0.25;

/// The same for two bodies that can both be pushed, and do not bounce. In a crowd impacts would go from one to the next
/// for ever; contacts solve them all at once.
pub(crate) const BOTH_CAN_UNDO: f32 = 0.5;

/// The part of the least extent by which two pieces that move may graze each other unseen.
pub(crate) const GRAZE: f32 = 0.1;

/// How near two pieces come when they meet, and how exactly that is hit [slops].
pub(crate) const TARGET: f32 = 0.1;

pub(crate) const TOLERANCE: f32 = 0.1;
