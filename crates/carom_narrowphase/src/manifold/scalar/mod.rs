//! Contact manifolds of one pair at a time: the reference for the lanes.

pub(crate) mod axis;
pub(crate) mod box_core;
pub(crate) mod capsule;
pub(crate) mod circle;
pub(crate) mod clip;
pub(crate) mod core;
pub(crate) mod corner;
pub(crate) mod edges;
pub(crate) mod gauss;
pub(crate) mod link;
pub(crate) mod link_circle;
pub(crate) mod polygon;
pub(crate) mod polygon_circle;
