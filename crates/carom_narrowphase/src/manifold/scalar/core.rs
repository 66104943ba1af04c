//! The core of a piece for the axis test: corners, one outward normal for each edge, and the radius around.

use carom_math::{Vec2, normalize, right};
use carom_shapes::{Piece, Polygon};

/// A convex outline, counter-clockwise. A line is an outline of two corners and two edges, there and back.
#[derive(Clone, Copy)]
pub(crate) struct Core<'a> {
    /// Corners [m].
    pub vertices: &'a [Vec2],
    /// Outward unit normals; normal i belongs to the edge from corner i to the next.
    pub normals: &'a [Vec2],
    /// Radius all round [m].
    pub radius: f32,
}

impl<'a> Core<'a> {
    /// The core of a polygon.
    #[inline(always)]
    pub fn of(polygon: &'a Polygon) -> Self {
        Self { vertices: polygon.vertices(), normals: polygon.normals(), radius: polygon.radius() }
    }

    /// Edge `i` as its two corners and the index of the second; the origin if there is no such edge.
    #[inline(always)]
    pub fn edge(&self, i: usize) -> (Vec2, Vec2, usize) {
        let next = if i + 1 < self.vertices.len() { i + 1 } else { 0 };
        let at = |k: usize| self.vertices.get(k).copied().unwrap_or(Vec2::ZERO);
        (at(i), at(next), next)
    }

    /// A point inside: the mean of the corners [m].
    #[inline]
    pub fn middle(&self) -> Vec2 {
        let sum = self.vertices.iter().fold(Vec2::ZERO, |sum, v| sum + *v);
        sum * (1.0 / self.vertices.len() as f32)
    }
}

/// A line as an outline: its corners and its two normals.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    vertices: [Vec2; 2],
    normals: [Vec2; 2],
}

impl Line {
    /// The line from `a` to `b`; `None` if they are one point, which has no normal.
    #[inline(always)]
    pub fn new(a: Vec2, b: Vec2) -> Option<Self> {
        let (n, length) = normalize(right(b - a));
        if length > 0.0 { Some(Self { vertices: [a, b], normals: [n, -n] }) } else { None }
    }

    /// The unit normal on the right.
    #[inline(always)]
    pub fn normal(&self) -> Vec2 {
        self.normals[0]
    }

    /// The line with `radius` [m] around it.
    #[inline(always)]
    pub fn core(&self, radius: f32) -> Core<'_> {
        Core { vertices: &self.vertices, normals: &self.normals, radius }
    }
}

/// The most corners of a polygon that can be inset.
const MOST: usize = 32;

/// The corners of a piece's core, of any kind.
pub(crate) enum Corners<'a> {
    /// One point.
    Point([Vec2; 1]),
    /// The two ends of a line.
    Line([Vec2; 2]),
    /// The corners of a polygon.
    Polygon(&'a [Vec2]),
    /// The corners of a polygon that was inset, and how many they are.
    Inset([Vec2; MOST], usize),
}

impl<'a> Corners<'a> {
    /// The corners of `piece`, in its frame.
    pub fn of(piece: &'a Piece) -> Self {
        match piece {
            Piece::Circle(s) => Self::Point([s.center()]),
            Piece::Capsule(s) => Self::Line([s.a(), s.b()]),
            Piece::Segment(s) => Self::Line([s.a(), s.b()]),
            Piece::Link(s) => Self::Line([s.a, s.b]),
            Piece::Polygon(s) => Self::Polygon(s.vertices()),
        }
    }

    /// The corners and the radius of `piece` without all points that are nearer than `depth` [m] to its surface. The
    /// radius goes first, then the polygon (its half planes move inwards); a line stays.
    pub fn inset(piece: &'a Piece, depth: f32) -> (Self, f32) {
        let radius = piece.radius();
        if depth <= radius {
            return (Self::of(piece), radius - depth);
        }
        let Piece::Polygon(polygon) = piece else { return (Self::of(piece), 0.0) };
        let vertices = polygon.vertices();
        if vertices.len() * 2 > MOST {
            return (Self::of(piece), 0.0);
        }
        let (mut now, mut next, mut count) = ([Vec2::ZERO; MOST], [Vec2::ZERO; MOST], vertices.len());
        now[..count].copy_from_slice(vertices);
        for (&corner, &n) in vertices.iter().zip(polygon.normals()) {
            let most = n.dot(corner) - (depth - radius);
            let mut kept = 0;
            for i in 0..count {
                let (p, q) = (now[i], now[if i + 1 < count { i + 1 } else { 0 }]);
                let (dp, dq) = (n.dot(p) - most, n.dot(q) - most);
                if dp <= 0.0 {
                    next[kept] = p;
                    kept += 1;
                }
                if (dp <= 0.0) != (dq <= 0.0) {
                    next[kept] = p + (q - p) * (dp / (dp - dq));
                    kept += 1;
                }
            }
            (now, count) = (next, kept);
        }
        if count == 0 {
            let core = Core::of(polygon);
            return (Self::Point([core.middle()]), 0.0);
        }
        (Self::Inset(now, count), 0.0)
    }

    /// The corners as a slice [m].
    pub fn as_slice(&self) -> &[Vec2] {
        match self {
            Self::Point(one) => one,
            Self::Line(two) => two,
            Self::Polygon(many) => many,
            Self::Inset(some, count) => &some[..*count],
        }
    }
}
