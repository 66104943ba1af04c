//! Outlines of 10,000 points cut into convex pieces, by the sweep and by ears: the waiting time of a user who makes a
//! body. Beside it the time of `earcutr` for the triangles alone. `cargo bench -p carom_shapes --bench decompose`.

use carom_math::{Vec2, sin_cos, vec2};
use carom_shapes::{Cut, Outline};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;

fn on_circle(angle: f32, radius: f32) -> Vec2 {
    let (s, c) = sin_cos(angle);
    radius * vec2(c, s)
}

/// 5,000 thin rays.
fn star() -> Vec<Vec2> {
    let step = std::f32::consts::TAU / 10_000.0;
    (0..10_000).map(|i| on_circle(step * i as f32, if i % 2 == 0 { 100.0 } else { 50.0 })).collect()
}

/// A band that goes round twenty times.
fn spiral() -> Vec<Vec2> {
    let side = |i: usize, width: f32| {
        let turns = 20.0 * i as f32 / 5_000.0;
        on_circle(std::f32::consts::TAU * turns.fract(), 5.0 + 2.0 * turns + width)
    };
    (0..5_000).map(|i| side(i, 0.0)).chain((0..5_000).rev().map(|i| side(i, 1.0))).collect()
}

/// 1,500 teeth on a back with 1,000 square holes: 10,000 points.
fn comb() -> (Vec<Vec2>, Vec<Vec<Vec2>>) {
    let mut outer = vec![vec2(3_000.0, 3.0), vec2(0.0, 3.0)];
    for i in 0..1_500 {
        let x = 2.0 * i as f32;
        outer.extend([vec2(x, -8.0), vec2(x + 1.0, -8.0), vec2(x + 1.0, 0.0), vec2(x + 2.0, 0.0)]);
    }
    outer.pop();
    let square = |i: usize| {
        let corner = vec2(3.0 * i as f32 + 0.5, 1.0);
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| corner + vec2(x, y)).to_vec()
    };
    (outer, (0..1_000).map(square).collect())
}

/// The rings in the format of `earcutr`: coordinates in a row, and the start of each hole.
fn flat(outer: &[Vec2], holes: &[Vec<Vec2>]) -> (Vec<f64>, Vec<usize>) {
    let mut points = outer.to_vec();
    let mut starts = Vec::new();
    for hole in holes {
        starts.push(points.len());
        points.extend(hole);
    }
    (points.iter().flat_map(|p| [f64::from(p.x), f64::from(p.y)]).collect(), starts)
}

fn decompose(c: &mut Criterion) {
    let mut group = c.benchmark_group("convex pieces of an outline of 10000 points");
    group.sample_size(20);
    let (outer, holes) = comb();
    for (name, outer, holes) in [("star", star(), vec![]), ("spiral", spiral(), vec![]), ("comb", outer, holes)] {
        group.bench_function(BenchmarkId::new("sweep", name), |b| {
            b.iter(|| Outline::with_holes(black_box(&outer), black_box(&holes)))
        });
        group.bench_function(BenchmarkId::new("ear clipping", name), |b| {
            b.iter(|| Outline::with_cut(black_box(&outer), black_box(&holes), Cut::Ears));
        });
        let (flat, starts) = flat(&outer, &holes);
        group.bench_function(BenchmarkId::new("triangles by earcutr", name), |b| {
            b.iter(|| earcutr::earcut(black_box(&flat), &starts, 2))
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
    targets = decompose
}
criterion_main!(benches);
