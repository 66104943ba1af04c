//! Stage 8, joints that break: those whose force or torque exceeds what they bear. They are removed as a step ends.

use crate::def::WorldDef;
use crate::events::{Events, JointEndCause};
use crate::joint::reaction;
use crate::state::{JointRow, State};
use crate::step_scratch::StepScratch;
use carom_math::{Pose, Vec2, max};

/// Removes the joints that broke, in the order of their rows, and lists them.
pub(crate) fn break_joints(state: &mut State, scratch: &StepScratch, def: &WorldDef, events: &mut Events) {
    if !scratch.any_joint_breaks {
        return;
    }
    let h = def.dt / def.substeps as f32;
    let active = scratch.active_joints.iter().chain(&scratch.active_couplings);
    let rows = active.filter_map(|&row| state.joints.rows.get(row as usize));
    let broken: Vec<_> = rows.filter_map(|joint| broke(joint, state, h).map(|cause| joint.ended(cause))).collect();
    for end in broken {
        // A gear that broke may have gone with its joint.
        state.end_joint(end.joint, Some(end.cause), &mut events.joint_ends);
    }
}

/// The force and the torque of a joint, if it bears no such.
fn broke(joint: &JointRow, state: &State, h: f32) -> Option<JointEndCause> {
    let options = &joint.def.options;
    if !options.breaks() {
        return None;
    }
    let (impulse, twist) = state.coupling_reaction(joint).unwrap_or_else(|| reaction_of(joint, state));
    let (force, torque) = (impulse / h, twist / h);
    // In parts of the largest coordinate: the square of a force may be beyond all numbers.
    let largest = max(force.x.abs(), force.y.abs());
    let strength = if largest > 0.0 { largest * (force / largest).length() } else { 0.0 };
    let over = |bound: Option<f32>, value: f32| bound.is_some_and(|bound| value > bound);
    let breaks = over(options.break_force, strength) || over(options.break_torque, torque.abs());
    breaks.then_some(JointEndCause::Broke { force, torque })
}

/// Impulse and angular impulse of a joint of two bodies in the last substep.
fn reaction_of(joint: &JointRow, state: &State) -> (Vec2, f32) {
    let pose = |key| state.bodies.slots.get(key).map_or(Pose::IDENTITY, |slot| state.bodies.poses[slot.row as usize]);
    let ([pose_a, pose_b], [a, b]) = ([pose(joint.a), pose(joint.b)], joint.def.anchors());
    let apart = pose_b.transform_point(b) - pose_a.transform_point(a);
    reaction(&joint.def, [pose_a.q.rotate(Vec2::X), apart], &joint.state)
}
