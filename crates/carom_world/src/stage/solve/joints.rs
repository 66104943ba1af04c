//! Stage 5, joints: their inputs to the solver, and their impulses back.

use crate::def::{JointDef, Revolute};
use crate::state::{Bodies, BodySet, Slot, State};
use crate::step_scratch::StepScratch;
use carom_math::vec2;
use carom_parallel::Executor;
use carom_solver::{JointImpulses, JointNews, RevoluteInput, Softness, StepRules};
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
    scratch.joint_inputs.resize(scratch.active_joints.len(), EMPTY);
    let rows = &state.joints.rows;
    let columns = (&mut scratch.joint_inputs[..], &scratch.active_joints[..]);
    tasks.blocks(JOINTS_A_TASK, columns, |_, (inputs, active)| {
        for (input, &row) in inputs.iter_mut().zip(active) {
            let joint = &rows[row as usize];
            if let (Some(a), Some(b)) = (bodies.slots.get(joint.a), bodies.slots.get(joint.b)) {
                let JointDef::Revolute(def) = &joint.def;
                *input = revolute(def, bodies, [a.row, b.row], joint.impulses, rules);
            }
        }
    });
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
            *moving = slot(joint.a).zip(slot(joint.b)).is_some_and(|(a, b)| moves(a) || moves(b));
        }
    });
    active_joints.clear();
    active_joints.extend((0..).zip(&*joint_moves).filter(|(_, moves)| **moves).map(|(row, _)| row));
}

const EMPTY: RevoluteInput = RevoluteInput {
    row_a: u32::MAX,
    row_b: u32::MAX,
    anchor_a: vec2(0.0, 0.0),
    anchor_b: vec2(0.0, 0.0),
    reference: None,
    lower: 0.0,
    upper: 0.0,
    motor_speed: 0.0,
    max_torque: 0.0,
    spring: Softness::NONE,
    rest_angle: 0.0,
    impulses: JointImpulses { linear: vec2(0.0, 0.0), spring: 0.0, motor: 0.0, lower: 0.0, upper: 0.0 },
};

fn revolute(
    def: &Revolute,
    bodies: &Bodies,
    [row_a, row_b]: [u32; 2],
    impulses: JointImpulses,
    rules: &StepRules,
) -> RevoluteInput {
    let centers = [row_a, row_b].map(|row| bodies.motions[row as usize].local_center);
    let needs_angle = def.limit.is_some() || def.spring.is_some();
    RevoluteInput {
        row_a,
        row_b,
        anchor_a: def.anchor_a - centers[0],
        anchor_b: def.anchor_b - centers[1],
        reference: needs_angle.then_some(def.reference_angle),
        lower: def.limit.map_or(f32::NEG_INFINITY, |limit| limit.lower),
        upper: def.limit.map_or(f32::INFINITY, |limit| limit.upper),
        motor_speed: def.motor.map_or(0.0, |motor| motor.speed),
        max_torque: def.motor.map_or(0.0, |motor| motor.max_torque),
        spring: def.spring.map_or(Softness::NONE, |s| Softness::new(s.hertz, s.damping_ratio, rules.h)),
        rest_angle: def.spring.map_or(0.0, |spring| spring.rest_angle),
        impulses,
    }
}

/// Stores the impulses of the joints that were solved.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn store_joints(tasks: &Executor, state: &mut State, scratch: &StepScratch) {
    let (active, solver) = (&scratch.active_joints[..], &scratch.solver);
    tasks.blocks(JOINTS_A_TASK, &mut state.joints.rows[..], |first, joints| {
        // Active joints ascend, so those of a block are a run of them.
        let place = |end: usize| active.partition_point(|&row| (row as usize) < end);
        for index in place(first)..place(first + joints.len()) {
            solver.store_joint(index, &mut joints[active[index] as usize - first].impulses);
        }
    });
}
