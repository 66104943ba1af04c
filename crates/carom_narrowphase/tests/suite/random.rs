//! Random pieces and poses from a seed.

use carom_math::{Pose, Vec2, vec2};
use carom_shapes::{Capsule, Circle, Link, Piece, Polygon, Segment};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

pub struct Random(pub StdRng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }
    pub fn real(&mut self, low: f32, high: f32) -> f32 {
        self.0.random_range(low..high)
    }
    /// Every order of magnitude as often.
    #[allow(clippy::disallowed_methods)] // Test input only.
    pub fn log_real(&mut self, low: f32, high: f32) -> f32 {
        10.0_f32.powf(self.real(low.log10(), high.log10()))
    }
    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }
    pub fn place(&mut self, size: f32) -> Vec2 {
        vec2(self.real(-size, size), self.real(-size, size))
    }
    pub fn direction(&mut self) -> Vec2 {
        let (s, c) = carom_math::sin_cos(self.real(-3.2, 3.2));
        vec2(c, s)
    }
    pub fn pose(&mut self, size: f32) -> Pose {
        let angle = if self.below(8) == 0 { 0.0 } else { self.real(-3.2, 3.2) };
        Pose::new(self.place(size), angle)
    }

    pub fn polygon(&mut self) -> Polygon {
        loop {
            let (w, h) = (self.real(0.1, 3.0), self.real(0.1, 3.0));
            let made = match self.below(4) {
                0 => Polygon::rect(w, h),
                1 => Polygon::hull((0..3).map(|_| self.place(w)).collect::<Vec<_>>()),
                2 => {
                    let n = 3 + self.below(20);
                    Polygon::hull((0..n).map(|_| vec2(self.real(-w, w), self.real(-h, h))).collect::<Vec<_>>())
                }
                _ => Ok(regular(3 + self.below(40), w)),
            };
            let Ok(polygon) = made else { continue };
            let radius = if self.below(2) == 0 { 0.0 } else { self.real(0.01, 0.5) };
            return polygon.rounded(radius).unwrap();
        }
    }

    /// A circle, capsule, segment or polygon.
    pub fn piece(&mut self) -> Piece {
        let (a, b, r) = (self.place(1.0), self.place(1.0), self.real(0.05, 1.0));
        match self.below(6) {
            0 => Piece::Circle(Circle::at(a, r).unwrap()),
            1 => Piece::Capsule(Capsule::new(a, if self.below(5) == 0 { a } else { b }, r).unwrap()),
            2 => Piece::Segment(Segment::new(a, b).unwrap()),
            _ => Piece::Polygon(self.polygon()),
        }
    }

    /// Two pieces with b somewhere between deep inside and a little apart from a.
    pub fn pair(&mut self) -> (Piece, Piece, Pose) {
        let (a, b) = (self.piece(), self.piece());
        let angle = if self.below(6) == 0 { 0.0 } else { self.real(-3.2, 3.2) };
        let n = self.direction();
        let turned = Pose::new(Vec2::ZERO, angle);
        let (sa, sb) = (super::brute::Solid::of(&a, Pose::IDENTITY), super::brute::Solid::of(&b, turned));
        let gap = super::brute::gap(&sa, &sb, super::brute::P::of(n)) as f32;
        let depth = match self.below(4) {
            0 => self.real(-0.1, 0.0),
            1 => self.real(0.0, 0.02),
            2 => self.real(0.0, 2.0),
            _ => self.real(-0.02, 0.1),
        };
        let side = vec2(-n.y, n.x) * self.real(-0.5, 0.5);
        (a, b, Pose { p: n * (-gap - depth) + side, q: turned.q })
    }

    pub fn link(&mut self) -> Link {
        let one_sided = self.below(2) == 0;
        loop {
            let link = Link {
                before: self.place(2.0),
                a: self.place(1.0),
                b: self.place(1.0),
                after: self.place(2.0),
                one_sided,
                ends: [false; 2],
            };
            if (link.b - link.a).length() > 0.1 {
                return link;
            }
        }
    }
}

pub fn regular(n: usize, radius: f32) -> Polygon {
    let corner = |i: usize| {
        let (s, c) = carom_math::sin_cos(i as f32 * (2.0 * carom_math::PI / n as f32));
        vec2(radius * c, radius * s)
    };
    Polygon::new((0..n).map(corner).collect::<Vec<_>>()).unwrap()
}

/// The piece `k` times as large; `None` if it is then too small or too large to be one.
pub fn scaled(piece: &Piece, k: f32) -> Option<Piece> {
    Some(match piece {
        Piece::Circle(s) => Piece::Circle(Circle::at(k * s.center(), k * s.radius()).ok()?),
        Piece::Capsule(s) => Piece::Capsule(Capsule::new(k * s.a(), k * s.b(), k * s.radius()).ok()?),
        Piece::Segment(s) => Piece::Segment(Segment::new(k * s.a(), k * s.b()).ok()?),
        Piece::Polygon(s) => {
            let corners: Vec<Vec2> = s.vertices().iter().map(|v| k * *v).collect();
            Piece::Polygon(Polygon::new(corners).ok()?.rounded(k * s.radius()).ok()?)
        }
        Piece::Link(s) => {
            let Link { before, a, b, after, one_sided, ends } = *s;
            Piece::Link(Link { before: k * before, a: k * a, b: k * b, after: k * after, one_sided, ends })
        }
    })
}
