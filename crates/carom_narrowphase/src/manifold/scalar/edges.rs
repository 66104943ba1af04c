//! The reference edge and the incident edge of a contact, and their relative position.

use carom_math::{Vec2, left};
use carom_shapes::FeatureId;

/// The edge whose normal is the contact's, and the edge that is cut, in one frame.
#[derive(Clone, Copy)]
pub(crate) struct Edges {
    /// Ends of the reference edge [m].
    pub v: [Vec2; 2],
    /// Its outward unit normal.
    pub normal: Vec2,
    /// Ends of the incident edge, which runs the other way: `w[1]` faces `v[0]` [m].
    pub w: [Vec2; 2],
    /// Radius around the reference edge, and around the incident edge [m].
    pub radii: [f32; 2],
    /// Ids of the end at `v[0]` and the end at `v[1]`: the corners of both that are there, cut or not.
    pub ids: [FeatureId; 2],
}

/// The position of the incident edge's ends relative to the reference edge.
#[derive(Clone, Copy)]
pub(crate) struct Stand {
    /// Length of the reference edge [m].
    pub length: f32,
    /// Along the reference edge from `v[0]`: `w[0]`, `w[1]` [m].
    pub along: [f32; 2],
    /// Above the reference edge: `w[0]`, `w[1]` [m].
    pub above: [f32; 2],
}

impl Edges {
    /// Measures the incident edge from the corner `v[0]`.
    #[inline(always)]
    pub fn stand(&self) -> Stand {
        let tangent = left(self.normal);
        let (d0, d1) = (self.w[0] - self.v[0], self.w[1] - self.v[0]);
        Stand {
            length: tangent.dot(self.v[1] - self.v[0]),
            along: [tangent.dot(d0), tangent.dot(d1)],
            above: [self.normal.dot(d0), self.normal.dot(d1)],
        }
    }
}
