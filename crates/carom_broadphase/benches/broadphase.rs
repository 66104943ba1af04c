//! The broad phase alone, one thread: a step is `update` and `new_pairs`. `cargo bench -p carom_broadphase`.
//! `QUICK= cargo bench -p carom_broadphase --bench broadphase` prints a table of ns a body in place of it.
//!
//! The heap: fat boxes of bodies of 0.5 to 0.8 m that lie close on an irregular grid. Half of them moved since the last
//! step by a tenth of their size, so that a few pairs are new and most are old.

use carom_broadphase::{Boxes, BroadPhase, BroadPhaseKind, StillSet};
use carom_math::{Aabb, Vec2, vec2};
use carom_parallel::{Driver, Executor};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Boxes of a few steps.
struct Scene {
    name: &'static str,
    steps: Vec<Vec<Aabb>>,
    active: Vec<u32>,
    still: Vec<u32>,
}

/// A box extends this far beyond its body [m].
const MARGIN: f32 = 0.05;

fn heap(name: &'static str, count: usize, moved: f64, share_active: f64, size: impl Fn(&mut StdRng) -> f32) -> Scene {
    let rng = &mut StdRng::seed_from_u64(1);
    let columns = (count as f32).sqrt() as usize;
    let mut boxes: Vec<Aabb> = (0..count)
        .map(|i| {
            let jitter = vec2(rng.random_range(-0.2..0.2), rng.random_range(-0.2..0.2));
            let at = 0.75 * vec2((i % columns) as f32, (i / columns) as f32) + jitter;
            let half = 0.5 * Vec2::splat(size(rng));
            Aabb::new(at - half, at + half).grown(MARGIN)
        })
        .collect();
    let mut steps = vec![boxes.clone()];
    let (mut active, mut still) = (Vec::new(), Vec::new());
    for id in 0..count as u32 {
        if rng.random_bool(share_active) { active.push(id) } else { still.push(id) }
    }
    for _ in 0..7 {
        for &id in &active {
            if rng.random_bool(moved) {
                let by = vec2(rng.random_range(-0.06..0.06), rng.random_range(-0.06..0.06));
                boxes[id as usize] = boxes[id as usize].moved(by);
            }
        }
        steps.push(boxes.clone());
    }
    // The last step is followed by the first again, forwards and back.
    let back: Vec<_> = steps[1..7].iter().rev().cloned().collect();
    steps.extend(back);
    Scene { name, steps, active, still }
}

/// Adds still boxes that span the whole scene.
fn with_walls(mut scene: Scene) -> Scene {
    let span = scene.steps[0].iter().fold(Aabb::EMPTY, |all, b| all.union(b)).grown(1.0);
    let walls = [
        Aabb::new(vec2(span.min.x, span.min.y - 1.0), vec2(span.max.x, span.min.y + 1.0)),
        Aabb::new(vec2(span.min.x - 1.0, span.min.y), vec2(span.min.x + 1.0, span.max.y)),
        Aabb::new(vec2(span.max.x - 1.0, span.min.y), vec2(span.max.x + 1.0, span.max.y)),
    ];
    for wall in walls {
        scene.still.push(scene.steps[0].len() as u32);
        scene.steps.iter_mut().for_each(|boxes| boxes.push(wall));
    }
    scene
}

fn scenes() -> Vec<Scene> {
    let similar = |rng: &mut StdRng| rng.random_range(0.5..0.8_f32);
    let wild = |rng: &mut StdRng| {
        let r: f32 = rng.random();
        if r < 0.9 {
            rng.random_range(0.2..0.5)
        } else if r < 0.999 {
            rng.random_range(0.5..2.0)
        } else {
            20.0
        }
    };
    vec![
        heap("heap of 64 boxes", 64, 0.5, 1.0, similar),
        heap("heap of 8000 boxes", 8_000, 0.5, 1.0, similar),
        with_walls(heap("heap of 8000 boxes with walls", 8_000, 0.5, 1.0, similar)),
        heap("heap of 50000 boxes", 50_000, 0.5, 1.0, similar),
        heap("heap of 200000 boxes", 200_000, 0.5, 1.0, similar),
        with_walls(heap("sizes 1 to 100, 8000 boxes with walls", 8_000, 0.5, 1.0, wild)),
        with_walls(heap("sizes 1 to 100, 50000 boxes with walls", 50_000, 0.5, 1.0, wild)),
        heap("half of 50000 boxes at rest", 50_000, 0.5, 0.5, similar),
        heap("200000 boxes asleep, 200 awake", 200_000, 0.5, 0.001, similar),
    ]
}

impl Scene {
    /// The still boxes, which change before the first step only.
    fn still(&self, at: usize) -> StillSet<'_> {
        if at == 0 { StillSet::All(&self.still) } else { StillSet::Same }
    }
}

/// One step of a scene; returns the number of new pairs.
fn step(scene: &Scene, phase: &mut BroadPhase, tasks: &Executor, at: usize, pairs: &mut Vec<carom_broadphase::Pair>) {
    let count = scene.steps.len();
    let (old, now) = (&scene.steps[(at + count - 1) % count], &scene.steps[at % count]);
    let boxes = Boxes { now, old, active: &scene.active, still: scene.still(at), follows: true };
    phase.update(tasks, &boxes);
    phase.new_pairs(tasks, &boxes, pairs);
    black_box(pairs.len());
}

/// Prints ns an active body of `update` and of `new_pairs`, and pairs a step.
fn quick(scene: &Scene, kind: BroadPhaseKind, tasks: &Executor) {
    let (mut phase, mut pairs) = (BroadPhase::new(kind), Vec::new());
    let count = scene.steps.len();
    let (mut updates, mut searches) = (Vec::new(), Vec::new());
    let mut found = 0;
    let rounds = (8_000_000 / scene.steps[0].len()).clamp(60, 1000);
    for at in 0..rounds {
        let (old, now) = (&scene.steps[(at + count - 1) % count], &scene.steps[at % count]);
        let boxes = Boxes { now, old, active: &scene.active, still: scene.still(at), follows: true };
        let start = Instant::now();
        phase.update(tasks, &boxes);
        let middle = Instant::now();
        phase.new_pairs(tasks, &boxes, &mut pairs);
        let end = Instant::now();
        found += pairs.len();
        if at >= 5 {
            updates.push((middle - start).as_nanos() as u64);
            searches.push((end - middle).as_nanos() as u64);
        }
    }
    // The fastest of many steps too: on a busy machine others interrupt a long step and its median says little.
    let ns = |time: u64| time as f64 / scene.active.len() as f64;
    let least = |times: &[u64]| times.iter().copied().min().map_or(0.0, ns);
    let median = |times: &mut Vec<u64>| {
        times.sort_unstable();
        ns(times[times.len() / 2])
    };
    println!(
        "{:30} {kind:?}: ns an active body: update {:.1}, new pairs {:.1}, median {:.1}; {} new pairs a step",
        scene.name,
        least(&updates),
        least(&searches),
        median(&mut updates) + median(&mut searches),
        found / rounds
    );
}

fn bench(c: &mut Criterion) {
    let scenes = scenes();
    let tasks = Executor::new(Driver::Inline);
    // QUICK=heap (a part of a scene's name, or nothing) prints the table alone.
    if let Ok(part) = std::env::var("QUICK") {
        for kind in [BroadPhaseKind::Hash, BroadPhaseKind::QuadTree] {
            scenes.iter().filter(|scene| scene.name.contains(&part)).for_each(|scene| quick(scene, kind, &tasks));
        }
        return;
    }
    let mut group = c.benchmark_group("broad phase step");
    group.sample_size(20);
    for scene in &scenes {
        group.throughput(Throughput::Elements(scene.active.len() as u64));
        for (name, kind) in [("spatial hash", BroadPhaseKind::Hash), ("quadtree", BroadPhaseKind::QuadTree)] {
            group.bench_with_input(BenchmarkId::new(name, scene.name), scene, |b, scene| {
                let (mut phase, mut pairs) = (BroadPhase::new(kind), Vec::new());
                let mut at = 0;
                b.iter(|| {
                    step(scene, &mut phase, &tasks, at, &mut pairs);
                    at += 1;
                });
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = bench
}
criterion_main!(benches);
