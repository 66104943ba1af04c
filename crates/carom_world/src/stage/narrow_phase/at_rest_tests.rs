//! Tests of cached chunks: chunks at rest are cached, and their geometry is the one that would be computed anew. A
//! restored or copied world caches the same ones, whatever was done before.

use crate::stage::narrow_phase::collide::manifold_of;
use crate::stage::narrow_phase::reach::Reach;
use crate::{BodyDef, BodyKey, BodyKind, Locks, Material, Revolute, World, WorldDef};
use carom_math::{Pose, Rot, Vec2, max, vec2};
use carom_parallel::Driver;
use carom_shapes::{Capsule, Circle, Polygon};
use carom_solver::{CachedChunk, ContactManifold, ContactPair};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// A wall of boxes, six-sided stones, discs that roll with difficulty and capsules on a wide ground, at rest.
fn wall(width: usize, height: usize) -> (World, Vec<BodyKey>) {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let ground = Polygon::rect(400.0, 2.0).unwrap();
    let mut keys = vec![world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(ground)).unwrap()];
    let stone = [[-0.5, 0.0], [-0.3, -0.5], [0.3, -0.5], [0.5, 0.0], [0.3, 0.5], [-0.3, 0.5]].map(Vec2::from);
    let material = Material { rolling_resistance: 0.2, ..Material::default() };
    for (column, row) in (0..width).flat_map(|column| (0..height).map(move |row| (column, row))) {
        let def = BodyDef::dynamic().at(vec2(1.05 * column as f32, 0.5 + row as f32));
        let def = match (3 * column + row) % 7 {
            1 => def.shape(crate::ShapeDef::new(Circle::new(0.5).unwrap()).material(material)),
            2 => def.shape(Polygon::hull(stone).unwrap()),
            3 => def.shape(Capsule::horizontal(0.5, 0.25).unwrap()),
            _ => def.shape(Polygon::rect(1.0, 1.0).unwrap()),
        };
        keys.push(world.add_body(def).unwrap());
    }
    (world, keys)
}

fn cached_chunks(world: &World) -> Vec<CachedChunk> {
    world.scratch.solver.cached_chunks(world.state.contacts.len(), world.state.unchanged)
}

/// Anchors of all contacts of a chunk. They change as soon as they are computed anew.
fn arms(chunk: &CachedChunk) -> Vec<[[f32; 4]; 2]> {
    chunk.manifolds.iter().map(|manifold| manifold.anchors).collect()
}

#[test]
fn what_rests_is_kept_and_made_anew_every_eighth_step() {
    let (mut world, _) = wall(44, 30);
    (0..300).for_each(|_| world.step());
    assert!(
        cached_chunks(&world).len() > 1,
        "{} chunks of {} contacts",
        cached_chunks(&world).len(),
        world.state.contacts.len()
    );
    let mut before: Vec<_> = cached_chunks(&world).iter().map(arms).collect();
    let mut anew = vec![Vec::new(); before.len()];
    for step in 0..16 {
        world.step();
        let now: Vec<_> = cached_chunks(&world).iter().map(arms).collect();
        for ((before, now), anew) in before.iter().zip(&now).zip(&mut anew) {
            anew.extend((before != now).then_some(step));
        }
        before = now;
    }
    let steps: Vec<_> = anew.iter().map(|steps| (steps.len(), steps[1] - steps[0])).collect();
    assert_eq!(steps, vec![(2, 8); steps.len()], "{anew:?}");
    assert_ne!(anew[0], anew[1], "not all in one step");
}

#[test]
fn what_is_kept_is_what_would_be_found_anew() {
    let (mut world, _) = wall(12, 10);
    (0..200).for_each(|_| world.step());
    let reach = Reach::new(&world.def);
    let (mut looked, mut farthest) = (0, 0.0_f32);
    for _ in 0..64 {
        world.step();
        for (chunk, contacts) in cached_chunks(&world).iter().zip(world.state.contacts.chunks(2048)) {
            for (cached, contact) in chunk.manifolds.iter().zip(contacts).filter(|(_, contact)| contact.has_points()) {
                let anew = manifold_of(&world.state, [contact.a, contact.b], reach);
                for (k, gap) in anew.separations().iter().enumerate().take(usize::from(contact.count)) {
                    looked += 1;
                    farthest = max(farthest, (gap - cached.normal[2 + k]).abs());
                }
            }
        }
    }
    // A hundredth of the slop [m].
    assert!(looked > 10_000 && farthest < 5e-5, "{looked} points, by up to {farthest} m");
}

/// Kinematic boxes lie side by side on the ground; one bears a dynamic box.
#[test]
fn what_pushes_nobody_has_no_rows_and_is_kept() {
    const BOXES: usize = 20;
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let square = || Polygon::rect(1.0, 1.0).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(400.0, 2.0).unwrap())).unwrap();
    for k in 0..BOXES {
        let shape = crate::ShapeDef::new(square()).full_kinematic_contacts();
        world.add_body(BodyDef::kinematic().at(vec2(k as f32, 0.5)).shape(shape)).unwrap();
    }
    world.add_body(BodyDef::dynamic().at(vec2(4.0, 1.5)).shape(square())).unwrap();
    (0..200).for_each(|_| world.step());
    for _ in 0..16 {
        world.step();
        let (push, idle): (Vec<ContactPair>, Vec<ContactPair>) = world
            .state
            .contacts
            .iter()
            .filter(|contact| contact.has_points())
            .partition(|contact| contact.has_pushed());
        // Each with the ground and with the next one.
        assert_eq!(idle.iter().filter(|contact| contact.color == ContactPair::NO_COLOR).count(), 2 * BOXES - 1);
        assert!(push.iter().all(|contact| contact.color != ContactPair::NO_COLOR) && !push.is_empty());
        assert!(!world.scratch.solver.any_new_contacts(), "they would be solved without a color");
        assert_eq!(cached_chunks(&world).len(), 1);
        let restored = World::from_snapshot(&world.snapshot()).unwrap();
        assert!(cached_chunks(&restored) == cached_chunks(&world));
    }
}

/// A random change by a user.
fn poke(world: &mut World, keys: &mut Vec<BodyKey>, random: &mut StdRng) {
    let Some(&key) = keys.choose(random) else { return };
    let small = |random: &mut StdRng| vec2(random.random_range(-0.2..0.2), random.random_range(-0.2..0.2));
    let way = random.random_range(0..26);
    if way == 0 {
        keys.retain(|&other| other != key);
        world.remove_body(key);
        return;
    }
    let other = keys[random.random_range(0..keys.len())];
    if way == 1 {
        keys.push(world.add_body(BodyDef::dynamic().at(vec2(5.0, 12.0)).shape(Circle::new(0.4).unwrap())).unwrap());
        return;
    }
    if way == 2 {
        let _ = world.add_joint(key, other, Revolute::new(Vec2::ZERO, Vec2::ZERO));
        return;
    }
    if way == 3 {
        world.set_dt(random.random_range(0.012..0.02)).unwrap();
        return;
    }
    let Some(mut body) = world.body_mut(key) else { return };
    let at = body.pose();
    let _ = match way {
        4 => body.set_velocity(small(random)),
        5 => body.apply_impulse(100.0 * small(random)),
        6 => body.apply_force(1000.0 * small(random)),
        7 => body.teleport(Pose { p: at.p + 0.1 * small(random), q: at.q }),
        8 => body.set_material(
            body.shape_keys()[0],
            Material { friction: random.random_range(0.0..1.0), ..Material::default() },
        ),
        9 => body.set_mass(None),
        10 => body.set_angular_velocity(random.random_range(-0.3..0.3)),
        11 => {
            body.set_locks(Locks { rotation: random.random(), ..Locks::default() });
            Ok(())
        }
        12 => {
            body.set_kind(if random.random() { BodyKind::Fixed } else { BodyKind::Dynamic });
            Ok(())
        }
        13 => body.sleep(),
        14 => {
            let shapes = body.shapes().to_vec();
            body.set_shapes(shapes)
        }
        16 => body.set_shapes(Vec::new()),
        17 => {
            // Mostly the last of all ids.
            let last = keys.pop();
            last.map(|last| world.remove_body(last));
            Ok(())
        }
        15 => body.set_velocity(vec2(random.random_range(-300.0..300.0), 5.0)),
        _ => Ok(()),
    };
}

#[test]
fn who_goes_on_from_an_image_or_a_copy_keeps_the_same() {
    let mut chunks = 0;
    for seed in 0..24 {
        let mut random = StdRng::seed_from_u64(seed);
        let (mut world, mut keys) = wall(9, 7);
        world.def.sleep = seed % 2 == 1;
        world.def.spatial_sort_interval = if seed % 3 == 0 { 5 } else { 64 };
        (0..120).for_each(|_| world.step());
        let mut used = world.clone();
        for round in 0..60 {
            if random.random_range(0..4) == 0 {
                poke(&mut world, &mut keys, &mut random);
            }
            let image = world.snapshot();
            chunks += cached_chunks(&world).len();
            used.restore(&image).unwrap();
            let mut copies = [world.clone(), World::from_snapshot(&image).unwrap(), used.clone()];
            for copy in &mut copies {
                assert_eq!(copy.snapshot(), image, "seed {seed}, round {round}, at once");
            }
            for step in 0..random.random_range(1..4) {
                world.step();
                used.step();
                copies.iter_mut().for_each(World::step);
                let (hash, image) = (world.state_hash(), world.snapshot());
                for copy in copies.iter().chain([&used]) {
                    assert_eq!(copy.state_hash(), hash, "seed {seed}, round {round}, step {step}");
                    assert!(copy.snapshot() == image, "seed {seed}, round {round}, step {step}");
                }
            }
        }
    }
    assert!(chunks > 400, "{chunks} chunks were cached at an image");
}

/// Some chunks are cached and some filled in the same step, by any driver; also if they come from an image.
#[test]
fn kept_tiles_and_others_are_the_same_for_all_drivers() {
    let (mut world, _) = wall(44, 30);
    (0..300).for_each(|_| world.step());
    let image = world.snapshot();
    let drivers = [Driver::Inline, Driver::Seeded(3), Driver::Seeded(4), Driver::Eager, Driver::Threads(3)];
    let mut others = drivers.map(|driver| {
        let mut other = World::from_snapshot(&image).unwrap();
        other.set_driver(driver);
        other
    });
    let (mut mixed, mut chunks) = (0, 0);
    for step in 0..16 {
        world.step();
        others.iter_mut().for_each(World::step);
        for (other, driver) in others.iter().zip(drivers) {
            assert_eq!(other.state_hash(), world.state_hash(), "{driver:?}, step {step}");
            assert_eq!(other.scratch.cached, world.scratch.cached, "{driver:?}, step {step}");
        }
        let cached = &world.scratch.cached;
        chunks = cached.len();
        mixed += usize::from(cached.contains(&true) && cached.contains(&false));
    }
    assert!(mixed > 1 && chunks > 1, "{mixed} steps of 16 had both, with {chunks} chunks");
}

#[test]
fn rows_may_change_between() {
    let (mut world, keys) = wall(12, 8);
    (0..150).for_each(|_| world.step());
    let mut other = world.clone();
    // A body far away, before all others, comes and goes: rows change, contacts do not.
    let far = other.add_body(BodyDef::fixed().at(vec2(900.0, 0.0)).shape(Circle::new(0.5).unwrap())).unwrap();
    let drifting = BodyDef::dynamic().at(vec2(-900.0, 0.0)).gravity_scale(0.0).shape(Circle::new(0.5).unwrap());
    other.add_body(drifting).unwrap();
    for step in 0..20 {
        if step == 3 {
            assert!(other.remove_body(far));
        }
        world.step();
        other.step();
        let poses = |world: &World| -> Vec<Pose> { keys.iter().map(|&key| world.body(key).unwrap().pose()).collect() };
        assert_eq!(poses(&world), poses(&other), "step {step}");
    }
}

#[test]
fn a_blow_is_told_at_once() {
    let (mut world, _) = wall(12, 8);
    (0..160).for_each(|_| world.step());
    assert!(!cached_chunks(&world).is_empty());
    let ball = BodyDef::dynamic().at(vec2(5.0, 12.0)).velocity(vec2(0.0, -20.0));
    let ball = world.add_body(ball.shape(Circle::new(0.5).unwrap())).unwrap();
    for _ in 0..30 {
        world.step();
        if !world.events().hits().is_empty() {
            return;
        }
    }
    panic!("the ball is at {:?}", world.body(ball).unwrap().pose());
}

#[test]
fn what_is_not_said_is_nothing() {
    let (mut world, _) = wall(9, 7);
    (0..200).for_each(|_| world.step());
    for chunk in cached_chunks(&world) {
        for (manifold, contact) in chunk.manifolds.iter().zip(&world.state.contacts) {
            assert!(contact.has_points() || *manifold == ContactManifold::default());
            assert!(!contact.has_points() || Rot { c: manifold.normal[0], s: manifold.normal[1] }.is_finite());
        }
    }
}

#[test]
fn who_loses_the_last_contact_is_not_held() {
    for way in 0..3 {
        let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
        let ground = Polygon::rect(400.0, 2.0).unwrap();
        world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(ground)).unwrap();
        let square = Polygon::rect(1.0, 1.0).unwrap();
        let stack = |x: f32, y: f32| BodyDef::dynamic().at(vec2(x, y)).shape(square.clone());
        for k in 0..5 {
            world.add_body(stack(3.0 * k as f32, 0.5)).unwrap();
        }
        let under = world.add_body(stack(15.0, 0.5)).unwrap();
        let last = world.add_body(stack(15.0, 1.5)).unwrap();
        (0..100).for_each(|_| world.step());
        assert_eq!(cached_chunks(&world).len(), 1);
        let contacts = world.state.contacts.len();
        match way {
            0 => world.body_mut(last).unwrap().set_shapes(Vec::new()).unwrap(),
            1 => assert!(world.remove_body(last)),
            _ => assert!(world.remove_body(under)),
        }
        let mut other = World::from_snapshot(&world.snapshot()).unwrap();
        world.step();
        other.step();
        assert!(world.state.contacts.len() < contacts && world.state_hash() == other.state_hash());
        if way != 1 {
            let falls = world.body(last).unwrap().velocity().y;
            assert!((falls + 9.81 / 60.0).abs() < 1e-3, "{falls}");
        }
    }
}

#[test]
fn who_is_stopped_is_looked_at_anew() {
    let (mut world, keys) = wall(6, 1);
    (0..100).for_each(|_| world.step());
    let set_all = |world: &mut World, velocity: Vec2| {
        for &key in &keys[1..] {
            world.body_mut(key).unwrap().set_velocity(velocity).unwrap();
        }
    };
    set_all(&mut world, vec2(10.0, 0.0));
    (0..2).for_each(|_| world.step());
    set_all(&mut world, Vec2::ZERO);
    let before: Vec<_> = cached_chunks(&world).iter().map(arms).collect();
    world.step();
    let now: Vec<_> = cached_chunks(&world).iter().map(arms).collect();
    assert_ne!(before, now);
}
