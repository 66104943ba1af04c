//! Warm steps allocate nothing, on one thread and in a pool; and a body takes little memory. An allocator counts. So
//! this is a binary of its own, whose tests run one after the other (the counts are of the whole process).
#![allow(clippy::unwrap_used)] // A test that has no value has failed.
#![allow(unsafe_code)] // An allocator can be written in no other way; the functions only pass on what they get.

use carom::diagnostics::Driver;
use carom::{BodyDef, Circle, Gear, Prismatic, Pulley, Rack, Revolute, Vec2, World, WorldDef, vec2};
use carom_scenes::{Play, find};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

struct Counting;

/// Number of allocations.
static COUNT: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Those of this thread: the harness allocates on its own one when a test ends.
    static OWN: Cell<u64> = const { Cell::new(0) };
}

/// Notes an allocation.
fn count() {
    COUNT.fetch_add(1, Ordering::Relaxed);
    OWN.with(|own| own.set(own.get() + 1));
}

/// Bytes that are in use.
static LIVE: AtomicI64 = AtomicI64::new(0);

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

// SAFETY: every call goes to the system's allocator unchanged; the counters use no memory of others.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        LIVE.fetch_add(layout.size() as i64, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size() as i64, Ordering::Relaxed);
        // SAFETY: `memory` came from `alloc` above, and so from the system, with this layout.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        LIVE.fetch_add(size as i64 - layout.size() as i64, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Plays a scene for `warm` steps. Returns the steps among the next `cold` ones that allocated, with their counts.
fn allocations(play: &mut Play, warm: u32, cold: u32) -> Vec<(u32, u64)> {
    let mut found = Vec::with_capacity(cold as usize);
    for step in 0..warm + cold {
        play.act().unwrap();
        let before = COUNT.load(Ordering::Relaxed);
        play.step();
        let count = COUNT.load(Ordering::Relaxed) - before;
        if step >= warm && count > 0 {
            found.push((step, count));
        }
    }
    found
}

#[test]
fn warm_steps_allocate_nothing() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let play = |name: &str| find(name).unwrap().scene().unwrap().play().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    // The pool's own queues have grown once.
    pool.install(|| allocations(&mut play("large_pyramid"), 20, 0));
    let mut faults = Vec::new();
    // (scene, warm steps, steps that must not allocate). The washer turns for ever: after 250 steps it has had almost
    // as many contacts as it ever will.
    for (name, warm, cold) in [("large_pyramid", 50, 50), ("washer", 250, 50), ("joint_grid", 300, 20)] {
        let mut alone = play(name);
        alone.set_driver(Driver::Inline);
        for (runner, found) in [
            ("one thread", allocations(&mut alone, warm, cold)),
            ("a pool of 2", pool.install(|| allocations(&mut play(name), warm, cold))),
        ] {
            faults.extend(found.iter().map(|(step, count)| format!("{name} on {runner}, step {step}: {count}")));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A train of wheels, its rack, and a rope that goes slack and taut: their groups are made anew in place.
#[test]
fn couplings_allocate_nothing() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    world.set_driver(Driver::Inline);
    let frame = world.add_body(BodyDef::fixed()).unwrap();
    let disc = |x: f32| BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(0.4).unwrap());
    let mut last = None;
    for x in 0..20 {
        let body = world.add_body(disc(x as f32)).unwrap();
        let hinge = Revolute::at(vec2(x as f32, 0.0)).motor(if x == 0 { 5.0 } else { 0.0 }, 1.0);
        let hinge = world.add_joint(frame, body, hinge).unwrap();
        if let Some(last) = last.replace(hinge) {
            world.add_gear(last, hinge, Gear::new(1.0)).unwrap();
        }
    }
    let (bar, weight) = (world.add_body(disc(30.0)).unwrap(), world.add_body(disc(32.0)).unwrap());
    let slider = Prismatic::at(vec2(30.0, 0.0), Vec2::Y).limit(-1.0, 1.0);
    let slider = world.add_joint(frame, bar, slider).unwrap();
    world.add_gear(last.unwrap(), slider, Rack::new(0.1)).unwrap();
    let rope = Pulley::between(vec2(30.0, 0.0), vec2(30.0, 5.0), vec2(32.0, 5.0), vec2(32.0, 0.0));
    world.add_joint(bar, weight, rope).unwrap();
    for step in 0..300 {
        if step % 50 == 0 {
            world.body_mut(weight).unwrap().set_velocity(vec2(0.0, 5.0)).unwrap();
        }
        let before = OWN.get();
        world.step();
        let count = OWN.get() - before;
        assert!(step < 100 || count == 0, "step {step}: {count}");
    }
}

/// Discs that touch their neighbours and stay in place, made in no order of space. They are renumbered in place, but
/// chunks hold other contacts then, and may need more blocks.
#[test]
fn numbers_are_dealt_in_place() {
    const SIDE: u32 = 60;
    const STEP: u32 = 1999;
    /// Two lists a tile; there are a dozen columns of pieces.
    const GROW: u64 = 4;
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for driver in [Driver::Inline, Driver::Rayon] {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false)).unwrap();
        world.set_driver(driver);
        for k in (0..SIDE * SIDE).map(|k| k * STEP % (SIDE * SIDE)) {
            let at = 0.2 * vec2((k % SIDE) as f32, (k / SIDE) as f32);
            world.add_body(BodyDef::dynamic().at(at).shape(Circle::new(0.1).unwrap())).unwrap();
        }
        // The order of the public list of contacts is that of the proxy ids.
        let order = |world: &World| world.contacts().map(|contact| (contact.a, contact.b)).collect::<Vec<_>>();
        pool.install(|| {
            for step in 0..40 {
                let was = order(&world);
                let before = COUNT.load(Ordering::Relaxed);
                world.step();
                let count = COUNT.load(Ordering::Relaxed) - before;
                let dealt = step == 32;
                assert!(step < 20 || count <= if dealt { GROW } else { 0 }, "{driver:?}, step {step}: {count}");
                assert!(step < 20 || dealt == (was != order(&world)), "{driver:?}, step {step}");
            }
        });
    }
}

#[test]
fn a_body_takes_less_than_1500_bytes() {
    const BODIES: usize = 10_000;
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let scene = find("heap").unwrap().scaled(BODIES).unwrap();
    let before = LIVE.load(Ordering::Relaxed);
    let mut world = World::new(scene.world).unwrap();
    world.add_bodies(scene.bodies.iter().cloned()).unwrap();
    // Fallen into heaps, every list as long as it gets.
    for _ in 0..150 {
        world.step();
    }
    let bytes = (LIVE.load(Ordering::Relaxed) - before) / BODIES as i64;
    let contacts = world.counts().contacts;
    assert!(contacts > BODIES, "{contacts} contacts");
    assert!(bytes < 1500, "{bytes} bytes a body");
    println!("{bytes} bytes a body, {contacts} contacts");
}
