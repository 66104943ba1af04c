//! A contact that begins or ceases to touch.

use crate::events::ShapePair;
use crate::stage::broad_phase::shapes::event_of;
use crate::state::State;
use carom_solver::ContactPair;

/// A contact that changes, with the facts that are needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub index: u32,
    pub rows: [u32; 2],
    pub coloring: Coloring,
    /// `None` if a shape has several pieces.
    pub event: Option<ShapePair>,
    /// Whether it touches now, and whether it ceased to.
    pub met: bool,
    pub parted: bool,
}

impl Change {
    pub fn of(state: &State, index: u32) -> Self {
        let contact = &state.contacts[index as usize];
        let rows = [contact.a, contact.b].map(|id| state.proxies.rows[id as usize]);
        let coloring = Coloring::of(state, contact, rows);
        let (met, parted) = (contact.touching, contact.is(ContactPair::PARTED));
        Self { index, rows, coloring, event: event_of(state, contact), met, parted }
    }
}

/// Change of the color of a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Coloring {
    Stays,
    /// It ceased to touch, and had this color.
    Ends(u8),
    /// It touches and has no color. Each flag says whether an impulse can move that body.
    Begins([bool; 2]),
}

impl Coloring {
    pub fn of(state: &State, contact: &ContactPair, rows: [u32; 2]) -> Self {
        match (contact.has_points(), contact.color) {
            (true, ContactPair::NO_COLOR) => Self::Begins(rows.map(|row| state.bodies.masses[row as usize].moves())),
            (false, color) if color != ContactPair::NO_COLOR => Self::Ends(color),
            _ => Self::Stays,
        }
    }
}
