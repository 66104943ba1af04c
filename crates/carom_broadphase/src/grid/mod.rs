//! The structure behind the spatial hash: all boxes in the order of the buckets of their cells, rebuilt whole. In:
//! boxes by index. Out: sorted columns, and the start of each bucket in them.
//!
//! Built in three stages over blocks whose size follows from the number of boxes: a census of sizes (which gives the
//! levels), keys and their split into parts, and one counting sort a part. (Green, "Particle simulation using CUDA",
//! 2010, for the flat sorted grid; the levels are in `levels.rs`.)

pub(crate) mod layout;
pub(crate) mod levels;
pub(crate) mod occupancy;
pub(crate) mod pairs;
pub(crate) mod queries;

use crate::boxes::{Source, box_at, takes_part};
use crate::grid::levels::{Census, Level, Levels, most_buckets};
use crate::grid::occupancy::Occupancy;
use crate::partition::{NONE, Partition, Strips};
use crate::robust_bounds::RobustBounds;
use crate::rows::{LANES, Rows, gather};
use carom_math::{Aabb, Vec2, dispatch};
use carom_parallel::{Columns, Each, Executor, Parts};
use std::cmp::{max, min};

/// Rows to a part, about, if there are many. No result depends on the cut.
const PART: usize = 1024;

/// Rows to a part if there are few: below this, threads do not pay.
const LEAST_PART: usize = 512;

/// Parts up to which there are few rows.
const FEW_PARTS: usize = 4;

/// Rows to a part for a single thread: as many as suit its cache.
const PART_ALONE: usize = 4096;

/// Least boxes to a census, and most censuses: adding two takes as long as counting a hundred.
const BOXES_A_CENSUS: usize = 1024;
const MOST_CENSUSES: usize = 16;

/// Most parts.
const MOST_PARTS: usize = 256;

/// Most parts of so many boxes for several threads.
fn parts_of(boxes: usize) -> usize {
    max(boxes / PART, min(boxes / LEAST_PART, FEW_PARTS)).clamp(1, MOST_PARTS)
}

/// A flat grid of several levels over a set of boxes.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub(crate) rows: Rows,
    /// The bucket of each row.
    pub(crate) cells: Vec<u32>,
    /// The first row of each bucket; then the number of rows, a few times.
    pub(crate) starts: Vec<u32>,
    pub(crate) levels: Levels,
    /// Width and height that most of the boxes fill [m].
    pub(crate) spread: Vec2,
    /// The occupied cells of each level, for ray and swept walks.
    pub(crate) occupancy: Vec<Occupancy>,
    censuses: Vec<Census>,
    partition: Partition,
}

impl Grid {
    /// Rebuilds the grid over the boxes of `source`.
    pub(crate) fn build(&mut self, lanes: fearless_simd::Level, tasks: &Executor, source: &Source<'_>) {
        self.occupancy.clear();
        self.plan(tasks, source);
        let buckets = self.levels.buckets;
        let boxes = source.ids.len();
        let alone = (boxes / PART_ALONE).clamp(1, MOST_PARTS);
        let wanted = if tasks.is_parallel() { parts_of(boxes) } else { alone } as u32;
        let mut shift = 0;
        while buckets.saturating_sub(1) >> shift >= wanted {
            shift += 1;
        }
        let parts = (buckets.saturating_sub(1) >> shift) + 1;
        let levels = &self.levels;
        self.partition.split(tasks, source.ids, parts as usize, shift, |ids, keys| {
            dispatch!(lanes, _ => fill_keys(levels, source.now, ids, keys));
        });
        let rows = self.partition.len();
        self.rows.resize(rows);
        self.cells.resize(rows, 0);
        self.starts.resize(buckets as usize + LANES, 0);
        let (table, tail) = self.starts.split_at_mut(buckets as usize);
        tail.fill(rows as u32);
        let (ids, now, old) = self.rows.columns_mut();
        let parts = Parts { ends: self.partition.ends(), first: 0, columns: (ids, &mut self.cells[..], now, old) };
        let tables = Strips { rows: 1, width: 1 << shift, items: table };
        let partition = &self.partition;
        let is_one_for_many = parts_of(boxes) > 1 && parts.rows() == 1;
        let sort = || {
            tasks.blocks(1, (parts, tables), |part, (rows, table)| {
                let (ids, cells, now, old) = rows.columns;
                sort_part(partition, part, rows.first, table.items, ids, cells);
                dispatch!(lanes, simd => {
                    gather(simd, ids, source.now, now);
                    gather(simd, ids, source.old, old);
                });
            });
        };
        if is_one_for_many {
            tasks.one_for_many(sort)
        } else {
            sort()
        }
        for level in &mut self.levels.list {
            level.first = self.starts[level.base as usize] as usize;
            level.end = self.starts[(level.base + level.buckets) as usize] as usize;
        }
    }

    /// Makes room for so many boxes in all, of up to sixteen levels.
    pub(crate) fn reserve(&mut self, boxes: usize) {
        self.rows.reserve(boxes);
        self.partition.reserve(boxes, parts_of(boxes));
        self.levels.reserve();
        self.censuses.reserve(min(boxes.div_ceil(BOXES_A_CENSUS), MOST_CENSUSES));
        self.cells.reserve(boxes.saturating_sub(self.cells.len()));
        let buckets = most_buckets(boxes) + LANES;
        self.starts.reserve(buckets.saturating_sub(self.starts.len()));
    }

    /// Counts the boxes by size and plans the levels.
    fn plan(&mut self, tasks: &Executor, source: &Source<'_>) {
        self.censuses.clear();
        let block = max(BOXES_A_CENSUS, source.ids.len().div_ceil(MOST_CENSUSES));
        self.censuses.resize_with(source.ids.len().div_ceil(block), Census::default);
        tasks.blocks(block, (source.ids, Each(block, &mut self.censuses[..])), |_, (ids, Each(_, census))| {
            for &id in ids {
                let b = box_at(source.now, id);
                if takes_part(&b) {
                    census[0].count(&b);
                }
            }
        });
        self.spread = RobustBounds::of(source).size;
        if let Some((first, others)) = self.censuses.split_first_mut() {
            others.iter().for_each(|census| first.add(census));
            self.levels.plan(first, self.spread);
        } else {
            self.levels.plan(&Census::default(), Vec2::ZERO);
        }
    }

    /// The rows in `count` buckets from `bucket` on, which counts from the level's base: one run, and another if the
    /// table wraps.
    #[inline(always)]
    pub(crate) fn runs(&self, level: &Level, bucket: u32, count: u32) -> [(usize, usize); 2] {
        let end = bucket + count;
        let cut = if end < level.buckets { end } else { level.buckets };
        let more = end.saturating_sub(level.buckets);
        let at = |b: u32| self.starts[(level.base + b) as usize] as usize;
        [(at(bucket), at(cut)), (level.first, at(more))]
    }
}

/// The bucket of each box. Compiled for each instruction set for its conversions alone.
#[inline(always)]
fn fill_keys(levels: &Levels, now: &[Aabb], ids: &[u32], keys: &mut [u32]) {
    for (key, &id) in keys.iter_mut().zip(ids) {
        let b = box_at(now, id);
        *key = if takes_part(&b) { levels.bucket_of(&b) } else { NONE };
    }
}

/// Counting sort of one part by bucket. `table` is the part's range of bucket starts; `first` its first row.
fn sort_part(partition: &Partition, part: usize, first: u32, table: &mut [u32], ids: &mut [u32], cells: &mut [u32]) {
    // The length of every part but the last is a power of two, so the mask finds the place; the last is no longer.
    let mask = table.len().next_power_of_two() - 1;
    let place = |entry: u64| (entry >> 32) as usize & mask;
    table.fill(0);
    for segment in partition.segments(part) {
        for &entry in segment {
            table[place(entry)] += 1;
        }
    }
    let mut end = first;
    for start in table.iter_mut() {
        end += *start;
        *start = end;
    }
    // Backwards, so that the count ends as the start and equal keys keep their order.
    for segment in partition.segments(part).rev() {
        for &entry in segment.iter().rev() {
            let start = &mut table[place(entry)];
            *start -= 1;
            let row = (*start - first) as usize;
            ids[row] = entry as u32;
            cells[row] = (entry >> 32) as u32;
        }
    }
}

impl Level {
    /// The cells whose boxes may overlap `area`, clipped to those in use: (first, last) column and (first, last) row;
    /// `None` if there are none. A box of the level starts at most one cell before any place that it covers.
    #[inline(always)]
    pub(crate) fn cells_of(&self, area: &Aabb) -> Option<((u32, u32), (u32, u32))> {
        let columns = (self.column(area.min.x).saturating_sub(1), self.column(area.max.x).min(self.last[0]));
        let rows = (self.row(area.min.y).saturating_sub(1), self.row(area.max.y).min(self.last[1]));
        (columns.0 <= columns.1 && rows.0 <= rows.1).then_some((columns, rows))
    }
}
