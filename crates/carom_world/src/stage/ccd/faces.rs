//! Tests whether a face of one piece holds another one. Then contacts can undo the overlap at the end of the step, and
//! the pair needs no time of impact. Stopping whatever touches would hold up a body that slides or rolls fast along a
//! wall.

use crate::stage::ccd::segment::MotionSegment;
use carom_math::{Pose, Vec2, cross_sv, max, min, normalize, right};
use carom_narrowphase::distance;
use carom_shapes::{Circle, MIN_SIZE, Piece};
use std::cell::LazyCell;

/// A piece and its motion.
#[derive(Clone, Copy)]
pub(crate) struct MovingPiece<'a> {
    pub piece: &'a Piece,
    pub segment: &'a MotionSegment,
    /// Its pose when the faces begin to count, and at the end; its centre at the beginning.
    pub start: Pose,
    pub end: Pose,
    pub center: Vec2,
    /// The farthest point from the centre [m].
    pub reach: f32,
    /// Velocities [m/s], [rad/s].
    pub v: Vec2,
    pub w: f32,
}

/// The faces of one piece against another piece.
pub(crate) struct Faces<'a> {
    /// The piece with the faces, and the other one.
    pub of: &'a MovingPiece<'a>,
    pub other: &'a MovingPiece<'a>,
    /// The time from which the faces count [part of the step].
    pub from: f32,
    /// Depth that contacts push out [m].
    pub allowed: f32,
    /// Depth to which a pressed piece is held if it moves no deeper [m]. It is the lowest number, unless the body with
    /// the faces cannot be pushed and a contact pushed the two, or holds them and one is of a chain.
    pub firm: f32,
    /// Approach speed from which the two bounce off each other [m/s]: a bounce has to be on time.
    pub bounce: f32,
}

impl Faces<'_> {
    /// Whether some face has the centre of the other piece before it at the beginning, and only a little of that piece
    /// behind it, then and at the end. The half plane before a face is convex, so the piece was never deeper in
    /// between. A round piece has the face that looks at the centre.
    pub fn one_holds(&self) -> bool {
        let (start, center) = (&self.of.start, self.other.center);
        let bulge = LazyCell::new(|| self.bulge());
        let holds = |n: Vec2, corner: Vec2| self.holds((n, corner), || *bulge);
        let either = |a: Vec2, b: Vec2| {
            let n = right(normalize(b - a).0);
            holds(n, a) || holds(-n, a)
        };
        match self.of.piece {
            Piece::Polygon(p) => p.normals().iter().zip(p.vertices()).any(|(&n, &corner)| holds(n, corner)),
            Piece::Segment(s) => either(s.a(), s.b()),
            Piece::Link(link) => either(link.a, link.b),
            Piece::Circle(disc) => {
                holds(normalize(start.inverse_transform_point(center) - disc.center()).0, disc.center())
            }
            Piece::Capsule(capsule) => {
                let center = Circle::at(start.inverse_transform_point(center), MIN_SIZE).map(Piece::Circle);
                center.is_ok_and(|c| {
                    let n = distance(self.of.piece, &c, Pose::IDENTITY).normal;
                    let (a, b) = (capsule.a(), capsule.b());
                    holds(n, if n.dot(b - a) > 0.0 { b } else { a })
                })
            }
        }
    }

    /// Whether the face with outward normal `n` holds the other piece. `corner` is a point of the core that is farthest
    /// along it. Both are in the frame of the piece.
    fn holds(&self, (n, corner): (Vec2, Vec2), bulge: impl FnOnce() -> f32) -> bool {
        let (MovingPiece { start, end, .. }, MovingPiece { start: other_start, end: other_end, center, .. }) =
            (self.of, self.other);
        let n0 = start.q.rotate(n);
        let face0 = n0.dot(start.transform_point(corner));
        if n0 == Vec2::ZERO || n0.dot(*center) <= face0 {
            return false;
        }
        let n1 = end.q.rotate(n);
        let face1 = n1.dot(end.transform_point(corner));
        let radii = self.of.piece.radius() + self.other.piece.radius();
        let (mut deepest, mut point, mut deepest0) = (f32::MAX, Vec2::ZERO, f32::MAX);
        // Most pieces are deeper at the end than contacts push out: for these the test ends here.
        let is_lost = self.other.piece.any_of_core(|p| {
            let p = other_end.transform_point(p);
            let along = n1.dot(p);
            (deepest, point) = if along < deepest { (along, p) } else { (deepest, point) };
            self.firm == f32::MIN && face1 - along + radii > self.allowed
        });
        if is_lost {
            return false;
        }
        self.other.piece.core(|p| deepest0 = min(deepest0, n0.dot(other_start.transform_point(p))));
        let (depth, before) = (face1 - deepest + radii, face0 - deepest0 + radii);
        if depth > 0.0 && self.approach(n1, point) > self.bounce {
            return false;
        }
        let bulge = bulge();
        // A pressed piece is pushed out from deeper as well, if it moves no deeper.
        let gaps = [n0.dot(*center) - face0, n1.dot(self.other.segment.c1) - face1];
        // A curve that bulges beyond its chord by up to b never passes its start if it recedes by 4 b.
        let turned = if self.of.segment.turn == 0.0 { 0.0 } else { 4.0 * bulge };
        let stays_out = before <= self.firm && depth + 4.0 * bulge <= before && gaps[1] >= gaps[0] + turned;
        max(depth, before) + bulge <= self.allowed || stays_out
    }

    /// Speed at which the two close in along `n` at `point` [m/s].
    fn approach(&self, n: Vec2, point: Vec2) -> f32 {
        let at = |mover: &MovingPiece<'_>| {
            mover.v + cross_sv(mover.w, point - mover.end.transform_point(mover.segment.local_center))
        };
        n.dot(at(self.of) - at(self.other))
    }

    /// The most by which a point of the other piece is deeper in between than at the beginning and the end. In the
    /// frame of the faces, which turns at rate w, a point moves with
    ///
    /// |x''| <= r (w + w_other)^2 + R w^2 + 2 |v| w,    r: reach of the other, R: distance of the centres, v: relative,
    ///
    /// and a function hangs below its chord by at most an eighth of that.
    fn bulge(&self) -> f32 {
        let rest = 1.0 - self.from;
        let ((way_of, turn_of), (way, turn)) = (self.of.segment.rates(), self.other.segment.rates());
        let (turn_of, turn) = (turn_of.abs() * rest, turn.abs() * rest);
        let both = turn + turn_of;
        let turned = min(0.125 * self.other.reach * both * both, 2.0 * self.other.reach);
        if turn_of == 0.0 {
            return turned;
        }
        let way = (way - way_of).length() * rest;
        let apart =
            max((self.other.center - self.of.center).length(), (self.other.segment.c1 - self.of.segment.c1).length());
        turned + 0.125 * (apart * turn_of * turn_of + 2.0 * way * turn_of)
    }
}
