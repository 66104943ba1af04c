//! Stage 5, joints: their inputs to the solver, and their states back.

use crate::def::{JointKind, Parts};
use crate::state::{Bodies, BodySet, JointRow, Slot, State};
use crate::step_scratch::StepScratch;
use carom_math::Vec2;
use carom_parallel::Executor;
use carom_solver::{JointInput, JointNews, StepRules};
use std::mem::take;

/// Joints in a task.
const JOINTS_A_TASK: usize = 256;

/// Gathers the joints that may move something, if they or their values changed since the last step.
pub(crate) fn gather_joints(
    tasks: &Executor,
    state: &mut State,
    scratch: &mut StepScratch,
    rules: &StepRules,
) -> JointNews {
    let joints = &mut state.joints;
    let (changed, edited) = (take(&mut joints.changed), take(&mut joints.edited));
    let gathered_for = Some((rules.h, state.bodies.moves));
    let same = std::mem::replace(&mut scratch.joints_for, gathered_for) == gathered_for;
    if !changed && !edited && same {
        return JointNews::None;
    }
    if changed {
        list_active(tasks, state, scratch);
    }
    let bodies = &state.bodies;
    let empty = JointInput::point([u32::MAX; 2], [Vec2::ZERO; 2]);
    scratch.joint_inputs.resize(scratch.active_joints.len(), empty);
    let rows = &state.joints.rows;
    let columns = (&mut scratch.joint_inputs[..], &scratch.active_joints[..]);
    tasks.blocks(JOINTS_A_TASK, columns, |_, (inputs, active)| {
        for (input, &row) in inputs.iter_mut().zip(active) {
            let joint = &rows[row as usize];
            if let (Some(a), Some(b)) = (bodies.slots.get(joint.a), bodies.slots.get(joint.b)) {
                *input = input_of(joint, bodies, [a.row, b.row], rules);
            }
        }
    });
    let breaks = |row: &u32| rows[*row as usize].def.options.breaks();
    scratch.any_joint_breaks = scratch.active_joints.iter().any(breaks);
    if changed { JointNews::Others } else { JointNews::Values }
}

/// Lists the joints that may move something.
fn list_active(tasks: &Executor, state: &State, scratch: &mut StepScratch) {
    let State { bodies, joints, .. } = state;
    let StepScratch { active_joints, joint_moves, .. } = scratch;
    let slot = |key| bodies.slots.get(key).filter(|slot: &&Slot| slot.enabled);
    let moves = |slot: &Slot| bodies.set_of(slot.row) == BodySet::Awake && bodies.masses[slot.row as usize].moves();
    joint_moves.resize(joints.rows.len(), false);
    tasks.blocks(JOINTS_A_TASK, (&mut joint_moves[..], &joints.rows[..]), |_, (moving, joints)| {
        for (moving, joint) in moving.iter_mut().zip(joints) {
            let holds = !matches!(joint.def.kind, JointKind::Filter(_));
            *moving = holds && slot(joint.a).zip(slot(joint.b)).is_some_and(|(a, b)| moves(a) || moves(b));
        }
    });
    active_joints.clear();
    active_joints.extend((0..).zip(&*joint_moves).filter(|(_, moves)| **moves).map(|(row, _)| row));
}

/// A joint in the rows of its bodies.
fn input_of(joint: &JointRow, bodies: &Bodies, rows: [u32; 2], rules: &StepRules) -> JointInput {
    let [a, b] = joint.def.anchors();
    let [center_a, center_b] = rows.map(|row| bodies.motions[row as usize].local_center);
    let point = JointInput { state: joint.state, ..JointInput::point(rows, [a - center_a, b - center_b]) };
    let Some(parts) = joint.def.parts(rules.h) else { return point };
    let Parts { hold, reference, holds_angle, softness, along, about } = parts;
    JointInput { hold, reference, holds_angle, softness, along, about, ..point }
}

/// Stores the state of the joints that were solved.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn store_joints(tasks: &Executor, state: &mut State, scratch: &StepScratch) {
    let (active, solver) = (&scratch.active_joints[..], &scratch.solver);
    tasks.blocks(JOINTS_A_TASK, &mut state.joints.rows[..], |first, joints| {
        // Active joints ascend, so those of a block are a run of them.
        let place = |end: usize| active.partition_point(|&row| (row as usize) < end);
        for index in place(first)..place(first + joints.len()) {
            solver.store_joint(index, &mut joints[active[index] as usize - first].state);
        }
    });
}
