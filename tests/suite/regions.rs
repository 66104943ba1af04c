//! Worlds so large that they are solved region by region (`carom_solver/src/region.rs`): one answer, and nobody is forgotten.

use crate::kit::*;
use carom::math::LaneWidth;
use carom::prelude::*;
use carom::{BroadPhaseKind, Driver};

/// Columns and rows of boxes: their boxes of the broad phase overlap to the sides, up, and across.
const COLUMNS: usize = 960;
const ROWS: usize = 20;

/// More contacts than these are cut into regions.
const MANY: usize = 65_536;

const STEPS: usize = if LONG { 60 } else { 6 };

/// What is no box: a body without a shape, one on a hinge, one that is driven, one that may not move along x.
struct Others {
    shapeless: BodyKey,
    driven: BodyKey,
    locked: BodyKey,
}

fn wall(def: WorldDef) -> (World, Others) {
    let mut world = World::new(def.sleep(false)).unwrap();
    let (width, middle) = (COLUMNS as f32 + 40.0, 0.5 * COLUMNS as f32);
    world.add(BodyDef::fixed().at(vec2(middle, -1.0)).shape(rect(width, 2.0))).unwrap();
    // Half of the columns one after the other, then every other one, then those between: there all neighbours to the sides are
    // of other regions.
    let half = COLUMNS / 2;
    for x in (0..half).chain((half..COLUMNS).step_by(2)).chain((half + 1..COLUMNS).step_by(2)) {
        for y in 0..ROWS {
            world.add(crate_at(x as f32 + 0.01 * (y % 2) as f32, y as f32 + 0.5).shape(disc(0.1))).unwrap();
        }
    }
    let shapeless = world.add(BodyDef::dynamic().at(vec2(-50.0, 500.0))).unwrap();
    let driven = BodyDef::kinematic().at(vec2(-8.0, 1.0)).velocity(vec2(2.0, 0.0)).shape(rect(1.0, 1.0));
    let driven = world.add(driven).unwrap();
    let locks = Locks { x: true, ..Locks::default() };
    let locked = world.add(crate_at(COLUMNS as f32 + 1.0, 3.0).locks(locks)).unwrap();
    let axle = world.add(BodyDef::fixed().at(vec2(-15.0, 9.0))).unwrap();
    let wheel = world.add(BodyDef::dynamic().at(vec2(-15.0, 9.0)).shape(disc(1.0))).unwrap();
    world.join(axle, wheel, Revolute::new(Vec2::ZERO, Vec2::ZERO)).unwrap();
    (world, Others { shapeless, driven, locked })
}

fn hash_after(mut world: World) -> u64 {
    for _ in 0..STEPS {
        world.step();
    }
    world.state_hash()
}

#[test]
fn a_large_world_has_one_answer() {
    let (mut first, _) = wall(WorldDef::default());
    first.set_driver(Driver::Inline);
    let wanted = hash_after(first.clone());
    first.step();
    assert!(first.contacts().count() > MANY, "{} are no large world", first.contacts().count());
    let hash = |def: WorldDef, driver: Driver| {
        let (mut world, _) = wall(def);
        world.set_driver(driver);
        hash_after(world)
    };
    assert_eq!(pool(3).install(|| hash(WorldDef::default(), Driver::Rayon)), wanted, "three threads");
    assert_eq!(hash(WorldDef::default(), Driver::Seeded(3)), wanted, "another order of tasks");
    for renumber_every in [0, 1] {
        let def = WorldDef { renumber_every, ..WorldDef::default() };
        assert_eq!(hash(def, Driver::Rayon), wanted, "renumbered every {renumber_every} steps");
    }
    assert_eq!(hash(WorldDef::default().broad_phase(BroadPhaseKind::Quadtree), Driver::Rayon), wanted, "quadtree");
    for width in [LaneWidth::One, LaneWidth::Four, LaneWidth::Eight] {
        let (mut world, _) = wall(WorldDef::default());
        world.set_lanes(width);
        assert_eq!(hash_after(world), wanted, "{width:?} lanes");
    }
}

#[test]
fn everybody_moves_in_a_large_world() {
    let (mut world, others) = wall(WorldDef::default());
    let before: Vec<Vec2> = world.bodies().map(|(_, body)| body.position()).collect();
    for _ in 0..STEPS {
        world.step();
    }
    checked(&world);
    let (time, substeps) = (STEPS as f32 / 60.0, (4 * STEPS) as f32);
    // Semi-implicit Euler: g h^2 n (n + 1) / 2 after n substeps.
    let fallen = 0.5 * G * time * time * (1.0 + 1.0 / substeps);
    near(at(&world, others.shapeless).y, 500.0 - fallen, 1e-3);
    near(at(&world, others.driven).x, -8.0 + 2.0 * time, 1e-4);
    near(at(&world, others.locked).x, COLUMNS as f32 + 1.0, 0.0);
    assert!(at(&world, others.locked).y < 3.0, "what is locked along x falls");
    // The wall stands: it settles by some millimetres a row, and nothing is driven apart.
    for ((_, body), before) in world.bodies().zip(before).skip(1).take(COLUMNS * ROWS) {
        let way = body.position() - before;
        assert!(way.length() < 0.1, "a box at {before} went {way}");
        assert!(STEPS < 60 || body.velocity().length() < 0.1, "a box at {before} has {}", body.velocity());
    }
}
