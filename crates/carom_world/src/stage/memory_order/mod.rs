//! The order of bodies and proxies in memory follows space.

pub(crate) mod curve;
pub(crate) mod reorder_bodies;
pub(crate) mod reorder_proxies;
pub(crate) mod scattered;
