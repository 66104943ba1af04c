//! Events: what the user hears of a step.

pub(crate) mod impulses;
pub(crate) mod noted;
pub(crate) mod transient;
