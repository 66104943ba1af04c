//! Sixteen paths of a round side by side, and their hinges one after the other.

use crate::BodyMass;
use crate::joint::block::load_pair;
use crate::joint::mesh::node::MeshNode;
use crate::lanes::finite_or_zero_on_lanes;
use crate::rows::Row;
use carom_math::{LANES, Lanes, Pose, Posex16, Vec2, Vec2x16, rows_to_lanes};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};
use std::ops::Range;

/// Sixteen paths. Those that are shorter than the first one end with empty hinges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    /// Its hinges.
    pub links: Range<usize>,
    /// The nodes at which the paths begin.
    pub first: [Row; LANES],
    /// Lanes whose first node can move, and one over its mass [1/kg].
    pub moves: u32,
    pub inv_mass: Lanes,
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
    /// From the centres of the node before and of the next one to the anchors, in their own axes, and in the world's at
    /// the beginning of the step [m].
    local: [[Lanes; 2]; 2],
    pub arms: [[Lanes; 2]; 2],
    /// From centre to centre at the beginning of the step [m].
    pub between: [Lanes; 2],
    /// Impulse of a substep on the next nodes [N s].
    pub impulse: [Lanes; 2],
    /// The arms in the last pass.
    pub turned: [[Lanes; 2]; 2],
    /// Of a pass: the impulses but for what those of the next hinges add, and the coupling to the hinge before.
    pub alone: [Lanes; 2],
    pub coupling: [Lanes; 4],
}

/// A vector of each lane into memory.
#[inline(always)]
pub(crate) fn store_pair<S: Simd>(lanes: &mut [Lanes; 2], v: Vec2x16<S>) {
    lanes[0].store(v.x);
    lanes[1].store(v.y);
}

fn set(lanes: &mut [Lanes; 2], lane: usize, v: Vec2) {
    (lanes[0].0[lane], lanes[1].0[lane]) = (v.x, v.y);
}

impl MeshLink {
    /// Empties it: its nodes are `dummy`.
    pub(crate) fn clear(&mut self, dummy: Row) {
        *self = Self { next: [dummy; LANES], ..Self::default() };
    }

    /// Puts a hinge into a lane: its next node, its anchors, and the impulse on the next node.
    pub(crate) fn fill(&mut self, lane: usize, next: Row, anchors: [Vec2; 2], impulse: Vec2) {
        self.next[lane] = next;
        self.used |= 1 << lane;
        for (lanes, anchor) in self.local.iter_mut().zip(anchors) {
            set(lanes, lane, anchor);
        }
        set(&mut self.impulse, lane, impulse);
    }

    /// Takes the poses and masses at the beginning of a step; `before` are the nodes before it.
    #[inline(always)]
    pub(crate) fn place<S: Simd>(
        &mut self,
        simd: S,
        before: &[Row; LANES],
        (nodes, poses, masses): (&[MeshNode], &[Pose], &[BodyMass]),
    ) {
        let sides = [before, &self.next].map(|rows| {
            let rows = rows.map(|row| nodes.get(row.index()).map_or(usize::MAX, |node| node.row.index()));
            let pose = Posex16::gather(simd, |lane| poses.get(rows[lane]).copied().unwrap_or_default());
            let mass: [f32x16<S>; 4] =
                rows_to_lanes(simd, |lane| masses.get(rows[lane]).map_or([0.0; 4], BodyMass::row));
            (pose, mass)
        });
        let [(pose_a, [xa, ya, _, _]), (pose_b, [xb, yb, inv_mass, inv_inertia])] = sides;
        let zero = f32x16::splat(simd, 0.0);
        self.moves = (!(inv_mass.simd_eq(zero) & inv_inertia.simd_eq(zero))).to_bitmask() as u32;
        self.inv_mass.store(inv_mass);
        for (side, pose) in [pose_a, pose_b].into_iter().enumerate() {
            let arm = pose.q.rotate(load_pair(simd, &self.local[side]));
            store_pair(&mut self.arms[side], arm);
            store_pair(&mut self.turned[side], arm);
        }
        store_pair(&mut self.between, Vec2x16::new(xb - xa, yb - ya));
        for impulse in &mut self.impulse {
            impulse.store(finite_or_zero_on_lanes(simd, impulse.load(simd)));
        }
    }
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
