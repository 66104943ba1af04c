//! Boxes in sorted order, as columns, and the test of one box against eight neighbours in that order. In: the boxes and
//! a sorted list of indices. Out: bits, one a lane.
//!
//! There are eight lanes at every register width: the runs that a grid scans are rarely longer, and sixteen measured no
//! faster on AVX-512 and slower below. Comparisons do not round, so every width gives the same bits.

use crate::boxes::box_at;
use crate::pair::Pair;
use carom_math::Aabb;
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8};

/// Boxes tested at once.
pub(crate) const LANES: usize = 8;

const _: () = assert!(LANES <= u8::BITS as usize, "a run's hits are a bit each of a byte (`grid_pairs.rs`)");

/// The index in a hidden row.
pub(crate) const HIDDEN: u32 = u32::MAX;

/// The columns of a set of boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Corners {
    pub min_x: Vec<f32>,
    pub min_y: Vec<f32>,
    pub max_x: Vec<f32>,
    pub max_y: Vec<f32>,
}

/// The four columns, mutable: the output of a stage.
pub(crate) type CornersMut<'a> = (&'a mut [f32], &'a mut [f32], &'a mut [f32], &'a mut [f32]);

/// The four columns, borrowed, all of one length.
pub(crate) type CornersRef<'a> = (&'a [f32], &'a [f32], &'a [f32], &'a [f32]);

impl Corners {
    /// Makes room for `rows` boxes and, behind them, [`LANES`] that overlap nothing, so that a load may read past the
    /// end.
    fn resize(&mut self, rows: usize) {
        for column in [&mut self.min_x, &mut self.min_y, &mut self.max_x, &mut self.max_y] {
            column.resize(rows + LANES, 0.0);
            column[rows..].fill(f32::NAN);
        }
    }

    /// Writes one box.
    fn set(&mut self, row: usize, b: &Aabb) {
        (self.min_x[row], self.min_y[row]) = b.min.into();
        (self.max_x[row], self.max_y[row]) = b.max.into();
    }

    fn reserve(&mut self, rows: usize) {
        for column in [&mut self.min_x, &mut self.min_y, &mut self.max_x, &mut self.max_y] {
            column.reserve((rows + LANES).saturating_sub(column.len()));
        }
    }

    /// The first `rows` of each column.
    fn columns_mut(&mut self, rows: usize) -> CornersMut<'_> {
        (&mut self.min_x[..rows], &mut self.min_y[..rows], &mut self.max_x[..rows], &mut self.max_y[..rows])
    }

    #[inline(always)]
    fn columns(&self, length: usize) -> CornersRef<'_> {
        (&self.min_x[..length], &self.min_y[..length], &self.max_x[..length], &self.max_y[..length])
    }
}

/// Boxes in sorted order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub ids: Vec<u32>,
    now: Corners,
    /// Last step's boxes, unless `is_settled`.
    old: Corners,
    /// Whether last step's boxes are this step's: then a test reads half of the memory.
    is_settled: bool,
}

impl Rows {
    /// Makes room for `rows` boxes.
    pub fn resize(&mut self, rows: usize) {
        self.ids.resize(rows, 0);
        self.now.resize(rows);
        self.old.resize(rows);
        self.is_settled = false;
    }

    /// Makes last step's boxes this step's.
    pub fn settle(&mut self) {
        self.is_settled = true;
    }

    /// Whether last step's boxes are this step's.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// Sets last step's box in a row.
    pub fn set_old(&mut self, row: usize, old: Aabb) {
        debug_assert!(!self.is_settled, "settled boxes have not moved");
        self.old.set(row, &old);
    }

    /// Hides the box in a row: it overlaps nothing from now on. Rays and swept boxes may still meet it, and find
    /// [`HIDDEN`].
    pub fn hide(&mut self, row: usize) {
        self.ids[row] = HIDDEN;
        self.now.set(row, &Aabb::EMPTY);
        if !self.is_settled {
            self.old.set(row, &Aabb::EMPTY);
        }
    }

    /// Makes room for so many rows in all.
    pub fn reserve(&mut self, rows: usize) {
        self.ids.reserve(rows.saturating_sub(self.ids.len()));
        self.now.reserve(rows);
        self.old.reserve(rows);
    }

    /// The box around this step's boxes in the rows from `first` to `end`.
    pub fn bounds(&self, first: usize, end: usize) -> Aabb {
        let min = carom_math::vec2(least(&self.now.min_x[first..end]), least(&self.now.min_y[first..end]));
        let max = carom_math::vec2(greatest(&self.now.max_x[first..end]), greatest(&self.now.max_y[first..end]));
        Aabb::new(min, max)
    }

    /// The indices, this step's corners and last step's, mutable.
    pub fn columns_mut(&mut self) -> (&mut [u32], CornersMut<'_>, CornersMut<'_>) {
        let rows = self.ids.len();
        (&mut self.ids[..], self.now.columns_mut(rows), self.old.columns_mut(rows))
    }

    /// All columns, cut to one length in plain view of the compiler, which then checks an index once for all of them.
    #[inline(always)]
    pub fn view(&self) -> View<'_> {
        let length = self.now.min_x.len();
        let old = if self.is_settled { &self.now } else { &self.old };
        View { old: old.columns(length), ..self.view_now() }
    }

    /// The same for what reads this step's boxes only. Queries of the narrow phase are many and short.
    #[inline(always)]
    pub fn view_now(&self) -> View<'_> {
        let now = self.now.columns(self.now.min_x.len());
        View { ids: &self.ids, now, old: now }
    }
}

/// The least number of a column.
fn least(column: &[f32]) -> f32 {
    fold(column, f32::INFINITY, |x, least| if x < least { x } else { least })
}

/// The greatest.
fn greatest(column: &[f32]) -> f32 {
    fold(column, f32::NEG_INFINITY, |x, greatest| if x > greatest { x } else { greatest })
}

/// In sixteen strands, which the compiler turns into lanes.
fn fold(column: &[f32], start: f32, pick: impl Fn(f32, f32) -> f32) -> f32 {
    let mut strands = [start; 16];
    let chunks = column.chunks_exact(16);
    let rest = chunks.remainder().iter().fold(start, |best, &x| pick(x, best));
    for chunk in chunks {
        for (best, &x) in strands.iter_mut().zip(chunk) {
            *best = pick(x, *best);
        }
    }
    strands.iter().fold(rest, |best, &x| pick(x, best))
}

/// Copies the boxes of `ids` into columns, four at a time by a transposition in registers: half the time of copying
/// number by number.
#[inline(always)]
pub(crate) fn gather<S: Simd>(simd: S, ids: &[u32], boxes: &[Aabb], (x0, y0, x1, y1): CornersMut<'_>) {
    let rows = ids.len();
    let (x0, y0, x1, y1) = (&mut x0[..rows], &mut y0[..rows], &mut x1[..rows], &mut y1[..rows]);
    let mut at = 0;
    while at + 4 <= rows {
        let mut flat = [0.0; 16];
        for (four, &id) in flat.chunks_exact_mut(4).zip(&ids[at..at + 4]) {
            let b = box_at(boxes, id);
            four.copy_from_slice(&[b.min.x, b.min.y, b.max.x, b.max.y]);
        }
        let columns = simd.load_four_interleaved_f32x4(&flat);
        for (column, values) in [&mut *x0, &mut *y0, &mut *x1, &mut *y1].into_iter().zip(columns) {
            values.store_slice(&mut column[at..at + 4]);
        }
        at += 4;
    }
    for at in at..rows {
        let b = box_at(boxes, ids[at]);
        (x0[at], y0[at], x1[at], y1[at]) = (b.min.x, b.min.y, b.max.x, b.max.y);
    }
}

/// Sorted boxes, read-only. The columns of corners are all of one length, [`LANES`] longer than `ids`.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub ids: &'a [u32],
    now: CornersRef<'a>,
    old: CornersRef<'a>,
}

/// A box in every lane.
#[derive(Clone, Copy)]
pub(crate) struct Probe<S: Simd> {
    x0: f32x8<S>,
    y0: f32x8<S>,
    x1: f32x8<S>,
    y1: f32x8<S>,
}

impl<S: Simd> Probe<S> {
    /// The box `b` in every lane.
    #[inline(always)]
    pub fn new(simd: S, b: &Aabb) -> Self {
        Self {
            x0: f32x8::splat(simd, b.min.x),
            y0: f32x8::splat(simd, b.min.y),
            x1: f32x8::splat(simd, b.max.x),
            y1: f32x8::splat(simd, b.max.y),
        }
    }

    /// One bit for each of the eight boxes from row `at` on: whether it overlaps this one, as [`Aabb::overlaps`].
    #[inline(always)]
    fn mask(&self, simd: S, (x0, y0, x1, y1): CornersRef<'_>, at: usize) -> fearless_simd::mask32x8<S> {
        let (x0, y0) = (load(simd, x0, at), load(simd, y0, at));
        let (x1, y1) = (load(simd, x1, at), load(simd, y1, at));
        (self.x0.simd_le(x1) & x0.simd_le(self.x1)) & (self.y0.simd_le(y1) & y0.simd_le(self.y1))
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, column: &[f32], at: usize) -> f32x8<S> {
    f32x8::from_slice(simd, &column[at..at + LANES])
}

/// The lowest `count` of eight bits.
#[inline(always)]
fn lowest(count: usize) -> u32 {
    (1 << if count < LANES { count } else { LANES }) - 1
}

impl View<'_> {
    /// This step's box in row `at`.
    #[inline(always)]
    pub fn now(&self, at: usize) -> Aabb {
        corner(self.now, at)
    }

    /// Last step's box in row `at`.
    #[inline(always)]
    pub fn old(&self, at: usize) -> Aabb {
        corner(self.old, at)
    }

    /// Bits for the rows from `at` up to `end`, eight at most: overlaps now and did not last step.
    #[inline(always)]
    pub fn new_hits<S: Simd>(&self, simd: S, now: &Probe<S>, old: &Probe<S>, at: usize, end: usize) -> u32 {
        let hits = now.mask(simd, self.now, at).to_bitmask() & !old.mask(simd, self.old, at).to_bitmask();
        hits as u32 & lowest(end.saturating_sub(at))
    }

    /// Bits for the rows from `at` up to `end`, eight at most: overlaps now.
    #[inline(always)]
    pub fn hits<S: Simd>(&self, simd: S, now: &Probe<S>, at: usize, end: usize) -> u32 {
        now.mask(simd, self.now, at).to_bitmask() as u32 & lowest(end.saturating_sub(at))
    }

    /// Calls `hit(row)` for each of the rows from `at` to `end` whose box overlaps the probe, until it returns false.
    /// Returns whether it never did.
    #[inline(always)]
    pub fn each<S: Simd>(
        &self,
        simd: S,
        now: &Probe<S>,
        (mut at, end): (usize, usize),
        mut hit: impl FnMut(usize) -> bool,
    ) -> bool {
        while at < end {
            let mut hits = self.hits(simd, now, at, end);
            while hits != 0 {
                if !hit(at + hits.trailing_zeros() as usize) {
                    return false;
                }
                hits &= hits - 1;
            }
            at += LANES;
        }
        true
    }

    /// Adds the pairs of row `row` with the rows from `at` to `end` that are new.
    #[inline(always)]
    pub fn push_new<S: Simd>(
        &self,
        simd: S,
        row: usize,
        (now, old): (&Probe<S>, &Probe<S>),
        (mut at, end): (usize, usize),
        out: &mut Vec<Pair>,
    ) {
        while at < end {
            self.push(row, at, self.new_hits(simd, now, old, at, end), out);
            at += LANES;
        }
    }

    /// Adds the pairs of row `row` with the rows `at` + (number of a set bit).
    #[inline(always)]
    pub fn push(&self, row: usize, at: usize, mut hits: u32, out: &mut Vec<Pair>) {
        while hits != 0 {
            let other = at + hits.trailing_zeros() as usize;
            out.push(Pair::new(self.ids[row], self.ids[other]));
            hits &= hits - 1;
        }
    }
}

#[inline(always)]
fn corner((x0, y0, x1, y1): CornersRef<'_>, at: usize) -> Aabb {
    Aabb::new(carom_math::vec2(x0[at], y0[at]), carom_math::vec2(x1[at], y1[at]))
}
