//! BVH: trees of boxes for sets of boxes that stay in place.

pub(crate) mod packed;
#[cfg(feature = "rtree")]
pub(crate) mod rtree;
