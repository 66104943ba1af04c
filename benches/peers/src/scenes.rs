//! Scenes by name: those that carom brings, and three that are only here.

use crate::hail::{HAIL, hail};
use crate::machinery::{MACHINERY, machinery};
use crate::shelves::{SHELVED, shelves};
use carom_scenes::{Entry, SceneDef, SceneError, find};

/// The scenes that are only here.
pub const EXTRA: [&str; 3] = [HAIL, SHELVED, MACHINERY];

/// A scene by name.
///
/// # Errors
/// No scene has this name.
pub fn scene_named(name: &str) -> Result<SceneDef, SceneError> {
    let of_ours = |scene: Result<SceneDef, carom::Error>| scene.map_err(|e| SceneError::at(name, e.to_string()));
    match (find(name).map(Entry::scene), name) {
        (Some(scene), _) => scene,
        (None, HAIL) => of_ours(hail()),
        (None, SHELVED) => of_ours(shelves()),
        (None, MACHINERY) => of_ours(machinery()),
        (None, _) => Err(SceneError::at("", format!("there is no scene {name:?}"))),
    }
}
