//! Depths that two pieces may have when they meet, and the tolerance of a time of impact (TOI).

/// The part of the min extent by which two bodies may overlap at the end of a step. Contacts push them apart from
/// there.
pub(crate) const CONTACT_CAN_UNDO: f32 = 0.25;

/// The same for two bodies that can both be pushed and do not bounce. In a crowd, impacts would go from one body to the
/// next for ever; contacts solve them all at once.
pub(crate) const BOTH_CAN_UNDO: f32 = 0.49;

/// The part of the min extent by which two moving pieces may graze each other unseen.
pub(crate) const GRAZE: f32 = 0.1;

/// The gap between two pieces at an impact, and its tolerance [slops].
pub(crate) const TARGET: f32 = 0.1;

pub(crate) const TOLERANCE: f32 = 0.1;
