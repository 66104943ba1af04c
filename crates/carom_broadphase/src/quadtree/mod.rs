//! The structure behind the quadtree: a loose quadtree laid out flat, rebuilt whole. In: boxes by index. Out: boxes
//! sorted by the path to their node (parents before children), and the nodes in that order. Each node has the box
//! around its subtree and the number of the node after its last descendant.
//!
//! A box belongs to the deepest node whose square is at least as large as the box and holds its least corner. Its key
//! is the Morton code of that corner, cut to the node's depth, then the depth. A corner outside the root square counts
//! as on its edge. Since nodes carry the true bounds of their boxes, any key is right and good keys are fast: one body
//! at 1e30 costs nothing. (Ulrich, "Loose octrees", 2000; Gargantini 1982 for the linear form; walking without a stack
//! by skip numbers: Smits 1998.)

pub(crate) mod layout;
pub(crate) mod pairs;

use crate::boxes::{Source, box_at, takes_part};
use crate::partition::{NONE, Partition};
use crate::robust_bounds::RobustBounds;
use crate::rows::{Rows, gather};
use carom_math::{Aabb, Vec2, dispatch, max};
use carom_parallel::{Executor, Parts};
use fearless_simd::Level;

/// Depth of the deepest nodes.
const DEPTH: u32 = 13;

/// Bits of the depth in a key.
const DEPTH_BITS: u32 = 4;

/// Bits of a key.
const KEY_BITS: u32 = 2 * DEPTH + DEPTH_BITS;

const _: () = assert!(DEPTH < 1 << DEPTH_BITS, "the bits of a depth hold every depth");
const _: () = assert!(DEPTH <= 16, "a coordinate's bits can be spread over 32");
const _: () = assert!(KEY_BITS < u32::BITS, "no key is that of a row left out");

/// A node of at most so many boxes is not divided.
const LEAF: usize = 48;

/// Nodes to a block when bounds are computed.
const BLOCK: usize = 256;

/// Rows to a part, about.
const PART: usize = 2048;

/// The number of upper bits of a key that name a box's part.
fn part_bits(boxes: usize) -> u32 {
    (boxes / PART).next_power_of_two().ilog2().min(8)
}

/// A node. The boxes of its subtree are the rows from `first` to the first of the node at `skip`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The box around its subtree.
    pub bounds: Aabb,
    /// The box around its own rows.
    pub own: Aabb,
    /// Its own rows: the first,
    pub first: u32,
    /// and the end.
    pub end: u32,
    /// The next node that is not below this one.
    pub skip: u32,
    parent: u32,
}

/// A flat loose quadtree over a set of boxes.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(crate) rows: Rows,
    pub(crate) nodes: Vec<Node>,
    /// Width and height that most of the boxes fill [m].
    pub(crate) spread: Vec2,
    keys: Vec<u32>,
    sorted: Vec<u64>,
    waiting: Vec<Range>,
    partition: Partition,
    root: Root,
}

/// Rows that wait to become a node.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: u32,
    end: u32,
    depth: u32,
    parent: u32,
}

/// The root square, which gives the key of a box.
#[derive(Clone, Copy, Debug, Default)]
struct Root {
    low: [f64; 2],
    side: f64,
}

impl Root {
    fn new(spread: RobustBounds) -> Self {
        let side = f64::from(max(spread.size.x, spread.size.y));
        let side = if side > 1.0e-30 { 1.25 * side } else { 1.0 };
        let corner = |v: f32| f64::from(v) - 0.5 * side;
        Self { low: [corner(spread.center.x), corner(spread.center.y)], side }
    }

    fn key(&self, b: &Aabb) -> u32 {
        let cells = f64::from(1_u32 << DEPTH);
        let last = (1_u32 << DEPTH) - 1;
        // A cast clamps to the range of u32, so outside means the edge.
        let cell = |v: f32, low: f64| (((f64::from(v) - low) / self.side * cells) as u32).min(last);
        let size = b.size();
        let ratio = (self.side / f64::from(max(size.x, size.y))) as u32;
        let depth = if ratio > last { DEPTH } else { ratio.max(1).ilog2() };
        let code = interleave(cell(b.min.x, self.low[0])) | interleave(cell(b.min.y, self.low[1])) << 1;
        let below = 2 * (DEPTH - depth);
        (code >> below << below) << DEPTH_BITS | depth
    }
}

/// The number of the sorted keys of a subtree that belong to its topmost node, at this depth: they come first.
fn own_rows(keys: &[u32], depth: u32) -> usize {
    keys.iter().take_while(|&&key| key & ((1 << DEPTH_BITS) - 1) == depth).count()
}

/// The bits of a 16-bit number at the even places.
fn interleave(v: u32) -> u32 {
    let v = (v | v << 8) & 0x00ff_00ff;
    let v = (v | v << 4) & 0x0f0f_0f0f;
    let v = (v | v << 2) & 0x3333_3333;
    (v | v << 1) & 0x5555_5555
}

impl Tree {
    /// Rebuilds the tree over the boxes of `source`.
    pub(crate) fn build(&mut self, lanes: Level, tasks: &Executor, source: &Source<'_>) {
        let spread = RobustBounds::of(source);
        let root = Root::new(spread);
        (self.spread, self.root) = (spread.size, root);
        let bits = part_bits(source.ids.len());
        self.partition.split(tasks, source.ids, 1 << bits, KEY_BITS - bits, |ids, keys| {
            for (key, &id) in keys.iter_mut().zip(ids) {
                let b = box_at(source.now, id);
                *key = if takes_part(&b) { root.key(&b) } else { NONE };
            }
        });
        let rows = self.partition.len();
        self.rows.resize(rows);
        self.keys.resize(rows, 0);
        self.sorted.resize(rows, 0);
        let (ids, now, old) = self.rows.columns_mut();
        let columns = (ids, &mut self.keys[..], &mut self.sorted[..], now, old);
        let partition = &self.partition;
        let parts = Parts { ends: partition.ends(), first: 0, columns };
        tasks.blocks(1, parts, |part, rows| {
            let (ids, keys, sorted, now, old) = rows.columns;
            // Key and index together are a unique number, so any sort gives the one order.
            for (entry, &from) in sorted.iter_mut().zip(partition.segments(part).flatten()) {
                *entry = from;
            }
            sorted.sort_unstable();
            for ((id, key), &entry) in ids.iter_mut().zip(keys).zip(&*sorted) {
                (*id, *key) = (entry as u32, (entry >> 32) as u32);
            }
            dispatch!(lanes, simd => {
                gather(simd, ids, source.now, now);
                gather(simd, ids, source.old, old);
            });
        });
        self.divide();
        self.bound(tasks);
    }

    /// Makes room for so many boxes in all.
    pub(crate) fn reserve(&mut self, boxes: usize) {
        self.rows.reserve(boxes);
        self.partition.reserve(boxes, 1 << part_bits(boxes));
        self.keys.reserve(boxes.saturating_sub(self.keys.len()));
        self.sorted.reserve(boxes.saturating_sub(self.sorted.len()));
        self.nodes.reserve(boxes.saturating_sub(self.nodes.len()));
    }

    /// Lays out the nodes, parents first: a node keeps its own rows and hands the rest to four quadrants.
    fn divide(&mut self) {
        self.nodes.clear();
        self.waiting.clear();
        if !self.keys.is_empty() {
            self.waiting.push(Range { first: 0, end: self.keys.len() as u32, depth: 0, parent: 0 });
        }
        while let Some(range) = self.waiting.pop() {
            let number = self.nodes.len() as u32;
            let keys = &self.keys[range.first as usize..range.end as usize];
            let whole = keys.len() <= LEAF || range.depth >= DEPTH;
            let own = if whole { keys.len() } else { own_rows(keys, range.depth) };
            let mut end = range.end;
            self.nodes.push(Node {
                bounds: Aabb::EMPTY,
                own: Aabb::EMPTY,
                first: range.first,
                end: range.first + own as u32,
                skip: 0,
                parent: range.parent,
            });
            // The last quadrant is pushed first, so that the first is laid out first.
            let shift = DEPTH_BITS + 2 * (DEPTH - range.depth.min(DEPTH - 1) - 1);
            let start = range.first + own as u32;
            while end > start {
                let quadrant = self.keys[end as usize - 1] >> shift;
                let rest = &self.keys[start as usize..end as usize];
                let first = start + rest.partition_point(|&k| k >> shift < quadrant) as u32;
                self.waiting.push(Range { first, end, depth: range.depth + 1, parent: number });
                end = first;
            }
        }
    }

    /// Computes bounds: of each node's own rows in parallel, then upwards; and the end of each subtree.
    fn bound(&mut self, tasks: &Executor) {
        let view = self.rows.view_now();
        tasks.blocks(BLOCK, &mut self.nodes[..], |_, nodes| {
            for node in nodes {
                for at in node.first..node.end {
                    node.own = node.own.union(&view.now(at as usize));
                }
                node.bounds = node.own;
            }
        });
        for at in (0..self.nodes.len()).rev() {
            let (next, node) = (at as u32 + 1, self.nodes[at]);
            // A node without children ends at itself; its last descendant has set its ancestors' ends.
            let skip = if node.skip > next { node.skip } else { next };
            self.nodes[at].skip = skip;
            if at > 0 {
                let parent = &mut self.nodes[node.parent as usize];
                parent.bounds = parent.bounds.union(&node.bounds);
                parent.skip = if parent.skip > skip { parent.skip } else { skip };
            }
        }
    }
}
