//! Reading a scene file: quick and within bounded memory for any input, with faults that name their place.

use super::fault::fault;
use super::text::SceneText;
use crate::{SceneDef, SceneError};
use std::io::Read;

/// The greatest scene file that is read [bytes].
const MOST_BYTES: u64 = 1 << 30;

/// The part of a file that is tested before the rest is read [bytes].
const FIRST_BYTES: u64 = 1 << 16;

/// Reads a scene from the text of a scene file. A world must accept the values: one is built to check.
///
/// # Errors
/// Text that is not a scene file, or values that no world accepts: with the line, the path, the value, and the valid
/// ones.
pub fn read_scene(text: &str) -> Result<SceneDef, SceneError> {
    let scene = parse(text)?;
    scene.check()?;
    Ok(scene)
}

/// Reads a scene from an open file or pipe, called `name` in messages.
///
/// # Errors
/// As [`read_scene`]; also input that cannot be read, is not UTF-8, or is larger than 1 GiB.
pub fn read_scene_from(name: &str, input: impl Read) -> Result<SceneDef, SceneError> {
    take_in(input).and_then(|text| read_scene(&text)).map_err(|e| e.in_file(name))
}

/// The whole text. The beginning decides whether an endless or huge input that is no scene file is refused.
fn take_in(input: impl Read) -> Result<String, SceneError> {
    let failed = |e: std::io::Error| SceneError::at("", format!("cannot be read: {e}"));
    let mut input = input.take(MOST_BYTES + 1);
    let mut bytes = Vec::new();
    input.by_ref().take(FIRST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    match bytes.iter().position(|b| !b.is_ascii_whitespace()) {
        None if bytes.len() as u64 == FIRST_BYTES => {
            return Err(SceneError::at("", format!("begins with {FIRST_BYTES} blanks; a scene file begins with {{")));
        }
        None => return Err(SceneError::at("", "is empty; a scene file begins with {\"carom\": 1")),
        Some(first) if bytes[first] != b'{' && bytes[first].is_ascii() => {
            let begin = char::from(bytes[first]).escape_default();
            return Err(SceneError::at("", format!("begins with '{begin}'; a scene file is JSON and begins with {{")));
        }
        Some(_) => input.read_to_end(&mut bytes).map_err(failed)?,
    };
    if bytes.len() as u64 > MOST_BYTES {
        return Err(SceneError::at("", format!("is larger than {MOST_BYTES} bytes, the most that is read")));
    }
    String::from_utf8(bytes).map_err(|e| {
        let place = e.utf8_error().valid_up_to();
        let (read, byte) = (&e.as_bytes()[..place], e.as_bytes()[place]);
        let line = 1 + read.iter().filter(|b| **b == b'\n').count();
        let column = 1 + read.iter().rev().take_while(|b| **b != b'\n').count();
        let mut error = SceneError::at("", format!("is not UTF-8 text: byte {byte:#04x} at offset {place}"));
        error.position = Some((line, column));
        error
    })
}

fn parse(text: &str) -> Result<SceneDef, SceneError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let scene: SceneText = serde_path_to_error::deserialize(&mut json).map_err(|e| {
        // If a key itself is broken, the path ends in a question mark; the root alone is a dot.
        let path = e.path().to_string();
        fault(path.trim_end_matches(['?', '.']), e.inner(), text)
    })?;
    json.end().map_err(|e| fault("", &e, text))?;
    scene.scene()
}
