//! The truth about rings on a grid, by testing everything with everything, in whole numbers.

pub type Point = [i64; 2];

/// Twice the area of a, b, c: its sign gives the side of ab on which c is.
pub fn turn(a: Point, b: Point, c: Point) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

pub fn twice_area(ring: &[Point]) -> i64 {
    edges(ring).map(|[a, b]| a[0] * b[1] - a[1] * b[0]).sum()
}

pub fn edges(ring: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}

/// The ring without corners on the line through their neighbours, found by searching again from the beginning each
/// time.
pub fn clean(ring: &[Point]) -> Vec<Point> {
    let mut ring = ring.to_vec();
    loop {
        let n = ring.len();
        if n < 3 {
            return Vec::new();
        }
        let flat = (0..n).find(|&i| turn(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) == 0);
        match flat {
            Some(i) => _ = ring.remove(i),
            None => return ring,
        }
    }
}

fn dot(a: Point, b: Point, c: Point) -> i64 {
    (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1])
}

/// Whether p lies on ab, its ends included.
fn on(p: Point, [a, b]: [Point; 2]) -> bool {
    turn(a, b, p) == 0 && dot(p, a, b) <= 0
}

/// Whether two edges cross inside both, or share a stretch.
fn clash(e: [Point; 2], f: [Point; 2]) -> bool {
    let (a, b) = (turn(e[0], e[1], f[0]), turn(e[0], e[1], f[1]));
    let (c, d) = (turn(f[0], f[1], e[0]), turn(f[0], f[1], e[1]));
    if a == 0 && b == 0 {
        let ends = [on(f[0], e), on(f[1], e), on(e[0], f), on(e[1], f)];
        // One shared point is a touch; it counts twice, once for each edge.
        let shared = e.iter().filter(|p| f.contains(p)).count();
        let touching = ends.iter().filter(|&&end| end).count();
        return touching > 2 * shared || shared == 2;
    }
    a.signum() * b.signum() < 0 && c.signum() * d.signum() < 0
}

/// The passes of a ring through a point: the points before and after.
fn ways(ring: &[Point], p: Point) -> Vec<[Point; 2]> {
    let n = ring.len();
    let mut ways = Vec::new();
    for i in 0..n {
        let (here, next) = (ring[i], ring[(i + 1) % n]);
        if here == p {
            ways.push([ring[(i + n - 1) % n], next]);
        } else if next != p && on(p, [here, next]) {
            ways.push([here, next]);
        }
    }
    ways
}

/// Whether the direction from p to x lies strictly between those to a and b, counter-clockwise.
fn between(p: Point, a: Point, x: Point, b: Point) -> bool {
    let left = |u: Point, v: Point| turn(p, u, v) > 0;
    if left(a, b) {
        left(a, x) && left(x, b)
    } else if left(b, a) {
        !(left(b, x) && left(x, a)) && turn(p, b, x) != 0 && turn(p, a, x) != 0
            || (turn(p, b, x) == 0 && dot(p, b, x) < 0)
            || (turn(p, a, x) == 0 && dot(p, a, x) < 0)
    } else {
        left(a, x)
    }
}

/// Whether two passes through a point cross there.
fn cross(p: Point, s: [Point; 2], t: [Point; 2]) -> bool {
    between(p, s[0], t[0], s[1]) != between(p, s[0], t[1], s[1])
}

/// Whether p, on no edge, is inside a ring: counts how often a ray to the right leaves it.
pub fn inside(p: Point, ring: &[Point]) -> bool {
    let passes = edges(ring).filter(|&[a, b]| {
        let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        low[1] <= p[1] && p[1] < high[1] && turn(low, high, p) > 0
    });
    passes.count() % 2 == 1
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn doubled(ring: &[Point]) -> Vec<Point> {
    ring.iter().map(|p| [2 * p[0], 2 * p[1]]).collect()
}

/// A point of an edge between two grid points, in doubled coordinates: no vertex is there.
fn off_grid([a, b]: [Point; 2]) -> Point {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let g = gcd(x, y);
    [2 * a[0] + x / g, 2 * a[1] + y / g]
}

/// Twice the area of the outline of these rings, the outer one first; none if they are not valid.
pub fn judge(rings: &[Vec<Point>]) -> Option<i64> {
    let rings: Vec<Vec<Point>> = rings.iter().map(|ring| clean(ring)).collect();
    if rings.iter().any(Vec::is_empty) {
        return None;
    }
    let all: Vec<[Point; 2]> = rings.iter().flat_map(|ring| edges(ring)).collect();
    for (i, e) in all.iter().enumerate() {
        if all[..i].iter().any(|f| clash(*e, *f)) {
            return None;
        }
    }
    for p in rings.iter().flatten() {
        let through: Vec<[Point; 2]> = rings.iter().flat_map(|ring| ways(ring, *p)).collect();
        for (i, s) in through.iter().enumerate() {
            if through[..i].iter().any(|t| cross(*p, *s, *t)) {
                return None;
            }
        }
    }
    let large: Vec<Vec<Point>> = rings.iter().map(|ring| doubled(ring)).collect();
    for (i, ring) in rings.iter().enumerate() {
        for middle in edges(ring).map(off_grid) {
            let right = large.iter().enumerate().all(|(j, other)| i == j || inside(middle, other) == (i > 0 && j == 0));
            if !right {
                return None;
            }
        }
    }
    Some(twice_area(&rings[0]).abs() - rings[1..].iter().map(|ring| twice_area(ring).abs()).sum::<i64>())
}

/// Whether two convex rings share area: no edge of either has the other on its right.
pub fn overlap(a: &[Point], b: &[Point]) -> bool {
    let parts = |a: &[Point], b: &[Point]| edges(a).any(|[u, v]| b.iter().all(|p| turn(u, v, *p) <= 0));
    !parts(a, b) && !parts(b, a)
}

/// Whether an edge has a point strictly inside a convex ring.
pub fn pierces(edge: [Point; 2], piece: &[Point]) -> bool {
    // The part of the edge on the left of every side, as a span of fractions from x / y to z / w.
    let (mut from, mut to) = ((0_i128, 1_i128), (1_i128, 1_i128));
    for [u, v] in edges(piece) {
        let (a, b) = (i128::from(turn(u, v, edge[0])), i128::from(turn(u, v, edge[1])));
        match (a > 0, b > 0) {
            (true, true) => {}
            (false, false) => return false,
            (true, false) => to = if a * to.1 < to.0 * (a - b) { (a, a - b) } else { to },
            (false, true) => from = if -a * from.1 > from.0 * (b - a) { (-a, b - a) } else { from },
        }
    }
    from.0 * to.1 < to.0 * from.1
}
