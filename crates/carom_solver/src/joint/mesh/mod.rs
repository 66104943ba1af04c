//! Meshes: hinges with more loops than a tree takes, as in nets and sheets. They are cut into paths. All of a path is
//! solved at once; paths that share bodies come one after the other.
//!
//! A substep of a mesh is several short parts, each with a pass over all paths and a motion of the bodies (M. Macklin
//! et al., "Small Steps in Physics Simulation", 2019). A pass starts without impulses: it takes errors back as speeds,
//! and the bodies keep these. The first pass of a substep comes after the warm start of contacts and after other
//! joints; contacts are solved after it.
//!
//! Warm starting paths on loops gains energy, whatever part of an impulse is kept. So a body forgets what the paths
//! gave it when a substep begins: see [`MeshNode::given`].
//!
//! A light body under a great pull p at an arm r is stiff in rotation: r . p. Where a part is too long for it, its
//! inertia is made greater (geometric stiffness: S. Andrews, M. Teichmann, P. Kövecses, 2017).

pub(crate) mod chain;
pub(crate) mod kernel;
pub(crate) mod node;
pub(crate) mod paths;
pub(crate) mod schedule;

use crate::integrate::advance;
use crate::joint::input::{JointInput, JointState};
use crate::joint::mesh::chain::{Chain, LinkAnchors, LinkImpulses, LinkPass, MeshLink};
use crate::joint::mesh::kernel::PassRules;
use crate::joint::mesh::node::MeshNode;
use crate::joint::mesh::paths::{FIXED, Hinge, PathHinge, Paths};
use crate::joint::mesh::schedule::MeshWork;
use crate::lanes::finite_or_zero;
use crate::rows::{RowLimit, Rows, Shared};
use crate::{BodyMass, BodyState, ForceUpdate, StepRules};
use carom_math::{LANES, Pose, Vec2, dispatch};
use carom_parallel::Executor;
use fearless_simd::Level;
use std::cmp::{max, min};
use std::ops::Range;

/// The firmness of the hinges of a mesh.
struct Firmness {
    /// Part of an error that a part of a substep takes back.
    rate: f32,
    /// Softness of a hinge, in parts of its inverse mass.
    softness: f32,
}

/// Of a mesh that fits between what holds it. It takes back more than all of an error: paths share bodies, and each
/// undoes a little of what the others did. With 1.0 the worst hinge of `joint_grid` opens by 27 mm, with 1.5 by 19;
/// with a softness of 1e-2 by 31 mm.
const FREE: Firmness = Firmness { rate: 1.5, softness: 1.0e-3 };

/// Of a mesh with a path both of whose ends cannot move, which may be too far apart: its hinges then contradict each
/// other. Of a mesh, too, with a hinge that is so far open that its error would shrink at the greatest speed. A net of
/// 30 x 30 discs that is stretched between two walls by 5 % comes to rest; with the numbers of a free one it gains
/// energy.
const HELD: Firmness = Firmness { rate: 0.5, softness: 3.0e-2 };

/// Parts of a step at least: with 8 of them the worst hinge of `joint_grid` opens by 44 mm, with 12 by 19.
const PARTS_A_STEP: u32 = 12;

/// Parts into which a mesh cuts each of so many substeps.
pub(crate) fn parts_of(substeps: u32) -> u32 {
    max(PARTS_A_STEP.div_ceil(max(substeps, 1)), 1)
}

/// All meshes of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meshes {
    paths: Paths,
    /// The chains of each round.
    pub rounds: Vec<Range<usize>>,
    chains: Vec<Chain>,
    links: Shared<MeshLink>,
    anchors: Vec<LinkAnchors>,
    impulses: Shared<LinkImpulses>,
    room: Shared<LinkPass>,
    /// Whether some hinge of each chain is taut.
    is_taut: Shared<bool>,
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
    /// Whether each mesh has a path both of whose ends cannot move.
    is_held: Vec<bool>,
    /// Whether a hinge of each mesh is wide open.
    is_open: Vec<bool>,
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
        let bare = JointInput::point(input.rows, [Vec2::ZERO; 2]);
        input.hold == bare.hold
            && input.spring == bare.spring
            && input.turn_spring == bare.turn_spring
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
        self.anchors.clear();
        self.impulses.cells().clear();
        self.is_taut.cells().clear();
        self.nodes.cells().clear();
        self.states.clear();
        self.place_of.clear();
        self.hinge_count = 0;
    }

    /// Takes the joints that `mesh_of` gives a mesh, the row that stands for it, and cuts them into paths.
    pub(crate) fn plan(
        &mut self,
        joints: &[JointInput],
        masses: &[BodyMass],
        limit: RowLimit,
        mesh_of: impl FnMut(&JointInput) -> Option<u32>,
    ) {
        self.clear();
        self.list_hinges(joints, masses, limit, mesh_of);
        if self.hinges.is_empty() {
            return;
        }
        self.paths.plan(&self.hinges, self.rows.len());
        self.place_of.resize(joints.len(), NOWHERE);
        for &row in &self.rows {
            self.nodes.push(MeshNode { row: limit.row(row), ..MeshNode::default() });
        }
        self.make_chains(joints, limit);
    }

    /// Lists the hinges, and numbers their bodies that move in the order of their rows.
    fn list_hinges(
        &mut self,
        joints: &[JointInput],
        masses: &[BodyMass],
        limit: RowLimit,
        mut mesh_of: impl FnMut(&JointInput) -> Option<u32>,
    ) {
        let moves = |row: u32| masses.get(row as usize).is_some_and(BodyMass::moves);
        self.hinges.clear();
        self.rows.clear();
        for (joint, input) in (0..).zip(joints) {
            if let Some(mesh) = mesh_of(input) {
                let nodes = input.rows.map(|row| if moves(row) { row } else { FIXED });
                self.hinges.push(Hinge { joint, mesh, nodes, anchors: input.anchors });
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
        let mut fixed_ends = 0;
        self.is_held.clear();
        self.is_held.resize(limit.len(), false);
        for path in 0..self.paths.paths.len() {
            let (mesh, fixed) = self.paths.ends_of(&self.hinges, path);
            fixed_ends += fixed;
            self.is_held[mesh as usize] |= fixed == 2;
        }
        let nodes = RowLimit::new(self.rows.len() + fixed_ends + 1);
        let mut most_room = 0;
        for round in self.paths.rounds.clone() {
            let (begin, mut room) = (self.chains.len(), 0);
            for first in round.clone().step_by(LANES) {
                let paths = first..min(first + LANES, round.end);
                let length = self.paths.paths[first].len();
                let links = self.links.len()..self.links.len() + length;
                self.links.resize_with(links.end, || MeshLink::empty(nodes.dummy()));
                self.anchors.resize(links.end, LinkAnchors::default());
                self.impulses.resize_with(links.end, LinkImpulses::default);
                let mut chain = Chain { links, room: room..room + length, ..Chain::default() };
                room += length;
                chain.first = [nodes.dummy(); LANES];
                for (lane, path) in paths.enumerate() {
                    self.fill_lane(&mut chain, (lane, path), joints, (limit, nodes));
                }
                self.chains.push(chain);
                self.is_taut.push(false);
            }
            self.rounds.push(begin..self.chains.len());
            most_room = max(most_room, room);
        }
        self.room.resize_with(most_room, LinkPass::default);
        self.states.resize(nodes.len(), BodyState::default());
    }

    /// Puts a path into a lane of a chain.
    fn fill_lane(
        &mut self,
        chain: &mut Chain,
        (lane, path): (usize, usize),
        joints: &[JointInput],
        (limit, nodes): (RowLimit, RowLimit),
    ) {
        chain.meshes[lane] = self.paths.ends_of(&self.hinges, path).0;
        for (link, at) in chain.links.clone().zip(self.paths.paths[path].clone()) {
            let PathHinge { hinge, flips } = self.paths.hinges[at as usize];
            let Hinge { joint, nodes: ends, anchors, .. } = self.hinges[hinge as usize];
            let input = &joints[joint as usize];
            let sides = if flips { [1, 0] } else { [0, 1] };
            let mut node_at = |side: usize| {
                if ends[side] != FIXED {
                    return nodes.row(ends[side]);
                }
                self.nodes.push(MeshNode {
                    row: limit.row(input.rows[side]),
                    is_fixed_end: true,
                    ..MeshNode::default()
                });
                nodes.row(self.nodes.len() as u32 - 1)
            };
            if link == chain.links.start {
                chain.first[lane] = node_at(sides[0]);
            }
            let next = node_at(sides[1]);
            let to = &mut self.links[link];
            to.next[lane] = next;
            to.used |= 1 << lane;
            for (to, side) in self.anchors[link].iter_mut().zip(sides) {
                (to[0].0[lane], to[1].0[lane]) = (anchors[side].x, anchors[side].y);
            }
            let impulse = if flips { -input.state.linear } else { input.state.linear };
            let to = &mut self.impulses[link];
            (to[0].0[lane], to[1].0[lane]) = (impulse.x, impulse.y);
            self.place_of[joint as usize] = Place { link: link as u32, lane: lane as u8, flips };
            self.hinge_count += 1;
        }
    }

    /// Takes the poses and masses at the beginning of a step.
    pub(crate) fn place(
        &mut self,
        tasks: &Executor,
        level: Level,
        (poses, masses): (&[Pose], &[BodyMass]),
        rules: &StepRules,
    ) {
        self.nodes.iter_mut().for_each(|node| node.place(masses));
        let (nodes, links, anchors, impulses) = (&self.nodes[..], &self.links, &self.anchors, &self.impulses);
        let wide = rules.joint_push_speed * part_of(rules) / FREE.rate;
        let bounds = [least_of(rules), wide];
        let columns = (&mut self.chains[..], &mut self.is_taut[..]);
        tasks.blocks(1, columns, |_, (chains, is_taut)| {
            for (chain, is_taut) in chains.iter_mut().zip(is_taut) {
                chain.place(nodes, masses);
                (*is_taut, chain.open) = (false, 0);
                let links = links.part(chain.links.clone());
                let rest = anchors[chain.links.clone()].iter().zip(impulses.part(chain.links.clone()));
                let mut before = &chain.first;
                dispatch!(level, simd => for (link, (anchors, impulses)) in links.iter_mut().zip(rest) {
                    let (taut, open) = link.place(simd, before, (nodes, poses, masses), (anchors, impulses), bounds);
                    *is_taut |= taut;
                    chain.open |= open;
                    before = &link.next;
                });
            }
        });
        self.set_firmness();
    }

    /// Sets the firmness of each path.
    fn set_firmness(&mut self) {
        self.is_open.clear();
        self.is_open.resize(self.is_held.len(), false);
        for chain in self.chains.iter().filter(|chain| chain.open != 0) {
            for (lane, &mesh) in chain.meshes.iter().enumerate() {
                self.is_open[mesh as usize] |= chain.open >> lane & 1 == 1;
            }
        }
        for chain in &mut self.chains {
            for (lane, &mesh) in chain.meshes.iter().enumerate() {
                let gives = self.is_held[mesh as usize] || self.is_open[mesh as usize];
                let Firmness { rate, softness } = if gives { HELD } else { FREE };
                (chain.rate.0[lane], chain.hard.0[lane]) = (rate, 1.0 + softness);
            }
        }
    }

    /// Whether some hinge is taut.
    fn is_taut(&self) -> bool {
        self.is_taut.iter().any(|&is_taut| is_taut)
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
        let part = part_of(rules);
        match work {
            MeshWork::Weigh | MeshWork::Stiffen if !self.is_taut() => {}
            MeshWork::Weigh => {
                for chain in &self.chains[items] {
                    let (links, impulses) = (&self.links[chain.links.clone()], &self.impulses[chain.links.clone()]);
                    dispatch!(level, simd => kernel::weigh(simd, states, chain, (links, impulses)));
                }
            }
            MeshWork::Solve { first } => {
                let pass =
                    PassRules { first, inv_part: 1.0 / part, push: rules.joint_push_speed, least: least_of(rules) };
                let is_taut = self.is_taut.part(items.clone());
                for (chain, is_taut) in self.chains[items].iter().zip(is_taut) {
                    let (links, room) = (&self.links[chain.links.clone()], self.room.part(chain.room.clone()));
                    let impulses = self.impulses.part(chain.links.clone());
                    *is_taut =
                        dispatch!(level, simd => kernel::solve(simd, states, chain, (links, impulses, room), pass));
                }
            }
            _ => {
                let (nodes, states) = (self.nodes.part(items.clone()), states.part(items));
                let part = StepRules { h: part, ..*rules };
                self.run_nodes((level, work), (nodes, states), rows, updates, (&part, least_of(rules)));
            }
        }
    }

    /// Writes the impulse of a joint to its state.
    pub(crate) fn store(&self, joint: usize, to: &mut JointState) -> bool {
        let Some(&Place { link, lane, flips }) = self.place_of.get(joint).filter(|place| place.link != u32::MAX) else {
            return false;
        };
        let [x, y] = &self.impulses[link as usize];
        // As `MeshLink::place` goes on with them.
        let impulse = Vec2::new(finite_or_zero(x.0[lane as usize]), finite_or_zero(y.0[lane as usize]));
        to.linear = if flips { -impulse } else { impulse };
        true
    }

    /// The work of some nodes; `part` has the length of a part of a substep.
    fn run_nodes(
        &self,
        (level, work): (Level, MeshWork),
        (nodes, states): (&mut [MeshNode], &mut [BodyState]),
        rows: &Rows<'_>,
        updates: &[ForceUpdate],
        (part, least): (&StepRules, f32),
    ) {
        if matches!(work, MeshWork::Move | MeshWork::End) {
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
            MeshWork::Forget => nodes.for_each(|(node, _)| node.forget(rows)),
            MeshWork::Load => {
                let weighs = self.is_taut();
                nodes.for_each(|(node, state)| node.load(state, rows, weighs));
            }
            MeshWork::Stiffen => nodes.for_each(|(node, state)| node.stiffen(state, least)),
            MeshWork::Show => nodes.for_each(|(node, state)| {
                node.show(state, rows);
            }),
            MeshWork::Take => nodes.for_each(|(node, state)| node.take(state, rows)),
            MeshWork::End => nodes.for_each(|(node, state)| node.end(state, rows, updates)),
            MeshWork::Move | MeshWork::Weigh | MeshWork::Solve { .. } => {}
        }
    }
}

/// The least inertia of a node, in parts of its stiffness in rotation, which is r . p by the impulses p of a substep: a
/// part of a substep is then short enough for it.
fn least_of(rules: &StepRules) -> f32 {
    part_of(rules) * part_of(rules) * rules.inv_h
}

/// Time of a part of a substep [s].
fn part_of(rules: &StepRules) -> f32 {
    rules.h / parts_of(rules.substeps) as f32
}
