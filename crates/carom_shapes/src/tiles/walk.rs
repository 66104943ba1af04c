//! The cells of a tile grid that a box can touch, at rest or on a straight motion. In: a box and a motion. Out: cells
//! that are not empty, in the order in which their columns (or rows) are reached.
//!
//! J. Amanatides and A. Woo 1987 for a thing with a width: the motion is cut at the borders of each column of cells,
//! and within a column it spans a run of cells. A steep motion is cut by rows instead, so that a ray sees about two
//! cells at each step. In f64, and every column and run is a hair wider than necessary: a ray along a line between
//! cells, or through a corner, sees all cells that touch it.

use crate::{Cell, Piece, TileGrid};
use carom_math::{Aabb, Vec2};

/// Everything is widened by this [cells].
const SLACK: f64 = 1.0e-4;

/// A motion in units of cells, from the lower left corner of the grid.
struct CellMotion {
    low: [f64; 2],
    high: [f64; 2],
    by: [f64; 2],
    slack: f64,
}

impl TileGrid {
    /// Calls `visit(cell, time)` for each cell that is not empty and that `area`, moved by `by` [m], may touch, until
    /// it returns false: those of a column together, columns in the order in which they are reached (rows, if the
    /// motion is steep). `time`, 0..=1, is not after the first touch of this cell and of all that follow. A number that
    /// is not finite visits nothing.
    pub fn walk(&self, area: &Aabb, by: Vec2, visit: &mut impl FnMut(Cell, f64) -> bool) {
        if !(area.is_finite() && by.is_finite()) || area.is_empty() {
            return;
        }
        let way = self.way(area, by);
        let counts = [self.columns(), self.rows()];
        let (major, minor) = if way.by[0].abs() >= way.by[1].abs() { (0, 1) } else { (1, 0) };
        let Some((first, last)) = way.span(major, 0.0, 1.0, counts[major]) else { return };
        for step in 0..=last - first {
            let line = if way.by[major] < 0.0 { last - step } else { first + step };
            let Some((enter, leave)) = way.times(major, line) else { continue };
            let Some((from, to)) = way.span(minor, enter, leave, counts[minor]) else { continue };
            for across in from..=to {
                let (column, up) = if major == 0 { (line, across) } else { (across, line) };
                let cell = Cell { row: self.rows() - 1 - up, column };
                if self.cell_piece(cell).is_some() && !visit(cell, enter) {
                    return;
                }
            }
        }
    }

    /// Whether `point` [m] lies in a solid part, its border included.
    pub fn contains_point(&self, point: Vec2) -> bool {
        let mut inside = false;
        self.walk(&Aabb::new(point, point), Vec2::ZERO, &mut |cell, _| {
            if let Some((Piece::Polygon(polygon), pose)) = self.cell_piece(cell) {
                let (p, corners) = (pose.inverse_transform_point(point), polygon.vertices());
                let count = corners.len();
                inside = (0..count).all(|i| crate::hull::turn(corners[i], corners[(i + 1) % count], p) >= 0.0);
            }
            !inside
        });
        inside
    }

    fn way(&self, area: &Aabb, by: Vec2) -> CellMotion {
        let (origin, bounds) = (self.origin(), self.bounds());
        let cell = f64::from(self.cell_size());
        let far = f64::from(bounds.min.abs().max_element()) + f64::from(bounds.max.abs().max_element());
        let place =
            |v: Vec2| [(f64::from(v.x) - f64::from(origin.x)) / cell, (f64::from(v.y) - f64::from(origin.y)) / cell];
        // Corners of cells are rounded to f32.
        let slack = SLACK + far * f64::from(f32::EPSILON) / cell;
        CellMotion {
            low: place(area.min),
            high: place(area.max),
            by: [f64::from(by.x) / cell, f64::from(by.y) / cell],
            slack,
        }
    }
}

impl CellMotion {
    /// The first and the last of `count` lines of cells across `axis` that the box touches between two times.
    fn span(&self, axis: usize, enter: f64, leave: f64, count: usize) -> Option<(usize, usize)> {
        let (a, b) = (enter * self.by[axis], leave * self.by[axis]);
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let (low, high) = (self.low[axis] + a - self.slack, self.high[axis] + b + self.slack);
        let last = count.checked_sub(1)?;
        // A cast saturates at the range of usize, and turns a negative number into zero.
        let to = if (high as usize) < last { high as usize } else { last };
        (high >= 0.0 && low <= count as f64 && low as usize <= to).then_some((low as usize, to))
    }

    /// The times at which the box begins and ceases to touch a line of cells across `axis`.
    fn times(&self, axis: usize, line: usize) -> Option<(f64, f64)> {
        let near = line as f64 - self.slack - self.high[axis];
        let far = line as f64 + 1.0 + self.slack - self.low[axis];
        let by = self.by[axis];
        if by == 0.0 {
            return (near <= 0.0 && far >= 0.0).then_some((0.0, 1.0));
        }
        let (enter, leave) = if by > 0.0 { (near / by, far / by) } else { (far / by, near / by) };
        let (enter, leave) = (if enter > 0.0 { enter } else { 0.0 }, if leave < 1.0 { leave } else { 1.0 });
        (enter <= leave).then_some((enter, leave))
    }
}
