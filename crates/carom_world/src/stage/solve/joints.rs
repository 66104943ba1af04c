//! Stage 5, joints: their inputs to the solver, and their states back.

use crate::def::{JointKind, Parts};
use crate::state::{Bodies, BodySet, JointRow, Slot, State};
use crate::step_scratch::StepScratch;
use carom_math::Vec2;
use carom_parallel::Executor;
use carom_solver::{CoupledJoint, CoupledValues, CouplingInput, JointInput, JointNews, Recorded, RopeEnd, StepRules};
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
                *input = input_of(joint, bodies, [a.row, b.row]);
            }
        }
    });
    gather_couplings(state, scratch, rules);
    record_breakable(state, scratch);
    if changed { JointNews::Others } else { JointNews::Values }
}

/// Lists the joints that may move something.
fn list_active(tasks: &Executor, state: &State, scratch: &mut StepScratch) {
    let State { bodies, joints, .. } = state;
    let StepScratch { active_joints, active_couplings, joint_moves, .. } = scratch;
    let slot = |key| bodies.slots.get(key).filter(|slot: &&Slot| slot.enabled);
    let moves = |slot: &Slot| bodies.set_of(slot.row) == BodySet::Awake && bodies.masses[slot.row as usize].moves();
    joint_moves.resize(joints.rows.len(), false);
    tasks.blocks(JOINTS_A_TASK, (&mut joint_moves[..], &joints.rows[..]), |_, (moving, joints)| {
        for (moving, joint) in moving.iter_mut().zip(joints) {
            if joint.def.kind.couples_joints() {
                let bodies = state.bodies_of(joint);
                *moving = bodies.iter().all(|&key| slot(key).is_some())
                    && bodies.iter().any(|&key| slot(key).is_some_and(moves));
                continue;
            }
            let holds = !matches!(joint.def.kind, JointKind::Filter(_));
            *moving = holds && slot(joint.a).zip(slot(joint.b)).is_some_and(|(a, b)| moves(a) || moves(b));
        }
    });
    let is_coupling = |row: &u32| joints.rows[*row as usize].def.kind.is_coupling();
    active_couplings.clear();
    if joints.couplings > 0 {
        active_couplings.extend((0..).zip(&*joint_moves).filter(|(_, moves)| **moves).map(|(row, _)| row));
        active_couplings.retain(is_coupling);
    }
    // A gear counts the angle of a joint also if only the other one moves something.
    for &row in &*active_couplings {
        for link in joints.rows[row as usize].links {
            if let Some(&link) = joints.slots.get(link) {
                joint_moves[link as usize] = true;
            }
        }
        joint_moves[row as usize] = false;
    }
    active_joints.clear();
    active_joints.extend((0..).zip(&*joint_moves).filter(|(_, moves)| **moves).map(|(row, _)| row));
}

/// A joint in the rows of its bodies.
fn input_of(joint: &JointRow, bodies: &Bodies, rows: [u32; 2]) -> JointInput {
    let [a, b] = joint.def.anchors();
    let [center_a, center_b] = rows.map(|row| bodies.motions[row as usize].local_center);
    let point = JointInput { state: joint.state, ..JointInput::point(rows, [a - center_a, b - center_b]) };
    let Some(parts) = joint.def.parts() else { return point };
    let Parts { hold, reference, holds_angle, spring, turn_spring, along, about } = parts;
    let reference = reference.or((joint.gears > 0).then(|| joint.def.reference_angle()));
    JointInput { hold, reference, holds_angle, spring, turn_spring, along, about, ..point }
}

/// The inputs of gears, racks and pulleys, after those of the joints that they couple.
fn gather_couplings(state: &State, scratch: &mut StepScratch, rules: &StepRules) {
    let StepScratch { active_joints, active_couplings, coupling_inputs, .. } = scratch;
    coupling_inputs.clear();
    coupling_inputs.extend(active_couplings.iter().filter_map(|&row| {
        let coupling = &state.joints.rows[row as usize];
        coupling_of(coupling, state, active_joints, rules)
    }));
}

/// Has the solver sum the impulses of the joints that may break.
fn record_breakable(state: &State, scratch: &mut StepScratch) {
    let StepScratch { active_joints, active_couplings, solver, .. } = scratch;
    let breaks = |(_, row): &(u32, &u32)| state.joints.rows[**row as usize].def.options.breaks();
    let joints = (0..).zip(&*active_joints).filter(breaks).map(|(index, _)| Recorded::Joint(index));
    let couplings = (0..).zip(&*active_couplings).filter(breaks).map(|(index, _)| Recorded::Coupling(index));
    solver.record_joints(joints.chain(couplings));
}

/// A coupling in the rows of its bodies. All that it needs is there, if it is active.
fn coupling_of(coupling: &JointRow, state: &State, active_joints: &[u32], rules: &StepRules) -> Option<CouplingInput> {
    let softness = coupling.def.options.stiffness.map(|stiffness| stiffness.spring().softness(rules.h));
    let impulse = coupling.state.linear.x;
    if let JointKind::Pulley(pulley) = coupling.def.kind {
        let end = |body, anchor: Vec2, over| {
            let row = state.bodies.slots.get(body)?.row;
            Some(RopeEnd { row, anchor: anchor - state.bodies.motions[row as usize].local_center, over })
        };
        let one = end(coupling.a, pulley.anchor_a, pulley.ground_anchor_a)?;
        let two = end(coupling.b, pulley.anchor_b, pulley.ground_anchor_b)?;
        return Some(CouplingInput {
            values: CoupledValues::Rope([one, two]),
            factors: [1.0, f64::from(pulley.ratio)],
            target: f64::from(pulley.length.unwrap_or(0.0)),
            is_angle: false,
            softness,
            impulse,
        });
    }
    let (factors, target) = coupling.def.kind.coupling()?;
    let side = |link| {
        let row = *state.joints.slots.get(link)?;
        let joint = active_joints.binary_search(&row).ok()? as u32;
        Some(CoupledJoint { joint, is_angle: state.joints.rows[row as usize].def.kind.coupled_by_angle()? })
    };
    let sides = [side(coupling.links[0])?, side(coupling.links[1])?];
    let is_angle = matches!(coupling.def.kind, JointKind::Gear(_)) && sides[0].is_angle;
    let values = CoupledValues::Joints(sides);
    Some(CouplingInput { values, factors, target, is_angle, softness, impulse })
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
    for (index, &row) in scratch.active_couplings.iter().enumerate() {
        state.joints.rows[row as usize].state.linear.x = solver.coupling_impulse(index);
    }
}
