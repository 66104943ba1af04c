//! Stage 5: inputs and outputs of the solver.

pub(crate) mod areas;
pub(crate) mod buoyancy;
pub(crate) mod inputs;
pub(crate) mod joints;
pub(crate) mod mass_scaling;
pub(crate) mod part_embedded;
pub(crate) mod scaled_mass;
