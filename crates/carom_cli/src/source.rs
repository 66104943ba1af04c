//! Sources of a scene: one of ours by name, or a scene file.

use crate::distinct::NamedFile;
use crate::failure::Failure;
use crate::nearest::nearest;
use carom_scenes::{Flavour, SceneDef, all, extras, find, read_scene_from, soup};
use std::fs::File;
use std::path::Path;

/// The name of random worlds.
const SOUP: &str = "soup";

/// The scene of this name, of this file, or the soup of this seed.
pub fn scene(name: &str, bodies: Option<usize>, seed: Option<u64>) -> Result<SceneDef, Failure> {
    if name == SOUP {
        return match bodies {
            None => Ok(soup(seed.unwrap_or(0), Flavour::Wild)?),
            Some(_) => Err(Failure::usage("--bodies: a soup has as many bodies as its --seed gives it".to_owned())),
        };
    }
    if seed.is_some() {
        return Err(Failure::usage(format!("--seed: {name} is the same every time; {SOUP} is not")));
    }
    let Some(entry) = find(name) else {
        if bodies.is_some() && is_path(name) {
            let name = file_name(Path::new(name));
            return Err(Failure::usage(format!("--bodies: {name} is a scene file, which has its own bodies")));
        }
        return if is_path(name) { file(Path::new(name)) } else { Err(unknown(name)) };
    };
    match bodies {
        None => Ok(entry.scene()?),
        Some(_) if !entry.scales() => {
            let scaling: Vec<&str> = all().iter().filter(|e| e.scales()).map(|e| e.name).collect();
            let (are, scaling) = (if scaling.len() == 1 { "does" } else { "do" }, scaling.join(", "));
            Err(Failure::usage(format!("--bodies: {name} has a fixed number of bodies; {scaling} {are} not")))
        }
        Some(bodies) => Ok(entry.scaled(bodies).map_err(|e| Failure::usage(format!("--bodies: {e}")))?),
    }
}

/// The scene of this file; `-` is standard input.
pub fn file(path: &Path) -> Result<SceneDef, Failure> {
    let name = file_name(path);
    if is_stdin(path) {
        return Ok(read_scene_from(&name, std::io::stdin().lock())?);
    }
    let input = File::open(path).map_err(|e| Failure::usage(format!("{name}: cannot be read: {e}")))?;
    Ok(read_scene_from(&name, input)?)
}

/// The scene file of this name, if it is one.
pub fn input(name: &str) -> Option<NamedFile> {
    let is_file = name != SOUP && find(name).is_none() && is_path(name) && !is_stdin(Path::new(name));
    is_file.then(|| NamedFile::new("the scene", Path::new(name)))
}

/// Whether the path means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of a scene file in messages.
pub fn file_name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Whether it is a path and not the name of a scene.
fn is_path(name: &str) -> bool {
    is_stdin(Path::new(name)) || Path::new(name).exists() || name.contains(['/', '\\']) || name.ends_with(".json")
}

/// The message for a name that no scene has.
fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = all().iter().chain(extras()).map(|e| e.name).chain([SOUP]).collect();
    let near = nearest(name, &names).join(" or ");
    let hint = if near.is_empty() { near } else { format!(" Did you mean {near}?") };
    Failure::usage(format!("there is no scene and no file called {name:?}.{hint} The scenes: {}", names.join(", ")))
}
