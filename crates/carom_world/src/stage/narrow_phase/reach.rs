//! Speculative distance: how far before they touch contacts are created.

use crate::def::WorldDef;
use crate::state::Bodies;
use carom_math::{max, min};

/// The distance at which two pieces get a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The speculative distance [m].
    pub base: f32,
    /// Lower bound of that distance for small bodies [m].
    pub least: f32,
    /// Time of a step [s].
    pub dt: f32,
    /// Whether continuous collision is on.
    pub ccd: bool,
}

/// Contacts of a body that moves by more than its min extent in a step are created earlier: by the excess, up to this
/// part of the extent. It must not be too far, since a contact is a plane, but a piece has ends; earlier contacts also
/// cost time. Without this, very fast bodies end a step deep in others (`smash`: docs/PERFORMANCE.md).
pub(crate) const FAST_REACH: f32 = 0.75;

impl Reach {
    pub(crate) fn new(def: &WorldDef) -> Self {
        let base = def.speculative_distance * def.length_unit;
        // Without sweeps, nothing else sees small bodies come.
        let least = if def.continuous { def.slop_length() } else { f32::MAX };
        Self { base, least, dt: def.dt, ccd: def.continuous }
    }

    /// Distance at which two bodies get a contact, without [`early_by`] [m]. `extent` is the smaller min extent of the
    /// two [m], and they close in by `closing` [m] in a step. For small bodies it is at most the extent plus their
    /// approach, up to the extent again; sweeps find them when they are fast. A contact is a plane, and gravel of a
    /// centimetre would rest on planes of gravel two centimetres away.
    #[inline]
    pub(crate) fn base_of(self, extent: f32, closing: f32) -> f32 {
        min(self.base, max(extent + min(extent, closing), self.least))
    }

    /// Distance at which two bodies get a contact, by their size and approach [m].
    #[inline]
    pub fn of(self, bodies: &Bodies, a: usize, b: usize) -> f32 {
        let closing = self.dt * (bodies.states[b].v() - bodies.states[a].v()).length();
        let (a, b) = (bodies.min_extents[a], bodies.min_extents[b]);
        let extent = min(a, b);
        let base = self.base_of(extent, closing);
        if a == f32::MAX || b == f32::MAX { base } else { base + early_by(closing, extent) }
    }
}

/// Extra distance for a body of min extent `extent` [m] that moves by `way` [m] in a step [m]. Against fixed or
/// kinematic bodies (unlimited extent), swept tests do that.
#[inline]
pub(crate) fn early_by(way: f32, extent: f32) -> f32 {
    max(0.0, min(way - extent, FAST_REACH * extent))
}
