//! Stage 8, sleep: islands fall asleep and wake.

pub(crate) mod driven;
pub(crate) mod fall_asleep;
mod rest;
pub(crate) mod wake;
