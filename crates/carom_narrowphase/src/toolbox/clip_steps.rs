//! The contact points of two polygons, step by step, for those who draw it, teach it or debug it. In: two polygons and
//! the pose of b in a's frame. Out: the reference edge, the incident edge, both cuts, and what is kept.
//!
//! It is the way of [`crate::collide_polygons`]: E. Catto, Fast and Simple Physics using Sequential Impulses, 2006.

use crate::manifold::scalar::axis::{PREFER_A, greatest_separation, incident_edge};
use crate::manifold::scalar::core::Core;
use crate::manifold::scalar::polygon::collide_cores;
use carom_math::{Pose, Vec2, left};
use carom_shapes::{Manifold, Polygon};

/// The incident edge cut by one side plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipStep {
    /// A point of the side plane: an end of the reference edge [m].
    pub at: Vec2,
    /// Unit normal of the plane; the side it points away from is kept.
    pub outward: Vec2,
    /// The edge before the cut [m].
    pub before: [Vec2; 2],
    /// The edge after it [m]. Both ends are the same point if nothing of it was inside.
    pub after: [Vec2; 2],
}

/// The steps from two overlapping or near polygons to their contact points. All places are in a's frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipSteps {
    /// Whether the reference edge is one of b; else it is one of a.
    pub reference_is_b: bool,
    /// Index of the reference edge: that of the axis of least depth.
    pub reference_edge: usize,
    /// Its ends, counter-clockwise on its own polygon [m].
    pub reference: [Vec2; 2],
    /// Its outward unit normal.
    pub normal: Vec2,
    /// Index of the incident edge: that of the other polygon that faces the normal most.
    pub incident_edge: usize,
    /// Its ends, counter-clockwise on its own polygon [m].
    pub incident: [Vec2; 2],
    /// The cuts by the side planes at both ends of the reference edge.
    pub cuts: [ClipStep; 2],
    /// Distance of the two ends that are left from the reference edge, along its normal [m]. Ends at most as far as the
    /// reach and the radii are contact points.
    pub heights: [f32; 2],
    /// The manifold, whose points lie halfway between both surfaces. It has one point between corners instead if the
    /// polygons are apart and corners are nearest. It is that of [`crate::collide_polygons`], except that two boxes
    /// choose otherwise among faces that are equally good.
    pub manifold: Manifold,
}

/// The steps by which [`crate::collide_polygons`] finds the contact points of two polygons that come within `reach`
/// [m], in a's frame; `None` if they do not.
pub fn clip_steps(a: &Polygon, b: &Polygon, b_in_a: Pose, reach: f32) -> Option<ClipSteps> {
    let (core_a, core_b) = (Core::of(a), Core::of(b));
    let a_in_b = b_in_a.inverse();
    let (axis_a, axis_b) =
        (greatest_separation(&core_a, &core_b, b_in_a), greatest_separation(&core_b, &core_a, a_in_b));
    let far = reach + (a.radius() + b.radius());
    if !(axis_a.separation <= far && axis_b.separation <= far && b_in_a.is_finite()) {
        return None;
    }
    let size = |p: Vec2| p.x.abs() + p.y.abs();
    let corners = size(core_a.edge(axis_a.edge).0) + size(core_b.edge(axis_b.edge).0);
    let noise = 4.0 * f32::EPSILON * (size(b_in_a.p) + corners);
    let reference_is_b = axis_b.separation > axis_a.separation + (PREFER_A * axis_a.separation.abs() + noise);
    // The reference polygon and its pose in a's frame, and the other.
    let (of, other, pose, other_pose, edge) = if reference_is_b {
        (&core_b, &core_a, b_in_a, Pose::IDENTITY, axis_b.edge)
    } else {
        (&core_a, &core_b, Pose::IDENTITY, b_in_a, axis_a.edge)
    };
    let normal = pose.q.rotate(of.normals.get(edge).copied()?);
    let (v0, v1, _) = of.edge(edge);
    let reference = [pose.transform_point(v0), pose.transform_point(v1)];
    let incident_edge = incident_edge(other, other_pose.q.inverse_rotate(normal));
    let (w0, w1, _) = other.edge(incident_edge);
    let incident = [other_pose.transform_point(w0), other_pose.transform_point(w1)];
    let along = left(normal);
    let first = cut(reference[0], -along, incident);
    let second = cut(reference[1], along, first.after);
    let heights = second.after.map(|p| normal.dot(p - reference[0]));
    Some(ClipSteps {
        reference_is_b,
        reference_edge: edge,
        reference,
        normal,
        incident_edge,
        incident,
        cuts: [first, second],
        heights,
        manifold: collide_cores(&core_a, &core_b, b_in_a, reach),
    })
}

/// The part of an edge behind a plane.
fn cut(at: Vec2, outward: Vec2, before: [Vec2; 2]) -> ClipStep {
    let over = before.map(|p| outward.dot(p - at));
    let crossing = || before[0] + (before[1] - before[0]) * (over[0] / (over[0] - over[1]));
    let after = match (over[0] > 0.0, over[1] > 0.0) {
        (false, false) => before,
        (true, false) => [crossing(), before[1]],
        (false, true) => [before[0], crossing()],
        // Nothing is behind it: the nearer end is left, as in the manifold.
        (true, true) if over[0] < over[1] => [before[0], before[0]],
        (true, true) => [before[1], before[1]],
    };
    ClipStep { at, outward, before, after }
}
