//! Tests whether two bodies that have hit each other separate for good, on their segments since then. The answer is yes
//! or unknown. A third of the pairs that search again are such, and need no time of impact.
//!
//! Along the normal n of the impact the two are s(t) apart. The centres' part of s is linear. A corner at distance r
//! from a centre that turns by the angle w moves along n with a second derivative of at most r w^2. So s hangs no lower
//! than a parabola of the curvature r_a w_a^2 + r_b w_b^2 through two of its points. If the centres are r_a + r_b
//! apart, no rotation can make the two touch.

use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::moving_body::MovingBody;
use crate::stage::ccd::pair_on_segments::Pair;
use crate::stage::ccd::segment::MotionSegment;
use carom_math::{Vec2, lowest_of_parabola};
use carom_shapes::Piece;

/// Factor by which the chords of a segment may bend more than an even rotation. Along a chord of angle c the rotation
/// speeds up by up to c^3, and c is at most a quarter. (A segment of 128 chords turns by 32 rad, the most that a world
/// accepts.)
const UNEVEN: f32 = 1.25;

/// Halvings of the time, for a sharper bound.
const HALVES: u32 = 2;

impl Pair<'_> {
    /// The moving bodies of the two whose last impact was with the other.
    fn of_last_pair<'s>(&self, ctx: &CcdContext<'s>, ids: [u32; 2]) -> impl Iterator<Item = &'s MovingBody> {
        let all = ctx.moving;
        let moving = self.rows.map(|row| all.of(row).map(|number| &all.list[number as usize]));
        moving.into_iter().flatten().filter(move |moving_body| moving_body.last_pair == ids)
    }

    /// Whether the last impact of one of them was with the other, at time `t` or later. Then they separate, and count
    /// again once they close in.
    pub fn has_parted(&self, ctx: &CcdContext<'_>, ids: [u32; 2], t: f32) -> bool {
        self.of_last_pair(ctx, ids).any(|moving_body| moving_body.last_impact_at >= t)
    }

    /// Whether the two, on their newest segments, have hit each other and surely come no nearer from `from` on. They
    /// cannot touch if the centres are `far` apart.
    #[inline]
    pub fn parts_for_good(
        &self,
        ctx: &CcdContext<'_>,
        ids: [u32; 2],
        segments: [&MotionSegment; 2],
        (from, far): (f32, f32),
    ) -> bool {
        let Some(normal) = self.of_last_pair(ctx, ids).map(|moving_body| moving_body.parting).next() else {
            return false;
        };
        let segments = self.turning(segments.map(|segment| *segment));
        normal != Vec2::ZERO && Parting::new(self.pieces, self.reaches, &segments, normal).is_for_good(from, far)
    }
}

/// Two pieces that separate.
struct Parting<'a> {
    pieces: [&'a Piece; 2],
    segments: &'a [MotionSegment; 2],
    /// From a to b.
    normal: Vec2,
    /// Bound on the second derivative of their distance along the normal, for a whole step [m].
    bend: f32,
}

impl<'a> Parting<'a> {
    /// Two pieces with the farthest points `reaches` [m] from the centres of their motions.
    fn new(pieces: [&'a Piece; 2], reaches: [f32; 2], segments: &'a [MotionSegment; 2], normal: Vec2) -> Self {
        let bend = |side: usize| {
            let turn = segments[side].rates().1;
            reaches[side] * turn * turn
        };
        Self { pieces, segments, normal, bend: UNEVEN * (bend(0) + bend(1)) }
    }

    /// Whether they are apart at `from`, and surely come no nearer.
    fn is_for_good(&self, from: f32, far: f32) -> bool {
        let [start, end] = [from, 1.0].map(|t| self.normal.dot(self.segments[1].at(t).0 - self.segments[0].at(t).0));
        if start > far && end > far {
            return true;
        }
        let part = if end > far { (far - start) / (end - start) } else { 1.0 };
        let (to, first) = (from + part * (1.0 - from), self.apart(from));
        first > 0.0 && self.stays(first, [(from, first), (to, self.apart(to))], HALVES)
    }

    /// The distance of the two along the normal at time `t` [m].
    fn apart(&self, t: f32) -> f32 {
        let ((center_a, q_a), (center_b, q_b)) = (self.segments[0].at(t), self.segments[1].at(t));
        let of_a = extent(self.pieces[0], self.segments[0].local_center, q_a.inverse_rotate(self.normal));
        let of_b = extent(self.pieces[1], self.segments[1].local_center, q_b.inverse_rotate(-self.normal));
        self.normal.dot(center_b - center_a) - (of_a + of_b)
    }

    /// Whether they surely stay `least` [m] apart between two times, with the distances then.
    fn stays(&self, least: f32, [start, end]: [(f32, f32); 2], halves: u32) -> bool {
        let time = end.0 - start.0;
        if end.1 < least {
            return false;
        }
        let sag = f64::from(0.125 * self.bend * time * time);
        if lowest_of_parabola(f64::from(start.1), f64::from(end.1), sag) >= f64::from(least) {
            return true;
        }
        if halves == 0 {
            return false;
        }
        let middle = start.0 + 0.5 * time;
        let middle = (middle, self.apart(middle));
        self.stays(least, [start, middle], halves - 1) && self.stays(least, [middle, end], halves - 1)
    }
}

/// The extent of a piece beyond `center` along a unit vector, all in its frame [m].
fn extent(piece: &Piece, center: Vec2, direction: Vec2) -> f32 {
    let mut far = f32::MIN;
    piece.core(|corner| {
        let along = direction.dot(corner - center);
        far = if along > far { along } else { far };
    });
    far + piece.radius()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::NONE;
    use carom_math::{Rot, vec2};
    use carom_shapes::{Capsule, Circle, Polygon};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// A segment from `start` on.
    fn segment(start: f32, center: Vec2, way: Vec2, angle: f32, turn: f32) -> MotionSegment {
        let (q0, q1) = (Rot::from_angle(angle), Rot::from_angle(angle + turn));
        MotionSegment { start, local_center: Vec2::ZERO, c0: center, c1: center + way, q0, q1, turn, before: NONE }
    }

    fn pieces() -> [Piece; 4] {
        [
            Piece::Circle(Circle::new(0.5).unwrap()),
            Piece::Capsule(Capsule::new(vec2(-0.6, 0.0), vec2(0.6, 0.0), 0.1).unwrap()),
            Piece::Polygon(Polygon::rect(1.0, 0.5).unwrap()),
            Piece::Polygon(Polygon::rect(0.1, 2.0).unwrap()),
        ]
    }

    /// Two of them that all but touch along the normal at `from`, on segments that start there or earlier.
    #[test]
    fn what_parts_for_good_comes_no_nearer() {
        let pieces = pieces();
        let mut random = StdRng::seed_from_u64(7);
        let (mut parted, mut others) = (0, 0);
        for _ in 0..20_000 {
            let mut range = |least: f32, most: f32| random.random_range(least..most);
            let from = range(0.0, 0.9);
            let mut segments = [0, 1].map(|_| {
                let start = if range(0.0, 1.0) < 0.5 { from } else { range(0.0, 1.0) * from };
                segment(start, Vec2::ZERO, vec2(range(-1.0, 1.0), range(-1.0, 1.0)), range(-3.0, 3.0), range(-2.5, 2.5))
            });
            let normal = Rot::from_angle(range(-3.0, 3.0)).rotate(Vec2::X);
            let chosen = [0, 1].map(|_| &pieces[range(0.0, 4.0) as usize]);
            let reaches = chosen.map(|piece| piece.reach(Vec2::ZERO));
            let push = normal * (1.0e-4 - Parting::new(chosen, reaches, &segments, normal).apart(from));
            (segments[1].c0, segments[1].c1) = (segments[1].c0 + push, segments[1].c1 + push);
            let parting = Parting::new(chosen, reaches, &segments, normal);
            if !parting.is_for_good(from, reaches[0] + reaches[1]) {
                others += 1;
                continue;
            }
            parted += 1;
            for k in 0..=100 {
                let (t, first) = (from + (1.0 - from) * k as f32 / 100.0, parting.apart(from));
                assert!(
                    parting.apart(t) > first - 1.0e-5,
                    "{} after {first}: {chosen:?} {segments:?}",
                    parting.apart(t)
                );
            }
        }
        assert!(parted > 3_000 && others > 3_000, "{parted} part for good, {others} may not");
    }

    /// A pair that overlaps at the beginning does not separate for good, nor does one that closes in. One far beyond
    /// reach does.
    #[test]
    fn what_overlaps_or_closes_in_does_not_part() {
        let pieces = pieces();
        let chosen = [&pieces[0], &pieces[2]];
        let away = |gap: f32, way: f32| {
            let segments = [
                segment(0.0, Vec2::ZERO, Vec2::ZERO, 0.0, 0.0),
                segment(0.0, vec2(1.0 + gap, 0.0), vec2(way, 0.0), 0.0, 0.0),
            ];
            Parting::new(chosen, [0.5, 0.56], &segments, Vec2::X).is_for_good(0.0, 1.1)
        };
        assert!(away(0.01, 1.0) && away(0.01, 0.0) && away(5.0, 1.0) && away(5.0, 0.0));
        assert!(!away(-0.01, 1.0) && !away(0.01, -0.005) && !away(5.0, -5.0));
    }
}
