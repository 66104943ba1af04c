//! The revolute joint: motor, limit, spring, pendulum.

use crate::kit::*;
use carom::prelude::*;

/// A rod of 2 m about its middle, pinned there to a fixed body; no gravity.
pub(super) fn pinned(joint: Revolute) -> (World, BodyKey, JointKey) {
    let mut world = space();
    let pin = world.add_body(BodyDef::fixed()).unwrap();
    let rod = world.add_body(BodyDef::dynamic().shape(rect(2.0, 0.2))).unwrap();
    let joint = world.add_joint(pin, rod, joint).unwrap();
    (world, rod, joint)
}

#[test]
fn a_motor_reaches_its_speed() {
    for speed in [3.0, -5.0] {
        let (mut world, rod, _) = pinned(Revolute::default().motor(speed, 1.0e4));
        play(&mut world, 30);
        near(spin(&world, rod), speed, 0.01);
        near(at(&world, rod).length(), 0.0, 1e-3);
    }
}

#[test]
fn a_motor_never_exceeds_its_torque() {
    let torque = 0.5;
    let (mut world, rod, _) = pinned(Revolute::default().motor(100.0, torque));
    let inertia = world.body(rod).unwrap().mass().inertia;
    for step in 1..=60 {
        world.step();
        let law = f64::from(torque / inertia) * f64::from(step) / 60.0;
        near(spin(&world, rod), law, 0.01 * law + 1e-4);
    }
}

#[test]
fn a_motor_of_speed_zero_is_a_friction() {
    let (mut world, rod, _) = pinned(Revolute::default().motor(0.0, 0.05));
    let inertia = world.body(rod).unwrap().mass().inertia;
    world.body_mut(rod).unwrap().set_angular_velocity(2.0).unwrap();
    play(&mut world, 30);
    near(spin(&world, rod), f64::from(2.0 - 0.5 * 0.05 / inertia), 0.02);
    play(&mut world, 300);
    near(spin(&world, rod), 0.0, 1e-3);
}

#[test]
fn a_motor_turns_b_against_a() {
    let mut world = space();
    let a = world.add_body(BodyDef::dynamic().shape(rect(2.0, 0.2))).unwrap();
    let b = world.add_body(BodyDef::dynamic().shape(rect(2.0, 0.2))).unwrap();
    world.add_joint(a, b, Revolute::default().motor(4.0, 1.0e3)).unwrap();
    play(&mut world, 60);
    near(spin(&world, b) - spin(&world, a), 4.0, 0.02);
    near(spin(&world, a) + spin(&world, b), 0.0, 1e-3);
}

#[test]
fn a_limit_holds() {
    // An arm that gravity and a strong push drive against both ends.
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let pin = world.add_body(BodyDef::fixed()).unwrap();
    let arm = world.add_body(BodyDef::dynamic().at(vec2(1.0, 0.0)).shape(rect(2.0, 0.2))).unwrap();
    let hinge = Revolute::new(Vec2::ZERO, vec2(-1.0, 0.0)).limit(-0.5, 0.75);
    let joint = world.add_joint(pin, arm, hinge).unwrap();
    for step in 0..600 {
        if step == 300 {
            world.body_mut(arm).unwrap().apply_angular_impulse(3.0).unwrap();
        }
        world.step();
        let angle = world.joint(joint).unwrap().angle();
        assert!((-0.53..0.78).contains(&angle), "step {step}: {angle}");
        let (a, b) = world.joint(joint).unwrap().anchors();
        assert!((a - b).length() < 0.02, "step {step}: {}", (a - b).length());
    }
    near(world.joint(joint).unwrap().angle(), -0.5, 0.01);
}

#[test]
fn a_limit_counts_from_the_reference_angle() {
    let (mut world, rod, joint) = pinned(Revolute::default().reference_angle(1.0).limit(-0.2, 0.2));
    play(&mut world, 240);
    let angle = world.body(rod).unwrap().angle();
    assert!((0.79..1.21).contains(&angle), "{angle}");
    near(world.joint(joint).unwrap().angle(), angle - 1.0, 1e-5);
}

#[test]
fn a_spring_has_its_frequency() {
    for hertz in [0.5_f32, 1.0, 2.0] {
        let (mut world, rod, _) = pinned(Revolute::default().spring(hertz, 0.0));
        world.body_mut(rod).unwrap().set_angular_velocity(1.0).unwrap();
        let mut crossings = Vec::new();
        let mut last = 1e-3;
        for step in 0..900 {
            world.step();
            let angle = world.body(rod).unwrap().angle();
            if last < 0.0 && angle >= 0.0 {
                crossings.push(step as f32 - angle / (angle - last));
            }
            last = angle;
        }
        let periods = (crossings.len() - 1) as f32;
        let period = (crossings[crossings.len() - 1] - crossings[0]) / periods / 60.0;
        near(period, 1.0 / hertz, 0.05 / f64::from(hertz));
    }
}

#[test]
fn a_critical_spring_comes_to_its_angle_without_overshoot() {
    let mut joint = Revolute::default().spring(2.0, 1.0);
    if let Some(spring) = &mut joint.spring {
        spring.rest_angle = 0.8;
    }
    let (mut world, rod, _) = pinned(joint);
    for _ in 0..240 {
        world.step();
        assert!(world.body(rod).unwrap().angle() < 0.81);
    }
    near(world.body(rod).unwrap().angle(), 0.8, 0.01);
}

#[test]
fn a_pendulum_has_its_period() {
    for length in [0.5_f32, 1.0, 2.0] {
        let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
        let pin = world.add_body(BodyDef::fixed()).unwrap();
        let (s, c) = (0.1_f32.sin(), 0.1_f32.cos());
        let bob =
            world.add_body(BodyDef::dynamic().at(vec2(length * s, -length * c)).angle(0.1).shape(disc(0.1))).unwrap();
        world.add_joint(pin, bob, Revolute::new(Vec2::ZERO, vec2(0.0, length))).unwrap();
        let mut crossings = Vec::new();
        let mut last = at(&world, bob).x;
        for step in 0..1200 {
            world.step();
            let x = at(&world, bob).x;
            if last < 0.0 && x >= 0.0 {
                crossings.push(step as f32 - x / (x - last));
            }
            last = x;
        }
        let period = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f32 / 60.0;
        // A compound pendulum: T = 2 pi sqrt((l^2 + r^2 / 2) / (g l)).
        let law = std::f32::consts::TAU * ((length * length + 0.005) / (G * length)).sqrt();
        near(period, law, 0.01 * f64::from(law));
    }
}

#[test]
fn joined_bodies_collide_only_where_the_joint_says_so() {
    for collide in [false, true] {
        let mut world = space();
        let a = world.add_body(crate_at(0.0, 0.0)).unwrap();
        let b = world.add_body(crate_at(0.5, 0.0)).unwrap();
        let joint = Revolute::new(vec2(5.0, 0.0), vec2(5.0, 0.0));
        let joint = if collide { joint.collide() } else { joint.into() };
        world.add_joint(a, b, joint).unwrap();
        play(&mut world, 5);
        assert_eq!(world.counts().contacts, usize::from(collide));
    }
}

#[test]
fn a_bridge_holds_a_load() {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let mut last = world.add_body(BodyDef::fixed().at(vec2(0.0, 0.0))).unwrap();
    let mut joints = Vec::new();
    for i in 0..20 {
        let plank = BodyDef::dynamic().at(vec2(0.5 + i as f32, 0.0)).shape(rect(1.0, 0.2));
        let plank = world.add_body(plank).unwrap();
        let from = if i == 0 { 0.0 } else { 0.5 };
        joints.push(world.add_joint(last, plank, Revolute::new(vec2(from, 0.0), vec2(-0.5, 0.0))).unwrap());
        last = plank;
    }
    let end = world.add_body(BodyDef::fixed().at(vec2(20.0, 0.0))).unwrap();
    joints.push(world.add_joint(last, end, Revolute::new(vec2(0.5, 0.0), Vec2::ZERO)).unwrap());
    let load = world.add_body(BodyDef::dynamic().at(vec2(10.0, 2.0)).shape(rect(2.0, 2.0))).unwrap();
    play(&mut world, 600);
    assert!(at(&world, load).y > -9.0, "{}", at(&world, load));
    for &joint in &joints {
        let (a, b) = world.joint(joint).unwrap().anchors();
        assert!((a - b).length() < 0.1, "{}", (a - b).length());
    }
}
