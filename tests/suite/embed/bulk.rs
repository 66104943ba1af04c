//! Bodies in bulk: those that moved, those awake, poses and velocities as arrays; and contacts of one body at the cost
//! of that body.

use crate::kit::*;
use carom::Stepper;
use carom::prelude::*;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A world in which much happens: falling, sleeping, driven, spinning and joined bodies.
fn lively(seed: u64) -> (World, SplitMix64) {
    let mut random = SplitMix64::new(seed);
    let mut world = on_ground(WorldDef { sleep_time: 0.1, ..WorldDef::default() });
    for k in 0..60 {
        let place = vec2(random.range(-8.0, 8.0), random.range(0.5, 12.0));
        let def = BodyDef::dynamic().at(place).angle(random.range(0.0, 6.0));
        world
            .add_body(if k % 2 == 0 { def.shape(rect(1.0, 0.6)) } else { def.shape(disc(0.3)).shape(disc(0.4)) })
            .unwrap();
    }
    for k in 0..3 {
        let def = BodyDef::kinematic().at(vec2(20.0 * k as f32 - 20.0, 3.0)).velocity(vec2(0.5 * k as f32, 0.0));
        world.add_body(def.shape(rect(2.0, 0.2))).unwrap();
    }
    world.add_body(BodyDef::fixed().at(vec2(0.0, 4.0)).shape(rect(1.0, 1.0))).unwrap();
    (world, random)
}

/// A whole number below `end`.
fn below(random: &mut SplitMix64, end: usize) -> usize {
    (random.next_u64() % end as u64) as usize
}

fn poses(world: &World) -> BTreeMap<BodyKey, Pose> {
    world.bodies().map(|(key, body)| (key, body.pose())).collect()
}

/// A call at random on a random body, which is returned.
fn meddle(world: &mut World, random: &mut SplitMix64) -> BodyKey {
    let keys: Vec<BodyKey> = world.bodies().map(|(key, _)| key).collect();
    let key = keys[below(random, keys.len())];
    let place = Pose::new(vec2(random.range(-8.0, 8.0), random.range(1.0, 9.0)), random.range(-3.0, 3.0));
    let mut body = world.body_mut(key).unwrap();
    match below(random, 10) {
        0 => body.teleport(place).unwrap(),
        1 => body.set_kind(BodyKind::Fixed),
        2 => body.set_kind(BodyKind::Dynamic),
        3 => drop(body.sleep()),
        4 => body.wake(),
        5 => drop(body.move_to(place)),
        6 => drop(body.add_shape(disc(0.2))),
        8 => body.set_enabled(!body.is_enabled()),
        7 => drop(body.set_velocity(vec2(3.0, 4.0))),
        _ => assert!(world.remove_body(key)),
    }
    key
}

/// A copy of poses, renewed by [`World::moved`] alone, never differs from the truth. Nothing else is listed, and
/// nothing twice.
#[test]
fn what_moved_is_all_that_moved() {
    for seed in 0..if LONG { 200 } else { 20 } {
        let (mut world, mut random) = lively(seed);
        let mut copy = poses(&world);
        for step in 0..150 {
            let before = poses(&world);
            let touched: Vec<BodyKey> = (0..below(&mut random, 3)).map(|_| meddle(&mut world, &mut random)).collect();
            world.step();
            let after = poses(&world);
            let moved: Vec<(BodyKey, Pose)> = world.moved().collect();
            let mut keys: Vec<BodyKey> = moved.iter().map(|&(key, _)| key).collect();
            keys.sort_unstable();
            assert!(keys.windows(2).all(|two| two[0] < two[1]), "seed {seed}, step {step}: twice");
            for &(key, pose) in &moved {
                assert_eq!(after.get(&key), Some(&pose));
                // A body that a call made fixed may have moved in the step before.
                let changed = before.get(&key) != after.get(&key) || touched.contains(&key);
                assert!(changed, "seed {seed}, step {step}: {key} stood still");
                copy.insert(key, pose);
            }
            copy.retain(|key, _| after.contains_key(key));
            assert_eq!(copy, after, "seed {seed}, step {step}");
        }
    }
}

#[test]
fn sleepers_are_not_listed_and_teleports_are_in_one_step() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 3);
    let wall = world.add_body(BodyDef::fixed().at(vec2(9.0, 1.0)).shape(rect(1.0, 1.0))).unwrap();
    play(&mut world, 120);
    assert_eq!((world.moved().count(), world.awake_bodies().len()), (0, 0));
    let place = Pose::new(vec2(12.0, 1.0), 0.5);
    for _ in 0..2 {
        world.body_mut(wall).unwrap().teleport(place).unwrap();
    }
    assert_eq!(world.moved().collect::<Vec<_>>(), [(wall, place)], "at once");
    world.step();
    assert_eq!(world.moved().collect::<Vec<_>>(), [(wall, place)], "and after the step");
    world.step();
    assert_eq!(world.moved().count(), 0);
    // A sleeper that is placed elsewhere, and one that is frozen in its tracks.
    world.body_mut(keys[2]).unwrap().teleport(Pose::new(vec2(30.0, 5.0), 0.0)).unwrap();
    world.step();
    assert!(world.moved().any(|(key, _)| key == keys[2]));
    play(&mut world, 5);
    world.body_mut(keys[2]).unwrap().set_kind(BodyKind::Fixed);
    let found: Vec<_> = world.moved().collect();
    assert!(found.contains(&(keys[2], world.body(keys[2]).unwrap().pose())), "it moved in the last step");
    play(&mut world, 2);
    assert!(world.moved().all(|(key, _)| key != keys[2]));
}

#[test]
fn arrays_say_what_views_say() {
    let (mut world, mut random) = lively(7);
    for _ in 0..100 {
        meddle(&mut world, &mut random);
        world.step();
        let view = world.awake_bodies();
        let wanted: Vec<BodyKey> = world.bodies().filter(|(_, body)| body.is_awake()).map(|(key, _)| key).collect();
        let mut keys: Vec<BodyKey> = view.into_iter().collect();
        let (mut v, mut w) = (vec![Vec2::ZERO; view.len()], vec![0.0; view.len()]);
        view.read_velocities(&mut v, &mut w).unwrap();
        for (k, &key) in keys.iter().enumerate() {
            let body = world.body(key).unwrap();
            assert_eq!((view.poses()[k], v[k], w[k]), (body.pose(), body.velocity(), body.angular_velocity()));
        }
        keys.sort_unstable();
        let mut sorted = wanted.clone();
        sorted.sort_unstable();
        assert_eq!(keys, sorted);
        let mut poses = vec![Pose::IDENTITY; wanted.len()];
        world.read_poses(&wanted, &mut poses).unwrap();
        world.read_velocities(&wanted, &mut v, &mut w).unwrap();
        for (k, &key) in wanted.iter().enumerate() {
            let body = world.body(key).unwrap();
            assert_eq!((poses[k], v[k], w[k]), (body.pose(), body.velocity(), body.angular_velocity()));
        }
    }
}

#[test]
fn arrays_of_another_length_and_stale_keys_are_refused() {
    let mut world = sleepless();
    let keys = stack(&mut world, 0.0, 3);
    let (mut poses, mut v, mut w) = ([Pose::IDENTITY; 3], [Vec2::ZERO; 3], [0.0; 3]);
    let says = |e: carom::Error, field: &str| assert!(e.to_string().starts_with(field), "{e}");
    says(world.read_poses(&keys, &mut poses[..2]).unwrap_err(), "poses: a length of 2 is not 3");
    says(world.read_velocities(&keys, &mut v[..1], &mut w).unwrap_err(), "velocities: a length of 1 ");
    says(world.read_velocities(&keys, &mut v, &mut w[..0]).unwrap_err(), "angular_velocities: a length of 0 ");
    says(world.awake_bodies().read_velocities(&mut v[..2], &mut w).unwrap_err(), "velocities: a length of 2 ");
    says(Stepper::default().read_poses(&world, &keys, &mut poses[..2]).unwrap_err(), "poses: a length of 2 ");
    assert!(world.remove_body(keys[1]));
    says(world.read_poses(&keys, &mut poses).unwrap_err(), "keys[1]: ");
    says(Stepper::default().read_poses(&world, &keys, &mut poses).unwrap_err(), "keys[1]: ");
    assert!(world.awake_bodies().read_velocities(&mut v[..2], &mut w[..2]).is_ok());
}

#[test]
fn interpolated_poses_in_bulk_are_those_one_by_one() {
    let (mut world, mut random) = lively(3);
    let mut stepper = Stepper::default();
    for _ in 0..200 {
        stepper.advance(&mut world, f64::from(random.range(0.0, 0.04)), |_| {}).unwrap();
        meddle(&mut world, &mut random);
        let all: BTreeMap<BodyKey, Pose> = stepper.poses(&world).collect();
        let keys: Vec<BodyKey> = world.bodies().map(|(key, _)| key).collect();
        let mut poses = vec![Pose::IDENTITY; keys.len()];
        stepper.read_poses(&world, &keys, &mut poses).unwrap();
        assert_eq!(all.len(), keys.len());
        for (&key, &pose) in keys.iter().zip(&poses) {
            assert_eq!((Some(&pose), Some(pose)), (all.get(&key), stepper.pose(&world, key)));
        }
    }
}

/// The best of some runs [ms].
fn best(mut work: impl FnMut()) -> f64 {
    let time = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    1e3 * (0..20).map(|_| time(&mut work)).min().unwrap_or(Duration::MAX).as_secs_f64()
}

/// Reading 50,000 bodies takes under 0.3 ms. Only a release build is held to that.
#[test]
fn fifty_thousand_bodies_are_read_in_no_time() {
    let mut world = space();
    let spread = |k: u32| vec2((k * 7919 % 50_000) as f32, (k % 50) as f32);
    let def = |k: u32| BodyDef::dynamic().at(spread(k)).velocity(vec2(3.0, 0.0)).shape(disc(0.2));
    let keys = world.add_bodies((0..50_000).map(def)).unwrap();
    let mut stepper = Stepper::default();
    stepper.advance(&mut world, 0.05, |_| {}).unwrap();
    let (mut poses, mut v, mut w) = (vec![Pose::IDENTITY; 50_000], vec![Vec2::ZERO; 50_000], vec![0.0; 50_000]);
    let mut sum = 0.0;
    let times = [
        ("moved", best(|| sum += world.moved().map(|(_, pose)| pose.p.x + pose.q.s).sum::<f32>())),
        ("read_poses", best(|| world.read_poses(&keys, &mut poses).unwrap())),
        ("read_velocities", best(|| world.read_velocities(&keys, &mut v, &mut w).unwrap())),
        ("awake_bodies", best(|| world.awake_bodies().read_velocities(&mut v, &mut w).unwrap())),
        ("stepper.poses", best(|| sum += stepper.poses(&world).map(|(_, pose)| pose.p.x + pose.q.s).sum::<f32>())),
        ("stepper.read_poses", best(|| stepper.read_poses(&world, &keys, &mut poses).unwrap())),
    ];
    assert!(sum.is_finite() && world.moved().count() == 50_000);
    for (name, time) in times {
        println!("{name}: {time:.3} ms for 50,000 bodies");
        // Three times as much as promised: another program may run beside this one.
        assert!(!LONG || time < 0.9, "{name} took {time} ms");
    }
}

fn own(world: &World, key: BodyKey) -> Vec<Contact> {
    world.contacts().filter(|contact| contact.other(key).is_some()).collect()
}

/// Contacts of a body are those of the world that it has, in the same order: awake, asleep, in a copy, in a restored
/// world, after calls, with and without recorded impulses.
#[test]
fn contacts_of_a_body_are_its_own() {
    for seed in 0..if LONG { 100 } else { 10 } {
        let (mut world, mut random) = lively(seed);
        world =
            World::new(WorldDef { record_impulses: seed % 2 == 0, ..world.def().clone() }).map_or(world, |mut new| {
                new.add_body(ground()).unwrap();
                for k in 0..40 {
                    let place = vec2(random.range(-5.0, 5.0), 0.4 + 0.3 * k as f32);
                    new.add_body(BodyDef::dynamic().at(place).shape(rect(1.0, 0.5)).shape(disc(0.4))).unwrap();
                }
                new
            });
        let mut seen = 0;
        for step in 0..150 {
            for _ in 0..below(&mut random, 2) {
                meddle(&mut world, &mut random);
            }
            if step % 3 != 0 {
                world.step();
            }
            let copy = world.clone();
            let restored = World::from_snapshot(&world.snapshot()).unwrap();
            for (key, body) in world.bodies() {
                let found: Vec<Contact> = body.contacts().collect();
                assert_eq!(found, own(&world, key), "seed {seed}, step {step}, {key}");
                assert_eq!(copy.body(key).unwrap().contacts().count(), own(&copy, key).len());
                assert_eq!(restored.body(key).unwrap().contacts().count(), own(&restored, key).len());
                seen += found.len();
            }
        }
        assert!(seen > 1000, "{seen}");
    }
}

/// Contacts of one body cost the same in a small world and in a large one.
#[test]
fn contacts_of_a_body_do_not_cost_those_of_the_world() {
    let time = |count: usize| {
        let mut world = on_ground(WorldDef::default().sleep(false));
        (0..count).for_each(|k| drop(stack(&mut world, 1.5 * k as f32 - 0.75 * count as f32, 5)));
        let key = stack(&mut world, 190.0, 2)[1];
        play(&mut world, 1);
        (0..4).for_each(|_| world.step());
        assert_eq!(world.body(key).unwrap().contacts().count(), 1);
        best(|| (0..100).for_each(|_| assert_eq!(world.body(key).unwrap().contacts().count(), 1)))
    };
    let (small, large) = (time(2), time(200));
    println!("contacts of a body: {:.2} us of 10, {:.2} us of 1,000", 10.0 * small, 10.0 * large);
    assert!(large < 5.0 * small + 0.05, "{small} and {large} ms for a hundred");
}
