//! Corner against corner: where two outlines are apart, and their nearest points are corners of both, no edge normal
//! is the contact's. In come the two edges of the greatest axis; out come the two corners, or nothing.
//!
//! The separation of two convex outlines along n is the least of linear functions of n, so it has one peak where it
//! is positive. The peak is at an edge normal of either outline (a corner over an edge), or between two neighbouring
//! ones (corner over corner): then the better of the two belongs to an edge at one of the corners, and the incident
//! edge, whose normal is nearest, to an edge at the other. So looking at these two edges is enough.
//! (The same regions as in E. Gilbert, D. Johnson, S. Keerthi 1988, without iteration.)

use crate::manifold::scalar::edges::{Edges, Stand};

/// Numbers of the corners of [`Edges`] that are nearest to each other (`v`, `w`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Corners {
    /// 0 or 1: which end of the reference edge.
    pub v: usize,
    /// 0 or 1: which end of the incident edge.
    pub w: usize,
}

/// The nearest corners, or `None` where the nearest feature of one of the two is the inside of its edge.
#[inline(always)]
pub(crate) fn nearest_corners(edges: &Edges, stand: &Stand) -> Option<Corners> {
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
        Some(Corners { v, w })
    } else if ahead >= edge.dot(edge) {
        Some(Corners { v, w: 1 - w })
    } else {
        None
    }
}
