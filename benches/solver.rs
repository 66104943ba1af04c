//! The solver alone, on a pyramid of boxes whose contacts are known without a narrow phase: no shapes, no world.
//! Prints the time of each part of a step and, as throughput, contacts with two points a pass.
//! `cargo bench --bench solver`.

mod pyramid;

use carom_parallel::{Driver, Executor, StageClock};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use pyramid::{Pyramid, SUBSTEPS};
use std::hint::black_box;
use std::time::Duration;

/// Boxes in the lowest row.
const BASE: u32 = 100;

fn whole(c: &mut Criterion) {
    let mut pyramid = Pyramid::warm(BASE);
    let mut group = c.benchmark_group("solver, pyramid of 5050 boxes");
    group.sample_size(20);
    group.throughput(Throughput::Elements(pyramid.contacts.len() as u64));
    for threads in [1, 2] {
        let on = if threads == 1 { "1 thread" } else { "2 threads" };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let (tasks, mut clock) = (Executor::default(), StageClock::default());
        group.bench_function(BenchmarkId::new("step", on), |b| {
            pool.install(|| b.iter(|| black_box(&mut pyramid).step(&tasks, &mut clock)));
        });
    }
    group.finish();
}

/// The parts on one thread. A pass runs once a substep; its throughput is that of one pass.
fn parts(c: &mut Criterion) {
    let mut pyramid = Pyramid::warm(BASE);
    let (tasks, mut clock) = (Executor::new(Driver::Inline), StageClock::default());
    let contacts = pyramid.contacts.len() as u64;
    let mut group = c.benchmark_group("solver stages, pyramid of 5050 boxes");
    group.sample_size(10);
    group.measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(contacts));
    group.bench_function("prepare contacts", |b| b.iter(|| black_box(&mut pyramid).prepare(&tasks)));
    group.bench_function("store impulses", |b| {
        b.iter(|| pyramid.solver.store_contacts(&tasks, black_box(&mut pyramid.contacts)));
    });
    group.throughput(Throughput::Elements(contacts * u64::from(SUBSTEPS)));
    for pass in ["warm start", "solve", "relax"] {
        group.bench_function(pass, |b| {
            b.iter_custom(|count| {
                let mut spent = Duration::ZERO;
                for _ in 0..count {
                    pyramid.step(&tasks, &mut clock);
                    spent += clock.laps().filter(|lap| lap.0 == pass).map(|lap| lap.1).sum::<Duration>();
                }
                spent
            });
        });
    }
    group.throughput(Throughput::Elements(pyramid.updates.len() as u64 * u64::from(SUBSTEPS)));
    group.bench_function("integrate bodies", |b| {
        b.iter_custom(|count| {
            let mut spent = Duration::ZERO;
            for _ in 0..count {
                pyramid.step(&tasks, &mut clock);
                spent += clock.laps().filter(|lap| lap.0 == "integrate").map(|lap| lap.1).sum::<Duration>();
            }
            spent
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = whole, parts
}
criterion_main!(benches);
