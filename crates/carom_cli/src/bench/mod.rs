//! `carom bench`: scenes over numbers of bodies and threads, in rounds. A round runs every number of threads once, so
//! that a machine that grows warm or busy slows all of them. The median, the least and the greatest round are reported.

mod baseline;
mod figures;
mod machine;
mod tables;

use crate::args::BenchArgs;
use crate::distinct::{NamedFile, check_distinct};
use crate::failure::Failure;
use crate::output::{Output, is_stdout};
use crate::run::{pool, progress_bar};
use crate::source;
use crate::table::count;
use baseline::Comparison;
use carom::BodyKind;
use carom_scenes::{Report, RunOptions, SceneDef, all};
use figures::{BenchRow, Figures, OverRounds, StepSpread};
use machine::Machine;
use serde::Serialize;
use std::io::{Result, Write};
use std::path::Path;

/// A scene on a number of threads.
struct Measurement {
    scene: String,
    threads: usize,
    moving_bodies: usize,
    /// One for each round.
    reports: Vec<Report>,
}

/// Measures scenes.
pub fn bench(args: &BenchArgs) -> std::result::Result<(), Failure> {
    let mut threads = args.threads.clone();
    if threads.is_empty() {
        threads = vec![1, pool(None)?.current_num_threads()];
        threads.dedup();
    }
    let pools = threads.iter().map(|&count| pool(Some(count))).collect::<std::result::Result<Vec<_>, _>>()?;
    // All inputs are read before the first scene is run and an output is emptied, so that a typing error costs neither
    // an hour nor a file.
    let scenes = scenes(args)?;
    let before = args.baseline.as_deref().map(Figures::read).transpose()?;
    let outputs: Vec<NamedFile> = args.json.iter().map(|path| NamedFile::new("--json", path)).collect();
    let inputs: Vec<NamedFile> = args.scenes.iter().filter_map(|name| source::input(name)).collect();
    check_distinct(&outputs, &inputs)?;
    let mut json = args.json.as_deref().map(Output::open).transpose()?;
    let to_stdout = args.json.as_deref().is_some_and(is_stdout);
    let runs = scenes.len() * pools.len() * args.rounds as usize;
    let bar = progress_bar(args.quiet || to_stdout, runs as u64);
    let mut lines = Vec::new();
    for scene in &scenes {
        lines.push(measure(scene, &pools, args, || bar.inc(1))?);
    }
    bar.finish_and_clear();
    let rows = lines.iter().flatten().map(Measurement::row).collect();
    let now = Figures::new(Machine::here(args.lanes), machine::COMMIT, args.rounds, rows);
    let file = args.baseline.as_deref().map(Path::display);
    let compared = before.as_ref().zip(file).map(|(old, file)| (Comparison::new(&now, old, &file.to_string()), old));
    if let Some(json) = &mut json {
        json.write(|out| write_json(&now, compared.as_ref().map(|(comparison, _)| comparison), out))?;
    }
    if !args.quiet && !to_stdout {
        Output::stdout().write(|out| {
            tables::write_figures(&now, out)?;
            compared.as_ref().map_or(Ok(()), |(comparison, old)| tables::write_comparison(comparison, old, out))
        })?;
    }
    lines.iter().try_for_each(|lines| judge(lines))
}

/// The scenes of the command line, each with each number of bodies.
fn scenes(args: &BenchArgs) -> std::result::Result<Vec<SceneDef>, Failure> {
    let names: Vec<String> = match args.scenes.as_slice() {
        [] => all().iter().filter(|e| args.bodies.is_empty() || e.scales()).map(|e| e.name.to_owned()).collect(),
        names => names.to_vec(),
    };
    let sizes: Vec<Option<usize>> = match args.bodies.as_slice() {
        [] => vec![None],
        sizes => sizes.iter().copied().map(Some).collect(),
    };
    let each = names.iter().flat_map(|name| sizes.iter().map(move |&bodies| (name, bodies)));
    each.map(|(name, bodies)| source::scene(name, bodies, None)).collect()
}

fn measure(
    scene: &SceneDef,
    pools: &[rayon::ThreadPool],
    args: &BenchArgs,
    mut progress: impl FnMut(),
) -> std::result::Result<Vec<Measurement>, Failure> {
    let line = |pool: &rayon::ThreadPool| {
        let threads = pool.current_num_threads();
        Measurement { scene: scene.name.clone(), threads, moving_bodies: 0, reports: Vec::new() }
    };
    let mut lines: Vec<Measurement> = pools.iter().map(line).collect();
    for _ in 0..args.rounds {
        for (line, pool) in lines.iter_mut().zip(pools) {
            let options =
                RunOptions { steps: args.steps, lanes: args.lanes, threads: line.threads, ..RunOptions::default() };
            let done = pool.install(|| carom_scenes::run(scene, options, |_| ()))?;
            line.moving_bodies = done.play.world().bodies().filter(|(_, body)| body.kind() != BodyKind::Fixed).count();
            line.reports.push(done.report);
            progress();
        }
    }
    Ok(lines)
}

impl Measurement {
    fn row(&self) -> BenchRow {
        let over = |of: fn(&Report) -> f64| OverRounds::of(self.reports.iter().map(of));
        let median = |of: fn(&Report) -> f64| over(of).median;
        BenchRow {
            scene: self.scene.clone(),
            bodies: self.reports.first().map_or(0, |report| report.bodies),
            moving_bodies: self.moving_bodies,
            threads: self.threads,
            steps: self.reports.first().map_or(0, |report| report.steps),
            total_ms: median(|r| r.total_ms),
            step_ms: StepSpread {
                mean: median(|r| r.step_ms.mean),
                median: median(|r| r.step_ms.median),
                p99: median(|r| r.step_ms.p99),
                max: median(|r| r.step_ms.max),
            },
            median_step_ms: over(|r| r.step_ms.median),
            serial_ms: median(|r| r.serial_ms),
            state_hash: self.hash().to_owned(),
            runs_ms: self.reports.iter().map(|r| r.total_ms).collect(),
        }
    }

    fn hash(&self) -> &str {
        self.reports.first().map_or("", |report| report.state_hash.as_str())
    }
}

/// Fails unless a scene ended well on every number of threads, and with one hash for all runs.
fn judge(lines: &[Measurement]) -> std::result::Result<(), Failure> {
    let hash = lines.first().map_or("", Measurement::hash);
    for line in lines {
        if let Some(other) = line.reports.iter().find(|report| report.state_hash != hash) {
            let (scene, threads, other) = (&line.scene, count(line.threads, "thread", "threads"), &other.state_hash);
            return Err(Failure::outcome(format!("{scene}: state hash {other} on {threads}, {hash} before")));
        }
        if line.reports.iter().any(Report::is_bad) {
            return Err(Failure::outcome(format!("{}: bodies were lost or are not finite", line.scene)));
        }
    }
    Ok(())
}

/// The JSON report: the figures, and the comparison if there is one.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    figures: &'a Figures,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<&'a Comparison>,
}

fn write_json(figures: &Figures, baseline: Option<&Comparison>, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Whole { figures, baseline })?;
    writeln!(out)
}
