//! Stage 8, sleep: slow is not at rest. A spring or a motor that still moves its bodies keeps them awake: a door that
//! closes within a minute, a lift at 2 cm/s, a swing at its turning point. Only a swing whose turns all fall on looks,
//! such as one of 7.5 Hz at 60 steps a second, seems to stand.

use crate::def::{Parts, WorldDef};
use crate::stage::sleep::rest::{SLOW, is_looked_at, slow_speed};
use crate::state::{Bodies, JointRow, State};
use crate::step_scratch::StepScratch;
use carom_math::{Vec2, left, max, normalize};
use carom_solver::Hold;

/// The part of the speed of rest up to which a motor stands, however slow its target is. It is above all rounding.
const STANDS: f32 = 1.0e-3;

/// Begins anew to count the rest of bodies that a spring or a motor of a joint moves.
pub(crate) fn keep_driven_awake(state: &mut State, scratch: &StepScratch, def: &WorldDef) {
    if !is_looked_at(state, def) {
        return;
    }
    let speeds = Speeds { slow: slow_speed(def), stands: STANDS * def.rest_speed() };
    let State { bodies, joints, .. } = state;
    for joint in scratch.active_joints.iter().filter_map(|&row| joints.rows.get(row as usize)) {
        let (Some(a), Some(b)) = (bodies.slots.get(joint.a), bodies.slots.get(joint.b)) else { continue };
        let rows = [a.row as usize, b.row as usize];
        let seem_to_rest = rows.iter().any(|&row| row < bodies.awake && bodies.motions[row].timer > 0.0);
        let Some(parts) = joint.def.parts().filter(|_| seem_to_rest) else { continue };
        if turns(&parts, joint, bodies, rows, speeds) || slides(&parts, joint, bodies, rows, speeds) {
            for row in rows.into_iter().filter(|&row| row < bodies.awake) {
                bodies.motions[row].timer = 0.0;
            }
        }
    }
}

/// The speed above which something moves, and the speed above which a motor moves it [m/s].
#[derive(Clone, Copy)]
struct Speeds {
    slow: f32,
    stands: f32,
}

impl Speeds {
    /// Whether a speed is above them, with a motor that reaches a part of its target: `share`.
    fn are_exceeded(self, speed: f32, share: f32) -> bool {
        speed > self.slow || speed > self.stands && share > SLOW
    }
}

/// The part of its target that a motor reaches.
fn share(is_driven: bool, rate: f32, target: f32) -> f32 {
    if is_driven && target != 0.0 { rate / target } else { 0.0 }
}

/// The arms from the centres of mass to the anchors [m].
fn arms(joint: &JointRow, bodies: &Bodies, rows: [usize; 2]) -> [Vec2; 2] {
    let anchors = joint.def.anchors();
    let center = |side: usize| bodies.motions[rows[side]].local_center;
    [0, 1].map(|side| bodies.poses[rows[side]].q.rotate(anchors[side] - center(side)))
}

/// Whether a spring or a motor turns the two against each other, by the speed of the farthest point about the anchor.
fn turns(parts: &Parts, joint: &JointRow, bodies: &Bodies, rows: [usize; 2], speeds: Speeds) -> bool {
    if !parts.about.drives() && parts.turn_spring.is_none() {
        return false;
    }
    let arms = arms(joint, bodies, rows);
    let reach = |side: usize| {
        let is_awake = rows[side] < bodies.awake;
        if is_awake { arms[side].length() + bodies.motions[rows[side]].max_extent } else { 0.0 }
    };
    let [a, b] = rows.map(|row| bodies.states[row].w());
    let share = share(parts.about.max_motor > 0.0, b - a, parts.about.motor_speed);
    speeds.are_exceeded(max(reach(0), reach(1)) * (b - a).abs(), share)
}

/// Whether a spring or a motor moves the two anchors against each other.
fn slides(parts: &Parts, joint: &JointRow, bodies: &Bodies, rows: [usize; 2], speeds: Speeds) -> bool {
    let is_drawn = match parts.hold {
        Hold::Point { max_force, .. } => max_force > 0.0 && !parts.hold.is_rigid(),
        _ => false,
    };
    if !parts.along.drives() && parts.spring.is_none() && !is_drawn {
        return false;
    }
    let arms = arms(joint, bodies, rows);
    let velocity = |side: usize| {
        let state = &bodies.states[rows[side]];
        state.v() + left(arms[side]) * state.w()
    };
    let apart = velocity(1) - velocity(0);
    let (n, target) = match parts.hold {
        Hold::Line(axis) => (bodies.poses[rows[0]].q.rotate(axis), parts.along.motor_speed),
        Hold::Point { velocity, .. } => {
            let (n, speed) = normalize(velocity);
            (bodies.poses[rows[0]].q.rotate(n), speed)
        }
        Hold::Length(_) | Hold::Nothing => {
            let [a, b] = [0, 1].map(|side| bodies.masses[rows[side]].center + arms[side]);
            (normalize(b - a).0, parts.along.motor_speed)
        }
    };
    let rate = n.dot(apart);
    let speed = if parts.spring.is_some() || is_drawn { apart.length() } else { rate.abs() };
    speeds.are_exceeded(speed, share(parts.along.max_motor > 0.0 || is_drawn, rate, target))
}
