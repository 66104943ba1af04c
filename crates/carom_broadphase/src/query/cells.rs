//! Boxes by the cells of one even grid, for many sweeps through boxes that stay in place. In: boxes. Out: runs of
//! neighbours in one order of all entries. So the caller can keep its data of each box in columns by that order, and
//! test a whole run at once; `cells_walk.rs` walks them.
//!
//! A box is an entry in each of its cells. Boxes in too many cells, or far from most, are listed behind them: one run
//! if they are few, a packed tree if they are many. If most boxes share few of the cells, all are in the tree. (A.
//! Fujimoto, T. Tanaka, K. Iwata, "ARTS: accelerated ray-tracing system", 1986, for the even grid.)

use crate::boxes::{Source, takes_part};
use crate::bvh::packed::Packed;
use crate::robust_bounds::RobustBounds;
use carom_math::{Aabb, Vec2, max, max2};

/// Boxes to a cell, by their least corner: about one and a half times as many with those that extend into it.
const FULL: f32 = 7.0;

/// A box in more cells than this is not in the grid.
const MOST_CELLS: u32 = 16;

const _: () =
    assert!(MOST_CELLS <= 1 + u8::MAX as u32, "the columns and rows more of a box in the grid are a byte each");

/// A box longer than this part of the space of most boxes says nothing about their position.
const LONG: f32 = 0.125;

/// If a box shares its cell with this many on average, the grid is useless.
const CROWD: u64 = 64;

/// Up to this many boxes are a run rather than a tree.
const FEW: usize = 32;

/// No grid.
const NOWHERE: Aabb = Aabb { min: Vec2::ZERO, max: Vec2::ZERO };

/// A box of the grid: its index, its first cell, and the number of further columns and rows.
type Span = (u32, u32, [u8; 2]);

/// An even grid over boxes, for many sweeps.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The box around the boxes of the grid.
    pub(crate) around: Aabb,
    pub(crate) side: f32,
    inverse: f32,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// The first entry of each cell, by rows of cells, and the end of the last.
    pub(crate) starts: Vec<u32>,
    /// The box of each entry.
    entries: Vec<u32>,
    /// Boxes outside the grid, if they are many.
    rest: Packed,
}

impl Cells {
    /// A grid over the boxes of `ids`, found in `boxes` by index.
    pub fn of(ids: &[u32], boxes: &[Aabb]) -> Self {
        let mut cells = Self {
            around: NOWHERE,
            side: 1.0,
            inverse: 1.0,
            columns: 0,
            rows: 0,
            starts: Vec::new(),
            entries: Vec::new(),
            rest: Packed::default(),
        };
        cells.plan(ids, boxes);
        let (mut spans, mut others) = cells.split(ids, boxes);
        if cells.is_crowded() {
            others.extend(spans.drain(..).map(|span| span.0));
            (cells.columns, cells.rows, cells.around) = (0, 0, NOWHERE);
            cells.starts = vec![0];
        }
        cells.fill(&spans);
        if others.len() > FEW {
            cells.rest.build(&others, boxes);
        } else {
            cells.entries.extend(&others);
        }
        cells
    }

    /// The index of the box of each entry, in the order of the runs.
    pub fn entries(&self) -> &[u32] {
        &self.entries
    }

    /// Boxes that are no entries: those outside the grid, if they are many.
    pub fn rest(&self) -> &Packed {
        &self.rest
    }

    #[inline(always)]
    pub(crate) fn end_of_grid(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
    }

    /// The column or row of cells of a place; a place outside counts as on the edge.
    #[inline(always)]
    pub(crate) fn column(&self, x: f32) -> u32 {
        (((x - self.around.min.x) * self.inverse) as u32).min(self.columns.saturating_sub(1))
    }

    /// See [`Cells::column`].
    #[inline(always)]
    pub(crate) fn row(&self, y: f32) -> u32 {
        (((y - self.around.min.y) * self.inverse) as u32).min(self.rows.saturating_sub(1))
    }

    /// Chooses the position and the size of the cells.
    fn plan(&mut self, ids: &[u32], boxes: &[Aabb]) {
        if ids.len() <= FEW {
            return;
        }
        let spread = RobustBounds::of(&Source { ids, now: boxes, old: &[] });
        let long = LONG * max(spread.size.x, spread.size.y);
        let (low, high) = (spread.center - 0.5 * spread.size, spread.center + 0.5 * spread.size);
        let (mut around, mut count) = (Aabb::EMPTY, 0.0);
        for b in ids.iter().filter_map(|&id| boxes.get(id as usize)) {
            if is_common(b, long, (low, high)) {
                around = around.union(b);
                count += 1.0;
            }
        }
        let size = around.size();
        if !(count > FEW as f32 && size.is_finite() && size.x + size.y > 0.0) {
            return;
        }
        // No more cells along an axis than boxes to fill them.
        let side = max((FULL * size.x * size.y / count).sqrt(), FULL * max(size.x, size.y) / count);
        (self.around, self.side, self.inverse) = (around, side, 1.0 / side);
        if !(self.side.is_normal() && self.inverse.is_normal()) {
            self.around = NOWHERE;
            return;
        }
        (self.columns, self.rows) = (u32::MAX, u32::MAX);
        (self.columns, self.rows) = (self.column(around.max.x) + 1, self.row(around.max.y) + 1);
    }

    /// Counts the boxes of each cell. Returns the boxes in the grid, and the others.
    fn split(&mut self, ids: &[u32], boxes: &[Aabb]) -> (Vec<Span>, Vec<u32>) {
        let (mut spans, mut others) = (Vec::with_capacity(ids.len()), Vec::new());
        self.starts = vec![0; self.columns as usize * self.rows as usize + 1];
        for &id in ids {
            let Some(b) = boxes.get(id as usize).filter(|b| takes_part(b)) else { continue };
            let (first, last) = ([self.column(b.min.x), self.row(b.min.y)], [self.column(b.max.x), self.row(b.max.y)]);
            let more = [last[0] - first[0], last[1] - first[1]];
            let fits = (more[0] + 1).saturating_mul(more[1] + 1) <= MOST_CELLS;
            if self.columns == 0 || !fits || !self.around.contains(b) {
                others.push(id);
                continue;
            }
            let cell = first[1] * self.columns + first[0];
            spans.push((id, cell, [more[0] as u8, more[1] as u8]));
            for row in 0..=more[1] {
                for column in 0..=more[0] {
                    self.starts[(cell + row * self.columns + column) as usize] += 1;
                }
            }
        }
        (spans, others)
    }

    fn is_crowded(&self) -> bool {
        let counts = || self.starts.iter().map(|&count| u64::from(count));
        counts().map(|count| count * count).sum::<u64>() > CROWD * counts().sum::<u64>()
    }

    /// Turns the counts into starts, and fills in the entries.
    fn fill(&mut self, spans: &[Span]) {
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.entries = vec![0; end as usize];
        // Backwards: the count ends as the start.
        for &(id, cell, more) in spans.iter().rev() {
            for row in 0..=u32::from(more[1]) {
                for column in 0..=u32::from(more[0]) {
                    let start = &mut self.starts[(cell + row * self.columns + column) as usize];
                    *start -= 1;
                    self.entries[*start as usize] = id;
                }
            }
        }
    }
}

/// Whether a box begins near most others and is not long.
fn is_common(b: &Aabb, long: f32, (low, high): (Vec2, Vec2)) -> bool {
    let size = b.size();
    takes_part(b) && max(size.x, size.y) <= long && max2(b.min, low) == b.min && max2(high, b.min) == high
}
