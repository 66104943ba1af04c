//! Time of impact of two moving pieces (conservative advancement).

pub(crate) mod impact;
pub(crate) mod sweep;
pub(crate) mod wide_sweep;
