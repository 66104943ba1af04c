//! Order in memory: bodies and proxies in memory follow space, for cache locality.

pub(crate) mod curve;
pub(crate) mod reorder_bodies;
pub(crate) mod reorder_proxies;
pub(crate) mod scattered;
