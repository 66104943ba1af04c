//! Stage 8, sleep: islands fall asleep and wake.

pub(crate) mod fall_asleep;
pub(crate) mod wake;
