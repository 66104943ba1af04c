//! Triangles merged into few convex pieces (Hertel and Mehlhorn 1983: at most four times as many as need be). In go
//! triangles that meet corner to corner, out come rings of point numbers, counter-clockwise.

use crate::exact::side;
use carom_math::Vec2;

/// The edges of all pieces, each from its corner `from`, linked round its piece.
struct Links {
    from: Vec<u32>,
    next: Vec<u32>,
    before: Vec<u32>,
}

/// Takes away every edge between two pieces that are convex together, the longest first: they make the worst slivers.
pub(super) fn merge(points: &[Vec2], triangles: &[[u32; 3]]) -> Vec<Vec<Vec2>> {
    let mut links = Links::new(triangles);
    let mut gone = vec![false; links.from.len()];
    for [a, b] in inner_edges(points, &links) {
        let (a_next, a_before) = (links.next[a as usize], links.before[a as usize]);
        let (b_next, b_before) = (links.next[b as usize], links.before[b as usize]);
        let corner = |edge: u32| points[links.from[edge as usize] as usize];
        let end = |edge: u32| corner(links.next[edge as usize]);
        let convex = side(corner(a_before), corner(a), end(b_next)) >= 0.0
            && side(corner(b_before), corner(b), end(a_next)) >= 0.0;
        if convex {
            links.join(a_before, b_next);
            links.join(b_before, a_next);
            gone[a as usize] = true;
            gone[b as usize] = true;
        }
    }
    let mut pieces = Vec::new();
    for first in 0..gone.len() {
        let mut piece = Vec::new();
        let mut edge = first;
        while !std::mem::replace(&mut gone[edge], true) {
            piece.push(points[links.from[edge] as usize]);
            edge = links.next[edge] as usize;
        }
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    pieces
}

impl Links {
    fn new(triangles: &[[u32; 3]]) -> Self {
        let count = 3 * triangles.len() as u32;
        let round = |edge: u32, by: u32| edge - edge % 3 + (edge + by) % 3;
        Self {
            from: triangles.iter().flatten().copied().collect(),
            next: (0..count).map(|edge| round(edge, 1)).collect(),
            before: (0..count).map(|edge| round(edge, 2)).collect(),
        }
    }

    fn join(&mut self, edge: u32, next: u32) {
        self.next[edge as usize] = next;
        self.before[next as usize] = edge;
    }
}

/// The edges that two triangles share, as the two numbers that they have, the longest first.
fn inner_edges(points: &[Vec2], links: &Links) -> Vec<[u32; 2]> {
    let ends = |edge: u32| {
        let (a, b) = (links.from[edge as usize], links.from[links.next[edge as usize] as usize]);
        if a < b { [a, b] } else { [b, a] }
    };
    let mut edges: Vec<([u32; 2], u32)> = (0..links.from.len() as u32).map(|edge| (ends(edge), edge)).collect();
    edges.sort_unstable();
    let shared = edges.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let mut inner: Vec<(f32, [u32; 2])> = shared
        .map(|pair| {
            let [a, b] = pair[0].0;
            ((points[a as usize] - points[b as usize]).length_squared(), [pair[0].1, pair[1].1])
        })
        .collect();
    inner.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    inner.into_iter().map(|(_, edges)| edges).collect()
}
