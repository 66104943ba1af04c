//! The cells and nodes that hold boxes, for drawing. In: a structure as it was built. Out: boxes, each once.

use crate::active_static::{ActiveStatic, Among};
use crate::grid::Grid;
use crate::quadtree::Tree;
use crate::structure::Flat;
use carom_math::{Aabb, Vec2};
use std::collections::BTreeSet;

impl Grid {
    /// The cells that hold the least corner of some box. A box covers its cell and at most the next one each way.
    pub(crate) fn occupied(&self) -> Vec<Aabb> {
        let rows = self.rows.view();
        let mut found = Vec::new();
        for level in &self.levels.list {
            let boxes = (level.first..level.end).map(|at| rows.now(at)).filter(|b| b.is_finite() && !b.is_empty());
            let cells: BTreeSet<(u32, u32)> = boxes.map(|b| (level.column(b.min.x), level.row(b.min.y))).collect();
            found.extend(cells.into_iter().map(|(column, row)| level.cell_box(column, row)));
        }
        found
    }
}

impl Tree {
    /// The boxes around the subtrees of all nodes.
    pub(crate) fn occupied(&self) -> Vec<Aabb> {
        self.nodes.iter().map(|node| node.bounds).filter(|b| b.is_finite() && !b.is_empty()).collect()
    }
}

impl<T: Flat> ActiveStatic<T> {
    /// The cells or nodes that hold boxes: those of active boxes, then those of still ones. They are as the last
    /// [`ActiveStatic::update`] left them. It is for drawing, and scans all boxes.
    pub fn occupied(&self) -> (Vec<Aabb>, Vec<Aabb>) {
        let cells = |among| self.parts(among).flat_map(T::occupied).collect();
        (cells(Among::Active), cells(Among::Still))
    }
}

impl crate::grid::levels::Level {
    /// The box of a cell.
    fn cell_box(&self, column: u32, row: u32) -> Aabb {
        let (low, side) = (self.low(), self.cell);
        let corner =
            |column: f64, row: f64| Vec2::new(((column + low[0]) * side) as f32, ((row + low[1]) * side) as f32);
        let (column, row) = (f64::from(column), f64::from(row));
        Aabb::new(corner(column, row), corner(column + 1.0, row + 1.0))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Index, QuadTree, SpatialHash, Structure};
    use carom_math::{Aabb, vec2};

    fn built<T: Structure>() -> Index<T> {
        let mut index = Index::<T>::default();
        for i in 0..40 {
            let corner = vec2(3.0 * (i % 8) as f32, 2.0 * (i / 8) as f32);
            let _ = index.insert(Aabb::new(corner, corner + vec2(1.0, 1.0)));
        }
        index.refresh();
        index
    }

    #[test]
    fn each_box_begins_in_a_cell_or_lies_in_a_node() {
        let (hash, tree): (SpatialHash, QuadTree) = (built(), built());
        let (cells, nodes) = (hash.occupied(), tree.occupied());
        assert!(!cells.is_empty() && cells.len() <= 40 && !nodes.is_empty());
        for id in 0..40 {
            let b = hash.get(id).unwrap_or(Aabb::EMPTY);
            assert!(cells.iter().any(|cell| cell.overlaps(&Aabb::new(b.min, b.min))), "{b:?}");
            assert!(nodes.iter().any(|node| node.contains(&b)), "{b:?}");
        }
    }
}
