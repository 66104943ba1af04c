//! The cause of a segment: the impact that it starts with. Rollback follows causes back.

use crate::state::NONE;
use carom_math::Vec2;

/// The other side of the impact that a segment starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum With {
    /// A body that cannot be pushed.
    Wall,
    /// The moving body of this number.
    Body(u32),
    /// More than one, by joints; or no impact started it.
    Many,
}

impl With {
    /// The other side of an impact, if it is a moving body.
    pub fn of(number: Option<u32>) -> Self {
        number.map_or(Self::Wall, Self::Body)
    }
}

/// The cause of a segment, and all else that rollback needs of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentCause {
    /// Velocities on it [m/s], [rad/s].
    pub v: Vec2,
    pub w: f32,
    /// The number of the impact that it starts with, or [`NONE`], and the other side of that.
    pub impact: u32,
    pub with: With,
}

impl SegmentCause {
    /// A segment with these velocities that no impact is known to have started.
    pub fn new(v: Vec2, w: f32) -> Self {
        Self { v, w, impact: NONE, with: With::Many }
    }
}
