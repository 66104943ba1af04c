//! `carom check`: whether scene files are valid.

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::source;
use crate::table::count;
use std::path::Path;

/// Reads scene files and prints their content; all of them, however many are wrong.
pub fn check(args: &CheckArgs) -> Result<(), Failure> {
    // The caller reports the last failure.
    let mut last: Option<Failure> = None;
    for file in &args.files {
        if let Err(failure) = check_one(file) {
            last.replace(failure).map(Failure::report);
        }
    }
    last.map_or(Ok(()), Err)
}

fn check_one(file: &Path) -> Result<(), Failure> {
    let scene = source::file(file)?;
    let (bodies, shapes, joints) = (scene.bodies.len(), scene.shape_count(), scene.joints.len());
    let name = source::file_name(file);
    let counts = [count(bodies, "body", "bodies"), count(shapes, "shape", "shapes"), count(joints, "joint", "joints")];
    Output::stdout().write(|out| writeln!(out, "{name}: good; {}: {}", counts.join(", "), scene.name))
}
