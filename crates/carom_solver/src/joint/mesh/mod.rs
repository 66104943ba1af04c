//! Meshes: hinges with more loops than a tree takes, as in nets and sheets. They are cut into paths; a path is solved at
//! once, one path after another that shares bodies with it.
//!
//! A substep of a mesh is several short parts, each with a pass over all paths and a motion of the bodies (M. Macklin et
//! al., "Small Steps in Physics Simulation", 2019). A pass starts without impulses: it takes errors back as speeds, and
//! the bodies keep these. In each substep contacts and other joints see the bodies after the first pass.
//!
//! Warm starting paths on loops gains energy, whatever part of an impulse is kept. So a body forgets what the paths gave
//! it when a substep begins: see [`MeshNode::given`].
//!
//! A light body under a great pull p at an arm r is stiff in rotation: r . p. Where a part is too long for it, its
//! inertia is made greater (geometric stiffness: S. Andrews, M. Teichmann, P. Kövecses, 2017).

pub(crate) mod chain;
pub(crate) mod kernel;
pub(crate) mod node;
pub(crate) mod paths;

use crate::integrate::advance;
use crate::joint::input::{Hold, JointInput, JointState};
use crate::joint::mesh::chain::{Chain, MeshLink};
use crate::joint::mesh::node::MeshNode;
use crate::joint::mesh::paths::{FIXED, Hinge, PathHinge, Paths};
use crate::rows::{RowLimit, Rows, Shared};
use crate::{BodyMass, BodyState, ForceUpdate, StepRules};
use carom_math::{LANES, Pose, Vec2, dispatch};
use carom_parallel::Executor;
use fearless_simd::Level;
use std::cmp::max;
use std::ops::Range;

/// Softness of a hinge, in parts of its inverse mass. A net of 30 x 30 discs that is stretched by 1 % comes to rest;
/// with 1e-6 it gains energy. With 1e-2 the worst hinge of `joint_grid` opens by 26 mm, with 1e-3 by 19.
pub(crate) const SOFTNESS: f32 = 1.0e-3;

/// Part of an error that a part of a substep takes back, more than all of it: paths share bodies, and each undoes a
/// little of what the others did. With 1.0 the worst hinge of `joint_grid` opens by 27 mm, with 1.5 by 19.
const RATE: f32 = 1.5;

/// Parts of a step at least: with 8 of them the worst hinge of `joint_grid` opens by 44 mm, with 12 by 19.
const PARTS_A_STEP: u32 = 12;

/// Parts into which a mesh cuts each of so many substeps.
pub(crate) fn parts_of(substeps: u32) -> u32 {
    max(PARTS_A_STEP.div_ceil(max(substeps, 1)), 1)
}

/// The work of a stage of meshes: over its nodes, or over the chains of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshWork {
    /// Nodes take the velocities and motions of their rows; after the first substep both forget what the paths gave.
    Load { first: bool },
    /// Chains sum up the stiffness in rotation of their nodes.
    Weigh,
    /// Nodes make their inertia greater.
    Stiffen,
    /// Chains solve; the first pass of a substep or another one.
    Solve { first: bool },
    /// Nodes show their velocities to contacts and other joints.
    Show,
    /// Nodes take back what these made of them.
    Take,
    /// Nodes move by a part of a substep.
    Move,
    /// Nodes move, and write velocities and motions to their rows.
    End,
}

/// All meshes of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meshes {
    paths: Paths,
    /// The chains of each round.
    pub rounds: Vec<Range<usize>>,
    chains: Vec<Chain>,
    links: Shared<MeshLink>,
    nodes: Shared<MeshNode>,
    /// The velocity and motion of each node, and a dummy. The fourth number of a velocity is one over the inertia.
    states: Vec<BodyState>,
    /// Number of hinges on paths.
    hinge_count: usize,
    /// The place of each joint: its link, its lane, and whether its impulse is that on its body a. Empty without paths.
    place_of: Vec<Place>,
    /// Kept for reuse: the hinges, the row of each node that moves, and the number of each row.
    hinges: Vec<Hinge>,
    rows: Vec<u32>,
    number: Vec<u32>,
}

/// A joint's place in the chains.
#[derive(Clone, Copy, Debug)]
struct Place {
    link: u32,
    lane: u8,
    flips: bool,
}

/// Not on a path.
const NOWHERE: Place = Place { link: u32::MAX, lane: 0, flips: false };

impl Meshes {
    /// Whether a joint is a hinge and nothing else, which a path can hold.
    pub(crate) fn fits(input: &JointInput) -> bool {
        let bare =
            JointInput { anchors: input.anchors, state: input.state, ..JointInput::point(input.rows, [Vec2::ZERO; 2]) };
        matches!(input.hold, Hold::Point { max_force, velocity } if max_force == f32::INFINITY && velocity == Vec2::ZERO)
            && input.softness == bare.softness
            && (input.reference, input.holds_angle) == (bare.reference, bare.holds_angle)
            && (input.along, input.about) == (bare.along, bare.about)
    }

    /// Number of nodes.
    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of hinges on paths.
    pub(crate) fn hinge_count(&self) -> usize {
        self.hinge_count
    }

    /// Whether a joint is on a path.
    pub(crate) fn has(&self, joint: usize) -> bool {
        self.place_of.get(joint).is_some_and(|place| place.link != u32::MAX)
    }

    /// Forgets all hinges.
    fn clear(&mut self) {
        self.paths.clear();
        self.rounds.clear();
        self.chains.clear();
        self.links.cells().clear();
        self.nodes.cells().clear();
        self.states.clear();
        self.place_of.clear();
        self.hinge_count = 0;
    }

    /// Takes the joints for which `is_in` holds, and cuts them into paths.
    pub(crate) fn plan(
        &mut self,
        joints: &[JointInput],
        masses: &[BodyMass],
        limit: RowLimit,
        is_in: impl FnMut(&JointInput) -> bool,
    ) {
        self.clear();
        self.list_hinges(joints, masses, limit, is_in);
        if self.hinges.is_empty() {
            return;
        }
        self.paths.plan(&self.hinges, self.rows.len());
        self.place_of.resize(joints.len(), NOWHERE);
        for &row in &self.rows {
            self.nodes.push(MeshNode { row: limit.row(row), ..MeshNode::default() });
        }
        self.make_chains(joints, limit);
        self.states.resize(self.nodes.len() + 1, BodyState::default());
    }

    /// Lists the hinges, and numbers their bodies that move in the order of their rows.
    fn list_hinges(
        &mut self,
        joints: &[JointInput],
        masses: &[BodyMass],
        limit: RowLimit,
        mut is_in: impl FnMut(&JointInput) -> bool,
    ) {
        let moves = |row: u32| masses.get(row as usize).is_some_and(BodyMass::moves);
        self.hinges.clear();
        self.rows.clear();
        for (joint, input) in (0..).zip(joints) {
            if is_in(input) {
                let nodes = input.rows.map(|row| if moves(row) { row } else { FIXED });
                self.hinges.push(Hinge { joint, nodes, anchors: input.anchors });
            }
        }
        if self.hinges.is_empty() {
            return;
        }
        self.number.clear();
        self.number.resize(limit.len(), FIXED);
        for row in self.hinges.iter().flat_map(|hinge| hinge.nodes).filter(|&row| row != FIXED) {
            self.number[row as usize] = 0;
        }
        for (row, number) in (0..).zip(&mut self.number).filter(|(_, number)| **number != FIXED) {
            *number = self.rows.len() as u32;
            self.rows.push(row);
        }
        for node in self.hinges.iter_mut().flat_map(|hinge| &mut hinge.nodes).filter(|node| **node != FIXED) {
            *node = self.number[*node as usize];
        }
    }

    /// Puts the paths of each round side by side, sixteen to a chain.
    fn make_chains(&mut self, joints: &[JointInput], limit: RowLimit) {
        // An end that cannot move is a node of its own.
        let ends = self.paths.paths.iter().map(|path| {
            let ends = [path.start, path.end - 1].map(|at| self.paths.hinges[at as usize]);
            let is_fixed = |at: PathHinge, side: usize| {
                let nodes = self.hinges[at.hinge as usize].nodes;
                usize::from(nodes[if at.flips { 1 - side } else { side }] == FIXED)
            };
            is_fixed(ends[0], 0) + is_fixed(ends[1], 1)
        });
        let nodes = RowLimit::new(self.rows.len() + ends.sum::<usize>() + 1);
        for round in &self.paths.rounds {
            let begin = self.chains.len();
            for paths in self.paths.paths[round.clone()].chunks(LANES) {
                let length = paths.iter().map(Range::len).max().unwrap_or(0);
                let links = self.links.len()..self.links.len() + length;
                self.links.resize_with(links.end, MeshLink::default);
                self.links[links.clone()].iter_mut().for_each(|link| link.clear(nodes.dummy()));
                let mut first = [nodes.dummy(); LANES];
                for (lane, path) in paths.iter().enumerate() {
                    for (place, at) in path.clone().enumerate() {
                        let PathHinge { hinge, flips } = self.paths.hinges[at as usize];
                        let Hinge { joint, nodes: ends, anchors } = self.hinges[hinge as usize];
                        let input = &joints[joint as usize];
                        let order = if flips { [1, 0] } else { [0, 1] };
                        let node_at = |side: usize, all: &mut Shared<MeshNode>| {
                            let side = order[side];
                            if ends[side] != FIXED {
                                return nodes.row(ends[side]);
                            }
                            all.push(MeshNode { row: limit.row(input.rows[side]), ..MeshNode::default() });
                            nodes.row(all.len() as u32 - 1)
                        };
                        if place == 0 {
                            first[lane] = node_at(0, &mut self.nodes);
                        }
                        let next = node_at(1, &mut self.nodes);
                        let impulse = if flips { -input.state.linear } else { input.state.linear };
                        let link = links.start + place;
                        self.links[link].fill(lane, next, order.map(|side| anchors[side]), impulse);
                        self.place_of[joint as usize] = Place { link: link as u32, lane: lane as u8, flips };
                        self.hinge_count += 1;
                    }
                }
                self.chains.push(Chain { links, first, ..Chain::default() });
            }
            self.rounds.push(begin..self.chains.len());
        }
    }

    /// Takes the poses and masses at the beginning of a step.
    pub(crate) fn place(&mut self, tasks: &Executor, level: Level, poses: &[Pose], masses: &[BodyMass]) {
        self.nodes.iter_mut().for_each(|node| node.place(masses));
        let (nodes, links) = (&self.nodes[..], &self.links);
        tasks.blocks(1, &mut self.chains[..], |_, chains| {
            for chain in chains {
                chain.place(nodes, masses);
                let mut before = &chain.first;
                dispatch!(level, simd => for link in links.part(chain.links.clone()) {
                    link.place(simd, before, (nodes, poses, masses));
                    before = &link.next;
                });
            }
        });
    }

    /// The states of the nodes, to be shared by the tasks of a stage; [`Self::give_back`] must follow.
    pub(crate) fn take_states(&mut self) -> Vec<BodyState> {
        std::mem::take(&mut self.states)
    }

    /// Takes the states of the nodes back.
    pub(crate) fn give_back(&mut self, states: Vec<BodyState>) {
        self.states = states;
    }

    /// Some items of a stage: nodes, or chains.
    pub(crate) fn run(
        &self,
        (level, work): (Level, MeshWork),
        items: Range<usize>,
        (rows, states): (&Rows<'_>, &Rows<'_>),
        (updates, rules): (&[ForceUpdate], &StepRules),
    ) {
        let part = rules.h / parts_of(rules.substeps) as f32;
        match work {
            MeshWork::Weigh => {
                for chain in &self.chains[items] {
                    let links = self.links.part(chain.links.clone());
                    dispatch!(level, simd => kernel::weigh(simd, states, chain, links));
                }
            }
            MeshWork::Solve { first } => {
                let speeds = [RATE / part, rules.joint_push_speed];
                for chain in &self.chains[items] {
                    let links = self.links.part(chain.links.clone());
                    dispatch!(level, simd => if first {
                        kernel::solve::<_, true>(simd, states, (chain, links), speeds);
                    } else {
                        kernel::solve::<_, false>(simd, states, (chain, links), speeds);
                    });
                }
            }
            _ => {
                let (nodes, states) = (self.nodes.part(items.clone()), states.part(items));
                let part = StepRules { h: part, ..*rules };
                run_nodes((level, work), (nodes, states), rows, updates, (&part, rules.h));
            }
        }
    }

    /// Writes the impulse of a joint to its state.
    pub(crate) fn store(&self, joint: usize, to: &mut JointState) -> bool {
        let Some(&Place { link, lane, flips }) = self.place_of.get(joint).filter(|place| place.link != u32::MAX) else {
            return false;
        };
        let [x, y] = &self.links[link as usize].impulse;
        let impulse = Vec2::new(x.0[lane as usize], y.0[lane as usize]);
        let impulse = if impulse.is_finite() { impulse } else { Vec2::ZERO };
        to.linear = if flips { -impulse } else { impulse };
        true
    }
}

/// The work of some nodes; `part` has the length of a part of a substep, `h` is that of a substep [s].
fn run_nodes(
    (level, work): (Level, MeshWork),
    (nodes, states): (&mut [MeshNode], &mut [BodyState]),
    rows: &Rows<'_>,
    updates: &[ForceUpdate],
    (part, h): (&StepRules, f32),
) {
    if matches!(work, MeshWork::Move | MeshWork::End) {
        for (node, state) in nodes.iter().zip(&mut *states) {
            node.keep(state.halves().0);
        }
        let (sixteens, rest) = states.as_chunks_mut::<LANES>();
        dispatch!(level, simd => {
            for sixteen in sixteens {
                advance(simd, sixteen, part);
            }
            let mut padded = [BodyState::default(); LANES];
            padded[..rest.len()].copy_from_slice(rest);
            advance(simd, &mut padded, part);
            rest.copy_from_slice(&padded[..rest.len()]);
        });
    }
    let nodes = nodes.iter_mut().zip(states);
    match work {
        MeshWork::Load { first } => nodes.for_each(|(node, state)| node.load(state, rows, updates, first)),
        MeshWork::Stiffen => {
            let least = part.h * part.h / h;
            nodes.for_each(|(node, state)| node.stiffen(state, least));
        }
        MeshWork::Show => nodes.for_each(|(node, state)| node.show(state, rows)),
        MeshWork::Take => nodes.for_each(|(node, state)| node.take(state, rows)),
        MeshWork::End => nodes.for_each(|(node, state)| node.end(state, rows)),
        MeshWork::Move | MeshWork::Weigh | MeshWork::Solve { .. } => {}
    }
}
