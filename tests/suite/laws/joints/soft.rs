//! Soft joints yield as their frequency says: a load that would fall at g hangs g / (2 pi f)^2 below, and a weight on
//! an arm turns a torsion spring by the torque over (2 pi f)^2 times the inertia about the axle. Within 2 %. A spring
//! that is set to 0 Hz lets go.

use crate::kit::*;
use carom::prelude::*;
use std::f64::consts::TAU;

/// The depth of a box below its joint, as a mean from 20 s to 30 s: whole periods [m].
fn sag(joint: impl Into<JointDef>, substeps: u32) -> f64 {
    let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
    let above = world.add_body(BodyDef::fixed()).unwrap();
    let load = world.add_body(BodyDef::dynamic().shape(rect(0.5, 0.5))).unwrap();
    world.add_joint(above, load, joint).unwrap();
    play(&mut world, 1_200);
    let mut sum = 0.0;
    for _ in 0..600 {
        world.step();
        sum -= f64::from(world.body(load).unwrap().position().y);
    }
    sum / 600.0
}

#[test]
fn soft_holds_hang_as_deep_as_their_frequency_says() {
    for hertz in [0.5, 1.0, 3.0, 10.0] {
        let law = 9.81 / (TAU * hertz).powi(2);
        for (substeps, ratio) in [(1, 0.0), (4, 0.0), (4, 0.7), (16, 0.0), (16, 1.0)] {
            let f = hertz as f32;
            let ways: [(&str, JointDef); 4] = [
                ("weld", Weld::at(Vec2::ZERO).soft_place(f, ratio).into()),
                ("hinge", Revolute::at(Vec2::ZERO).stiffness(f, ratio)),
                ("welded", Weld::at(Vec2::ZERO).stiffness(f, ratio)),
                ("slot", PinSlot::at(Vec2::ZERO, Vec2::X).stiffness(f, ratio)),
            ];
            for (name, joint) in ways {
                let seen = sag(joint, substeps);
                assert!((seen - law).abs() < 0.02 * law, "{name}, {hertz} Hz, {ratio}, {substeps}: {seen} for {law}");
            }
        }
    }
}

/// A small disc at the end of an arm of up to fourteen of its gyration radii.
#[test]
fn a_torsion_spring_bears_what_an_arm_weighs() {
    for arm in [0.1, 0.3, 1.0] {
        let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
        let axle = world.add_body(BodyDef::fixed()).unwrap();
        let weight = world.add_body(BodyDef::dynamic().at(vec2(arm, 0.0)).shape(disc(0.1))).unwrap();
        // The frequency at which the weight alone would turn it by 0.05 rad.
        let inertia = 0.005 + f64::from(arm * arm);
        let hertz = (9.81 * f64::from(arm) / inertia / 0.05).sqrt() / TAU;
        let joint = world.add_joint(axle, weight, Revolute::at(Vec2::ZERO).spring(hertz as f32, 1.0)).unwrap();
        play(&mut world, 1_200);
        let angle = f64::from(-world.joint(joint).unwrap().angle());
        let law = 0.05 * angle.cos();
        assert!((angle - law).abs() < 0.02 * law, "{arm} m: {angle} for {law}");
    }
}

#[test]
fn a_spring_that_is_set_to_no_hertz_lets_go() {
    let free = -0.5 * 9.81;
    for damping_ratio in [0.0, 0.7] {
        let along: [fn(f32, f32) -> JointDef; 2] = [
            |hertz, ratio| Prismatic::at(Vec2::ZERO, Vec2::Y).spring(hertz, ratio).into(),
            |hertz, ratio| Wheel::at(Vec2::ZERO, Vec2::Y).suspension(hertz, ratio).into(),
        ];
        for (kind, def) in along.into_iter().enumerate() {
            let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
            let above = world.add_body(BodyDef::fixed()).unwrap();
            let load = world.add_body(BodyDef::dynamic().shape(disc(0.5))).unwrap();
            let joint = world.add_joint(above, load, def(2.0, damping_ratio)).unwrap();
            play(&mut world, 240);
            world.joint_mut(joint).unwrap().set_def(def(0.0, damping_ratio)).unwrap();
            let (from, v) = (at(&world, load).y, velocity(&world, load).y);
            play(&mut world, 60);
            let fell = at(&world, load).y - from - v;
            assert!((fell - free).abs() < 0.05 * free.abs(), "{kind}, {damping_ratio}: {fell} m for {free}");
        }
    }
}
