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
    let hint = nearest(name, &names).map_or_else(String::new, |known| format!(" Did you mean {known}?"));
    Failure::usage(format!("there is no scene and no file called {name:?}.{hint} The scenes: {}", names.join(", ")))
}

/// The known name that `name` was probably meant to be: at most a third of its letters differ, and one may always.
/// Case does not count, and a swap of two neighbours is one change.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let (changes, nearest) = known.iter().map(|known| (strsim::osa_distance(&name, known), *known)).min()?;
    (changes <= (nearest.len() / 3).max(1)).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_named_if_it_is_near() {
        let known = ["large_pyramid", "rain", "soup", "spinner", "tumbler"];
        let pairs = [("large_piramid", "large_pyramid"), ("Rian", "rain"), ("soop", "soup"), ("TUMLER", "tumbler")];
        for (typed, meant) in pairs {
            assert_eq!(nearest(typed, &known), Some(meant), "{typed}");
        }
        for typed in ["", "x", "sorry", "train of thought", "\u{1F3B1}\u{1F3B1}"] {
            assert_eq!(nearest(typed, &known), None, "{typed}");
        }
        assert_eq!(nearest("rain", &[]), None);
    }
}
