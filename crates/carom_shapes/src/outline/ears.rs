//! The outline cut into triangles by ear clipping: the crate `earcutr`, whose answer is checked. In: the sweep's plan.
//! Out: counter-clockwise triangles that cover the outline once, or nothing if they do not.
//!
//! `earcutr` is given no holes: it would search all corners for a bridge to each of them. The sweep's cuts that tie a
//! hole to the rest are bridges as good as any, and a walk round the outline along them is a ring without holes.
//!
//! The check is exact and knows no tolerance. All triangles are counter-clockwise, and their edges and those of the
//! rings cancel, each with one of the opposite direction. Then the triangles go round every point as often as the rings
//! do, once inside and never outside, so that they cover the outline and do not overlap.

use crate::exact::side;
use crate::outline::faces::{border, each};
use crate::outline::sweep::Plan;
use carom_math::Vec2;

/// Cuts the outline into triangles of point indices; `None` if `earcutr` fails.
pub(crate) fn triangulate(plan: &Plan) -> Option<Vec<[u32; 3]>> {
    let points = &plan.points;
    let mut triangles = Vec::with_capacity(points.len());
    let mut right = true;
    each(plan, &bridges(plan), |face| {
        right = right && clip(points, face, &mut triangles).is_some();
    });
    let border: Vec<[u32; 2]> = border(plan).collect();
    (right && covers(points, &triangles, &border)).then_some(triangles)
}

/// The cuts that tie rings together which neither a common point nor another cut ties.
pub(crate) fn bridges(plan: &Plan) -> Vec<[u32; 2]> {
    // Points that are tied together point to one of them, over some others.
    let mut tied: Vec<u32> = (0..plan.points.len() as u32).collect();
    let mut tie = |[a, b]: [u32; 2]| {
        let (a, b) = (end(&mut tied, a), end(&mut tied, b));
        tied[a as usize] = b;
        a != b
    };
    for part in &plan.parts {
        tie([part.low, part.high]);
    }
    let at = |point: u32| plan.points[point as usize];
    let mut cuts: Vec<(f32, [u32; 2])> =
        plan.cuts.iter().map(|&[a, b]| ((at(b) - at(a)).length_squared(), [a, b])).collect();
    cuts.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    cuts.into_iter().map(|(_, cut)| cut).filter(|&cut| tie(cut)).collect()
}

/// The end of a point's path. Points on the path are redirected to the next but one (Tarjan and van Leeuwen 1984).
fn end(tied: &mut [u32], mut point: u32) -> u32 {
    while tied[point as usize] != point {
        let next = tied[tied[point as usize] as usize];
        tied[point as usize] = next;
        point = next;
    }
    point
}

/// Cuts a face into triangles; `None` if `earcutr` gives up.
fn clip(points: &[Vec2], face: &[u32], triangles: &mut Vec<[u32; 3]>) -> Option<()> {
    let corner = |&point: &u32| [points[point as usize].x, points[point as usize].y].map(f64::from);
    let flat: Vec<f64> = face.iter().flat_map(corner).collect();
    for triangle in earcutr::earcut(&flat, &[], 2).ok()?.chunks_exact(3) {
        let &[a, b, c] = triangle else { return None };
        let [a, b, c] = [*face.get(a)?, *face.get(b)?, *face.get(c)?];
        let turn = side(points[a as usize], points[b as usize], points[c as usize]);
        if turn != 0.0 {
            triangles.push(if turn > 0.0 { [a, b, c] } else { [a, c, b] });
        }
    }
    Some(())
}

/// Most remaining edges that are split at each other's ends.
const MOST_SPLIT: usize = 2048;

/// Whether the edges of the triangles, less those of the boundary, cancel: each with one in the other direction, or
/// with several if points lie on it.
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
        // Points are sorted along any line.
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let mut stops: Vec<u32> = ends.iter().copied().filter(|p| low <= *p && *p <= high && on(p)).collect();
        if a > b {
            stops.reverse();
        }
        stops.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
    });
    cancelled(split).is_empty()
}

/// The edges that remain after edges and those in the other direction are removed, one for one.
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
        // Along the diagonal, so that the indices go from left to right: 0 and 3 are opposite.
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
