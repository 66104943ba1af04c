//! The same answers by brute force, in f64: every corner against every edge.

use carom_math::{Pose, Vec2};
use carom_shapes::Piece;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct P(pub f64, pub f64);

impl P {
    pub fn of(v: Vec2) -> Self {
        Self(f64::from(v.x), f64::from(v.y))
    }
    pub fn dot(self, o: Self) -> f64 {
        self.0 * o.0 + self.1 * o.1
    }
    pub fn cross(self, o: Self) -> f64 {
        self.0 * o.1 - self.1 * o.0
    }
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
    pub fn unit(self) -> Self {
        self * (1.0 / self.length())
    }
    pub fn right(self) -> Self {
        Self(self.1, -self.0)
    }
}

impl std::ops::Add for P {
    type Output = P;
    fn add(self, o: P) -> P {
        P(self.0 + o.0, self.1 + o.1)
    }
}
impl std::ops::Sub for P {
    type Output = P;
    fn sub(self, o: P) -> P {
        P(self.0 - o.0, self.1 - o.1)
    }
}
impl std::ops::Mul<f64> for P {
    type Output = P;
    fn mul(self, k: f64) -> P {
        P(self.0 * k, self.1 * k)
    }
}

/// A core with its radius, placed.
#[derive(Clone, Debug)]
pub struct Solid {
    pub corners: Vec<P>,
    pub radius: f64,
}

impl Solid {
    pub fn of(piece: &Piece, pose: Pose) -> Self {
        let (c, s) = (f64::from(pose.q.c), f64::from(pose.q.s));
        let mut corners = Vec::new();
        piece.core(|v| {
            let v = P::of(v);
            corners.push(P(c * v.0 - s * v.1, s * v.0 + c * v.1) + P::of(pose.p));
        });
        corners.dedup();
        Self { corners, radius: f64::from(piece.radius()) }
    }

    pub fn edges(&self) -> impl Iterator<Item = (P, P)> + '_ {
        let n = self.corners.len();
        (0..n).map(move |i| (self.corners[i], self.corners[(i + 1) % n]))
    }

    pub fn size(&self) -> f64 {
        let far = self.corners.iter().map(|p| (*p - self.corners[0]).length()).fold(0.0, f64::max);
        far + self.radius
    }

    /// Whether the core holds `p`; a line or point holds none.
    pub fn core_contains(&self, p: P) -> bool {
        self.corners.len() > 2 && self.edges().all(|(v, w)| (w - v).cross(p - v) >= 0.0)
    }

    /// Distance of `p` from the core; 0 inside.
    pub fn core_distance_to(&self, p: P) -> f64 {
        if self.core_contains(p) {
            return 0.0;
        }
        self.edges().map(|(v, w)| point_edge(p, v, w)).fold(f64::INFINITY, f64::min)
    }

    pub fn highest(&self, n: P) -> f64 {
        self.corners.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Outward unit normals of all edges (both sides of a line).
    pub fn normals(&self) -> Vec<P> {
        if self.corners.len() < 2 {
            return Vec::new();
        }
        self.edges().map(|(v, w)| (w - v).right().unit()).collect()
    }
}

pub fn point_edge(p: P, v: P, w: P) -> f64 {
    let e = w - v;
    let ee = e.dot(e);
    let t = if ee > 0.0 { ((p - v).dot(e) / ee).clamp(0.0, 1.0) } else { 0.0 };
    (p - (v + e * t)).length()
}

fn crossing(a: (P, P), b: (P, P)) -> bool {
    let side = |e: (P, P), p: P| (e.1 - e.0).cross(p - e.0);
    side(a, b.0) * side(a, b.1) < 0.0 && side(b, a.0) * side(b, a.1) < 0.0
}

/// Distance of the cores; 0 if they overlap.
pub fn core_distance(a: &Solid, b: &Solid) -> f64 {
    let inside = a.corners.iter().any(|p| b.core_contains(*p)) || b.corners.iter().any(|p| a.core_contains(*p));
    let cross = a.corners.len() > 1 && b.corners.len() > 1 && a.edges().any(|ea| b.edges().any(|eb| crossing(ea, eb)));
    if inside || cross {
        return 0.0;
    }
    let one = |a: &Solid, b: &Solid| a.corners.iter().map(|p| b.core_distance_to(*p)).fold(f64::INFINITY, f64::min);
    one(a, b).min(one(b, a))
}

/// The separation of b's core from a's along `n`, less both radii.
pub fn gap(a: &Solid, b: &Solid, n: P) -> f64 {
    -b.highest(n * -1.0) - a.highest(n) - a.radius - b.radius
}

/// The true separation: the distance of the surfaces, or minus the least push that parts the cores and the radii.
pub fn separation(a: &Solid, b: &Solid) -> f64 {
    let d = core_distance(a, b);
    if d > 0.0 {
        return d - a.radius - b.radius;
    }
    let ours = a.normals().into_iter().chain(b.normals().into_iter().map(|n| n * -1.0));
    let best = ours.map(|n| gap(a, b, n)).fold(f64::NEG_INFINITY, f64::max);
    if best == f64::NEG_INFINITY { -a.radius - b.radius } else { best }
}
