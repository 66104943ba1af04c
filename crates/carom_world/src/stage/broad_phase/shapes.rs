//! The shapes of a contact, and whether two proxies may touch (collision filter).

use crate::events::ShapePair;
use crate::state::{BodySet, State};
use carom_shapes::PieceKind;
use carom_solver::ContactPair;

/// Initial capacity of the lists of a block of contacts; hardly any ever needs more.
pub(crate) const FEW_PICKED: usize = 128;

/// The shapes of a contact, the smaller key first.
pub(crate) fn shapes_of(state: &State, contact: &ContactPair) -> ShapePair {
    let shape = |id: u32| {
        let proxy = &state.proxies.list[id as usize];
        proxy.body_shape()
    };
    let (a, b) = (shape(contact.a), shape(contact.b));
    if a < b { ShapePair { a, b } } else { ShapePair { a: b, b: a } }
}

/// The event of a contact whose touching is that of its shapes; `None` if a shape has several pieces.
pub(crate) fn event_of(state: &State, contact: &ContactPair) -> Option<ShapePair> {
    let shared = |id: u32| state.proxies.list[id as usize].shared;
    (!shared(contact.a) && !shared(contact.b)).then(|| shapes_of(state, contact))
}

/// Whether two proxies may touch. They must be of different bodies, one of them dynamic or with full kinematic
/// contacts, and with filters that admit each other. No joint may forbid it, and they may not ignore each other.
pub(crate) fn may_touch(state: &State, a: u32, b: u32) -> bool {
    let (pa, pb) = (&state.proxies.list[a as usize], &state.proxies.list[b as usize]);
    if pa.body == pb.body || pa.sensor || pb.sensor || !pa.filter.admits(&pb.filter) {
        return false;
    }
    if pa.piece.kind() == PieceKind::Link && pb.piece.kind() == PieceKind::Link {
        return false;
    }
    let [row_a, row_b] = [a, b].map(|id| state.proxies.rows[id as usize] as usize);
    let bodies = &state.bodies;
    let immovable = bodies.min_extents[row_a] == f32::MAX && bodies.min_extents[row_b] == f32::MAX;
    if immovable && !has_full_contacts(state, a) && !has_full_contacts(state, b) {
        return false;
    }
    !state.never_collide([row_a, row_b])
}

/// Whether a proxy is of a kinematic body and touches what cannot be pushed either.
#[cold]
fn has_full_contacts(state: &State, id: u32) -> bool {
    let is_kinematic = || state.bodies.set_of(state.proxies.rows[id as usize]) == BodySet::Kinematic;
    state.proxies.list[id as usize].full_kinematic_contacts && is_kinematic()
}
