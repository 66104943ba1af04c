//! Stage 5: what the solver is given, and what it gives back.

pub(crate) mod areas;
pub(crate) mod buoyancy;
pub(crate) mod inputs;
pub(crate) mod joints;
