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
use carom_draw::{Profile, TraceFile};
use carom_scenes::{Progress, Report, Run, RunOptions, SceneDef};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{Result, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Runs a scene.
pub fn run(args: &RunArgs) -> std::result::Result<(), Failure> {
    let scene = scene(args)?;
    let steps = args.steps.unwrap_or(scene.steps);
    let mut pictures = Pictures::new(&args.pictures, &scene, steps)?;
    check_files(args, &pictures)?;
    let open = |path: &Option<PathBuf>| path.as_deref().map(Output::open).transpose();
    let (json, mut csv, poses) = (open(&args.json)?, open(&args.csv)?, open(&args.poses)?);
    let mut trace = open(&args.trace)?.map(|output| (output, TraceFile::default()));
    let mut profile = open(&args.profile)?.map(|output| (output, Profile::default()));
    pictures.open()?;
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
        trace: args.trace.is_some(),
    };
    let to_stdout =
        [&args.json, &args.csv, &args.poses, &args.trace].iter().any(|path| path.as_deref().is_some_and(is_stdout));
    let bar = progress_bar(args.quiet || to_stdout, u64::from(steps));
    // Everything that can be written is written before failures are reported.
    let (done, mut failures) = pool.install(|| {
        watched(&scene, options, &bar, |now| {
            if let Some(csv) = csv.as_mut().filter(|_| now.step > 0) {
                csv.write(|out| csv::write_row(&now.row(), out))?;
            }
            if now.step > 0 {
                trace.iter_mut().for_each(|(_, trace)| trace.note(now.play.world()));
                profile.iter_mut().for_each(|(_, profile)| profile.note(now.play.world()));
            }
            pictures.observe(now)
        })
    })?;
    let (report, world) = (&done.report, done.play.world());
    failures.extend(pictures.finish(world));
    let mut write = |output: Option<Output>, write: &dyn Fn(&mut dyn Write) -> Result<()>| {
        failures.extend(output.and_then(|mut output| output.write(write).err()));
    };
    write(json, &|out| write_json(report, out));
    if let Some((output, trace)) = trace {
        write(Some(output), &|out| out.write_all(trace.json().as_bytes()));
    }
    if let Some((output, profile)) = profile {
        write(Some(output), &|out| out.write_all(profile.svg(&scene.name).as_bytes()));
    }
    write(poses, &|out| csv::write_poses(world, out));
    let drawn = pictures.written();
    write((!args.quiet && !to_stdout).then(Output::stdout), &|out| table::write_report(report, drawn, out));
    match failures.into_iter().next() {
        Some(failure) => Err(failure),
        None => judge(report),
    }
}

/// Runs a scene until its end, Ctrl-C, a fault of its script or a failure of `observe`, which is called before the
/// first step and after each one. Returns it with what went wrong.
pub fn watched(
    scene: &SceneDef,
    options: RunOptions,
    bar: &ProgressBar,
    mut observe: impl FnMut(&Progress<'_>) -> std::result::Result<(), Failure>,
) -> std::result::Result<(Run, Vec<Failure>), Failure> {
    let steps = options.steps.unwrap_or(scene.steps);
    interrupt::listen();
    let mut failures = Vec::new();
    let done = carom_scenes::run_observed(scene, options, |now| {
        bar.set_position(u64::from(now.step));
        let failed = observe(&now).err().or_else(|| interrupt::failure(now.step, steps));
        let goes_on = failed.is_none();
        failures.extend(failed);
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    let mut done = done?;
    failures.extend(done.fault.take().map(Failure::from));
    Ok((done, failures))
}

/// Fails if a file has two uses.
fn check_files(args: &RunArgs, pictures: &Pictures<'_>) -> std::result::Result<(), Failure> {
    let rows = [("--json", &args.json), ("--csv", &args.csv), ("--poses", &args.poses)];
    let times = [("--trace", &args.trace), ("--profile", &args.profile)];
    let options = rows.into_iter().chain(times);
    let named = options.filter_map(|(name, path)| Some(NamedFile::new(name, path.as_deref()?)));
    check_distinct(&named.chain(pictures.files()).collect::<Vec<_>>(), source::input(&args.scene).as_slice())
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
