//! Why the program ends early, and the exit status for it.

use carom_scenes::SceneError;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Why the program ends early.
#[derive(Debug)]
pub struct Failure {
    status: u8,
    /// Empty if nobody can read it.
    message: String,
}

impl Failure {
    /// Bad usage or bad input: status 2.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { status: 2, message: message.into() }
    }

    /// A bad outcome: status 1.
    pub fn outcome(message: impl Into<String>) -> Self {
        Self { status: 1, message: message.into() }
    }

    /// An end by Ctrl-C: status 130, as shells report it.
    pub fn interrupted(message: impl Into<String>) -> Self {
        Self { status: INTERRUPTED, message: message.into() }
    }

    /// An output called `name` that could not be written: status 1, and no message if the reader of standard output
    /// went away.
    pub fn output(name: &str, error: &std::io::Error) -> Self {
        if name == STDOUT && error.kind() == ErrorKind::BrokenPipe {
            return Self::outcome("");
        }
        Self::outcome(format!("{name}: cannot be written: {error}"))
    }

    /// Prints the message, and returns the exit status.
    pub fn report(self) -> ExitCode {
        if !self.message.is_empty() {
            // If standard error is closed as well, only the exit status remains.
            let _ = writeln!(std::io::stderr(), "error: {}", self.message);
        }
        ExitCode::from(self.status)
    }
}

/// The exit status after Ctrl-C: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// The name of standard output in messages.
pub const STDOUT: &str = "standard output";

impl From<SceneError> for Failure {
    fn from(e: SceneError) -> Self {
        Self::usage(e.to_string())
    }
}
