//! The axis of greatest separation among the edge normals of one outline. In: two cores and the pose of the second in
//! the first's frame. Out: the edge, and the second's separation from it.
//!
//! Separating axes: S. Gottschalk, OBBTree, 1996; the walk round both outlines at once: M. Shamos, 1978 (calipers).

use crate::manifold::scalar::core::Core;
use carom_math::{Pose, Vec2, min};

/// b's axis is taken only if it is better than a's by this part of the separation (and by the rounding). So of two
/// faces that lie on each other the same one is the reference in every step.
pub(crate) const PREFER_A: f32 = 1.0e-4;

/// An edge of an outline, and the other outline's separation from it.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    /// Distance along the edge's normal, negative if they overlap [m].
    pub separation: f32,
    /// Index of the edge.
    pub edge: usize,
}

/// Outlines with more corners than this are walked round instead of tested corner by corner.
const FEW: usize = 8;

/// The edge of `a` that `b` is farthest outside of; the first of equals. The separation of edge i is
///
/// n_i . (p - v_i) + min_j (R^T n_i) . w_j
///
/// where n, v belong to a, w are b's corners and (p, R) is `b_in_a`: each corner stays in its own frame, and only the
/// normal is turned.
#[inline(always)]
pub(crate) fn greatest_separation(a: &Core<'_>, b: &Core<'_>, b_in_a: Pose) -> Axis {
    if a.vertices.len() > FEW || b.vertices.len() > FEW {
        return walk_round(a, b, b_in_a);
    }
    // Most pieces are boxes: with the count known, the loops below become straight code.
    if let (Ok(n), Ok(v), Ok(w)) = (four(a.normals), four(a.vertices), four(b.vertices)) {
        test_all(n, v, w, b_in_a)
    } else {
        test_all(a.normals, a.vertices, b.vertices, b_in_a)
    }
}

/// A slice of four as an array.
#[inline(always)]
fn four(slice: &[Vec2]) -> Result<&[Vec2; 4], std::array::TryFromSliceError> {
    slice.try_into()
}

/// All edges of a against all corners of b.
#[inline(always)]
fn test_all(normals: &[Vec2], vertices: &[Vec2], others: &[Vec2], b_in_a: Pose) -> Axis {
    let mut best = Axis { separation: f32::NEG_INFINITY, edge: 0 };
    for (edge, (n, v)) in normals.iter().zip(vertices).enumerate() {
        let m = b_in_a.q.inverse_rotate(*n);
        let mut low = f32::INFINITY;
        for w in others {
            low = min(m.dot(*w), low);
        }
        let separation = n.dot(b_in_a.p - *v) + low;
        if separation > best.separation {
            best = Axis { separation, edge };
        }
    }
    best
}

/// The same for long outlines in linear time: as the normal turns, b's lowest corner walks round with it.
#[inline(never)]
fn walk_round(a: &Core<'_>, b: &Core<'_>, b_in_a: Pose) -> Axis {
    let mut best = Axis { separation: f32::NEG_INFINITY, edge: 0 };
    let count = b.vertices.len();
    let at = |k: usize| b.vertices.get(k).copied().unwrap_or(Vec2::ZERO);
    let mut lowest: Option<usize> = None;
    for (edge, (n, v)) in a.normals.iter().zip(a.vertices).enumerate() {
        let m = b_in_a.q.inverse_rotate(*n);
        let mut k = match lowest {
            Some(k) => k,
            None => lowest_corner(b.vertices, m),
        };
        let mut low = m.dot(at(k));
        for _ in 0..count {
            // Two corners ahead: rounding may lift one of two that are almost level.
            let one = if k + 1 < count { k + 1 } else { 0 };
            let two = if one + 1 < count { one + 1 } else { 0 };
            let (d1, d2) = (m.dot(at(one)), m.dot(at(two)));
            if d2 < low && d2 < d1 {
                (k, low) = (two, d2);
            } else if d1 < low {
                (k, low) = (one, d1);
            } else {
                break;
            }
        }
        lowest = Some(k);
        let separation = n.dot(b_in_a.p - *v) + low;
        if separation > best.separation {
            best = Axis { separation, edge };
        }
    }
    best
}

/// The corner that is lowest along `m`, by trying all.
fn lowest_corner(vertices: &[Vec2], m: Vec2) -> usize {
    let (mut k, mut low) = (0, f32::INFINITY);
    for (i, w) in vertices.iter().enumerate() {
        let d = m.dot(*w);
        if d < low {
            (k, low) = (i, d);
        }
    }
    k
}

/// The edge of `b` that faces against `normal` (given in b's frame) most: the incident edge.
#[inline(always)]
pub(crate) fn incident_edge(b: &Core<'_>, normal: Vec2) -> usize {
    let (mut edge, mut least) = (0, f32::INFINITY);
    for (i, n) in b.normals.iter().enumerate() {
        let d = n.dot(normal);
        if d < least {
            (edge, least) = (i, d);
        }
    }
    edge
}
