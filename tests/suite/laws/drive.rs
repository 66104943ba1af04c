//! Forces, torques and impulses; kinematic bodies and their targets.

use crate::kit::*;
use carom::prelude::*;

#[test]
fn a_force_acts_exactly_one_step() {
    let mut world = space();
    let body = world.add_body(crate_at(0.0, 0.0)).unwrap();
    let mut change = world.body_mut(body).unwrap();
    change.apply_force(vec2(6.0, 0.0)).unwrap();
    change.apply_force(vec2(0.0, -3.0)).unwrap();
    change.apply_torque(1.0).unwrap();
    world.step();
    near(velocity(&world, body).x, 6.0 / 60.0, 1e-6);
    near(velocity(&world, body).y, -3.0 / 60.0, 1e-6);
    // A square of mass 1 and side 1: inertia 1/6.
    near(spin(&world, body), 6.0 / 60.0, 1e-6);
    let (v, w) = (velocity(&world, body), spin(&world, body));
    play(&mut world, 5);
    assert_eq!((velocity(&world, body), spin(&world, body)), (v, w), "it is over");
}

#[test]
fn a_force_at_a_point_turns() {
    let mut world = space();
    let body = world.add_body(crate_at(2.0, 0.0)).unwrap();
    world.body_mut(body).unwrap().apply_force_at(vec2(0.0, 1.0), vec2(2.5, 0.0)).unwrap();
    world.step();
    near(velocity(&world, body).y, 1.0 / 60.0, 1e-6);
    near(spin(&world, body), 0.5 * 6.0 / 60.0, 1e-6);
}

#[test]
fn an_impulse_acts_at_once() {
    let mut world = space();
    let body = world.add_body(crate_at(0.0, 0.0)).unwrap();
    let mut change = world.body_mut(body).unwrap();
    change.apply_impulse_at(vec2(0.0, 2.0), vec2(0.5, 0.0)).unwrap();
    change.apply_angular_impulse(-1.0).unwrap();
    near(velocity(&world, body).y, 2.0, 1e-6);
    near(spin(&world, body), (0.5 * 2.0 - 1.0) * 6.0, 1e-5);
    let there = world.body(body).unwrap().velocity_at(vec2(1.0, 0.0));
    near(there.y, 2.0, 1e-5);
}

#[test]
fn a_kinematic_target_is_reached_exactly() {
    let mut world = World::default();
    let body = world.add_body(BodyDef::kinematic().at(vec2(0.1, 0.2)).shape(rect(2.0, 0.3))).unwrap();
    let mut random = SplitMix64::new(4);
    for _ in 0..100 {
        let pose = Pose::new(vec2(random.range(-5.0, 5.0), random.range(-5.0, 5.0)), random.range(-3.0, 3.0));
        world.body_mut(body).unwrap().move_to(pose).unwrap();
        world.step();
        checked(&world);
        let there = world.body(body).unwrap().pose();
        assert_eq!(there.p, pose.p);
        near(there.q.c, pose.q.c, 1e-6);
        near(there.q.s, pose.q.s, 1e-6);
        // And it stops there.
        world.step();
        assert_eq!(world.body(body).unwrap().pose(), there);
        assert_eq!((velocity(&world, body), spin(&world, body)), (Vec2::ZERO, 0.0));
    }
}

#[test]
fn a_kinematic_velocity_moves_it_and_nothing_stops_it() {
    let mut world = sleepless();
    let pusher = BodyDef::kinematic().at(vec2(-5.0, 0.6)).velocity(vec2(2.0, 0.0)).shape(rect(1.0, 1.0));
    let pusher = world.add_body(pusher).unwrap();
    let pushed = stack(&mut world, 0.0, 3);
    play(&mut world, 240);
    near(at(&world, pusher).x, 3.0, 1e-4);
    assert_eq!(at(&world, pusher).y, 0.6);
    assert!(at(&world, pushed[0]).x > 3.9, "the lowest is pushed along: {}", at(&world, pushed[0]));
}

#[test]
fn a_lift_carries_what_stands_on_it() {
    let mut world = World::default();
    let lift = world.add_body(BodyDef::kinematic().shape(rect(4.0, 0.2))).unwrap();
    let load = world.add_body(crate_at(0.0, 0.6)).unwrap();
    for step in 1..=120 {
        world.body_mut(lift).unwrap().move_to(Pose::new(vec2(0.0, step as f32 / 60.0), 0.0)).unwrap();
        world.step();
    }
    near(at(&world, load).y, 2.6, 0.02);
    near(velocity(&world, load).y, 1.0, 0.02);
}
