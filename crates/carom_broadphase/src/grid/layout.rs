//! The occupied cells of the grid, for pictures and lessons.

use crate::grid::Grid;
use crate::layout::StructureCell;
use carom_math::{Aabb, vec2};

/// A cell that holds boxes: its level, row and column, their number and the box around them.
type Occupied = ((usize, u32, u32), usize, Aabb);

impl Grid {
    /// All cells that hold boxes, sorted.
    fn occupied(&self) -> Vec<Occupied> {
        let view = self.rows.view();
        let mut all: Vec<Occupied> = Vec::with_capacity(self.rows.ids.len());
        for (depth, level) in self.levels.list.iter().enumerate() {
            for at in level.first..level.end {
                let b = view.now(at);
                if !b.is_empty() {
                    all.push(((depth, level.row(b.min.y), level.column(b.min.x)), 1, b));
                }
            }
        }
        all.sort_by_key(|entry| entry.0);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                (kept.1, kept.2) = (kept.1 + next.1, kept.2.union(&next.2));
            }
            same
        });
        all
    }

    /// Calls `visit` with each cell that holds boxes, the coarsest first, then by rows from below.
    pub(crate) fn each_cell(&self, visit: &mut impl FnMut(StructureCell)) {
        for ((depth, row, column), boxes, bounds) in self.occupied() {
            let Some(level) = self.levels.list.get(depth) else { continue };
            let low = level.corner(column, row);
            let side = level.cell as f32;
            let area = Aabb::new(low, low + vec2(side, side));
            visit(StructureCell { area, bounds, depth: depth as u32, boxes });
        }
    }

    /// The number of pairs in the same cell, in neighbours, or in near cells of two levels.
    pub(crate) fn near_pairs(&self) -> u64 {
        let (view, cells) = (self.rows.view(), self.occupied());
        // Boxes in the columns from c0 to c1 of a row.
        let count = |depth: usize, row: u32, c0: u32, c1: u32| -> u64 {
            let from = cells.partition_point(|cell| cell.0 < (depth, row, c0));
            cells[from..].iter().take_while(|cell| cell.0 <= (depth, row, c1)).map(|cell| cell.1 as u64).sum()
        };
        let (mut own, mut coarser) = (0, 0);
        for (depth, level) in self.levels.list.iter().enumerate() {
            for at in level.first..level.end {
                let b = view.now(at);
                if b.is_empty() {
                    continue;
                }
                for (upper, grid) in self.levels.list[..=depth].iter().enumerate() {
                    let same = upper == depth;
                    let (c0, r0) = (grid.column(b.min.x).saturating_sub(1), grid.row(b.min.y).saturating_sub(1));
                    let (c1, r1) = if same {
                        (grid.column(b.min.x).saturating_add(1), grid.row(b.min.y).saturating_add(1))
                    } else {
                        (grid.column(b.max.x), grid.row(b.max.y))
                    };
                    let found: u64 = (r0..=r1).map(|row| count(upper, row, c0, c1)).sum();
                    *(if same { &mut own } else { &mut coarser }) += if same { found - 1 } else { found };
                }
            }
        }
        own / 2 + coarser
    }
}
