//! Random rings on grids of 4 x 4 to 64 x 64: right, wrong, and dirty.

use crate::exact::{Point, edges};
use crate::random::Random;

/// An outer ring and up to six holes.
pub fn rings(random: &mut Random) -> Vec<Vec<Point>> {
    let side = [4, 5, 6, 8, 12, 16, 32, 64][random.below(8)];
    let mut rings = match random.below(4) {
        0 => scribbles(random, side),
        1 => cells(random, side.min(12)),
        2 => cells_and_one_more(random, side.min(12)),
        _ => smooth(random, side),
    };
    if random.below(2) == 0 {
        for ring in &mut rings {
            soil(random, side, ring);
        }
    }
    for ring in &mut rings {
        if random.below(2) == 0 {
            ring.reverse();
        }
        let by = random.below(ring.len().max(1));
        ring.rotate_left(by);
    }
    rings
}

fn point(random: &mut Random, side: i64) -> Point {
    [random.whole(0, side), random.whole(0, side)]
}

/// Any points in any order.
fn scribbles(random: &mut Random, side: i64) -> Vec<Vec<Point>> {
    let holes = random.below(4);
    (0..=holes)
        .map(|_| {
            let count = random.below(8);
            (0..count).map(|_| point(random, side)).collect()
        })
        .collect()
}

/// The boundary of random cells: rings that touch at corners in every way.
fn cells(random: &mut Random, side: i64) -> Vec<Vec<Point>> {
    let full = 2 + random.below(7);
    let n = side as usize;
    let filled: Vec<bool> = (0..n * n).map(|_| random.below(9) < full).collect();
    let is = |x: i64, y: i64| x >= 0 && y >= 0 && x < side && y < side && filled[(y * side + x) as usize];
    // Edges with a filled cell on their left.
    let mut ways: Vec<[Point; 2]> = Vec::new();
    for y in 0..side {
        for x in 0..side {
            if is(x, y) {
                let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
                let beyond = [is(x, y - 1), is(x + 1, y), is(x, y + 1), is(x - 1, y)];
                ways.extend((0..4).filter(|&i| !beyond[i]).map(|i| [corners[i], corners[(i + 1) % 4]]));
            }
        }
    }
    let mut rings = Vec::new();
    while let Some([first, mut here]) = ways.pop() {
        let mut ring = vec![first];
        while here != first || random.below(2) == 0 {
            let onward: Vec<usize> = (0..ways.len()).filter(|&i| ways[i][0] == here).collect();
            if onward.is_empty() {
                break;
            }
            ring.push(here);
            here = ways.swap_remove(onward[random.below(onward.len())])[1];
        }
        rings.push(ring);
    }
    // The greatest is the outer one; of the others some.
    rings.sort_by_key(|ring| -crate::exact::twice_area(ring).abs());
    if random.below(4) > 0 {
        let outer = rings.first().cloned().unwrap_or_default();
        let doubled: Vec<Point> = outer.iter().map(|p| [2 * p[0], 2 * p[1]]).collect();
        let mut first = true;
        rings.retain(|ring| {
            let middle = edges(ring).next().map(|[a, b]| [a[0] + b[0], a[1] + b[1]]);
            std::mem::replace(&mut first, false) || middle.is_some_and(|m| crate::exact::inside(m, &doubled))
        });
    }
    rings.truncate(1 + random.below(7));
    if rings.is_empty() { vec![Vec::new()] } else { rings }
}

/// Cells, and one ring that fits by chance only.
fn cells_and_one_more(random: &mut Random, side: i64) -> Vec<Vec<Point>> {
    let mut rings = cells(random, side);
    let pick = random.below(rings.len());
    let more = match random.below(3) {
        0 => rings[pick].clone(),
        1 => (0..3 + random.below(2)).map(|_| point(random, side)).collect(),
        _ => {
            let by = point(random, 2);
            rings[pick].iter().map(|p| [p[0] + by[0] - 1, p[1] + by[1] - 1]).collect()
        }
    };
    rings.push(more);
    rings
}

/// A ring without crossings (random points, untangled by turning round stretches), and small holes.
fn smooth(random: &mut Random, side: i64) -> Vec<Vec<Point>> {
    let count = 3 + random.below(14);
    let mut ring: Vec<Point> = (0..count).map(|_| point(random, side)).collect();
    untangle(&mut ring);
    let mut rings = vec![ring];
    for _ in 0..random.below(4) {
        let corner = point(random, side);
        let size = 1 + random.whole(0, side / 4);
        let mut hole: Vec<Point> = (0..3 + random.below(3))
            .map(|_| [corner[0] + random.whole(0, size), corner[1] + random.whole(0, size)])
            .collect();
        untangle(&mut hole);
        rings.push(hole);
    }
    rings
}

fn untangle(ring: &mut [Point]) {
    let n = ring.len();
    let far = |a: Point, b: Point| (((a[0] - b[0]).pow(2) + (a[1] - b[1]).pow(2)) as f64).sqrt();
    // Each turn makes the ring shorter, so this ends.
    loop {
        let mut better = false;
        for i in 0..n {
            for j in i + 2..n {
                let (a, b, c, d) = (ring[i], ring[i + 1], ring[j], ring[(j + 1) % n]);
                if far(a, c) + far(b, d) < far(a, b) + far(c, d) - 1.0e-9 {
                    ring[i + 1..=j].reverse();
                    better = true;
                }
            }
        }
        if !better {
            return;
        }
    }
}

/// Repeated points, points on edges, spikes.
fn soil(random: &mut Random, side: i64, ring: &mut Vec<Point>) {
    for _ in 0..random.below(4) {
        if ring.is_empty() {
            return;
        }
        let i = random.below(ring.len());
        let (here, next) = (ring[i], ring[(i + 1) % ring.len()]);
        match random.below(3) {
            0 => ring.insert(i, here),
            1 if (here[0] + next[0]) % 2 == 0 && (here[1] + next[1]) % 2 == 0 => {
                ring.insert(i + 1, [(here[0] + next[0]) / 2, (here[1] + next[1]) / 2]);
            }
            _ => {
                let tip = point(random, side);
                ring.insert(i + 1, tip);
                ring.insert(i + 2, here);
            }
        }
    }
}
