//! `carom check`: whether a scene file is one.

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::source;
use crate::table::count;

/// Reads a scene file and says what it holds.
pub fn check(args: &CheckArgs) -> Result<(), Failure> {
    let scene = source::file(&args.file)?;
    let (bodies, shapes, joints) = (scene.bodies.len(), scene.shape_count(), scene.joints.len());
    let name = args.file.display();
    let counts = [count(bodies, "body", "bodies"), count(shapes, "shape", "shapes"), count(joints, "joint", "joints")];
    Output::stdout().write(|out| writeln!(out, "{name}: good; {}: {}", counts.join(", "), scene.name))
}
