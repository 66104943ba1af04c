//! Stage 8: islands fall asleep and wake.

pub(crate) mod fall_asleep;
pub(crate) mod wake;
