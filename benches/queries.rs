//! 10,000 rays, boxes and casts into mixed_50k, in batches on 1 and on 2 threads. A group has the time of a batch.
//! `cargo bench --bench queries`; beside Rapier and Box2D: `benches/peers/run.sh queries`.

use carom::prelude::*;
use carom::{Cast, Ray, Shape};
use carom_scenes::{SplitMix64, find};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::f32::consts::PI;
use std::time::Duration;

const COUNT: usize = 10_000;

/// The scene while it settles.
fn world() -> World {
    let scene = find("mixed_50k").expect("a scene of this name").scene().expect("a scene that can be built");
    let mut play = scene.play().expect("a world that can be built");
    (0..150).for_each(|_| play.step());
    play.world().clone()
}

/// Places around the bodies, and half as much again above them.
fn spot(random: &mut SplitMix64) -> Vec2 {
    vec2(random.range(-374.0, 374.0), random.range(0.0, 175.0))
}

/// 50 m in any direction.
fn way(random: &mut SplitMix64) -> Vec2 {
    Rot::from_angle(random.range(-PI, PI)).rotate(vec2(50.0, 0.0))
}

fn queries(c: &mut Criterion) {
    let world = world();
    let mut random = SplitMix64::new(5);
    let of = |random: &mut SplitMix64| (spot(random), way(random));
    let rays: Vec<Ray> = (0..COUNT).map(|_| of(&mut random)).map(|(from, by)| Ray::new(from, from + by)).collect();
    let square = Polygon::rect(1.0, 1.0).expect("a square");
    let cast = |(from, by): (Vec2, Vec2)| Cast::new(square.clone(), Pose::new(from, 0.0), by);
    let casts: Vec<Cast> = (0..COUNT).map(|_| cast(of(&mut random))).collect();
    let area = |random: &mut SplitMix64| {
        let sides = Polygon::rect(random.range(1.0, 8.0), random.range(1.0, 8.0)).expect("a rectangle");
        (Shape::from(sides), Pose::new(spot(random), 0.0))
    };
    let areas: Vec<(Shape, Pose)> = (0..COUNT).map(|_| area(&mut random)).collect();
    let query = world.query();
    let mut group = c.benchmark_group("10000 queries into mixed_50k");
    group.throughput(Throughput::Elements(COUNT as u64));
    for threads in [1, 2] {
        let on = if threads == 1 { "1 thread" } else { "2 threads" };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        group.bench_function(BenchmarkId::new("ray casts", on), |b| {
            b.iter(|| pool.install(|| query.ray_batch(&rays).map(|hits| hits.len())));
        });
        group.bench_function(BenchmarkId::new("box overlaps", on), |b| {
            b.iter(|| pool.install(|| query.overlap_batch(&areas).map(|found| found.len())));
        });
        group.bench_function(BenchmarkId::new("shape casts", on), |b| {
            b.iter(|| pool.install(|| query.cast_batch(&casts).map(|hits| hits.len())));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = queries
}
criterion_main!(benches);
