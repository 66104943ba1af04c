//! All pairs of boxes that overlap, from nothing: brute force, which tests each box against each other one, beside the
//! spatial hash, the quadtree and the R-tree. `cargo bench -p carom_broadphase --bench all_pairs`.
//!
//! Boxes of 0.2 to 2 m lie as close whatever their number. So the pairs grow with the number n of boxes, and brute
//! force alone grows with its square.

use carom_broadphase::{Bulk, Grid, Index, Structure, Tree};
use carom_math::{Aabb, vec2};
use carom_parallel::{Driver, Executor};
use criterion::measurement::WallTime;
use criterion::{AxisScale, PlotConfiguration};
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::hint::black_box;
use std::time::Duration;

/// Numbers of boxes.
const SIZES: [usize; 5] = [100, 1_000, 4_000, 10_000, 100_000];

/// The most boxes for brute force, which would take seconds for 100,000.
const MOST_BRUTE: usize = 4_000;

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

/// The number of pairs, each box tested against all behind it.
fn brute_force(boxes: &[Aabb], pairs: &mut Vec<(u32, u32)>) -> usize {
    pairs.clear();
    for (i, a) in boxes.iter().enumerate() {
        let behind = boxes.iter().enumerate().skip(i + 1);
        pairs.extend(behind.filter(|(_, b)| a.overlaps(b)).map(|(j, _)| (i as u32, j as u32)));
    }
    pairs.len()
}

/// Times a structure that is built anew each time, and returns the number of pairs.
fn structure<T: Structure>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, boxes: &[Aabb]) -> usize {
    let mut index = Index::<T>::new(Executor::new(Driver::Inline));
    for b in boxes {
        let _ = index.insert(*b);
    }
    let mut pairs = Vec::new();
    let mut find = || {
        // A change, so that the structure is built again.
        let _ = index.move_to(0, black_box(boxes[0]));
        index.pairs(&mut pairs);
        pairs.len()
    };
    let found = find();
    group.bench_function(BenchmarkId::new(name, boxes.len()), |b| b.iter(&mut find));
    found
}

fn all_pairs(c: &mut Criterion) {
    let mut group = c.benchmark_group("all overlapping pairs by boxes");
    group.plot_config(PlotConfiguration::default().summary_scale(AxisScale::Logarithmic));
    for count in SIZES {
        let boxes = boxes(count);
        group.throughput(Throughput::Elements(count as u64));
        let found = [
            structure::<Grid>(&mut group, "spatial hash", &boxes),
            structure::<Tree>(&mut group, "quadtree", &boxes),
            structure::<Bulk>(&mut group, "R-tree", &boxes),
        ];
        assert_eq!(found, [found[0]; 3], "structures disagree about {count} boxes");
        if count <= MOST_BRUTE {
            let mut pairs = Vec::new();
            assert_eq!(brute_force(&boxes, &mut pairs), found[0], "brute force disagrees about {count} boxes");
            group.bench_function(BenchmarkId::new("brute force", count), |b| {
                b.iter(|| brute_force(black_box(&boxes), &mut pairs));
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = all_pairs
}
criterion_main!(benches);
