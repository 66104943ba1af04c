//! The cause of a segment: the impact that it starts with. Rollback follows causes back.

use crate::state::NONE;
use carom_math::Vec2;

/// With what a moving body had the impact that a segment starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum With {
    /// What cannot be pushed.
    Wall,
    /// The moving body of this number.
    Flight(u32),
    /// More than one, by joints; or no impact started it.
    Many,
}

impl With {
    /// The other side of an impact, where that is a moving body.
    pub fn of(number: Option<u32>) -> Self {
        number.map_or(Self::Wall, Self::Flight)
    }
}

/// What has to be known of a segment to take it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentCause {
    /// Velocities on it [m/s], [rad/s].
    pub v: Vec2,
    pub w: f32,
    /// The number of the impact that it starts with, or [`NONE`], and with what that was.
    pub impact: u32,
    pub with: With,
}

impl SegmentCause {
    /// A segment with these velocities that no impact is known to have started.
    pub fn new(v: Vec2, w: f32) -> Self {
        Self { v, w, impact: NONE, with: With::Many }
    }
}
