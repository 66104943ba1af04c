//! The rules of a move of the character.

/// Rules of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gait {
    /// Along all surfaces alike.
    Float,
    /// With an up direction; nothing that it cannot stand on lifts it.
    Fall,
    /// The same, and it climbs steps and keeps its horizontal speed on slopes.
    Walk,
}
