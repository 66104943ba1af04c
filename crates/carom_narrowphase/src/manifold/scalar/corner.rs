//! Corner against corner: if two outlines are apart, and their nearest points are corners of both, no edge normal is
//! the contact's. In: the two edges of the greatest axis. Out: the two corners, or nothing.
//!
//! The separation of two convex outlines along n is the least of linear functions of n, so it has one peak if it is
//! positive. The peak is at an edge normal of either outline (a corner over an edge), or between two neighbouring ones
//! (corner over corner). In the latter case the better of the two belongs to an edge at one of the corners, and the
//! incident edge, whose normal is nearest, to an edge at the other. So these two edges suffice. (The same regions as in
//! E. Gilbert, D. Johnson, S. Keerthi 1988, without iteration.)

use crate::manifold::scalar::edges::{Edges, Stand};

/// Indices of the corners of [`Edges`] that are nearest to each other (`v`, `w`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CornerPair {
    /// End of the reference edge, 0 or 1.
    pub v: usize,
    /// End of the incident edge, 0 or 1.
    pub w: usize,
}

/// The nearest corners, or `None` if the nearest feature of one of the two is the inside of its edge.
#[inline(always)]
pub(crate) fn nearest_corners(edges: &Edges, stand: &Stand) -> Option<CornerPair> {
    let w = usize::from(stand.above[1] <= stand.above[0]);
    let along = stand.along[w];
    let v = if along < 0.0 {
        0
    } else if along > stand.length {
        1
    } else {
        return None;
    };
    let edge = edges.w[1 - w] - edges.w[w];
    let ahead = edge.dot(edges.v[v] - edges.w[w]);
    if ahead <= 0.0 {
        Some(CornerPair { v, w })
    } else if ahead >= edge.dot(edge) {
        Some(CornerPair { v, w: 1 - w })
    } else {
        None
    }
}
