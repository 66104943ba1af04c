//! A piece cast along a straight line, without turning. In: two pieces and the motion of the first. Out: the fraction
//! of the motion and the normal. In f64.
//!
//! With v the motion of a, it hits b when the ray t v from the origin enters the difference set b - a, rounded by both
//! radii. The entry edge of the set is approached from both sides, as in G. Snethen, XenoCollide, *Game Programming
//! Gems 7*, 2008. Of two points of the set, one on each side of the ray, one is replaced by the point that is farthest
//! before the line through both, until no point is farther. The parallel through that point is never late, and the line
//! never early, so their difference is the error. Boxes, lines and circles have a shorter path of their own
//! (`sides.rs`).

use crate::distance::cast::sides::{CastEntry, Zonotope};
use crate::distance::gjk::farthest;
use crate::distance::separation::separate;
use crate::manifold::scalar::core::Corners;
use crate::wide::{Wide, WidePose};
use carom_math::{Pose, Vec2};
use carom_shapes::Piece;

/// Bound on the rounds. Boxes take three or four, and rounded pieces a few more.
const ROUNDS: usize = 64;

/// Pieces nearer than this part of their distance and size touch at the start.
const TOUCH: f64 = 1.0e-12;

/// The hit of a piece that moves straight against another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PieceHit {
    /// The fraction of the motion, 0..=1: not after the surfaces touch, and rounded towards the start.
    pub fraction: f32,
    /// Unit vector from a to b then, in a's frame.
    pub normal: Vec2,
    /// The touching point of b's surface then, in a's frame as it was at the start [m].
    pub point: Vec2,
}

/// The first hit of piece `a`, moved by `by` [m] without turning, against piece `b`; all in a's frame. A piece that
/// touches at the start hits at fraction 0, wherever it goes; its normal is the way out. Never late, and early by at
/// most `tolerance` [m], which matters for rounded pieces alone. Links count as two-sided segments. `None` also if a
/// number is not finite.
pub fn piece_cast(a: &Piece, b: &Piece, b_in_a: Pose, by: Vec2, tolerance: f32) -> Option<PieceHit> {
    let CastEntry { time, normal, on_b } = cast_pieces(a, b, &b_in_a.into(), by.into(), f64::from(tolerance))?;
    let rounded = time as f32;
    let fraction = if f64::from(rounded) > time { rounded.next_down() } else { rounded };
    Some(PieceHit { fraction, normal: normal.narrow(), point: on_b.narrow() })
}

/// The first touch, in a's frame.
pub(crate) fn cast_pieces(a: &Piece, b: &Piece, b_in_a: &WidePose, v: Wide, tolerance: f64) -> Option<CastEntry> {
    let length = v.length();
    if !(length.is_finite() && b_in_a.p.length().is_finite()) {
        return None;
    }
    let entry = if length == 0.0 {
        CastEntry { time: 0.0, normal: Wide::ZERO, on_b: Wide::ZERO }
    } else if let Some(difference) = Zonotope::of(a, b, b_in_a) {
        difference.enter(v)?
    } else {
        let (corners_a, corners_b) = (Corners::of(a), Corners::of(b));
        let radius_b = f64::from(b.radius());
        let radius = f64::from(a.radius()) + radius_b;
        Difference { a: corners_a.as_slice(), b: corners_b.as_slice(), b_in_a, radius, radius_b }.enter(v, tolerance)?
    };
    if entry.time > 0.0 {
        return if entry.time <= 1.0 { Some(entry) } else { None };
    }
    // In it, or past it.
    let start = separate(a, b, b_in_a);
    let size = start.on_a.length() + start.on_b.length() + b_in_a.p.length();
    let touches = start.distance <= TOUCH * size;
    if touches { Some(CastEntry { time: 0.0, normal: start.normal, on_b: start.on_b }) } else { None }
}

/// The set b - a.
struct Difference<'a> {
    a: &'a [Vec2],
    b: &'a [Vec2],
    b_in_a: &'a WidePose,
    radius: f64,
    radius_b: f64,
}

/// A point of the set, and the corner of b that it is of.
#[derive(Clone, Copy)]
struct SupportCorner {
    point: Wide,
    corner: Wide,
}

impl Difference<'_> {
    /// The point of the set that is farthest along `n`.
    fn support(&self, n: Wide) -> SupportCorner {
        let corner = self.b_in_a.transform_point(farthest(self.b, self.b_in_a.inverse_rotate(n)));
        let core = corner - farthest(self.a, -n);
        let point = if self.radius > 0.0 { core + n.unit() * self.radius } else { core };
        SupportCorner { point, corner }
    }

    /// The time, any t, at which the line t v enters the set; `None` if it misses it.
    fn enter(&self, v: Wide, tolerance: f64) -> Option<CastEntry> {
        let length = v.length();
        let (mut left, mut right) = (self.support(v.left()), self.support(v.right()));
        if !(v.cross(left.point) >= 0.0 && v.cross(right.point) <= 0.0) {
            return None;
        }
        let mut best = (f64::NEG_INFINITY, v);
        for _ in 0..ROUNDS {
            let n = (right.point - left.point).right();
            // If both are on the line, so is all of the set.
            let n = if n.dot(v) < 0.0 { n } else { -v };
            let next = self.support(n);
            let (outer, inner) = (n.dot(next.point) / n.dot(v), n.dot(left.point) / n.dot(v));
            if outer > best.0 {
                best = (outer, n);
            }
            let found = next.point == left.point || next.point == right.point;
            if (inner - best.0) * length <= 0.25 * tolerance || found {
                break;
            }
            if v.cross(next.point) >= 0.0 {
                left = next;
            } else {
                right = next;
            }
        }
        let out = best.1.unit();
        // The point between the two where the motion passes.
        let (one, other) = (v.cross(left.point), v.cross(right.point));
        let part = if one > other { one / (one - other) } else { 0.0 };
        let corner = left.corner + (right.corner - left.corner) * part;
        Some(CastEntry { time: best.0, normal: -out, on_b: corner + out * self.radius_b })
    }
}
