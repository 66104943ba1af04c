//! Joint constraints, sixteen of one round side by side. Joints have no colors: `LanePlan` puts them into rounds.

pub(crate) mod revolute_block;
pub(crate) mod revolute_kernel;
