//! The outline cut into triangles by ear clipping: the crate `earcutr`, whose answer is checked. In go rings that the sweep
//! found valid, out come counter-clockwise triangles that cover the outline once, or nothing where they do not.
//!
//! The check is exact and knows no tolerance. All triangles are counter-clockwise, and their edges and those of the
//! rings cancel, each with one of the opposite direction: then the triangles go round every point as often as the rings
//! do, once inside and never outside, so that they cover the outline and do not overlap.

use crate::exact::side;
use carom_math::Vec2;

/// Cuts the outline into triangles of the numbers that points have in `points`, which is sorted; `None` where `earcutr`
/// does not get it right. The rings, the outer one first, have the outline on their left.
pub(super) fn triangulate(rings: &[&[Vec2]], points: &[Vec2]) -> Option<Vec<[u32; 3]>> {
    let corners = rings.concat();
    let flat: Vec<f64> = corners.iter().flat_map(|p| [f64::from(p.x), f64::from(p.y)]).collect();
    let ends = rings.iter().scan(0, |end, ring| {
        *end += ring.len();
        Some(*end)
    });
    let holes: Vec<usize> = ends.take(rings.len().saturating_sub(1)).collect();
    let found = earcutr::earcut(&flat, &holes, 2).ok()?;
    let number = |p: &Vec2| {
        let place = points.binary_search_by(|q| q.x.total_cmp(&p.x).then(q.y.total_cmp(&p.y)));
        place.ok().map(|i| i as u32)
    };
    let numbers = corners.iter().map(number).collect::<Option<Vec<u32>>>()?;
    let mut triangles = Vec::with_capacity(found.len() / 3);
    for triangle in found.chunks_exact(3) {
        let &[a, b, c] = triangle else { return None };
        let [a, b, c] = [*numbers.get(a)?, *numbers.get(b)?, *numbers.get(c)?];
        let turn = side(points[a as usize], points[b as usize], points[c as usize]);
        if turn != 0.0 {
            triangles.push(if turn > 0.0 { [a, b, c] } else { [a, c, b] });
        }
    }
    covers(points, &triangles, &boundary(rings, &numbers)).then_some(triangles)
}

/// The edges of the rings.
fn boundary(rings: &[&[Vec2]], numbers: &[u32]) -> Vec<[u32; 2]> {
    let mut edges = Vec::with_capacity(numbers.len());
    let mut rest = numbers;
    for ring in rings {
        let (own, others) = rest.split_at(ring.len());
        edges.extend(own.iter().zip(own.iter().skip(1).chain(own.first())).map(|(a, b)| [*a, *b]));
        rest = others;
    }
    edges
}

/// Edges that are left over and split at each other's ends, at most.
const MOST_SPLIT: usize = 2048;

/// Whether the edges of the triangles, less those of the boundary, cancel: each with one in the other direction, or with
/// several where points lie on it.
fn covers(points: &[Vec2], triangles: &[[u32; 3]], boundary: &[[u32; 2]]) -> bool {
    let around = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let back = boundary.iter().map(|&[a, b]| [b, a]);
    let left = cancelled(around.chain(back));
    if left.is_empty() || left.len() > MOST_SPLIT {
        return left.is_empty();
    }
    let mut ends: Vec<u32> = left.iter().flatten().copied().collect();
    ends.sort_unstable();
    ends.dedup();
    let split = left.iter().flat_map(|&[a, b]| {
        let on = |p: &u32| side(points[a as usize], points[b as usize], points[*p as usize]) == 0.0;
        // Points are sorted as they lie along any line.
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let mut stops: Vec<u32> = ends.iter().copied().filter(|p| low <= *p && *p <= high && on(p)).collect();
        if a > b {
            stops.reverse();
        }
        stops.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
    });
    cancelled(split).is_empty()
}

/// What is left when edges and those in the other direction are taken away, one for one.
fn cancelled(edges: impl Iterator<Item = [u32; 2]>) -> Vec<[u32; 2]> {
    // Its ends in order, and whether it was turned for that.
    let mut all: Vec<([u32; 2], i32)> = edges.map(|[a, b]| if a < b { ([a, b], 1) } else { ([b, a], -1) }).collect();
    all.sort_unstable();
    let mut left = Vec::new();
    for same in all.chunk_by(|a, b| a.0 == b.0) {
        let ([a, b], sum) = (same[0].0, same.iter().map(|edge| edge.1).sum::<i32>());
        let edge = if sum > 0 { [a, b] } else { [b, a] };
        left.extend(std::iter::repeat_n(edge, sum.unsigned_abs() as usize));
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::vec2;

    #[test]
    fn what_does_not_cover_is_seen() {
        // Along the diagonal, so that the numbers go from left to right: 0 and 3 are opposite.
        let points = [(0.0, 0.0), (0.0, 2.0), (1.0, 1.0), (2.0, 0.0), (2.0, 2.0)].map(|(x, y)| vec2(x, y));
        let square = [[0, 3], [3, 4], [4, 1], [1, 0]];
        let right = |triangles: &[[u32; 3]]| covers(&points, triangles, &square);
        assert!(right(&[[0, 3, 4], [0, 4, 1]]));
        assert!(right(&[[0, 3, 1], [3, 4, 1]]));
        // A point in the middle of an edge of one of them.
        assert!(right(&[[0, 3, 4], [0, 2, 1], [2, 4, 1]]));
        // One missing, one twice, both cuts at once.
        assert!(!right(&[[0, 3, 4]]));
        assert!(!right(&[[0, 3, 4], [0, 3, 4], [0, 4, 1]]));
        assert!(!right(&[[0, 3, 4], [3, 4, 1]]));
    }
}
