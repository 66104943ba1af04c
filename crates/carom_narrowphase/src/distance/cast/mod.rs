//! Linear casts of shapes.

pub(crate) mod piece;
pub(crate) mod shape;
pub(crate) mod sides;
