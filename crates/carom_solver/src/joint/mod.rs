//! Joint constraints, sixteen of one round side by side. Joints have no colors: `LanePlan` puts them into rounds.

pub(crate) mod axes;
pub(crate) mod axis_rows;
pub(crate) mod block;
pub(crate) mod constraints;
pub(crate) mod coupled;
pub(crate) mod forest;
#[cfg(test)]
mod forest_tests;
pub(crate) mod freedom;
pub(crate) mod held;
pub(crate) mod hubs;
pub(crate) mod input;
pub(crate) mod kernel;
pub(crate) mod mean_mass;
pub(crate) mod mesh;
pub(crate) mod packs;
#[cfg(test)]
mod packs_tests;
pub(crate) mod pass_softness;
pub(crate) mod record;
pub(crate) mod reduced_mass;
pub(crate) mod spring_lanes;
pub(crate) mod tree;
