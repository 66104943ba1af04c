//! When two proxies meet on their ways. In come the state, the flights and two numbers; out comes the first meeting from
//! a time on, the same bits whichever of the two asks.

use super::faces::{Faces, Mover};
use super::flight::{Flights, Rates};
use super::leg::Leg;
use super::meeting::Meeting;
use super::slab::hang;
use super::tracks::{Tracks, rounding};
use super::window::window;
use crate::def::WorldDef;
use crate::stage::contacts::may_touch;
use crate::stage::one_way::is_held;
use crate::state::{BOUNCY, NONE, Slot, State};
use carom_math::{Aabb, Pose, Rot, Vec2, cross_sv, max, min};
use carom_narrowphase::{Impact, Sweep, distance, is_behind, time_of_impact, time_of_touch};
use carom_shapes::{Circle, MIN_SIZE, Piece};
use carom_solver::Contact;

/// The part of the least extent by which two bodies may overlap at the end of a step: contacts push them apart from
/// there.
const CONTACT_CAN_UNDO: f32 = 0.25;

/// The same for two bodies that can both be pushed, and do not bounce. In a crowd impacts would go from one to the next for
/// ever; contacts solve them all at once.
const BOTH_CAN_UNDO: f32 = 0.5;

/// The part of the least extent by which two pieces that move may graze each other unseen.
const GRAZE: f32 = 0.1;

/// What is thinner than another body but reaches so many times as far is no obstacle at its centre alone.
const LONG: f32 = 4.0;

/// How near two pieces come when they meet, and how exactly that is hit [slops].
const TARGET: f32 = 0.1;
const TOLERANCE: f32 = 0.1;

/// What a search sees.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub state: &'a State,
    pub flights: &'a Flights,
    pub tracks: &'a Tracks,
    pub def: &'a WorldDef,
}

impl<'a> Seen<'a> {
    /// The leg on which a row is at time `t`, and until when.
    pub fn leg_at(&self, row: u32, t: f32) -> (Leg, f32) {
        match self.flights.of(row) {
            Some(number) => self.flights.leg_at(number, t),
            None => (self.solved_leg(row), 1.0),
        }
    }

    /// The leg of a row on the way that the solver gave it.
    pub fn solved_leg(&self, row: u32) -> Leg {
        Leg::of_row(&self.state.bodies, row as usize, self.tracks.turn(row))
    }

    /// Velocities of a row now.
    pub fn velocity(&self, row: u32) -> (Vec2, f32) {
        match self.flights.of(row) {
            Some(number) => {
                let flight = &self.flights.list[number as usize];
                (flight.v, flight.w)
            }
            None => {
                let state = &self.state.bodies.states[row as usize];
                (state.v(), state.w())
            }
        }
    }

    /// Whether at most one contact of a body is solved: then it is in no crowd.
    pub fn is_lone(&self, row: u32) -> bool {
        self.state.bodies.colours[row as usize].count_ones() <= 1
    }

    /// The piece of a proxy.
    pub fn piece(&self, id: u32) -> &'a Piece {
        &self.state.proxies.list[id as usize].piece
    }

    /// The first proxy of a row.
    pub fn first_proxy(&self, row: u32) -> u32 {
        let bodies = &self.state.bodies;
        bodies.slots.get(bodies.keys[row as usize]).map_or(NONE, |slot| slot.proxy)
    }

    /// The row of a proxy's body.
    pub fn row(&self, id: u32) -> u32 {
        self.state.proxies.rows[id as usize]
    }

    /// Box around all that a piece passes from its newest leg on.
    pub fn area(&self, id: u32, leg: &Leg) -> Aabb {
        let piece = self.piece(id);
        let around = piece.aabb(leg.pose_at(leg.start)).union(&piece.aabb(leg.pose_at(1.0)));
        let sag = leg.sag();
        if sag > 0.0 { around.grown(sag * piece.reach(leg.local_center)) } else { around }
    }

    /// Whether a piece, with this newest leg, may come into an area from time `from` on.
    fn passes(&self, id: u32, area: &Aabb, newest: &Leg, from: f32) -> bool {
        let mut leg = newest;
        loop {
            if self.area(id, leg).overlaps(area) {
                return true;
            }
            if leg.start <= from || leg.before == NONE {
                return false;
            }
            leg = &self.flights.legs[leg.before as usize];
        }
    }

    pub fn slop(&self) -> f32 {
        self.def.slop * self.def.length_unit
    }

    /// By how much boxes have to be larger than what is on a leg: the slop, and what coordinates may be wrong by [m].
    pub fn margin(&self, leg: &Leg) -> f32 {
        self.slop() + rounding(&Aabb::around([leg.c0, leg.c1]))
    }
}

/// The first meeting of any proxies of two rows from the start of the leg of the first on, with their newest legs. Those
/// of the second may be told with their areas.
pub(super) fn first_of_bodies(
    seen: &Seen<'_>,
    rows: [u32; 2],
    legs: &[Leg; 2],
    parts: Option<&[(u32, Aabb)]>,
) -> Meeting {
    let from = legs[0].start;
    let mut first = Meeting::NONE;
    let proxies = &seen.state.proxies;
    for id in proxies.of_body(seen.first_proxy(rows[0])) {
        let area = seen.area(id, &legs[0]).grown(seen.margin(&legs[0]));
        let mut look_at = |other: u32| {
            if may_touch(seen.state, id, other) {
                let (a, b) = if id < other { (id, other) } else { (other, id) };
                if let Some(meeting) = meet(seen, a, b, from)
                    && meeting.is_before(&first)
                {
                    first = meeting;
                }
            }
        };
        match parts {
            Some(parts) => parts.iter().filter(|(_, part)| part.overlaps(&area)).for_each(|&(other, _)| look_at(other)),
            None => proxies
                .of_body(seen.first_proxy(rows[1]))
                .filter(|&other| seen.passes(other, &area, &legs[1], from))
                .for_each(look_at),
        }
    }
    first
}

/// The first meeting of proxies `a` and `b`, `a` the smaller, from time `from` on, unless one of them lets the other pass.
pub(super) fn meet(seen: &Seen<'_>, a: u32, b: u32, from: f32) -> Option<Meeting> {
    meet_on_ways(seen, a, b, from).filter(|meeting| is_held(seen.state, [a, b], meeting.normal))
}

fn meet_on_ways(seen: &Seen<'_>, a: u32, b: u32, from: f32) -> Option<Meeting> {
    let pair = Pair::new(seen, a, b);
    let (leg_a, until_a) = seen.leg_at(pair.rows[0], from);
    let (leg_b, until_b) = seen.leg_at(pair.rows[1], from);
    let newest = until_a == 1.0 && until_b == 1.0;
    let far = pair.far(&leg_a, &leg_b);
    if newest {
        if pair.is_slow(seen, &leg_a, &leg_b) {
            return None;
        }
        let [enter, leave] = window([&leg_a, &leg_b], far, [from, 1.0])?;
        let [leg_a, leg_b] = pair.turning([leg_a, leg_b]);
        let one_chord = leg_a.chord_end(enter) >= leave && leg_b.chord_end(enter) >= leave;
        if one_chord && pair.passes_by(&[leg_a.between(enter, leave), leg_b.between(enter, leave)]) {
            return None;
        }
    }
    let solved = (from == 0.0 || pair.both_dynamic()) && is_solved(seen, a, b);
    // A contact that was solved holds two bodies apart that can both be pushed, but for what impacts add. It saw a plane where
    // there is a piece that turns and has ends, so where nothing else pushes the two, what it lets through is looked at.
    let in_contact = |leg_a: &Leg, leg_b: &Leg| solved && pair.both_dynamic() && pair.added_little(seen, leg_a, leg_b);
    let lone = pair.lone;
    if newest && !lone && in_contact(&leg_a, &leg_b) || pair.starts_behind(&leg_a, &leg_b, from) {
        return None;
    }
    if newest && pair.is_held(seen, &leg_a, &leg_b, (from, solved)) {
        return None;
    }
    let mut t = from;
    while t < 1.0 {
        let (leg_a, until_a) = seen.leg_at(pair.rows[0], t);
        let (leg_b, until_b) = seen.leg_at(pair.rows[1], t);
        let until = min(until_a, until_b);
        let slow = !newest && pair.is_slow(seen, &leg_a, &leg_b);
        let Some([enter, leave]) = window([&leg_a, &leg_b], far, [t, until]).filter(|_| !slow) else {
            t = until;
            continue;
        };
        let turning = pair.turning([leg_a, leg_b]);
        t = enter;
        while t < leave {
            let end = turning.iter().fold(leave, |end, leg| min(end, leg.chord_end(t)));
            let sweeps = turning.map(|leg| leg.between(t, end));
            if pair.passes_by(&sweeps) {
                t = end;
                continue;
            }
            let least =
                if pair.both_dynamic() && !pair.bounces { BOTH_CAN_UNDO * pair.extent() } else { TARGET * pair.slop };
            let least = if solved && from == 0.0 { f32::MAX } else { least * (end - t) / (1.0 - t) };
            let met = pair.meet_within(&sweeps, least, pair.has_parted(seen, [a, b], t));
            let met = met.and_then(|met @ (part, _, deep)| {
                let counts = deep || !in_contact(&leg_a, &leg_b) || (lone && pair.goes_deep(&sweeps, part, [t, end]));
                if counts { Some(met) } else { pair.core_stops(&sweeps) }
            });
            if let Some((part, normal, deep)) = met {
                return Some(Meeting { time: t + part * (end - t), a, b, normal, deep });
            }
            t = end;
        }
        t = until;
    }
    None
}

/// Whether the solver saw the contact of two proxies in this step.
fn is_solved(seen: &Seen<'_>, a: u32, b: u32) -> bool {
    let contacts = &seen.state.contacts;
    let key = Contact::new(a, b).key();
    contacts.binary_search_by_key(&key, Contact::key).is_ok_and(|place| contacts[place].touches())
}

/// Two proxies and what counts for both.
struct Pair<'a> {
    rows: [u32; 2],
    pieces: [&'a Piece; 2],
    extents: [f32; 2],
    /// The side whose core must not pass where pieces overlap already.
    core: usize,
    slop: f32,
    /// Whether they bounce so much that it has to come in time.
    bounces: bool,
    /// Whether nothing else that is solved pushes either of them.
    lone: bool,
}

impl<'a> Pair<'a> {
    fn new(seen: &Seen<'a>, a: u32, b: u32) -> Self {
        let (ids, rows) = ([a, b], [seen.row(a), seen.row(b)]);
        let extents = rows.map(|row| seen.state.bodies.extents[row as usize]);
        let bounces = ids.iter().any(|&id| seen.state.proxies.outlines.material(id).restitution >= BOUNCY);
        let core = core_side(seen.state, rows);
        let lone = rows.iter().all(|&row| seen.is_lone(row));
        Self { rows, pieces: ids.map(|id| seen.piece(id)), extents, core, slop: seen.slop(), bounces, lone }
    }

    fn both_dynamic(&self) -> bool {
        self.extents[0] != f32::MAX && self.extents[1] != f32::MAX
    }

    /// The legs as far as their turning counts: a disc about its own centre is the same however it turns.
    fn turning(&self, mut legs: [Leg; 2]) -> [Leg; 2] {
        for (leg, piece) in legs.iter_mut().zip(self.pieces) {
            if let Piece::Circle(disc) = piece
                && disc.center() == leg.local_center
            {
                (leg.q1, leg.turn) = (leg.q0, 0.0);
            }
        }
        legs
    }

    /// How far apart the centres are where the two may meet [m].
    fn far(&self, leg_a: &Leg, leg_b: &Leg) -> f32 {
        let margin = self.slop + rounding(&Aabb::around([leg_a.c0, leg_a.c1, leg_b.c0, leg_b.c1]));
        self.pieces[0].reach(leg_a.local_center) + self.pieces[1].reach(leg_b.local_center) + margin
    }

    fn extent(&self) -> f32 {
        min(self.extents[0], self.extents[1])
    }

    /// Whether the two move by so little relative to each other, in a step at this rate, that contacts do better. What is
    /// fixed is always looked at: bodies are pressed into it.
    fn is_slow(&self, seen: &Seen<'_>, leg_a: &Leg, leg_b: &Leg) -> bool {
        let bodies = &seen.state.bodies;
        let [a, b] = self.rows.map(|row| row as usize);
        if a >= bodies.active && self.extents[0] == f32::MAX || b >= bodies.active && self.extents[1] == f32::MAX {
            return false;
        }
        let rates = |side: usize, leg| Rates::of(seen.state, self.rows[side], leg);
        rates(0, leg_a).are_slow(&rates(1, leg_b))
    }

    /// Whether the last impact of one of them was with the other, at time `t`: they part, and count again where they close in.
    /// What is squeezed by something hinged to the ground is pushed on and on instead, until it gets away.
    fn has_parted(&self, seen: &Seen<'_>, ids: [u32; 2], t: f32) -> bool {
        let flights = self.rows.iter().filter_map(|&row| seen.flights.of(row));
        let mut last = flights.map(|number| &seen.flights.list[number as usize]);
        last.any(|flight| flight.struck == ids && flight.struck_at >= t)
            && !self.rows.iter().any(|&row| is_hinged(seen.state, row))
    }

    /// Whether impacts within the step changed the relative way by so little that contacts make up for it.
    fn added_little(&self, seen: &Seen<'_>, leg_a: &Leg, leg_b: &Leg) -> bool {
        let added = |side: usize, leg: &Leg| {
            let row = self.rows[side];
            if seen.flights.changed(row).is_none() {
                return Rates { way: Vec2::ZERO, turn: 0.0, ..Rates::of(seen.state, row, leg) };
            }
            let now = Rates::of(seen.state, row, leg);
            let (way, turn) = seen.solved_leg(row).rates();
            Rates { way: now.way - way, turn: now.turn - turn, bounces: true, ..now }
        };
        added(0, leg_a).are_slow(&added(1, leg_b))
    }

    /// Whether one of the two is a one-sided link and the other's centre is behind it.
    fn starts_behind(&self, leg_a: &Leg, leg_b: &Leg, from: f32) -> bool {
        let behind = |piece: &Piece, leg: &Leg, other: &Leg| match piece {
            Piece::Link(link) if link.one_sided => is_behind(link, leg.pose_at(from).unapply(other.at(from).0)),
            _ => false,
        };
        behind(self.pieces[0], leg_a, leg_b) || behind(self.pieces[1], leg_b, leg_a)
    }

    /// Whether a face of one holds the other to the end of the step, and they do not bounce.
    fn is_held(&self, seen: &Seen<'_>, leg_a: &Leg, leg_b: &Leg, (from, solved): (f32, bool)) -> bool {
        let threshold = seen.def.restitution_threshold * seen.def.length_unit;
        let bounce = if self.bounces { threshold } else { f32::MAX };
        let mover = |side: usize, leg| {
            let (v, w) = seen.velocity(self.rows[side]);
            let reach = seen.state.bodies.motions[self.rows[side] as usize].reach;
            Mover { piece: self.pieces[side], leg, reach, v, w }
        };
        let (a, b) = (mover(0, leg_a), mover(1, leg_b));
        let undone = self.undone(seen, solved);
        let holds = |of, other| Faces { of, other, from, undone, bounce }.one_holds();
        (self.extents[0] != f32::MAX && holds(b, a)) || (self.extents[1] != f32::MAX && holds(a, b))
    }

    /// How deep a face may hold the other piece [m]. What goes by something that moves, and no contact saw it, may be
    /// gone before one does; in a crowd there are others that hold it.
    fn undone(&self, seen: &Seen<'_>, solved: bool) -> f32 {
        let active = self.rows.iter().all(|&row| (row as usize) < seen.state.bodies.active);
        let part = if self.both_dynamic() { BOTH_CAN_UNDO } else { CONTACT_CAN_UNDO };
        let undone = part * self.extent();
        if solved || !active || self.both_dynamic() && !self.lone {
            return undone;
        }
        let thin = min(self.pieces[0].least_extent(), self.pieces[1].least_extent());
        max(GRAZE * min(thin, self.extent()), min(self.slop, undone))
    }

    /// Whether two pieces that meet after `part` of the sweeps from `t` to `end` close in so fast then that a contact would
    /// not undo what that comes to until the end of the step.
    fn goes_deep(&self, sweeps: &[Sweep; 2], part: f32, [t, end]: [f32; 2]) -> bool {
        let rest = [0, 1].map(|side| {
            let (sweep, start) = (&sweeps[side], sweeps[side].pose_at(part));
            Sweep { c0: start.apply(sweep.local_center), q0: start.q, ..*sweep }
        });
        let share = (1.0 - part) * (end - t);
        let whole = 1.0 - t - part * (end - t);
        self.closing(&rest).is_some_and(|(way, _)| way * whole > BOTH_CAN_UNDO * self.extent() * share)
    }

    /// Whether the smaller piece stays out of the box around the larger one, in the frame of that: much cheaper than any time
    /// of impact, and sharp where the larger one is long and thin.
    fn passes_by(&self, sweeps: &[Sweep; 2]) -> bool {
        let reach = |side: usize| self.pieces[side].reach(sweeps[side].local_center);
        let large = usize::from(reach(1) > reach(0));
        let (large, small, reach) = (&sweeps[large], &sweeps[1 - large], (self.pieces[large], reach(1 - large)));
        let (d0, d1) = (small.c0 - large.c0, small.c1 - large.c1);
        let (q0, q1) = (large.q0.normalized(), large.q1.normalized());
        let turned = q1.seen_from(q0);
        if turned.c < 0.9 {
            return false;
        }
        // The arc of so small a sine, with room for the ways not being quite even.
        let turn = 1.1 * turned.s.abs();
        let far = max(d0.length(), d1.length());
        let size = |v: Vec2| v.x.abs() + v.y.abs();
        let rounding = 8.0 * f32::EPSILON * (size(large.c0) + size(small.c0) + far);
        let area =
            Aabb::around([q0.unrotate(d0), q1.unrotate(d1)]).grown(reach.1 + hang(turn, d0, d1) + rounding + self.slop);
        let own = reach.0.aabb(Pose { p: -large.local_center, q: Rot::IDENTITY });
        are_apart(&own, &area)
    }

    /// When the two meet within one chord of both: part of it, normal, and whether only a core was stopped. Where they
    /// touch already, they meet at once if they close in by more than `least` [m] within the sweeps.
    fn meet_within(&self, sweeps: &[Sweep; 2], least: f32, parted: bool) -> Option<(f32, Vec2, bool)> {
        let round = self.pieces.iter().any(|piece| piece.radius() > 0.0);
        let far = sweeps.iter().fold(0.0, |far, s| max(far, max(s.c0.abs().max_element(), s.c1.abs().max_element())));
        let ulps = 4.0 * f32::EPSILON * far;
        let target = if round { 0.0 } else { TARGET * self.slop } + ulps;
        let ([a, b], [way_a, way_b]) = (self.pieces, sweeps);
        let find = if self.lone || parted { time_of_impact } else { time_of_touch };
        match find(a, way_a, b, way_b, target, TOLERANCE * self.slop) {
            Impact::Separated => None,
            Impact::Hit { time, normal } => Some((time, normal, false)),
            Impact::Overlapped => match self.closing(sweeps).filter(|&(way, _)| way > least) {
                Some((_, normal)) => Some((0.0, normal, false)),
                None => self.core_stops(sweeps),
            },
        }
    }

    /// How far the nearest points would close in within the sweeps at the rate of their beginning, and the normal; `None`
    /// where the cores overlap.
    fn closing(&self, sweeps: &[Sweep; 2]) -> Option<(f32, Vec2)> {
        let poses = [sweeps[0].pose_at(0.0), sweeps[1].pose_at(0.0)];
        let near = distance(self.pieces[0], self.pieces[1], poses[1].seen_from(poses[0]));
        let normal = poses[0].q.rotate(near.normal);
        let way = |sweep: &Sweep, pose: &Pose, point: Vec2| {
            let turn = sweep.q1.normalized().seen_from(sweep.q0.normalized()).s;
            sweep.c1 - sweep.c0 + cross_sv(turn, point - pose.apply(sweep.local_center))
        };
        let [a, b] = [near.point_a, near.point_b].map(|p| poses[0].apply(p));
        let relative = way(&sweeps[1], &poses[1], b) - way(&sweeps[0], &poses[0], a);
        (near.normal != Vec2::ZERO).then(|| (-normal.dot(relative), normal))
    }

    /// The pieces touch already, so contacts hold them apart; only the core of one body, as far as it is still
    /// before the surface of the other piece, must not pass.
    fn core_stops(&self, sweeps: &[Sweep; 2]) -> Option<(f32, Vec2, bool)> {
        let (small, large) = (self.core, 1 - self.core);
        let (sweep, other) = (&sweeps[small], &sweeps[large]);
        let pose = other.pose_at(0.0);
        let toward = |normal: Vec2| if small == 1 { normal } else { -normal };
        let center = Circle::at(pose.unapply(sweep.c0), MIN_SIZE).map(Piece::Circle).ok()?;
        let near = distance(self.pieces[large], &center, Pose::IDENTITY);
        let radius = min(CONTACT_CAN_UNDO * self.extents[small], 0.5 * near.distance);
        let Ok(core) = Circle::at(sweep.local_center, radius) else {
            // The centre is on the surface: it may move away from it only.
            let normal = pose.q.rotate(near.normal);
            let inward = normal.dot(sweep.c1 - sweep.c0 - (other.c1 - other.c0)) < 0.0;
            return inward.then(|| (0.0, toward(normal), true));
        };
        let found = time_of_impact(self.pieces[large], other, &Piece::Circle(core), sweep, 0.0, 0.25 * radius);
        match found {
            Impact::Hit { time, normal } => Some((time, toward(normal), true)),
            _ => None,
        }
    }
}

/// Which of two bodies has the core that must not pass the surface of the other: what can be pushed, and of two such bodies
/// the one that reaches less far from its centre. What is long and thin is no obstacle at its centre alone.
pub(super) fn core_side(state: &State, rows: [u32; 2]) -> usize {
    let [a, b] = rows.map(|row| row as usize);
    let bodies = &state.bodies;
    let fixed = |row: usize| bodies.extents[row] == f32::MAX;
    let (long_a, long_b) = (bodies.motions[a].reach, bodies.motions[b].reach);
    let thin = bodies.extents[a] < bodies.extents[b];
    let first = if fixed(a) || fixed(b) {
        thin
    } else if thin {
        long_a <= LONG * long_b
    } else {
        long_b > LONG * long_a
    };
    usize::from(!first)
}

/// Whether a joint holds a body at something that cannot be pushed.
fn is_hinged(state: &State, row: u32) -> bool {
    let bodies = &state.bodies;
    let key = bodies.keys[row as usize];
    let is_pushed = |key| bodies.slots.get(key).is_none_or(|slot: &Slot| bodies.masses[slot.row as usize].moves());
    let joints = bodies.slots.get(key).map_or(&[][..], |slot| &slot.joints);
    let mut joints = joints.iter().filter_map(|&joint| state.joints.get(joint));
    joints.any(|joint| !is_pushed(if joint.a == key { joint.b } else { joint.a }))
}

/// Whether two boxes are surely apart: not where a number is none.
pub(super) fn are_apart(a: &Aabb, b: &Aabb) -> bool {
    a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y
}
