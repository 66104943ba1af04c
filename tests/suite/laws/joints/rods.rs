//! Distances: a rod swings as a pendulum does, a rope hangs slack below its length, a winch changes it.

use crate::kit::*;
use carom::prelude::*;

fn hung(joint: Distance, place: Vec2) -> (World, BodyKey, JointKey) {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let ceiling = world.add_body(BodyDef::fixed()).unwrap();
    let ball = world.add_body(BodyDef::dynamic().at(place).shape(disc(0.05))).unwrap();
    let joint = world.add_joint(ceiling, ball, joint).unwrap();
    (world, ball, joint)
}

/// The period of a mathematical pendulum at 20 degrees is 2 pi sqrt(l / g) (1 + a^2 / 16 + 11 a^4 / 3072) within
/// 0.5 %.
#[test]
fn a_rod_swings_as_a_pendulum() {
    let (length, a) = (1.5_f32, 20.0_f32.to_radians());
    let (sin, cos) = carom::math::sin_cos(a);
    let (mut world, ball, joint) = hung(Distance::new(Vec2::ZERO, Vec2::ZERO, length), vec2(sin, -cos) * length);
    let (mut last, mut crossings, mut steps) = (at(&world, ball).x, Vec::new(), 0);
    while crossings.len() < 9 && steps < 3_000 {
        world.step();
        steps += 1;
        let x = at(&world, ball).x;
        if last > 0.0 && x <= 0.0 {
            crossings.push((steps as f32 - x / (x - last)) / 60.0);
        }
        last = x;
        near(world.joint(joint).unwrap().place(), f64::from(length), 1.0e-3 * f64::from(length));
    }
    let period = f64::from(crossings[8] - crossings[0]) / 8.0;
    let a = f64::from(a);
    let law =
        std::f64::consts::TAU * f64::from(length / G).sqrt() * (1.0 + a * a / 16.0 + 11.0 * a * a * a * a / 3072.0);
    near(period as f32, law, 5.0e-3 * law);
}

/// A ball falls 1 m freely beside its rope of 2 m, and is then held on a circle about the ceiling.
#[test]
fn a_rope_is_slack_below_its_length() {
    let (mut world, ball, joint) = hung(Distance::rope(Vec2::ZERO, Vec2::ZERO, 2.0), vec2(0.5, -0.5));
    let mut free = 0;
    for step in 1..=300 {
        world.step();
        let joint = world.joint(joint).unwrap();
        if joint.place() < 1.9 && free == step - 1 {
            free = step;
            assert_eq!(joint.force(), Vec2::ZERO);
            let t = step as f32 / 60.0;
            near(at(&world, ball).y, f64::from(-0.5 - 0.5 * G * t * (t + 1.0 / 240.0)), 1.0e-3);
        }
        assert!(joint.place() < 2.01, "{}", joint.place());
    }
    assert!(free > 20, "{free}");
    near(world.joint(joint).unwrap().place(), 2.0, 0.02);
}

#[test]
fn a_winch_changes_the_length_at_its_speed_and_stops_at_the_end() {
    let winch = Distance::new(Vec2::ZERO, Vec2::ZERO, 3.0).motor(-1.0, 100.0).range(0.5, 5.0);
    let (mut world, _, joint) = hung(winch, vec2(0.0, -3.0));
    play(&mut world, 60);
    near(world.joint(joint).unwrap().place(), 2.0, 0.05);
    near(world.joint(joint).unwrap().place_speed(), -1.0, 0.01);
    play(&mut world, 180);
    near(world.joint(joint).unwrap().place(), 0.5, 2.0e-3);
    world.joint_mut(joint).unwrap().set_line_motor(Some(LineMotor { speed: 2.0, max_force: 100.0 })).unwrap();
    play(&mut world, 240);
    near(world.joint(joint).unwrap().place(), 5.0, 2.0e-3);
}

#[test]
fn a_rod_between_two_bodies_keeps_its_length_and_their_momentum() {
    let mut world = space();
    let a = world.add_body(BodyDef::dynamic().velocity(vec2(0.0, 5.0)).shape(rect(1.0, 0.4))).unwrap();
    let b = BodyDef::dynamic().at(vec2(3.0, 0.0)).velocity(vec2(1.0, -3.0)).shape(disc(0.5));
    let b = world.add_body(b).unwrap();
    let rod = Distance::between(vec2(0.5, 0.2), vec2(2.6, 0.3));
    let joint = world.add_joint(a, b, rod).unwrap();
    let length = world.joint(joint).unwrap().place();
    let momentum = |world: &World| {
        let part = |key| world.body(key).unwrap().mass().mass * velocity(world, key);
        part(a) + part(b)
    };
    let before = momentum(&world);
    for _ in 0..600 {
        world.step();
        near(world.joint(joint).unwrap().place(), f64::from(length), 3.0e-3);
    }
    assert!((momentum(&world) - before).length() < 1.0e-4 * before.length().max(1.0));
}
