//! Turns are counted: a limit from -20 to 40 rad stops where it says, within 0.5 degrees.

use crate::kit::*;
use carom::prelude::*;

fn turned(joint: Revolute) -> (World, BodyKey, JointKey) {
    turned_by(JointSolver::Automatic, joint)
}

fn turned_by(solver: JointSolver, joint: Revolute) -> (World, BodyKey, JointKey) {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).joint_solver(solver)).unwrap();
    let axle = world.add_body(BodyDef::fixed().angle(0.4)).unwrap();
    let wheel = world.add_body(BodyDef::dynamic().angle(-1.0).shape(disc(0.5))).unwrap();
    let joint = world.add_joint(axle, wheel, joint).unwrap();
    (world, wheel, joint)
}

#[test]
fn a_limit_of_many_turns_stops_at_both_ends() {
    for speed in [4.0, 30.0, 120.0] {
        let (mut world, _, joint) = turned(Revolute::at(Vec2::ZERO).limit(-20.0, 40.0).motor(speed, 50.0));
        let mut most = f32::MIN;
        for _ in 0..700 {
            world.step();
            most = most.max(world.joint(joint).unwrap().angle());
        }
        assert!((most - 40.0).abs() < 0.009, "{speed}: {most}");
        world.joint_mut(joint).unwrap().set_motor(Some(AngleMotor { speed: -speed, max_torque: 50.0 })).unwrap();
        let mut least = f32::MAX;
        for _ in 0..1_000 {
            world.step();
            least = least.min(world.joint(joint).unwrap().angle());
        }
        assert!((least + 20.0).abs() < 0.009, "{speed}: {least}");
    }
}

/// A spring winds back as many turns as it was wound, solved alone or with its hinge. An image keeps its turns.
#[test]
fn a_spring_unwinds_whole_turns() {
    for solver in [JointSolver::Iterative, JointSolver::Direct] {
        let (mut world, wheel, joint) = turned_by(solver, Revolute::at(Vec2::ZERO).spring(0.2, 1.0));
        world.body_mut(wheel).unwrap().set_angular_velocity(60.0).unwrap();
        let mut most = 0.0_f32;
        let mut copy = None;
        for step in 0..1_200 {
            world.step();
            most = most.max(world.joint(joint).unwrap().angle());
            if step == 60 {
                copy = Some(World::from_snapshot(&world.snapshot()).unwrap());
            } else if let Some(copy) = &mut copy {
                copy.step();
                assert_eq!(copy.state_hash(), world.state_hash(), "{solver:?}, step {step}");
            }
        }
        assert!(most > 3.0 * std::f32::consts::PI, "{most}");
        near(world.joint(joint).unwrap().angle(), 0.0, 0.01);
    }
}

/// A spring that presses a hinge on its limit, and one that a load turns: within 0.5 degrees of the limit, at 1, 4
/// and 8 substeps.
#[test]
fn a_limit_stops_a_spring() {
    for (solver, substeps) in [JointSolver::Iterative, JointSolver::Direct].into_iter().zip([1, 4, 8]) {
        let mut world = World::new(WorldDef::default().joint_solver(solver).substeps(substeps)).unwrap();
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let door = world.add_body(BodyDef::dynamic().at(vec2(0.5, 0.0)).shape(rect(1.0, 0.2))).unwrap();
        let mut hinge = Revolute::at(Vec2::ZERO).limit(-0.4, 0.3).spring(3.0, 0.5);
        for (rest, wanted) in [(2.0, 0.3), (-2.0, -0.4)] {
            if let Some(spring) = &mut hinge.spring {
                spring.rest_angle = rest;
            }
            let joint = world.add_joint(wall, door, hinge).unwrap();
            play(&mut world, 240);
            near(world.joint(joint).unwrap().angle(), wanted, 0.009);
            world.remove_joint(joint);
        }
    }
}

/// The count is part of the state: it goes through an image, and stays if the definition changes.
#[test]
fn turns_survive_an_image_and_a_new_definition() {
    let (mut world, _, joint) = turned(Revolute::at(Vec2::ZERO).limit(-99.0, 99.0).motor(8.0, 50.0));
    play(&mut world, 240);
    let angle = world.joint(joint).unwrap().angle();
    assert!(angle > 25.0, "{angle}");
    let mut restored = world.clone();
    play(&mut restored, 30);
    restored.restore(&world.snapshot()).unwrap();
    assert_eq!(restored.joint(joint).unwrap().angle(), angle);
    let JointKind::Revolute(hinge) = world.joint(joint).unwrap().kind() else { panic!("a hinge") };
    let def = hinge.limit(-99.0, 50.0).reference_angle(hinge.reference_angle + 1.0);
    world.joint_mut(joint).unwrap().set_def(def).unwrap();
    near(world.joint(joint).unwrap().angle(), f64::from(angle - 1.0), 1.0e-3);
}
