//! A polygon and a circle: the edge that the centre is farthest outside of gives the region, and the region the nearest
//! feature. In: both and the circle's pose. Out: one point.
//!
//! Regions: C. Ericson, Real-Time Collision Detection, 2005, chapter 5. The edge of greatest separation holds the
//! nearest feature: the separation along n is the least of linear functions of n. Hence, if it is positive, it has one
//! peak on the circle of directions, at an edge normal or between two neighbouring ones.

use crate::manifold::scalar::circle::touch;
use crate::manifold::scalar::core::Core;
use carom_math::{Pose, Vec2};
use carom_shapes::{Circle, FeatureId, Manifold, ManifoldPoint, Polygon};

/// A polygon and a circle, in the polygon's frame; see [`crate::collide`]. A centre inside is pushed out
/// through the nearest edge.
#[inline]
pub fn collide_polygon_circle(a: &Polygon, b: &Circle, b_in_a: Pose, reach: f32) -> Manifold {
    collide_core_point(&Core::of(a), b_in_a.transform_point(b.center()), b.radius(), reach)
}

/// A polygon's core and the disc of `radius` [m] about `center` [m], both in the polygon's frame.
#[inline(always)]
pub(crate) fn collide_core_point(core: &Core<'_>, center: Vec2, radius: f32, reach: f32) -> Manifold {
    let radii = [core.radius, radius];
    let (mut s, mut edge) = (f32::NEG_INFINITY, 0);
    for (i, (n, v)) in core.normals.iter().zip(core.vertices).enumerate() {
        let separation = n.dot(center - *v);
        if separation > s {
            s = separation;
            edge = i;
        }
    }
    // If no number was greater, none was a number.
    if !(s - (radii[0] + radii[1]) <= reach && s > f32::NEG_INFINITY) {
        return Manifold::NONE;
    }
    let (v1, v2, _) = core.edge(edge);
    let normal = core.normals.get(edge).copied().unwrap_or_default();
    // If rounding swallows the separation (a needle seen from its tip), the region still gives the corner.
    let (d1, d2) = (center - v1, center - v2);
    let noise = 4.0 * f32::EPSILON * (d1.x.abs() + d1.y.abs());
    if s > -noise {
        let e = v2 - v1;
        if e.dot(d1) < 0.0 {
            return touch(v1, center, normal, radii, reach, FeatureId(0));
        }
        if e.dot(d2) > 0.0 {
            return touch(v2, center, normal, radii, reach, FeatureId(0));
        }
    }
    // The polygon's surface is at its radius above the edge, and the circle's at s - radius.
    let point = center + (0.5 * (radii[0] - radii[1] - s)) * normal;
    Manifold::one(normal, ManifoldPoint { point, separation: s - (radii[0] + radii[1]), id: FeatureId(0) })
}
