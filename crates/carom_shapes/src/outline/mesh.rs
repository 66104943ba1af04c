//! Triangles that know their neighbours, and edge flips that make slivers fat (Lawson 1977: a Delaunay triangulation
//! that keeps the given edges). In and out: triangles that meet corner to corner.

use carom_math::Vec2;
use robust::{Coord, incircle};

/// No neighbour: the edge is one of the outline.
const NONE: u32 = u32::MAX;

/// Triangles as edges: 3 t, 3 t + 1 and 3 t + 2 go round triangle t, counter-clockwise.
pub(crate) struct Mesh {
    /// The start point of each edge.
    pub from: Vec<u32>,
    /// The same edge of the triangle on its other side, in the other direction.
    twin: Vec<u32>,
}

/// The edge `by` after `edge`, round its triangle.
pub(crate) fn round(edge: u32, by: u32) -> u32 {
    edge - edge % 3 + (edge + by) % 3
}

impl Mesh {
    pub(crate) fn new(triangles: &[[u32; 3]]) -> Self {
        let from: Vec<u32> = triangles.iter().flatten().copied().collect();
        let mut mesh = Self { twin: vec![NONE; from.len()], from };
        let mut edges: Vec<([u32; 2], u32)> = (0..mesh.from.len() as u32)
            .map(|edge| {
                let (a, b) = (mesh.start(edge), mesh.start(round(edge, 1)));
                (if a < b { [a, b] } else { [b, a] }, edge)
            })
            .collect();
        edges.sort_unstable();
        for pair in edges.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            mesh.link(pair[0].1, pair[1].1);
        }
        mesh
    }

    fn start(&self, edge: u32) -> u32 {
        self.from[edge as usize]
    }

    fn twin(&self, edge: u32) -> Option<u32> {
        Some(self.twin[edge as usize]).filter(|&twin| twin != NONE)
    }

    fn link(&mut self, edge: u32, twin: u32) {
        self.twin[edge as usize] = twin;
        if twin != NONE {
            self.twin[twin as usize] = edge;
        }
    }

    /// The edges between two triangles, each as its two indices.
    pub(crate) fn inner_edges(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        (0..self.from.len() as u32).filter_map(|edge| Some([edge, self.twin(edge).filter(|&twin| edge < twin)?]))
    }

    /// Flips each inner edge whose two triangles are fatter the other way (the far corner of one lies in the circle of
    /// the other), until there is none. It ends by itself, after a few flips a triangle; the bound is for rings made to
    /// take many.
    pub(crate) fn fatten(&mut self, points: &[Vec2]) {
        let mut bound = 16 * self.from.len();
        let mut open: Vec<u32> = self.inner_edges().map(|[edge, _]| edge).collect();
        while let Some(edge) = open.pop().filter(|_| bound > 0) {
            let Some(twin) = self.twin(edge) else { continue };
            let [a, b, c, d] = [edge, twin, round(edge, 2), round(twin, 2)].map(|e| coord(points, self.start(e)));
            if incircle(a, b, c, d) > 0.0 {
                self.turn(edge, twin);
                open.extend([round(edge, 1), round(edge, 2), round(twin, 1), round(twin, 2)]);
                bound -= 1;
            }
        }
    }

    /// Flips an edge: joins the far corners of its two triangles in place of its ends a and b: (a b c) and (b a d)
    /// become (d c a) and (c d b).
    fn turn(&mut self, edge: u32, twin: u32) {
        let [e1, e2, t1, t2] = [round(edge, 1), round(edge, 2), round(twin, 1), round(twin, 2)];
        let [a, b, c, d] = [edge, twin, e2, t2].map(|e| self.start(e));
        let [bc, ca, ad, db] = [e1, e2, t1, t2].map(|e| self.twin[e as usize]);
        for (e, point) in [(edge, d), (e1, c), (e2, a), (twin, c), (t1, d), (t2, b)] {
            self.from[e as usize] = point;
        }
        for (e, other) in [(e1, ca), (e2, ad), (t1, db), (t2, bc)] {
            self.link(e, other);
        }
    }
}

fn coord(points: &[Vec2], point: u32) -> Coord<f64> {
    let p = points[point as usize];
    Coord { x: f64::from(p.x), y: f64::from(p.y) }
}
