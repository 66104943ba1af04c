//! Stage 8, strained joints: rigid ones that stand open for long. A rope under too heavy a load is told, not silent.

use crate::def::{JointKind, WorldDef};
use crate::events::{Events, StrainedJoint};
use crate::state::{Bodies, JointRow, State};
use crate::step_scratch::StepScratch;
use carom_math::{max, normalize};
use carom_solver::Hold;

/// A joint that is open by more than this is strained, times the length unit [m]: ten times the slop.
const TOLERANCE: f32 = 0.05;

/// After so long a strained joint is told [s].
const PATIENCE: f32 = 1.0;

/// Joints are looked at once in so many steps, since each look reads two poses: the second is told to an eighth.
const EVERY: u64 = 8;

/// Counts how long joints are open, and lists those that are for a second, in the order of their rows.
pub(crate) fn strain_joints(state: &mut State, scratch: &StepScratch, def: &WorldDef, events: &mut Events) {
    if !state.steps.is_multiple_of(EVERY) {
        return;
    }
    let (bodies, joints) = (&state.bodies, &mut state.joints);
    let tolerance = TOLERANCE * def.length_unit;
    for &row in &scratch.active_joints {
        let Some(joint) = joints.rows.get_mut(row as usize) else { continue };
        let open = gap(joint, bodies, tolerance);
        let (before, more) = (joint.strained, EVERY as f32 * def.dt);
        joint.strained = if open <= tolerance {
            0.0
        } else if before >= PATIENCE {
            before
        } else if def.sleep && rests(joint, bodies) + more >= def.sleep_time {
            // Soon it is asleep, and nobody looks any more.
            PATIENCE
        } else {
            before + more
        };
        if before < PATIENCE && joint.strained >= PATIENCE {
            events.strained.push(StrainedJoint { joint: joint.key, user_data: joint.def.options.user_data, open });
        }
    }
}

/// The time that one of the bodies has been at rest [s].
fn rests(joint: &JointRow, bodies: &Bodies) -> f32 {
    let timer = |key| bodies.slots.get(key).map_or(0.0, |slot| bodies.motions[slot.row as usize].timer);
    max(timer(joint.a), timer(joint.b))
}

/// The gap of a joint [m], or 0 if it is within the tolerance: in all that it holds rigidly, and beyond its limits of
/// length. Soft parts yield as they should.
fn gap(joint: &JointRow, bodies: &Bodies, tolerance: f32) -> f32 {
    let (Some(a), Some(b)) = (bodies.slots.get(joint.a), bodies.slots.get(joint.b)) else { return 0.0 };
    let [pose_a, pose_b] = [a, b].map(|slot| bodies.poses[slot.row as usize]);
    let [anchor_a, anchor_b] = joint.def.anchors();
    let apart = pose_b.transform_point(anchor_b) - pose_a.transform_point(anchor_a);
    // A hinge or a weld is open by the distance of its anchors: most are closed, and need no more.
    let is_point = matches!(joint.def.kind, JointKind::Revolute(_) | JointKind::Weld(_));
    if is_point && apart.length() <= tolerance {
        return 0.0;
    }
    let Some(parts) = joint.def.parts().filter(|parts| parts.spring.is_none()) else { return 0.0 };
    let (place, held) = match parts.hold {
        Hold::Point { max_force, .. } => (0.0, if max_force < f32::INFINITY { 0.0 } else { apart.length() }),
        Hold::Line(axis) => {
            let n = pose_a.q.rotate(axis);
            (n.dot(apart), carom_math::cross(n, apart).abs())
        }
        Hold::Length(length) => (normalize(apart).1, (normalize(apart).1 - length).abs()),
        Hold::Nothing => (normalize(apart).1, 0.0),
    };
    let beyond = max(place - parts.along.upper, parts.along.lower - place);
    max(held, max(beyond, 0.0))
}
