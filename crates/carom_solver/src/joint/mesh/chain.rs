//! Sixteen paths of a round side by side, and their hinges one after the other.

use crate::BodyMass;
use crate::joint::block::load_pair;
use crate::joint::mesh::node::MeshNode;
use crate::lanes::finite_or_zero_on_lanes;
use crate::rows::Row;
use carom_math::{LANES, Lanes, Pose, Posex16, Vec2x16, most, rows_to_lanes};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};
use std::ops::Range;

/// Sixteen paths. Those that are shorter than the first one end with empty hinges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    /// Its hinges.
    pub links: Range<usize>,
    /// Room for what a pass leaves on its way, shared with chains of other rounds.
    pub room: Range<usize>,
    /// The nodes at which the paths begin.
    pub first: [Row; LANES],
    /// Lanes whose first node can move, and one over its mass [1/kg].
    pub moves: u32,
    pub inv_mass: Lanes,
    /// Part of an error that a part of a substep takes back; factor on the diagonal of the inverse mass.
    pub rate: Lanes,
    pub hard: Lanes,
    /// The mesh of each path; lanes with a hinge that is wide open.
    pub meshes: [u32; LANES],
    pub open: u32,
}

/// The hinges of sixteen paths at one place. Each is between the node before it and the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshLink {
    /// The next nodes.
    pub next: [Row; LANES],
    /// Lanes with a hinge; lanes whose next node can move.
    pub used: u32,
    pub moves: u32,
    /// One over the masses of the next nodes [1/kg].
    pub inv_mass: Lanes,
    /// From the centres of the node before and of the next one to the anchors, and from centre to centre, at the
    /// beginning of the step [m].
    pub arms: [[Lanes; 2]; 2],
    pub between: [Lanes; 2],
}

/// The anchors of the hinges of a link in the axes of the node before and of the next one [m].
pub(crate) type LinkAnchors = [[Lanes; 2]; 2];

/// The impulses of a link in a substep, on the next nodes [N s].
pub(crate) type LinkImpulses = [Lanes; 2];

/// The numbers that a pass leaves at a link on its way there, for its way back.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkPass {
    /// The arms of now.
    pub arms: [[Lanes; 2]; 2],
    /// The impulses but for what those of the next link add.
    pub alone: [Lanes; 2],
    /// The coupling to the link before.
    pub coupling: [Lanes; 4],
}

/// A vector of each lane into memory.
#[inline(always)]
pub(crate) fn store_pair<S: Simd>(lanes: &mut [Lanes; 2], v: Vec2x16<S>) {
    lanes[0].store(v.x);
    lanes[1].store(v.y);
}

impl MeshLink {
    /// One without hinges, whose nodes are `dummy`.
    pub(crate) fn empty(dummy: Row) -> Self {
        Self { next: [dummy; LANES], ..Self::default() }
    }

    /// Takes the poses and masses at the beginning of a step; `before` are the nodes before it. Returns whether some
    /// hinge is taut: see [`is_taut`]; and the lanes whose hinge is open by more than `wide` [m].
    #[inline(always)]
    pub(crate) fn place<S: Simd>(
        &mut self,
        simd: S,
        before: &[Row; LANES],
        (nodes, poses, masses): (&[MeshNode], &[Pose], &[BodyMass]),
        (anchors, impulses): (&LinkAnchors, &mut LinkImpulses),
        [least, wide]: [f32; 2],
    ) -> (bool, u32) {
        let sides = [before, &self.next].map(|rows| {
            let rows = rows.map(|row| nodes.get(row.index()).map_or(usize::MAX, |node| node.row.index()));
            let pose = Posex16::gather(simd, |lane| poses.get(rows[lane]).copied().unwrap_or_default());
            let mass: [f32x16<S>; 4] =
                rows_to_lanes(simd, |lane| masses.get(rows[lane]).map_or([0.0; 4], BodyMass::row));
            (pose, mass)
        });
        let [(pose_a, [xa, ya, _, inv_inertia_a]), (pose_b, [xb, yb, inv_mass, inv_inertia_b])] = sides;
        let zero = f32x16::splat(simd, 0.0);
        self.moves = (!(inv_mass.simd_eq(zero) & inv_inertia_b.simd_eq(zero))).to_bitmask() as u32;
        self.inv_mass.store(inv_mass);
        for impulse in &mut *impulses {
            impulse.store(finite_or_zero_on_lanes(simd, impulse.load(simd)));
        }
        let ra = pose_a.q.rotate(load_pair(simd, &anchors[0]));
        let rb = pose_b.q.rotate(load_pair(simd, &anchors[1]));
        store_pair(&mut self.arms[0], ra);
        store_pair(&mut self.arms[1], rb);
        let between = Vec2x16::new(xb - xa, yb - ya);
        store_pair(&mut self.between, between);
        let gap = between.add(rb.sub(ra));
        let open = gap.dot(gap).simd_gt(f32x16::splat(simd, wide * wide)).to_bitmask() as u32;
        let p = load_pair(simd, impulses);
        (is_taut(simd, p, [ra, rb], [inv_inertia_a, inv_inertia_b], least), open & self.used)
    }
}

/// A node has greater inertia if its hinges are taut, one of them at least by this part of what makes it so: a node of
/// a net has four.
const TAUT: f32 = 0.25;

/// Whether impulses of a substep are great for the arms and inverse inertias of both sides: `least` times a stiffness
/// in rotation is the least inertia.
#[inline(always)]
pub(crate) fn is_taut<S: Simd>(
    simd: S,
    p: Vec2x16<S>,
    [arm_a, arm_b]: [Vec2x16<S>; 2],
    [inv_inertia_a, inv_inertia_b]: [f32x16<S>; 2],
    least: f32,
) -> bool {
    let (a, b) = ((arm_a.dot(p) * inv_inertia_a).abs(), (arm_b.dot(p) * inv_inertia_b).abs());
    most(a, b).simd_gt(f32x16::splat(simd, TAUT / least)).any_true()
}

impl Chain {
    /// Takes the masses of the first nodes.
    pub(crate) fn place(&mut self, nodes: &[MeshNode], masses: &[BodyMass]) {
        self.moves = 0;
        for lane in 0..LANES {
            let row = nodes.get(self.first[lane].index()).map_or(usize::MAX, |node| node.row.index());
            let mass = masses.get(row).copied().unwrap_or_default();
            self.inv_mass.0[lane] = mass.inv_mass;
            self.moves |= u32::from(mass.moves()) << lane;
        }
    }
}
