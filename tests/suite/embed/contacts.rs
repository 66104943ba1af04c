//! Contacts as data: the impulses on a body at rest are its weight.

use crate::kit::*;
use carom::Shape;
use carom::prelude::*;
use carom_scenes::SplitMix64;

/// The impulse on a body over the last step, by its contacts.
fn push(world: &World, key: BodyKey) -> Vec2 {
    let on = |contact: carom::Contact| if contact.b.body == key { contact.impulse() } else { -contact.impulse() };
    world.body(key).unwrap().contacts().map(on).fold(Vec2::ZERO, |sum, push| sum + push)
}

/// Its weight over a step.
fn weight(world: &World, key: BodyKey) -> Vec2 {
    vec2(0.0, world.body(key).unwrap().mass().mass * G * world.def().dt)
}

#[test]
fn what_rests_is_held_by_its_weight() {
    for substeps in [1, 4, 9] {
        let mut world = on_ground(WorldDef::default().sleep(false).substeps(substeps));
        let slope = Polygon::new([vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 2.0)]).unwrap();
        world.add_body(BodyDef::fixed().at(vec2(20.0, 0.0)).shape(slope)).unwrap();
        let mut keys = stack(&mut world, -5.0, 1);
        keys.push(world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.5)).shape(disc(0.5))).unwrap());
        keys.push(
            world
                .add_body(BodyDef::dynamic().at(vec2(5.0, 0.3)).shape(Capsule::horizontal(1.0, 0.3).unwrap()))
                .unwrap(),
        );
        keys.push(world.add_body(crate_at(25.0, 1.6).angle(0.197)).unwrap());
        play(&mut world, 400);
        for key in keys {
            let (push, weight) = (push(&world, key), weight(&world, key));
            assert!((push - weight).length() < 0.01 * weight.length(), "{substeps} substeps: {push} is not {weight}");
        }
    }
}

#[test]
fn a_stack_carries_what_stands_on_it_awake_and_asleep() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 5);
    play(&mut world, 45);
    for steps in [0, 300] {
        play(&mut world, steps);
        let floor: Vec2 = world
            .body(keys[0])
            .unwrap()
            .contacts()
            .filter(|contact| !keys.contains(&contact.a.body) || !keys.contains(&contact.b.body))
            .map(|contact| contact.impulse())
            .fold(Vec2::ZERO, |sum, push| sum + push);
        let all = 5.0 * weight(&world, keys[0]).y;
        near(floor.y.abs(), all, 0.01 * f64::from(all));
        assert_eq!(world.contacts().count(), 5);
    }
    assert!(!awake(&world, keys[0]));
}

#[test]
fn points_and_normals_are_those_of_the_poses() {
    let mut world = sleepless();
    let key = stack(&mut world, 3.0, 1)[0];
    play(&mut world, 60);
    let contact = world.body(key).unwrap().contacts().next().unwrap();
    assert!(contact.a.body != key && contact.b == shape(&world, key, 0));
    near(contact.normal.y, 1.0, 1e-4);
    let mut at: Vec<f32> = contact.points().iter().map(|point| point.point.x).collect();
    at.sort_by(f32::total_cmp);
    near(at[0], 2.5, 1e-2);
    near(at[1], 3.5, 1e-2);
    assert!(contact.points().iter().all(|point| point.point.y.abs() < 0.01 && point.separation.abs() < 0.01));
    world.body_mut(key).unwrap().teleport(Pose::new(vec2(0.0, 9.0), 0.0)).unwrap();
    assert_eq!(world.contacts().count(), 0, "gone at once");
}

/// Steps, and compares the change of momentum of each body with its contacts. Returns the number of contacts of bodies
/// that had impacts within the step.
fn momentum_is_accounted_for(world: &mut World, keys: &[BodyKey], what: &str) -> usize {
    let momentum = |world: &World, key: BodyKey| {
        let body = world.body(key).unwrap();
        body.velocity() * body.mass().mass
    };
    let before: Vec<Vec2> = keys.iter().map(|&key| momentum(world, key)).collect();
    world.step();
    checked(world);
    for (&key, before) in keys.iter().zip(before) {
        let (change, push) = (momentum(world, key) - before + weight(world, key), push(world, key));
        let most = 0.01 * push.length() + 1.0e-4 * before.length() + 1.0e-3;
        assert!((change - push).length() < most, "{what}: the momentum changed by {change}, not {push}");
    }
    world.events().ccd_stats().impacts as usize
}

#[test]
fn a_fast_ball_gives_a_wall_what_it_loses() {
    for (speed, restitution, friction) in [(100.0, 0.0, 0.0), (100.0, 1.0, 0.0), (250.0, 0.5, 0.6), (350.0, 0.8, 0.3)] {
        let mut world = World::new(WorldDef::default().record_impulses(true)).unwrap();
        let surface = |shape: Shape| ShapeDef::new(shape).restitution(restitution).friction(friction);
        world.add_body(BodyDef::fixed().shape(surface(rect(0.2, 50.0).into()))).unwrap();
        let ball = BodyDef::dynamic().at(vec2(-3.0, 0.0)).velocity(vec2(speed, 0.2 * speed));
        let ball = world.add_body(ball.shape(surface(disc(0.1).into()))).unwrap();
        let what = format!("{speed} m/s, restitution {restitution}");
        let struck: usize = (0..6).map(|_| momentum_is_accounted_for(&mut world, &[ball], &what)).sum();
        assert!(struck > 0, "{what}: nothing was swept");
        assert!(world.body(ball).unwrap().position().x < 0.0);
    }
}

#[test]
fn impulses_of_impacts_within_the_step_are_in_the_contacts() {
    let mut struck = 0;
    for seed in 0..60 {
        let mut random = SplitMix64::new(seed);
        let mut world = World::new(WorldDef::default().record_impulses(true)).unwrap();
        let wall = [vec2(-5.0, -5.0), vec2(-5.0, 5.0), vec2(5.0, 5.0), vec2(5.0, -5.0)];
        world.add_body(BodyDef::fixed().shape(Chain::closed(wall).unwrap())).unwrap();
        let mut keys = Vec::new();
        for i in 0..20 {
            let at = vec2(i as f32 % 5.0 - 2.0, i as f32 * 0.2 - 2.0) * 1.8;
            let velocity = Rot::from_angle(random.range(-3.0, 3.0)).rotate(vec2(random.range(0.0, 150.0), 0.0));
            let body = BodyDef::dynamic().at(at).velocity(velocity).angular_velocity(random.range(-10.0, 10.0));
            let shape: Shape = if i % 2 == 0 { disc(0.15).into() } else { rect(0.3, 0.2).into() };
            let shape = ShapeDef::new(shape).restitution(random.range(0.0, 1.0)).friction(random.range(0.0, 1.0));
            keys.push(world.add_body(body.shape(shape)).unwrap());
        }
        for step in 0..20 {
            struck += momentum_is_accounted_for(&mut world, &keys, &format!("seed {seed}, step {step}"));
        }
    }
    assert!(struck > 2_000, "{struck} impacts");
}
