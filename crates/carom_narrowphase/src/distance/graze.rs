//! Rays that pass beside a piece within rounding. In: the ray, and the corners of the piece. Out: the entry, or none.
//!
//! Two boxes that a user lays side by side have a gap or an overlap of a unit in the last place, as their places are
//! rounded. A ray along the seam would slip through every other one. So it touches a face that it runs along, or a
//! corner that it passes, within the rounding of all places across the ray. A gap that is wider lets it through.

use crate::distance::ray_entry::{Ray, RayEntry};
use crate::manifold::scalar::core::Corners;
use crate::wide::Wide;
use carom_math::{Pose, Vec2, max2};
use carom_shapes::Piece;

/// Rounding of a place, relative to its coordinates: that of the piece, of its corners, and of the ray's ends.
const ROUNDING: f32 = 2.0 * f32::EPSILON;

/// The rounding of a piece at `pose` and of the ray from `from` to `to` in the world [m], along the axes of the piece's
/// frame. Only a rotation that is rounded itself carries rounding from one axis to the other.
#[cold]
pub(crate) fn ray_rounding(pose: Pose, from: Vec2, to: Vec2) -> Vec2 {
    let (c, s) = (pose.q.c.abs(), pose.q.s.abs());
    let far = max2(max2(from.abs(), to.abs()), pose.p.abs());
    let own = Vec2::new(c * far.x + s * far.y, s * far.x + c * far.y);
    let turned = if c * s == 0.0 { 0.0 } else { max2((from - pose.p).abs(), (to - pose.p).abs()).max_element() };
    ROUNDING * (own + Vec2::splat(turned))
}

/// Misses by less than this part of all coordinates are looked at: about ten times the rounding of the ray and of the
/// piece's place. So corners are seen as well that are ten times as far from the frame's origin.
const NEAR: f64 = 5.0e-6;

impl Ray {
    /// More than the rounding of all places [m]; 0 for a thick ray.
    ///
    /// Let S be the sum of the coordinates of the frame's place and of the ray's start and vector in it. Each
    /// coordinate in [`ray_rounding`] is at most S, as a rotation makes none greater than the sum of both. So `own` is
    /// at most 1.5 S and `turned` at most S, and the rounding at most 2.5 S times its unit, 6.0e-7 S.
    #[inline]
    pub(crate) fn near(&self) -> f64 {
        let (from, along) = (self.from, self.along);
        let sum = self.place + ((from.x.abs() + from.y.abs()) + (along.x.abs() + along.y.abs()));
        if sum > 0.0 { NEAR * sum } else { 0.0 }
    }

    /// [`Ray::near`] times the ray's length, or more: a cross product with the ray is compared with it.
    #[inline]
    pub(crate) fn slack(&self) -> f64 {
        self.near() * (self.along.x.abs() + self.along.y.abs())
    }

    /// [`Ray::graze`] of a piece. A one-sided link is touched only from its right.
    #[cold]
    #[inline(never)]
    pub(crate) fn graze_piece(&self, piece: &Piece, rounding: Vec2) -> Option<RayEntry> {
        if self.radius > 0.0 {
            return None;
        }
        let corners = Corners::of(piece);
        let corners = corners.as_slice();
        let at = |i: usize| corners.get(i).map_or(Wide::ZERO, |v| (*v).into());
        let entry = self.graze(corners.len(), at, f64::from(piece.radius()), rounding)?;
        match piece {
            Piece::Link(link) if link.one_sided => {
                let right = Wide::from(link.b - link.a).right();
                (entry.fraction > 0.0 && right.dot(self.along) < 0.0 && right.dot(entry.normal) > 0.0).then_some(entry)
            }
            _ => Some(entry),
        }
    }

    /// [`Ray::graze`] of the box from `low` to `high`, unless that is empty.
    #[cold]
    #[inline(never)]
    pub(crate) fn graze_box(&self, low: Wide, high: Wide, pose: Pose, ends: [Vec2; 2]) -> Option<RayEntry> {
        if !(low.x <= high.x && low.y <= high.y) {
            return None;
        }
        let rounding = ray_rounding(pose, ends[0], ends[1]);
        let corners = [low, Wide { x: high.x, y: low.y }, high, Wide { x: low.x, y: high.y }];
        self.graze(4, |i| corners[i & 3], 0.0, rounding)
    }

    /// The entry of a ray that passes beside a convex outline by no more than the rounding: at the first corner there.
    /// `at` gives the `count` corners, with `radius` around. A start beside a face counts as inside.
    fn graze(&self, count: usize, at: impl Fn(usize) -> Wide, radius: f64, rounding: Vec2) -> Option<RayEntry> {
        // Distances from the ray's line to its left, times the ray's length.
        let across = |v: Wide| self.along.cross(v - self.from);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut far = Wide::ZERO;
        for i in 0..count {
            let v = at(i);
            let (height, x, y) = (across(v), v.x.abs(), v.y.abs());
            low = if height < low { height } else { low };
            high = if height > high { height } else { high };
            far = Wide { x: if x > far.x { x } else { far.x }, y: if y > far.y { y } else { far.y } };
        }
        // A corner is rounded at the greatest coordinate that it was made from.
        let unit = f64::from(ROUNDING);
        let at_least = |given: f32, far: f64| if unit * far > f64::from(given) { unit * far } else { given.into() };
        let (x, y) = (at_least(rounding.x, far.x), at_least(rounding.y, far.y));
        let slack = self.along.y.abs() * x + self.along.x.abs() * y;
        let length = if radius > 0.0 { self.along.length() } else { 0.0 };
        // The outline is on the left of the ray, or on its right.
        let (side, gap) = if low > -high { (1.0, low) } else { (-1.0, -high) };
        let gap = gap - radius * length;
        // In f64 a ray that only touches may seem to cross.
        if !(slack > 0.0 && gap > -0.001 * slack && gap <= slack) {
            return None;
        }
        let (ahead, length) = (self.along.unit(), self.along.length());
        let (mut first, mut last) = ((f64::INFINITY, 0), f64::NEG_INFINITY);
        for i in 0..count {
            if side * across(at(i)) - radius * length <= slack {
                let along = ahead.dot(at(i) - self.from);
                first = if along < first.0 { (along, i) } else { first };
                last = if along > last { along } else { last };
            }
        }
        if !(last >= 0.0 && first.0 <= length) {
            return None;
        }
        if first.0 <= 0.0 {
            return Some(self.inside());
        }
        let fraction = first.0 / length;
        if radius > 0.0 {
            return Some(RayEntry { fraction, normal: ahead.left() * -side });
        }
        // Of the two edges at the corner, the one that faces the ray more.
        let (v, i) = (at(first.1), first.1);
        let facing = |a: Wide, b: Wide| (b - a).right().unit();
        let (one, other) = (facing(at((i + count - 1) % count), v), facing(v, at((i + 1) % count)));
        let normal = if one.dot(ahead) <= other.dot(ahead) { one } else { other };
        let normal = if normal.dot(ahead) < -1.0e-6 { normal } else { -ahead };
        Some(RayEntry { fraction, normal })
    }
}
