//! Limits stop motors of any strength, and bodies that only turn, within 2 mm and 0.5 degrees, in both solvers. What a
//! motor drives comes to rest there and sleeps.

use crate::kit::*;
use carom::prelude::*;

const SOLVERS: [JointSolver; 2] = [JointSolver::Iterative, JointSolver::Direct];

/// A motor of 10 N m on a wheel of 0.4 kg m^2 takes 0.2 s to a limit of 5 radians. Motors of up to any torque stand at
/// the limit, do not creep, and let their body sleep; their torque and that of the limit take each other up.
#[test]
fn a_motor_stands_at_a_limit() {
    for (solver, substeps) in SOLVERS.into_iter().flat_map(|solver| [(solver, 1), (solver, 4), (solver, 8)]) {
        for (speed, most) in [1.0, 10.0, 100.0].into_iter().flat_map(|v| [(v, 10.0), (v, 1.0e4), (v, f32::MAX)]) {
            for way in [-1.0, 1.0] {
                let case = format!("{solver:?}, {substeps} substeps, {speed} rad/s or m/s, at most {most}, way {way}");
                let mut world =
                    World::new(WorldDef::default().gravity(Vec2::ZERO).joint_solver(solver).substeps(substeps));
                let world = world.as_mut().unwrap();
                let wall = world.add_body(BodyDef::fixed()).unwrap();
                let mut add = |y: f32, joint: JointDef| {
                    let body = BodyDef::dynamic().at(vec2(0.0, y)).shape(disc(0.5));
                    let body = world.add_body(body).unwrap();
                    (body, world.add_joint(wall, body, joint).unwrap())
                };
                let hinge = Revolute::at(vec2(0.0, 0.0)).limit(-1.0, 1.0).motor(way * speed, most);
                let slider = Prismatic::at(vec2(0.0, 5.0), vec2(0.6, 0.8)).limit(-1.0, 1.0).motor(way * speed, most);
                let joints = [add(0.0, hinge.into()), add(5.0, slider.into())];
                play(world, 600);
                let (angle, place) =
                    (world.joint(joints[0].1).unwrap().angle(), world.joint(joints[1].1).unwrap().place());
                assert!((way * angle - 1.0).abs() < 0.009, "{case}: angle {angle}");
                assert!((way * place - 1.0).abs() < 0.002, "{case}: place {place}");
                for (body, joint) in joints {
                    let joint = world.joint(joint).unwrap();
                    assert!(!world.body(body).unwrap().is_awake(), "{case}: it is awake");
                    assert!(joint.force().length() < 0.1 && joint.torque().abs() < 0.1, "{case}: it is pushed");
                    let given = way * if joint.angle() == 0.0 { joint.motor_force() } else { joint.motor_torque() };
                    assert!(most > 1.0e3 || (given - most).abs() < 0.01 * most, "{case}: the motor gives {given}");
                }
            }
        }
    }
}

/// A crank: a pin of one disc in a slot of another. Both only turn, so their masses do not count along the slot.
#[test]
fn a_limit_stops_bodies_that_only_turn() {
    for solver in SOLVERS {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).joint_solver(solver)).unwrap();
        let mut add = |x: f32, locks: Locks, turn: f32| {
            let body = BodyDef { locks, ..BodyDef::dynamic() };
            let shape = ShapeDef::new(disc(0.3)).filter(Filter { mask: 0, ..Filter::default() });
            world.add_body(body.at(vec2(x, 0.0)).angular_velocity(turn).shape(shape)).unwrap()
        };
        let only_turns = Locks { x: true, y: true, ..Locks::default() };
        let (slotted, crank) = (add(0.0, only_turns, 0.0), add(1.0, only_turns, 2.0));
        let slot = PinSlot::at(vec2(1.0, 0.5), vec2(1.0, 0.5)).limit(-0.1, 0.1);
        let slot = world.add_joint(slotted, crank, slot).unwrap();
        let mut most = 0.0_f32;
        for _ in 0..300 {
            world.step();
            most = most.max(world.joint(slot).unwrap().place().abs());
        }
        assert!((0.09..0.11).contains(&most), "{solver:?}: {most} m");
    }
}
