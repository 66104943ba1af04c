//! Outputs are files of their own. A clash is found before anything runs and before a file is emptied.

use crate::failure::{Failure, STDOUT};
use crate::output::is_stdout;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A file with the name of its option in messages.
pub struct NamedFile {
    /// Name of its option, or of its role.
    pub name: &'static str,
    /// Its path.
    pub path: PathBuf,
}

impl NamedFile {
    /// The file of an option.
    pub fn new(name: &'static str, path: &Path) -> Self {
        Self { name, path: path.to_owned() }
    }
}

/// Fails if an output is also another output or an input.
pub fn check_distinct(outputs: &[NamedFile], inputs: &[NamedFile]) -> Result<(), Failure> {
    let of_inputs = inputs.iter().filter_map(|file| Some((identity(&file.path)?, file.name)));
    let mut names: HashMap<PathBuf, &str> = of_inputs.collect();
    for output in outputs {
        let id = if is_stdout(&output.path) { Some(PathBuf::from(STDOUT)) } else { identity(&output.path) };
        if let Some(first) = id.and_then(|id| names.insert(id, output.name)) {
            let place = if is_stdout(&output.path) { STDOUT.to_owned() } else { output.path.display().to_string() };
            let name = output.name;
            return Err(Failure::usage(format!("{name}: {place} is the file of {first} too; each needs its own")));
        }
    }
    Ok(())
}

/// The absolute path of a file, links followed, whether it exists or not. None for a device or a pipe, which several
/// may share.
fn identity(path: &Path) -> Option<PathBuf> {
    if let Ok(known) = path.canonicalize() {
        return known.is_file().then_some(known);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}
