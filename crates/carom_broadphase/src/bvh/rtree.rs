//! The structure behind the R-tree: `rstar`'s, loaded in bulk, whole (feature `rtree`). In: boxes by index. Out: the
//! answers of the other two structures, by the same predicates. Only the order in which a query visits may differ from
//! machine to machine, since `rstar` takes a logarithm.
//!
//! It suits boxes whose sizes differ wildly and that hardly change; the other two are faster for boxes that move each
//! step. Loading in bulk only compares, so no area overflows. (Guttman, "R-trees", 1984; Beckmann et al., "The
//! R*-tree", 1990; Lee and Lee 2003 for loading in bulk.)

use crate::boxes::{Source, box_at, takes_part};
use crate::layout::StructureCell;
use crate::pair::Pair;
use crate::query::swept::{Slabs, SweptBox};
use crate::robust_bounds::RobustBounds;
use carom_math::{Aabb, Vec2};
use carom_parallel::{Each, Executor};
use rstar::{AABB, ParentNode, RStarInsertionStrategy, RTreeNode, RTreeObject, RTreeParams};

/// Boxes to a block.
const BLOCK: usize = 1024;

/// A box of this step: small, since a query reads many.
#[derive(Clone, Copy, Debug)]
struct BulkRow {
    id: u32,
    now: Aabb,
}

impl RTreeObject for BulkRow {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_corners(self.now.min.to_array(), self.now.max.to_array())
    }
}

/// Nodes of up to ten: fewer levels, and so fewer leaps in memory, than with the usual six.
#[derive(Clone, Copy, Debug)]
struct Broad;

impl RTreeParams for Broad {
    const MIN_SIZE: usize = 4;
    const MAX_SIZE: usize = 10;
    const REINSERTION_COUNT: usize = 3;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

/// The box around all below a node.
#[inline(always)]
fn bounds_of(node: &ParentNode<BulkRow>) -> Aabb {
    let envelope = node.envelope();
    Aabb::new(Vec2::from_array(envelope.lower()), Vec2::from_array(envelope.upper()))
}

/// [`Aabb::overlaps`] without branches: the separating side is unpredictable.
#[inline(always)]
fn meet(a: &Aabb, b: &Aabb) -> bool {
    (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y)
}

/// An R-tree over a set of boxes.
#[derive(Clone, Debug, Default)]
pub struct Bulk {
    tree: rstar::RTree<BulkRow, Broad>,
    rows: Vec<BulkRow>,
    /// Last step's boxes, by index.
    old: Vec<Aabb>,
    spread: Vec2,
}

impl Bulk {
    /// Rebuilds the tree over the boxes of `source`.
    pub(crate) fn build(&mut self, source: &Source<'_>) {
        let row = |&id: &u32| BulkRow { id, now: box_at(source.now, id) };
        self.rows.clear();
        self.rows.extend(source.ids.iter().map(row).filter(|row| takes_part(&row.now)));
        self.tree = rstar::RTree::bulk_load_with_params(self.rows.clone());
        self.old.clear();
        self.old.extend_from_slice(source.old);
        self.spread = RobustBounds::of(source).size;
    }

    /// Width and height that most of the boxes fill [m].
    pub(crate) fn spread(&self) -> Vec2 {
        self.spread
    }

    /// Fills `blocks` with the new pairs among these boxes and between these and the `others`: the first by joining the
    /// tree with itself, the second by looking each row up.
    pub(crate) fn new_pairs(&self, tasks: &Executor, others: &[&Self], blocks: &mut Vec<Vec<Pair>>) {
        let count = self.rows.len().div_ceil(BLOCK).max(1);
        if blocks.len() < count {
            blocks.resize_with(count, Vec::new);
        }
        for still in others.iter().filter(|other| !other.rows.is_empty()) {
            tasks.blocks(BLOCK, (&self.rows[..], Each(BLOCK, &mut blocks[..count])), |_, (rows, Each(_, out))| {
                for row in rows {
                    let near = |b: &Aabb| meet(b, &row.now);
                    each(still.tree.root(), &near, &|other| near(&other.now), &mut |other| {
                        if !box_at(&self.old, row.id).overlaps(&box_at(&still.old, other.id)) {
                            out[0].push(Pair::new(row.id, other.id));
                        }
                        true
                    });
                }
            });
        }
        if let Some(out) = blocks.first_mut() {
            join_below(self.tree.root(), &mut |a, b| {
                if !box_at(&self.old, a.id).overlaps(&box_at(&self.old, b.id)) {
                    out.push(Pair::new(a.id, b.id));
                }
            });
        }
    }

    /// Calls `visit` with each node, parents before children.
    pub(crate) fn each_cell(&self, visit: &mut impl FnMut(StructureCell)) {
        let mut waiting = vec![(self.tree.root(), 0)];
        while let Some((node, depth)) = waiting.pop() {
            let leaves = node.children().iter().filter_map(|child| match child {
                RTreeNode::Leaf(row) => Some(row.now),
                RTreeNode::Parent(_) => None,
            });
            let (bounds, boxes) = leaves.fold((Aabb::EMPTY, 0), |(all, count), b| (all.union(&b), count + 1));
            if !node.children().is_empty() {
                visit(StructureCell { area: bounds_of(node), bounds, depth, boxes });
            }
            waiting.extend(node.children().iter().rev().filter_map(|child| match child {
                RTreeNode::Parent(below) => Some((below, depth + 1)),
                RTreeNode::Leaf(_) => None,
            }));
        }
    }

    /// The number of pairs of boxes in one node, or in two that are joined because their bounds overlap.
    pub(crate) fn near_pairs(&self) -> u64 {
        near_below(self.tree.root())
    }

    /// Calls `visit` for each box that overlaps `area`, until it returns false. Returns whether it never did.
    pub(crate) fn each_overlapping(&self, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        let near = |b: &Aabb| meet(b, area);
        each(self.tree.root(), &near, &|row| near(&row.now), &mut |row| visit(row.id))
    }

    /// Calls `visit` for each box that `sweep` meets, until it returns false. Returns whether it never did.
    pub(crate) fn each_met(&self, sweep: &SweptBox, visit: &mut impl FnMut(u32) -> bool) -> bool {
        let hit = |row: &BulkRow| sweep.meets(&row.now);
        // If the sweep itself overflows, bounds say nothing.
        if sweep.is_huge() {
            return each(self.tree.root(), &|_| true, &hit, &mut |row| visit(row.id));
        }
        // The exact predicate divides; the slabs reject most boxes without a division.
        let slabs = Slabs::of(sweep);
        let near = |b: &Aabb| slabs.span(b).is_some();
        let hit = |row: &BulkRow| near(&row.now) && hit(row);
        each(self.tree.root(), &near, &hit, &mut |row| visit(row.id))
    }
}

/// Calls `found` with each pair of rows below `node` whose boxes overlap.
fn join_below(node: &ParentNode<BulkRow>, found: &mut impl FnMut(&BulkRow, &BulkRow)) {
    for (i, a) in node.children().iter().enumerate() {
        if let RTreeNode::Parent(a) = a {
            join_below(a, found);
        }
        let area = bounds(a);
        for b in &node.children()[i + 1..] {
            if meet(&area, &bounds(b)) {
                join(a, b, found);
            }
        }
    }
}

/// [`join_below`] for rows of which one is below `a` and one below `b`, whose bounds overlap.
fn join(a: &RTreeNode<BulkRow>, b: &RTreeNode<BulkRow>, found: &mut impl FnMut(&BulkRow, &BulkRow)) {
    match (a, b) {
        (RTreeNode::Leaf(a), RTreeNode::Leaf(b)) => found(a, b),
        (RTreeNode::Leaf(_), RTreeNode::Parent(parent)) => join_each(parent, a, found),
        (RTreeNode::Parent(parent), _) => join_each(parent, b, found),
    }
}

/// The number of pairs that [`join_below`] compares.
fn near_below(node: &ParentNode<BulkRow>) -> u64 {
    let mut near = 0;
    for (i, a) in node.children().iter().enumerate() {
        if let RTreeNode::Parent(a) = a {
            near += near_below(a);
        }
        near += node.children()[i + 1..].iter().map(|b| near_between(a, b)).sum::<u64>();
    }
    near
}

/// [`near_below`] for rows of which one is below `a` and one below `b`.
fn near_between(a: &RTreeNode<BulkRow>, b: &RTreeNode<BulkRow>) -> u64 {
    match (a, b) {
        (RTreeNode::Leaf(_), RTreeNode::Leaf(_)) => 1,
        _ if !meet(&bounds(a), &bounds(b)) => 0,
        (RTreeNode::Leaf(_), RTreeNode::Parent(parent)) => {
            parent.children().iter().map(|child| near_between(a, child)).sum()
        }
        (RTreeNode::Parent(parent), _) => parent.children().iter().map(|child| near_between(b, child)).sum(),
    }
}

/// [`join`] of each child of `parent` that meets `other`, with it.
fn join_each(parent: &ParentNode<BulkRow>, other: &RTreeNode<BulkRow>, found: &mut impl FnMut(&BulkRow, &BulkRow)) {
    let area = bounds(other);
    for child in parent.children().iter().filter(|child| meet(&bounds(child), &area)) {
        join(other, child, found);
    }
}

/// The box around a node.
fn bounds(node: &RTreeNode<BulkRow>) -> Aabb {
    match node {
        RTreeNode::Leaf(row) => row.now,
        RTreeNode::Parent(node) => bounds_of(node),
    }
}

/// Calls `visit` for each row below `node` that `hit` accepts, below nodes whose bounds `near` accepts, until it
/// returns false. Returns whether it never did.
fn each(
    node: &ParentNode<BulkRow>,
    near: &impl Fn(&Aabb) -> bool,
    hit: &impl Fn(&BulkRow) -> bool,
    visit: &mut impl FnMut(&BulkRow) -> bool,
) -> bool {
    node.children().iter().all(|child| match child {
        RTreeNode::Leaf(row) => !hit(row) || visit(row),
        RTreeNode::Parent(node) => !near(&bounds_of(node)) || each(node, near, hit, visit),
    })
}
