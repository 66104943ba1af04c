//! The cells of a structure, for pictures, lessons and diagnosis. In: a structure that was built. Out: each cell with
//! its boxes counted, and the number of pairs that lie near enough in it to be tested.

use carom_math::Aabb;

/// A cell of a spatial hash, a node of a quadtree or of an R-tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StructureCell {
    /// The square of the cell, or of the quadtree's node; the box around all below for an R-tree [m]. The boxes of a
    /// cell and of a quadtree's node have their least corner in it, and may extend beyond.
    pub area: Aabb,
    /// The box around its own boxes [m]; empty if it has none.
    pub bounds: Aabb,
    /// 0 for the coarsest grid and the root.
    pub depth: u32,
    /// Number of its own boxes, without those of nodes below.
    pub boxes: usize,
}
