//! One row for each question: each library's answer timed by criterion, and interleaved with the others' for the ratio.
//! In: closures that answer a whole batch. Out: a table.

use criterion::{Criterion, Throughput};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Questions a batch.
pub const BATCH: usize = 1024;

/// Rounds of the interleaved measure.
const ROUNDS: usize = 41;

/// Least time of one measure, so that the clock is fine enough.
const MEASURE: Duration = Duration::from_micros(400);

/// A library that answers a batch.
pub struct Caller<'a> {
    name: &'static str,
    ask: Box<dyn FnMut() + 'a>,
}

/// `name` answers a batch by calling `ask` with the number of each question.
pub fn caller<'a, T>(name: &'static str, mut ask: impl FnMut(usize) -> T + 'a) -> Caller<'a> {
    batch(name, move || {
        for i in 0..BATCH {
            // By reference: no answer is copied, however large.
            black_box(&ask(black_box(i)));
        }
    })
}

/// `name` answers a batch by one call of `ask`.
pub fn batch<'a>(name: &'static str, ask: impl FnMut() + 'a) -> Caller<'a> {
    Caller { name, ask: Box::new(ask) }
}

/// The table so far.
pub struct Rows {
    criterion: Option<Criterion>,
    wanted: Vec<String>,
    lines: Vec<String>,
}

impl Rows {
    /// As the command line says.
    pub fn from_args() -> Self {
        let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
        let short = || {
            let quick = Criterion::default().sample_size(20).without_plots();
            quick.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_millis(700))
        };
        let criterion = if words.iter().any(|word| word == "--ratios") { None } else { Some(short()) };
        let wanted = words.into_iter().filter(|word| !word.starts_with("--")).collect();
        Self { criterion, wanted, lines: Vec::new() }
    }

    /// Runs one question of `count` parts. The peer is the last caller, and every other is compared with it.
    pub fn row(&mut self, question: &str, count: usize, mut callers: Vec<Caller<'_>>) {
        if !self.wanted.is_empty() && !self.wanted.iter().any(|word| question.contains(word)) {
            return;
        }
        if let Some(criterion) = &mut self.criterion {
            let mut group = criterion.benchmark_group(question);
            group.throughput(Throughput::Elements(count as u64));
            for caller in &mut callers {
                group.bench_function(caller.name, |bench| bench.iter(&mut caller.ask));
            }
            group.finish();
        }
        let times = interleaved(&mut callers);
        let Some((peer, ours)) = times.split_last() else { return };
        let nanos = |times: &[f64]| 1.0e9 * median(times.to_vec()) / count as f64;
        for (caller, mine) in callers.iter().zip(ours) {
            let ratio = median(peer.iter().zip(mine).map(|(peer, mine)| peer / mine).collect());
            let name = callers.last().map_or("", |peer| peer.name);
            self.lines.push(format!(
                "{question:<34} {:<16} {:>10.1} ns   {name:<16} {:>10.1} ns   {ratio:>6.2}",
                caller.name,
                nanos(mine),
                nanos(peer),
            ));
        }
    }

    /// Prints the table.
    pub fn report(&self) {
        println!("\ntimes a question, medians of {ROUNDS} interleaved rounds; last: how many times as fast carom is");
        for line in &self.lines {
            println!("{line}");
        }
    }
}

/// Seconds for each batch, by caller and round. In each round the callers take turns, and every other round backwards.
fn interleaved(callers: &mut [Caller<'_>]) -> Vec<Vec<f64>> {
    let mut times = vec![Vec::new(); callers.len()];
    let mut repeats = Vec::new();
    for caller in callers.iter_mut() {
        (caller.ask)();
        let start = Instant::now();
        (caller.ask)();
        repeats.push((MEASURE.as_secs_f64() / start.elapsed().as_secs_f64().max(1.0e-9)).ceil() as usize);
    }
    for round in 0..ROUNDS {
        for k in 0..callers.len() {
            let k = if round % 2 == 0 { k } else { callers.len() - 1 - k };
            let start = Instant::now();
            for _ in 0..repeats[k] {
                (callers[k].ask)();
            }
            times[k].push(start.elapsed().as_secs_f64() / repeats[k] as f64);
        }
    }
    times
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
