//! All joints of a step: in lanes, in trees, and coupled.

use crate::joint::block::{JointBlock, JointParts};
use crate::joint::coupled::Couplings;
use crate::joint::coupled::input::CouplingInput;
use crate::joint::forest::Forest;
use crate::joint::hubs::Hubs;
use crate::joint::input::{JointInput, JointNews, JointState, KINDS};
use crate::joint::mesh::Meshes;
use crate::joint::tree::axis::AxisSeen;
use crate::overflow::LanePlan;
use crate::rows::{RowLimit, Shared};
use crate::{BodyMass, StepRules};
use carom_math::{LANES, Pose, dispatch};
use carom_parallel::Executor;
use fearless_simd::Level;

/// Blocks of sixteen joints to a task that fills them. Fewer cost more to hand over than to fill.
const BLOCKS_A_TASK: usize = 16;

/// The joints of a step, and their memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointConstraints {
    pub lanes: LanePlan,
    /// The kinds of work by which lanes were planned, and those of now; none for joints in meshes.
    kinds: [Vec<Option<u8>>; 2],
    pub blocks: Shared<JointBlock>,
    pub parts: Shared<JointParts>,
    /// Bodies that many joints hold.
    pub hubs: Hubs,
    /// The trees of joints that are solved at once.
    pub forest: Forest,
    /// The meshes of hinges that are solved along paths.
    pub meshes: Meshes,
    /// Gears, racks and pulleys.
    pub couplings: Couplings,
}

impl JointConstraints {
    /// Whether no joint is held other than by a mesh.
    pub(crate) fn meshes_alone(&self) -> bool {
        self.lanes.blocks() + self.forest.packs.count() + self.couplings.count() == 0
    }

    /// Whether the joints need other lanes.
    pub(crate) fn needs_lanes(&self, joints: &[JointInput], news: JointNews) -> bool {
        news == JointNews::Others || self.lanes.lane_of.len() != joints.len()
    }

    /// Plans lanes (if they are new, or joints do another kind of work), trees and couplings.
    pub(crate) fn plan(
        &mut self,
        (joints, couplings, is_new): (&[JointInput], &[CouplingInput], bool),
        masses: &[BodyMass],
        limit: RowLimit,
        rules: &StepRules,
    ) {
        self.hubs.plan(joints, masses, limit.len(), rules.h);
        self.forest.plan(joints, masses, &self.hubs, (limit, rules.trees));
        let had_meshes = self.meshes.hinge_count() > 0;
        let forest = &mut self.forest;
        self.hubs.ease_off(joints, |input| forest.has_hub(input));
        let joints_of_meshes = if forest.any_mesh() { joints } else { &[] };
        self.meshes.plan(joints_of_meshes, masses, limit, |input| forest.mesh_of(input));
        let (forest, meshes) = (&self.forest, &self.meshes);
        let kind = |(index, joint): (usize, &JointInput)| (!meshes.has(index)).then(|| joint.work(forest.has(index)));
        let [planned, kinds] = &mut self.kinds;
        kinds.clear();
        kinds.extend(joints.iter().enumerate().map(kind));
        if is_new || had_meshes || meshes.hinge_count() > 0 || planned != kinds {
            std::mem::swap(planned, kinds);
            let mover = |row: u32| masses.get(row as usize).filter(|m| m.moves()).map(|_| row);
            let movers = |index: usize| joints[index].rows.map(mover);
            self.lanes.without_colors((joints.len(), limit.len()), movers, |_| None, (KINDS, |index| planned[index]));
        }
        self.couplings.plan(couplings, joints, masses, limit);
    }

    /// Fills the blocks, if their values are new, and takes poses and masses at the beginning of a step.
    pub(crate) fn place(
        &mut self,
        tasks: &Executor,
        level: Level,
        (fill, rules): (Option<(&[JointInput], RowLimit)>, &StepRules),
        (poses, masses): (&[Pose], &[BodyMass]),
    ) {
        self.blocks.resize_with(self.lanes.blocks(), JointBlock::default);
        self.parts.resize_with(self.lanes.blocks(), JointParts::default);
        self.meshes.place(tasks, level, (poses, masses), rules);
        let (lanes, forest, hubs) = (&self.lanes.lanes, &self.forest, &self.hubs);
        let columns = (&mut self.blocks[..], &mut self.parts[..]);
        tasks.blocks(BLOCKS_A_TASK, columns, |first, (blocks, parts)| {
            if let Some((joints, limit)) = fill {
                for (k, (block, parts)) in blocks.iter_mut().zip(&mut *parts).enumerate() {
                    for (lane, &index) in lanes[(first + k) * LANES..][..LANES].iter().enumerate() {
                        let (index, input) = (index as usize, joints.get(index as usize));
                        block.fill(
                            parts,
                            lane,
                            (input, forest.has(index), (hubs.ease(index), hubs.rivals(index))),
                            (limit, rules),
                        );
                    }
                }
            }
            dispatch!(level, simd => for (block, parts) in blocks.iter_mut().zip(&mut *parts) {
                block.place(parts, simd, poses, masses);
            });
        });
        let (parts, lane_of) = (&self.parts, &self.lanes.lane_of);
        let counted = |joint: u32| {
            let lane = lane_of[joint as usize] as usize;
            parts[lane / LANES].angle.0[lane % LANES]
        };
        let seen = |joint: u32, is_angle: bool| {
            let lane = lane_of[joint as usize] as usize;
            let JointParts { about, line, .. } = &parts[lane / LANES];
            let axis = if is_angle { about } else { &line.along };
            let (value, mass) = (counted(joint), axis.spring_mass(lane % LANES));
            AxisSeen { value, mass, rivals: hubs.rivals(joint as usize) }
        };
        self.forest.packs.place(tasks, (poses, masses), seen);
        self.couplings.place(poses, masses, counted);
    }

    /// Writes the state of a joint back.
    pub(crate) fn store(&self, index: usize, to: &mut JointState) {
        if self.meshes.store(index, to) {
            return;
        }
        let lane = self.lanes.lane_of[index] as usize;
        self.blocks[lane / LANES].store(&self.parts[lane / LANES], lane % LANES, to);
        self.forest.store(index, to);
    }
}
