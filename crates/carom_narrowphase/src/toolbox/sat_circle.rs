//! The separating axis test of a polygon and a circle. In: both and the circle's pose. Out: an axis that parts them, or
//! the least push that does, and the region of the polygon that holds the centre.
//!
//! A circle has infinitely many axes, but one besides the polygon's edge normals suffices: that through the nearest
//! corner, if the centre lies in a corner's region (C. Ericson, Real-Time Collision Detection, 2005, 5.1). The edge
//! that the centre is farthest outside of gives the region; see `polygon_circle`.

use crate::manifold::scalar::core::Core;
use crate::toolbox::sat::{Sat, SatFeature};
use carom_math::{Pose, Vec2, normalize};
use carom_shapes::{Circle, Polygon};

/// Whether a polygon and a circle touch, and how deep; the polygon is a. The feature is the region of the centre: that
/// of an edge, outside or (if the polygon's core holds the centre) inside, or that of a corner. A centre inside is
/// pushed out through the nearest edge. One product an edge and at most one root; the first edge that parts them ends
/// it.
///
/// It agrees with [`crate::collide_polygon_circle`], which makes the contact point.
pub fn sat_circle(a: &Polygon, b: &Circle, b_in_a: Pose) -> Sat {
    let (core, center) = (Core::of(a), b_in_a.transform_point(b.center()));
    let radii = a.radius() + b.radius();
    let (mut s, mut edge, mut axis) = (f32::NEG_INFINITY, 0, Vec2::ZERO);
    for (i, (n, v)) in core.normals.iter().zip(core.vertices).enumerate() {
        let separation = n.dot(center - *v);
        if separation > s {
            (s, edge, axis) = (separation, i, *n);
            if s > radii {
                return apart_or_not(axis, s - radii, SatFeature::EdgeOfA { edge, corner: 0 });
            }
        }
    }
    let (v, w, next) = core.edge(edge);
    let noise = 4.0 * f32::EPSILON * ((center - v).x.abs() + (center - v).y.abs());
    if s > -noise {
        let past = [(edge, v, (w - v).dot(center - v) < 0.0), (next, w, (w - v).dot(center - w) > 0.0)];
        if let Some((corner, c, _)) = past.into_iter().find(|p| p.2) {
            let (normal, length) = normalize(center - c);
            let normal = if length > 0.0 { normal } else { axis };
            return apart_or_not(normal, length - radii, SatFeature::CornerOfA(corner));
        }
    }
    apart_or_not(axis, s - radii, SatFeature::EdgeOfA { edge, corner: 0 })
}

/// The answer for a signed distance along an axis. A NaN is not a contact.
fn apart_or_not(axis: Vec2, distance: f32, feature: SatFeature) -> Sat {
    if distance <= 0.0 && distance > f32::NEG_INFINITY {
        Sat::Touching { normal: axis, depth: -distance, feature }
    } else if distance > 0.0 {
        Sat::Separated { axis, gap: distance, feature }
    } else {
        Sat::Separated { axis: Vec2::ZERO, gap: 0.0, feature: SatFeature::Nearest }
    }
}
