//! Stage 8, sleep: islands fall asleep and wake.

pub(crate) mod driven;
pub(crate) mod fall_asleep;
pub(crate) mod free;
mod rest;
pub(crate) mod wake;
