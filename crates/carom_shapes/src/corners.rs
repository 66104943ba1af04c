//! Corners and edge normals of a polygon, shared by all its copies: a thousand bodies of one shape keep one list. The
//! list of a rectangle also has its pose and size, computed once.

use crate::OrientedBox;
use carom_math::{Pose, Rot, Vec2, normalize, right, vec2};
use std::sync::Arc;

/// As many corners as normals, one after the other behind an `Arc`. A rectangle has three more entries: its middle, its
/// rotation and its size. So the length is odd for a rectangle alone.
#[derive(Clone, Debug)]
pub(crate) struct Corners(Arc<[Vec2]>);

/// Additional entries of a rectangle.
const RECTANGLE: usize = 3;

impl Corners {
    pub(crate) fn new(vertices: &[Vec2], normals: &[Vec2]) -> Self {
        let rectangle =
            rectangle(vertices).map(|b| [b.pose.p, vec2(b.pose.q.c, b.pose.q.s), b.size]).into_iter().flatten();
        Self(vertices.iter().chain(normals).copied().chain(rectangle).collect())
    }

    /// Number of corners.
    #[inline(always)]
    fn count(&self) -> usize {
        let length = self.0.len();
        // A rectangle's eleven entries: half of that, less one.
        const { assert!((8 + RECTANGLE) / 2 - 1 == 4) };
        length / 2 - length % 2
    }

    #[inline(always)]
    pub(crate) fn vertices(&self) -> &[Vec2] {
        &self.0[..self.count()]
    }

    #[inline(always)]
    pub(crate) fn normals(&self) -> &[Vec2] {
        let count = self.count();
        &self.0[count..2 * count]
    }

    /// The rectangle with these corners, if they are one.
    #[inline(always)]
    pub(crate) fn rectangle(&self) -> Option<OrientedBox> {
        let &[_, _, _, _, _, _, _, _, p, q, size] = &self.0[..] else { return None };
        Some(OrientedBox { pose: Pose { p, q: Rot { c: q.x, s: q.y } }, size })
    }
}

/// Greatest distance of a corner from that of the rectangle, in parts of the largest coordinate.
const NOISE: f32 = 8.0 * f32::EPSILON;

/// The rectangle with these corners; `None` if they are none.
fn rectangle(vertices: &[Vec2]) -> Option<OrientedBox> {
    let &[v0, v1, v2, v3] = vertices else { return None };
    // Rotated like the longer edge, whose direction has more digits.
    let ((along, width), (up, height)) = (normalize(v1 - v0), normalize(v2 - v1));
    let along = if width < height { right(up) } else { along };
    let (half, q) = (0.5 * vec2(width, height), Rot { c: along.x, s: along.y });
    let pose = Pose { p: 0.25 * ((v0 + v2) + (v1 + v3)), q };
    let size = |v: Vec2| v.x.abs() + v.y.abs();
    let noise = NOISE * (size(v0) + size(v2));
    let near = |v: Vec2, x: f32, y: f32| size(pose.transform_point(vec2(x, y)) - v) <= noise;
    let all = near(v0, -half.x, -half.y)
        && near(v1, half.x, -half.y)
        && near(v2, half.x, half.y)
        && near(v3, -half.x, half.y);
    all.then_some(OrientedBox { pose, size: vec2(width, height) })
}
