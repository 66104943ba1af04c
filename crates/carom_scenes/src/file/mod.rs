//! The scene file: JSON, versioned, complete and exact. docs/SCENE_FORMAT.md describes it.

mod fault;
mod lines;
mod read;
mod text;
mod words;
mod write;

pub use read::{read_scene, read_scene_from};
pub use write::{can_export, write_scene};

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u64 = 1;

/// The part of a joint's path after `joints[i]` in which an error is.
pub(crate) fn suffix_of(joint: &carom::JointDef, error: &carom::Error) -> String {
    let options = ["stiffness", "break_force", "break_torque"];
    let of_options = |field: &str| options.contains(&field.split('.').next().unwrap_or_default());
    let is_option = matches!(error, carom::Error::Value { field, .. } if of_options(field));
    if is_option { String::new() } else { format!(".{}", joint.kind.name()) }
}
