//! Convex hull of points.

use crate::exact::side;
use carom_math::Vec2;

/// The convex hull of `points`, counter-clockwise, without collinear or repeated ones, from the leftmost (lowest of
/// those). Fewer than three points where all lie on one line. Points that are not finite are left out.
///
/// Monotone chain (Andrew 1979) with exact turns: every corner is one of the points and strictly convex, and no point
/// lies outside by a single bit.
pub fn hull(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted: Vec<Vec2> = points.iter().copied().filter(|p| p.is_finite()).collect();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
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

/// Twice the signed area of the triangle a, b, c [m^2], nearly: its sign is only right where the triangle is no sliver.
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
