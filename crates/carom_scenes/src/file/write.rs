//! Writing a scene file: one line a body and a joint, every number with the digits that restore its bits.

use super::VERSION;
use super::text::kind_of;
use crate::{Container, SceneDef, SceneError};
use serde_json::{Value, json};
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
    let container: Option<&Container> = scene.container.as_ref();
    writeln!(out, "{{\"carom\": {VERSION},")?;
    writeln!(out, "\"name\": {},", Value::from(scene.name.as_str()))?;
    writeln!(out, "\"about\": {},", Value::from(scene.about.as_str()))?;
    writeln!(out, "\"steps\": {},", json!(scene.steps))?;
    writeln!(out, "\"world\": {},", serde_json::to_string(&scene.world)?)?;
    writeln!(out, "\"container\": {},", serde_json::to_string(&container)?)?;
    write!(out, "\"bodies\": [")?;
    for (i, body) in scene.bodies.iter().enumerate() {
        write!(out, "{}", if i == 0 { "\n" } else { ",\n" })?;
        serde_json::to_writer(&mut out, body)?;
    }
    write!(out, "],\n\"joints\": [")?;
    for (i, joint) in scene.joints.iter().enumerate() {
        write!(out, "{}", if i == 0 { "\n" } else { ",\n" })?;
        let kind = kind_of(&joint.joint)
            .ok_or_else(|| Error::new(ErrorKind::InvalidInput, format!("joint {i} has a kind that no file has")))?;
        write!(out, "{{\"a\":{},\"b\":{},\"{kind}\":", joint.a, joint.b)?;
        match &joint.joint {
            carom::JointDef::Revolute(revolute) => serde_json::to_writer(&mut out, revolute)?,
            other => serde_json::to_writer(&mut out, other)?,
        }
        write!(out, "}}")?;
    }
    // Files without areas are as short as before there were any.
    if !scene.areas.is_empty() {
        write!(out, "],\n\"areas\": [")?;
        for (i, area) in scene.areas.iter().enumerate() {
            write!(out, "{}", if i == 0 { "\n" } else { ",\n" })?;
            serde_json::to_writer(&mut out, area)?;
        }
    }
    writeln!(out, "]}}")?;
    out.flush()
}
