//! Hits and impulses of a chunk of contacts, to be reported.

use crate::events::{Hit, Impulses, ShapePair};

/// What is to be told of the watched contacts of a chunk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noted {
    pub impulses: Vec<Impulses>,
    pub hits: Vec<Hit>,
    /// The shapes of the hits that did not touch before.
    pub met: Vec<ShapePair>,
}
