//! `carom render`: the pictures of a scene, without a report.

use crate::args::RenderArgs;
use crate::distinct::check_distinct;
use crate::failure::Failure;
use crate::output::Output;
use crate::pictures::Pictures;
use crate::run::{pool, progress_bar, watched};
use crate::source;
use carom_scenes::RunOptions;

/// Draws a scene.
pub fn render(args: &RenderArgs) -> Result<(), Failure> {
    if !args.pictures.is_any() {
        let options = "--picture, --gif, --video or --replay";
        return Err(Failure::usage(format!("nothing to draw: give a file to {options}")));
    }
    let scene = source::scene(&args.scene, args.bodies, args.seed)?;
    let steps = args.steps.unwrap_or(scene.steps);
    let mut pictures = Pictures::new(&args.pictures, &scene, steps)?;
    check_distinct(&pictures.files(), source::input(&args.scene).as_slice())?;
    pictures.open()?;
    let pool = pool(args.threads)?;
    let threads = pool.current_num_threads();
    let options = RunOptions { steps: args.steps, threads, ..RunOptions::default() };
    let bar = progress_bar(args.quiet, u64::from(steps));
    let (done, mut failures) = pool.install(|| watched(&scene, options, &bar, |now| pictures.observe(now)))?;
    failures.extend(pictures.finish(done.play.world()));
    if !args.quiet {
        let written = pictures.written();
        let print = Output::stdout().write(|out| written.iter().try_for_each(|name| writeln!(out, "{name}")));
        failures.extend(print.err());
    }
    failures.into_iter().next().map_or(Ok(()), Err)
}
