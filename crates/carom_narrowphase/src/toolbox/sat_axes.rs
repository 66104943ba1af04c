//! The separating axis test, axis by axis, for those who draw, teach or debug it. In: two pieces and the pose of b in
//! a's frame. Out: every axis that the test tries, with both shadows on it. And the two steps that it is made of: a
//! point on a line, and one axis.
//!
//! Edge normals suffice for two convex polygons, and for a circle the line through the nearest corner as well (S.
//! Gottschalk, OBBTree, 1996; C. Ericson, Real-Time Collision Detection, 2005, 5.2).

use crate::toolbox::project::project;
use crate::toolbox::sat::SatFeature;
use carom_math::{Interval, Pose, Vec2, normalize};
use carom_shapes::{Circle, Piece, Polygon};

/// One axis of the test, with the shadows of both pieces on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SatAxis {
    /// The unit normal of the edge, outward from its own piece, in a's frame. For a corner and a circle, the direction
    /// from the corner to the centre.
    pub axis: Vec2,
    /// The edge or corner that gives the axis; the corner of an edge's feature is the other piece's that is deepest
    /// behind the edge, or nearest before it.
    pub feature: SatFeature,
    /// The shadow of a: its projection on the axis [m].
    pub shadow_a: Interval,
    /// The shadow of b [m].
    pub shadow_b: Interval,
    /// The least push along the axis that parts the shadows, minus the gap if they are apart [m].
    pub overlap: f32,
}

impl SatAxis {
    /// Whether the shadows are apart, which proves that the pieces are.
    pub fn is_separating(&self) -> bool {
        self.overlap < 0.0
    }

    /// The move of b along the axis, in the shorter direction, after which the shadows only touch [m]: a candidate for
    /// the minimum translation vector. Zero if they are apart.
    pub fn push(&self) -> Vec2 {
        self.axis * self.shadow_a.push(self.shadow_b)
    }

    fn new(axis: Vec2, feature: SatFeature, shadow_a: Interval, shadow_b: Interval) -> Self {
        Self { axis, feature, shadow_a, shadow_b, overlap: shadow_a.overlap(shadow_b) }
    }
}

/// Every axis that the separating axis test of two convex polygons tries, in its order: the edge normals of a, then
/// those of b. The polygons overlap if none [is separating](SatAxis::is_separating); the least
/// [push](SatAxis::push) is then the minimum translation vector. [`crate::sat`] gives both without the list.
///
/// For rounded polygons the shadows have the radius, but the axes are those of the edges: [`crate::sat`] tries the line
/// between rounded corners as well. Edges times corners; allocates nothing.
pub fn sat_axes(a: &Polygon, b: &Polygon, b_in_a: Pose) -> impl Iterator<Item = SatAxis> {
    let (piece_a, piece_b) = (Piece::Polygon(a.clone()), Piece::Polygon(b.clone()));
    let a_in_b = b_in_a.inverse();
    let (count_a, count_b) = (a.vertices().len(), b.vertices().len());
    let (a, b) = (a.clone(), b.clone());
    (0..count_a + count_b).map(move |i| {
        let (axis, feature) = if i < count_a {
            let axis = a.normals()[i];
            (axis, SatFeature::EdgeOfA { edge: i, corner: lowest(&b, b_in_a.q.inverse_rotate(axis)) })
        } else {
            let edge = i - count_a;
            let local = b.normals()[edge];
            (b_in_a.q.rotate(local), SatFeature::EdgeOfB { edge, corner: lowest(&a, a_in_b.q.inverse_rotate(local)) })
        };
        let shadows = [project(&piece_a, Pose::IDENTITY, axis), project(&piece_b, b_in_a, axis)];
        SatAxis::new(axis, feature, shadows[0], shadows[1])
    })
}

/// The axes of a polygon and a circle: the polygon's edge normals, and last the line through the circle's centre and
/// the polygon's nearest corner. Without the last one, a circle beside a corner would seem to touch.
pub fn sat_circle_axes(a: &Polygon, b: &Circle, b_in_a: Pose) -> impl Iterator<Item = SatAxis> {
    let (piece_a, piece_b) = (Piece::Polygon(a.clone()), Piece::Circle(*b));
    let (a, center) = (a.clone(), b_in_a.transform_point(b.center()));
    let count = a.vertices().len();
    (0..=count).filter_map(move |i| {
        let (axis, feature) = match a.normals().get(i) {
            Some(normal) => (*normal, SatFeature::EdgeOfA { edge: i, corner: 0 }),
            None => {
                let squared = |i: &usize| (center - a.vertices()[*i]).length_squared();
                let nearest = (0..count).min_by(|i, j| squared(i).total_cmp(&squared(j)))?;
                (normalize(center - a.vertices()[nearest]).0, SatFeature::CornerOfA(nearest))
            }
        };
        // A centre on the corner has no direction to it, and needs none: the edge normals tell the depth.
        let shadows = [project(&piece_a, Pose::IDENTITY, axis), project(&piece_b, b_in_a, axis)];
        (axis != Vec2::ZERO).then(|| SatAxis::new(axis, feature, shadows[0], shadows[1]))
    })
}

/// Whether this axis alone proves that two pieces are apart: their shadows on it share no point. The axis, in a's
/// frame, may have any length but zero. No if a number is not finite.
///
/// ```
/// use carom::{Circle, Piece, Pose, vec2};
/// use carom::toolbox::is_separating_axis;
///
/// let ball = Piece::Circle(Circle::new(1.0)?);
/// let beside = Pose::new(vec2(3.0, 0.0), 0.0);
/// assert!(is_separating_axis(&ball, &ball, beside, vec2(1.0, 0.0)));
/// assert!(!is_separating_axis(&ball, &ball, beside, vec2(0.0, 1.0)));
/// # Ok::<(), carom::ShapeError>(())
/// ```
pub fn is_separating_axis(a: &Piece, b: &Piece, b_in_a: Pose, axis: Vec2) -> bool {
    project(a, Pose::IDENTITY, axis).overlap(project(b, b_in_a, axis)) < 0.0
}

/// The projection of a point on the line through two others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LineProjection {
    /// Place along the line: 0 at `from`, 1 at `to`.
    pub fraction: f32,
    /// The same in metres from `from` [m].
    pub along: f32,
    /// The point of the line that is nearest to the given one [m].
    pub point: Vec2,
    /// Distance of the given point from the line, positive on the left of the way from `from` to `to` [m].
    pub height: f32,
}

/// The projection of `point` on the line through `from` and `to` [m]: dot products with the direction of the line and
/// with its left normal. If the two are one point, the line is that point: fraction and along are 0.
pub fn project_on_line(point: Vec2, from: Vec2, to: Vec2) -> LineProjection {
    let (direction, length) = normalize(to - from);
    let off = point - from;
    if !(length > 0.0) {
        return LineProjection { point: from, height: off.length(), ..LineProjection::default() };
    }
    let along = direction.dot(off);
    let height = direction.x * off.y - direction.y * off.x;
    LineProjection { fraction: along / length, along, point: from + direction * along, height }
}

/// The first corner of the polygon that is least far along `direction`.
fn lowest(polygon: &Polygon, direction: Vec2) -> usize {
    let along = |i: &usize| polygon.vertices().get(*i).map_or(f32::INFINITY, |v| direction.dot(*v));
    (0..polygon.vertices().len()).min_by(|i, j| along(i).total_cmp(&along(j))).unwrap_or(0)
}
