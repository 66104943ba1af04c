//! Hit events and their speeds and impulses; recorded impulses of a step; wake events.

use crate::kit::*;
use carom::prelude::*;
use carom::{Contact, Hit};
use std::collections::BTreeSet;

/// Steps until the first hit.
fn first_hit(world: &mut World) -> Hit {
    for _ in 0..2000 {
        world.step();
        checked(world);
        if let Some(&hit) = world.events().hits().first() {
            return hit;
        }
    }
    panic!("nothing hits");
}

#[test]
fn a_falling_ball_hits_at_the_speed_of_the_formula() {
    for (k, height) in [0.8_f32, 1.0, 1.7, 2.0, 3.3, 5.0, 9.0, 12.0, 20.0, 60.0, 180.0].into_iter().enumerate() {
        for restitution in [0.0, 0.2, 0.5, 0.9] {
            for radius in [0.1, 0.5, 2.0] {
                let mut world = sleepless();
                let ball = ShapeDef::new(disc(radius)).restitution(restitution);
                let at = vec2(0.37 * k as f32, radius + height);
                let ball = world.add_body(BodyDef::dynamic().at(at).shape(ball)).unwrap();
                let hit = first_hit(&mut world);
                let wanted = (2.0 * G * height).sqrt();
                near(hit.approach_speed / wanted, 1.0, 0.01);
                let mass = world.body(ball).unwrap().mass().mass;
                let bounce = hit.impulse / (mass * wanted * (1.0 + restitution));
                assert!((0.9..1.1).contains(&bounce), "{height} m, restitution {restitution}: {bounce}");
                assert!((hit.point - vec2(at.x, 0.0)).length() < wanted / 60.0 + 0.05, "{}", hit.point);
                assert!(hit.normal.y.abs() > 0.999 && (hit.pair.b.body == ball) == (hit.normal.y > 0.0));
            }
        }
    }
}

#[test]
fn what_lies_does_not_hit_and_what_is_slow_neither() {
    for hit_speed in [1.0, 5.0] {
        let mut world = on_ground(WorldDef::default().sleep(false).hit_event_speed(hit_speed));
        stack(&mut world, 0.0, 4);
        world.add_body(crate_at(5.0, 1.5)).unwrap();
        let mut hits = Vec::new();
        for _ in 0..300 {
            world.step();
            hits.extend_from_slice(world.events().hits());
        }
        // A fall of a metre: 4.4 m/s.
        assert_eq!(hits.len(), usize::from(hit_speed < 4.0), "{hits:?}");
    }
}

/// A crowd that falls, rolls and bounces.
fn crowd(seed: u64, record: bool) -> World {
    let mut random = SplitMix64::new(seed);
    let def = WorldDef { continuous: false, ..WorldDef::default().sleep(false).record_impulses(record) };
    let mut world = on_ground(def);
    for x in [-6.0, 6.0] {
        world.add_body(BodyDef::fixed().at(vec2(x, 5.0)).shape(rect(1.0, 10.0))).unwrap();
    }
    for _ in 0..random.int(1, 40) {
        let at = vec2(random.range(-4.5, 4.5), random.range(0.5, 9.0));
        let size = random.range(0.3, 1.0);
        let shape = match random.int(0, 2) {
            0 => ShapeDef::new(disc(0.5 * size)),
            1 => ShapeDef::new(rect(size, 0.4)),
            _ => ShapeDef::new(Capsule::horizontal(size, 0.2).unwrap()),
        };
        let shape = shape.restitution(random.unit()).rolling_resistance(0.1 * random.unit());
        world.add_body(BodyDef::dynamic().at(at).velocity(at * -0.5).shape(shape)).unwrap();
    }
    world
}

#[test]
fn recorded_impulses_are_what_changed_the_velocities() {
    for seed in 0..if LONG { 200 } else { 20 } {
        let mut world = crowd(seed, true);
        let dt = world.def().dt;
        for step in 0..90 {
            let before: Vec<Vec2> = world.bodies().map(|(_, body)| body.velocity()).collect();
            world.step();
            let contacts: Vec<Contact> = world.contacts().collect();
            for ((key, body), before) in world.bodies().zip(before).skip(3) {
                let mut push = Vec2::ZERO;
                for contact in &contacts {
                    let side = f32::from(u8::from(contact.b.body == key)) - f32::from(u8::from(contact.a.body == key));
                    push += side * contact.impulse();
                }
                let mass = body.mass().mass;
                let wanted = mass * (body.velocity() - before + vec2(0.0, G * dt));
                let sum: f32 =
                    contacts.iter().filter(|c| c.a.body == key || c.b.body == key).map(|c| c.impulse().length()).sum();
                let error = (push - wanted).length();
                let far = 1e-4 * (mass + sum);
                assert!(error <= far, "seed {seed}, step {step}: {push} is not {wanted}");
            }
        }
    }
}

#[test]
fn what_rests_pushes_with_its_weight_and_what_bounces_with_its_momentum() {
    let mut world = on_ground(WorldDef::default().sleep(false).record_impulses(true));
    let crate_ = world.add_body(crate_at(-3.0, 0.5)).unwrap();
    let ball = ShapeDef::new(disc(0.5)).restitution(0.8);
    let ball = world.add_body(BodyDef::dynamic().at(vec2(3.0, 2.5)).shape(ball)).unwrap();
    let push = |world: &World, key: BodyKey| {
        let on = |c: Contact| if c.b.body == key { c.impulse() } else { -c.impulse() };
        world.body(key).unwrap().contacts().map(on).fold(Vec2::ZERO, |sum, push| sum + push)
    };
    let dt = world.def().dt;
    let mut bounces = 0;
    for step in 0..240 {
        let before = velocity(&world, ball);
        world.step();
        let mass = |key: BodyKey| world.body(key).unwrap().mass().mass;
        let wanted = mass(ball) * (velocity(&world, ball) - before + vec2(0.0, G * dt));
        near((push(&world, ball) - wanted).length(), 0.0, 1e-4 * f64::from(1.0 + wanted.length()));
        bounces += u32::from(wanted.length() > 1.0);
        let weight = mass(crate_) * G * dt;
        assert!(step < 60 || (push(&world, crate_).y / weight - 1.0).abs() < 0.01);
    }
    assert!(bounces > 2);
}

#[test]
fn recording_changes_nothing() {
    for seed in 0..10 {
        let mut worlds = [crowd(seed, false), crowd(seed, true)];
        for _ in 0..60 {
            worlds.iter_mut().for_each(World::step);
            assert_eq!(worlds[0].state_hash(), worlds[1].state_hash());
            let hits = worlds.each_ref().map(|world| {
                world.events().hits().iter().map(|hit| (hit.point, hit.approach_speed, hit.impulse)).collect::<Vec<_>>()
            });
            assert_eq!(hits[0], hits[1]);
        }
    }
}

#[test]
fn hits_are_of_what_touches_and_sorted() {
    for seed in 0..20 {
        let mut world = crowd(seed, false);
        let mut touching = BTreeSet::new();
        let mut hits = 0;
        for _ in 0..120 {
            world.step();
            let events = world.events();
            let ended: Vec<_> = events.contact_ended().to_vec();
            touching.retain(|pair| !ended.contains(pair));
            touching.extend(events.contact_began());
            assert!(events.hits().is_sorted_by(|a, b| a.pair < b.pair));
            for hit in events.hits() {
                assert!(touching.contains(&hit.pair) || ended.contains(&hit.pair), "{hit:?}");
                assert!(hit.approach_speed > 0.5 && hit.impulse > 0.0);
                hits += 1;
            }
        }
        assert!(hits > 0);
    }
}

#[test]
fn who_wakes_is_told_once() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 3);
    let far = stack(&mut world, 20.0, 1)[0];
    let mut slept = BTreeSet::new();
    for _ in 0..200 {
        world.step();
        slept.extend(world.events().slept().iter().copied());
        assert!(world.events().woke().is_empty());
    }
    assert_eq!(slept.len(), 4);
    world.body_mut(keys[1]).unwrap().wake();
    let image = world.snapshot();
    world.step();
    assert_eq!(world.events().woke(), keys);
    world.restore(&image).unwrap();
    world.step();
    assert_eq!(world.events().woke(), keys, "also from an image");
    world.step();
    assert!(world.events().woke().is_empty());
    world.add_body(crate_at(20.0, 2.5)).unwrap();
    let woke: Vec<BodyKey> = (0..60)
        .flat_map(|_| {
            world.step();
            world.events().woke().to_vec()
        })
        .collect();
    assert_eq!(woke, [far]);
}

#[test]
fn what_bounces_between_pieces_of_one_shape_begins_and_ends_in_turn() {
    // A wedge, a room of tiles, a ring: shapes of several pieces, several of which a fast ball hits in a step.
    let wedge = Chain::open([vec2(-4.0, 8.0), vec2(0.0, 0.0), vec2(4.0, 8.0), vec2(-4.0, 8.0)]).unwrap();
    let ring = Chain::closed([vec2(3.0, 0.0), vec2(0.0, 4.0), vec2(-3.0, 0.0), vec2(0.0, -4.0)]).unwrap();
    for (shape, at) in [(wedge, vec2(0.0, 4.0)), (ring, vec2(0.1, 0.2))] {
        for seed in 0..20 {
            let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
            let wall = ShapeDef::new(shape.clone()).restitution(1.0).friction(0.0);
            world.add_body(BodyDef::fixed().shape(wall)).unwrap();
            let v = Vec2::from_angle(0.31 * seed as f32) * (60.0 + 15.0 * seed as f32);
            let ball = ShapeDef::new(disc(0.05)).restitution(1.0).friction(0.0);
            world.add_body(BodyDef::dynamic().at(at).velocity(v).shape(ball)).unwrap();
            let mut touching = BTreeSet::new();
            let mut hits = 0;
            for step in 0..300 {
                world.step();
                checked(&world);
                hits += world.events().hits().len();
                for event in world.events().contact_ended() {
                    assert!(touching.remove(event), "seed {seed}, step {step}: ended, but had not begun");
                }
                for event in world.events().contact_began() {
                    assert!(touching.insert(*event), "seed {seed}, step {step}: began twice");
                }
            }
            // No way across is 12 m long; of several hits in a step, the fastest is reported.
            let least = 0.5 * v.length() * 5.0 / 12.0;
            assert!(hits as f32 > least, "seed {seed}: {hits} of {least}");
        }
    }
}
