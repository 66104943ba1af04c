//! Lines with and without a radius, against each other and against polygons. In: the two shapes. Each line becomes an
//! outline of two corners and is treated as a polygon; a line without length is a circle. Out: the manifold.
//!
//! A line as a polygon of two edges: E. Catto, Box2D v3, 2023.

use crate::manifold::scalar::circle::{across, along, nearest_on_line, touch, touch_line};
use crate::manifold::scalar::core::{Core, Line};
use crate::manifold::scalar::polygon::collide_cores;
use crate::manifold::scalar::polygon_circle::collide_core_point;
use carom_math::{Pose, Vec2};
use carom_shapes::{Capsule, FeatureId, Manifold, Polygon, Segment};

/// Two capsules, in a's frame; see [`crate::collide`]. Two points if they lie along each other.
#[inline]
pub fn collide_capsules(a: &Capsule, b: &Capsule, b_in_a: Pose, reach: f32) -> Manifold {
    collide_lines([a.a(), a.b()], [b.a(), b.b()], [a.radius(), b.radius()], b_in_a, reach)
}

/// A segment and a capsule, in the segment's frame; see [`crate::collide`].
#[inline]
pub fn collide_segment_capsule(a: &Segment, b: &Capsule, b_in_a: Pose, reach: f32) -> Manifold {
    collide_lines([a.a(), a.b()], [b.a(), b.b()], [0.0, b.radius()], b_in_a, reach)
}

/// Two segments, in a's frame; see [`crate::collide`].
#[inline]
pub fn collide_segments(a: &Segment, b: &Segment, b_in_a: Pose, reach: f32) -> Manifold {
    collide_lines([a.a(), a.b()], [b.a(), b.b()], [0.0, 0.0], b_in_a, reach)
}

/// A polygon and a capsule, in the polygon's frame; see [`crate::collide`].
#[inline]
pub fn collide_polygon_capsule(a: &Polygon, b: &Capsule, b_in_a: Pose, reach: f32) -> Manifold {
    collide_polygon_line(a, [b.a(), b.b()], b.radius(), b_in_a, reach)
}

/// A polygon and a segment, in the polygon's frame; see [`crate::collide`].
#[inline]
pub fn collide_polygon_segment(a: &Polygon, b: &Segment, b_in_a: Pose, reach: f32) -> Manifold {
    collide_polygon_line(a, [b.a(), b.b()], 0.0, b_in_a, reach)
}

/// A polygon against a line with a radius, or a point with a radius.
#[inline(always)]
fn collide_polygon_line(a: &Polygon, b: [Vec2; 2], radius: f32, b_in_a: Pose, reach: f32) -> Manifold {
    match Line::new(b[0], b[1]) {
        Some(line) => collide_cores(&Core::of(a), &line.core(radius), b_in_a, reach),
        None => collide_core_point(&Core::of(a), b_in_a.transform_point(b[0]), radius, reach),
    }
}

/// Two lines with radii, either of which may be a point.
#[inline(always)]
fn collide_lines(a: [Vec2; 2], b: [Vec2; 2], radii: [f32; 2], b_in_a: Pose, reach: f32) -> Manifold {
    match (Line::new(a[0], a[1]), Line::new(b[0], b[1])) {
        (Some(line_a), Some(line_b)) => collide_cores(&line_a.core(radii[0]), &line_b.core(radii[1]), b_in_a, reach),
        (Some(line_a), None) => {
            let q = b_in_a.transform_point(b[0]);
            touch_line(a[0], a[1], line_a.normal(), q, radii, reach)
        }
        (None, line_b) => {
            let normal = line_b.map_or(Vec2::ZERO, |line| b_in_a.q.rotate(line.normal()));
            let (p, q) = (b_in_a.transform_point(b[0]), b_in_a.transform_point(b[1]));
            let nearest = nearest_on_line(p, q, a[0]).0;
            if let Some((normal, above)) = across(p, q, normal, nearest, a[0]) {
                return along(a[0], -normal, above, radii, reach, FeatureId(0));
            }
            let fallback = if normal == Vec2::ZERO { Vec2::Y } else { normal };
            touch(a[0], nearest, fallback, radii, reach, FeatureId(0))
        }
    }
}
