//! Masks and tile grids: `cargo bench -p carom_shapes --bench grids`. The masks are discs of 256 pixels with a ragged
//! edge; the level has 200 by 50 cells.

use carom_math::{Pose, vec2};
use carom_shapes::{Mask, Tile, TileGrid};
use criterion::{Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::hint::black_box;
use std::time::Duration;

fn disc(side: i32) -> Mask {
    let rng = &mut StdRng::seed_from_u64(1);
    let mut solid = |x: i32, y: i32| {
        let (dx, dy) = (x - side / 2, y - side / 2);
        f64::from(dx * dx + dy * dy).sqrt() < f64::from(side) * rng.random_range(0.47..0.49)
    };
    let rows: Vec<Vec<bool>> = (0..side).map(|y| (0..side).map(|x| solid(x, y)).collect()).collect();
    Mask::from_rows(&rows, 1.0).unwrap_or_else(|why| panic!("{why}"))
}

fn dust(side: usize) -> Mask {
    let rng = &mut StdRng::seed_from_u64(3);
    let rows: Vec<Vec<bool>> = (0..side).map(|_| (0..side).map(|_| rng.random_bool(0.5)).collect()).collect();
    Mask::from_rows(&rows, 1.0).unwrap_or_else(|why| panic!("{why}"))
}

fn level() -> Vec<Tile> {
    let rng = &mut StdRng::seed_from_u64(2);
    let heights: Vec<usize> = (0..200).map(|i| 20 + i / 20 + rng.random_range(0..2)).collect();
    (0..50 * 200).map(|i| if i / 200 > heights[i % 200] { Tile::Solid } else { Tile::Empty }).collect()
}

fn grids(c: &mut Criterion) {
    let (mask, tiles) = (disc(256), level());
    let mut group = c.benchmark_group("mask of 256 x 256 pixels");
    // Half over each other, and a hair apart: the second has to test everything.
    for (name, offset) in [("half over each other", (128, 0)), ("apart", (190, 190))] {
        group
            .bench_function(format!("first touch, {name}"), |b| b.iter(|| black_box(&mask).first_touch(&mask, offset)));
        group.bench_function(format!("overlap count, {name}"), |b| {
            b.iter(|| black_box(&mask).overlap_count(&mask, offset))
        });
    }
    let pose = Pose::new(vec2(128.0, 20.0), 0.7);
    group.bench_function("overlap count, turned", |b| b.iter(|| black_box(&mask).overlap_count_at(&mask, pose)));
    // No two neighbouring pixels are alike; and two masks that are turned and a hair apart.
    let dust = dust(256);
    group.bench_function("overlap count, turned dust", |b| b.iter(|| black_box(&dust).overlap_count_at(&dust, pose)));
    let apart = Pose::new(vec2(295.0, 130.0), 0.7);
    group.bench_function("first touch, turned and apart", |b| b.iter(|| black_box(&mask).first_touch_at(&mask, apart)));
    for tolerance in [0.0, 1.0] {
        group.bench_function(format!("contours, tolerance {tolerance}"), |b| {
            b.iter(|| black_box(&mask).contours(tolerance))
        });
    }
    group.finish();
    c.bench_function("tile grid of 200 x 50 cells/build", |b| b.iter(|| TileGrid::new(200, black_box(&tiles), 0.5)));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = grids
}
criterion_main!(benches);
