//! A restored world goes on the same, bit for bit, in the same world or another, on any number of threads (rollback,
//! determinism).

use super::{hashes, heap, random};
use crate::kit::*;
use carom::Cut;
use carom::diagnostics::Driver;
use carom::prelude::*;

const RESTORES: u64 = if LONG { 5_000 } else { 500 };

/// A small random scene: boxes, balls, a chain of hinges, a platform, sleepers and flying bodies.
fn scene(seed: u64) -> World {
    let mut random = random(seed);
    let mut world = on_ground(WorldDef { sleep_time: 0.2, ..WorldDef::default() });
    let mut last = None;
    for i in 0..random.int(2, 25) {
        let at = vec2(random.range(-6.0, 6.0), random.range(0.5, 9.0));
        let def = BodyDef::dynamic().at(at).angle(random.range(-3.0, 3.0)).velocity(at * random.range(-3.0, 3.0));
        let size = random.range(0.2, 1.0);
        let shape = ShapeDef::new(rect(size, 0.5)).friction(random.unit()).restitution(random.unit());
        let def = match random.int(0, 3) {
            0 => def.shape(disc(0.5 * size)),
            1 => def.shape(shape),
            2 => def.shape(shape).shape(Circle::at(vec2(0.3, 0.3), size).unwrap()).damping(0.1, 0.2),
            _ => def.shape(Capsule::horizontal(size, 0.2).unwrap()).gravity_scale(0.7),
        };
        let key = world.add_body(def).unwrap();
        if let Some(last) = last.filter(|_| i % 3 == 0) {
            let hinge = Revolute::new(vec2(0.4, 0.0), vec2(-0.4, 0.0)).limit(-1.0, 1.0).motor(2.0, 9.0);
            world.add_joint(last, key, hinge).unwrap();
        }
        last = Some(key);
    }
    let platform = BodyDef::kinematic().at(vec2(0.0, 1.0)).velocity(vec2(1.0, 0.0)).angular_velocity(0.5);
    world.add_body(platform.shape(rect(3.0, 0.2))).unwrap();
    world
}

#[test]
fn what_follows_is_the_same() {
    let pools = [pool(1), pool(4)];
    for seed in 0..RESTORES {
        let mut world = scene(seed);
        hashes(&mut world, random(seed + 9).int(0, 120) as usize);
        let image = world.snapshot();
        let mut copies = [World::from_snapshot(&image).unwrap(), World::from_snapshot(&image).unwrap()];
        let wanted = hashes(&mut world, 120);
        for (pool, copy) in pools.iter().zip(&mut copies) {
            assert_eq!(copy.snapshot(), image);
            checked(copy);
            assert_eq!(pool.install(|| hashes(copy, 120)), wanted, "seed {seed}");
        }
        world.restore(&image).unwrap();
        assert_eq!(hashes(&mut world, 120), wanted, "seed {seed}, in the same world");
    }
}

#[test]
fn many_bodies_on_four_threads() {
    let world = heap(1100, 60);
    let image = world.snapshot();
    let mut wanted = world.clone();
    let wanted = hashes(&mut wanted, 60);
    for driver in [Driver::Inline, Driver::Threads(4), Driver::Seeded(3), Driver::Rayon, Driver::Eager] {
        let mut copy = World::from_snapshot(&image).unwrap();
        copy.set_driver(driver);
        assert_eq!(pool(4).install(|| hashes(&mut copy, 60)), wanted, "{driver:?}");
    }
}

#[test]
fn keys_name_the_same_things_in_the_same_world() {
    let mut world = World::default();
    let keys: Vec<BodyKey> = (0..5).map(|i| world.add_body(crate_at(2.0 * i as f32, 0.0)).unwrap()).collect();
    let tie = world.add_joint(keys[0], keys[1], Revolute::default()).unwrap();
    assert!(world.remove_body(keys[2]));
    let image = world.snapshot();
    let next = world.add_body(crate_at(0.0, 50.0)).unwrap();
    assert!(world.remove_body(keys[0]));
    world.restore(&image).unwrap();
    assert!(world.body(keys[0]).is_some() && world.joint(tie).is_some());
    assert!(world.body(keys[2]).is_none() && world.body(next).is_none());
    assert_eq!(world.add_body(crate_at(0.0, 50.0)).unwrap(), next, "the same call gives the same key");
    let other = World::from_snapshot(&image).unwrap();
    assert!(other.body(keys[0]).is_some(), "keys go along with the image");
    assert!(World::default().body(keys[0]).is_none(), "a key of another world names nothing");
    let places = |world: &World| world.bodies().map(|(_, body)| body.position()).collect::<Vec<_>>();
    world.restore(&image).unwrap();
    assert_eq!(places(&other), places(&world), "in the same order");
}

#[test]
fn a_world_goes_back_and_forth_between_images() {
    let mut world = heap(60, 0);
    let images: Vec<Vec<u8>> = (0..20)
        .map(|_| {
            hashes(&mut world, 7);
            world.snapshot()
        })
        .collect();
    for i in [19, 3, 11, 0, 18] {
        world.restore(&images[i]).unwrap();
        checked(&world);
        if i < 19 {
            hashes(&mut world, 7);
            assert!(world.snapshot() == images[i + 1], "from image {i}");
        }
    }
}

/// A star with two holes: concave, many pieces, on a body that turns.
fn star(cut: Cut) -> Outline {
    let corner = |i: u8| {
        let reach = if i.is_multiple_of(2) { 1.2 } else { 0.6 };
        Rot::from_angle(f32::from(i) * std::f32::consts::PI / 6.0).rotate(vec2(reach, 0.0))
    };
    let ring: Vec<Vec2> = (0..12).map(corner).collect();
    let hole = |x: f32| [vec2(x - 0.1, -0.1), vec2(x + 0.1, -0.1), vec2(x + 0.1, 0.1), vec2(x - 0.1, 0.1)];
    Outline::with_cut(ring, &[hole(-0.25), hole(0.25)], cut).unwrap()
}

#[test]
fn outlines_with_holes_and_tile_grids_go_on_the_same() {
    let pools = [pool(1), pool(4)];
    let grid = || TileGrid::from_rows(&["#......#", "#.1..2.#", "##/..\\##", "########"], 1.0).unwrap();
    for moment in [0, 1, 30, 77, 150] {
        let mut world = World::new(WorldDef { sleep_time: 0.3, ..WorldDef::default() }).unwrap();
        world.add_body(BodyDef::fixed().at(vec2(-4.0, 0.0)).shape(grid())).unwrap();
        world.add_body(BodyDef::dynamic().at(vec2(0.0, 13.0)).angle(0.4).shape(grid().solid().unwrap())).unwrap();
        for i in 0..6 {
            let at = vec2(-2.0 + 0.7 * i as f32, 3.0 + 1.5 * i as f32);
            let cut = if i % 2 == 0 { Cut::Sweep } else { Cut::Ears };
            let shape = ShapeDef::new(star(cut)).friction(0.1 * i as f32).restitution(0.3);
            world.add_body(BodyDef::dynamic().at(at).angular_velocity(i as f32).shape(shape)).unwrap();
            world.add_body(BodyDef::dynamic().at(at + vec2(0.0, 0.9)).shape(disc(0.1))).unwrap();
        }
        hashes(&mut world, moment);
        let image = world.snapshot();
        let mut copies = [World::from_snapshot(&image).unwrap(), World::from_snapshot(&image).unwrap()];
        let wanted = hashes(&mut world, 120);
        let last = world.snapshot();
        for (pool, copy) in pools.iter().zip(&mut copies) {
            assert_eq!(copy.snapshot(), image);
            checked(copy);
            assert_eq!(pool.install(|| hashes(copy, 120)), wanted, "after {moment} steps");
            assert!(copy.snapshot() == last, "after {moment} steps");
        }
        world.restore(&image).unwrap();
        assert_eq!(hashes(&mut world, 120), wanted, "after {moment} steps, in the same world");
    }
}
