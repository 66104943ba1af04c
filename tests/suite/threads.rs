//! Worlds and threads: any caller on any thread gets the same answer and no stall.

use crate::kit::*;
use carom::diagnostics::Driver;
use carom::prelude::*;

fn heap(bodies: usize) -> World {
    let mut world = on_ground(WorldDef::default());
    world.set_driver(Driver::Eager);
    for side in [-1.0, 1.0] {
        world.add_body(BodyDef::fixed().at(vec2(16.0 * side, 20.0)).shape(rect(1.0, 40.0))).unwrap();
    }
    for i in 0..bodies {
        let place = vec2((i % 25) as f32 * 1.2 - 14.4, 0.6 + (i / 25) as f32 * 1.2);
        let body = BodyDef::dynamic().at(place).angle(0.1 * i as f32);
        world.add_body(if i % 3 == 0 { body.shape(disc(0.5)) } else { body.shape(rect(0.9, 0.9)) }).unwrap();
    }
    world
}

/// Enough bodies that colors and integration are shared by four threads.
const BODIES: usize = 2000;
const STEPS: usize = 24;

fn hash_after(mut world: World, steps: usize) -> u64 {
    for _ in 0..steps {
        world.step();
    }
    checked(&world);
    world.state_hash()
}

/// The answer of one thread alone.
fn wanted() -> u64 {
    let mut world = heap(BODIES);
    world.set_driver(Driver::Inline);
    hash_after(world, STEPS)
}

#[test]
fn a_world_is_send_sync_and_clone() {
    fn is<T: Send + Sync + Clone + 'static>() {}
    is::<World>();
    fn is_read_after_a_panic<T: std::panic::RefUnwindSafe>() {}
    is_read_after_a_panic::<World>();
    is::<BodyKey>();
    is::<JointKey>();
    is::<BodyDef>();
}

#[test]
fn two_worlds_at_the_same_time() {
    let wanted = wanted();
    within(120, move || {
        std::thread::scope(|scope| {
            let runs: Vec<_> = (0..2).map(|_| scope.spawn(|| hash_after(heap(BODIES), STEPS))).collect();
            for run in runs {
                assert_eq!(run.join().unwrap(), wanted);
            }
        });
    });
}

#[test]
fn a_step_inside_a_rayon_task() {
    let wanted = wanted();
    within(120, move || {
        let pool = pool(3);
        let (a, b) =
            pool.install(|| rayon::join(|| hash_after(heap(BODIES), STEPS), || hash_after(heap(BODIES), STEPS)));
        assert_eq!((a, b), (wanted, wanted));
        let mut hashes = vec![0; 6];
        pool.scope(|scope| {
            for hash in &mut hashes {
                scope.spawn(move |_| *hash = hash_after(heap(BODIES), STEPS));
            }
        });
        assert!(hashes.iter().all(|&hash| hash == wanted));
    });
}

#[test]
fn a_step_inside_another_pool() {
    let wanted = wanted();
    within(120, move || {
        let (outer, inner) = (pool(2), pool(4));
        let hash = outer.install(|| inner.install(|| hash_after(heap(BODIES), STEPS)));
        assert_eq!(hash, wanted);
        // One step here, one there.
        let mut world = heap(BODIES);
        world.set_driver(Driver::Rayon);
        for step in 0..STEPS {
            match step % 3 {
                0 => outer.install(|| world.step()),
                1 => inner.install(|| world.step()),
                _ => world.step(),
            }
        }
        assert_eq!(world.state_hash(), wanted);
    });
}

#[test]
fn sixteen_threads_on_a_pool_of_two() {
    let wanted = wanted();
    within(180, move || {
        let pool = pool(2);
        std::thread::scope(|scope| {
            let runs: Vec<_> =
                (0..16).map(|_| scope.spawn(|| pool.install(|| hash_after(heap(BODIES), STEPS)))).collect();
            for run in runs {
                assert_eq!(run.join().unwrap(), wanted);
            }
        });
        // Each step enters the pool by itself.
        std::thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| {
                    let mut world = heap(BODIES);
                    for _ in 0..STEPS {
                        pool.install(|| world.step());
                    }
                    assert_eq!(world.state_hash(), wanted);
                });
            }
        });
    });
}

#[test]
fn a_world_moves_between_threads() {
    let wanted = wanted();
    let mut world = heap(BODIES);
    for _ in 0..4 {
        world = std::thread::spawn(move || {
            for _ in 0..STEPS / 4 {
                world.step();
            }
            world
        })
        .join()
        .unwrap();
    }
    assert_eq!(world.state_hash(), wanted);
}

#[test]
fn a_world_is_read_by_many_while_it_stands() {
    let world = heap(BODIES);
    let hash = world.state_hash();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert_eq!(world.state_hash(), hash);
                assert_eq!(world.bodies().count(), BODIES + 3);
                checked(&world);
            });
        }
    });
}

#[test]
fn thousands_of_tiny_worlds() {
    let tiny = || {
        let mut world = on_ground(WorldDef::default());
        stack(&mut world, 0.0, 3);
        world
    };
    let wanted = hash_after(tiny(), 30);
    let mut worlds: Vec<World> = (0..4000).map(|_| tiny()).collect();
    for _ in 0..30 {
        worlds.iter_mut().for_each(World::step);
    }
    assert!(worlds.iter().all(|world| world.state_hash() == wanted));
    // A key of one is no key of another, over all of them.
    let key = worlds[0].bodies().next().unwrap().0;
    assert!(worlds[1..].iter().all(|world| world.body(key).is_none()));
}

/// Nanoseconds that the threads with this name were on a processor so far.
#[cfg(target_os = "linux")]
fn spent_by(name: &str) -> u64 {
    let threads = std::fs::read_dir("/proc/self/task").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let named = threads.filter(|path| std::fs::read_to_string(path.join("comm")).is_ok_and(|comm| comm.trim() == name));
    let spent = named.filter_map(|path| std::fs::read_to_string(path.join("schedstat")).ok());
    spent.filter_map(|line| line.split(' ').next()?.parse::<u64>().ok()).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn workers_of_a_world_that_is_not_stepped_sleep() {
    const NAME: &str = "carom-idle-test";
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).thread_name(|_| NAME.into()).build().unwrap();
    let mut world = heap(BODIES);
    world.set_driver(Driver::Rayon);
    if !std::path::Path::new("/proc/self/schedstat").exists() {
        return;
    }
    let before = spent_by(NAME);
    pool.install(|| (0..STEPS).for_each(|_| world.step()));
    assert!(spent_by(NAME) > before, "the threads are not found");
    // They may still look for work for a moment.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let before = spent_by(NAME);
    std::thread::sleep(std::time::Duration::from_millis(500));
    let idle = spent_by(NAME) - before;
    assert!(idle < 5_000_000, "{idle} ns of half a second on a processor");
}
