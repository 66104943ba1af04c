//! What a round does with the meetings that were found: who is first for whom, and what an impact changes. Serial; the
//! impacts of one round share no body that can be pushed, so their order does not matter.

use super::bounce::{End, Surface, bounce};
use super::flight::Flights;
use super::hits::Struck;
use super::leg::Leg;
use super::meeting::Meeting;
use super::pair::Seen;
use crate::def::WorldDef;
use crate::state::State;
use carom_math::{Vec2, cross_sv, max};
use carom_narrowphase::{collide, distance};
use carom_solver::Drive;

/// The cosine by which a manifold's normal may differ from the direction in which the pieces meet.
const SAME_SIDE: f32 = 0.5;

/// How far points of a manifold may be from touching at an impact [slops].
const AT_IMPACT: f32 = 0.5;

/// Tells both sides of each meeting that was found, and follows what was not followed yet. `numbers` are the flights that
/// looked; those that found something are `pending`.
pub(super) fn propose(state: &State, flights: &mut Flights, def: &WorldDef, numbers: &[u32], pending: &mut Vec<u32>) {
    pending.extend(numbers.iter().filter(|&&number| flights.list[number as usize].own.is_some()));
    for &number in &*pending {
        let flight = flights.list[number as usize];
        flights.tell(number, &flight.own);
        let other = other_row(state, &flight.own, flight.row);
        if state.bodies.extents[other as usize] != f32::MAX {
            let other = flights.add(state, other, false, def);
            flights.tell(other, &flight.own);
        }
    }
}

/// The body that a flight's first meeting is with.
pub(super) fn other_row(state: &State, meeting: &Meeting, row: u32) -> u32 {
    let rows = [meeting.a, meeting.b].map(|id| state.proxies.rows[id as usize]);
    if rows[0] == row { rows[1] } else { rows[0] }
}

/// Resolves each meeting that is the first for both of its bodies. With `stop`, they stay where they met.
pub(super) fn resolve(
    state: &State,
    flights: &mut Flights,
    def: &WorldDef,
    drives: &[Drive],
    stop: bool,
    pending: &[u32],
    struck: &mut Vec<Struck>,
) {
    for &number in pending {
        let flight = flights.list[number as usize];
        if !flight.own.is_same(&flight.first) {
            continue;
        }
        let other = other_row(state, &flight.own, flight.row);
        let dynamic = state.bodies.extents[other as usize] != f32::MAX;
        let partner = flights.of(other).filter(|_| dynamic);
        if let Some(partner) = partner {
            if !flights.list[partner as usize].first.is_same(&flight.own) {
                continue;
            }
            flights.list[partner as usize].own = Meeting::NONE;
        }
        flights.list[number as usize].own = Meeting::NONE;
        struck.push(strike(state, flights, def, drives, &flight.own));
        if stop {
            for number in [Some(number), partner].into_iter().flatten() {
                stop_at(&Seen { state, flights, def }, number, &flight.own).apply(flights, number);
            }
        }
    }
}

/// How a flight spends the rest of the step after the rounds ran out.
pub(super) struct Stop {
    time: f32,
    way: Vec2,
    turn: f32,
}

/// A flight stays where it met something; what it met carries it along if that goes on whatever is in its way.
pub(super) fn stop_at(seen: &Seen<'_>, number: u32, meeting: &Meeting) -> Stop {
    let row = seen.flights.list[number as usize].row;
    let other = other_row(seen.state, meeting, row);
    let bodies = &seen.state.bodies;
    let start = seen.flights.leg(number).start;
    let time = max(start, meeting.time);
    let driven = bodies.extents[other as usize] == f32::MAX && (other as usize) < bodies.active;
    if !driven || time >= 1.0 {
        return Stop { time, way: Vec2::ZERO, turn: 0.0 };
    }
    let carrier = seen.leg_at(other, time).0;
    let center = seen.flights.leg(number).at(time).0;
    let end = carrier.pose_at(1.0).apply(carrier.pose_at(time).unapply(center));
    Stop { time, way: (end - center) * (1.0 / (1.0 - time)), turn: carrier.rates().1 }
}

impl Stop {
    pub fn apply(&self, flights: &mut Flights, number: u32) {
        flights.stop(number, self.time, self.way, self.turn);
    }
}

/// One impact.
fn strike(state: &State, flights: &mut Flights, def: &WorldDef, drives: &[Drive], meeting: &Meeting) -> Struck {
    let seen = Seen { state, flights, def };
    let (t, ids) = (meeting.time, [meeting.a, meeting.b]);
    let rows = ids.map(|id| seen.row(id));
    let legs = rows.map(|row| seen.leg_at(row, t).0);
    let (normal, points, count) = points_of(&seen, meeting, &legs);
    let gravity = rows.map(|row| match drives.get(row as usize) {
        Some(drive) if (row as usize) < state.bodies.awake => drive.dv() * (def.substeps as f32 * (1.0 - t)),
        _ => Vec2::ZERO,
    });
    let mut ends = [0, 1].map(|side| end_of(&seen, rows[side], &legs[side], t, gravity[side], &points));
    let before = ends;
    let [a, b] = ids.map(|id| state.proxies.outlines.material(id));
    let material = a.mix(&b);
    let surface = Surface {
        normal,
        points: count,
        friction: if meeting.deep { 0.0 } else { material.friction },
        restitution: material.restitution,
        surface_speed: material.surface_speed,
        threshold: def.restitution_threshold * def.length_unit,
        dt: def.dt,
    };
    let speed = (0..count).fold(0.0, |most, k| max(most, normal.dot(ends[0].point_speed(k) - ends[1].point_speed(k))));
    let [a, b] = &mut ends;
    let impulse = bounce(a, b, &surface);
    for (side, end) in ends.iter().enumerate() {
        let row = rows[side];
        let Some(number) = flights.of(row).filter(|_| state.bodies.extents[row as usize] != f32::MAX) else { continue };
        let flight = &mut flights.list[number as usize];
        flight.v = end.v + gravity[side];
        flight.w = end.w;
        let reach = state.bodies.motions[row as usize].reach;
        if end.bends {
            flights.bend(number, t, end.way, end.turn, reach);
        } else if !flight.stopped {
            // It has gone on already: only what lies before it changes.
            let (way, turn) = flights.leg(number).rates();
            let (dv, dw) = (end.v - before[side].v, end.w - before[side].w);
            flights.bend(number, t, way + dv * def.dt, turn + dw * def.dt, reach);
        }
    }
    let point = points[..count].iter().fold(Vec2::ZERO, |sum, &p| sum + p) * (1.0 / count as f32);
    Struck { time: t, a: ids[0], b: ids[1], point, normal, speed, impulse }
}

/// The normal and up to two points of an impact, in the world.
fn points_of(seen: &Seen<'_>, meeting: &Meeting, legs: &[Leg; 2]) -> (Vec2, [Vec2; 2], usize) {
    let [pose_a, pose_b] = [legs[0].pose_at(meeting.time), legs[1].pose_at(meeting.time)];
    let (a, b) = (seen.piece(meeting.a), seen.piece(meeting.b));
    if meeting.deep {
        let extents = [meeting.a, meeting.b].map(|id| seen.state.bodies.extents[seen.row(id) as usize]);
        let small = if extents[0] < extents[1] { 0 } else { 1 };
        return (meeting.normal, [legs[small].at(meeting.time).0; 2], 1);
    }
    let slop = seen.def.slop * seen.def.length_unit;
    let b_in_a = pose_b.seen_from(pose_a);
    let manifold = collide(a, b, b_in_a, AT_IMPACT * slop);
    let normal = pose_a.q.rotate(manifold.normal);
    if manifold.count > 0 && normal.dot(meeting.normal) > SAME_SIDE {
        let points = manifold.points.map(|point| pose_a.apply(point.point));
        return (normal, points, manifold.points().len());
    }
    let near = distance(a, b, b_in_a);
    (meeting.normal, [pose_a.apply(0.5 * (near.point_a + near.point_b)); 2], 1)
}

/// A body at an impact.
fn end_of(seen: &Seen<'_>, row: u32, leg: &Leg, t: f32, gravity: Vec2, points: &[Vec2; 2]) -> End {
    let bodies = &seen.state.bodies;
    let i = row as usize;
    let (mass, free) = (&bodies.masses[i], &bodies.motions[i].free);
    let (v, w) = seen.velocity(row);
    let (way, turn) = leg.rates();
    let center = leg.at(t).0;
    let bends = seen
        .flights
        .of(row)
        .is_some_and(|number| !seen.flights.list[number as usize].stopped && seen.flights.leg(number).start <= t);
    let dynamic = bodies.extents[i] != f32::MAX;
    End {
        v: v - gravity,
        w,
        way,
        turn,
        inv_mass: if dynamic { mass.inv_mass * Vec2::new(free[0], free[1]) } else { Vec2::ZERO },
        inv_inertia: if dynamic { mass.inv_inertia * free[2] } else { 0.0 },
        bends: bends && dynamic,
        arms: points.map(|p| p - center),
    }
}

impl End {
    /// Velocity of the surface at point `k` [m/s].
    fn point_speed(&self, k: usize) -> Vec2 {
        self.v + cross_sv(self.w, self.arms[k])
    }
}
