//! Scenes by name: those that carom brings, and two that are only here.

use crate::hail::{HAIL, hail};
use crate::shelves::{SHELVED, shelves};
use carom_scenes::{Entry, SceneDef, SceneError, find};

/// The scenes that are only here.
pub const EXTRA: [&str; 2] = [HAIL, SHELVED];

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
        (None, _) => Err(SceneError::at("", format!("there is no scene {name:?}"))),
    }
}
