//! Two boxes: parallel and symmetric axes are tested once. In: two boxes and the pose of b's frame in a's. Out: the
//! manifold in a's frame, equal to that of [`crate::manifold::scalar::polygon`] except for rounding.
//!
//! The four axes of two boxes: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996; the face that the other box shows: E.
//! Catto, GDC 2006.

use crate::manifold::scalar::axis::PREFER_A;
use crate::manifold::scalar::edges::{Edges, Stand};
use carom_math::{Pose, Rot, Vec2, left, vec2};
use carom_shapes::{FeatureId, Manifold, Polygon};

/// A polygon whose core is a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxCore {
    /// Position of the core's middle in the piece's frame, and rotation of its first edge.
    pub pose: Pose,
    /// Half its width, along the first edge, and half its height [m].
    pub half: Vec2,
    /// Radius all round [m].
    pub radius: f32,
}

impl BoxCore {
    /// The polygon as a box; `None` if its core is no rectangle.
    #[inline(always)]
    pub fn of(polygon: &Polygon) -> Option<Self> {
        let core = polygon.rectangle()?;
        Some(Self { pose: core.pose, half: 0.5 * core.size, radius: polygon.radius() })
    }
}

/// The separation of another box from one, along its axis of greatest separation.
struct Over {
    separation: f32,
    /// Whether that is the box's y axis.
    in_y: bool,
}

impl Over {
    /// The separation from a box with half sizes `half` of a box with its middle at `center` and half sizes `other`
    /// along the first one's axes.
    #[inline(always)]
    fn of(half: Vec2, center: Vec2, other: Vec2) -> Self {
        let over = vec2(center.x.abs() - (half.x + other.x), center.y.abs() - (half.y + other.y));
        let in_y = over.y > over.x;
        Self { separation: if in_y { over.y } else { over.x }, in_y }
    }
}

/// Two boxes, in a's frame; see [`crate::collide`].
#[inline(always)]
pub(crate) fn collide_box_cores(a: &BoxCore, b: &BoxCore, b_in_a: Pose, reach: f32) -> Manifold {
    let far = reach + (a.radius + b.radius);
    // Box b in a's frame, and the middle of a in b's.
    let seen = a.pose.inv_mul(b_in_a.compose(b.pose));
    let back = -seen.q.inverse_rotate(seen.p);
    let (c, s) = (seen.q.c.abs(), seen.q.s.abs());
    let of_b = vec2(c * b.half.x + s * b.half.y, s * b.half.x + c * b.half.y);
    let of_a = vec2(c * a.half.x + s * a.half.y, s * a.half.x + c * a.half.y);
    let (over_a, over_b) = (Over::of(a.half, seen.p, of_b), Over::of(b.half, back, of_a));
    if over_a.separation > far || over_b.separation > far {
        return Manifold::NONE;
    }
    let size = |p: Vec2| p.x.abs() + p.y.abs();
    let noise = (size(seen.p) + size(a.half) + size(b.half)) * (4.0 * f32::EPSILON);
    let from_b = over_b.separation > over_a.separation + (over_a.separation.abs() * PREFER_A + noise);
    // The reference box, and the other one in its frame.
    let (over, half, radii, other, center, turn) = if from_b {
        (over_b, b.half, [b.radius, a.radius], a.half, back, Rot { c: seen.q.c, s: -seen.q.s })
    } else {
        (over_a, a.half, [a.radius, b.radius], b.half, seen.p, seen.q)
    };
    // From here on x is along the normal of the reference face, and y along the face.
    let ahead = if over.in_y { center.y } else { center.x };
    let sign = if ahead < 0.0 { -1.0 } else { 1.0 };
    let normal = if over.in_y { Rot { c: 0.0, s: sign } } else { Rot { c: sign, s: 0.0 } };
    let (height, width) = if over.in_y { (half.y, half.x) } else { (half.x, half.y) };
    let (center, turn) = (normal.inverse_rotate(center), normal.inv_mul(turn));
    // The face of the other box that faces back most.
    let in_x = turn.c.abs() >= turn.s.abs();
    let axis = if in_x { vec2(turn.c, turn.s) } else { vec2(-turn.s, turn.c) };
    let along_axis = axis.x < 0.0;
    let back = if along_axis { axis } else { -axis };
    let (deep, wide) = if in_x { (other.x, other.y) } else { (other.y, other.x) };
    let (middle, half_edge) = (center + back * deep, left(back) * wide);
    let w = [middle - half_edge, middle + half_edge];
    let edge = match (over.in_y, sign > 0.0) {
        (false, true) => 1,
        (false, false) => 3,
        (true, true) => 2,
        (true, false) => 0,
    };
    let incident = match (in_x, along_axis) {
        (true, true) => 1,
        (true, false) => 3,
        (false, true) => 2,
        (false, false) => 0,
    };
    let next = |edge: usize| if edge < 3 { edge + 1 } else { 0 };
    let ids = [FeatureId::new(edge, next(incident)), FeatureId::new(next(edge), incident)];
    let v = [vec2(height, -width), vec2(height, width)];
    let edges = Edges { v, normal: Vec2::X, w, radii, ids };
    let stand = Stand {
        length: width + width,
        along: [w[0].y + width, w[1].y + width],
        above: [w[0].x - height, w[1].x - height],
    };
    let mut m = edges.manifold(&stand, over.separation > -noise, noise, reach);
    // Back to a's frame.
    let face = if from_b { Pose { p: seen.p, q: seen.q.after(normal) } } else { Pose { p: Vec2::ZERO, q: normal } };
    let face = a.pose.compose(face);
    m.normal = face.q.rotate(m.normal);
    for point in &mut m.points {
        point.point = face.transform_point(point.point);
    }
    if from_b {
        m.normal = -m.normal;
        for point in &mut m.points {
            point.id = point.id.flipped();
        }
        if m.count == 2 {
            m.points.swap(0, 1);
        }
    }
    m
}
