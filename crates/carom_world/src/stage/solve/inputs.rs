//! Stage 5, its inputs: the rules of the step, and the force update of each body in a substep.

use crate::def::WorldDef;
use crate::stage::solve::joints::gather_joints;
use crate::state::{Bodies, Forces, Start, State};
use crate::step_scratch::StepScratch;
use carom_math::{Vec2, max};
use carom_parallel::Executor;
use carom_solver::{BodyMass, ForceUpdate, Hardening, Softness, StepRules};

/// Bodies in a task.
pub(crate) const BODIES_A_TASK: usize = 512;

/// Greatest speed at which the error of a joint is corrected [m/s, for metres]. A softness of 60 Hz reaches it at an
/// error of 0.7 m; the worst of `joint_grid` is 0.62 m. With it, a disc of 1 m on two pins, 10 and 14 m out and askew
/// by 0.3 rad, comes to rest. Without it, and without a cap behind the solve, the disc went at 1,011 m/s at step 600.
const JOINT_PUSH_SPEED: f32 = 50.0;

/// Greatest angular velocity at which a held angle is corrected [rad/s]: a fifth of a radian a substep at 240 Hz.
const JOINT_TURN_SPEED: f32 = 50.0;

/// Gravity for which the stiffness of contacts and the speed of push-out are given [length units/s^2].
const USUAL_GRAVITY: f32 = 10.0;

/// Greatest stiffness of a contact, in parts of the usual one. More acts as restitution: if all contacts harden up to
/// 3.5 times, a box of a hundredfold mass that falls by 2 m on three others bounces by 0.9 m.
const HARDEST: f32 = 2.0;

/// Depth from which contacts of a light and a heavy body harden [length units]: four times the slop.
const HARDENING_DEPTH: f32 = 0.02;

/// Factor on both for stronger gravity. Both go with its square root: a rate is sqrt(g / l), a speed is sqrt(g l).
pub(crate) fn strength_of_gravity(def: &WorldDef) -> f32 {
    max((def.gravity.length() / (USUAL_GRAVITY * def.length_unit)).sqrt(), 1.0)
}

/// The rules of a step. Stiffness is capped at a quarter of the substep rate, beyond which soft constraints ring.
pub(crate) fn rules_of(def: &WorldDef) -> StepRules {
    let h = def.dt / def.substeps as f32;
    let inv_h = 1.0 / h;
    let capped = |hertz: f32| if hertz < 0.25 * inv_h { hertz } else { 0.25 * inv_h };
    let strength = strength_of_gravity(def);
    let contact_hertz = capped(strength * def.contact_hertz);
    StepRules {
        h,
        inv_h,
        substeps: def.substeps,
        contact: Softness::new(contact_hertz, def.contact_damping_ratio, h),
        fixed_contact: Softness::new(2.0 * contact_hertz, def.contact_damping_ratio, h),
        hardening: Hardening { depth: HARDENING_DEPTH * def.length_unit, most: HARDEST },
        joint: Softness::new(capped(def.joint_hertz), def.joint_damping_ratio, h),
        trees: def.joint_solver.choice(),
        push_out_speed: strength * def.contact_push_speed * def.length_unit,
        joint_push_speed: JOINT_PUSH_SPEED * def.length_unit,
        joint_turn_speed: JOINT_TURN_SPEED,
        restitution_threshold: def.restitution_threshold * def.length_unit,
        max_speed: def.max_speed * def.length_unit,
        max_spin: def.max_angular_speed(),
    }
}

/// Makes the force updates of the rows that move, clears their forces and torques, and sets their motions to zero. At
/// the same time, contacts that began to touch are put into lanes.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn gather_forces(
    tasks: &Executor,
    state: &mut State,
    scratch: &mut StepScratch,
    gravity: Vec2,
    rules: &StepRules,
) {
    let (StepScratch { solver, force_updates: updates, .. }, contacts) = (scratch, &state.contacts[..]);
    let Bodies { awake, active, states, forces, starts, masses, poses, .. } = &mut state.bodies;
    let (awake, active, rows) = (*awake, *active, states.len());
    let (masses, poses) = (&masses[..], &poses[..]);
    tasks.at_least(active, updates, ForceUpdate::default());
    updates.truncate(active);
    let mut gather = || {
        let columns = (
            &mut updates[..awake],
            &mut states[..awake],
            &mut forces[..awake],
            &mut starts[..awake],
            &masses[..awake],
            &poses[..awake],
        );
        tasks.blocks(BODIES_A_TASK, columns, |_, (updates, states, forces, starts, masses, poses)| {
            let rows = updates.iter_mut().zip(states).zip(forces).zip(starts).zip(masses).zip(poses);
            for (((((update, state), forces), start), mass), pose) in rows {
                *update = force_update_of(forces, mass, gravity, rules.h);
                forces.end();
                state.clear_motion();
                *start = Start { pose: *pose, center: mass.center };
            }
        });
        for row in awake..active {
            updates[row] = ForceUpdate::default();
            states[row].clear_motion();
            forces[row].end();
            starts[row] = Start { pose: poses[row], center: masses[row].center };
        }
    };
    if solver.any_new_contacts() {
        tasks.beside(gather, || solver.plan_new_contacts(contacts, masses, rows));
    } else {
        gather();
        solver.plan_new_contacts(contacts, masses, rows);
    }
}

/// The force update of a substep of `h`: v' = (v + h (F / m + g)) / (1 + h c).
fn force_update_of(forces: &Forces, mass: &BodyMass, gravity: Vec2, h: f32) -> ForceUpdate {
    let acceleration = forces.force * mass.inv_mass + gravity * forces.gravity_scale;
    // Most bodies have no damping, and divisions are slow.
    let kept = |damping: f32| if damping == 0.0 { 1.0 } else { 1.0 / (1.0 + h * damping) };
    let (keep, free) = (kept(forces.linear_damping), forces.free());
    let keep_w = free[2] * kept(forces.angular_damping);
    let factors = [keep * free[0], keep * free[1], keep_w];
    ForceUpdate::new(acceleration * h, h * mass.inv_inertia * forces.torque, factors)
}

/// Puts joints into lanes, and fills those contacts that no chunk took up.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn prepare_constraints(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, rules: &StepRules) {
    let news = gather_joints(tasks, state, scratch, rules);
    let bodies = &state.bodies;
    let StepScratch { solver, joint_inputs, coupling_inputs, .. } = scratch;
    let joints = (&joint_inputs[..], &coupling_inputs[..], news);
    solver.prepare_joints(tasks, joints, (&bodies.poses, &bodies.masses, bodies.states.len()), rules);
    solver.fill_new_contacts(tasks, &state.contacts, &bodies.masses, &bodies.states);
}
