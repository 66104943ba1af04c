//! Sources of a scene: one of ours by name, or a scene file.

use crate::failure::Failure;
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
            return Err(Failure::usage(format!("--bodies: {name} is a file, whose bodies are what it says")));
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

/// The scene of this file.
pub fn file(path: &Path) -> Result<SceneDef, Failure> {
    let name = path.display().to_string();
    let input = File::open(path).map_err(|e| Failure::usage(format!("{name}: cannot be read: {e}")))?;
    Ok(read_scene_from(&name, input)?)
}

/// Whether it is a path and not the name of a scene.
fn is_path(name: &str) -> bool {
    Path::new(name).exists() || name.contains(['/', '\\']) || name.ends_with(".json")
}

/// The message for a name that no scene has.
fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = all().iter().chain(extras()).map(|e| e.name).chain([SOUP]).collect();
    let nearest = names.iter().map(|known| (distance(name, known), *known)).min();
    let hint = match nearest {
        Some((far, nearest)) if far <= nearest.len() / 3 + 1 => format!(" Did you mean {nearest}?"),
        _ => String::new(),
    };
    Failure::usage(format!("there is no scene and no file called {name:?}.{hint} The scenes: {}", names.join(", ")))
}

/// The number of letters to insert, delete or change to turn a into b (Levenshtein 1965).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    // A name much longer than any scene's is far from all.
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.chars().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distance_counts_changes() {
        assert_eq!(distance("tumbler", "tumbler"), 0);
        assert_eq!(distance("tumler", "tumbler"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "rain"), 4);
    }
}
