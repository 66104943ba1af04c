//! Stage 6, finalize: poses, fat boxes, bodies that are not finite.

pub(crate) mod bodies;
pub(crate) mod fat_boxes;
pub(crate) mod freeze;
