//! Contact manifolds of two polygons, or anything with edges: the axis of greatest separation (SAT), then corner
//! against corner or two edges cut to a manifold. In: two cores and the pose of b in a's frame. Out: the manifold in
//! a's frame.
//!
//! Separating axes: S. Gottschalk 1996; manifolds of a reference and an incident edge: E. Catto, GDC 2006 and 2007.

use crate::manifold::scalar::axis::{PREFER_A, greatest_separation, incident_edge};
use crate::manifold::scalar::box_core::{BoxCore, collide_box_cores};
use crate::manifold::scalar::core::Core;
use crate::manifold::scalar::edges::Edges;
use carom_math::{Pose, Vec2};
use carom_shapes::{FeatureId, Manifold, Polygon};

/// Two polygons, sharp or rounded, in a's frame; see [`crate::collide`].
#[inline]
pub fn collide_polygons(a: &Polygon, b: &Polygon, b_in_a: Pose, reach: f32) -> Manifold {
    if let (Some(a), Some(b)) = (BoxCore::of(a), BoxCore::of(b)) {
        return collide_box_cores(&a, &b, b_in_a, reach);
    }
    collide_cores(&Core::of(a), &Core::of(b), b_in_a, reach)
}

/// Two cores with at least two corners each, in a's frame.
#[inline(always)]
pub(crate) fn collide_cores(a: &Core<'_>, b: &Core<'_>, b_in_a: Pose, reach: f32) -> Manifold {
    let far = reach + (a.radius + b.radius);
    let axis_a = greatest_separation(a, b, b_in_a);
    if axis_a.separation > far {
        return Manifold::NONE;
    }
    let a_in_b = b_in_a.inverse();
    let axis_b = greatest_separation(b, a, a_in_b);
    if axis_b.separation > far {
        return Manifold::NONE;
    }
    let size = |p: Vec2| p.x.abs() + p.y.abs();
    let noise = 4.0 * f32::EPSILON * (size(b_in_a.p) + size(a.edge(axis_a.edge).0) + size(b.edge(axis_b.edge).0));
    if axis_b.separation > axis_a.separation + (PREFER_A * axis_a.separation.abs() + noise) {
        let m = cut(b, a, a_in_b, axis_b.edge, axis_b.separation > -noise, noise, reach);
        in_other_frame(m, b_in_a)
    } else {
        cut(a, b, b_in_a, axis_a.edge, axis_a.separation > -noise, noise, reach)
    }
}

/// The manifold of reference edge `edge` of `a`, in a's frame; `apart` if the cores may be.
#[inline(always)]
fn cut(a: &Core<'_>, b: &Core<'_>, b_in_a: Pose, edge: usize, apart: bool, noise: f32, reach: f32) -> Manifold {
    let normal = a.normals.get(edge).copied().unwrap_or_default();
    let (v0, v1, next) = a.edge(edge);
    let incident = incident_edge(b, b_in_a.q.inverse_rotate(normal));
    let (w0, w1, incident_next) = b.edge(incident);
    let (v, w) = ([v0, v1], [b_in_a.transform_point(w0), b_in_a.transform_point(w1)]);
    let ids = [FeatureId::new(edge, incident_next), FeatureId::new(next, incident)];
    let edges = Edges { v, normal, w, radii: [a.radius, b.radius], ids };
    edges.manifold(&edges.stand(), apart, noise, reach)
}

/// A manifold of (b, a) in b's frame as one of (a, b) in a's, with its points in the order of a's edge.
#[inline(always)]
pub(crate) fn in_other_frame(mut m: Manifold, b_in_a: Pose) -> Manifold {
    m.normal = -b_in_a.q.rotate(m.normal);
    for p in &mut m.points {
        p.point = b_in_a.transform_point(p.point);
        p.id = p.id.flipped();
    }
    if m.count == 2 {
        m.points.swap(0, 1);
    }
    m
}
