//! Whole steps: a few scenes, each from a moment at which it is busy, on 1 and on 2 threads. Prints the time of a step.
//! `cargo bench --bench world`.
//!
//! A scene is brought to its moment once. Each measurement goes on from there for a while and then from a copy again,
//! so that the scene stays the same. Scripts and copies are outside the times.

use carom::World;
use carom_scenes::find;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::time::{Duration, Instant};

/// A scene, and the number of steps to the state that its name describes.
const MOMENTS: [(&str, u32); 5] =
    [("large_pyramid", 60), ("washer", 120), ("smash", 90), ("junkyard", 240), ("joint_grid", 60)];

/// Steps before a measurement goes back to the copy.
const STRETCH: u32 = 60;

/// The world of a scene at its moment. Scripts act on the way there and leave the world alone afterwards.
fn world_at(name: &str, steps: u32) -> World {
    let scene = find(name).expect("a scene of this name").scene().expect("a scene that can be built");
    let mut play = scene.play().expect("a world that can be built");
    for _ in 0..steps {
        play.act().expect("a script that the world takes");
        play.step();
    }
    play.world().clone()
}

fn steps(c: &mut Criterion) {
    let mut group = c.benchmark_group("step");
    group.sample_size(10);
    group.measurement_time(Duration::from_secs(4));
    for (name, moment) in MOMENTS {
        let start = world_at(name, moment);
        group.throughput(Throughput::Elements(start.counts().bodies as u64));
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            group.bench_function(BenchmarkId::new(name, threads), |b| {
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

criterion_group!(benches, steps);
criterion_main!(benches);
