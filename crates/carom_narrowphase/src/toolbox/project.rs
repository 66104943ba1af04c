//! Projections and support points. In: a piece or a shape, and a direction. Out: its interval on the axis, or its
//! corner that is farthest along it. A support mapping: E. Gilbert, D. Johnson, S. Keerthi 1988.

use crate::manifold::scalar::core::Corners;
use carom_math::{Interval, Pose, Vec2, normalize};
use carom_shapes::{Piece, Shape};

/// The point of a piece or shape that is farthest along a direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Support {
    /// Index of the piece; 0 for a lone piece.
    pub piece: usize,
    /// Index of the corner of its core: 0 for a circle, 0 or 1 for a line. The first of equals.
    pub corner: usize,
    /// The point of the surface [m]: the corner, and the radius further along the direction.
    pub point: Vec2,
}

/// The point of `piece` farthest along `direction` (of any length), both in the piece's frame. A direction that has no
/// length or is NaN gives corner 0. One dot product a corner.
pub fn support(piece: &Piece, direction: Vec2) -> Support {
    let corners = Corners::of(piece);
    let (mut corner, mut core, mut far) = (0, Vec2::ZERO, f32::NEG_INFINITY);
    for (i, v) in corners.as_slice().iter().enumerate() {
        let along = direction.dot(*v);
        if i == 0 || along > far {
            (corner, core, far) = (i, *v, along);
        }
    }
    Support { piece: 0, corner, point: core + piece.radius() * normalize(direction).0 }
}

/// The point of `shape` farthest along `direction`, both in the shape's frame; see [`support`].
pub fn support_shape(shape: &Shape, direction: Vec2) -> Support {
    let mut best = Support { piece: 0, ..support(&shape.piece(0), direction) };
    for i in 1..shape.piece_count() {
        let next = Support { piece: i, ..support(&shape.piece(i), direction) };
        if direction.dot(next.point) > direction.dot(best.point) {
            best = next;
        }
    }
    best
}

/// The projection of `piece` at `pose` on `axis`: from the least to the greatest of `axis . p` [m, if the axis is a
/// unit].
pub fn project(piece: &Piece, pose: Pose, axis: Vec2) -> Interval {
    let local = pose.q.inverse_rotate(axis);
    let core = Interval::around(Corners::of(piece).as_slice().iter().copied(), local);
    core.grown(piece.radius() * normalize(axis).1).moved(axis.dot(pose.p))
}

/// The projection of `shape` at `pose` on `axis`; see [`project`].
pub fn project_shape(shape: &Shape, pose: Pose, axis: Vec2) -> Interval {
    (0..shape.piece_count()).fold(Interval::EMPTY, |i, k| i.union(project(&shape.piece(k), pose, axis)))
}
