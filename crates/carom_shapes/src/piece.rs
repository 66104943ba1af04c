//! The convex pieces that collision works on.

use crate::{Capsule, Circle, Link, Polygon, Segment};
use carom_math::{Aabb, Pose, Vec2, max};

/// A convex piece of a shape, in its body's frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A circle.
    Circle(Circle),
    /// A capsule.
    Capsule(Capsule),
    /// A lone segment.
    Segment(Segment),
    /// A convex polygon.
    Polygon(Polygon),
    /// A segment of a chain.
    Link(Link),
}

/// The kind of a piece. The order decides which of two arguments comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// A circle.
    Circle,
    /// A capsule.
    Capsule,
    /// A lone segment.
    Segment,
    /// A convex polygon.
    Polygon,
    /// A segment of a chain.
    Link,
}

impl Piece {
    /// Its kind.
    #[inline(always)]
    pub fn kind(&self) -> PieceKind {
        match self {
            Self::Circle(_) => PieceKind::Circle,
            Self::Capsule(_) => PieceKind::Capsule,
            Self::Segment(_) => PieceKind::Segment,
            Self::Polygon(_) => PieceKind::Polygon,
            Self::Link(_) => PieceKind::Link,
        }
    }

    /// The least box around the piece at `pose`.
    #[inline]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        match self {
            Self::Circle(s) => s.aabb(pose),
            Self::Capsule(s) => s.aabb(pose),
            Self::Segment(s) => s.aabb(pose),
            Self::Polygon(s) => s.aabb(pose),
            Self::Link(s) => s.aabb(pose),
        }
    }

    /// The radius round the [core](Piece::core).
    #[inline]
    pub fn radius(&self) -> f32 {
        match self {
            Self::Circle(s) => s.radius(),
            Self::Capsule(s) => s.radius(),
            Self::Polygon(s) => s.radius(),
            Self::Segment(_) | Self::Link(_) => 0.0,
        }
    }

    /// Calls `visit` with each point of the core (one for a circle, two for a line, all corners of a polygon), [m].
    pub fn core(&self, mut visit: impl FnMut(Vec2)) {
        match self {
            Self::Circle(s) => visit(s.center()),
            Self::Capsule(s) => [s.a(), s.b()].into_iter().for_each(visit),
            Self::Segment(s) => [s.a(), s.b()].into_iter().for_each(visit),
            Self::Link(s) => [s.a, s.b].into_iter().for_each(visit),
            Self::Polygon(s) => s.vertices().iter().copied().for_each(visit),
        }
    }

    /// Whether `is` holds for a point of the core; it is not called after the first such point.
    pub fn any_of_core(&self, mut is: impl FnMut(Vec2) -> bool) -> bool {
        match self {
            Self::Circle(s) => is(s.center()),
            Self::Capsule(s) => is(s.a()) || is(s.b()),
            Self::Segment(s) => is(s.a()) || is(s.b()),
            Self::Link(s) => is(s.a) || is(s.b),
            Self::Polygon(s) => s.vertices().iter().any(|&p| is(p)),
        }
    }

    /// The greatest distance of a point of the piece from `from` [m].
    pub fn reach(&self, from: Vec2) -> f32 {
        let mut square = 0.0;
        self.core(|p| square = max(square, (p - from).dot(p - from)));
        square.sqrt() + self.radius()
    }

    /// The min extent: a body that moves farther in a step may jump over this piece, or this piece over it [m]. Half
    /// the width of a polygon about its middle, the radius of a round piece, zero for lines.
    pub fn least_extent(&self) -> f32 {
        match self {
            Self::Circle(s) => s.radius(),
            Self::Capsule(s) => s.radius(),
            Self::Segment(_) | Self::Link(_) => 0.0,
            Self::Polygon(s) => {
                let c = s.mass(1.0).center;
                let mut least = f32::MAX;
                for (v, n) in s.vertices().iter().zip(s.normals()) {
                    let d = n.dot(*v - c);
                    least = if d < least { d } else { least };
                }
                least + s.radius()
            }
        }
    }
}
