//! A walk through [`Cells`]: the runs of entries that a sweep may meet, about in order. In: the cells, a box and its
//! motion. Out: runs of entries, requested one at a time with the fraction that still counts.
//!
//! First come the cells that the box is in when it enters the grid. Then, each time that its leading side crosses into
//! a new column or row of cells, come those cells of it that the box covers at that time. So every cell comes once, at
//! the time at which the box enters it. (J. Amanatides, A. Woo, "A fast voxel traversal algorithm for ray tracing",
//! 1987, for a point.)

use crate::query::cells::Cells;
use crate::query::swept::{Slabs, SweptBox};
use carom_math::{Aabb, Vec2};
use std::ops::Range;

/// Bound on the rounding of the place of a cell, in parts of the coordinates of the grid, and more.
const NOISE: f32 = 2.0e-6;

/// A walk of a box through [`Cells`].
#[derive(Debug)]
pub struct CellsWalk<'a> {
    cells: &'a Cells,
    /// The first run: the boxes outside the grid, or all.
    first: Range<usize>,
    /// The box at the start, and its motion.
    area: Aabb,
    by: Vec2,
    /// Fraction of the motion for a metre.
    inverse: Vec2,
    /// Cells not yet given: first and last column, next and last row.
    columns: (u32, u32),
    rows: (u32, u32),
    /// The column and the row of the leading sides.
    lead: (u32, u32),
    /// The times at which they cross into the next; behind the end if there is none.
    next: Vec2,
    /// The time at which the box leaves the grid.
    end: f32,
}

impl Cells {
    /// The walk of `area`, moved along `by` [m]; `None` if a number is not finite or the area is empty.
    ///
    /// It does not meet [`Cells::rest`].
    #[inline(always)]
    pub fn walk(&self, area: &Aabb, by: Vec2) -> Option<CellsWalk<'_>> {
        self.walk_of(SweptBox::new(area, by)?)
    }

    /// [`Cells::walk`] of a point [m].
    #[inline(always)]
    pub fn walk_ray(&self, from: Vec2, to: Vec2) -> Option<CellsWalk<'_>> {
        self.walk_of(SweptBox::ray(from, to)?)
    }

    #[inline(always)]
    fn walk_of(&self, sweep: SweptBox) -> Option<CellsWalk<'_>> {
        let slabs = Slabs::of(&sweep);
        let far = self.around.min.abs() + self.around.max.abs();
        let slack = NOISE * (far.x + far.y);
        let (area, by) = (slabs.area().grown(slack), sweep.by());
        let mut walk = CellsWalk {
            cells: self,
            first: self.end_of_grid()..self.entries().len(),
            area,
            by,
            inverse: slabs.inverse,
            columns: (0, 0),
            rows: (1, 0),
            lead: (0, 0),
            next: Vec2::INFINITY,
            end: -1.0,
        };
        if slabs.is_huge {
            walk.first.start = 0;
        } else if self.columns > 0
            && let Some((start, end)) = slabs.span(&self.around.grown(slack))
        {
            walk.enter(start, end);
        }
        Some(walk)
    }
}

impl CellsWalk<'_> {
    /// The next run of entries, never empty; `None` if nothing more is met before `limit`.
    #[inline(always)]
    pub fn next(&mut self, limit: f32) -> Option<Range<usize>> {
        if !self.first.is_empty() {
            return Some(std::mem::take(&mut self.first));
        }
        loop {
            while self.rows.0 <= self.rows.1 {
                let row = self.rows.0 as usize * self.cells.columns as usize;
                self.rows.0 += 1;
                let from = self.cells.starts[row + self.columns.0 as usize] as usize;
                let to = self.cells.starts[row + self.columns.1 as usize + 1] as usize;
                if from < to {
                    return Some(from..to);
                }
            }
            let is_x = self.next.x < self.next.y;
            let time = if is_x { self.next.x } else { self.next.y };
            if !(time <= limit && time <= self.end) {
                return None;
            }
            let area = self.area.moved(self.by * time);
            if is_x {
                self.lead.0 = if self.by.x > 0.0 { self.lead.0 + 1 } else { self.lead.0 - 1 };
                self.columns = (self.lead.0, self.lead.0);
                self.rows = behind(self.by.y, self.lead.1, (self.cells.row(area.min.y), self.cells.row(area.max.y)));
                self.next.x = self.next_column();
            } else {
                self.lead.1 = if self.by.y > 0.0 { self.lead.1 + 1 } else { self.lead.1 - 1 };
                self.rows = (self.lead.1, self.lead.1);
                let reached = (self.cells.column(area.min.x), self.cells.column(area.max.x));
                self.columns = behind(self.by.x, self.lead.0, reached);
                self.next.y = self.next_row();
            }
        }
    }

    /// The box enters the grid.
    #[inline(always)]
    fn enter(&mut self, start: f32, end: f32) {
        let area = self.area.moved(self.by * start);
        self.columns = (self.cells.column(area.min.x), self.cells.column(area.max.x));
        self.rows = (self.cells.row(area.min.y), self.cells.row(area.max.y));
        self.lead = (
            if self.by.x > 0.0 { self.columns.1 } else { self.columns.0 },
            if self.by.y > 0.0 { self.rows.1 } else { self.rows.0 },
        );
        self.end = end;
        self.next = Vec2::new(self.next_column(), self.next_row());
    }

    /// The time at which the leading side crosses into the next column.
    #[inline(always)]
    fn next_column(&self) -> f32 {
        let (lead, low) = (self.lead.0, self.cells.around.min.x);
        if self.by.x > 0.0 {
            let edge = low + (lead + 1) as f32 * self.cells.side;
            if lead + 1 < self.cells.columns { (edge - self.area.max.x) * self.inverse.x } else { f32::INFINITY }
        } else if self.by.x < 0.0 && lead > 0 {
            (low + lead as f32 * self.cells.side - self.area.min.x) * self.inverse.x
        } else {
            f32::INFINITY
        }
    }

    /// The time at which it crosses into the next row.
    #[inline(always)]
    fn next_row(&self) -> f32 {
        let (lead, low) = (self.lead.1, self.cells.around.min.y);
        if self.by.y > 0.0 {
            let edge = low + (lead + 1) as f32 * self.cells.side;
            if lead + 1 < self.cells.rows { (edge - self.area.max.y) * self.inverse.y } else { f32::INFINITY }
        } else if self.by.y < 0.0 && lead > 0 {
            (low + lead as f32 * self.cells.side - self.area.min.y) * self.inverse.y
        } else {
            f32::INFINITY
        }
    }
}

/// The cells of the box along an axis, from the columns of its sides. The crossings give the position of the leading
/// side. If it crosses a column and a row at once, two places that round differently would leave out the cell between
/// them.
#[inline(always)]
fn behind(by: f32, lead: u32, (low, high): (u32, u32)) -> (u32, u32) {
    if by > 0.0 { (low.min(lead), lead) } else { (lead, high.max(lead)) }
}
