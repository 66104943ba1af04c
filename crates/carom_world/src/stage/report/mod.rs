//! Events of a step, as the user gets them.

pub(crate) mod impulses;
pub(crate) mod noted;
pub(crate) mod touch_events;
pub(crate) mod transient;
