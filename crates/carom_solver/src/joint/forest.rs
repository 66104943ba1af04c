//! Which joints are solved as trees: the graph of bodies that move, and joints that hold them rigidly.
//!
//! Union-find makes a spanning forest in the order of the joints, so no answer depends on the order of the rows. A
//! joint that closes a loop stays in the lanes. A joint to a body that cannot move closes none.

use crate::joint::hubs::Hubs;
use crate::joint::input::{JointInput, JointState};
use crate::joint::mesh::Meshes;
use crate::joint::packs::Packs;
use crate::joint::tree::link::{LinkShape, OUTSIDE};
use crate::rows::RowLimit;
use crate::{BodyMass, TreeChoice};
use carom_math::Vec2;
use std::cmp::max;

/// A tree is solved at once from so many joints in a row on: a bridge of sixteen planks, 8 m long, sags by 0.47 m in
/// the lanes.
const LONG: u32 = 12;

/// A joint that holds an angle counts as so many joints in a row. In the lanes a cantilever of three planks sags by
/// 0.6 % of its length, one of four by 1.7 %.
const OF_ANGLE: u32 = 4;

/// A tree is solved at once if a joint carries so many times the lighter of its two bodies: in the lanes, chains of 1
/// to 16 links with a ball of twenty are stretched by 0.4 to 1.3 %.
const HEAVY: f32 = 20.0;

/// A group of joints is solved at once if a spring, a motor or a limit acts at an anchor about which a body resists a
/// turn so many times as it does about its centre. In a rectangle and in a disc no point has more than 4. In the lanes
/// three boxes on springs of 20 Hz, one with a hinge of 8, gain 1,700 times their energy.
const LEVER: f32 = 5.0;

/// A tree without a hub has at most so many joints that close a loop for each three of its own. Loops stay in the
/// lanes. A truss of welded beams has one for two. With one for four a crane of 300 beams falls, and a grid of hinges
/// has one for one.
const LOOPS_FOR_THREE: u32 = 2;

/// Half of a mass, and a little more for rounding.
const HALF: f32 = 0.51;

/// No joint, no row.
const NONE: u32 = u32::MAX;

/// A joint of the graph: its index and the rows of its bodies that move, side 0 the one that surely does.
#[derive(Clone, Copy, Debug)]
struct Edge {
    joint: u32,
    rows: [u32; 2],
}

/// A set of bodies that hang together, at the row that stands for it.
#[derive(Clone, Copy, Debug)]
struct Group {
    joints: u32,
    loops: u32,
    /// The joints as joints in a row, and the mass of all bodies [kg].
    weight: u32,
    load: f32,
    /// Whether the mass of this row's own body was summed up.
    is_summed: bool,
    /// Whether some body is a hub, and one too great for a mesh; whether some joint is more than a hinge; whether the
    /// group is a mesh.
    hubs: [bool; 2],
    others: bool,
    is_mesh: bool,
    /// Whether something acts at a long lever.
    has_lever: bool,
    /// The row at its root, and the edge of that row's joint to a body that cannot move.
    root: u32,
    ground: u32,
    /// The least mass of a body [kg].
    least: f32,
}

const EMPTY: Group = Group {
    joints: 0,
    loops: 0,
    weight: 0,
    load: 0.0,
    is_summed: false,
    hubs: [false; 2],
    others: false,
    is_mesh: false,
    has_lever: false,
    root: NONE,
    ground: NONE,
    least: f32::MAX,
};

/// A body in the order from the root to the leaves.
#[derive(Clone, Copy, Debug)]
struct Place {
    row: u32,
    /// The place of the body that it hangs on, and the edge to it.
    parent: u32,
    edge: u32,
    /// The mass of all that hangs on it, itself included [kg].
    load: f32,
    /// The joints in a row down to a leaf.
    height: u32,
}

/// The trees of the joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forest {
    pub packs: Packs,
    /// Whether some group is a mesh.
    any_mesh: bool,
    /// The tree of each joint and its number there; empty if there is no tree.
    place_of: Vec<[u32; 2]>,
    /// Kept for reuse: of each row the one that stands for its group, its first half edge, and its place in a tree;
    /// of each half edge the next one.
    parent: Vec<u32>,
    groups: Vec<Group>,
    first: Vec<u32>,
    number: Vec<u32>,
    edges: Vec<Edge>,
    next: Vec<u32>,
    places: Vec<Place>,
    roots: Vec<u32>,
}

impl Forest {
    /// Whether a joint is part of a tree.
    pub(crate) fn has(&self, joint: usize) -> bool {
        self.place_of.get(joint).is_some_and(|&[tree, _]| tree != NONE)
    }

    /// The tree of a joint.
    #[cfg(test)]
    pub(crate) fn tree_of(&self, joint: usize) -> Option<u32> {
        self.place_of.get(joint).map(|&[tree, _]| tree).filter(|&tree| tree != NONE)
    }

    /// Whether some joints are a mesh, as of the last plan.
    pub(crate) fn any_mesh(&self) -> bool {
        self.any_mesh
    }

    /// The mesh of a joint as of the last plan, which found one: the row that stands for it.
    pub(crate) fn mesh_of(&mut self, input: &JointInput) -> Option<u32> {
        let mut of = |row: u32| {
            let top = ((row as usize) < self.parent.len()).then(|| find(&mut self.parent, row))?;
            self.groups[top as usize].is_mesh.then_some(top)
        };
        let [a, b] = input.rows;
        let mesh = of(a).or_else(|| of(b));
        mesh.filter(|_| a != b && Meshes::fits(input))
    }

    /// Whether a joint is in a group with a hub, as of the last plan.
    pub(crate) fn has_hub(&mut self, input: &JointInput) -> bool {
        input.rows.into_iter().any(|row| {
            (row as usize) < self.parent.len() && {
                let top = find(&mut self.parent, row);
                self.groups[top as usize].hubs[0]
            }
        })
    }

    /// Writes the impulses of a joint to its state, if a tree has them.
    pub(crate) fn store(&self, joint: usize, to: &mut JointState) {
        if let Some(&place) = self.place_of.get(joint) {
            self.packs.store(place, to);
        }
    }

    /// Finds the trees.
    pub(crate) fn plan(
        &mut self,
        joints: &[JointInput],
        masses: &[BodyMass],
        hubs: &Hubs,
        (limit, choice): (RowLimit, TreeChoice),
    ) {
        self.any_mesh = false;
        self.packs.clear();
        self.place_of.clear();
        self.parent.clear();
        if joints.is_empty() || choice == TreeChoice::None {
            return;
        }
        self.list_edges(joints, masses, limit);
        self.sum_groups(joints, masses, hubs, choice);
        if self.roots.is_empty() {
            return;
        }
        self.place_of.resize(joints.len(), [NONE; 2]);
        self.link_edges(limit.len());
        for index in 0..self.roots.len() {
            let group = self.groups[self.roots[index] as usize];
            self.list_places(joints, group, masses);
            let is_hard = group.hubs[0] || group.has_lever;
            if choice == TreeChoice::All || is_hard || self.is_hard(joints, masses, group.ground != NONE) {
                self.make_tree(joints, group.ground, limit);
            }
        }
        self.packs.pack(joints, limit);
    }

    /// Lists the joints that can be part of a tree, without those that close a loop.
    fn list_edges(&mut self, joints: &[JointInput], masses: &[BodyMass], limit: RowLimit) {
        let moves = |row: u32| masses.get(row as usize).is_some_and(BodyMass::moves);
        self.edges.clear();
        self.groups.clear();
        self.parent.clear();
        self.groups.resize(limit.len(), EMPTY);
        self.parent.extend(0..limit.len() as u32);
        for (joint, input) in (0..).zip(joints) {
            let [a, b] = input.rows;
            if !LinkShape::fits(input) || a == b {
                continue;
            }
            let rows = match (moves(a), moves(b)) {
                (true, true) => [b, a],
                (true, false) => [a, NONE],
                (false, true) => [b, NONE],
                (false, false) => continue,
            };
            let (top, other) = (find(&mut self.parent, rows[0]), rows[1]);
            if other != NONE {
                let other = find(&mut self.parent, other);
                if other == top {
                    let group = &mut self.groups[top as usize];
                    group.loops += 1;
                    group.others |= !Meshes::fits(input);
                    continue;
                }
                self.parent[other as usize] = top;
                let Group { loops, others, .. } = self.groups[other as usize];
                let group = &mut self.groups[top as usize];
                group.loops += loops;
                group.others |= others;
            }
            let group = &mut self.groups[top as usize];
            group.others |= !Meshes::fits(input);
            self.edges.push(Edge { joint, rows });
        }
    }

    /// Sums up the groups, and lists those that may be trees worth the work, in the order of their first joints.
    fn sum_groups(&mut self, joints: &[JointInput], masses: &[BodyMass], hubs: &Hubs, choice: TreeChoice) {
        self.roots.clear();
        for (index, edge) in (0..).zip(&self.edges) {
            let top = find(&mut self.parent, edge.rows[0]);
            for &row in edge.rows.iter().filter(|&&row| row != NONE) {
                if !std::mem::replace(&mut self.groups[row as usize].is_summed, true) {
                    let (mass, group) = (mass_of(masses, row), &mut self.groups[top as usize]);
                    group.least = if mass < group.least { mass } else { group.least };
                    group.load += mass;
                    group.hubs[0] |= hubs.has(row);
                    group.hubs[1] |= hubs.has_great(row);
                }
            }
            let group = &mut self.groups[top as usize];
            if group.joints == 0 {
                group.root = edge.rows[0];
                self.roots.push(top);
            }
            group.joints += 1;
            group.has_lever |= has_lever(&joints[edge.joint as usize], masses);
            group.weight += if joints[edge.joint as usize].holds_angle { OF_ANGLE } else { 1 };
            if edge.rows[1] == NONE && group.ground == NONE {
                (group.root, group.ground) = (edge.rows[0], index);
            }
        }
        let (groups, any_mesh) = (&mut self.groups, &mut self.any_mesh);
        self.roots.retain(|&top| {
            let Group { joints, loops, weight, load, ground, least, others, .. } = groups[top as usize];
            let [has_hub, has_great_hub] = groups[top as usize].hubs;
            let has_few_loops = 3 * loops <= LOOPS_FOR_THREE * joints;
            let is_mesh = choice == TreeChoice::Hard && !(others || has_few_loops || has_great_hub) && weight >= LONG;
            groups[top as usize].is_mesh = is_mesh;
            *any_mesh |= is_mesh;
            // A joint of a free tree carries half of it at most.
            let load = if ground == NONE { HALF * load } else { load };
            // A hinge alone answers its spring in the lanes.
            let has_lever = groups[top as usize].has_lever && joints > 1;
            groups[top as usize].has_lever = has_lever;
            let may = has_hub || has_lever || weight >= LONG || load >= HEAVY * least;
            choice == TreeChoice::All || may && has_few_loops || has_hub && !is_mesh
        });
    }

    /// Links the edges of each row, in the order of the joints.
    fn link_edges(&mut self, rows: usize) {
        for list in [&mut self.first, &mut self.number] {
            list.clear();
            list.resize(rows, NONE);
        }
        self.next.clear();
        self.next.resize(2 * self.edges.len(), NONE);
        for (index, edge) in self.edges.iter().enumerate().rev() {
            for (side, &row) in edge.rows.iter().enumerate() {
                if let Some(first) = self.first.get_mut(row as usize) {
                    self.next[2 * index + side] = *first;
                    *first = (2 * index + side) as u32;
                }
            }
        }
    }

    /// Lists the bodies of a group from its root to the leaves, and sums up all that hangs on each.
    fn list_places(&mut self, joints: &[JointInput], group: Group, masses: &[BodyMass]) {
        self.places.clear();
        let place =
            |row: u32, parent: u32, edge: u32| Place { row, parent, edge, load: mass_of(masses, row), height: 0 };
        self.number[group.root as usize] = 0;
        self.places.push(place(group.root, NONE, group.ground));
        let mut at = 0;
        while at < self.places.len() {
            let mut half = self.first[self.places[at].row as usize];
            while half != NONE {
                let edge = half / 2;
                let row = self.edges[edge as usize].rows[(1 - half % 2) as usize];
                if row != NONE && self.number[row as usize] == NONE {
                    self.number[row as usize] = self.places.len() as u32;
                    self.places.push(place(row, at as u32, edge));
                }
                half = self.next[half as usize];
            }
            at += 1;
        }
        for index in (1..self.places.len()).rev() {
            let Place { parent, load, height, edge, .. } = self.places[index];
            let height = height + self.weight(joints, edge);
            let parent = &mut self.places[parent as usize];
            parent.load += load;
            parent.height = max(parent.height, height);
        }
    }

    /// The joint of an edge as a number of joints in a row.
    fn weight(&self, joints: &[JointInput], edge: u32) -> u32 {
        let joint = self.edges[edge as usize].joint;
        if joints[joint as usize].holds_angle { OF_ANGLE } else { 1 }
    }

    /// Whether the joints of the listed bodies need to be solved at once.
    fn is_hard(&self, joints: &[JointInput], masses: &[BodyMass], is_grounded: bool) -> bool {
        let Place { load: all, height, edge, .. } = self.places[0];
        let height = height + if is_grounded { self.weight(joints, edge) } else { 0 };
        height >= LONG
            || self.places.iter().any(|place| {
                let own = mass_of(masses, place.row);
                let (mut least, mut load) = (own, place.load);
                if let Some(parent) = self.places.get(place.parent as usize) {
                    let other = mass_of(masses, parent.row);
                    least = if other < own { other } else { own };
                    // Nothing holds a free tree: a joint carries the lighter part of it.
                    if !is_grounded && all - load < load {
                        load = all - load;
                    }
                } else if !is_grounded {
                    return false;
                }
                load >= HEAVY * least
            })
    }

    /// Makes a tree of the listed bodies.
    fn make_tree(&mut self, joints: &[JointInput], ground: u32, limit: RowLimit) {
        let packs = &mut self.packs;
        packs.begin_tree(ground != NONE);
        let mut add = |packs: &mut Packs, edge: u32, nodes: [u32; 2]| {
            let Edge { joint, rows } = self.edges[edge as usize];
            let input = &joints[joint as usize];
            let row = if nodes[0] == self.number[rows[0] as usize] { rows[0] } else { rows[1] };
            let shape = LinkShape::new(input, nodes, row == input.rows[0]);
            self.place_of[joint as usize] = packs.add_link(joint, shape);
        };
        for (index, place) in (0..).zip(&self.places) {
            packs.add_node(limit.row(place.row));
            if place.edge != NONE {
                add(packs, place.edge, [index, if place.parent == NONE { OUTSIDE } else { place.parent }]);
            }
        }
        for (index, place) in (0..).zip(&self.places) {
            let mut half = self.first[place.row as usize];
            while half != NONE {
                if self.edges[(half / 2) as usize].rows[1] == NONE && half / 2 != ground {
                    add(packs, half / 2, [index, OUTSIDE]);
                }
                half = self.next[half as usize];
            }
        }
        packs.end_tree();
    }
}

/// The row that stands for the group of `row`.
fn find(parent: &mut [u32], mut row: u32) -> u32 {
    while parent[row as usize] != row {
        parent[row as usize] = parent[parent[row as usize] as usize];
        row = parent[row as usize];
    }
    row
}

/// Whether a spring, a motor or a limit acts at a long lever: see [`LEVER`].
fn has_lever(input: &JointInput, masses: &[BodyMass]) -> bool {
    let is_long = |(&row, anchor): (&u32, Vec2)| {
        let mass = masses.get(row as usize).copied().unwrap_or_default();
        anchor.length_squared() * mass.inv_inertia > (LEVER - 1.0) * mass.inv_mass
    };
    let acts = input.turns_in_tree() || input.slides_in_tree();
    acts && input.rows.iter().zip(input.anchors).any(is_long)
}

/// The mass of a body [kg], infinite if nothing moves it.
fn mass_of(masses: &[BodyMass], row: u32) -> f32 {
    masses.get(row as usize).map_or(f32::MAX, |mass| 1.0 / mass.inv_mass)
}
