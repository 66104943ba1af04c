//! A thing to draw, in world coordinates: outlines of shapes, lines, and signs such as arrows.

use crate::{Color, Look};
use carom::math::{Aabb, Pose, Vec2, atan2, cross, left, normalize, right, sin_cos};
use carom::shapes::Link;
use carom::{Capsule, Circle, Piece, Polygon, Shape};

/// A thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its look.
    pub look: Look,
    /// Its color. The look makes fill and outline of it.
    pub color: Color,
    /// Its form.
    pub form: MarkForm,
}

/// The form of a thing to draw: a figure of the world, or a sign whose size is that of the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkForm {
    /// A figure.
    Figure(Figure),
    /// A box that is not filled.
    Frame(Aabb),
    /// A point.
    Dot(Vec2),
    /// An arrow.
    Arrow {
        /// Its tail [m].
        from: Vec2,
        /// Its head [m].
        to: Vec2,
    },
    /// Words.
    Words {
        /// Their middle [m].
        at: Vec2,
        /// The words.
        words: String,
    },
}

impl MarkForm {
    /// The least box around it; of signs, around their points.
    pub fn aabb(&self) -> Aabb {
        match self {
            Self::Figure(figure) => figure.aabb(),
            Self::Frame(b) => *b,
            Self::Dot(at) | Self::Words { at, .. } => Aabb::new(*at, *at),
            Self::Arrow { from, to } => Aabb::around([*from, *to]),
        }
    }
}

/// The figure of a shape in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A filled circle, with a line from its centre that shows its rotation.
    Disc {
        /// Its centre [m].
        center: Vec2,
        /// Its radius [m].
        radius: f32,
        /// End of the line [m].
        hand: Vec2,
    },
    /// A filled outline of straight lines: round corners are cut into short ones.
    Area {
        /// Its corners [m].
        corners: Vec<Vec2>,
    },
    /// A filled area with holes: rings of straight lines, counter-clockwise round what is filled, clockwise round
    /// holes.
    Region {
        /// The rings [m].
        rings: Vec<Vec<Vec2>>,
    },
    /// A line through points, not filled.
    Line {
        /// The points [m].
        points: Vec<Vec2>,
    },
}

impl Figure {
    /// The form of a shape at `pose`.
    pub fn of(shape: &Shape, pose: Pose) -> Self {
        match shape {
            Shape::Circle(s) => disc(s, pose),
            Shape::Capsule(s) => Self::Area { corners: capsule(s, pose) },
            Shape::Polygon(s) => Self::Area { corners: polygon(s, pose) },
            Shape::Segment(s) => Self::Line { points: vec![pose.transform_point(s.a()), pose.transform_point(s.b())] },
            Shape::Chain(s) => {
                let mut points: Vec<Vec2> = s.points().iter().map(|p| pose.transform_point(*p)).collect();
                if s.is_closed() {
                    points.extend(points.first().copied());
                }
                Self::Line { points }
            }
            Shape::TileGrid(s) => {
                let ring = |links: &[Link]| links.iter().map(|link| pose.transform_point(link.a)).collect();
                Self::Region { rings: s.rings().map(ring).collect() }
            }
            Shape::Outline(s) => {
                let placed = |ring: &[Vec2]| ring.iter().map(|p| pose.transform_point(*p)).collect();
                let holes = s.holes().iter().map(|hole| placed(hole));
                Self::Region { rings: std::iter::once(placed(s.outer())).chain(holes).collect() }
            }
        }
    }

    /// The form of a convex piece or a segment at `pose`.
    pub fn of_piece(piece: &Piece, pose: Pose) -> Self {
        let line = |ends: [Vec2; 2]| Self::Line { points: ends.map(|end| pose.transform_point(end)).to_vec() };
        match piece {
            Piece::Circle(s) => disc(s, pose),
            Piece::Capsule(s) => Self::Area { corners: capsule(s, pose) },
            Piece::Polygon(s) => Self::Area { corners: polygon(s, pose) },
            Piece::Segment(s) => line([s.a(), s.b()]),
            Piece::Link(s) => line([s.a, s.b]),
        }
    }

    /// The least box around it.
    pub fn aabb(&self) -> Aabb {
        match self {
            Self::Disc { center, radius, .. } => Aabb::new(*center, *center).grown(*radius),
            Self::Region { rings } => Aabb::around(rings.iter().flatten().copied()),
            Self::Area { corners: points } | Self::Line { points } => Aabb::around(points.iter().copied()),
        }
    }
}

/// The arc about `center` from direction `from` to direction `to`, counter-clockwise, in steps of an eighth of a
/// quarter or less.
fn arc(out: &mut Vec<Vec2>, pose: Pose, center: Vec2, radius: f32, from: Vec2, to: Vec2) {
    let angle = atan2(cross(from, to), from.dot(to));
    let angle = if angle < 0.0 { angle + std::f32::consts::TAU } else { angle };
    let steps = 1 + (angle / 0.2) as usize;
    for i in 0..=steps {
        let (s, c) = sin_cos(angle * i as f32 / steps as f32);
        out.push(pose.transform_point(center + radius * (c * from + s * left(from))));
    }
}

fn disc(s: &Circle, pose: Pose) -> Figure {
    Figure::Disc {
        center: pose.transform_point(s.center()),
        radius: s.radius(),
        hand: pose.transform_point(s.center() + Vec2::new(0.8 * s.radius(), 0.0)),
    }
}

fn capsule(s: &Capsule, pose: Pose) -> Vec<Vec2> {
    let (along, length) = normalize(s.b() - s.a());
    let down = if length > 0.0 { right(along) } else { Vec2::new(0.0, -1.0) };
    let mut corners = Vec::new();
    arc(&mut corners, pose, s.b(), s.radius(), down, left(down));
    arc(&mut corners, pose, s.b(), s.radius(), left(down), -down);
    arc(&mut corners, pose, s.a(), s.radius(), -down, right(down));
    arc(&mut corners, pose, s.a(), s.radius(), right(down), down);
    corners
}

fn polygon(s: &Polygon, pose: Pose) -> Vec<Vec2> {
    if s.radius() == 0.0 {
        return s.vertices().iter().map(|v| pose.transform_point(*v)).collect();
    }
    let mut corners = Vec::new();
    let count = s.vertices().len();
    for (i, vertex) in s.vertices().iter().enumerate() {
        let (before, after) = (s.normals()[(i + count - 1) % count], s.normals()[i]);
        arc(&mut corners, pose, *vertex, s.radius(), before, after);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::math::vec2;

    #[test]
    fn round_forms_keep_their_boxes() {
        let near = |a: Aabb, b: Aabb| (a.min - b.min).length() < 0.01 && (a.max - b.max).length() < 0.01;
        let pose = Pose::new(vec2(3.0, 4.0), 0.7);
        let capsule = Capsule::new(vec2(-1.0, 0.5), vec2(2.0, 0.0), 0.5).unwrap();
        let polygon = Polygon::rect(2.0, 1.0).unwrap().rounded(0.3).unwrap();
        assert!(near(Figure::of(&capsule.into(), pose).aabb(), capsule.aabb(pose)));
        assert!(near(Figure::of(&polygon.clone().into(), pose).aabb(), polygon.aabb(pose)));
    }
}
