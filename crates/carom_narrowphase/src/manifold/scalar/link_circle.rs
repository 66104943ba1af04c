//! A link of a chain and a circle. In: the link with its neighbours and the circle's pose. Out: one point, or none if a
//! neighbour has the nearer point.
//!
//! Ghost vertices: E. Catto, Box2D, 2009; regions: C. Ericson, Real-Time Collision Detection, 2005.

use crate::manifold::scalar::circle::{PAST_END, nearest_on_line, touch};
use carom_math::{Pose, Vec2, normalize, right};
use carom_shapes::{Circle, FeatureId, Link, Manifold, ManifoldPoint};

/// A link and a circle, in the link's frame; see [`crate::collide`]. A centre behind a one-sided link does
/// not touch it; a two-sided link pushes it to the side of its centre.
#[inline]
pub fn collide_link_circle(a: &Link, b: &Circle, b_in_a: Pose, reach: f32) -> Manifold {
    collide_link_point(a, b_in_a.transform_point(b.center()), b.radius(), reach)
}

/// A link and the disc of `radius` about `center`, both in the link's frame [m].
#[inline(always)]
pub(crate) fn collide_link_point(link: &Link, center: Vec2, radius: f32, reach: f32) -> Manifold {
    let behind = right(link.b - link.a).dot(center - link.a) < 0.0;
    if behind && link.one_sided {
        return Manifold::NONE;
    }
    let Link { before, a, b, after, .. } = if behind { link.reversed() } else { *link };
    let e = b - a;
    let (normal, length) = normalize(right(e));
    if !(length > 0.0) {
        return Manifold::NONE;
    }
    let radii = [0.0, radius];
    // Both neighbours compute the same products, so that no centre falls between them and none belongs to both sides of
    // a flat or hollow join. A point that is its own neighbour is a free end.
    let (past_a, past_b) = (e.dot(center - a), e.dot(center - b));
    // Beyond an end by no more than rounding, the normal is the link's as well.
    let noise = PAST_END * ((center.x.abs() + center.y.abs()) + (e.x.abs() + e.y.abs()));
    let off_end = |d: Vec2| d.x.abs() + d.y.abs() > noise;
    if past_a <= 0.0 {
        if before != a && (a - before).dot(center - a) <= 0.0 {
            return Manifold::NONE;
        }
        if off_end(center - a) {
            return touch(a, center, normal, radii, reach, FeatureId(0));
        }
    } else if past_b > 0.0 {
        if after != b && (after - b).dot(center - b) > 0.0 {
            return Manifold::NONE;
        }
        if off_end(center - b) {
            return touch(b, center, normal, radii, reach, FeatureId(0));
        }
    }
    // Over the inside: the normal is the link's, exactly.
    let above = normal.dot(center - nearest_on_line(a, b, center).0);
    if !(above - radius <= reach) {
        return Manifold::NONE;
    }
    let separation = above - radius;
    let point = center + (0.5 * separation - above) * normal;
    Manifold::one(normal, ManifoldPoint { point, separation, id: FeatureId(0) })
}
