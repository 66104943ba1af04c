//! Joint constraints, sixteen of one color side by side.

pub(crate) mod revolute_block;
pub(crate) mod revolute_kernel;
