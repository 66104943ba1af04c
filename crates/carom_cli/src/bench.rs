//! `carom bench`: scenes over numbers of threads, in rounds. A round runs every number of threads once, so that a
//! machine that grows warm or busy slows all of them; medians over the rounds are reported.

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output::{Output, is_stdout};
use crate::run::{pool, progress_bar};
use crate::table::count;
use crate::{source, table};
use carom_scenes::{Report, RunOptions, SceneDef, Spread, all};
use comfy_table::Table;
use serde_json::json;
use std::io::{Result, Write};

/// Letters of a scene's name that the table shows.
const MOST_LETTERS: usize = 40;

/// A scene on a number of threads.
struct Measurement {
    scene: String,
    threads: usize,
    /// One for each round.
    reports: Vec<Report>,
}

/// Measures scenes.
pub fn bench(args: &BenchArgs) -> std::result::Result<(), Failure> {
    let names: Vec<String> = match args.scenes.as_slice() {
        [] => all().iter().map(|entry| entry.name.to_owned()).collect(),
        names => names.to_vec(),
    };
    let mut threads = args.threads.clone();
    if threads.is_empty() {
        threads = vec![1, pool(None)?.current_num_threads()];
        threads.dedup();
    }
    let pools = threads.iter().map(|&count| pool(Some(count))).collect::<std::result::Result<Vec<_>, _>>()?;
    // All scenes are read before the first is run, so that a typing error does not cost an hour.
    let scenes =
        names.iter().map(|name| source::scene(name, None, None)).collect::<std::result::Result<Vec<_>, _>>()?;
    let mut json = args.json.as_deref().map(Output::open).transpose()?;
    let to_stdout = args.json.as_deref().is_some_and(is_stdout);
    let runs = scenes.len() * pools.len() * args.rounds as usize;
    let bar = progress_bar(args.quiet || to_stdout, runs as u64);
    let mut lines = Vec::new();
    for scene in &scenes {
        lines.extend(measure(scene, &pools, args, || bar.inc(1))?);
    }
    bar.finish_and_clear();
    if let Some(json) = &mut json {
        json.write(|out| write_json(&lines, args.rounds, out))?;
    }
    if !args.quiet && !to_stdout {
        Output::stdout().write(|out| write_table(&lines, args.rounds, out))?;
    }
    judge(&lines)
}

fn measure(
    scene: &SceneDef,
    pools: &[rayon::ThreadPool],
    args: &BenchArgs,
    mut progress: impl FnMut(),
) -> std::result::Result<Vec<Measurement>, Failure> {
    let line = |pool: &rayon::ThreadPool| {
        let threads = pool.current_num_threads();
        Measurement { scene: scene.name.clone(), threads, reports: Vec::new() }
    };
    let mut lines: Vec<Measurement> = pools.iter().map(line).collect();
    for _ in 0..args.rounds {
        for (line, pool) in lines.iter_mut().zip(pools) {
            let options =
                RunOptions { steps: args.steps, lanes: args.lanes, threads: line.threads, ..RunOptions::default() };
            line.reports.push(pool.install(|| carom_scenes::run(scene, options, |_| ()))?.report);
            progress();
        }
    }
    Ok(lines)
}

impl Measurement {
    /// The median over the rounds.
    fn median(&self, of: impl Fn(&Report) -> f64) -> f64 {
        let mut figures: Vec<f64> = self.reports.iter().map(of).collect();
        Spread::of(&mut figures).median
    }

    fn hash(&self) -> &str {
        self.reports.first().map_or("", |report| report.state_hash.as_str())
    }
}

/// Fails unless every scene ended well, and with one hash for all runs.
fn judge(lines: &[Measurement]) -> std::result::Result<(), Failure> {
    for line in lines {
        let hash = lines.iter().find(|first| first.scene == line.scene).map_or("", Measurement::hash);
        if let Some(other) = line.reports.iter().find(|report| report.state_hash != hash) {
            let (scene, threads, other) = (&line.scene, line.threads, &other.state_hash);
            return Err(Failure::outcome(format!("{scene}: state hash {other} on {threads} threads, {hash} before")));
        }
        if line.reports.iter().any(Report::is_bad) {
            return Err(Failure::outcome(format!("{}: bodies were lost or are not finite", line.scene)));
        }
    }
    Ok(())
}

fn write_table(lines: &[Measurement], rounds: u32, out: &mut dyn Write) -> Result<()> {
    let rounds = count(rounds, "round", "rounds");
    writeln!(out, "Medians of {rounds}, times in ms; ratio: speed-up over the first row of a scene.")?;
    let mut table = Table::new();
    table.set_header(["scene", "threads", "total", "mean", "median", "99 %", "max", "ratio", "state hash"]);
    for line in lines {
        let total = line.median(|r| r.total_ms);
        let first = lines.iter().find(|first| first.scene == line.scene).map_or(total, |l| l.median(|r| r.total_ms));
        let ms = |of: fn(&Report) -> f64| format!("{:.3}", line.median(of));
        table.add_row([
            // A file may give its scene a name of any length.
            line.scene.chars().take(MOST_LETTERS).collect(),
            line.threads.to_string(),
            format!("{total:.1}"),
            ms(|r| r.step_ms.mean),
            ms(|r| r.step_ms.median),
            ms(|r| r.step_ms.p99),
            ms(|r| r.step_ms.max),
            format!("{:.2}", if total > 0.0 { first / total } else { 1.0 }),
            line.hash().to_owned(),
        ]);
    }
    writeln!(out, "{}", table::lay_out(table, 1, &[1, 2, 3, 4, 5, 6, 7]))
}

fn write_json(lines: &[Measurement], rounds: u32, out: &mut dyn Write) -> Result<()> {
    let results: Vec<serde_json::Value> = lines
        .iter()
        .map(|line| {
            json!({
                "scene": line.scene,
                "threads": line.threads,
                "steps": line.reports.first().map_or(0, |report| report.steps),
                "bodies": line.reports.first().map_or(0, |report| report.bodies),
                "total_ms": line.median(|r| r.total_ms),
                "step_ms": {
                    "mean": line.median(|r| r.step_ms.mean),
                    "median": line.median(|r| r.step_ms.median),
                    "p99": line.median(|r| r.step_ms.p99),
                    "max": line.median(|r| r.step_ms.max),
                },
                "serial_ms": line.median(|r| r.serial_ms),
                "state_hash": line.hash(),
                "runs_ms": line.reports.iter().map(|r| r.total_ms).collect::<Vec<f64>>(),
            })
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &json!({ "rounds": rounds, "results": results }))?;
    writeln!(out)
}
