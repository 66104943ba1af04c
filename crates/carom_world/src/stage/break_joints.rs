//! Stage 8, joints that break: those whose force or torque exceeds what they bear, in the mean over a step. They are
//! removed as a step ends.

use crate::def::WorldDef;
use crate::events::{Events, JointEndCause};
use crate::joint::reaction;
use crate::state::{JointRow, State};
use crate::step_scratch::StepScratch;
use carom_math::{Pose, Vec2, max};
use carom_solver::{JointRecord, JointState, Recorded};

/// Removes the joints that broke, in the order of their rows, and lists them.
pub(crate) fn break_joints(state: &mut State, scratch: &StepScratch, def: &WorldDef, events: &mut Events) {
    let row_of = |record: &JointRecord| match record.of {
        Recorded::Joint(index) => scratch.active_joints.get(index as usize),
        Recorded::Coupling(index) => scratch.active_couplings.get(index as usize),
    };
    let broke = |record: &JointRecord| {
        let joint = state.joints.rows.get(*row_of(record)? as usize)?;
        broke(joint, state, &record.sum, def.dt).map(|cause| joint.ended(cause))
    };
    let broken: Vec<_> = scratch.solver.joint_records().iter().filter_map(broke).collect();
    for end in broken {
        // A gear that broke may have gone with its joint.
        state.end_joint(end.joint, Some(end.cause), &mut events.joint_ends);
    }
}

/// The force and the torque of a joint that gave these impulses in a step of `dt` [s], if it does not bear them.
fn broke(joint: &JointRow, state: &State, given: &JointState, dt: f32) -> Option<JointEndCause> {
    let options = &joint.def.options;
    let (impulse, twist) = state.coupling_reaction(joint, given).unwrap_or_else(|| reaction_of(joint, state, given));
    let (force, torque) = (impulse / dt, twist / dt);
    // In parts of the largest coordinate: the square of a force may be beyond all numbers.
    let largest = max(force.x.abs(), force.y.abs());
    let strength = if largest > 0.0 { largest * (force / largest).length() } else { 0.0 };
    let over = |bound: Option<f32>, value: f32| bound.is_some_and(|bound| value > bound);
    let breaks = over(options.break_force, strength) || over(options.break_torque, torque.abs());
    breaks.then_some(JointEndCause::Broke { force, torque })
}

/// Impulse and angular impulse of a joint of two bodies that gave these.
fn reaction_of(joint: &JointRow, state: &State, given: &JointState) -> (Vec2, f32) {
    let pose = |key| state.bodies.slots.get(key).map_or(Pose::IDENTITY, |slot| state.bodies.poses[slot.row as usize]);
    let ([pose_a, pose_b], [a, b]) = ([pose(joint.a), pose(joint.b)], joint.def.anchors());
    let apart = pose_b.transform_point(b) - pose_a.transform_point(a);
    reaction(&joint.def, [pose_a.q.rotate(Vec2::X), apart], given)
}
