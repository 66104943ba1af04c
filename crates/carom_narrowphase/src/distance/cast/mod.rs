//! Shapes cast along straight lines.

pub(crate) mod piece;
pub(crate) mod shape;
pub(crate) mod sides;
