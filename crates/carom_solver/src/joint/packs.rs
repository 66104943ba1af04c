//! Which trees go side by side: those of the same shape, which have the same joints at the same places.
//!
//! No number of a tree depends on those beside it, so no result depends on the grouping.

use crate::joint::input::{JointInput, JointState};
use crate::joint::tree::Tree;
use crate::joint::tree::axis::AxisSeen;
#[cfg(test)]
use crate::joint::tree::link::Equation;
use crate::joint::tree::link::{Link, LinkShape};
use crate::rows::{Row, RowLimit, Rows, Shared};
use crate::stages::Pass;
use crate::{BodyMass, StepRules};
use carom_math::{Hasher64, Pose, dispatch};
use carom_parallel::Executor;
use fearless_simd::{Level, Simd, f64x4};
use std::cmp::{max, min};
use std::ops::Range;

/// Trees side by side.
const WIDTH: usize = 4;

/// A joint of a planned tree.
#[derive(Clone, Copy, Debug)]
struct PlannedLink {
    joint: u32,
    shape: LinkShape,
}

/// A tree as planned: its bodies and joints in the lists, a hash of its shape, and its place.
#[derive(Clone, Debug)]
struct PlannedTree {
    nodes: Range<usize>,
    links: Range<usize>,
    is_grounded: bool,
    key: u64,
    /// The pack that has it in a lane, or the lone tree.
    is_lone: bool,
    place: u32,
    lane: u32,
}

/// The planned trees, and their bodies and joints.
#[derive(Clone, Debug, Default)]
struct TreePlan {
    trees: Vec<PlannedTree>,
    nodes: Vec<Row>,
    links: Vec<PlannedLink>,
}

impl TreePlan {
    fn nodes_of(&self, tree: u32) -> &[Row] {
        &self.nodes[self.trees[tree as usize].nodes.clone()]
    }

    fn links_of(&self, tree: u32) -> &[PlannedLink] {
        &self.links[self.trees[tree as usize].links.clone()]
    }

    /// Whether two trees have the same shape.
    fn are_equal(&self, a: u32, b: u32) -> bool {
        let sizes = [a, b].map(|tree| {
            let PlannedTree { nodes, is_grounded, key, .. } = &self.trees[tree as usize];
            (*key, nodes.len(), *is_grounded)
        });
        let shapes = |tree: u32| self.links_of(tree).iter().map(|link| link.shape);
        sizes[0] == sizes[1] && shapes(a).eq(shapes(b))
    }

    /// Makes equal trees, the first one again in lanes that are left.
    fn make<const W: usize>(&self, to: &mut Tree<W>, trees: &[u32], joints: &[JointInput], limit: RowLimit) {
        let tree_in = |lane: usize| trees[if lane < trees.len() { lane } else { 0 }];
        to.clear(self.trees[trees[0] as usize].is_grounded);
        for node in 0..self.nodes_of(trees[0]).len() {
            to.add_node(std::array::from_fn(|lane| self.nodes_of(tree_in(lane))[node]));
        }
        for (number, planned) in self.links_of(trees[0]).iter().enumerate() {
            let mut link = Link::new(planned.shape);
            let indices: [u32; W] = std::array::from_fn(|lane| self.links_of(tree_in(lane))[number].joint);
            let inputs = indices.map(|index| &joints[index as usize]);
            for (lane, input) in inputs.iter().enumerate() {
                link.fill(lane, input, limit);
            }
            to.add_link(link);
            if planned.shape.has_axis {
                to.add_axis(indices, inputs);
            }
        }
    }
}

/// All trees of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packs {
    /// Trees side by side, and those without an equal one; more may be there for reuse.
    packs: Shared<Tree<WIDTH>>,
    lone: Shared<Tree<1>>,
    pack_count: usize,
    lone_count: usize,
    /// The joints of all, those of a pack counted once.
    work: usize,
    plan: TreePlan,
    /// Kept for reuse: the trees, equal ones one after the other.
    order: Vec<u32>,
}

impl Packs {
    /// Number of packs and lone trees.
    pub(crate) fn count(&self) -> usize {
        self.pack_count + self.lone_count
    }

    /// Number of joints in trees, those of a pack counted once.
    pub(crate) fn work(&self) -> usize {
        self.work
    }

    /// Forgets all trees, with room kept.
    pub(crate) fn clear(&mut self) {
        (self.pack_count, self.lone_count, self.work) = (0, 0, 0);
        self.plan.trees.clear();
        self.plan.nodes.clear();
        self.plan.links.clear();
    }

    /// Begins a tree. Bodies and joints are added to the last one.
    pub(crate) fn begin_tree(&mut self, is_grounded: bool) {
        let (node, link) = (self.plan.nodes.len(), self.plan.links.len());
        let (nodes, links) = (node..node, link..link);
        let tree = PlannedTree { nodes, links, is_grounded, key: 0, is_lone: true, place: 0, lane: 0 };
        self.plan.trees.push(tree);
    }

    /// Adds a body.
    pub(crate) fn add_node(&mut self, row: Row) {
        self.plan.nodes.push(row);
    }

    /// Adds a joint: those of the bodies first, in their order. Returns its tree and its number there.
    pub(crate) fn add_link(&mut self, joint: u32, shape: LinkShape) -> [u32; 2] {
        self.plan.links.push(PlannedLink { joint, shape });
        let first = self.plan.trees.last().map_or(0, |tree| tree.links.start);
        [self.plan.trees.len() as u32 - 1, (self.plan.links.len() - 1 - first) as u32]
    }

    /// Ends a tree.
    pub(crate) fn end_tree(&mut self) {
        let TreePlan { trees, nodes, links } = &mut self.plan;
        let Some(tree) = trees.last_mut() else { return };
        (tree.nodes.end, tree.links.end) = (nodes.len(), links.len());
        let mut hash = Hasher64::default();
        hash.word(2 * tree.nodes.len() as u64 + u64::from(tree.is_grounded));
        for PlannedLink { shape, .. } in &links[tree.links.clone()] {
            let [side, other] = shape.nodes.map(u64::from);
            hash.word(side << 32 | other);
            let [flips, holds_angle, axis] = [shape.flips, shape.holds_angle, shape.has_axis].map(u64::from);
            hash.word(8 * shape.held as u64 + 4 * axis + 2 * flips + holds_angle);
        }
        tree.key = hash.finish();
    }

    /// Puts equal trees side by side.
    pub(crate) fn pack(&mut self, joints: &[JointInput], limit: RowLimit) {
        let (plan, order) = (&mut self.plan, &mut self.order);
        order.clear();
        order.extend(0..plan.trees.len() as u32);
        order.sort_unstable_by_key(|&tree| (plan.trees[tree as usize].key, tree));
        let mut rest = &order[..];
        while let Some(&first) = rest.first() {
            let equal = rest.iter().take(WIDTH).take_while(|&&tree| plan.are_equal(first, tree)).count();
            let (group, others) = rest.split_at(equal);
            rest = others;
            let is_lone = equal == 1;
            let place = if is_lone {
                plan.make(next(&mut self.lone, &mut self.lone_count), group, joints, limit);
                self.lone_count - 1
            } else {
                plan.make(next(&mut self.packs, &mut self.pack_count), group, joints, limit);
                self.pack_count - 1
            };
            self.work += plan.links_of(first).len();
            for (lane, &tree) in (0..).zip(group) {
                let tree = &mut plan.trees[tree as usize];
                (tree.is_lone, tree.place, tree.lane) = (is_lone, place as u32, lane);
            }
        }
    }

    /// Takes the poses and masses at the beginning of a step, and what the lanes see of axes: see
    /// [`AxisSeen`], of the angle or of the line.
    pub(crate) fn place(
        &mut self,
        tasks: &Executor,
        (poses, masses): (&[Pose], &[BodyMass]),
        seen: impl Fn(u32, bool) -> AxisSeen + Sync,
    ) {
        let (packs, lone) = (&mut self.packs[..self.pack_count], &mut self.lone[..self.lone_count]);
        tasks.blocks(1, packs, |_, packs| packs.iter_mut().for_each(|pack| pack.place(poses, masses, &seen)));
        tasks.blocks(1, lone, |_, trees| trees.iter_mut().for_each(|tree| tree.place(poses, masses, &seen)));
    }

    /// A pass over some packs and lone trees, which one task has: the packs are first.
    pub(crate) fn run(&self, level: Level, items: Range<usize>, rows: &Rows<'_>, pass: Pass, rules: &StepRules) {
        let end = self.pack_count;
        for pack in self.packs.part(min(items.start, end)..min(items.end, end)) {
            dispatch!(level, simd => run_pack(simd, pack, rows, pass, rules));
        }
        for tree in self.lone.part(max(items.start, end) - end..max(items.end, end) - end) {
            tree.run::<f64>((), rows, pass, rules);
        }
    }

    /// Writes the impulses of a joint of a tree to its state.
    pub(crate) fn store(&self, [tree, link]: [u32; 2], to: &mut JointState) {
        let Some(&PlannedTree { is_lone, place, lane, .. }) = self.plan.trees.get(tree as usize) else { return };
        let (place, link, lane) = (place as usize, link as usize, lane as usize);
        if is_lone {
            self.lone[place].store(link, lane, to);
        } else {
            self.packs[place].store(link, lane, to);
        }
    }

    /// Number of trees.
    #[cfg(test)]
    pub(crate) fn trees(&self) -> u32 {
        self.plan.trees.len() as u32
    }

    /// The rows of all joints, tree by tree.
    #[cfg(test)]
    pub(crate) fn equations(&self, level: Level, rules: &StepRules) -> Vec<Equation> {
        let of = |tree: &PlannedTree| -> Vec<Equation> {
            let (place, lane) = (tree.place as usize, tree.lane as usize);
            if tree.is_lone {
                return self.lone[place]
                    .links()
                    .iter()
                    .flat_map(|link| link.equations::<f64>((), lane, rules))
                    .collect();
            }
            let links = self.packs[place].links().iter();
            dispatch!(level, simd => links.flat_map(|link| link.equations::<f64x4<_>>(simd, lane, rules)).collect())
        };
        self.plan.trees.iter().flat_map(of).collect()
    }
}

/// The next item of a list.
fn next<'a, T: Default>(list: &'a mut Shared<T>, count: &mut usize) -> &'a mut T {
    if list.len() == *count {
        list.push(T::default());
    }
    *count += 1;
    &mut list[*count - 1]
}

/// A pass over a pack.
#[inline(always)]
fn run_pack<S: Simd>(simd: S, pack: &mut Tree<WIDTH>, rows: &Rows<'_>, pass: Pass, rules: &StepRules) {
    pack.run::<f64x4<S>>(simd, rows, pass, rules);
}
