//! The structure behind the R-tree: `rstar`'s, loaded in bulk, whole (feature `rtree`). In: boxes by index. Out: what the
//! other two structures give, by the same predicates; only the order in which a query visits may differ from machine to
//! machine, since `rstar` takes a logarithm.
//!
//! For boxes whose sizes differ wildly and that hardly change; what moves each step is faster in the other two. The
//! envelopes are in f64, which holds every f32 and in which no area overflows. (Guttman, "R-trees", 1984; Beckmann et al.,
//! "The R*-tree", 1990; Lee and Lee 2003 for loading in bulk.)

use crate::boxes::{Source, box_at, takes_part};
use crate::pair::Pair;
use crate::spread::Spread;
use crate::sweep::{Slabs, Sweep};
use carom_math::{Aabb, Vec2, vec2};
use carom_tasks::{Each, Executor};
use rstar::{AABB, ParentNode, RStarInsertionStrategy, RTreeNode, RTreeObject, RTreeParams};

/// Boxes to a block.
const BLOCK: usize = 1024;

/// A box of this step and of the last one.
#[derive(Clone, Copy, Debug)]
struct Row {
    id: u32,
    now: Aabb,
    old: Aabb,
}

impl RTreeObject for Row {
    type Envelope = AABB<[f64; 2]>;

    fn envelope(&self) -> Self::Envelope {
        let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
        AABB::from_corners(wide(self.now.min), wide(self.now.max))
    }
}

/// Nodes of up to sixteen: fewer levels, and so fewer leaps in memory, than with the six that are usual.
#[derive(Clone, Copy, Debug)]
struct Wide;

impl RTreeParams for Wide {
    const MIN_SIZE: usize = 6;
    const MAX_SIZE: usize = 16;
    const REINSERTION_COUNT: usize = 4;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

/// The box that an envelope is; envelopes are made of corners of boxes alone, so nothing is rounded.
fn bounds_of(node: &ParentNode<Row>) -> Aabb {
    let corner = |p: [f64; 2]| vec2(p[0] as f32, p[1] as f32);
    let envelope = node.envelope();
    Aabb::new(corner(envelope.lower()), corner(envelope.upper()))
}

/// An R-tree over a set of boxes.
#[derive(Clone, Debug, Default)]
pub struct Bulk {
    tree: rstar::RTree<Row, Wide>,
    rows: Vec<Row>,
    spread: Vec2,
}

impl Bulk {
    /// Rebuilds the tree over the boxes of `source`.
    pub(crate) fn build(&mut self, source: &Source<'_>) {
        let row = |&id: &u32| Row { id, now: box_at(source.now, id), old: box_at(source.old, id) };
        self.rows.clear();
        self.rows.extend(source.ids.iter().map(row).filter(|row| takes_part(&row.now)));
        self.tree = rstar::RTree::bulk_load_with_params(self.rows.clone());
        self.spread = Spread::of(source).size;
    }

    /// Makes last step's boxes this step's.
    pub(crate) fn settle(&mut self) {
        self.rows.iter_mut().chain(self.tree.iter_mut()).for_each(|row| row.old = row.now);
    }

    /// Width and height of what most of the boxes fill [m].
    pub(crate) fn spread(&self) -> Vec2 {
        self.spread
    }

    /// Fills `blocks` with the new pairs among these boxes and between these and `still`: the first by going down the tree
    /// beside itself, the second by looking each row up.
    pub(crate) fn new_pairs(&self, tasks: &Executor, still: &Self, blocks: &mut Vec<Vec<Pair>>) {
        let count = self.rows.len().div_ceil(BLOCK).max(1);
        if blocks.len() < count {
            blocks.resize_with(count, Vec::new);
        }
        if !still.rows.is_empty() {
            tasks.blocks(BLOCK, (&self.rows[..], Each(BLOCK, &mut blocks[..count])), |_, (rows, Each(_, out))| {
                for row in rows {
                    each(still.tree.root(), &|b| b.overlaps(&row.now), &mut |other| {
                        push_new(row, other, &mut out[0]);
                        true
                    });
                }
            });
        }
        if let Some(out) = blocks.first_mut() {
            join_below(self.tree.root(), out);
        }
    }

    /// Calls `visit` for each box that overlaps `area`, until it says false. Gives whether it never did.
    pub(crate) fn each_overlapping(&self, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        each(self.tree.root(), &|b| b.overlaps(area), &mut |row| visit(row.id))
    }

    /// Calls `visit` for each box that `sweep` meets, until it says false. Gives whether it never did.
    pub(crate) fn each_met(&self, sweep: &Sweep, visit: &mut impl FnMut(u32) -> bool) -> bool {
        // Where the way itself overflows, bounds say nothing.
        if sweep.is_huge() {
            return each(self.tree.root(), &|_| true, &mut |row| !sweep.meets(&row.now) || visit(row.id));
        }
        // What decides divides; most boxes are known to be missed without.
        let slabs = Slabs::of(sweep);
        each(self.tree.root(), &|b| slabs.span(b).is_some(), &mut |row| !sweep.meets(&row.now) || visit(row.id))
    }
}

/// Notes a pair whose boxes did not overlap before.
fn push_new(a: &Row, b: &Row, out: &mut Vec<Pair>) {
    if !a.old.overlaps(&b.old) {
        out.push(Pair::new(a.id, b.id));
    }
}

/// The new pairs among the rows below `node`.
fn join_below(node: &ParentNode<Row>, out: &mut Vec<Pair>) {
    for (i, a) in node.children().iter().enumerate() {
        if let RTreeNode::Parent(a) = a {
            join_below(a, out);
        }
        let area = bounds(a);
        for b in &node.children()[i + 1..] {
            if area.overlaps(&bounds(b)) {
                join(a, b, out);
            }
        }
    }
}

/// The new pairs of a row below `a` and a row below `b`, whose bounds overlap.
fn join(a: &RTreeNode<Row>, b: &RTreeNode<Row>, out: &mut Vec<Pair>) {
    match (a, b) {
        (RTreeNode::Leaf(a), RTreeNode::Leaf(b)) => push_new(a, b, out),
        (RTreeNode::Leaf(_), RTreeNode::Parent(parent)) => join_each(parent, a, out),
        (RTreeNode::Parent(parent), _) => join_each(parent, b, out),
    }
}

/// [`join`] of each child of `parent` that meets `other`, with it.
fn join_each(parent: &ParentNode<Row>, other: &RTreeNode<Row>, out: &mut Vec<Pair>) {
    let area = bounds(other);
    for child in parent.children().iter().filter(|child| bounds(child).overlaps(&area)) {
        join(other, child, out);
    }
}

/// The box around a node.
fn bounds(node: &RTreeNode<Row>) -> Aabb {
    match node {
        RTreeNode::Leaf(row) => row.now,
        RTreeNode::Parent(node) => bounds_of(node),
    }
}

/// Calls `visit` for each row below `node` whose box, and the bounds around it, `meets` accepts, until it says false.
/// Gives whether it never did.
fn each(node: &ParentNode<Row>, meets: &impl Fn(&Aabb) -> bool, visit: &mut impl FnMut(&Row) -> bool) -> bool {
    node.children().iter().all(|child| match child {
        RTreeNode::Leaf(row) => !meets(&row.now) || visit(row),
        RTreeNode::Parent(node) => !meets(&bounds_of(node)) || each(node, meets, visit),
    })
}
