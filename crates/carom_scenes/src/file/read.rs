//! Reading a scene file: quick and within bounded memory for any input, with faults that name their place.

use super::text::SceneText;
use crate::error::join;
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

/// Serde's message, in our words. Messages of our own begin with the field at fault and a colon (see `ShapeDef` and
/// `ShapeError`), which goes to the end of the path.
fn fault(path: &str, error: &serde_json::Error, source: &str) -> SceneError {
    let position = (error.line() > 0).then(|| (error.line(), error.column()));
    let text = error.to_string();
    let text = text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]);
    let (path, text) = match text.split_once(": ") {
        Some((field, rest)) if is_path(field) => (join(path, field), rest),
        _ => match text.strip_prefix("duplicate field `").and_then(|rest| rest.strip_suffix('`')) {
            Some(field) => (join(path, field), text),
            None => (path.to_owned(), text),
        },
    };
    let mut message = text
        .replace("expected f32", "expected a number")
        .replace("f32 values", "numbers")
        .replace("expected u32", "expected a whole number from 0 on")
        .replace("expected u64", "expected a whole number from 0 on")
        .replace("expected usize", "expected the number of a body, from 0")
        .replace("expected i32", "expected a whole number");
    if error.is_eof() {
        message = format!("the text ends too early ({message})");
    } else if message == "number out of range" {
        message = format!("{} is out of range; a number is at most 3.4028235e38", number_at(source, position));
    } else if message == "trailing characters" && !path.is_empty() {
        message = match numbers_about(source, position) {
            Some(count) => format!("a list of {count} numbers is too long; a vector has 2 numbers"),
            None => "the list is too long; a vector has 2 numbers".to_owned(),
        };
    }
    SceneError { position, ..SceneError::at(path, message) }
}

/// The number whose text ends about this line and column.
fn number_at(source: &str, position: Option<(usize, usize)>) -> &str {
    let (line, column) = position.unwrap_or((1, 1));
    let line = source.lines().nth(line.saturating_sub(1)).unwrap_or("");
    let of_number = |b: &u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
    let bytes = line.as_bytes();
    let end = bytes.len().min(column);
    let last = bytes[..end].iter().rposition(of_number).map_or(0, |last| last + 1);
    let first = bytes[..last].iter().rposition(|b| !of_number(b)).map_or(0, |before| before + 1);
    let end = last + bytes[last..].iter().take_while(|b| of_number(b)).count();
    line.get(first..end).unwrap_or("the number")
}

/// The length of the list of numbers about this line and column; `None` if it holds something else or spans lines.
fn numbers_about(source: &str, position: Option<(usize, usize)>) -> Option<usize> {
    let (line, column) = position?;
    let line = source.lines().nth(line.checked_sub(1)?)?;
    let open = line.get(..column.min(line.len()))?.rfind('[')?;
    let list = line[open + 1..].split_once(']')?.0;
    let all_are_numbers = list.split(',').all(|number| number.trim().parse::<f64>().is_ok());
    all_are_numbers.then(|| list.split(',').count()).filter(|count| *count > 2)
}

/// Whether it is the path of a field, such as `vertices[3]`.
fn is_path(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_[].".contains(c))
}
