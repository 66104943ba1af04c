//! Hits and impulses of a chunk of contacts, to be reported.

use crate::events::{Hit, Impulses, ShapePair};

/// Reports of the recorded contacts of a chunk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noted {
    pub impulses: Vec<Impulses>,
    pub hits: Vec<Hit>,
    /// The shapes of the hits that did not touch before.
    pub met: Vec<ShapePair>,
}
