//! Motors reach their speed under load, within 1 %, at 1, 4 and 8 substeps.

use crate::kit::*;
use carom::prelude::*;

fn under_gravity(substeps: u32) -> (World, BodyKey) {
    let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    (world, wall)
}

/// An arm of 2 m is turned over the top and down again: its weight brakes, then drives.
#[test]
fn a_hinge_turns_an_arm_all_the_way_round() {
    for substeps in [1, 4, 8] {
        let (mut world, wall) = under_gravity(substeps);
        let arm = world.add_body(BodyDef::dynamic().at(vec2(1.0, 0.0)).shape(rect(2.0, 0.2))).unwrap();
        let load = world.body(arm).unwrap().mass().mass * G;
        let joint = world.add_joint(wall, arm, Revolute::at(Vec2::ZERO).motor(2.0, 1.5 * load)).unwrap();
        play(&mut world, 60);
        let mut off = 0.0_f32;
        for _ in 0..400 {
            world.step();
            let joint = world.joint(joint).unwrap();
            off = off.max((joint.speed() - 2.0).abs());
            let wanted = load * carom::math::sin_cos(joint.angle()).1;
            assert!((joint.motor_torque() - wanted).abs() < 0.04 * load, "{substeps}: {}", joint.motor_torque());
        }
        println!("{substeps} substeps: off by {off} rad/s");
        assert!(off < 0.02, "{substeps} substeps: off by {off} rad/s");
    }
}

/// A winch, a slider and a wheel's line have 10 % more than they need, then 10 % less.
#[test]
fn a_winch_lifts_what_it_can_and_no_more() {
    for substeps in [1, 4, 8] {
        for (force, lifts) in [(1.1, true), (0.9, false)] {
            let (mut world, wall) = under_gravity(substeps);
            let load = world.add_body(crate_at(0.0, -8.0)).unwrap();
            let weight = world.body(load).unwrap().mass().mass * G;
            let winch = Distance::new(Vec2::ZERO, Vec2::ZERO, 8.0).range(0.5, 50.0).motor(-1.0, force * weight);
            let joint = world.add_joint(wall, load, winch).unwrap();
            play(&mut world, 120);
            let speed = world.joint(joint).unwrap().place_speed();
            // Too weak, it lets the load down by what is missing.
            let wanted = if lifts { -1.0 } else { (1.0 - force) * G * 2.0 };
            near(speed, f64::from(wanted), 0.02 * f64::from(wanted.abs()));
        }
    }
}

/// A torque from outside brakes a wheel on its suspension.
#[test]
fn a_wheel_turns_against_a_brake() {
    for substeps in [1, 4, 8] {
        let (mut world, wall) = under_gravity(substeps);
        let wheel = world.add_body(BodyDef::dynamic().at(vec2(0.0, -1.0)).shape(disc(0.5))).unwrap();
        let def = Wheel::at(vec2(0.0, -1.0), vec2(0.0, 1.0)).suspension(3.0, 0.7).motor(-15.0, 20.0);
        let joint = world.add_joint(wall, wheel, def).unwrap();
        for _ in 0..120 {
            world.body_mut(wheel).unwrap().apply_torque(16.0).unwrap();
            world.step();
        }
        let joint = world.joint(joint).unwrap();
        near(joint.speed(), -15.0, 0.15);
        near(joint.motor_torque(), -16.0, 0.16);
    }
}
