//! New pairs from quadtrees, and queries on one. In: the tree of active boxes, the tree of still ones. Out: one list of
//! pairs a block, each pair in one list once.
//!
//! Nodes search, not boxes: each node walks the later nodes of the tree whose bounds meet the box around its own rows.
//! Then its rows are tested against theirs on lanes. So a dozen boxes share a walk.

use crate::pair::Pair;
use crate::quadtree::{Node, Tree};
use crate::query::swept::{Slabs, SweptBox};
use crate::rows::{LANES, Probe, View};
use carom_math::{Aabb, dispatch};
use carom_parallel::{Each, Executor};
use fearless_simd::{Level, Simd};

/// Nodes to a block.
const BLOCK: usize = 64;

/// Rows are close together if the box around them is at most this many times their own area.
const CLOSE: f64 = 4.0;

impl Tree {
    /// Fills `blocks` with the new pairs among these boxes and between these and the `others`.
    pub(crate) fn new_pairs(&self, lanes: Level, tasks: &Executor, others: &[&Self], blocks: &mut Vec<Vec<Pair>>) {
        let count = self.nodes.len().div_ceil(BLOCK);
        if blocks.len() < count {
            blocks.resize_with(count, Vec::new);
        }
        tasks.blocks(BLOCK, (&self.nodes[..], Each(BLOCK, &mut blocks[..count])), |first, (nodes, Each(_, out))| {
            dispatch!(lanes, simd => {
                for (at, node) in nodes.iter().enumerate() {
                    self.scan(simd, first + at, node, &mut out[0]);
                    for other in others {
                        self.scan_still(simd, node, other, &mut out[0]);
                    }
                }
            });
        });
    }

    /// The pairs of a node's rows with each other and with those of later nodes.
    #[inline(always)]
    fn scan<S: Simd>(&self, simd: S, number: usize, node: &Node, out: &mut Vec<Pair>) {
        let view = self.rows.view();
        let (first, end) = (node.first as usize, node.end as usize);
        for at in first..end {
            let probe = (&Probe::new(simd, &view.now(at)), &Probe::new(simd, &view.old(at)));
            view.push_new(simd, at, probe, (at + 1, end), out);
        }
        if first == end {
            return;
        }
        self.each_node(number + 1, &|bounds| bounds.overlaps(&node.own), &mut |other| {
            for at in first..end {
                let b = view.now(at);
                if b.overlaps(&other.own) {
                    let probe = (&Probe::new(simd, &b), &Probe::new(simd, &view.old(at)));
                    view.push_new(simd, at, probe, (other.first as usize, other.end as usize), out);
                }
            }
            true
        });
    }

    /// The pairs of a node's rows with still boxes: one walk for all rows if they are close together. If few are awake
    /// among many asleep and the box around them holds others, each row has its own walk.
    #[inline(always)]
    fn scan_still<S: Simd>(&self, simd: S, node: &Node, still: &Self, out: &mut Vec<Pair>) {
        let view = self.rows.view();
        let (first, end) = (node.first as usize, node.end as usize);
        // No pair of two that stayed is new.
        let looks = |at: &usize| !still.rows.is_settled() || view.now(*at) != view.old(*at);
        if !(first..end).any(|at| looks(&at)) {
            return;
        }
        let area = |b: &Aabb| f64::from(b.size().x) * f64::from(b.size().y);
        let filled: f64 = (first..end).map(|at| area(&view.now(at))).sum();
        if area(&node.own) <= CLOSE * filled {
            still.each_node(0, &|bounds| bounds.overlaps(&node.own), &mut |other| {
                (first..end).for_each(|at| self.scan_node(simd, at, still, other, out));
                true
            });
            return;
        }
        for at in (first..end).filter(looks) {
            let b = view.now(at);
            still.each_node(0, &|bounds| bounds.overlaps(&b), &mut |other| {
                self.scan_node(simd, at, still, other, out);
                true
            });
        }
    }

    /// The pairs of one row with the rows of a node of still boxes.
    #[inline(always)]
    fn scan_node<S: Simd>(&self, simd: S, at: usize, still: &Self, node: &Node, out: &mut Vec<Pair>) {
        let (view, others) = (self.rows.view(), still.rows.view());
        let (now, old, id) = (view.now(at), view.old(at), view.ids[at]);
        if !now.overlaps(&node.own) {
            return;
        }
        let probe = (&Probe::new(simd, &now), &Probe::new(simd, &old));
        let (mut from, end) = rows_of(node);
        while from < end {
            let mut hits = others.new_hits(simd, probe.0, probe.1, from, end);
            while hits != 0 {
                let found = others.ids[from + hits.trailing_zeros() as usize];
                if found != id {
                    out.push(Pair::new(id, found));
                }
                hits &= hits - 1;
            }
            from += LANES;
        }
    }

    /// Calls `visit` for each node from number `at` on that has rows, and whose bounds and those of its ancestors
    /// `meets` accepts, until it returns false. Returns whether it never did.
    #[inline(always)]
    pub(crate) fn each_node(
        &self,
        mut at: usize,
        meets: &impl Fn(&Aabb) -> bool,
        visit: &mut impl FnMut(&Node) -> bool,
    ) -> bool {
        while let Some(node) = self.nodes.get(at) {
            if !meets(&node.bounds) {
                at = node.skip as usize;
                continue;
            }
            if node.first < node.end && meets(&node.own) && !visit(node) {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Calls `visit` for each box that overlaps `area`, until it returns false. Returns whether it never did.
    pub(crate) fn each_overlapping(&self, lanes: Level, area: &Aabb, visit: &mut impl FnMut(u32) -> bool) -> bool {
        let view = self.rows.view();
        dispatch!(lanes, simd => {
            let probe = Probe::new(simd, area);
            self.each_node(0, &|bounds| bounds.overlaps(area), &mut |node| {
                view.each(simd, &probe, rows_of(node), |at| visit(view.ids[at]))
            })
        })
    }

    /// Calls `visit` for each box that `sweep` meets, until it returns false. Returns whether it never did.
    pub(crate) fn each_met(&self, sweep: &SweptBox, visit: &mut impl FnMut(u32) -> bool) -> bool {
        let view: View<'_> = self.rows.view();
        // The exact predicate divides; the slabs reject most boxes without a division.
        let slabs = Slabs::of(sweep);
        let meets = |near: &Aabb| slabs.span(near).is_some() && sweep.meets(near);
        self.each_node(0, &|bounds| slabs.span(bounds).is_some(), &mut |node| {
            (node.first as usize..node.end as usize).all(|at| !meets(&view.now(at)) || visit(view.ids[at]))
        })
    }
}

#[inline(always)]
fn rows_of(node: &Node) -> (usize, usize) {
    (node.first as usize, node.end as usize)
}
