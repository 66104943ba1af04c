//! Stage 8, sleep: slow is not at rest. A spring or a motor that still moves its bodies keeps them awake: a door that
//! closes within a minute, a lift at 2 cm/s, a swing at its turning point.

use crate::def::{Parts, WorldDef};
use crate::stage::sleep::rest::{SLOW, is_looked_at, slow_speed};
use crate::state::{Bodies, JointRow, State};
use crate::step_scratch::StepScratch;
use carom_math::{left, max, normalize};
use carom_solver::Hold;

/// Begins anew to count the rest of bodies that a spring or a motor of a joint moves.
pub(crate) fn keep_driven_awake(state: &mut State, scratch: &StepScratch, def: &WorldDef) {
    if !is_looked_at(state, def) {
        return;
    }
    let slow = slow_speed(def);
    let State { bodies, joints, .. } = state;
    for joint in scratch.active_joints.iter().filter_map(|&row| joints.rows.get(row as usize)) {
        let Some(parts) = joint.def.parts() else { continue };
        let (Some(a), Some(b)) = (bodies.slots.get(joint.a), bodies.slots.get(joint.b)) else { continue };
        let rows = [a.row as usize, b.row as usize];
        if drives(&parts, joint, bodies, rows, slow) {
            for row in rows.into_iter().filter(|&row| row < bodies.awake) {
                bodies.motions[row].timer = 0.0;
            }
        }
    }
}

/// Whether a spring or a motor moves its bodies against each other: faster than `slow` [m/s] at their farthest points,
/// or at more than a tenth of the speed of the motor.
fn drives(parts: &Parts, joint: &JointRow, bodies: &Bodies, rows: [usize; 2], slow: f32) -> bool {
    let follows = |rate: f32, target: f32| target != 0.0 && rate / target > SLOW;
    let [a, b] = rows.map(|row| &bodies.states[row]);
    let turns = parts.about.drives() || parts.turn_spring.is_some();
    let is_drawn = matches!(parts.hold, Hold::Point { .. }) && !parts.hold.is_rigid();
    let slides = parts.along.drives() || parts.spring.is_some() || is_drawn;
    if !turns && !slides {
        return false;
    }
    let anchors = joint.def.anchors();
    let ends = [0, 1].map(|side| bodies.poses[rows[side]].transform_point(anchors[side]));
    let arms = [0, 1].map(|side| ends[side] - bodies.masses[rows[side]].center);
    if turns {
        let reach = |side: usize| {
            let is_awake = rows[side] < bodies.awake;
            if is_awake { arms[side].length() + bodies.motions[rows[side]].max_extent } else { 0.0 }
        };
        let rate = b.w() - a.w();
        if max(reach(0), reach(1)) * rate.abs() > slow || follows(rate, parts.about.motor_speed) {
            return true;
        }
    }
    if !slides {
        return false;
    }
    let apart = b.v() + left(arms[1]) * b.w() - (a.v() + left(arms[0]) * a.w());
    let rate = match parts.hold {
        Hold::Line(axis) => bodies.poses[rows[0]].q.rotate(axis).dot(apart),
        Hold::Point { .. } => apart.length(),
        Hold::Length(_) | Hold::Nothing => normalize(ends[1] - ends[0]).0.dot(apart),
    };
    rate.abs() > slow || follows(rate, parts.along.motor_speed)
}
