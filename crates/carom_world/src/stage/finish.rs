//! Stage 6: poses from motions, sleep timers, and who was fast.

use super::solve::{BODIES_A_TASK, speed_of};
use super::sweep::FAST;
use crate::def::WorldDef;
use crate::events::Events;
use crate::frame::{Frame, lists};
use crate::key::BodyKey;
use crate::state::{Bodies, Motion};
use carom_math::{Pose, Vec2};
use carom_solver::{BodyMass, BodyState};
use carom_tasks::{Each, Executor};

/// Moves the poses of the rows that move; forces and torques are over. Rows that moved far for the smallest body of the
/// world, rows that were over a limit, and rows that are not finite any more, are noted.
pub(crate) fn finish_bodies(tasks: &Executor, bodies: &mut Bodies, frame: &mut Frame, def: &WorldDef) {
    let active = bodies.active;
    let most = FAST * bodies.least_extent;
    let far = lists(&mut frame.far, active, BODIES_A_TASK);
    let bad = lists(&mut frame.bad, active, BODIES_A_TASK);
    let slowed = lists(&mut frame.slowed, active, BODIES_A_TASK);
    let columns = (
        &bodies.states[..active],
        &mut bodies.poses[..active],
        &mut bodies.masses[..active],
        &mut bodies.motions[..active],
        Each(BODIES_A_TASK, far),
        Each(BODIES_A_TASK, slowed),
        Each(BODIES_A_TASK, bad),
    );
    let rest_speed = def.sleep_speed * def.length_unit;
    tasks.blocks(BODIES_A_TASK, columns, |first, columns| {
        let (states, poses, masses, motions, Each(_, far), Each(_, slowed), Each(_, bad)) = columns;
        let rows = states.iter().zip(poses).zip(masses).zip(motions.iter_mut());
        for (k, (((state, pose), mass), motion)) in rows.enumerate() {
            motion.force = Vec2::ZERO;
            motion.torque = 0.0;
            if !advance(state, pose, mass, motion) {
                bad[0].push((first + k) as u32);
                continue;
            }
            if !motion.can_sleep || speed_of(state, motion.reach, 1.0 / def.dt) > rest_speed {
                motion.timer = 0.0;
            } else {
                motion.timer += def.dt;
            }
            if state.was_slowed() {
                slowed[0].push((first + k) as u32);
            }
            if moved_by(state, motion.reach) > most {
                far[0].push((first + k) as u32);
            }
        }
    });
    for row in bodies.awake..bodies.active {
        reach_target(bodies, row);
    }
}

/// Tells of the bodies that were over a limit in this step.
pub(crate) fn note_slowed(world: u32, bodies: &Bodies, frame: &Frame, events: &mut Events) {
    let key = |&row: &u32| BodyKey { world, slot: bodies.keys[row as usize] };
    events.slowed.extend(frame.slowed.iter().flatten().map(key));
    events.slowed.sort_unstable();
}

/// Puts a kinematic body that was driven to a target exactly there, and has it stop before the next step.
fn reach_target(bodies: &mut Bodies, row: usize) {
    let Some(target) = bodies.slots.get_mut(bodies.keys[row]).and_then(|slot| slot.target.take()) else { return };
    let target = *target;
    bodies.poses[row] = target;
    bodies.masses[row].center = target.apply(bodies.motions[row].local_center);
    bodies.motions[row].stop = true;
}

/// Moves one pose; false (and the pose stays) where the result is not finite.
fn advance(state: &BodyState, pose: &mut Pose, mass: &mut BodyMass, motion: &Motion) -> bool {
    let center = mass.center + state.dp();
    let q = state.dq().after(pose.q).normalized();
    let p = center - q.rotate(motion.local_center);
    if state.is_bad() || !center.is_finite() || !p.is_finite() || !q.is_finite() {
        return false;
    }
    mass.center = center;
    *pose = Pose { p, q };
    true
}

/// How far any point of a body moved in the step, at most: beyond half its least extent it may have jumped over
/// something. A body that turned by more than half a turn has moved its ends by twice its reach.
fn moved_by(state: &BodyState, reach: f32) -> f32 {
    let turned = if state.dq().c > 0.0 { 2.0 * state.dq().s.abs() } else { 2.0 };
    state.dp().length() + reach * turned
}
