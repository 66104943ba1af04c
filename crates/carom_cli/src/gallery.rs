//! `carom gallery`: a picture of each scene, and whether pictures made before are up to date.

use crate::args::GalleryArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::run::{pool, progress_bar};
use carom_draw::{DrawOptions, Drawing, png_difference};
use carom_scenes::{Entry, RunOptions, all, extras, run};

/// Width and height of a picture [px].
const SIZE: (u32, u32) = (640, 420);

/// The part of its steps after which a scene is drawn, and the most steps: large scenes take long.
const PART: f64 = 0.6;
const MOST_STEPS: u32 = 400;

/// The part of the pixels in which a picture that is up to date may differ.
const TOLERANCE: f32 = 0.01;

/// Draws all scenes, or compares their pictures.
pub fn gallery(args: &GalleryArgs) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::output(&args.folder.display().to_string(), &e);
    if !args.check {
        std::fs::create_dir_all(&args.folder).map_err(failed)?;
    }
    let entries: Vec<&Entry> = all().iter().chain(extras()).collect();
    let bar = progress_bar(args.quiet, entries.len() as u64);
    let pool = pool(None)?;
    let mut stale = Vec::new();
    for entry in entries {
        bar.set_message(format!("{} ", entry.name));
        let path = args.folder.join(format!("{}.png", entry.name));
        let png = pool.install(|| picture(entry))?;
        if !args.check {
            Output::open(&path)?.write(|out| out.write_all(&png))?;
        } else if !std::fs::read(&path).is_ok_and(|old| png_difference(&old, &png).is_ok_and(|part| part <= TOLERANCE))
        {
            stale.push(path.display().to_string());
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if stale.is_empty() {
        return Ok(());
    }
    let folder = args.folder.display();
    Err(Failure::outcome(format!("not up to date: {}; draw them by: carom gallery {folder}", stale.join(", "))))
}

/// The picture of a scene in the middle of its run.
fn picture(entry: &Entry) -> Result<Vec<u8>, Failure> {
    let scene = entry.scene()?;
    let steps = ((f64::from(scene.steps) * PART) as u32).min(MOST_STEPS);
    let done = run(&scene, RunOptions { steps: Some(steps), ..RunOptions::default() }, |_| ())?;
    let options = DrawOptions { title: Some(scene.name.clone()), size: Some(SIZE), ..DrawOptions::default() };
    let png = Drawing::with(done.play.world(), &options).png();
    png.map_err(|e| Failure::output(&scene.name, &e))
}
