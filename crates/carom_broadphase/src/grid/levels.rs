//! The levels of a set of boxes: the number of grids, the size of their cells, and the bucket of a cell. In: a census
//! of box sizes. Out: levels, the coarsest first, each with room for its boxes.
//!
//! A level holds boxes whose sizes differ by less than about six times. Its cell is a hair larger than its largest box,
//! so two boxes of a level that overlap have their least corners in the same cell or in neighbours. Cells map to
//! buckets by `column + row * stride`, so a run of cells in a row is a run of buckets. If the cells are not many more
//! than the boxes, the stride is the number of columns and no two cells share a bucket. Otherwise the table wraps and
//! the stride spreads rows over it by the golden ratio (Knuth, TAOCP 3, 6.4). (Levels: Mirtich 1996; Teschner et al.
//! 2003 for hashed cells.)

use crate::boxes::MOST_BOXES;
use carom_math::{Aabb, Vec2, max, max2, min2};

/// Half octaves of a positive f32.
const BINS: usize = 512;

/// A level has at most this many buckets to a box, and this many more.
const BUCKETS_A_BOX: u64 = 4;
const MORE_BUCKETS: u64 = 64;

const _: () = assert!(BINS <= u16::MAX as usize, "a level is of a bin at least, and its number fits");
const _: () = assert!(
    BUCKETS_A_BOX * MOST_BOXES as u64 + MORE_BUCKETS * BINS as u64 <= u32::MAX as u64,
    "the buckets of all levels can be counted"
);

/// Half octaves to a level.
const SPAN: usize = 5;

/// A level of fewer boxes than this share of the next is cut off from it if that makes its cell smaller.
const FEW: u32 = 16;

/// No cell is smaller [m].
const LEAST_CELL: f64 = 1.0e-30;

/// Boxes counted by size, in half octaves.
#[derive(Clone, Debug)]
pub(crate) struct Census {
    counts: [u32; BINS],
    tops: [f32; BINS],
    low: Vec2,
    high: Vec2,
}

impl Default for Census {
    fn default() -> Self {
        Self { counts: [0; BINS], tops: [0.0; BINS], low: Vec2::INFINITY, high: Vec2::NEG_INFINITY }
    }
}

/// The greater side of a box [m]; zero for inverted ones.
#[inline(always)]
fn size_of(b: &Aabb) -> f32 {
    let size = b.size();
    max(max(size.x, size.y), 0.0)
}

#[inline(always)]
fn bin_of(size: f32) -> usize {
    (size.to_bits() >> 22) as usize % BINS
}

impl Census {
    /// Counts one box.
    #[inline(always)]
    pub fn count(&mut self, b: &Aabb) {
        let size = size_of(b);
        let bin = bin_of(size);
        self.counts[bin] += 1;
        if size > self.tops[bin] {
            self.tops[bin] = size;
        }
        self.low = min2(b.min, self.low);
        self.high = max2(b.min, self.high);
    }

    /// Adds another census.
    pub fn add(&mut self, other: &Self) {
        for bin in 0..BINS {
            self.counts[bin] += other.counts[bin];
            self.tops[bin] = max(self.tops[bin], other.tops[bin]);
        }
        self.low = min2(self.low, other.low);
        self.high = max2(self.high, other.high);
    }
}

/// One grid: boxes of similar size.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Side of a cell [m].
    pub cell: f64,
    inverse: f64,
    origin: [f64; 2],
    /// The last column and the last row that hold the least corner of some box.
    pub last: [u32; 2],
    pub stride: u32,
    mask: u32,
    /// The first bucket.
    pub base: u32,
    /// Number of buckets.
    pub buckets: u32,
    /// Whether several cells may share a bucket.
    pub wraps: bool,
    /// The rows of its boxes, in sorted order.
    pub first: usize,
    /// One past the last of them.
    pub end: usize,
}

impl Level {
    /// The column of `x`. It never decreases with `x`. It ends at the end of u32, so boxes beyond share the last
    /// column.
    ///
    /// In f64: a coordinate over the cell size has at most 2^32 and a few bits. So the error stays far under the 2^-16
    /// by which the cell exceeds the largest box, and neighbours never come out two columns apart.
    #[inline(always)]
    pub fn column(&self, x: f32) -> u32 {
        (f64::from(x) * self.inverse - self.origin[0]) as u32
    }

    /// [`Level::column`] of an f64.
    pub fn column_at(&self, x: f64) -> u32 {
        (x * self.inverse - self.origin[0]) as u32
    }

    /// The least and the greatest y of a row, or a little more [m]. The last rows extend to the end of the numbers,
    /// since everything beyond counts as in them.
    pub fn span(&self, row: u32) -> (f64, f64) {
        let y = |row: f64| (row + self.origin[1]) * self.cell;
        let (mut low, mut high) = (y(f64::from(row) - 1.0), y(f64::from(row) + 2.0));
        if row == 0 {
            low = -1.0e39;
        }
        if row == u32::MAX {
            high = 1.0e39;
        }
        (low, high)
    }

    /// The least corner of a cell, rounded [m].
    pub fn corner(&self, column: u32, row: u32) -> Vec2 {
        let at = |cell: u32, axis: usize| ((f64::from(cell) + self.origin[axis]) * self.cell) as f32;
        Vec2::new(at(column, 0), at(row, 1))
    }

    /// The row of `y`, as [`Level::column`].
    #[inline(always)]
    pub fn row(&self, y: f32) -> u32 {
        (f64::from(y) * self.inverse - self.origin[1]) as u32
    }

    /// The bucket of a cell, counted from `base`.
    #[inline(always)]
    pub fn bucket(&self, column: u32, row: u32) -> u32 {
        (column.wrapping_add(1).wrapping_add(row.wrapping_mul(self.stride))) & self.mask
    }

    fn new(cell: f64, count: u32, low: Vec2, high: Vec2) -> Self {
        let inverse = 1.0 / cell;
        let clamp = |v: f32| {
            let cells = (f64::from(v) * inverse).floor();
            if cells > -2_147_483_648.0 { cells } else { -2_147_483_648.0 }
        };
        let mut level = Self {
            cell,
            inverse,
            origin: [clamp(low.x), clamp(low.y)],
            last: [0, 0],
            stride: 1,
            mask: u32::MAX,
            base: 0,
            buckets: 0,
            wraps: false,
            first: 0,
            end: 0,
        };
        level.last = [level.column(high.x), level.row(high.y)];
        // One empty column between rows, one empty row above.
        let columns = u64::from(level.last[0]) + 2;
        let dense = columns.saturating_mul(u64::from(level.last[1]) + 2).saturating_add(4);
        if dense <= BUCKETS_A_BOX * u64::from(count) + MORE_BUCKETS {
            level.stride = columns as u32;
            level.buckets = dense as u32;
        } else {
            level.wraps = true;
            level.buckets = (2 * count.clamp(32, 1 << 28)).next_power_of_two();
            level.mask = level.buckets - 1;
            level.stride = (f64::from(level.buckets) * 0.618_033_988_749_894_9) as u32 | 1;
        }
        level
    }
}

/// The levels of a set of boxes, the coarsest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    pub list: Vec<Level>,
    /// The level of each half octave.
    of_bin: Vec<u16>,
    /// Buckets in all.
    pub buckets: u32,
}

impl Levels {
    /// Makes room for the levels of any boxes.
    pub fn reserve(&mut self) {
        self.list.reserve(16);
        self.of_bin.reserve(BINS);
    }

    /// Plans the levels of the boxes in `census`. `spread` is the width and height that most of them fill [m].
    pub fn plan(&mut self, census: &Census, spread: Vec2) {
        self.list.clear();
        self.of_bin.clear();
        self.of_bin.resize(BINS, 0);
        self.buckets = 0;
        let mut top = BINS;
        while let Some(bin) = census.counts[..top].iter().rposition(|&c| c > 0) {
            let bottom = lowest_bin(census, bin);
            let count = census.counts[bottom..=bin].iter().sum::<u32>();
            // Bins inside a level may hold a larger top than the last one only in order, so the last bin's top is the
            // largest.
            let cell = f64::from(census.tops[bin]) * (1.0 + 1.0 / 65536.0);
            let mut level = Level::new(floor_cell(cell, count, spread), count, census.low, census.high);
            level.base = self.buckets;
            self.buckets += level.buckets;
            self.of_bin[bottom..=bin].fill(self.list.len() as u16);
            self.list.push(level);
            top = bottom;
        }
    }

    /// The level that holds a box.
    #[inline(always)]
    pub fn level_of(&self, b: &Aabb) -> Option<&Level> {
        let at = self.of_bin.get(bin_of(size_of(b))).copied().unwrap_or(0);
        self.list.get(usize::from(at))
    }

    /// The bucket of a box, counted over all levels.
    #[inline(always)]
    pub fn bucket_of(&self, b: &Aabb) -> u32 {
        self.level_of(b).map_or(0, |l| l.base + l.bucket(l.column(b.min.x), l.row(b.min.y)))
    }
}

/// Most buckets that sixteen levels of so many boxes have.
pub(crate) fn most_buckets(boxes: usize) -> usize {
    4 * boxes + 16 * 64
}

/// The lowest bin of the level whose highest is `top`: `SPAN` bins. They are fewer if the upper ones hold so few boxes
/// that they should not set the cell of the rest.
fn lowest_bin(census: &Census, top: usize) -> usize {
    let bottom = (top + 1).saturating_sub(SPAN);
    let all: u32 = census.counts[bottom..=top].iter().sum();
    let mut upper = 0;
    let mut best = bottom;
    for bin in (bottom + 1..=top).rev() {
        upper += census.counts[bin];
        if upper.saturating_mul(FEW) < all {
            best = bin;
        }
    }
    best
}

/// A cell need not be smaller than half the distance of so many boxes spread evenly. This keeps points and sparse
/// worlds from falling into cells beyond count. Never zero.
fn floor_cell(cell: f64, count: u32, spread: Vec2) -> f64 {
    let (x, y, n) = (f64::from(spread.x), f64::from(spread.y), f64::from(count) + 1.0);
    let area = 0.5 * (x * y / n).sqrt();
    let line = 0.5 * (if x > y { x } else { y }) / n;
    let spaced = if area > line { area } else { line };
    let floor = if spaced > LEAST_CELL { spaced } else { LEAST_CELL };
    if cell > floor { cell } else { floor }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes of all orders; upper bins are cut off again and again: five levels to nine bins. While a level's index was
    /// a byte, small boxes came into the coarsest levels.
    #[test]
    fn more_levels_than_a_byte_counts_have_a_cell_for_each_size() {
        let mut census = Census::default();
        for (number, bin) in (4..504).rev().enumerate() {
            let size = f32::from_bits((bin as u32) << 22);
            assert_eq!(bin_of(size), bin);
            census.counts[bin] = [1, 1, 1, 1, 16, 0, 0, 0, 0][number % 9];
            census.tops[bin] = size;
        }
        (census.low, census.high) = (Vec2::ZERO, Vec2::ONE);
        let mut levels = Levels::default();
        levels.plan(&census, Vec2::ZERO);
        assert!(levels.list.len() > 256, "{} levels", levels.list.len());
        for bin in 4..504 {
            let size = f32::from_bits((bin as u32) << 22);
            let level = levels.level_of(&Aabb::new(Vec2::ZERO, Vec2::splat(size))).unwrap();
            let part = f64::from(size) / level.cell;
            assert!(
                part < 1.0 && (part > 0.1 || level.cell == LEAST_CELL),
                "a box of {size}, a cell of {}",
                level.cell
            );
        }
    }

    /// `few_rows` in `grid/pairs.rs` relies on this: eight buckets of each of four rows are four runs that share none.
    #[test]
    fn rows_of_cells_that_follow_each_other_share_no_run_of_eight_buckets() {
        for count in (5..=28).map(|power| 1_u32 << power) {
            let level = Level::new(1.0, count, Vec2::ZERO, Vec2::splat(1.0e9));
            assert!(level.wraps && level.buckets.is_power_of_two());
            for (row, other) in (0..4).flat_map(|row| (0..row).map(move |other| (row, other))) {
                let apart = level.bucket(0, row).wrapping_sub(level.bucket(0, other)) & level.mask;
                assert!((8..=level.buckets - 8).contains(&apart), "{apart} of {}", level.buckets);
            }
        }
    }
}
