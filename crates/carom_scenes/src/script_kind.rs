//! The scripts that a scene can name.

use crate::PlannedCall;

/// The script of a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptKind {
    /// Dolls fall, and the oldest ones make room: `rain`.
    Rain,
    /// A kinematic body is pushed to and fro: `junkyard`.
    Junkyard {
        /// Number of the kinematic body.
        pusher: usize,
    },
    /// Any calls, in the order of their steps: [`soup`](crate::soup).
    Calls(Vec<PlannedCall>),
}
