//! One-way platforms: a one-way shape and a body that touch.

use crate::events::BodyShape;
use crate::key::BodyKey;
use crate::state::{HOLDS, State, Through};
use carom_math::Vec2;

/// A contact of a body with a one-way shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub platform: BodyShape,
    pub body: BodyKey,
    /// Index of the contact.
    pub contact: u32,
    /// Whether it was held in the last step, by a contact or by an impact, which bent its way.
    pub held: bool,
    /// Whether it comes from the front of the surface.
    pub comes: bool,
    /// Whether it is in front of the surface and no longer leaves it.
    pub arrived: bool,
}

/// Whether a one-way shape, if one of the two is one, holds the other on its way. `normal` points from the first to the
/// second.
pub(crate) fn is_held(state: &State, ids: [u32; 2], normal: Vec2) -> bool {
    if state.proxies.one_way_count == 0 {
        return true;
    }
    [0, 1].into_iter().all(|side| {
        let (own, other) = (&state.proxies.list[ids[side] as usize], &state.proxies.list[ids[1 - side] as usize]);
        if own.one_way == Vec2::ZERO {
            return true;
        }
        let row = state.proxies.rows[ids[side] as usize] as usize;
        let up = state.bodies.poses[row].q.rotate(own.one_way);
        let before = up.dot(if side == 0 { normal } else { -normal }) > HOLDS;
        let lets = |t: &Through| (t.platform, t.body) == (own.body_shape(), other.body);
        before && !state.through.iter().any(lets)
    })
}
