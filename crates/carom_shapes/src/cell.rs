//! The position of a cell in a grid, or of a pixel in a mask.

/// A cell of a [`TileGrid`](crate::TileGrid) or a pixel of a [`Mask`](crate::Mask). Cells are ordered as they are read:
/// row by row from the top, each from the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, from 0 at the top.
    pub row: usize,
    /// Column, from 0 at the left.
    pub column: usize,
}
