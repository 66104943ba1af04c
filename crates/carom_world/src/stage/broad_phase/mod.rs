//! Stage 2, broad phase: pairs whose fat boxes overlap, and the contact array.

pub(crate) mod contacts;
pub(crate) mod merge;
pub(crate) mod shapes;
