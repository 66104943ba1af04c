//! The entry to contact manifolds: two pieces of any kinds to the function of their pair. In: the pieces and the pose
//! of b in a's frame. Out: a manifold in a's frame. The greater kind goes first; pairs in the other order are computed
//! in reverse and turned.

use crate::manifold::scalar::polygon::in_other_frame;
use crate::{
    collide_capsule_circle, collide_capsules, collide_circles, collide_link_capsule, collide_link_circle,
    collide_link_polygon, collide_link_segment, collide_polygon_capsule, collide_polygon_circle,
    collide_polygon_segment, collide_polygons, collide_segment_capsule, collide_segment_circle, collide_segments,
};
use carom_math::Pose;
use carom_shapes::{Manifold, Piece};

/// The contact manifold of two pieces, in a's frame. The unit normal points from a to b, and each point is halfway
/// between the two surfaces. The separation [m] is negative if they overlap. Points farther apart than `reach` [m] are
/// left out. The manifold is empty if none is left, or if a number is not finite. Two links never touch.
///
/// While the cores are apart, the least separation of the points is the true distance of the surfaces. If they overlap,
/// it is the least push that parts the cores, less the radii (except for links: see [`collide_link_polygon`]).
#[inline]
pub fn collide(a: &Piece, b: &Piece, b_in_a: Pose, reach: f32) -> Manifold {
    if a.kind() < b.kind() {
        in_other_frame(greater_first(b, a, b_in_a.inverse(), reach), b_in_a)
    } else {
        greater_first(a, b, b_in_a, reach)
    }
}

#[inline]
fn greater_first(a: &Piece, b: &Piece, b_in_a: Pose, reach: f32) -> Manifold {
    use Piece::{Capsule, Circle, Link, Polygon, Segment};
    match (a, b) {
        (Polygon(a), Polygon(b)) => collide_polygons(a, b, b_in_a, reach),
        (Polygon(a), Segment(b)) => collide_polygon_segment(a, b, b_in_a, reach),
        (Polygon(a), Capsule(b)) => collide_polygon_capsule(a, b, b_in_a, reach),
        (Polygon(a), Circle(b)) => collide_polygon_circle(a, b, b_in_a, reach),
        (Link(a), Polygon(b)) => collide_link_polygon(a, b, b_in_a, reach),
        (Link(a), Segment(b)) => collide_link_segment(a, b, b_in_a, reach),
        (Link(a), Capsule(b)) => collide_link_capsule(a, b, b_in_a, reach),
        (Link(a), Circle(b)) => collide_link_circle(a, b, b_in_a, reach),
        (Circle(a), Circle(b)) => collide_circles(a, b, b_in_a, reach),
        (Capsule(a), Circle(b)) => collide_capsule_circle(a, b, b_in_a, reach),
        (Capsule(a), Capsule(b)) => collide_capsules(a, b, b_in_a, reach),
        (Segment(a), Circle(b)) => collide_segment_circle(a, b, b_in_a, reach),
        (Segment(a), Capsule(b)) => collide_segment_capsule(a, b, b_in_a, reach),
        (Segment(a), Segment(b)) => collide_segments(a, b, b_in_a, reach),
        _ => Manifold::NONE,
    }
}
