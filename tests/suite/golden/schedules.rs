//! 200 orders of the blocks, each drawn from a seed, on worlds with many ties. So a race becomes a seed that can be
//! replayed.

use super::ties;
use crate::kit::*;
use carom::BroadPhaseKind;
use carom::diagnostics::Driver;
use carom::prelude::*;

const SEEDS: u64 = 200;
const STEPS: usize = 8;

/// Hashes after each of some steps.
fn hashes(mut world: World, driver: Driver, steps: usize) -> Vec<u64> {
    world.set_driver(driver);
    (0..steps)
        .map(|_| {
            world.step();
            world.state_hash()
        })
        .collect()
}

#[test]
fn two_hundred_schedules() {
    for (name, mut world) in ties::all() {
        // The run begins when things touch.
        for _ in 0..4 {
            world.step();
        }
        let wanted = hashes(world.clone(), Driver::Inline, STEPS);
        for seed in 0..SEEDS {
            let found = hashes(world.clone(), Driver::Seeded(seed), STEPS);
            assert_eq!(found, wanted, "{name}, seed {seed}");
        }
    }
}

#[test]
fn every_driver_and_pool() {
    for (name, world) in ties::all() {
        let wanted = hashes(world.clone(), Driver::Inline, 40);
        for threads in [1, 2, 3, 5, 8] {
            for driver in [Driver::Rayon, Driver::Eager] {
                let copy = world.clone();
                let found = within(120, move || pool(threads).install(|| hashes(copy, driver, 40)));
                assert_eq!(found, wanted, "{name}, pool of {threads}, {driver:?}");
            }
        }
        for threads in [2, 3] {
            assert_eq!(hashes(world.clone(), Driver::Threads(threads), 12), wanted[..12], "{name}, {threads} threads");
        }
    }
}

/// The same bodies in a world with other rules.
fn rebuilt(world: &World, def: WorldDef) -> World {
    let mut other = World::new(def).unwrap();
    let mut keys = std::collections::BTreeMap::new();
    for (key, body) in world.bodies() {
        let def = BodyDef {
            kind: body.kind(),
            position: body.position(),
            velocity: body.velocity(),
            shapes: body.shapes().to_vec(),
            ..BodyDef::default()
        };
        keys.insert(key, other.add_body(def).unwrap());
    }
    for (_, joint) in world.joints() {
        let (a, b) = joint.bodies();
        other.add_joint(keys[&a], keys[&b], joint.def()).unwrap();
    }
    other
}

#[test]
fn structure_and_numbering_change_speed_only() {
    for (name, world) in ties::all() {
        let wanted = hashes(world.clone(), Driver::Inline, 40);
        let def = world.def().clone();
        for other in [
            def.clone().broad_phase(BroadPhaseKind::QuadTree),
            WorldDef { spatial_sort_interval: 1, ..def.clone() },
            WorldDef { spatial_sort_interval: 0, ..def.clone() },
            WorldDef { spatial_sort_interval: 1, ..def.clone().broad_phase(BroadPhaseKind::QuadTree) },
        ] {
            let text = format!("{name}, {:?}, {}", other.broad_phase, other.spatial_sort_interval);
            assert_eq!(hashes(rebuilt(&world, other.clone()), Driver::Inline, 40), wanted, "{text}");
            let copy = rebuilt(&world, other);
            let found = within(120, move || pool(3).install(|| hashes(copy, Driver::Eager, 40)));
            assert_eq!(found, wanted, "{text}, pool");
        }
    }
}

/// Puts bodies to sleep at random between the steps. Returns the hashes after each.
fn drowsy(mut world: World, driver: Driver) -> Vec<u64> {
    world.set_driver(driver);
    let keys: Vec<BodyKey> = world.bodies().map(|(key, _)| key).collect();
    let mut random = SplitMix64::new(8);
    (0..40)
        .map(|_| {
            for _ in 0..30 {
                let key = keys[random.int(0, keys.len() as u64 - 1) as usize];
                let _ = world.body_mut(key).unwrap().sleep();
            }
            world.step();
            checked(&world);
            world.state_hash()
        })
        .collect()
}

#[test]
fn sleep_at_random_is_the_same_for_all() {
    for (name, world) in ties::all() {
        let wanted = drowsy(world.clone(), Driver::Inline);
        let def = world.def().clone();
        let tree = rebuilt(&world, def.clone().broad_phase(BroadPhaseKind::QuadTree));
        let numbered = rebuilt(&world, WorldDef { spatial_sort_interval: 1, ..def });
        assert_eq!(drowsy(tree, Driver::Inline), wanted, "{name}, quadtree");
        assert_eq!(drowsy(numbered, Driver::Seeded(3)), wanted, "{name}, renumbered");
        let copy = world.clone();
        let found = within(120, move || pool(4).install(|| drowsy(copy, Driver::Eager)));
        assert_eq!(found, wanted, "{name}, pool");
    }
}
