//! The comparison with an earlier report. Rows are matched by scene, moving bodies and threads.

use super::figures::{BenchRow, Figures, OverRounds};
use crate::table::count;
use serde::Serialize;

/// An earlier report beside the new one.
#[derive(Serialize)]
pub struct Comparison {
    /// The file of the earlier report.
    pub file: String,
    /// Rows that both reports have.
    pub rows: Vec<Compared>,
    /// Sentences about all that is missing on either side or is not alike.
    pub notes: Vec<String>,
}

/// A row that both reports have.
#[derive(Serialize)]
pub struct Compared {
    /// Name of the scene.
    pub scene: String,
    /// Bodies that are not fixed.
    pub moving_bodies: usize,
    /// Number of threads.
    pub threads: usize,
    /// Median step now [ms].
    pub now_ms: f64,
    /// Median step before [ms].
    pub before_ms: f64,
    /// Time now over time before; less is faster. None if no step was timed.
    pub ratio: Option<OverRounds>,
}

impl Comparison {
    /// The report `now` beside the report `before` of this file.
    pub fn new(now: &Figures, before: &Figures, file: &str) -> Self {
        let mut rows = Vec::new();
        let mut notes = Vec::new();
        if now.machine != before.machine {
            notes.push(format!("other machine: {} now; {} before", now.machine, before.machine));
        }
        for row in &now.results {
            let name = name(row);
            match before.results.iter().find(|old| is_same(row, old)) {
                None => notes.push(format!("only now: {name}")),
                Some(old) if old.steps != row.steps => {
                    notes.push(format!("not compared: {name}: {} now, {} before", steps(row), steps(old)));
                }
                Some(old) => {
                    if old.state_hash != row.state_hash {
                        let (new, old) = (&row.state_hash, &old.state_hash);
                        notes.push(format!("other work: {name}: state hash {new} now, {old} before"));
                    }
                    rows.push(Compared::new(row, old));
                }
            }
        }
        let gone = before.results.iter().filter(|old| !now.results.iter().any(|row| is_same(row, old)));
        notes.extend(gone.map(|old| format!("only before: {}", name(old))));
        Self { file: file.to_owned(), rows, notes }
    }
}

impl Compared {
    fn new(now: &BenchRow, before: &BenchRow) -> Self {
        let (new, old) = (now.median_step_ms, before.median_step_ms);
        // The least ratio is the best round now over the worst before.
        let ratio = OverRounds { min: new.min / old.max, median: new.median / old.median, max: new.max / old.min };
        Self {
            scene: now.scene.clone(),
            moving_bodies: now.moving_bodies,
            threads: now.threads,
            now_ms: new.median,
            before_ms: old.median,
            ratio: [ratio.min, ratio.median, ratio.max].iter().all(|r| r.is_finite()).then_some(ratio),
        }
    }
}

fn is_same(a: &BenchRow, b: &BenchRow) -> bool {
    (&a.scene, a.moving_bodies, a.threads) == (&b.scene, b.moving_bodies, b.threads)
}

/// The name of a row in a sentence.
fn name(row: &BenchRow) -> String {
    let (bodies, threads) = (count(row.moving_bodies as u64, "body", "bodies"), threads(row));
    format!("{}, {bodies}, {threads}", row.scene)
}

fn threads(row: &BenchRow) -> String {
    count(row.threads as u64, "thread", "threads")
}

fn steps(row: &BenchRow) -> String {
    count(row.steps, "step", "steps")
}
