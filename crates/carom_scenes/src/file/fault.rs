//! Faults of a scene file: the place, the path, and the message in words.

use super::words::{choice, object_at, plain};
use crate::SceneError;
use crate::error::join;

/// Serde's message, in our words. Messages of our own begin with the field at fault and a colon (see `ShapeDef` and
/// `ShapeError`), which goes to the end of the path.
pub(super) fn fault(path: &str, error: &serde_json::Error, source: &str) -> SceneError {
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
    if let Some((path, wanted)) = object_at(&path, text == "trailing characters") {
        return SceneError { position, ..SceneError::at(path, format!("expected {wanted}, found a list")) };
    }
    let mut message = plain(text);
    if error.is_eof() {
        message = format!("the text ends too early ({message})");
    } else if message == "number out of range" {
        message = format!("{} is out of range; a number is at most 3.4028235e38", number_at(source, position));
    } else if ["expected value", "expected ident", "invalid number"].contains(&message.as_str())
        && let Some(word) = not_finite_at(source, position)
    {
        message = format!("{word} is no number of JSON; a number is finite");
    } else if message == "expected value"
        && let Some(found) = value_at(source, position)
    {
        message = format!("expected {}, found {found}", choice(&path));
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

/// The value that begins at this line and column, in words; `None` if nothing does.
fn value_at(source: &str, position: Option<(usize, usize)>) -> Option<String> {
    let (line, column) = position?;
    let rest = source.lines().nth(line.checked_sub(1)?)?.get(column.checked_sub(1)?..)?;
    match rest.bytes().next()? {
        b'[' => Some("a list".to_owned()),
        b'{' | b'}' => Some("an object".to_owned()),
        b'-' | b'0'..=b'9' => Some(format!("the number {}", number_at(source, position))),
        _ => ["true", "false", "null"].into_iter().find(|word| rest.starts_with(word)).map(str::to_owned),
    }
}

/// The word for a number that is not finite, with its sign, if this line and column are in it.
fn not_finite_at(source: &str, position: Option<(usize, usize)>) -> Option<&str> {
    let (line, column) = position?;
    let line = source.lines().nth(line.checked_sub(1)?)?;
    let of_word = |b: &u8| b.is_ascii_alphabetic() || b"+-".contains(b);
    let (before, after) = line.as_bytes().split_at_checked(column.checked_sub(1)?)?;
    let first = before.iter().rposition(|b| !of_word(b)).map_or(0, |other| other + 1);
    let end = before.len() + after.iter().take_while(|b| of_word(b)).count();
    let word = line.get(first..end)?;
    let name = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
    ["nan", "inf", "infinity"].contains(&name.as_str()).then_some(word)
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
