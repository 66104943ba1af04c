//! A contact that begins or ceases to touch.

use crate::events::ShapePair;
use crate::stage::broad_phase::contacts::event_of;
use crate::stage::touching::Coloring;
use crate::state::State;
use carom_solver::Contact;

/// A contact that changes, and what has to be known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub index: u32,
    pub rows: [u32; 2],
    pub coloring: Coloring,
    /// `None` where a shape has more pieces.
    pub event: Option<ShapePair>,
    /// Whether it met, and whether it parted.
    pub met: bool,
    pub parted: bool,
}

impl Change {
    pub fn of(state: &State, index: u32) -> Self {
        let contact = &state.contacts[index as usize];
        let rows = [contact.a, contact.b].map(|id| state.proxies.rows[id as usize]);
        let coloring = Coloring::of(state, contact, rows);
        let &Contact { touching: met, parted, .. } = contact;
        Self { index, rows, coloring, event: event_of(state, contact), met, parted }
    }
}
