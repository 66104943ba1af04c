//! Worlds so large that they are solved region by region (`carom_solver/src/region.rs`): one answer, and no body is
//! forgotten.

use crate::kit::*;
use carom::BroadPhaseKind;
use carom::diagnostics::{Driver, LaneWidth};
use carom::prelude::*;

/// Columns and rows of boxes: their boxes of the broad phase overlap to the sides, up, and across.
const COLUMNS: usize = 800;
const ROWS: usize = 20;

/// More contacts than this are cut into regions.
const MANY: usize = 49_152;

const STEPS: usize = if LONG { 60 } else { 6 };

/// Bodies that are no box of the wall: a body without a shape, one that is driven, one that may not move along x, and
/// two on a hinge.
struct Others {
    shapeless: BodyKey,
    driven: BodyKey,
    locked: BodyKey,
    hinged: [BodyKey; 2],
}

fn wall(def: WorldDef) -> (World, Others) {
    let mut world = World::new(def.sleep(false)).unwrap();
    let (width, middle) = (COLUMNS as f32 + 40.0, 0.5 * COLUMNS as f32);
    world.add_body(BodyDef::fixed().at(vec2(middle, -1.0)).shape(rect(width, 2.0))).unwrap();
    // Most of the columns one after the other, then every other one, then those between: there all neighbours to the
    // sides are of other regions.
    let most = COLUMNS / 4 * 3;
    let mut columns = Vec::new();
    for x in (0..most).chain((most..COLUMNS).step_by(2)).chain((most + 1..COLUMNS).step_by(2)) {
        for y in 0..ROWS {
            columns.push(
                world.add_body(crate_at(x as f32 + 0.01 * (y % 2) as f32, y as f32 + 0.5).shape(disc(0.1))).unwrap(),
            );
        }
    }
    let shapeless = world.add_body(BodyDef::dynamic().at(vec2(-50.0, 500.0))).unwrap();
    // On top of the wall, without friction, so that it drags no box along.
    let slick = Material { friction: 0.0, ..Material::default() };
    let top = ROWS as f32;
    let driven = BodyDef::kinematic().at(vec2(100.0, top + 0.48)).velocity(vec2(2.0, 0.0));
    let driven = world.add_body(driven.shape(ShapeDef::from(disc(0.5)).material(slick))).unwrap();
    let locks = Locks { x: true, ..Locks::default() };
    let locked = world.add_body(crate_at(150.0, top + 0.5).locks(locks)).unwrap();
    // Two boxes of the wall on a hinge.
    let hinged = [50, 51].map(|x: usize| columns[x * ROWS + ROWS - 1]);
    let between = at(&world, hinged[1]) - at(&world, hinged[0]);
    world.add_joint(hinged[0], hinged[1], Revolute::new(0.5 * between, -0.5 * between)).unwrap();
    (world, Others { shapeless, driven, locked, hinged })
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
    for spatial_sort_interval in [0, 1] {
        let def = WorldDef { spatial_sort_interval, ..WorldDef::default() };
        assert_eq!(hash(def, Driver::Rayon), wanted, "renumbered every {spatial_sort_interval} steps");
    }
    assert_eq!(hash(WorldDef::default().broad_phase(BroadPhaseKind::QuadTree), Driver::Rayon), wanted, "quadtree");
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
    near(at(&world, others.driven).x, 100.0 + 2.0 * time, 1e-4);
    near(at(&world, others.locked).x, 150.0, 0.0);
    assert!(at(&world, others.locked).y < ROWS as f32 + 0.5, "what is locked along x settles");
    let apart = at(&world, others.hinged[1]) - at(&world, others.hinged[0]);
    near(apart.length(), 1.0, 5e-3);
    // The wall stands: it settles by some millimetres a row, and nothing is driven apart.
    for ((_, body), before) in world.bodies().zip(before).skip(1).take(COLUMNS * ROWS) {
        let way = body.position() - before;
        assert!(way.length() < 0.1, "a box at {before} went {way}");
        assert!(STEPS < 60 || body.velocity().length() < 0.1, "a box at {before} has {}", body.velocity());
    }
}

#[test]
fn a_copy_of_a_large_world_goes_on_the_same() {
    let (mut world, _) = wall(WorldDef::default());
    world.step();
    // A copy has the caches for the next step; a restored world has none of them.
    let mut copy = world.clone();
    let mut restored = World::from_snapshot(&world.snapshot()).unwrap();
    for world in [&mut world, &mut copy, &mut restored] {
        (0..4).for_each(|_| world.step());
    }
    assert_eq!([copy.state_hash(), restored.state_hash()], [world.state_hash(); 2]);
    // Small, and large again: the caches of regions are from no step before.
    for world in [&mut world, &mut restored] {
        let keys: Vec<BodyKey> = world.bodies().map(|(key, _)| key).skip(1_000).collect();
        let gone: Vec<Vec2> = keys.iter().map(|&key| at(world, key)).collect();
        assert!(keys.iter().all(|&key| world.remove_body(key)));
        world.step();
        assert!(world.contacts().count() < MANY);
        for place in gone {
            world.add_body(crate_at(place.x, place.y)).unwrap();
        }
        (0..4).for_each(|_| world.step());
        assert!(world.contacts().count() > MANY);
        checked(world);
    }
    assert_eq!(restored.state_hash(), world.state_hash());
}

/// Discs side by side that fly about and bounce, alone in space: momentum stays, and energy does not grow.
#[test]
fn momentum_stays_in_a_large_world() {
    let side = 140;
    let def =
        WorldDef { continuous: false, record_impulses: true, ..WorldDef::default().gravity(Vec2::ZERO).sleep(false) };
    let mut world = World::new(def).unwrap();
    let mut random = SplitMix64::new(5);
    let bouncy = Material { restitution: 1.0, ..Material::default() };
    for i in 0..side * side {
        let place = vec2((i % side) as f32, (i / side) as f32);
        let velocity = vec2(random.range(-5.0, 5.0), random.range(-5.0, 5.0));
        let body = BodyDef::dynamic().at(place).velocity(velocity).shape(ShapeDef::from(disc(0.49)).material(bouncy));
        world.add_body(body).unwrap();
    }
    let sums = |world: &World| {
        let (mut momentum, mut energy) = ([0.0; 2], 0.0);
        for (_, body) in world.bodies() {
            let (v, w) = (body.velocity(), f64::from(body.angular_velocity()));
            let [x, y] = [f64::from(v.x), f64::from(v.y)];
            let (mass, inertia) = (f64::from(body.mass().mass), f64::from(body.mass().inertia));
            momentum = [momentum[0] + mass * x, momentum[1] + mass * y];
            energy += 0.5 * (mass * (x * x + y * y) + inertia * w * w);
        }
        (momentum, energy)
    };
    let before = sums(&world);
    world.step();
    // Boxes of the broad phase overlap across as well: four pairs a disc, of which two come to touch.
    assert!(4 * side * side > 3 * MANY / 2 && world.contacts().count() > side * side);
    let impulses = world.contacts().filter(|contact| contact.points().iter().any(|point| point.normal_impulse > 0.0));
    assert!(impulses.count() > 5_000, "impulses are recorded");
    (1..6).for_each(|_| world.step());
    checked(&world);
    let after = sums(&world);
    // Of some 50,000 kg m/s that are exchanged.
    for axis in 0..2 {
        near(after.0[axis], before.0[axis], 0.5);
    }
    assert!(after.1 < before.1 && after.1 > 0.3 * before.1, "energy {} after {}", after.1, before.1);
}
