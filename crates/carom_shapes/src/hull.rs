//! Convex hull of points.

use crate::exact::side;
use carom_math::Vec2;

/// The convex hull of `points`, counter-clockwise, without collinear or repeated ones, from the leftmost (lowest of
/// those). Fewer than three points if all lie on one line. Points that are not finite are skipped.
///
/// Monotone chain (Andrew 1979) with exact turns: every corner is one of the points and strictly convex, and no point
/// lies outside by a single bit.
pub fn hull(points: &[Vec2]) -> Vec<Vec2> {
    // Sorted as whole numbers, which is several times as fast.
    let mut keys: Vec<u64> = points.iter().filter(|p| p.is_finite()).map(|p| key(*p)).collect();
    if keys.len() >= MANY {
        drop_inner(&mut keys);
    }
    keys.sort_unstable();
    let mut sorted: Vec<Vec2> = keys.into_iter().map(point).collect();
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut ring: Vec<Vec2> = Vec::with_capacity(2 * sorted.len());
    let lower = sorted.iter();
    for &p in lower {
        while ring.len() >= 2 && side(ring[ring.len() - 2], ring[ring.len() - 1], p) <= 0.0 {
            ring.pop();
        }
        ring.push(p);
    }
    let base = ring.len() + 1;
    for &p in sorted.iter().rev().skip(1) {
        while ring.len() >= base && side(ring[ring.len() - 2], ring[ring.len() - 1], p) <= 0.0 {
            ring.pop();
        }
        ring.push(p);
    }
    ring.pop();
    ring
}

/// Below this number of points a first pass does not pay.
const MANY: usize = 16;

/// Drops points that are surely inside the quadrilateral of the leftmost, lowest, rightmost and highest one: none of
/// them is a corner (S. Akl, G. Toussaint, A fast convex hull algorithm, 1978).
fn drop_inner(keys: &mut Vec<u64>) {
    let Some(&first) = keys.first() else { return };
    let mut ends = [point(first); 4];
    for p in keys.iter().map(|&key| point(key)) {
        ends[0] = if p.x < ends[0].x { p } else { ends[0] };
        ends[1] = if p.y < ends[1].y { p } else { ends[1] };
        ends[2] = if p.x > ends[2].x { p } else { ends[2] };
        ends[3] = if p.y > ends[3].y { p } else { ends[3] };
    }
    // More than any rounding of an area of that size.
    let (width, height) = (f64::from(ends[2].x) - f64::from(ends[0].x), f64::from(ends[3].y) - f64::from(ends[1].y));
    let surely = 1.0e-12 * (width + height) * (width + height);
    let [left, low, right, high] = ends;
    let sides = [(left, low), (low, right), (right, high), (high, left)];
    keys.retain(|&key| {
        let p = point(key);
        !sides.iter().fold(true, |inside, &(a, b)| inside & (turn(a, b, p) > surely))
    });
}

/// A number that is greater for a point farther right, or higher of two equally far.
fn key(p: Vec2) -> u64 {
    u64::from(rank(p.x)) << 32 | u64::from(rank(p.y))
}

/// The point of a [`key`].
fn point(key: u64) -> Vec2 {
    Vec2::new(number((key >> 32) as u32), number(key as u32))
}

/// The order of floats as that of whole numbers: see [`f32::total_cmp`].
fn rank(x: f32) -> u32 {
    let bits = x.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// The number of a [`rank`].
fn number(rank: u32) -> f32 {
    f32::from_bits(if rank >> 31 == 1 { rank & !(1 << 31) } else { !rank })
}

/// Twice the signed area of the triangle a, b, c [m^2], rounded: its sign is right only if the triangle is no sliver.
pub(crate) fn turn(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let (ax, ay) = (f64::from(a.x), f64::from(a.y));
    (f64::from(b.x) - ax) * (f64::from(c.y) - ay) - (f64::from(b.y) - ay) * (f64::from(c.x) - ax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::vec2;

    #[test]
    fn drops_inner_collinear_and_repeated_points() {
        let points = [
            vec2(0.0, 0.0),
            vec2(1.0, 0.0),
            vec2(2.0, 0.0),
            vec2(2.0, 2.0),
            vec2(1.0, 1.0),
            vec2(2.0, 2.0),
            vec2(0.0, 2.0),
        ];
        assert_eq!(hull(&points), [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(0.0, 2.0)]);
        assert_eq!(hull(&[vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(3.0, 3.0)]).len(), 2);
    }
}
