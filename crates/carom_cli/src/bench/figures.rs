//! The figures of `carom bench`, as its JSON report has them, and reading that report back.

use super::machine::Machine;
use crate::failure::Failure;
use carom_scenes::Spread;
use serde::{Deserialize, Deserializer, Serialize};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The format that is written and read.
const FORMAT: u32 = 1;

/// The report of `carom bench`.
#[derive(Serialize, Deserialize)]
pub struct Figures {
    /// The format; a report of another one is refused.
    #[serde(deserialize_with = "format")]
    pub carom_bench: u32,
    /// Version of carom.
    pub version: String,
    /// The commit that was built, if known.
    pub commit: Option<String>,
    /// The machine.
    pub machine: Machine,
    /// Number of rounds.
    pub rounds: u32,
    /// A row for each scene, number of bodies and number of threads.
    pub results: Vec<BenchRow>,
}

/// A scene with a number of bodies on a number of threads.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BenchRow {
    /// Name of the scene.
    pub scene: String,
    /// All bodies at the end.
    pub bodies: usize,
    /// The bodies at the end that are not fixed.
    pub moving_bodies: usize,
    /// Number of threads.
    pub threads: usize,
    /// Number of steps, the untimed first one counted.
    pub steps: u32,
    /// Time of all timed steps, median over the rounds [ms].
    pub total_ms: f64,
    /// Times of a step, each the median over the rounds [ms].
    pub step_ms: StepSpread,
    /// Median step over the rounds [ms].
    pub median_step_ms: OverRounds,
    /// Time that a step spends outside of shared stages, median over the rounds [ms].
    pub serial_ms: f64,
    /// Hash of the state at the end.
    pub state_hash: String,
    /// Time of all timed steps in each round [ms].
    pub runs_ms: Vec<f64>,
}

/// Times of a step [ms].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct StepSpread {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The greatest.
    pub max: f64,
}

/// A figure over the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OverRounds {
    /// The least.
    pub min: f64,
    /// The median, by nearest rank.
    pub median: f64,
    /// The greatest.
    pub max: f64,
}

impl OverRounds {
    /// The spread of the figures of all rounds.
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        // Sorts them.
        let Spread { median, max, .. } = Spread::of(&mut figures);
        Self { min: figures.first().copied().unwrap_or(0.0), median, max }
    }
}

impl Figures {
    /// The report of these rows.
    pub fn new(machine: Machine, commit: Option<&str>, rounds: u32, results: Vec<BenchRow>) -> Self {
        let commit = commit.filter(|commit| !commit.is_empty()).map(str::to_owned);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { carom_bench: FORMAT, version, commit, machine, rounds, results }
    }

    /// Reads a report.
    ///
    /// # Errors
    /// The file cannot be read or is no such report. The error names the file, and the field and its line.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let wrong = |why: String| Failure::usage(format!("--baseline: {name}: {why}"));
        let file = File::open(path).map_err(|e| wrong(format!("cannot be read: {e}")))?;
        if file.metadata().is_ok_and(|about| about.is_dir()) {
            return Err(wrong("cannot be read: it is a folder".to_owned()));
        }
        let mut input = serde_json::Deserializer::from_reader(BufReader::new(file));
        let figures = serde_path_to_error::deserialize(&mut input).map_err(|e| {
            let field = e.path().to_string();
            let why = e.into_inner().to_string();
            // The path of the whole is a dot.
            let why = if field == "." { why } else { format!("{field}: {why}") };
            wrong(format!("no report of `carom bench --json`: {why}"))
        })?;
        input.end().map_err(|e| wrong(format!("goes on after its report: {e}")))?;
        Ok(figures)
    }

    /// The version and the commit that were measured.
    pub fn build(&self) -> String {
        match &self.commit {
            Some(commit) => format!("carom {}, commit {}", self.version, commit.chars().take(12).collect::<String>()),
            None => format!("carom {}, commit unknown", self.version),
        }
    }
}

fn format<'de, D: Deserializer<'de>>(input: D) -> Result<u32, D::Error> {
    match u32::deserialize(input)? {
        FORMAT => Ok(FORMAT),
        other => Err(serde::de::Error::custom(format!("format {other} is not {FORMAT}, the one that is read here"))),
    }
}

#[cfg(test)]
mod tests {
    use super::OverRounds;

    #[test]
    fn rounds_in_any_order() {
        assert_eq!(OverRounds::of([3.0, 1.0, 2.0]), OverRounds { min: 1.0, median: 2.0, max: 3.0 });
        assert_eq!(OverRounds::of([]), OverRounds { min: 0.0, median: 0.0, max: 0.0 });
    }
}
