//! Stage 3, narrow phase: contact manifolds, and the solver's blocks.

pub(crate) mod assemblies;
pub(crate) mod at_rest;
#[cfg(test)]
pub(crate) mod at_rest_tests;
pub(crate) mod bounce_chain;
pub(crate) mod bounce_chains;
pub(crate) mod carry;
pub(crate) mod chunks;
pub(crate) mod collide;
pub(crate) mod collide_lanes;
pub(crate) mod crossing;
pub(crate) mod embedded;
pub(crate) mod first_touch;
pub(crate) mod internal_edges;
pub(crate) mod one_way;
#[cfg(test)]
pub(crate) mod oracle_tests;
pub(crate) mod pressed;
pub(crate) mod reach;
