//! Bodies made inside each other come apart without a velocity from it: no body moves by more than
//! `contact_push_speed` times the step, momentum and centre of mass stay, and at last nothing is deeper than 2 cm. On a
//! ground, nothing is faster than a fall from the highest place that a body had, plus that speed: v^2 <= 2 g h + 9.
//!
//! Bodies that joints hold inside each other stay so: nothing is faster than that either, and joints open by less than
//! 0.15 m. (A star of 14 welded boxes opens by 0.12 m, others hardly.)

use crate::kit::*;
use carom::prelude::*;

/// `contact_push_speed` of the default world [m/s].
const PUSH: f32 = 3.0;

fn some_shape(random: &mut SplitMix64) -> Shape {
    let size = random.range(0.3, 1.5);
    match random.next_u64() % 4 {
        0 => disc(0.5 * size).into(),
        1 => rect(size, random.range(0.3, 1.5)).into(),
        2 => Capsule::horizontal(size, 0.3 * size).unwrap().into(),
        _ => Polygon::regular(3 + (random.next_u64() % 5) as usize, 0.5 * size).unwrap().into(),
    }
}

fn deepest(world: &World) -> f32 {
    world.contacts().flat_map(|c| c.points().to_vec()).map(|p| -p.separation).fold(0.0, f32::max)
}

/// Momentum [kg m/s], mass times centre [kg m] and mass [kg] of all.
fn sums(world: &World, keys: &[BodyKey]) -> (Vec2, Vec2, f32) {
    let mut sums = (Vec2::ZERO, Vec2::ZERO, 0.0);
    for body in keys.iter().filter_map(|&key| world.body(key)) {
        let mass = body.mass().mass;
        sums.0 += body.velocity() * mass;
        sums.1 += body.center() * mass;
        sums.2 += mass;
    }
    sums
}

#[test]
fn bodies_made_inside_each_other_come_apart_without_velocity() {
    for seed in 0..if LONG { 1_000 } else { 40 } {
        let mut random = SplitMix64::new(seed);
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false)).unwrap();
        let (count, near_by) = (2 + random.next_u64() % 30, [0.0, 0.01, 0.03][seed as usize % 3]);
        let keys: Vec<BodyKey> = (0..count)
            .map(|_| {
                let place = vec2(random.range(-near_by, near_by), random.range(-near_by, near_by));
                let shape = ShapeDef::new(some_shape(&mut random)).density(random.range(0.2, 5.0));
                world.add_body(BodyDef::dynamic().at(place).angle(random.range(-3.0, 3.0)).shape(shape)).unwrap()
            })
            .collect();
        let before = sums(&world, &keys);
        for step in 0..900 {
            let places: Vec<Vec2> = keys.iter().map(|&key| at(&world, key)).collect();
            world.step();
            checked(&world);
            for (&key, place) in keys.iter().zip(places) {
                let speed = (at(&world, key) - place).length() * 60.0;
                assert!(speed < 1.02 * PUSH, "seed {seed}, step {step}: {speed} m/s");
            }
        }
        let after = sums(&world, &keys);
        assert!(after.0.length() < 0.01 * after.2, "seed {seed}: momentum {}", after.0);
        let moved = (after.1 - before.1).length() / after.2;
        assert!(moved < 0.01, "seed {seed}: centre of mass moved by {moved} m");
        assert!(deepest(&world) < 0.02, "seed {seed}: {count} bodies, {} m deep", deepest(&world));
    }
}

#[test]
fn a_heap_made_at_one_place_on_a_ground_is_not_flung() {
    for (count, shape) in [(10, Shape::from(disc(0.5))), (100, disc(0.5).into()), (100, rect(1.0, 1.0).into())] {
        let mut world = on_ground(WorldDef::default());
        let body = || BodyDef::dynamic().at(vec2(0.0, 2.0)).shape(shape.clone());
        let keys: Vec<BodyKey> = (0..count).map(|_| world.add_body(body()).unwrap()).collect();
        let mut highest = 2.0;
        for step in 0..1500 {
            world.step();
            for &key in &keys {
                highest = f32::max(highest, at(&world, key).y);
                let v = velocity(&world, key);
                assert!(v.dot(v) <= 2.0 * G * highest + PUSH * PUSH, "step {step}: {v}");
            }
        }
        // As high as a half disc of their area, and half as high again.
        let top = 2.0 + 1.5 * (2.0 * count as f32 / std::f32::consts::PI).sqrt();
        assert!(highest < top, "{count}: {highest} m high");
        assert!(deepest(&world) < 0.02, "{count}: {} m deep", deepest(&world));
    }
}

#[test]
fn a_box_made_inside_a_stack_does_not_burst_it() {
    for height in 0..10 {
        let mut world = on_ground(WorldDef::default());
        let mut keys = stack(&mut world, 0.0, 10);
        play(&mut world, 60);
        keys.push(world.add_body(crate_at(0.3, 0.5 + height as f32)).unwrap());
        for step in 0..600 {
            let places: Vec<Vec2> = keys.iter().map(|&key| at(&world, key)).collect();
            world.step();
            if step < 20 {
                for (&key, place) in keys.iter().zip(places) {
                    let speed = (at(&world, key) - place).length() * 60.0;
                    assert!(speed < 1.5 * PUSH, "box at {height}, step {step}: {speed} m/s");
                }
            }
        }
        assert!(deepest(&world) < 0.02, "box at {height}: {} m deep", deepest(&world));
    }
}

#[test]
fn embedded_bodies_come_apart_the_same_from_an_image_and_with_any_threads() {
    let mut world = on_ground(WorldDef::default());
    for k in 0..60 {
        let at = vec2(0.01 * (k % 7) as f32, 2.0 + 0.01 * (k % 5) as f32);
        world.add_body(BodyDef::dynamic().at(at).shape(rect(1.0, 0.7))).unwrap();
    }
    // Twelve that joints hold inside each other.
    let mut last = None;
    for k in 0..12 {
        let place = vec2(5.0 + 0.2 * k as f32, 3.0);
        let next = world.add_body(BodyDef::dynamic().at(place).shape(disc(0.5))).unwrap();
        if let Some(last) = last.replace(next) {
            world.add_joint(last, next, Revolute::at(place)).unwrap();
        }
    }
    let mut other = world.clone();
    for step in 0..120 {
        pool(1).install(|| world.step());
        pool(3).install(|| other.step());
        assert_eq!(world.state_hash(), other.state_hash(), "step {step}");
        if step % 30 == 10 {
            other = World::from_snapshot(&world.snapshot()).unwrap();
        }
    }
}

/// Bodies inside each other on a ground, held by joints: a chain of discs closer than their size, boxes in one place,
/// and a star of boxes.
fn held_inside(random: &mut SplitMix64) -> World {
    let mut world = on_ground(WorldDef::default());
    let (kind, count) = (random.int(0, 2), random.int(2, 14) as usize);
    let apart = [random.range(0.0, 0.45), 0.01, 0.4][kind as usize];
    let welds = random.int(0, 1) == 1;
    let mut bodies: Vec<(BodyKey, Vec2)> = Vec::new();
    for k in 0..count {
        let place = match kind {
            0 | 1 => vec2(apart * k as f32, 3.0),
            _ if k == 0 => vec2(0.0, 3.0),
            _ => vec2(0.0, 3.0) + apart * Vec2::from_angle(k as f32 * std::f32::consts::TAU / (count - 1) as f32),
        };
        let shape: Shape = if kind == 0 { disc(0.5).into() } else { rect(0.8, 0.8).into() };
        let body = world.add_body(BodyDef::dynamic().at(place).shape(shape)).unwrap();
        let other = if kind == 0 { bodies.last() } else { bodies.first() };
        if let Some(&(other, at)) = other {
            let def = if welds { Weld::at(place).into() } else { JointDef::from(Revolute::at(0.5 * (at + place))) };
            world.add_joint(other, body, if kind == 1 { def.collide() } else { def }).unwrap();
        }
        bodies.push((body, place));
    }
    world
}

#[test]
fn bodies_that_joints_hold_inside_each_other_do_not_burst() {
    let (mut fastest, mut widest) = (0.0_f32, 0.0_f32);
    for seed in 0..if LONG { 1_000 } else { 40 } {
        let mut world = held_inside(&mut SplitMix64::new(seed));
        for step in 0..400 {
            world.step();
            let open = world.joints().map(|(_, joint)| (joint.anchors().0 - joint.anchors().1).length());
            let open = open.fold(0.0, f32::max);
            for (_, body) in world.bodies() {
                let v = body.velocity();
                assert!(v.dot(v) < 2.0 * G * 4.0 + PUSH * PUSH, "seed {seed}, step {step}: {v}");
                fastest = fastest.max(v.length());
            }
            assert!(open < 0.15, "seed {seed}, step {step}: {open} m");
            widest = widest.max(open);
        }
        checked(&world);
    }
    println!("{fastest} m/s, joints open by {widest} m at most");
}
