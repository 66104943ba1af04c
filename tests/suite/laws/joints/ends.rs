//! Joints that end: broken, or with a body. They are listed once, with force and cause.

use crate::kit::*;
use carom::prelude::*;
use carom::{JointEnd, JointEndCause};

/// A weight hangs on a joint that bears a little more or a little less.
#[test]
fn a_joint_breaks_above_its_force_and_no_sooner() {
    for (bears, breaks) in [(1.1, false), (0.9, true)] {
        let mut world = World::new(WorldDef::default()).unwrap();
        let ceiling = world.add_body(BodyDef::fixed()).unwrap();
        let weight = world.add_body(crate_at(0.0, -1.0)).unwrap();
        let force = bears * world.body(weight).unwrap().mass().mass * G;
        let rod = Distance::between(Vec2::ZERO, vec2(0.0, -1.0)).break_force(force).user_data(7);
        let joint = world.add_joint(ceiling, weight, rod).unwrap();
        let mut ends = Vec::new();
        for _ in 0..60 {
            world.step();
            ends.extend_from_slice(world.events().joint_ends());
        }
        checked(&world);
        assert_eq!(world.joint(joint).is_none(), breaks);
        assert_eq!(ends.len(), usize::from(breaks));
        for JointEnd { joint: ended, bodies, user_data, cause } in ends {
            assert_eq!((ended, bodies, user_data), (joint, [ceiling, weight], 7));
            let JointEndCause::Broke { force: broke, .. } = cause else { panic!("{cause:?}") };
            assert!(broke.y > force, "{broke:?}, {force}");
        }
    }
}

#[test]
fn a_weld_breaks_above_its_torque() {
    for (bears, breaks) in [(1.1, false), (0.9, true)] {
        let mut world = World::new(WorldDef::default()).unwrap();
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let arm = world.add_body(BodyDef::dynamic().at(vec2(1.0, 0.0)).shape(rect(2.0, 0.2))).unwrap();
        let torque = bears * world.body(arm).unwrap().mass().mass * G;
        let joint = world.add_joint(wall, arm, Weld::at(Vec2::ZERO).break_torque(torque)).unwrap();
        for _ in 0..60 {
            world.step();
        }
        assert_eq!(world.joint(joint).is_none(), breaks);
    }
}

#[test]
fn joints_of_a_removed_body_are_listed() {
    let mut world = space();
    let [a, b, c] = [0.0, 2.0, 4.0].map(|x| world.add_body(crate_at(x, 0.0)).unwrap());
    let first = world.add_joint(a, b, Revolute::at(vec2(1.0, 0.0))).unwrap();
    let second = world.add_joint(b, c, Weld::at(vec2(3.0, 0.0))).unwrap();
    let third = world.add_joint(c, a, Distance::between(Vec2::ZERO, vec2(4.0, 0.0))).unwrap();
    world.step();
    assert!(world.events().joint_ends().is_empty());
    assert!(world.remove_body(b));
    assert!(world.remove_joint(third), "a call that names the joint is no news");
    world.step();
    let ends = world.events().joint_ends();
    assert_eq!(ends.iter().map(|end| end.joint).collect::<Vec<_>>(), [first, second]);
    assert!(ends.iter().all(|end| end.cause == JointEndCause::BodyRemoved));
    world.step();
    assert!(world.events().joint_ends().is_empty());
}

/// A carrier at a speed v that stands still from one step on stops the mass m that a joint ties to it: in that step the
/// force is m v / dt in the mean, at any number of substeps. The joint breaks above it, and no sooner.
#[test]
fn a_jerk_breaks_a_joint_at_any_number_of_substeps() {
    let (v, dt) = (5.0, WorldDef::default().dt);
    let solvers = [JointSolver::Automatic, JointSolver::Iterative, JointSolver::Direct];
    for (kind, substeps, solver) in (0..4)
        .flat_map(|kind| [1, 2, 4, 8].map(|n| (kind, n)))
        .flat_map(|(kind, n)| solvers.map(|solver| (kind, n, solver)))
    {
        for (bears, breaks) in [(1.03, false), (0.97, true)] {
            let def = WorldDef::default().gravity(Vec2::ZERO).substeps(substeps).joint_solver(solver);
            let mut world = World::new(def).unwrap();
            let moving = vec2(v, 0.0);
            let carrier = world.add_body(BodyDef::kinematic().velocity(moving)).unwrap();
            let body = world.add_body(crate_at(0.0, 0.0).velocity(moving)).unwrap();
            let force = bears * world.body(body).unwrap().mass().mass * v / dt;
            let joint = match kind {
                0 => Weld::at(Vec2::ZERO).break_force(force),
                1 => Revolute::at(Vec2::ZERO).break_force(force),
                2 => Prismatic::at(Vec2::ZERO, Vec2::Y).break_force(force),
                _ => Distance::between(vec2(-2.0, 0.0), Vec2::ZERO).break_force(force),
            };
            world.add_joint(carrier, body, joint).unwrap();
            play(&mut world, 10);
            world.body_mut(carrier).unwrap().set_velocity(Vec2::ZERO).unwrap();
            let mut ends = Vec::new();
            for _ in 0..10 {
                world.step();
                ends.extend_from_slice(world.events().joint_ends());
            }
            assert_eq!(ends.len(), usize::from(breaks), "kind {kind}, {substeps} substeps, {solver:?}");
            for JointEnd { cause, .. } in ends {
                let JointEndCause::Broke { force: broke, .. } = cause else { panic!("{cause:?}") };
                near(-broke.x, force / bears, 0.01 * f64::from(force));
            }
        }
    }
}

/// A weight that falls until its rope is taut loses its speed in one step or two: the rope lets its gap close first,
/// and is soft. So 0.4 of it at least is of one step, wherever in the step that is.
#[test]
fn a_rope_breaks_whenever_in_a_step_it_becomes_taut() {
    for substeps in [1, 4, 8] {
        for (bears, breaks) in [(1.1, false), (0.4, true)] {
            for k in 0..40 {
                let above = 1.0 + 0.05 * k as f32;
                let mut world = World::new(WorldDef::default().substeps(substeps)).unwrap();
                let hook = world.add_body(BodyDef::fixed()).unwrap();
                let weight = world.add_body(BodyDef::dynamic().at(vec2(0.0, above - 2.0)).shape(disc(0.2))).unwrap();
                let (mass, speed) = (world.body(weight).unwrap().mass().mass, (2.0 * G * above).sqrt());
                let force = bears * (mass * speed / WorldDef::default().dt + mass * G);
                let rope = Distance::rope(Vec2::ZERO, Vec2::ZERO, 2.0).break_force(force);
                world.add_joint(hook, weight, rope).unwrap();
                let mut broken = 0;
                for _ in 0..90 {
                    world.step();
                    broken += world.events().joint_ends().len();
                }
                assert_eq!(broken, usize::from(breaks), "{substeps} substeps, a fall of {above} m, {bears}");
            }
        }
    }
}

/// A shot that stays at a body which a joint holds in place gives it all of its momentum p. The joint bears p / dt in
/// one step: the shot is swept.
#[test]
fn a_shot_breaks_a_joint_that_bears_less() {
    let dt = WorldDef::default().dt;
    for (speed, solver) in [20.0, 50.0, 100.0]
        .into_iter()
        .flat_map(|v| [JointSolver::Automatic, JointSolver::Iterative, JointSolver::Direct].map(|solver| (v, solver)))
    {
        for (kind, (bears, breaks)) in (0..2).flat_map(|kind| [(1.3, false), (0.7, true)].map(|case| (kind, case))) {
            let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).joint_solver(solver)).unwrap();
            let wall = world.add_body(BodyDef::fixed()).unwrap();
            let target = world.add_body(crate_at(5.0, 0.0)).unwrap();
            let shot = BodyDef::dynamic().velocity(vec2(speed, 0.0)).shape(disc(0.1));
            let shot = world.add_body(shot).unwrap();
            let force = bears * world.body(shot).unwrap().mass().mass * speed / dt;
            let at = vec2(5.0, 0.0);
            let joint = if kind == 0 { JointDef::from(Weld::at(at)) } else { Prismatic::at(at, Vec2::Y).into() };
            world.add_joint(wall, target, joint.break_force(force)).unwrap();
            let mut ends = Vec::new();
            for _ in 0..60 {
                world.step();
                ends.extend_from_slice(world.events().joint_ends());
            }
            assert_eq!(ends.len(), usize::from(breaks), "kind {kind}, {speed} m/s, {bears}, {solver:?}");
        }
    }
}
