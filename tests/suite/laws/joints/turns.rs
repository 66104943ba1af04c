//! Turns are counted: a limit from -20 to 40 rad stops where it says, within 0.5 degrees.

use crate::kit::*;
use carom::prelude::*;

fn turned(joint: Revolute) -> (World, BodyKey, JointKey) {
    let mut world = space();
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

/// A spring winds back as many turns as it was wound.
#[test]
fn a_spring_unwinds_whole_turns() {
    let (mut world, wheel, joint) = turned(Revolute::at(Vec2::ZERO).spring(0.2, 1.0));
    world.body_mut(wheel).unwrap().set_angular_velocity(60.0).unwrap();
    let mut most = 0.0_f32;
    for _ in 0..1_200 {
        world.step();
        most = most.max(world.joint(joint).unwrap().angle());
    }
    assert!(most > 3.0 * std::f32::consts::PI, "{most}");
    near(world.joint(joint).unwrap().angle(), 0.0, 0.01);
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
