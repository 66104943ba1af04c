//! Writing a scene file: one line a body and a joint, every number with the digits that restore its bits.

use super::lines::Lines;
use super::text::{JointLine, SceneFile};
use crate::{SceneDef, SceneError};
use serde::Serialize;
use serde_json::Serializer;
use std::io::{Error, ErrorKind, Result, Write};

/// Whether a scene can be written.
///
/// # Errors
/// It has a script, which no file can express.
pub fn can_export(scene: &SceneDef) -> std::result::Result<(), SceneError> {
    match scene.script {
        None => Ok(()),
        Some(_) => Err(SceneError::at(
            scene.name.as_str(),
            "cannot be exported: it has a script that acts before each step, and a scene file holds no scripts",
        )),
    }
}

/// Writes a scene as a scene file. Numbers that no world accepts (NaN, infinity) cannot be read back.
///
/// # Errors
/// The output fails; the scene cannot be written, see [`can_export`] (`InvalidInput`).
pub fn write_scene(scene: &SceneDef, mut out: impl Write) -> Result<()> {
    can_export(scene).map_err(|e| Error::new(ErrorKind::InvalidInput, e))?;
    let file = SceneFile {
        carom: super::VERSION,
        name: &scene.name,
        about: &scene.about,
        steps: scene.steps,
        world: &scene.world,
        container: scene.container.as_ref(),
        bodies: &scene.bodies,
        joints: scene.joints.iter().map(JointLine::from).collect(),
        areas: &scene.areas,
        ignored: &scene.ignored,
    };
    file.serialize(&mut Serializer::with_formatter(&mut out, Lines::default()))?;
    writeln!(out)?;
    out.flush()
}
