//! Bodies on their way through one-way shapes.

use crate::events::BodyShape;
use crate::key::BodyKey;

/// A body that a one-way shape lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Through {
    /// The one-way shape.
    pub platform: BodyShape,
    /// What goes through.
    pub body: BodyKey,
    /// Whether it was told to: then until the two are apart, else until it is before the shape and no longer leaves it.
    pub told: bool,
}

impl Through {
    /// By what they are sorted, each once.
    pub(crate) fn key(&self) -> (BodyShape, BodyKey) {
        (self.platform, self.body)
    }
}
