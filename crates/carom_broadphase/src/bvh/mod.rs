//! Trees of boxes for sets of boxes that stay where they are.

pub(crate) mod packed;
#[cfg(feature = "rtree")]
pub(crate) mod rtree;
