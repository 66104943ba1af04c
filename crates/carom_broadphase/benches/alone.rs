//! The three structures for use alone, and `rstar` as its own users call it, on 10,000 boxes of 0.2 to 2 m: 1,024
//! queries a round. `cargo bench -p carom_broadphase --bench alone`.

use carom_broadphase::{Bulk, Grid, Index, Structure, Tree};
use carom_math::{Aabb, Vec2, vec2};
use carom_parallel::{Driver, Executor};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rstar::primitives::{GeomWithData, Rectangle};
use std::hint::black_box;
use std::time::Duration;

/// Queries a round.
const BATCH: usize = 1024;

/// Neighbours wanted.
const NEAREST: usize = 8;

fn boxes(count: usize) -> Vec<Aabb> {
    let rng = &mut StdRng::seed_from_u64(7);
    let side = (count as f32).sqrt();
    let mut draw = |low: f32, high: f32| rng.random_range(low..high);
    let mut one = |_| {
        let at = vec2(draw(0.0, side), draw(0.0, side));
        Aabb::new(at, at + vec2(draw(0.2, 2.0), draw(0.2, 2.0)))
    };
    (0..count).map(&mut one).collect()
}

/// A round of each kind of query to one of ours.
fn ask<T: Structure>(c: &mut Criterion, name: &str, boxes: &[Aabb], asked: &[Aabb]) {
    let mut index = Index::<T>::new(Executor::new(Driver::Inline));
    for b in boxes {
        let _ = index.insert(*b);
    }
    index.refresh();
    round(c, "1024 box queries among 10000 boxes", name, asked, |b| {
        let mut found = 0;
        index.query_box(b, &mut |_| count(&mut found));
        found
    });
    round(c, "1024 ray casts among 10000 boxes", name, asked, |b| {
        let mut found = 0;
        index.query_ray(b.min, b.min + 10.0 * b.size(), &mut |_| count(&mut found));
        found
    });
    let mut near = Vec::new();
    round(c, "8 nearest of 10000 boxes, 1024 times", name, asked, |b| {
        index.nearest(b.min, NEAREST, &mut near);
        near.last().map_or(0, |last| last.id)
    });
    let mut pairs = Vec::new();
    group(c, "build and all pairs of 10000 boxes", boxes.len()).bench_function(name, |bench| {
        bench.iter(|| {
            let _ = index.move_to(0, boxes[0]);
            index.pairs(&mut pairs);
            pairs.len()
        });
    });
}

/// Counts one more, and goes on.
fn count(found: &mut u32) -> bool {
    *found += 1;
    true
}

fn group<'a>(c: &'a mut Criterion, question: &str, count: usize) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(question);
    group.sample_size(20).throughput(Throughput::Elements(count as u64));
    group
}

fn round(c: &mut Criterion, question: &str, name: &str, asked: &[Aabb], mut ask: impl FnMut(&Aabb) -> u32) {
    group(c, question, asked.len())
        .bench_function(name, |bench| bench.iter(|| asked.iter().fold(0, |sum: u32, b| sum.wrapping_add(ask(b)))));
}

/// The same queries to `rstar`.
fn ask_rstar(c: &mut Criterion, boxes: &[Aabb], asked: &[Aabb]) {
    let point = |v: Vec2| [v.x, v.y];
    let row = |(i, b): (usize, &Aabb)| GeomWithData::new(Rectangle::from_corners(point(b.min), point(b.max)), i as u32);
    let rows: Vec<_> = boxes.iter().enumerate().map(row).collect();
    let tree = rstar::RTree::bulk_load(rows.clone());
    round(c, "1024 box queries among 10000 boxes", "rstar", asked, |b| {
        let area = rstar::AABB::from_corners(point(b.min), point(b.max));
        tree.locate_in_envelope_intersecting(&area).count() as u32
    });
    round(c, "8 nearest of 10000 boxes, 1024 times", "rstar", asked, |b| {
        tree.nearest_neighbor_iter(&point(b.min)).take(NEAREST).last().map_or(0, |last| last.data)
    });
    group(c, "build and all pairs of 10000 boxes", boxes.len()).bench_function("rstar", |bench| {
        bench.iter(|| {
            let tree = rstar::RTree::bulk_load(rows.clone());
            tree.intersection_candidates_with_other_tree(&tree).filter(|(a, b)| a.data < b.data).count()
        });
    });
}

fn alone(c: &mut Criterion) {
    let boxes = boxes(10_000);
    let asked = black_box(&boxes[..BATCH]);
    ask::<Grid>(c, "spatial hash", &boxes, asked);
    ask::<Tree>(c, "quadtree", &boxes, asked);
    ask::<Bulk>(c, "R-tree", &boxes, asked);
    ask_rstar(c, &boxes, asked);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = alone
}
criterion_main!(benches);
