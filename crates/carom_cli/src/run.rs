//! `carom run`: a scene from its first step to its last, and all its outputs.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::output::{Output, is_stdout};
use crate::{source, table};
use carom::World;
use carom::diagnostics::Driver;
use carom_draw::Drawing;
use carom_scenes::{Report, Row, RunOptions, SceneDef};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{Result, Write};
use std::path::Path;

/// Runs a scene.
pub fn run(args: &RunArgs) -> std::result::Result<(), Failure> {
    let scene = scene(args)?;
    let open = |path: &Option<std::path::PathBuf>| path.as_deref().map(Output::open).transpose();
    let (json, csv, poses, picture) = (open(&args.json)?, open(&args.csv)?, open(&args.poses)?, open(&args.picture)?);
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
        rows: csv.is_some(),
    };
    let to_stdout = [&args.json, &args.csv, &args.poses].iter().any(|path| path.as_deref().is_some_and(is_stdout));
    let bar = progress_bar(args.quiet || to_stdout, u64::from(args.steps.unwrap_or(scene.steps)));
    let done = pool.install(|| carom_scenes::run(&scene, options, |step| bar.set_position(u64::from(step))));
    bar.finish_and_clear();
    let done = done?;
    let (report, world) = (&done.report, done.play.world());
    // Everything that can be written is written before failures are reported.
    let mut failures = Vec::new();
    let mut write = |output: Option<Output>, write: &dyn Fn(&mut dyn Write) -> Result<()>| {
        let failure = output.and_then(|mut output| output.write(write).err());
        let done = failure.is_none();
        failures.extend(failure);
        done
    };
    write(json, &|out| write_json(report, out));
    write(csv, &|out| write_rows(&done.rows, out));
    write(poses, &|out| write_poses(world, out));
    let drawn = write(picture, &|out| write_picture(world, args.picture.as_deref(), out));
    write((!args.quiet && !to_stdout).then(Output::stdout), &|out| {
        table::write_report(report, args.picture.as_deref().filter(|_| drawn), out)
    });
    match failures.into_iter().next() {
        Some(failure) => Err(failure),
        None => judge(report),
    }
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
    let (lost, not_finite) = (report.motion.lost.unwrap_or(0), report.motion.not_finite);
    Err(Failure::outcome(format!("{}: {lost} bodies were lost and {not_finite} are not finite", report.scene)))
}

fn write_json(report: &Report, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}

fn write_rows(rows: &[Row], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "step,ms,contacts,awake,kinetic_energy")?;
    for row in rows {
        writeln!(out, "{},{:.6},{},{},{}", row.step, row.ms, row.contacts, row.awake, row.kinetic_energy)?;
    }
    Ok(())
}

/// The numbers have enough digits to read back the same f32.
fn write_poses(world: &World, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "index,x,y,angle,vx,vy,angular_velocity,awake")?;
    for (index, (_, body)) in world.bodies().enumerate() {
        let (p, v) = (body.position(), body.velocity());
        let (angle, spin, awake) = (body.angle(), body.angular_velocity(), u8::from(body.is_awake()));
        writeln!(out, "{index},{},{},{angle},{},{},{spin},{awake}", p.x, p.y, v.x, v.y)?;
    }
    Ok(())
}

fn write_picture(world: &World, path: Option<&Path>, out: &mut dyn Write) -> Result<()> {
    let drawing = Drawing::of(world);
    if path.and_then(Path::extension).is_some_and(|e| e == "svg") {
        out.write_all(drawing.svg().as_bytes())
    } else {
        out.write_all(&drawing.png()?)
    }
}
