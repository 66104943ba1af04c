//! Sliders, slots and wheels: place and speed along the line, nothing across it.

use crate::kit::*;
use carom::prelude::*;

/// Two boxes of 2 and 1 kg without gravity, the second 1 m to the right, joined and set off.
fn pair(joint: impl Into<JointDef>, velocity: Vec2, spin: f32) -> (World, [BodyKey; 2], JointKey) {
    let mut world = space();
    let a = world.add_body(BodyDef::dynamic().shape(ShapeDef::new(rect(1.0, 1.0)).density(2.0))).unwrap();
    let b = BodyDef::dynamic().at(vec2(1.0, 0.0)).velocity(velocity).angular_velocity(spin);
    let b = world.add_body(b.shape(rect(1.0, 1.0))).unwrap();
    let joint = world.add_joint(a, b, joint).unwrap();
    (world, [a, b], joint)
}

/// It slides from end to end while the pair tumbles; momentum and angular momentum stay.
#[test]
fn a_slider_stays_on_its_line() {
    for axis in [vec2(1.0, 0.0), vec2(0.3, 1.0), vec2(-2.0, 0.5)] {
        let slider = Prismatic::at(vec2(0.5, 0.2), axis).limit(-0.4, 0.6);
        let (mut world, [a, b], joint) = pair(slider, vec2(1.0, 2.0), 1.5);
        let spin_of = |world: &World| {
            let part = |key| {
                let body = world.body(key).unwrap();
                let mass = body.mass();
                mass.mass * body.center().perp_dot(body.velocity()) + mass.inertia * body.angular_velocity()
            };
            part(a) + part(b)
        };
        let before = spin_of(&world);
        let (mut least, mut most) = (f32::MAX, f32::MIN);
        for step in 0..600 {
            world.step();
            let joint = world.joint(joint).unwrap();
            let (from, to) = joint.anchors();
            let across = joint.axis().perp_dot(to - from);
            assert!(across.abs() < 2.0e-3 && joint.angle().abs() < 2.0e-3, "{axis}, step {step}: {across} m");
            (least, most) = (least.min(joint.place()), most.max(joint.place()));
        }
        assert!(least > -0.402 && most < 0.602 && (least < -0.3 || most > 0.5), "{axis}: {least} to {most}");
        let mass = [a, b].map(|key| world.body(key).unwrap().mass().mass);
        let momentum = mass[0] * velocity(&world, a) + mass[1] * velocity(&world, b);
        assert!((momentum - vec2(1.0, 2.0) * mass[1]).length() < 1.0e-3, "{momentum}");
        assert!((spin_of(&world) - before).abs() < 0.03, "{axis}: {before} to {}", spin_of(&world));
    }
}

#[test]
fn a_motor_lifts_a_weight_at_its_speed() {
    for substeps in [1, 4, 8] {
        let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let lift = world.add_body(crate_at(0.0, -1.0)).unwrap();
        let weight = world.body(lift).unwrap().mass().mass * G;
        let motor = Prismatic::at(vec2(0.0, -1.0), vec2(0.0, 1.0)).motor(2.0, 3.0 * weight);
        let joint = world.add_joint(wall, lift, motor).unwrap();
        for _ in 0..60 {
            world.step();
        }
        let now = world.joint(joint).unwrap();
        near(now.place_speed(), 2.0, 0.01);
        near(now.motor_force(), f64::from(weight), 0.01 * f64::from(weight));
        // Without force enough it falls, by what its weight has over the motor.
        let motor = Some(LineMotor { speed: 2.0, max_force: 0.5 * weight });
        world.joint_mut(joint).unwrap().set_line_motor(motor).unwrap();
        for _ in 0..60 {
            world.step();
        }
        near(world.joint(joint).unwrap().place_speed(), f64::from(2.0 - 0.5 * G), 0.05);
    }
}

#[test]
fn a_wheel_turns_at_the_speed_of_its_motor_and_stays_on_its_line() {
    let wheel = Wheel::at(vec2(1.0, 0.0), vec2(0.0, 1.0)).suspension(4.0, 0.7).limit(-0.2, 0.2).motor(10.0, 100.0);
    let (mut world, [a, b], joint) = pair(wheel, vec2(0.0, 1.0), 0.0);
    for _ in 0..240 {
        world.step();
        let joint = world.joint(joint).unwrap();
        let (from, to) = joint.anchors();
        assert!(joint.axis().perp_dot(to - from).abs() < 5.0e-3);
        assert!(joint.place().abs() < 0.203, "{}", joint.place());
    }
    near(spin(&world, b) - spin(&world, a), 10.0, 0.05);
    near(world.joint(joint).unwrap().speed(), 10.0, 0.05);
}

#[test]
fn a_pin_slides_in_its_slot_and_turns() {
    let slot = PinSlot::at(vec2(1.0, 0.4), vec2(1.0, 0.0)).limit(-0.3, 0.3);
    let (mut world, _, joint) = pair(slot, vec2(1.0, -0.5), 2.0);
    let mut turned = 0.0_f32;
    for _ in 0..600 {
        world.step();
        let joint = world.joint(joint).unwrap();
        let (from, to) = joint.anchors();
        assert!(joint.axis().perp_dot(to - from).abs() < 3.0e-3 && joint.place().abs() < 0.304, "{}", joint.place());
        turned = turned.max(joint.angle().abs());
    }
    assert!(turned > 1.0, "{turned}");
}
