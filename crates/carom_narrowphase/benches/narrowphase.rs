//! Nanoseconds a pair: batches of 1,024 touching pairs, like neighbours in a heap.

use carom_math::{Pose, Vec2, vec2};
use carom_narrowphase::{
    Sweep, collide, collide_capsules, collide_circles, collide_link_polygon, collide_polygon_circle, collide_polygons,
    distance, time_of_impact,
};
use carom_shapes::{Capsule, Chain, Circle, Manifold, Piece, Polygon};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::hint::black_box;
use std::time::Duration;

const PAIRS: usize = 1024;
const REACH: f32 = 0.02;

/// Poses about `gap` from the origin, in all directions or (`flat`) above with a small tilt.
fn poses(gap: f32, flat: bool) -> Vec<Pose> {
    let mut random = StdRng::seed_from_u64(7);
    (0..PAIRS)
        .map(|_| {
            let d = gap + random.random_range(-0.02..0.02);
            if flat {
                Pose::new(vec2(random.random_range(-0.5..0.5), d), random.random_range(-0.01..0.01))
            } else {
                let (s, c) = carom_math::sin_cos(random.random_range(-3.0..3.0));
                Pose::new(d * vec2(c, s), random.random_range(-3.0..3.0))
            }
        })
        .collect()
}

fn pairs(c: &mut Criterion) {
    let mut group = c.benchmark_group("contacts of 1024 pairs");
    group.throughput(Throughput::Elements(PAIRS as u64));
    let mut run = |name: &str, poses: Vec<Pose>, f: &dyn Fn(Pose) -> Manifold| {
        let mut out = vec![Manifold::NONE; PAIRS];
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| {
                for (m, pose) in out.iter_mut().zip(black_box(&poses)) {
                    *m = f(*pose);
                }
                black_box(&mut out);
            });
        });
    };
    let square = Polygon::rect(1.0, 1.0).expect("a size");
    let rounded = square.clone().rounded(0.1).expect("a size");
    let circle = Circle::new(0.5).expect("a size");
    let capsule = Capsule::horizontal(1.0, 0.25).expect("a size");
    let link =
        Chain::open([vec2(2.0, 0.0), vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(-2.0, 0.0)]).expect("a chain").link(1);
    let piece = Piece::Polygon(square.clone());
    run("boxes stacked", poses(1.0, true), &|p| collide_polygons(&square, &square, p, REACH));
    run("boxes in a heap", poses(1.1, false), &|p| collide_polygons(&square, &square, p, REACH));
    run("boxes in a heap, any shape", poses(1.1, false), &|p| collide(&piece, &piece, p, REACH));
    run("boxes apart", poses(1.5, false), &|p| collide_polygons(&square, &square, p, REACH));
    run("rounded boxes", poses(1.2, true), &|p| collide_polygons(&rounded, &rounded, p, REACH));
    run("circles", poses(1.0, false), &|p| collide_circles(&circle, &circle, p, REACH));
    run("box and circle", poses(1.0, false), &|p| collide_polygon_circle(&square, &circle, p, REACH));
    run("capsules", poses(0.5, true), &|p| collide_capsules(&capsule, &capsule, p, REACH));
    run("chain segment and box", poses(0.5, true), &|p| collide_link_polygon(&link, &square, p, REACH));
}

fn queries(c: &mut Criterion) {
    let square = Piece::Polygon(Polygon::rect(1.0, 1.0).expect("a size"));
    c.bench_function("distance of 2 boxes", |b| {
        let poses = poses(1.6, false);
        let mut i = 0;
        b.iter(|| {
            i = (i + 1) % PAIRS;
            distance(&square, &square, poses[i])
        });
    });
    c.bench_function("time of impact of 2 boxes", |b| {
        let poses = poses(5.0, false);
        let still = Sweep::still(Pose::IDENTITY);
        let mut i = 0;
        b.iter(|| {
            i = (i + 1) % PAIRS;
            let to = Pose::new(-poses[i].p + vec2(0.3, 0.0), 1.0);
            let sweep = Sweep::between(Vec2::ZERO, poses[i], to);
            time_of_impact(&square, &sweep, &square, &still, 0.005, 1.0e-3)
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = pairs, queries
}
criterion_main!(benches);
