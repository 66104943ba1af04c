//! Stage 8, joints that break: those whose force or torque exceeds what they bear, in the mean over a step. The
//! impulses of the step are those of its substeps and those of impacts. The joints are removed as a step ends.

use crate::def::WorldDef;
use crate::events::{Events, JointEndCause};
use crate::joint::reaction;
use crate::stage::joint_load::JointLoad;
use crate::state::{JointRow, State};
use crate::step_scratch::StepScratch;
use carom_math::{Pose, Vec2, max};
use carom_solver::{JointState, Recorded};

/// Removes the joints that broke, in the order of their rows, and lists them.
pub(crate) fn break_joints(state: &mut State, scratch: &mut StepScratch, def: &WorldDef, events: &mut Events) {
    list_loads(state, scratch);
    let broke = |load: &JointLoad| {
        let joint = state.joints.rows.get(load.row as usize)?;
        broke(joint, load, def.dt).map(|cause| joint.ended(cause))
    };
    let broken: Vec<_> = scratch.joint_loads.iter().filter_map(broke).collect();
    for end in broken {
        // A gear that broke may have gone with its joint.
        state.end_joint(end.joint, Some(end.cause), &mut events.joint_ends);
    }
}

/// Lists what the joints that may break bore.
fn list_loads(state: &State, scratch: &mut StepScratch) {
    let StepScratch { joint_loads, solver, active_joints, active_couplings, ccd, .. } = scratch;
    joint_loads.clear();
    for record in solver.joint_records() {
        let row = match record.of {
            Recorded::Joint(index) => active_joints.get(index as usize),
            Recorded::Coupling(index) => active_couplings.get(index as usize),
        };
        let joint = row.and_then(|&row| state.joints.rows.get(row as usize));
        if let Some((&row, joint)) = row.zip(joint) {
            let reaction = state.coupling_reaction(joint, &record.sum);
            let (impulse, twist) = reaction.unwrap_or_else(|| reaction_of(joint, state, &record.sum));
            joint_loads.push(JointLoad { row, impulse, twist });
        }
    }
    for jerk in &ccd.round.jerks {
        if let Some(&row) = state.joints.slots.get(jerk.joint) {
            joint_loads.push(JointLoad { row, impulse: jerk.impulse, twist: jerk.twist });
        }
    }
    joint_loads.sort_by_key(|load| load.row);
    joint_loads.dedup_by(|next, first| {
        let same = next.row == first.row;
        if same {
            first.impulse += next.impulse;
            first.twist += next.twist;
        }
        same
    });
}

/// The end of a joint that does not bear its load of a step of `dt` [s].
fn broke(joint: &JointRow, load: &JointLoad, dt: f32) -> Option<JointEndCause> {
    let options = &joint.def.options;
    let (force, torque) = (load.impulse / dt, load.twist / dt);
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
