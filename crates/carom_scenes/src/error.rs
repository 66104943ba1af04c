//! Errors of scenes: always with the path of the fault, and the source of the scene, if known.

use std::fmt;

/// The reason why a scene was refused, and its place: the file, the line and column, the path inside, the value and the
/// valid ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneError {
    /// Name of the file; empty if there is none.
    pub file: String,
    /// Line and column, from 1, if known.
    pub position: Option<(usize, usize)>,
    /// Path inside the scene, such as `bodies[3].shapes[0].radius`; empty for the whole of it.
    pub path: String,
    /// The value, and the valid ones.
    pub message: String,
}

impl SceneError {
    /// The fault `message` at `path`.
    pub fn at(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), ..Self::default() }
    }

    /// The world's refusal at `path`: the field that it names is joined to the path.
    pub fn refused(path: &str, error: &carom::Error) -> Self {
        match error {
            carom::Error::Value { field, value, expected } => {
                Self::at(join(path, field), format!("{value} is not {expected}"))
            }
            other => Self::at(path, other.to_string()),
        }
    }

    /// The same fault, in the file of this name.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        file.clone_into(&mut self.file);
        self
    }
}

/// `inner` as a path from outside `path`.
pub(crate) fn join(path: &str, inner: &str) -> String {
    match (path.is_empty(), inner.is_empty()) {
        (true, _) => inner.to_owned(),
        (_, true) => path.to_owned(),
        _ => format!("{path}.{inner}"),
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}", self.file)?;
            if let Some((line, column)) = self.position {
                write!(f, ":{line}:{column}")?;
            }
            write!(f, ": ")?;
        } else if let Some((line, column)) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for SceneError {}

impl From<carom::ShapeError> for SceneError {
    fn from(e: carom::ShapeError) -> Self {
        Self::at("", e.to_string())
    }
}
