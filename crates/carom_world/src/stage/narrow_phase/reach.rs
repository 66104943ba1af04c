//! How far before they touch contacts are created.

use crate::def::WorldDef;
use crate::state::Bodies;
use carom_math::{max, min};

/// How near two pieces have to be to be prepared for each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The speculative distance [m].
    pub base: f32,
    /// The distance for small bodies is no less than this [m].
    pub least: f32,
    /// The time of a step [s].
    pub dt: f32,
    /// Whether fast bodies are swept.
    pub ccd: bool,
}

/// What moves by more than its least extent in a step is prepared for earlier: by the excess, up to this part of the
/// extent. A contact sees a plane where there is a piece with ends, so it must not see too far; and all that is looked
/// at earlier costs. Without this, what is very fast ends a step deep in what it meets (`smash`: docs/PERFORMANCE.md).
pub(crate) const FAST_REACH: f32 = 0.75;

impl Reach {
    pub(crate) fn new(def: &WorldDef) -> Self {
        let base = def.speculative_distance * def.length_unit;
        // Without sweeps nothing else sees small bodies come.
        let least = if def.continuous { def.slop * def.length_unit } else { f32::MAX };
        Self { base, least, dt: def.dt, ccd: def.continuous }
    }

    /// How far two bodies are prepared for of which the lesser least extent is `extent` [m], and which close in by
    /// `closing` [m] in a step. Small ones, which are swept when they are fast, no farther than that extent and that
    /// way, up to the same extent: a contact sees a plane, and gravel of a centimetre would rest on planes of gravel
    /// two centimetres away.
    #[inline]
    pub(crate) fn base_of(self, extent: f32, closing: f32) -> f32 {
        min(self.base, max(extent + min(extent, closing), self.least))
    }

    /// The reach of two bodies, by their size and how fast they close in.
    #[inline]
    pub fn of(self, bodies: &Bodies, a: usize, b: usize) -> f32 {
        let closing = self.dt * (bodies.states[b].v() - bodies.states[a].v()).length();
        let (a, b) = (bodies.min_extents[a], bodies.min_extents[b]);
        let extent = min(a, b);
        let base = self.base_of(extent, closing);
        if a == f32::MAX || b == f32::MAX { base } else { base + early_by(closing, extent) }
    }
}

/// How much earlier a body of least extent `extent` [m] that moves by `way` [m] in a step is prepared for [m]. Against
/// what is fixed or kinematic (no bound on the extent) swept tests do that.
#[inline]
pub(crate) fn early_by(way: f32, extent: f32) -> f32 {
    max(0.0, min(way - extent, FAST_REACH * extent))
}
