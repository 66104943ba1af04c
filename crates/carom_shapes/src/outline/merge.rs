//! Triangles merged into few convex pieces (Hertel and Mehlhorn 1983: at most four times as many as necessary). In:
//! triangles that meet corner to corner. Out: rings of corners, counter-clockwise.

use crate::exact::side;
use crate::outline::mesh::{Mesh, round};
use carom_math::Vec2;

/// The edges of all pieces, each from its corner, linked round its piece.
struct Links {
    next: Vec<u32>,
    before: Vec<u32>,
}

/// Removes every edge between two pieces that are convex together, the longest first: they make the worst slivers.
pub(crate) fn merge(points: &[Vec2], mesh: &Mesh) -> Vec<Vec<Vec2>> {
    let corner = |edge: u32| points[mesh.from[edge as usize] as usize];
    let count = mesh.from.len() as u32;
    let mut links = Links {
        next: (0..count).map(|edge| round(edge, 1)).collect(),
        before: (0..count).map(|edge| round(edge, 2)).collect(),
    };
    let mut gone = vec![false; mesh.from.len()];
    for [a, b] in longest_first(mesh, corner) {
        let [(a_before, a_next), (b_before, b_next)] = [a, b].map(|edge| links.around(edge));
        let end = |edge: u32| corner(links.next[edge as usize]);
        let convex = |before: u32, at: u32, next: u32| side(corner(before), corner(at), end(next)) >= 0.0;
        if convex(a_before, a, b_next) && convex(b_before, b, a_next) {
            links.join(a_before, b_next);
            links.join(b_before, a_next);
            gone[a as usize] = true;
            gone[b as usize] = true;
        }
    }
    let mut pieces = Vec::new();
    for first in 0..count {
        let mut piece = Vec::new();
        let mut edge = first;
        while !std::mem::replace(&mut gone[edge as usize], true) {
            piece.push(corner(edge));
            edge = links.next[edge as usize];
        }
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    pieces
}

impl Links {
    /// The edges before and after an edge.
    fn around(&self, edge: u32) -> (u32, u32) {
        (self.before[edge as usize], self.next[edge as usize])
    }

    fn join(&mut self, edge: u32, next: u32) {
        self.next[edge as usize] = next;
        self.before[next as usize] = edge;
    }
}

/// The edges between two triangles, as their two indices, by length and then by index.
fn longest_first(mesh: &Mesh, corner: impl Fn(u32) -> Vec2) -> Vec<[u32; 2]> {
    let length = |[a, b]: [u32; 2]| (corner(b) - corner(a)).length_squared();
    let mut edges: Vec<(f32, [u32; 2])> = mesh.inner_edges().map(|edge| (length(edge), edge)).collect();
    edges.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    edges.into_iter().map(|(_, edge)| edge).collect()
}
