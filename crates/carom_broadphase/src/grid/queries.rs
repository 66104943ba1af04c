//! Queries on a grid: the boxes that overlap a box, or that a moving box meets. In: the grid and the query. Out: the
//! indices found, each once, level by level and along the rows of cells. Nothing is allocated.

use crate::grid::Grid;
use crate::grid::levels::Level;
use crate::grid::pairs::{in_row, scans_all};
use crate::query::swept::{Slabs, SweptBox};
use carom_math::{Aabb, dispatch};

impl Grid {
    /// Calls `visit` for each box that overlaps `area`, until it returns false. Returns whether it never did.
    pub(crate) fn each_overlapping(
        &self,
        lanes: fearless_simd::Level,
        area: &Aabb,
        visit: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        dispatch!(lanes, simd => {
            let view = self.rows.view_now();
            self.levels.list.iter().all(|level| {
                let cells = level.cells_of(area);
                cells.is_none_or(|cells| self.each_in_cells(simd, level, area, cells, |at| visit(view.ids[at])))
            })
        })
    }

    /// Calls `visit` for each box that `sweep` meets, until it returns false. Returns whether it never did.
    pub(crate) fn each_met(&self, sweep: &SweptBox, visit: &mut impl FnMut(u32) -> bool) -> bool {
        let slabs = Slabs::of(sweep);
        self.levels.list.iter().all(|level| self.each_met_in_level(level, (sweep, &slabs), visit))
    }

    fn each_met_in_level(
        &self,
        level: &Level,
        (sweep, slabs): (&SweptBox, &Slabs),
        visit: &mut impl FnMut(u32) -> bool,
    ) -> bool {
        let view = self.rows.view_now();
        // The exact predicate divides; the slabs reject most boxes without a division.
        let meets = |near: &Aabb| slabs.span(near).is_some() && sweep.meets(near);
        let Some((columns, rows)) = level.cells_of(&sweep.bounds()).filter(|_| !sweep.is_huge()) else {
            // If the sweep itself overflows, cells say nothing.
            let all = if sweep.is_huge() { level.first..level.end } else { 0..0 };
            return all.into_iter().all(|at| !sweep.meets(&view.now(at)) || visit(view.ids[at]));
        };
        // A sweep covers one row at least; it is thin, so the number of rows that it crosses counts.
        let (width, height) = (u64::from(columns.1 - columns.0) + 1, u64::from(rows.1 - rows.0) + 1);
        if scans_all(level, (width, 1)) || scans_all(level, (1, height)) {
            return (level.first..level.end).all(|at| !meets(&view.now(at)) || visit(view.ids[at]));
        }
        for row in rows.0..=rows.1 {
            let Some((first, last)) = level.columns_met(sweep, row) else {
                continue;
            };
            let (first, last) = (first.max(columns.0), last.min(columns.1));
            if first > last {
                continue;
            }
            for (from, to) in self.runs(level, level.bucket(first, row), last - first + 1) {
                for at in from..to {
                    if meets(&view.now(at)) && in_row(&view, level, row, at) && !visit(view.ids[at]) {
                        return false;
                    }
                }
            }
        }
        true
    }
}

impl Level {
    /// The first and last column in a row of cells that may hold a box that `sweep` meets.
    fn columns_met(&self, sweep: &SweptBox, row: u32) -> Option<(u32, u32)> {
        let (low, high) = self.span(row);
        let (least, greatest) = sweep.reach(low, high, self.cell)?;
        Some((self.column_at(least).saturating_sub(1), self.column_at(greatest).saturating_add(1)))
    }
}
