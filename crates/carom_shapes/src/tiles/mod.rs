//! Tile grids: levels of cells, as a shape of their own.

pub(crate) mod border;
pub(crate) mod grid;
pub(crate) mod tile;
pub(crate) mod walk;
