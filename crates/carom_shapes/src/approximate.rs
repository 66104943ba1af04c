//! Any shape as one sharp convex polygon. In: a shape and a tolerance. Out: the polygon, with corners on the shape.

use crate::error::size;
use crate::figures::{MAX_CORNERS, ROUND, round};
use crate::{Piece, Polygon, Shape, ShapeError};
use carom_math::{PI, Vec2, sin_cos};

impl Polygon {
    /// The convex hull of `shape` as a sharp polygon: arcs become chords, whose corners are on the arc and which are
    /// inside of it by `tolerance` [m] at most. A circle gets 8, 12, 16 .. corners, as few as that needs. A polygon
    /// without radius is itself; of a concave outline, a chain or a tile grid it is the hull.
    ///
    /// ```
    /// use carom::{Circle, Polygon, Shape};
    ///
    /// let round = Polygon::approximate(&Shape::from(Circle::new(1.0)?), 0.05)?;
    /// assert_eq!(round.vertices().len(), 12);
    /// # Ok::<(), carom::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// A tolerance that is no size; a shape without area, such as a segment ([`ShapeError::Collinear`]); more than
    /// [`MAX_CORNERS`] corners ([`ShapeError::TooFine`]).
    pub fn approximate(shape: &Shape, tolerance: f32) -> Result<Self, ShapeError> {
        size("tolerance", tolerance)?;
        let mut points = Vec::new();
        for i in 0..shape.piece_count() {
            let piece = shape.piece(i);
            let arc = arc(piece.radius(), tolerance)?;
            let mut add = |core: Vec2| points.extend(arc.iter().map(|offset| core + *offset));
            match &piece {
                Piece::Circle(s) => add(s.center()),
                Piece::Capsule(s) => [s.a(), s.b()].into_iter().for_each(add),
                Piece::Segment(s) => [s.a(), s.b()].into_iter().for_each(add),
                Piece::Link(s) => [s.a, s.b].into_iter().for_each(add),
                Piece::Polygon(s) => s.vertices().iter().copied().for_each(add),
            }
        }
        let polygon = Self::hull(points)?;
        let fits = polygon.vertices().len() <= MAX_CORNERS;
        if fits { Ok(polygon) } else { Err(ShapeError::TooFine { value: tolerance, most: MAX_CORNERS }) }
    }
}

/// Offsets round a corner of this radius [m]; one of zero without a radius.
fn arc(radius: f32, tolerance: f32) -> Result<Vec<Vec2>, ShapeError> {
    if radius == 0.0 {
        return Ok(vec![Vec2::ZERO]);
    }
    // The middle of a chord is 1 - cos(pi / n) = 2 sin(pi / 2n)^2 of the radius inside.
    let inside = |corners: usize| {
        let s = sin_cos(0.5 * PI / corners as f32).0;
        2.0 * s * s * radius
    };
    let corners = (ROUND..=MAX_CORNERS).step_by(4).find(|&corners| inside(corners) <= tolerance);
    let corners = corners.ok_or(ShapeError::TooFine { value: tolerance, most: MAX_CORNERS })?;
    Ok(round(corners, Vec2::splat(radius)))
}
