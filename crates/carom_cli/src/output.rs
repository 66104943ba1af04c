//! Files and standard output, and their failures.

use crate::failure::{Failure, STDOUT};
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::Path;

/// An open output. It is opened before the work starts, so that a failure is known at once.
pub struct Output {
    name: String,
    sink: BufWriter<Box<dyn Write + Send>>,
}

impl Output {
    /// Opens a file, emptied; `-` is standard output.
    pub fn open(path: &Path) -> std::result::Result<Self, Failure> {
        if is_stdout(path) {
            return Ok(Self::stdout());
        }
        let name = path.display().to_string();
        let file = File::create(path).map_err(|e| Failure::output(&name, &e))?;
        Ok(Self { name, sink: BufWriter::new(Box::new(file)) })
    }

    /// Standard output.
    pub fn stdout() -> Self {
        Self { name: STDOUT.to_owned(), sink: BufWriter::new(Box::new(std::io::stdout())) }
    }

    /// Calls `write` and flushes the last byte.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> std::result::Result<(), Failure> {
        let sink = &mut self.sink;
        let done = write(sink).and_then(|()| sink.flush()).and_then(|()| sink.get_mut().flush());
        done.map_err(|e| Failure::output(&self.name, &e))
    }
}

/// Whether the path means standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}
