//! The faces of a plan, each cut into triangles. In: a plan. Out: counter-clockwise triangles that cover the outline
//! once, corner to corner.

use crate::exact::side;
use crate::outline::sweep::{Plan, Region};
use carom_math::Vec2;
use std::cmp::Ordering;

/// Cuts the outline into triangles of point indices, counter-clockwise, none of zero area.
pub(crate) fn triangulate(plan: &Plan) -> Vec<[u32; 3]> {
    let mut triangles = Vec::new();
    each(plan, &plan.cuts, |face| cut_face(&plan.points, face, &mut triangles));
    triangles
}

/// Calls `visit` with each face that these cuts leave of the outline, as point indices, counter-clockwise. If they tie
/// all holes to the outer ring, a face is one walk all round it. It goes along a cut twice if both sides are its own.
pub(crate) fn each(plan: &Plan, cuts: &[[u32; 2]], mut visit: impl FnMut(&[u32])) {
    let mut face = Vec::new();
    let ways = ways(plan, cuts);
    let mut done = vec![false; ways.len()];
    for first in 0..ways.len() {
        face.clear();
        let mut way = first;
        while !done[way] {
            done[way] = true;
            face.push(ways[way][0]);
            way = onward(&plan.points, &ways, ways[way]);
        }
        if face.len() >= 3 {
            visit(&face);
        }
    }
}

/// The parts of all rings as steps from point to point with the outline on their left.
pub(crate) fn border(plan: &Plan) -> impl Iterator<Item = [u32; 2]> {
    plan.parts.iter().map(|part| match part.above {
        Region::Inside => [part.low, part.high],
        _ => [part.high, part.low],
    })
}

/// All steps from point to point along parts and cuts that have the outline on their left, sorted by their start and
/// then counter-clockwise, from straight down.
fn ways(plan: &Plan, cuts: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let across = cuts.iter().flat_map(|&[a, b]| [[a, b], [b, a]]);
    let mut ways: Vec<[u32; 2]> = border(plan).chain(across).collect();
    ways.sort_by(|a, b| a[0].cmp(&b[0]).then_with(|| order(&plan.points, a[0], a[1], b[1])));
    ways
}

/// The order of the steps from `center` to a and to b, counter-clockwise from straight down.
fn order(points: &[Vec2], center: u32, a: u32, b: u32) -> Ordering {
    let at = |point: u32| points[point as usize];
    let half = (a < center).cmp(&(b < center));
    half.then_with(|| 0.0_f64.total_cmp(&(side(at(center), at(a), at(b)) + 0.0)))
}

/// The next step from the end of a step round the face on its left: the next one clockwise from the step back.
fn onward(points: &[Vec2], ways: &[[u32; 2]], [from, to]: [u32; 2]) -> usize {
    let start = ways.partition_point(|way| way[0] < to);
    let end = start + ways[start..].partition_point(|way| way[0] == to);
    let place = ways[start..end].partition_point(|way| order(points, to, way[1], from).is_lt());
    if place == 0 { end - 1 } else { start + place - 1 }
}

/// Cuts one monotone face into triangles (Garey, Johnson, Preparata and Tarjan 1978). Points in the order of the sweep
/// go on a stack; each cuts off the triangles that it sees.
fn cut_face(points: &[Vec2], face: &[u32], triangles: &mut Vec<[u32; 3]>) {
    let count = face.len();
    let first = (0..count).min_by_key(|&i| face[i]).unwrap_or(0);
    let last = (0..count).max_by_key(|&i| face[i]).unwrap_or(0);
    let lower = (last + count - first) % count;
    // Point index and whether it is on the lower side.
    let mut order: Vec<(u32, bool)> = (0..count).map(|i| (face[(first + i) % count], i <= lower)).collect();
    order.sort_unstable();
    let mut push = |a: u32, b: u32, c: u32, low: bool| triangles.push(if low { [a, b, c] } else { [a, c, b] });
    let mut stack: Vec<(u32, bool)> = order[..2].to_vec();
    for (i, &(point, low)) in order.iter().enumerate().skip(2) {
        let top = stack[stack.len() - 1];
        if low != top.1 || i + 1 == count {
            for pair in stack.windows(2) {
                push(pair[0].0, pair[1].0, point, top.1);
            }
            stack.clear();
            stack.push(top);
        } else {
            while let [.., (a, _), (b, _)] = stack[..] {
                let turn = side(points[a as usize], points[b as usize], points[point as usize]);
                if (turn > 0.0) != low || turn == 0.0 {
                    break;
                }
                push(a, b, point, low);
                stack.pop();
            }
        }
        stack.push((point, low));
    }
}
