//! `carom export`: a scene as a scene file.

use crate::args::ExportArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::source;

/// Writes a scene as a scene file on standard output.
pub fn export(args: &ExportArgs) -> Result<(), Failure> {
    let scene = source::scene(&args.scene, args.bodies, args.seed)?;
    carom_scenes::can_export(&scene)?;
    Output::stdout().write(|out| carom_scenes::write_scene(&scene, out))
}
