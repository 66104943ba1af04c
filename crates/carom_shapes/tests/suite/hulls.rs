//! The hull of points, judged in whole numbers: all its corners are points, it is strictly convex, all points are in
//! it.

use crate::exact::{Point, edges, turn};
use crate::random::Random;
use carom_math::{Vec2, vec2};
use carom_shapes::hull;

/// Every f32 between 2^-9 and 2^21 in size, or 0, is a whole number of these.
const UNIT: f64 = 1.0 / 4_294_967_296.0;

/// Exact turn of f32 points with i128, since i64 is too short for noise far from the origin.
fn exact_turn(a: Vec2, b: Vec2, c: Vec2) -> i128 {
    let whole = |x: f32| (f64::from(x) / UNIT) as i128;
    let (ax, ay) = (whole(a.x), whole(a.y));
    (whole(b.x) - ax) * (whole(c.y) - ay) - (whole(b.y) - ay) * (whole(c.x) - ax)
}

fn check(points: &[Vec2]) {
    let ring = hull(points);
    assert!(ring.iter().all(|corner| points.contains(corner)));
    let n = ring.len();
    for i in 0..n {
        let (a, b, c) = (ring[i], ring[(i + 1) % n], ring[(i + 2) % n]);
        if n >= 3 {
            assert!(exact_turn(a, b, c) > 0, "corner {i} of {ring:?}");
        }
        assert!(points.iter().all(|p| exact_turn(a, b, *p) >= 0), "a point outside {ring:?}");
    }
    if n < 3 {
        assert!(points.iter().all(|p| exact_turn(ring[0], ring[n - 1], *p) == 0));
    }
}

#[test]
fn hulls_hold_their_points() {
    let mut random = Random::new(2);
    for case in 0..10_000 {
        let count = 1 + random.below(40);
        let (a, b) = (random.place(100.0), random.place(100.0));
        let points: Vec<Vec2> = (0..count)
            .map(|_| match case % 5 {
                0 => random.place(10.0),
                // A small grid: many are collinear or repeated.
                1 => vec2(random.below(5) as f32, random.below(5) as f32),
                // A line with the noise of f32.
                2 => a + random.real(0.0, 1.0) * (b - a),
                3 => vec2(1.0e5, -1.0e5) + random.place(0.1),
                // A ring with the noise of f32.
                _ => {
                    let (s, c) = carom_math::sin_cos(0.01 * random.below(628) as f32);
                    vec2(c, s)
                }
            })
            // Too small a part of a metre for the units above.
            .map(|p| ((p + vec2(512.0, 512.0)) - vec2(512.0, 512.0)).max(vec2(-2.0e5, -2.0e5)))
            .collect();
        check(&points);
    }
}

#[test]
fn hulls_on_grids_are_small() {
    let mut random = Random::new(3);
    for _ in 0..10_000 {
        let points: Vec<Point> = (0..1 + random.below(30)).map(|_| [random.whole(0, 6), random.whole(0, 6)]).collect();
        let ring: Vec<Point> = hull(&points.iter().map(|p| vec2(p[0] as f32, p[1] as f32)).collect::<Vec<_>>())
            .iter()
            .map(|p| [p.x as i64, p.y as i64])
            .collect();
        // A point is a corner if some line through it has all others on one side, and it is between no two.
        let corner = |p: &Point| {
            let others: Vec<Point> = points.iter().copied().filter(|q| q != p).collect();
            others.is_empty()
                || others.iter().any(|q| {
                    let left = others.iter().all(|r| turn(*p, *q, *r) >= 0);
                    let ahead = |r: &Point| (q[0] - p[0]) * (r[0] - p[0]) + (q[1] - p[1]) * (r[1] - p[1]) > 0;
                    left && others.iter().all(|r| turn(*p, *q, *r) != 0 || ahead(r))
                })
        };
        let mut wanted: Vec<Point> = points.iter().copied().filter(corner).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut found = ring.clone();
        found.sort_unstable();
        assert_eq!(found, wanted, "{points:?}");
        assert!(edges(&ring).count() == ring.len());
    }
}
