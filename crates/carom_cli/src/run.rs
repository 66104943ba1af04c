//! `carom run`: a scene from its first step to its last, and all its outputs.

use crate::args::RunArgs;
use crate::distinct::{NamedFile, check_distinct};
use crate::failure::Failure;
use crate::output::{Output, is_stdout};
use crate::pictures::Pictures;
use crate::table::count;
use crate::{csv, interrupt, source, table};
use carom::World;
use carom::diagnostics::Driver;
use carom_scenes::{Progress, Report, RunOptions, SceneDef};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{Result, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Runs a scene.
pub fn run(args: &RunArgs) -> std::result::Result<(), Failure> {
    let scene = scene(args)?;
    let steps = args.steps.unwrap_or(scene.steps);
    let mut pictures = Pictures::new(args, steps);
    check_files(args, pictures.as_ref())?;
    let open = |path: &Option<PathBuf>| path.as_deref().map(Output::open).transpose();
    let (json, mut csv, poses) = (open(&args.json)?, open(&args.csv)?, open(&args.poses)?);
    let last_picture = pictures.as_ref().map_or(Ok(None), Pictures::open_last)?;
    csv.as_mut().map_or(Ok(()), |csv| csv.write(csv::write_head))?;
    let pool = pool(args.threads)?;
    let options = RunOptions {
        steps: args.steps,
        driver: args.driver,
        lanes: args.lanes,
        threads: match args.driver {
            Driver::Rayon | Driver::Eager => pool.current_num_threads(),
            Driver::Inline | Driver::Seeded(_) => 1,
            Driver::Threads(threads) => threads,
        },
        hash_every: args.hash_every.unwrap_or(0),
    };
    let to_stdout = [&args.json, &args.csv, &args.poses].iter().any(|path| path.as_deref().is_some_and(is_stdout));
    let bar = progress_bar(args.quiet || to_stdout, u64::from(steps));
    interrupt::listen();
    // Everything that can be written is written before failures are reported.
    let mut failures = Vec::new();
    let done = pool.install(|| {
        carom_scenes::run_observed(&scene, options, |now| {
            bar.set_position(u64::from(now.step));
            let written = observe(&now, csv.as_mut(), pictures.as_mut());
            match written.and_then(|()| interrupt::failure(now.step, steps).map_or(Ok(()), Err)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(failure) => {
                    failures.push(failure);
                    ControlFlow::Break(())
                }
            }
        })
    });
    bar.finish_and_clear();
    let done = done?;
    let (report, world) = (&done.report, done.play.world());
    if let Some((pictures, output)) = pictures.as_mut().zip(last_picture) {
        failures.extend(pictures.draw(world, output).err());
    }
    let mut write = |output: Option<Output>, write: &dyn Fn(&mut dyn Write) -> Result<()>| {
        failures.extend(output.and_then(|mut output| output.write(write).err()));
    };
    write(json, &|out| write_json(report, out));
    write(poses, &|out| csv::write_poses(world, out));
    let drawn = pictures.map_or_else(String::new, |pictures| pictures.to_string());
    write((!args.quiet && !to_stdout).then(Output::stdout), &|out| table::write_report(report, &drawn, out));
    match failures.into_iter().next() {
        Some(failure) => Err(failure),
        None => judge(report),
    }
}

/// Fails if a file has two uses.
fn check_files(args: &RunArgs, pictures: Option<&Pictures>) -> std::result::Result<(), Failure> {
    let options = [("--json", &args.json), ("--csv", &args.csv), ("--poses", &args.poses)];
    let named = options.iter().filter_map(|(name, path)| Some(NamedFile::new(name, path.as_deref()?)));
    let drawn = pictures.into_iter().flat_map(Pictures::paths).map(|path| NamedFile { name: "--picture", path });
    check_distinct(&named.chain(drawn).collect::<Vec<_>>(), source::input(&args.scene).as_slice())
}

/// Writes the outputs of a step. A run that is ended early leaves all rows and pictures until then.
fn observe(
    now: &Progress<'_>,
    csv: Option<&mut Output>,
    pictures: Option<&mut Pictures>,
) -> std::result::Result<(), Failure> {
    if let Some(csv) = csv.filter(|_| now.step > 0) {
        csv.write(|out| csv::write_row(&now.row(), out))?;
    }
    pictures.map_or(Ok(()), |pictures| pictures.draw_if_due(now))
}

/// The scene, with the changes of the command line.
fn scene(args: &RunArgs) -> std::result::Result<SceneDef, Failure> {
    let mut scene = source::scene(&args.scene, args.bodies, args.seed)?;
    let world = &mut scene.world;
    world.dt = args.dt.unwrap_or(world.dt);
    world.substeps = args.substeps.unwrap_or(world.substeps);
    world.continuous &= !args.no_continuous;
    world.broad_phase = args.broad_phase.map_or(world.broad_phase, Into::into);
    world.spatial_sort_interval = args.spatial_sort_interval.unwrap_or(world.spatial_sort_interval);
    // The file was checked when it was read; this checks the options.
    World::new(world.clone()).map_err(|e| Failure::usage(e.to_string()))?;
    Ok(scene)
}

/// A pool of this many threads; one a core for `None`.
pub fn pool(threads: Option<usize>) -> std::result::Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .map_err(|e| Failure::usage(format!("--threads: the threads cannot be started: {e}")))
}

/// A bar on standard error, if that is a terminal.
pub fn progress_bar(hidden: bool, length: u64) -> ProgressBar {
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template("{msg}{bar:40} {pos}/{len} {eta}");
    ProgressBar::with_draw_target(Some(length), target)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Fails unless the run ended well.
fn judge(report: &Report) -> std::result::Result<(), Failure> {
    if !report.is_bad() {
        return Ok(());
    }
    let bodies = |number: usize| count(number, "body", "bodies");
    let (lost, not_finite) = (report.motion.lost.unwrap_or(0), report.motion.not_finite);
    let lost = (lost > 0).then(|| format!("{} {} lost", bodies(lost), if lost == 1 { "was" } else { "were" }));
    let broken = (not_finite > 0)
        .then(|| format!("{} {} not finite", bodies(not_finite), if not_finite == 1 { "is" } else { "are" }));
    let faults: Vec<String> = lost.into_iter().chain(broken).collect();
    Err(Failure::outcome(format!("{}: {}", report.scene, faults.join(" and "))))
}

fn write_json(report: &Report, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}
