//! What a round does with the meetings that were found: who is first for whom, and what an impact changes. Serial, in the order
//! of the proxies: the impacts of one round share no body that can be pushed, but one may take back what another changed. Where
//! they go on through joints, the earliest comes first.

use super::back::{With, take_back};
use super::bounce::{End, Surface, bounce};
use super::fast::FAST;
use super::flight::{Flight, Flights};
use super::hits::Struck;
use super::leg::Leg;
use super::linked::{Chain, Change, Linked, Touch};
use super::meeting::{Known, Meeting};
use super::pair::{Seen, core_side, hangs, is_lone};
use super::tracks::Tracks;
use crate::def::WorldDef;
use crate::state::State;
use carom_math::{Vec2, clamp, max, right};
use carom_narrowphase::{collide, distance};
use carom_solver::Drive;

/// The cosine by which a manifold's normal may differ from the direction in which the pieces meet.
const SAME_SIDE: f32 = 0.5;

/// How far points of a manifold may be from touching at an impact [slops].
const AT_IMPACT: f32 = 0.5;

/// Tells both sides of each meeting that holds, and follows what was not followed yet.
pub(super) fn tell(state: &State, flights: &mut Flights, tracks: &Tracks, known: &[Known]) {
    let extents = &state.bodies.extents;
    for Known { meeting, rows, .. } in known.iter().filter(|known| !known.done) {
        for (row, other) in [(rows[0], rows[1]), (rows[1], rows[0])] {
            let (extent, their_extent) = (extents[row as usize], extents[other as usize]);
            if extent != f32::MAX {
                let moved_far = |row: u32| tracks.far(row) > FAST * extent;
                // What is fast, or small before something fast.
                let looks = moved_far(row) || (extent < their_extent && moved_far(other));
                let number = flights.add(state, tracks, row, looks);
                flights.list[number as usize].pressed |= meeting.deep || tracks.is_pressed(row);
                flights.tell(number, meeting);
            }
        }
    }
}

/// The body that a meeting of `row` is with.
fn other_row(state: &State, meeting: &Meeting, row: u32) -> u32 {
    let rows = [meeting.a, meeting.b].map(|id| state.proxies.rows[id as usize]);
    if rows[0] == row { rows[1] } else { rows[0] }
}

/// What impacts are resolved with.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    pub state: &'a State,
    pub def: &'a WorldDef,
    pub drives: &'a [Drive],
    pub tracks: &'a Tracks,
    /// Whether bodies stay where they meet.
    pub stop: bool,
}

/// Resolves each meeting that is the first for both of its bodies.
pub(super) fn resolve(
    rules: &Rules<'_>,
    flights: &mut Flights,
    chain: &mut Chain,
    known: &mut [Known],
    struck: &mut Vec<Struck>,
) {
    let Rules { state, def, tracks, .. } = *rules;
    if !state.joints.rows.is_empty() {
        // What hangs together feels the earliest impact first.
        known.sort_unstable_by(Known::by_time);
    }
    for known in known.iter_mut().filter(|known| !known.done) {
        let dynamic = |row: u32| state.bodies.extents[row as usize] != f32::MAX;
        let sides = known.rows.map(|row| flights.of(row).filter(|_| dynamic(row)));
        let both = sides.into_iter().flatten();
        let first = both.clone().all(|number| flights.list[number as usize].first.is_same(&known.meeting));
        if !first || !known.holds(flights) {
            continue;
        }
        known.done = true;
        for number in both.clone() {
            take_back(flights, number, known.meeting.time, struck);
        }
        both.clone().for_each(|number| flights.list[number as usize].first = Meeting::NONE);
        let impact = struck.len() as u32;
        struck.push(strike(rules, flights, chain, &known.meeting, impact));
        if rules.stop {
            for number in both {
                stop_at(&Seen { state, flights, tracks, def, crowds: true }, number, &known.meeting)
                    .apply(flights, number);
            }
        }
    }
}

/// How a flight spends the rest of the step after the rounds ran out.
struct Stop {
    time: f32,
    way: Vec2,
    turn: f32,
}

/// A flight stays where it met something; what it met carries it along if that goes on whatever is in its way.
fn stop_at(seen: &Seen<'_>, number: u32, meeting: &Meeting) -> Stop {
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
    fn apply(&self, flights: &mut Flights, number: u32) {
        flights.stop(number, self.time, self.way, self.turn);
    }
}

/// The rounds ran out: what still has a meeting before it stops there, and what would have to look again stops where it is.
pub(super) fn stop_rest(state: &State, flights: &mut Flights, tracks: &Tracks, def: &WorldDef, known: &mut Vec<Known>) {
    let mut fresh = std::mem::take(&mut flights.fresh);
    let lost = known.iter().filter(|known| !known.done && !known.holds(flights)).flat_map(|known| known.rows);
    fresh.extend(lost.filter_map(|row| flights.of(row)));
    fresh.drain(..).for_each(|number| flights.stop(number, 0.0, Vec2::ZERO, 0.0));
    flights.fresh = fresh;
    known.retain(|known| known.holds(flights));
    flights.forget();
    tell(state, flights, tracks, known);
    for number in 0..flights.list.len() as u32 {
        let Flight { first, looks, .. } = flights.list[number as usize];
        if looks && first.is_some() {
            stop_at(&Seen { state, flights, tracks, def, crowds: true }, number, &first).apply(flights, number);
        }
    }
}

/// One impact.
fn strike(rules: &Rules<'_>, flights: &mut Flights, chain: &mut Chain, meeting: &Meeting, impact: u32) -> Struck {
    let Rules { state, def, drives, tracks, .. } = *rules;
    let seen = Seen { state, flights, tracks, def, crowds: true };
    let (t, ids) = (meeting.time, [meeting.a, meeting.b]);
    let rows = ids.map(|id| seen.row(id));
    let legs = rows.map(|row| seen.leg_at(row, t).0);
    let (normal, points, count) = points_of(&seen, meeting, &legs);
    let gravity = rows.map(|row| match drives.get(row as usize) {
        Some(drive) if (row as usize) < state.bodies.awake => drive.dv() * (def.substeps as f32 * (1.0 - t)),
        _ => Vec2::ZERO,
    });
    let mut ends = [0, 1].map(|side| end_of(&seen, (rows, side), &legs[side], t, gravity[side], &points));
    let before = ends;
    let [a, b] = ids.map(|id| state.proxies.outlines.material(id));
    let material = a.mix(&b);
    let pushed = rows.map(|row| flights.of(row).filter(|_| state.bodies.extents[row as usize] != f32::MAX));
    let again = pushed.iter().flatten().map(|&number| flights.list[number as usize].again_with(meeting)).min();
    pushed.iter().flatten().for_each(|&number| flights.strike(number, meeting));
    let surface = Surface {
        normal,
        points: count,
        friction: if meeting.deep { 0.0 } else { material.friction },
        restitution: material.restitution,
        surface_speed: material.surface_speed,
        threshold: def.restitution_threshold * def.length_unit,
        dt: def.dt,
        max_spin: def.max_spin(),
        again: again.unwrap_or(0),
    };
    let speed = (0..count).fold(0.0, |most, k| max(most, normal.dot(ends[0].at(k) - ends[1].at(k))));
    let [a, b] = &mut ends;
    let mut push = bounce(a, b, &surface);
    if !state.joints.rows.is_empty() {
        let seen = Seen { state, flights, tracks, def, crowds: true };
        let two = [0, 1].map(|side| linked(rows[side], &before[side], &ends[side]));
        if chain.gather(&seen, two, t) {
            let arms = [0, 1].map(|side| &before[side].arms[..count]);
            push.normal += chain.solve(&Touch { normal, arms });
            for ((end, was), now) in ends.iter_mut().zip(&two).zip(&chain.bodies) {
                end.add(now.change.v - was.change.v, now.change.w - was.change.w, &surface);
            }
            pass_on(rules, flights, chain, t);
        }
    }
    let mut slight = [None; 2];
    for (side, end) in ends.iter().enumerate() {
        let row = rows[side];
        let Some(number) = flights.of(row).filter(|_| state.bodies.extents[row as usize] != f32::MAX) else { continue };
        let reach = state.bodies.motions[row as usize].reach;
        let flight = &mut flights.list[number as usize];
        flight.v = end.v + gravity[side];
        flight.w = end.w;
        if end.bends {
            let is_slight = flights.bend(number, t, end.way, end.turn, reach);
            slight[side] = Some(number).filter(|_| is_slight);
        } else if !flight.stopped {
            // It has gone on already: only what lies before it changes.
            let (way, turn) = flights.leg(number).rates();
            let (dv, dw) = (end.v - before[side].v, end.w - before[side].w);
            let is_slight = flights.bend(number, t, way + dv * def.dt, turn + dw * def.dt, reach);
            slight[side] = Some(number).filter(|_| is_slight);
        }
    }
    // One of the two has to look at the other again, as they may meet once more; what was not deflected is not known anew.
    let looks = [0, 1].iter().any(|&side| flights.of(rows[side]).is_some_and(|k| flights.list[k as usize].fresh));
    if !looks {
        slight.into_iter().flatten().for_each(|number| flights.refresh(number));
    }
    for side in 0..2 {
        if let Some(number) = pushed[side] {
            let with =
                if hangs(state, rows[0]) || hangs(state, rows[1]) { With::Many } else { With::of(pushed[1 - side]) };
            flights.note_cause(number, impact, with);
        }
    }
    let point = points[..count].iter().fold(Vec2::ZERO, |sum, &p| sum + p) * (1.0 / count as f32);
    Struck {
        time: t,
        a: ids[0],
        b: ids[1],
        point,
        normal,
        speed,
        impulse: push.normal,
        push: normal * push.normal + right(normal) * push.tangent,
        undone: false,
    }
}

/// One of the two that meet, and what it changes by.
fn linked(row: u32, before: &End, after: &End) -> Linked {
    let change = Change { v: after.v - before.v, w: after.rate() - before.rate() };
    Linked { row, change, inv_mass: after.inv_mass, inv_inertia: after.inv_inertia }
}

/// Has what hangs on the two feel the impact at time `t`.
fn pass_on(rules: &Rules<'_>, flights: &mut Flights, chain: &Chain, t: f32) {
    let Rules { state, def, tracks, .. } = *rules;
    let most = def.max_spin();
    for one in chain.bodies[2..].iter().filter(|one| one.change != Change::default()) {
        let number = flights.add(state, tracks, one.row, true);
        let (way, turn) = flights.leg(number).rates();
        let flight = &mut flights.list[number as usize];
        flight.pressed |= tracks.is_pressed(one.row);
        flight.v += one.change.v;
        let w = clamp(flight.w + one.change.w, -most, most);
        let spun = w - std::mem::replace(&mut flight.w, w);
        let reach = state.bodies.motions[one.row as usize].reach;
        flights.bend(number, t, way + one.change.v * def.dt, turn + spun * def.dt, reach);
    }
}

/// The normal and up to two points of an impact, in the world.
fn points_of(seen: &Seen<'_>, meeting: &Meeting, legs: &[Leg; 2]) -> (Vec2, [Vec2; 2], usize) {
    let [pose_a, pose_b] = [legs[0].pose_at(meeting.time), legs[1].pose_at(meeting.time)];
    let (a, b) = (seen.piece(meeting.a), seen.piece(meeting.b));
    if meeting.deep {
        let small = core_side(seen.state, [meeting.a, meeting.b].map(|id| seen.row(id)));
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
fn end_of(
    seen: &Seen<'_>,
    (rows, side): ([u32; 2], usize),
    leg: &Leg,
    t: f32,
    gravity: Vec2,
    points: &[Vec2; 2],
) -> End {
    let bodies = &seen.state.bodies;
    let row = rows[side];
    let i = row as usize;
    let (mass, free) = (&bodies.masses[i], bodies.motions[i].free());
    let (v, w) = seen.velocity(row);
    let (way, turn) = leg.rates();
    let center = leg.at(t).0;
    let bends = seen
        .flights
        .of(row)
        .is_some_and(|number| !seen.flights.list[number as usize].stopped && seen.flights.leg(number).start <= t);
    let dynamic = bodies.extents[i] != f32::MAX;
    let lone = rows.iter().all(|&row| is_lone(seen.state, row));
    // What is driven pushes as fast as it moves: a rotation of a substep is less than its rate says.
    let driven = !dynamic && i < bodies.active;
    let h = if driven || !lone { 0.0 } else { seen.def.dt / seen.def.substeps as f32 };
    let (v, w) = if driven { (way / seen.def.dt, turn / seen.def.dt) } else { (v - gravity, w) };
    End {
        v,
        w,
        h,
        way,
        turn,
        inv_mass: if dynamic { mass.inv_mass * Vec2::new(free[0], free[1]) } else { Vec2::ZERO },
        inv_inertia: if dynamic { mass.inv_inertia * free[2] } else { 0.0 },
        bends: bends && dynamic,
        arms: points.map(|p| p - center),
    }
}
