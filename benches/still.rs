//! Steps among still boxes: 1,000 discs that fly among 10,000 and among a million fixed boxes, and 1,000 fixed boxes
//! removed and added at random places in each step. `cargo bench --bench still`.
//!
//! Times are of the median step, and of the mean one for edits too: a step in which layers of still boxes are poured
//! together takes longer. Calls between steps are outside the times. One thread.

use carom::diagnostics::Driver;
use carom::{BodyDef, BodyKey, Circle, Polygon, Ray, ShapeDef, Vec2, World, WorldDef, vec2};
use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use std::time::{Duration, Instant};

/// Distance of the fixed boxes, of 1 m, from each other [m].
const APART: f32 = 4.0;

/// Discs that fly, and boxes that change places in a step.
const MOVERS: usize = 1_000;

/// Greatest speed of a disc along each axis [m/s].
const SPEED: f32 = 4.0;

/// Steps before the first measurement.
const WARM: usize = 60;

/// A world of so many fixed boxes in rows between four walls; their keys, and the side of their field [m]. Without
/// gravity and with bounces at any speed, what flies among them goes on for ever.
fn field(boxes: usize) -> (World, Vec<BodyKey>, f32) {
    let rules = WorldDef { gravity: Vec2::ZERO, restitution_threshold: 0.0, ..WorldDef::default() };
    let mut world = World::new(rules).expect("a world");
    world.set_driver(Driver::Inline);
    let columns = boxes.isqrt();
    let place = |k: usize| APART * vec2((k % columns) as f32, (k / columns) as f32);
    let keys = world.add_bodies((0..boxes).map(|k| fixed(place(k)))).expect("boxes that the world takes");
    let side = APART * columns as f32;
    for at in [-APART, side] {
        for (at, size) in
            [(vec2(0.5 * side, at), vec2(side + 10.0, 1.0)), (vec2(at, 0.5 * side), vec2(1.0, side + 10.0))]
        {
            let wall = bouncing(ShapeDef::new(Polygon::rect(size.x, size.y).expect("a wall")));
            world.add_body(BodyDef::fixed().at(at).shape(wall)).expect("a wall that the world takes");
        }
    }
    (world, keys, side)
}

fn fixed(at: Vec2) -> BodyDef {
    BodyDef::fixed().at(at).shape(bouncing(ShapeDef::new(Polygon::rect(1.0, 1.0).expect("a box"))))
}

fn bouncing(shape: ShapeDef) -> ShapeDef {
    shape.restitution(1.0).friction(0.0)
}

/// The next of numbers in 0..`most` that look random and are the same everywhere (D. Knuth, MMIX, 1997).
fn draw(seed: &mut u64, most: f32) -> f32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    most * (*seed >> 40) as f32 / 16_777_216.0
}

/// The times of so many steps, ascending. `edit` comes before each and is not timed.
fn times(world: &mut World, count: u64, mut edit: impl FnMut(&mut World)) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..count)
        .map(|_| {
            edit(world);
            let before = Instant::now();
            world.step();
            before.elapsed()
        })
        .collect();
    times.sort_unstable();
    times
}

/// The median, as the time of all of them.
fn median(times: &[Duration]) -> Duration {
    times[times.len() / 2] * times.len() as u32
}

fn movers(c: &mut Criterion) {
    let mut group = c.benchmark_group("median step of 1000 movers among still boxes");
    group.sampling_mode(SamplingMode::Flat);
    for boxes in [10_000, 1_000_000] {
        let seed = &mut 7;
        let (mut world, _, side) = field(boxes);
        for _ in 0..MOVERS {
            // In the middle of four boxes.
            let cell = vec2(draw(seed, side - APART), draw(seed, side - APART)) / APART;
            let at = APART * vec2(cell.x.floor() + 0.5, cell.y.floor() + 0.5);
            let v = vec2(draw(seed, 2.0 * SPEED) - SPEED, draw(seed, 2.0 * SPEED) - SPEED);
            let disc = bouncing(ShapeDef::new(Circle::new(0.4).expect("a disc")));
            world.add_body(BodyDef::dynamic().at(at).velocity(v).shape(disc)).expect("a disc that the world takes");
        }
        times(&mut world, WARM as u64, |_| ());
        group.bench_function(BenchmarkId::from_parameter(boxes), |b| {
            b.iter_custom(|count| median(&times(&mut world, count, |_| ())));
        });
    }
    group.finish();
}

fn edits(c: &mut Criterion) {
    let seed = &mut 7;
    let (mut world, mut keys, side) = field(1_000_000);
    let mut edit = |world: &mut World| {
        for _ in 0..MOVERS {
            let key = draw(seed, keys.len() as f32) as usize % keys.len();
            world.remove_body(keys[key]);
            let at = vec2(draw(seed, side), draw(seed, side));
            keys[key] = world.add_body(fixed(at)).expect("a box that the world takes");
        }
    };
    times(&mut world, WARM as u64, &mut edit);
    let mut group = c.benchmark_group("step after 1000 of 1000000 fixed boxes changed places");
    group.sampling_mode(SamplingMode::Flat);
    group.bench_function("median", |b| b.iter_custom(|count| median(&times(&mut world, count, &mut edit))));
    group.bench_function("mean", |b| b.iter_custom(|count| times(&mut world, count, &mut edit).iter().sum()));
    group.finish();
}

/// One fixed box of a million changes places, a step, and a ray through the field.
fn questions(c: &mut Criterion) {
    let seed = &mut 7;
    let (mut world, mut keys, side) = field(1_000_000);
    let mut round = || {
        let key = draw(seed, keys.len() as f32) as usize % keys.len();
        let from = vec2(draw(seed, side), draw(seed, side));
        world.remove_body(keys[key]);
        keys[key] = world.add_body(fixed(from)).expect("a box that the world takes");
        world.step();
        world.query().ray(&Ray::new(from, from + vec2(30.0, 5.0))).expect("a ray")
    };
    (0..WARM).for_each(|_| {
        round();
    });
    c.bench_function("edit, step and ray among 1000000 fixed boxes", |b| b.iter(&mut round));
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    targets = movers, edits, questions
}
criterion_main!(benches);
