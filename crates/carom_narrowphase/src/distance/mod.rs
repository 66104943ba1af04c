//! The distance of two pieces (GJK). In: the pieces and the pose of b in a's frame. Out: the distance, the two nearest
//! points and the direction between them. E. Gilbert, D. Johnson, S. Keerthi 1988, in f64.

pub(crate) mod cast;
pub(crate) mod closest;
pub(crate) mod gjk;
pub(crate) mod graze;
pub(crate) mod inside;
pub(crate) mod ray;
pub(crate) mod ray_entry;
pub(crate) mod separation;
pub(crate) mod toi;

use crate::distance::gjk::nearest_seen;
use crate::manifold::scalar::core::Corners;
use carom_math::{Pose, Vec2};
use carom_shapes::Piece;

/// The distance of two pieces, in a's frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClosestPoints {
    /// Distance of the surfaces [m]: that of the cores less both radii. It is negative if the radii overlap. If the
    /// cores overlap, it is minus both radii, which says that they overlap, not how deep ([`crate::collide`]
    /// gives the depth).
    pub distance: f32,
    /// The point of a's surface nearest to b [m]; if the cores overlap, a point of both cores.
    pub point_a: Vec2,
    /// The point of b's surface nearest to a [m]; if the cores overlap, `point_a`.
    pub point_b: Vec2,
    /// Unit vector from a to b; zero if the cores overlap.
    pub normal: Vec2,
}

/// The distance of two pieces. Links count as two-sided segments here. If a number of the pose is not finite, the
/// answer may not be either.
pub fn distance(a: &Piece, b: &Piece, b_in_a: Pose) -> ClosestPoints {
    let (corners_a, corners_b) = (Corners::of(a), Corners::of(b));
    let near = nearest_seen(corners_a.as_slice(), corners_b.as_slice(), &b_in_a.into());
    let (radius_a, radius_b) = (f64::from(a.radius()), f64::from(b.radius()));
    ClosestPoints {
        distance: (near.distance - (radius_a + radius_b)) as f32,
        point_a: (near.on_a + near.normal * radius_a).narrow(),
        point_b: (near.on_b - near.normal * radius_b).narrow(),
        normal: near.normal.narrow(),
    }
}
