//! Whole steps: a few scenes, each from a moment at which it is busy, and a heap of 100 to 100,000 bodies; on one
//! thread and on all. `cargo bench --bench world`.
//!
//! A scene is brought to its moment once. Each measurement goes on from there for a while and then from a copy again,
//! so that the scene stays the same. Scripts and copies are outside the times.

use carom::World;
use carom_scenes::{SceneDef, find};
use criterion::{
    AxisScale, BenchmarkId, Criterion, PlotConfiguration, SamplingMode, Throughput, criterion_group, criterion_main,
};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// A scene, and the number of steps to the state that its name describes.
const MOMENTS: [(&str, u32); 5] =
    [("large_pyramid", 60), ("washer", 120), ("smash", 90), ("junkyard", 240), ("joint_grid", 60)];

/// Bodies of the heap.
const SIZES: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// Steps to the moment at which the heap has most of its contacts and still moves.
const HEAP_MOMENT: u32 = 60;

/// Steps before a measurement goes back to the copy.
const STRETCH: u32 = 60;

/// A scene of this name.
fn scene(name: &str, bodies: Option<usize>) -> SceneDef {
    let entry = find(name).expect("a scene of this name");
    bodies.map_or_else(|| entry.scene(), |bodies| entry.scaled(bodies)).expect("a scene that can be built")
}

/// The world of a scene at its moment. Scripts act on the way there and leave the world alone afterwards.
fn world_at(scene: &SceneDef, steps: u32) -> World {
    let mut play = scene.play().expect("a world that can be built");
    for _ in 0..steps {
        play.act().expect("a script that the world takes");
        play.step();
    }
    play.world().clone()
}

/// Pools of one thread and of one a core, with a name for people.
fn pools() -> Vec<(String, rayon::ThreadPool)> {
    let mut threads = vec![1, available_parallelism().map_or(1, usize::from)];
    threads.dedup();
    let pool = |count| rayon::ThreadPoolBuilder::new().num_threads(count).build().expect("a pool");
    let name = |count| if count == 1 { "1 thread".to_owned() } else { format!("{count} threads") };
    threads.into_iter().map(|count| (name(count), pool(count))).collect()
}

fn steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("world step");
    for (name, moment) in MOMENTS {
        let start = world_at(&scene(name, None), moment);
        let bodies = start.counts().bodies;
        group.throughput(Throughput::Elements(bodies as u64));
        for (threads, pool) in pools() {
            group.bench_function(BenchmarkId::new(format!("{name}, {bodies} bodies"), threads), |b| {
                b.iter_custom(|count| pool.install(|| go_on(&start, count)));
            });
        }
    }
    group.finish();
}

/// The same step over the number of bodies. A straight line in its plot means that a body costs the same.
fn steps_by_bodies(c: &mut Criterion) {
    let mut group = c.benchmark_group("world step of a heap by bodies");
    group.plot_config(PlotConfiguration::default().summary_scale(AxisScale::Logarithmic));
    for bodies in SIZES {
        let start = world_at(&scene("heap", Some(bodies)), HEAP_MOMENT);
        group.throughput(Throughput::Elements(bodies as u64));
        // Many steps of a small heap fit in the time, few of a large one.
        group.sampling_mode(if bodies > 1_000 { SamplingMode::Flat } else { SamplingMode::Auto });
        for (threads, pool) in pools() {
            group.bench_function(BenchmarkId::new(threads, bodies), |b| {
                b.iter_custom(|count| pool.install(|| go_on(&start, count)));
            });
        }
    }
    group.finish();
}

/// The time of `count` steps from `start` on. The first step after a copy, which grows memory, is not timed.
fn go_on(start: &World, count: u64) -> Duration {
    let mut spent = Duration::ZERO;
    let mut world = start.clone();
    let mut left = 0;
    for _ in 0..count {
        if left == 0 {
            world = start.clone();
            world.step();
            left = STRETCH;
        }
        left -= 1;
        let before = Instant::now();
        world.step();
        spent += before.elapsed();
    }
    spent
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = steps, steps_by_bodies
}
criterion_main!(benches);
