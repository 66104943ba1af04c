//! Stage 2: pairs whose fat boxes overlap, and the list of contacts.

pub(crate) mod contacts;
pub(crate) mod merge;
pub(crate) mod shapes;
