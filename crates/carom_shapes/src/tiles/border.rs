//! The border of a tile grid: lines between solid and empty, without internal edges. In: tiles. Out: rings of corners,
//! solid on the left, in halves of a cell; and for each of their lines the cells along it.
//!
//! Every tile brings its edges; two that run along the same half of a side in opposite directions cancel. The rest is
//! joined end to end. If several lines meet, each keeps to its own solid (the sharpest turn to the left), so that tiles
//! that meet at a corner alone are not connected. Lines that go straight on become one.

use crate::Tile;

/// A point, in halves of a cell from the lower left corner of the grid.
pub(crate) type Node = [i64; 2];

/// A ring of lines.
#[derive(Default)]
pub(crate) struct BorderRing {
    /// The corners; line i goes from corner i to the next.
    pub corners: Vec<Node>,
    /// The cells along line i, by index.
    pub cells: Vec<Vec<u32>>,
}

/// An edge between solid and empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BorderEdge {
    from: Node,
    to: Node,
    cell: u32,
}

impl BorderEdge {
    fn along(&self) -> Node {
        [self.to[0] - self.from[0], self.to[1] - self.from[1]]
    }
}

/// The border of a grid of so many columns; `tiles` row by row from the bottom.
pub(crate) fn border(columns: usize, tiles: &[Tile]) -> Vec<BorderRing> {
    let edges = edges(columns, tiles);
    let mut used = vec![false; edges.len()];
    let mut rings = Vec::new();
    for start in 0..edges.len() {
        if used[start] {
            continue;
        }
        let mut run = Vec::new();
        let mut at = Some(start);
        while let Some(edge) = at.filter(|&edge| !used[edge]) {
            used[edge] = true;
            run.push(edges[edge]);
            at = next(&edges, &edges[edge]);
        }
        rings.push(merged(&run));
    }
    rings
}

/// All edges between solid and empty, sorted.
fn edges(columns: usize, tiles: &[Tile]) -> Vec<BorderEdge> {
    let tile_at = |column: i64, row: i64| {
        let inside = usize::try_from(column).ok().filter(|&c| c < columns).zip(usize::try_from(row).ok());
        inside.and_then(|(c, r)| tiles.get(r * columns + c)).copied().unwrap_or_default()
    };
    let mut edges = Vec::new();
    for (cell, tile) in tiles.iter().enumerate() {
        let (column, row) = ((cell % columns) as i64, (cell / columns) as i64);
        for [a, b] in tile.edges() {
            // The neighbour across the side along which the edge runs, if it does.
            let [dx, dy] = match (a[0] + b[0], a[1] + b[1]) {
                (0, _) => [-1, 0],
                (4, _) => [1, 0],
                (_, 0) => [0, -1],
                (_, 4) => [0, 1],
                _ => [0, 0],
            };
            let shift = |p: Node| [p[0] - 2 * dx, p[1] - 2 * dy];
            let inner = match tile_at(column + dx, row + dy) {
                _ if [dx, dy] == [0, 0] => false,
                Tile::Empty => false,
                Tile::Solid => true,
                slope => slope.edges().any(|other| other == [shift(b), shift(a)]),
            };
            if !inner {
                let place = |p: Node| [p[0] + 2 * column, p[1] + 2 * row];
                edges.push(BorderEdge { from: place(a), to: place(b), cell: cell as u32 });
            }
        }
    }
    edges.sort_unstable();
    edges
}

/// The edge that follows `edge` round the same solid.
fn next(edges: &[BorderEdge], edge: &BorderEdge) -> Option<usize> {
    let first = edges.partition_point(|e| e.from < edge.to);
    let from_there = edges[first..].iter().take_while(|e| e.from == edge.to).count();
    (first..first + from_there).max_by(|&a, &b| turn(edge, &edges[a]).total_cmp(&turn(edge, &edges[b])))
}

/// The turn to the left from `a` to `b`: grows with the angle, from -2 to 2.
fn turn(a: &BorderEdge, b: &BorderEdge) -> f64 {
    let ([ax, ay], [bx, by]) = (a.along(), b.along());
    let (cross, dot) = ((ax * by - ay * bx) as f64, (ax * bx + ay * by) as f64);
    let lean = cross / (cross.abs() + dot.abs());
    if dot >= 0.0 {
        lean
    } else if cross >= 0.0 {
        2.0 - lean
    } else {
        -2.0 - lean
    }
}

/// The ring of a run of edges, straight ones merged.
fn merged(run: &[BorderEdge]) -> BorderRing {
    let count = run.len();
    let turns = |i: usize| turn(&run[(i + count - 1) % count], &run[i]) != 0.0;
    let first = (0..count).find(|&i| turns(i)).unwrap_or(0);
    let mut ring = BorderRing::default();
    for i in (0..count).map(|i| (first + i) % count) {
        if turns(i) {
            ring.corners.push(run[i].from);
            ring.cells.push(Vec::new());
        }
        if let Some(cells) = ring.cells.last_mut() {
            cells.push(run[i].cell);
        }
    }
    ring
}
