//! A revolute joint that is changed while it runs, and its readings: speed and torque.

use super::hinges::pinned;
use crate::kit::*;
use carom::Error;
use carom::prelude::*;

fn set_motor(world: &mut World, joint: JointKey, motor: Option<AngleMotor>) -> Result<(), Error> {
    world.joint_mut(joint).unwrap().set_motor(motor)
}

#[test]
fn a_motor_may_be_driven_in_every_frame() {
    let (mut world, rod, joint) = pinned(Revolute::default());
    for step in 1..=60 {
        let speed = 0.05 * step as f32;
        set_motor(&mut world, joint, Some(AngleMotor { speed, max_torque: 1.0e4 })).unwrap();
        world.step();
        near(world.joint(joint).unwrap().speed(), speed, 1.0e-3);
    }
    set_motor(&mut world, joint, None).unwrap();
    play(&mut world, 30);
    near(spin(&world, rod), 3.0, 1.0e-2);
    assert_eq!(world.joint(joint).unwrap().motor_torque(), 0.0, "without a motor it coasts");
}

#[test]
fn the_speed_is_that_of_b_against_a() {
    let mut world = space();
    let a = world.add_body(BodyDef::dynamic().angular_velocity(2.0).shape(disc(0.5))).unwrap();
    let b = world.add_body(BodyDef::dynamic().angular_velocity(-3.0).shape(disc(0.5))).unwrap();
    let joint = world.add_joint(a, b, Revolute::default()).unwrap();
    near(world.joint(joint).unwrap().speed(), -5.0, 1.0e-6);
    let turned = world.add_joint(b, a, Revolute::default()).unwrap();
    near(world.joint(turned).unwrap().speed(), 5.0, 1.0e-6);
}

/// A motor that speeds up a body follows w = t T / I, and its reading is the torque T.
#[test]
fn the_torque_of_a_motor_that_speeds_up_is_inertia_times_acceleration() {
    for torque in [0.5_f32, -0.5] {
        let (mut world, rod, joint) = pinned(Revolute::default().motor(100.0 * torque.signum(), torque.abs()));
        let inertia = world.body(rod).unwrap().mass().inertia;
        for _ in 0..30 {
            let before = spin(&world, rod);
            world.step();
            let law = inertia * (spin(&world, rod) - before) * 60.0;
            near(world.joint(joint).unwrap().motor_torque(), law, 0.01 * f64::from(torque.abs()));
            near(law, torque, 0.01 * f64::from(torque.abs()));
        }
    }
}

/// The torque that holds an arm of mass m level, its centre l away, is m g l, with any number of substeps.
#[test]
fn the_torque_of_a_motor_that_holds_an_arm_is_its_weight_times_its_lever() {
    for substeps in [1, 4, 9] {
        let mut world = World::new(WorldDef::default().substeps(substeps).sleep(false)).unwrap();
        let pin = world.add_body(BodyDef::fixed()).unwrap();
        let arm = world.add_body(BodyDef::dynamic().at(vec2(1.0, 0.0)).shape(rect(2.0, 0.2))).unwrap();
        let hinge = Revolute::new(Vec2::ZERO, vec2(-1.0, 0.0)).motor(0.0, 1.0e4);
        let joint = world.add_joint(pin, arm, hinge).unwrap();
        play(&mut world, 120);
        let law = f64::from(world.body(arm).unwrap().mass().mass) * f64::from(G);
        near(world.joint(joint).unwrap().motor_torque(), law, 0.01 * law);
    }
}

#[test]
fn a_part_is_changed_and_the_rest_stays() {
    let hinge = Revolute::default().motor(1.0, 2.0).limit(-1.0, 1.0).spring(3.0, 0.5).reference_angle(0.25);
    let (mut world, _, joint) = pinned(hinge);
    let limit = AngleLimit { lower: -0.5, upper: 0.75 };
    let spring = AngleSpring { hertz: 1.0, damping_ratio: 0.1, rest_angle: 0.2 };
    let motor = AngleMotor { speed: -4.0, max_torque: 1.5 };
    world.joint_mut(joint).unwrap().set_limit(Some(limit)).unwrap();
    world.joint_mut(joint).unwrap().set_spring(Some(spring)).unwrap();
    set_motor(&mut world, joint, Some(motor)).unwrap();
    let wanted = Revolute { limit: Some(limit), spring: Some(spring), motor: Some(motor), ..hinge };
    assert_eq!(world.joint(joint).unwrap().def(), JointDef::from(wanted));
    world.joint_mut(joint).unwrap().set_limit(None).unwrap();
    world.joint_mut(joint).unwrap().set_spring(None).unwrap();
    let wanted = Revolute { limit: None, spring: None, ..wanted };
    assert_eq!(world.joint(joint).unwrap().def(), JointDef::from(wanted));

    let mut body = world.joint_mut(joint).unwrap();
    let refused = [
        body.set_motor(Some(AngleMotor { speed: f32::NAN, max_torque: 1.0 })),
        body.set_motor(Some(AngleMotor { speed: 1.0, max_torque: -1.0 })),
        body.set_limit(Some(AngleLimit { lower: 1.0, upper: -1.0 })),
        body.set_spring(Some(AngleSpring { hertz: -1.0, ..spring })),
    ];
    let said: Vec<String> = refused.into_iter().map(|refused| refused.unwrap_err().to_string()).collect();
    let wanted_texts = [
        "motor.speed: NaN is not a finite number",
        "motor.max_torque: -1.0 is not a finite number, 0 or more",
        "limit.upper: -1 is not limit.lower (1) or more",
        "spring.hertz: -1.0 is not a finite number, 0 or more",
    ];
    assert_eq!(said, wanted_texts);
    assert_eq!(world.joint(joint).unwrap().def(), JointDef::from(wanted), "what is refused changes nothing");
}

#[test]
fn the_motor_that_it_has_wakes_nobody() {
    let motor = AngleMotor { speed: 0.0, max_torque: 5.0 };
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    let pin = world.add_body(BodyDef::fixed()).unwrap();
    let rod = world.add_body(BodyDef::dynamic().shape(rect(2.0, 0.2))).unwrap();
    let joint = world.add_joint(pin, rod, Revolute::default().motor(motor.speed, motor.max_torque)).unwrap();
    play(&mut world, 120);
    assert!(!awake(&world, rod));
    set_motor(&mut world, joint, Some(motor)).unwrap();
    assert!(!awake(&world, rod));
    set_motor(&mut world, joint, Some(AngleMotor { speed: 1.0, ..motor })).unwrap();
    assert!(awake(&world, rod));
    play(&mut world, 60);
    near(spin(&world, rod), 1.0, 0.01);
}

/// Turns are not counted: an angle beyond pi wraps to near -pi.
#[test]
fn the_angle_goes_round() {
    let (mut world, _, joint) = pinned(Revolute::default().motor(2.0, 1.0e4));
    for step in 1..=300 {
        world.step();
        let turned = (world.joint(joint).unwrap().angle() - 2.0 * step as f32 / 60.0) / std::f32::consts::TAU;
        near(turned, turned.round(), 0.01);
        assert!(world.joint(joint).unwrap().angle().abs() <= std::f32::consts::PI);
    }
}

/// The solver's cached joints equal joints gathered anew: a copy of the world, which caches nothing, goes the same way
/// after every kind of change.
#[test]
fn joints_that_are_kept_go_the_way_of_joints_gathered_anew() {
    let mut random = SplitMix64::new(81);
    let mut world = sleepless();
    // If one of these is removed, the last row takes its place.
    let mut others: Vec<_> = (0..8).map(|k| world.add_body(crate_at(60.0 + 3.0 * k as f32, 0.5)).unwrap()).collect();
    let mut bodies = vec![world.add_body(BodyDef::fixed().at(vec2(0.0, 30.0))).unwrap()];
    let mut joints = Vec::new();
    for k in 1..40 {
        let link = BodyDef::dynamic().at(vec2(k as f32, 30.0)).shape(rect(0.9, 0.2));
        bodies.push(world.add_body(link).unwrap());
        let hinge = Revolute::new(vec2(if k == 1 { 0.0 } else { 0.5 }, 0.0), vec2(-0.5, 0.0));
        let hinge = match k % 4 {
            0 => hinge.motor(1.0, 5.0),
            1 => hinge.limit(-0.5, 0.5).reference_angle(0.1),
            2 => hinge.spring(2.0, 0.5),
            _ => hinge,
        };
        joints.push(world.add_joint(bodies[k - 1], bodies[k], hinge).unwrap());
    }
    for step in 0..160 {
        let (joint, body) = (joints[random.int(0, 38) as usize], bodies[random.int(1, 39) as usize]);
        match if step % 3 == 0 { random.int(0, 9) } else { 10 } {
            0 => set_motor(&mut world, joint, Some(AngleMotor { speed: random.range(-2.0, 2.0), max_torque: 3.0 }))
                .unwrap(),
            1 => {
                let limit = AngleLimit { lower: -0.3, upper: random.range(0.0, 1.0) };
                world.joint_mut(joint).unwrap().set_limit(Some(limit)).unwrap();
            }
            2 => world.set_dt(random.range(0.01, 0.02)).unwrap(),
            3 => others.push(world.add_body(crate_at(random.range(50.0, 90.0), 5.0)).unwrap()),
            4 => drop(world.add_body(BodyDef::fixed().at(vec2(0.0, 90.0)).shape(disc(0.5))).unwrap()),
            5 => world.body_mut(body).unwrap().set_locks(Locks { x: false, y: false, rotation: step % 2 == 0 }),
            6 => world.body_mut(body).unwrap().set_shapes(vec![rect(0.9, random.range(0.1, 0.4)).into()]).unwrap(),
            7 => world.body_mut(body).unwrap().set_velocity(vec2(0.0, 5.0)).unwrap(),
            8 => world.body_mut(body).unwrap().set_kind([BodyKind::Dynamic, BodyKind::Kinematic][step / 3 % 2]),
            // As many rows as before, with others in them.
            9 => {
                others.push(world.add_body(crate_at(random.range(50.0, 90.0), 5.0)).unwrap());
                let gone = others.swap_remove(random.int(0, others.len() as u64 - 1) as usize);
                world.remove_body(gone);
            }
            _ => {}
        }
        let mut copy = world.clone();
        world.step();
        copy.step();
        assert_eq!(world.state_hash(), copy.state_hash(), "step {step}");
    }
    checked(&world);
}
