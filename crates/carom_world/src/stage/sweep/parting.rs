//! Whether two bodies that have struck each other part for good. In come their legs since then; out comes yes, or that it
//! is not known: most pairs that look for each other again are such, and need no time of impact.
//!
//! Along the normal n of the impact the two stand s(t) apart. The centres' part of s goes evenly; a corner at distance r from
//! a centre that turns by the angle w goes along n with a second derivative of at most r w^2. So s hangs no lower than a
//! parabola of the curvature r_a w_a^2 + r_b w_b^2 through two of its points. Where the centres are r_a + r_b apart, nothing
//! that turns can touch any more.

use super::leg::Leg;
use super::pair::Seen;
use carom_math::Vec2;
use carom_narrowphase::lowest;
use carom_shapes::Piece;

/// How much more than an even rotation the chords of a leg may bend: along one of angle c the rotation speeds up by up to c^3,
/// and c is at most a quarter.
const UNEVEN: f32 = 1.25;

/// How often the time is halved to say more.
const HALVES: u32 = 2;

/// Whether proxies `ids` of `rows`, on their newest legs, have struck each other and surely come no nearer from `from` on.
pub(super) fn part_for_good(seen: &Seen<'_>, ids: [u32; 2], rows: [u32; 2], legs: [&Leg; 2], from: f32) -> bool {
    let flights = rows.iter().filter_map(|&row| seen.flights.of(row));
    let mut flights = flights.map(|number| &seen.flights.list[number as usize]);
    let Some(normal) = flights.find(|flight| flight.struck == ids).map(|flight| flight.parting) else {
        return false;
    };
    let motions = rows.map(|row| &seen.state.bodies.motions[row as usize]);
    let about_centers = (0..2).all(|side| legs[side].local_center == motions[side].local_center);
    if normal == Vec2::ZERO || !about_centers {
        return false;
    }
    let bend = |side: usize| {
        let turn = legs[side].rates().1;
        motions[side].reach * turn * turn
    };
    let bend = UNEVEN * (bend(0) + bend(1));
    let parting = Parting { pieces: ids.map(|id| seen.piece(id)), legs, normal, bend };
    let first = parting.apart(from);
    let [near, far] = [from, 1.0].map(|t| normal.dot(legs[1].at(t).0 - legs[0].at(t).0));
    let clear = motions[0].reach + motions[1].reach + seen.slop();
    let part = if far > clear { (clear - near) / (far - near) } else { 1.0 };
    let to = from + part * (1.0 - from);
    first > 0.0 && parting.stays(first, [(from, first), (to, parting.apart(to))], HALVES)
}

/// Two pieces that part.
struct Parting<'a> {
    pieces: [&'a Piece; 2],
    legs: [&'a Leg; 2],
    /// From a to b.
    normal: Vec2,
    /// Bound on the second derivative of what they stand apart, for a whole step [m].
    bend: f32,
}

impl Parting<'_> {
    /// How far they stand apart along the normal at time `t` [m].
    fn apart(&self, t: f32) -> f32 {
        let ((center_a, q_a), (center_b, q_b)) = (self.legs[0].at(t), self.legs[1].at(t));
        let of_a = extent(self.pieces[0], self.legs[0].local_center, q_a.unrotate(self.normal));
        let of_b = extent(self.pieces[1], self.legs[1].local_center, q_b.unrotate(-self.normal));
        self.normal.dot(center_b - center_a) - (of_a + of_b)
    }

    /// Whether they surely stay `least` [m] apart between two times, at which they stand apart as given.
    fn stays(&self, least: f32, [start, end]: [(f32, f32); 2], halves: u32) -> bool {
        let time = end.0 - start.0;
        if end.1 < least {
            return false;
        }
        if lowest(f64::from(start.1), f64::from(end.1), f64::from(0.125 * self.bend * time * time)) >= f64::from(least)
        {
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

/// How far a piece reaches beyond `center` along a unit vector, all in its frame [m].
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

    /// A leg from `start` on.
    fn leg(start: f32, center: Vec2, way: Vec2, angle: f32, turn: f32) -> Leg {
        let (q0, q1) = (Rot::from_angle(angle), Rot::from_angle(angle + turn));
        Leg { start, local_center: Vec2::ZERO, c0: center, c1: center + way, q0, q1, turn, before: NONE }
    }

    #[test]
    fn what_parts_for_good_comes_no_nearer() {
        let pieces = [
            Piece::Circle(Circle::new(0.5).unwrap()),
            Piece::Capsule(Capsule::new(vec2(-0.6, 0.0), vec2(0.6, 0.0), 0.1).unwrap()),
            Piece::Polygon(Polygon::rect(1.0, 0.5).unwrap()),
            Piece::Polygon(Polygon::rect(0.1, 2.0).unwrap()),
        ];
        let mut random = StdRng::seed_from_u64(7);
        let (mut parted, mut others) = (0, 0);
        for _ in 0..20_000 {
            let mut range = |least: f32, most: f32| random.random_range(least..most);
            let start = range(0.0, 0.9);
            let mut legs = [0, 1].map(|_| {
                leg(start, Vec2::ZERO, vec2(range(-1.0, 1.0), range(-1.0, 1.0)), range(-3.0, 3.0), range(-2.5, 2.5))
            });
            let normal = Rot::from_angle(range(-3.0, 3.0)).rotate(Vec2::X);
            let chosen = [0, 1].map(|_| &pieces[range(0.0, 4.0) as usize]);
            // Pushed apart until they all but touch along the normal.
            let of = |side: usize| legs[side].rates().1;
            let bend = |side: usize| UNEVEN * chosen[side].reach(Vec2::ZERO) * of(side) * of(side);
            let bend = bend(0) + bend(1);
            let deep = Parting { pieces: chosen, legs: [&legs[0], &legs[1]], normal, bend }.apart(start);
            let push = normal * (1.0e-4 - deep);
            (legs[1].c0, legs[1].c1) = (legs[1].c0 + push, legs[1].c1 + push);
            let parting = Parting { pieces: chosen, legs: [&legs[0], &legs[1]], normal, bend };
            let first = parting.apart(start);
            if !parting.stays(first, [(start, first), (1.0, parting.apart(1.0))], HALVES) {
                others += 1;
                continue;
            }
            parted += 1;
            for k in 0..=100 {
                let apart = parting.apart(start + (1.0 - start) * k as f32 / 100.0);
                assert!(apart > first - 1.0e-5, "{apart} after {first}: {chosen:?} {legs:?}");
            }
        }
        assert!(parted > 2_000 && others > 2_000, "{parted} part for good, {others} may not");
    }
}
