//! Stage 6, finalize: poses and sleep timers.

pub(crate) mod bodies;
pub(crate) mod fat_boxes;
pub(crate) mod freeze;
