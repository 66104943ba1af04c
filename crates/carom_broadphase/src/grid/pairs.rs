//! New pairs from grids. In: the grid of active boxes and the grid of still ones. Out: one list of pairs a block, each
//! pair in one list once.
//!
//! Two boxes of a level meet in the same cell or in neighbours. Each box tests the rest of its own cell, the cell to
//! the right and the three above (half neighbourhood), which are two runs of rows. Of two boxes of different levels,
//! the coarser one tests the cells that it covers in the finer grid, row of cells by row of cells. The usual way, every
//! fine box in every coarser grid, measured twice as slow. Several cells may share a bucket: far cells then give boxes
//! that do not overlap. If one box tests many cells, a hit counts only in its own row of cells.

use crate::grid::Grid;
use crate::grid::levels::Level;
use crate::pair::Pair;
use crate::rows::{LANES, Probe, View};
use carom_math::{Aabb, dispatch};
use carom_parallel::{Each, Executor};
use fearless_simd::Simd;

/// Rows to a block.
const BLOCK: usize = 256;

/// Initial capacity of a block's list: a list with a few pairs need not grow.
const ROOM: usize = 32;

impl Grid {
    /// Fills `blocks` with the new pairs among these boxes and between these and the `others`.
    pub(crate) fn new_pairs(
        &self,
        lanes: fearless_simd::Level,
        tasks: &Executor,
        others: &[&Self],
        blocks: &mut Vec<Vec<Pair>>,
    ) {
        let blocks_of = |grid: &Self| grid.rows.ids.len().div_ceil(BLOCK);
        let looking = || others.iter().filter(|other| other.any_searches(self));
        let own = blocks_of(self);
        let count = own + looking().map(|other| blocks_of(other)).sum::<usize>();
        if blocks.len() < count {
            blocks.resize_with(count, || Vec::with_capacity(ROOM));
        }
        let (mine, mut rest) = blocks.split_at_mut(own);
        tasks.blocks(BLOCK, (&self.rows.ids[..], Each(BLOCK, mine)), |first, (ids, Each(_, out))| {
            let rows = (first, first + ids.len());
            dispatch!(lanes, simd => self.scan(simd, others, rows, &mut out[0]));
        });
        for other in looking() {
            let (theirs, more) = rest.split_at_mut(blocks_of(other));
            tasks.blocks(BLOCK, (&other.rows.ids[..], Each(BLOCK, theirs)), |first, (ids, Each(_, out))| {
                let rows = (first, first + ids.len());
                dispatch!(lanes, simd => other.scan_active(simd, self, rows, &mut out[0]));
            });
            rest = more;
        }
    }

    /// The pairs that the boxes in these rows find, with each other and with those of others.
    #[inline(always)]
    fn scan<S: Simd>(&self, simd: S, others: &[&Self], rows: (usize, usize), out: &mut Vec<Pair>) {
        for (at, level) in self.levels.list.iter().enumerate() {
            let rows = common(rows, level);
            if rows.0 >= rows.1 {
                continue;
            }
            self.scan_level(simd, level, rows, out);
            for finer in &self.levels.list[at + 1..] {
                self.scan_other(simd, rows, self, finer, out);
            }
            for grid in others {
                for other in grid.levels.list.iter().filter(|other| !searches(other, level)) {
                    self.scan_other(simd, rows, grid, other, out);
                }
            }
        }
    }

    /// The pairs that the still boxes in these rows find: those of levels that are coarse and few.
    #[inline(always)]
    fn scan_active<S: Simd>(&self, simd: S, active: &Self, rows: (usize, usize), out: &mut Vec<Pair>) {
        for level in &self.levels.list {
            let rows = common(rows, level);
            for other in active.levels.list.iter().filter(|other| searches(level, other)) {
                self.scan_other(simd, rows, active, other, out);
            }
        }
    }

    /// The pairs inside one level: half neighbourhood of each row. Rare cases are outside, so that the loop keeps its
    /// registers.
    #[inline(always)]
    fn scan_level<S: Simd>(&self, simd: S, level: &Level, (from, to): (usize, usize), out: &mut Vec<Pair>) {
        let view = self.rows.view();
        let base = level.base;
        let wrap = if level.wraps { level.buckets - 1 } else { u32::MAX };
        let table = &self.starts[base as usize..];
        for (at, cell) in (from..to).zip(&self.cells[from..to]) {
            let cell = cell - base;
            let above = cell.wrapping_add(level.stride - 1) & wrap;
            if cell + 2 > level.buckets || above + 3 > level.buckets {
                self.scan_wrapped(level, at, out);
                continue;
            }
            let right = (at + 1, table[cell as usize + 2] as usize);
            let above = (table[above as usize] as usize, table[above as usize + 3] as usize);
            let now = Probe::new(simd, &view.now(at));
            let old = Probe::new(simd, &view.old(at));
            // Old pairs are masked before the one branch for both runs: in a heap every box has some.
            let hits = view.new_hits(simd, &now, &old, right.0, right.1)
                | view.new_hits(simd, &now, &old, above.0, above.1) << LANES;
            if hits != 0 {
                push(view.ids, at, (right.0, above.0), hits, out);
            }
            if right.1 > right.0 + LANES || above.1 > above.0 + LANES {
                self.scan_rest(simd, at, [(right.0 + LANES, right.1), (above.0 + LANES, above.1)], out);
            }
        }
    }

    /// The pairs of a row with the boxes of two runs.
    #[inline(never)]
    fn scan_rest<S: Simd>(&self, simd: S, at: usize, runs: [(usize, usize); 2], out: &mut Vec<Pair>) {
        simd.vectorize(
            #[inline(always)]
            || {
                let view = self.rows.view();
                let (now, old) = (Probe::new(simd, &view.now(at)), Probe::new(simd, &view.old(at)));
                for run in runs {
                    view.push_new(simd, at, (&now, &old), run, out);
                }
            },
        );
    }

    /// [`Grid::scan_level`] for one row whose neighbourhood crosses the end of a table that wraps.
    #[cold]
    fn scan_wrapped(&self, level: &Level, at: usize, out: &mut Vec<Pair>) {
        let view = self.rows.view();
        let cell = self.cells[at] - level.base;
        let above = cell.wrapping_add(level.stride - 1) & (level.buckets - 1);
        let [own, more] = self.runs(level, cell, 2);
        let runs = [(at + 1, own.1), more].into_iter().chain(self.runs(level, above, 3));
        let (now, old) = (view.now(at), view.old(at));
        for other in runs.flat_map(|(from, to)| from..to) {
            if now.overlaps(&view.now(other)) && !old.overlaps(&view.old(other)) {
                out.push(Pair::new(view.ids[at], view.ids[other]));
            }
        }
    }

    /// The pairs of these rows with the boxes of `level`, a level of `other`.
    #[inline(always)]
    fn scan_other<S: Simd>(
        &self,
        simd: S,
        (from, to): (usize, usize),
        other: &Self,
        level: &Level,
        out: &mut Vec<Pair>,
    ) {
        let (view, others) = (self.rows.view(), other.rows.view());
        let is_settled = other.rows.is_settled();
        for at in from..to {
            let (now, old) = (view.now(at), view.old(at));
            // No pair of two that stayed is new.
            if is_settled && now == old {
                continue;
            }
            let Some(cells) = level.cells_of(&now) else {
                continue;
            };
            if let Some(runs) = other.few_rows(level, cells) {
                // Most of a world has no still boxes.
                if runs.iter().all(|(from, to)| from == to) {
                    continue;
                }
                let (now, old) = (Probe::new(simd, &now), Probe::new(simd, &old));
                // (No closure: it might be compiled without the machine's instructions.)
                let mut bits = [0_u8; 4];
                for (of_run, &(from, to)) in bits.iter_mut().zip(&runs) {
                    if from < to {
                        *of_run = others.new_hits(simd, &now, &old, from, to) as u8;
                    }
                }
                if bits != [0; 4] {
                    push_runs(view.ids[at], others.ids, (&runs, bits), out);
                }
                continue;
            }
            other.each_in_cells(simd, level, &now, cells, |found| {
                if !old.overlaps(&others.old(found)) {
                    add(view.ids[at], others.ids[found], out);
                }
                true
            });
        }
    }

    /// The boxes in at most four rows of cells with at most eight boxes each; `None` if there are more.
    ///
    /// So few rows of so few cells share no bucket, even if the table wraps: multiples of the stride up to three are
    /// farther apart than eight (see `levels.rs`), so no box is seen twice.
    #[inline(always)]
    fn few_rows(&self, level: &Level, (columns, rows): ((u32, u32), (u32, u32))) -> Option<[(usize, usize); 4]> {
        let (width, height) = (columns.1 - columns.0, rows.1 - rows.0);
        if width >= 8 || height >= 4 {
            return None;
        }
        let mut runs = [(0, 0); 4];
        for row in 0..=height {
            let first = level.bucket(columns.0, rows.0 + row);
            if first + width >= level.buckets {
                return None;
            }
            let at = (level.base + first) as usize;
            let (from, to) = (self.starts[at] as usize, self.starts[at + width as usize + 1] as usize);
            if to > from + LANES {
                return None;
            }
            runs[row as usize] = (from, to);
        }
        Some(runs)
    }

    /// Calls `hit(row)` once for each box of `level` in these cells that overlaps `area`, until it returns false.
    /// Returns whether it never did.
    #[inline(always)]
    pub(crate) fn each_in_cells<S: Simd>(
        &self,
        simd: S,
        level: &Level,
        area: &Aabb,
        (columns, rows): ((u32, u32), (u32, u32)),
        mut hit: impl FnMut(usize) -> bool,
    ) -> bool {
        let view = self.rows.view_now();
        let probe = Probe::new(simd, area);
        let count = (u64::from(columns.1 - columns.0) + 1, u64::from(rows.1 - rows.0) + 1);
        if scans_all(level, count) {
            return view.each(simd, &probe, (level.first, level.end), hit);
        }
        for row in rows.0..=rows.1 {
            let [run, more] = self.runs(level, level.bucket(columns.0, row), count.0 as u32);
            let mut found = |at: usize| !in_row(&view, level, row, at) || hit(at);
            if !view.each(simd, &probe, run, &mut found) {
                return false;
            }
            if more.0 < more.1 && !view.each(simd, &probe, more, &mut found) {
                return false;
            }
        }
        true
    }

    /// Whether some level of this grid searches for its pairs in a level of `active` itself.
    fn any_searches(&self, active: &Self) -> bool {
        self.levels.list.iter().any(|level| active.levels.list.iter().any(|other| searches(level, other)))
    }
}

/// Adds the pairs of row `at` with the rows that the bits name: the lower eight count from `runs.0`, the upper from
/// `runs.1`.
#[inline(never)]
fn push(ids: &[u32], at: usize, runs: (usize, usize), mut hits: u32, out: &mut Vec<Pair>) {
    while hits != 0 {
        let bit = hits.trailing_zeros() as usize;
        let other = if bit < LANES { runs.0 + bit } else { runs.1 + bit - LANES };
        out.push(Pair::new(ids[at], ids[other]));
        hits &= hits - 1;
    }
}

/// Adds the pairs of a box with those that the bits name, at most eight from the start of each run.
#[inline(never)]
fn push_runs(id: u32, ids: &[u32], (runs, hits): (&[(usize, usize); 4], [u8; 4]), out: &mut Vec<Pair>) {
    for (&(from, _), mut hits) in runs.iter().zip(hits) {
        while hits != 0 {
            add(id, ids[from + hits.trailing_zeros() as usize], out);
            hits &= hits - 1;
        }
    }
}

/// Adds the pair of two boxes; a box listed as active and as still is no pair with itself.
#[inline(always)]
fn add(i: u32, j: u32, out: &mut Vec<Pair>) {
    if i != j {
        out.push(Pair::new(i, j));
    }
}

/// Whether the box in row `at` of the sorted boxes is in this row of cells. If cells share buckets, a run also has
/// boxes of other rows, which would be found twice.
#[inline(always)]
pub(crate) fn in_row(view: &View<'_>, level: &Level, row: u32, at: usize) -> bool {
    !level.wraps || level.row(view.now(at).min.y) == row
}

/// Whether testing every box of the level is cheaper than so many columns and rows of cells, or the only way to see
/// each box once.
#[inline(always)]
pub(crate) fn scans_all(level: &Level, (columns, rows): (u64, u64)) -> bool {
    let buckets = u64::from(level.buckets);
    rows * 8 > (level.end - level.first) as u64 + 64
        || (level.wraps && (columns >= buckets || columns * rows > 4 * buckets))
}

/// Whether the boxes of the still level search for active ones of the other level, rather than the other way round: if
/// they are far fewer and coarser. So 200,000 sleepers do nothing, and one ground does not meet every box alone.
#[inline(always)]
fn searches(still: &Level, active: &Level) -> bool {
    still.cell > 2.0 * active.cell && (still.end - still.first) * 8 < active.end - active.first
}

#[inline(always)]
fn common((from, to): (usize, usize), level: &Level) -> (usize, usize) {
    (from.max(level.first), to.min(level.end))
}
