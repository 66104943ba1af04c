//! Dominance: of two dynamic bodies that touch, the one with the greater number is not pushed, as if it were infinitely
//! heavy. A ball with the speed v that meets one at rest keeps v, and the other leaves at (1 + e) v.

use crate::kit::*;
use carom::prelude::*;
use carom::{LaneWidth, diagnostics::Driver};

fn ball(radius: f32, density: f32, e: f32) -> ShapeDef {
    ShapeDef::new(disc(radius)).density(density).restitution(e).friction(0.0)
}

#[test]
fn the_greater_number_is_not_pushed() {
    for e in [0.0, 0.5, 1.0] {
        for speed in [3.0_f32, 12.0, 60.0, 180.0] {
            for density in [0.01, 1.0, 100.0] {
                for (own, other) in [(1, 0), (127, 126), (0, -128), (3, -3)] {
                    let mut world = space();
                    let mover = BodyDef::dynamic().velocity(vec2(speed, 0.0)).dominance(own);
                    let mover = world.add_body(mover.shape(ball(0.5, density, e))).unwrap();
                    let hit = BodyDef::dynamic().at(vec2(4.0, 0.0)).dominance(other).shape(ball(0.4, 1.0, e));
                    let hit = world.add_body(hit).unwrap();
                    let steps = (6.0 / speed * 60.0) as usize + 4;
                    play(&mut world, steps);
                    let what = format!("e {e}, {speed} m/s, density {density}, {own} and {other}");
                    let (kept, left) = (velocity(&world, mover), velocity(&world, hit));
                    assert_eq!(kept, vec2(speed, 0.0), "{what}");
                    let wanted = (1.0 + e) * speed;
                    assert!((left.x - wanted).abs() < 0.01 * wanted, "{what}: {left:?}, not {wanted}");
                }
            }
        }
    }
}

/// The other way round: a ball that meets a greater number bounces as off a wall, and does not move it.
#[test]
fn the_lesser_number_bounces_off_as_off_a_wall() {
    for e in [0.0, 0.5, 1.0] {
        for speed in [3.0_f32, 12.0, 60.0] {
            for density in [0.01, 1.0, 100.0] {
                let mut world = space();
                let mover = BodyDef::dynamic().velocity(vec2(speed, 0.0)).shape(ball(0.5, density, e));
                let mover = world.add_body(mover).unwrap();
                let hit = BodyDef::dynamic().at(vec2(4.0, 0.0)).dominance(1).shape(ball(0.4, 1.0, e));
                let hit = world.add_body(hit).unwrap();
                play(&mut world, (6.0 / speed * 60.0) as usize + 4);
                let what = format!("e {e}, {speed} m/s, density {density}");
                assert_eq!(at(&world, hit), vec2(4.0, 0.0), "{what}");
                let left = velocity(&world, mover).x;
                assert!((left + e * speed).abs() < 0.01 * speed, "{what}: {left}");
            }
        }
    }
}

/// A plate bears no load of lesser numbers: the ground bears its weight alone, and the load does not sink in.
#[test]
fn a_dominant_plate_does_not_feel_its_load() {
    let mut world = on_ground(WorldDef::default().sleep(false));
    let plate = BodyDef::dynamic().at(vec2(0.0, 0.05)).dominance(1).shape(ShapeDef::new(rect(2.0, 0.1)).density(0.01));
    let plate = world.add_body(plate).unwrap();
    let heavy = BodyDef::dynamic().at(vec2(0.0, 0.6)).shape(ShapeDef::new(rect(1.0, 1.0)).density(1_000.0));
    let heavy = world.add_body(heavy).unwrap();
    play(&mut world, 300);
    near(at(&world, heavy).y, 0.6, 0.01);
    near(at(&world, plate).y, 0.05, 0.001);
    let ground = world.contacts().find(|contact| contact.other(plate).is_some() && contact.other(heavy).is_none());
    let force = 60.0 * ground.unwrap().impulse().y.abs();
    near(force, 0.002 * 9.81, 1e-4);
    checked(&world);
}

/// A body that dominates all others goes through a heap on the way that it has alone.
#[test]
fn a_dominant_body_goes_its_way_through_a_heap() {
    let path = |crowd: bool| {
        let mut world = on_ground(WorldDef::default());
        for k in (0..60).filter(|_| crowd) {
            let place = vec2((k % 10) as f32 * 1.02 - 5.0, 0.5 + (k / 10) as f32 * 1.02);
            world.add_body(BodyDef::dynamic().at(place).shape(rect(1.0, 1.0))).unwrap();
        }
        let ram = BodyDef::dynamic().at(vec2(-9.0, 0.6)).velocity(vec2(6.0, 0.0)).gravity_scale(0.0).dominance(2);
        let ram = world.add_body(ram.shape(ball(0.5, 0.1, 0.0))).unwrap();
        Vec::from_iter((0..180).map(|_| {
            world.step();
            checked(&world);
            at(&world, ram)
        }))
    };
    for (step, (alone, among)) in path(false).into_iter().zip(path(true)).enumerate() {
        assert!((alone - among).length() < 1e-3, "step {step}: {alone:?}, {among:?}");
    }
}

fn heap(dominance: impl Fn(usize) -> i8) -> World {
    let mut world = on_ground(WorldDef::default());
    for k in 0..90 {
        let place = vec2((k % 6) as f32 * 1.1 - 3.0, 0.6 + (k / 6) as f32 * 1.1);
        let body = BodyDef::dynamic().at(place).dominance(dominance(k));
        let body = if k % 3 == 0 { body.shape(disc(0.4)) } else { body.shape(rect(0.9, 0.7)) };
        world.add_body(body.velocity(vec2((k % 7) as f32 - 3.0, 0.0))).unwrap();
    }
    world
}

/// Many loose balls on the way of a fast bar use up the rounds of continuous collision. The bar goes on as if alone.
#[test]
fn nothing_stops_what_dominates_all() {
    let path = |balls: usize| {
        let mut world = space();
        for k in 0..balls {
            let place = vec2(1.0 + (k / 20) as f32 * 0.25, (k % 20) as f32 * 0.25 - 2.4);
            world.add_body(BodyDef::dynamic().at(place).shape(ball(0.1, 1.0, 0.2))).unwrap();
        }
        let bar = BodyDef::dynamic().velocity(vec2(180.0, 0.0)).dominance(1).shape(rect(0.3, 6.0));
        let bar = world.add_body(bar).unwrap();
        Vec::from_iter((0..20).map(|_| {
            world.step();
            checked(&world);
            at(&world, bar)
        }))
    };
    assert_eq!(path(0), path(200));
}

/// Alike for all, it changes nothing.
#[test]
fn equal_numbers_are_as_none() {
    let poses = |world: &World| Vec::from_iter(world.bodies().map(|(_, body)| body.pose()));
    let (mut none, mut alike) = (heap(|_| 0), heap(|_| 5));
    for step in 0..240 {
        none.step();
        alike.step();
        assert!(poses(&none) == poses(&alike), "step {step}");
    }
}

/// Copies and images of a world at rest go on with the blocks of its contacts.
#[test]
fn a_load_at_rest_on_a_dominant_plate_goes_on_in_copies() {
    let mut world = on_ground(WorldDef::default().sleep(false));
    for k in 0..8 {
        let x = 4.0 * k as f32 - 14.0;
        let plate = BodyDef::dynamic().at(vec2(x, 0.05)).dominance(1).shape(rect(2.0, 0.1));
        world.add_body(plate).unwrap();
        world.add_body(BodyDef::dynamic().at(vec2(x, 0.6)).shape(ShapeDef::new(rect(1.0, 1.0)).density(9.0))).unwrap();
    }
    play(&mut world, 300);
    for _ in 0..4 {
        let mut copies = [world.clone(), World::from_snapshot(&world.snapshot()).unwrap()];
        for step in 0..17 {
            world.step();
            for copy in &mut copies {
                copy.step();
                assert_eq!(copy.state_hash(), world.state_hash(), "step {step}");
            }
        }
    }
}

#[test]
fn it_has_one_answer_and_may_change() {
    let change = |world: &mut World, step: usize| {
        if step % 40 == 20 {
            let keys = Vec::from_iter(world.bodies().map(|(key, _)| key));
            for (k, key) in keys.into_iter().enumerate().filter(|(k, _)| k % 4 == 0) {
                world.body_mut(key).unwrap().set_dominance((k + step) as i8);
            }
        }
    };
    let start = || heap(|k| (k % 5) as i8 - 2);
    let mut first = start();
    let mut images = Vec::new();
    let wanted = Vec::from_iter((0..160).map(|step| {
        change(&mut first, step);
        first.step();
        checked(&first);
        if step % 50 == 25 {
            images.push((step + 1, first.snapshot()));
        }
        first.state_hash()
    }));
    let play_as = |name: &str, mut world: World, from: usize| {
        for (step, &wanted) in wanted.iter().enumerate().skip(from) {
            change(&mut world, step);
            world.step();
            assert_eq!(world.state_hash(), wanted, "{name}, step {step}");
        }
    };
    for threads in [1, 2, 3, 8] {
        let mut world = start();
        world.set_driver(Driver::Threads(threads));
        play_as("threads", world, 0);
    }
    let mut world = start();
    world.set_lanes(LaneWidth::Four);
    play_as("lanes", world, 0);
    for (step, image) in images {
        let mut world = World::default();
        world.restore(&image).unwrap();
        assert_eq!(world.bodies().nth(6).unwrap().1.dominance(), -2, "kept by the image");
        play_as("an image", world, step);
    }
}
