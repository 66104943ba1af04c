//! Bodies on their way through one-way shapes.

use crate::events::BodyShape;
use crate::key::BodyKey;

/// Least cosine between the normal and the direction of a one-way shape that holds what comes: 60 degrees.
pub(crate) const HOLDS: f32 = 0.5;

/// A body that a one-way shape lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Through {
    /// The one-way shape.
    pub platform: BodyShape,
    /// The body that passes through.
    pub body: BodyKey,
    /// Whether the user asked for it. Then it lasts until the two are apart, else until the body is in front of the
    /// shape and no longer leaves it.
    pub requested: bool,
}

impl Through {
    /// Sort key; each occurs once.
    pub(crate) fn key(&self) -> (BodyShape, BodyKey) {
        (self.platform, self.body)
    }
}
