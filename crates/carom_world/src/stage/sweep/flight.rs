//! The bodies whose ways are followed through the step, and their ways. Rows are looked up in one list, cleared behind
//! each step.

use super::back::Cause;
use super::fast::{BENT, part_of};
use super::leg::{Leg, Place};
use super::meeting::Meeting;
use super::tracks::Tracks;
use crate::state::{NONE, State};
use carom_math::{Aabb, LANES, Pose, Vec2, cross_sv, min};
use carom_tasks::Executor;

/// Two impacts of the same proxies with less time than this between them are one that goes on [steps].
const SOON: f32 = 1.0 / 32.0;

/// Flights that begin to a task.
const BEGIN_A_TASK: usize = 64;

/// A body that is followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub row: u32,
    /// Its newest leg.
    pub leg: u32,
    /// Velocities now [m/s], [rad/s].
    pub v: Vec2,
    pub w: f32,
    /// The first of all its meetings that are known.
    pub first: Meeting,
    /// How its newest leg moves.
    pub rates: Rates,
    /// Box around all its legs [m].
    pub area: Aabb,
    /// Whether it is fast, or small before something fast, or not on the solver's way any more.
    pub looks: bool,
    /// Whether its way is not the solver's any more.
    pub changed: bool,
    /// Whether its way changed since it looked for meetings, by more than slightly.
    pub fresh: bool,
    /// Whether it looks for meetings in this round.
    pub looking: bool,
    /// Whether it is pressed deep into something fixed: its centre may be a hair's breadth before that surface, and no change
    /// of its way is slight.
    pub pressed: bool,
    /// How often its way changed by more than slightly, and how far it may be since from where it was expected [m].
    pub version: u32,
    pub drift: f32,
    /// The proxies of its last impact, those of the last one before it that was of others, when the last one was, along which normal
    /// (zero where their surfaces overlapped), and how many before it were of these proxies at about that time.
    pub struck: [u32; 2],
    pub struck_before: [u32; 2],
    pub struck_at: f32,
    pub parting: Vec2,
    pub again: u32,
    /// Whether it stays where it is, and since when.
    pub stopped: bool,
    pub stopped_at: f32,
}

impl Flight {
    /// Of no row.
    const NONE: Self = Self {
        row: NONE,
        leg: NONE,
        v: Vec2::ZERO,
        w: 0.0,
        first: Meeting::NONE,
        rates: Rates { way: Vec2::ZERO, turn: 0.0, middle: Vec2::ZERO, reach: 0.0, extent: 0.0, part: 0.0 },
        area: Aabb { min: Vec2::ZERO, max: Vec2::ZERO },
        looks: false,
        changed: false,
        fresh: false,
        looking: false,
        pressed: false,
        version: 0,
        drift: 0.0,
        stopped: false,
        stopped_at: 1.0,
        struck: [NONE; 2],
        struck_before: [NONE; 2],
        struck_at: 0.0,
        parting: Vec2::ZERO,
        again: 0,
    };

    /// Puts it, and its first leg, on the way that the solver gave its row.
    fn begin(&mut self, state: &State, tracks: &Tracks, leg: &mut Leg, cause: &mut Cause) {
        let (i, bodies) = (self.row as usize, &state.bodies);
        *leg = if i < bodies.active {
            Leg::of_row(bodies, i, tracks.turn(self.row))
        } else {
            // A sleeper, which may be hit: about its centre of mass.
            let c = bodies.masses[i].center;
            Leg { local_center: bodies.motions[i].local_center, c0: c, c1: c, ..Leg::still(bodies.poses[i]) }
        };
        (self.v, self.w) = (bodies.states[i].v(), bodies.states[i].w());
        self.rates = Rates::of(state, self.row, leg);
        self.area = area_of(leg, bodies.motions[i].reach);
        *cause = Cause::new(self.v, self.w);
    }

    /// How many impacts in a row were of the same proxies, or in turn of those and of others (what is between two strikes now the one,
    /// now the other), with hardly any time between them.
    pub fn again_with(&self, meeting: &Meeting) -> u32 {
        let again = [self.struck, self.struck_before].contains(&[meeting.a, meeting.b]);
        if again && meeting.time - self.struck_at < SOON { self.again + 1 } else { 0 }
    }
}

/// A leg that a flight may go on along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bent {
    leg: Leg,
    /// How far some point of the body may stray by it from where it was expected [m].
    strayed: f32,
}

/// How a body moves on a leg: enough to say how fast two are to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// For a whole step [m], [rad].
    pub way: Vec2,
    pub turn: f32,
    /// Half way [m].
    pub middle: Vec2,
    /// The farthest point from the centre, and the least extent (without limit for what is not dynamic) [m].
    pub reach: f32,
    pub extent: f32,
    /// The part of its least extent from which on it is fast.
    pub part: f32,
}

impl Rates {
    /// The rates of a row on a leg.
    pub fn of(state: &State, row: u32, leg: &Leg) -> Self {
        let (way, turn) = leg.rates();
        let (i, bodies) = (row as usize, &state.bodies);
        Self {
            way,
            turn,
            middle: 0.5 * (leg.c0 + leg.c1),
            reach: bodies.motions[i].reach,
            extent: bodies.extents[i],
            part: part_of(bodies.motions[i].bounces, bodies.extents[i], bodies.states[i].w()),
        }
    }

    /// Whether two bodies move by so little relative to each other, in a step at these rates, that contacts do better: no
    /// point of the smaller one by more than a part of its least extent, seen from the other one at that place. Of two that are
    /// equally small, each.
    pub fn are_slow(&self, other: &Self) -> bool {
        let part = min(self.part, other.part);
        let is_slow = |small: &Self, large: &Self| {
            let straight = small.way - large.way;
            // The middle of both ways: what turns about a far centre goes round, not along the tangent at one end.
            let way = straight - cross_sv(large.turn, small.middle - large.middle);
            let bent = BENT * large.turn.abs() * straight.length();
            way.length() + bent + small.reach * (small.turn - large.turn).abs() <= part * small.extent
        };
        (self.extent > other.extent || is_slow(self, other)) && (self.extent < other.extent || is_slow(other, self))
    }

    /// The rates of the same body on another leg.
    pub fn on(&self, leg: &Leg) -> Self {
        let (way, turn) = leg.rates();
        Self { way, turn, middle: 0.5 * (leg.c0 + leg.c1), ..*self }
    }
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flights {
    pub list: Vec<Flight>,
    pub legs: Vec<Leg>,
    /// What has to be known of each leg to take it back.
    pub causes: Vec<Cause>,
    /// Numbers of those that were told of a meeting.
    pub told: Vec<u32>,
    /// Numbers of those whose way changed since they looked for meetings, and of those whose way changed at all.
    pub fresh: Vec<u32>,
    pub bent: Vec<u32>,
    /// How far a change of its way may carry a body before all its meetings are looked for again [m].
    tolerance: f32,
    /// By row, the number of its flight or [`NONE`].
    of_row: Vec<u32>,
    /// For each sixteen rows, which of them are not on the solver's way any more, a bit each.
    changed: Vec<u32>,
}

impl Flights {
    /// Forgets them and makes room for `rows` rows. [`Flights::land`] has to come first.
    pub fn clear(&mut self, rows: usize, tolerance: f32) {
        self.tolerance = tolerance;
        self.bent.clear();
        self.list.clear();
        self.fresh.clear();
        self.told.clear();
        self.legs.clear();
        self.causes.clear();
        if self.of_row.len() < rows {
            self.of_row.resize(rows, NONE);
            self.changed.resize(rows.div_ceil(LANES), 0);
        }
    }

    /// No row has a flight any more.
    pub fn land(&mut self) {
        for flight in self.list.drain(..) {
            self.of_row[flight.row as usize] = NONE;
            self.changed[flight.row as usize / LANES] = 0;
        }
    }

    /// The number of a row's flight.
    pub fn of(&self, row: u32) -> Option<u32> {
        self.of_row.get(row as usize).copied().filter(|&number| number != NONE)
    }

    /// The number of a row's flight, if that is not on the solver's way any more.
    pub fn changed(&self, row: u32) -> Option<u32> {
        self.of(row).filter(|&number| self.list[number as usize].changed)
    }

    /// The rows of a group of sixteen that are not on the solver's way any more, a bit each.
    pub fn changed_of(&self, group: usize) -> u32 {
        self.changed[group]
    }

    /// Follows a row; its number.
    pub fn add(&mut self, state: &State, tracks: &Tracks, row: u32, looks: bool) -> u32 {
        let known = self.list.len();
        let number = self.claim(row, looks);
        if let (Some(flight), Some(leg), Some(cause)) =
            (self.list.get_mut(known), self.legs.last_mut(), self.causes.last_mut())
        {
            flight.begin(state, tracks, leg, cause);
        }
        number
    }

    /// The number of a row's flight. One that is new has no way yet: [`Flights::begin`] has to follow.
    pub fn claim(&mut self, row: u32, looks: bool) -> u32 {
        if let Some(number) = self.of(row) {
            self.list[number as usize].looks |= looks;
            return number;
        }
        let number = self.list.len() as u32;
        self.of_row[row as usize] = number;
        self.list.push(Flight { row, leg: self.legs.len() as u32, looks, ..Flight::NONE });
        self.legs.push(Leg::still(Pose::IDENTITY));
        self.causes.push(Cause::new(Vec2::ZERO, 0.0));
        number
    }

    /// Puts the flights from number `first` on, which were claimed one after the other, on the way that the solver gave them.
    pub fn begin(&mut self, tasks: &Executor, state: &State, tracks: &Tracks, first: usize) {
        let Some(flight) = self.list.get(first) else { return };
        let leg = flight.leg as usize;
        let columns = (&mut self.list[first..], &mut self.legs[leg..], &mut self.causes[leg..]);
        tasks.blocks(BEGIN_A_TASK, columns, |_, (flights, legs, causes)| {
            for ((flight, leg), cause) in flights.iter_mut().zip(legs).zip(causes) {
                flight.begin(state, tracks, leg, cause);
            }
        });
    }

    /// The newest leg of a flight.
    pub fn leg(&self, number: u32) -> &Leg {
        &self.legs[self.list[number as usize].leg as usize]
    }

    /// The leg on which a flight is at time `t`, and until when.
    pub fn leg_at(&self, number: u32, t: f32) -> (Leg, f32) {
        let (leg, until) = self.leg_number_at(number, t);
        (self.legs[leg as usize], until)
    }

    /// The number of that leg, and until when.
    pub fn leg_number_at(&self, number: u32, t: f32) -> (u32, f32) {
        let (mut number, mut until) = (self.list[number as usize].leg, 1.0);
        loop {
            let leg = &self.legs[number as usize];
            if leg.start <= t || leg.before == NONE {
                return (number, until);
            }
            (number, until) = (leg.before, leg.start);
        }
    }

    /// The legs of a flight from time `t` on, the newest first.
    pub fn legs_from(&self, number: u32, t: f32) -> impl Iterator<Item = &Leg> {
        let before = move |leg: &&Leg| leg.before_at(t).map(|leg| &self.legs[leg as usize]);
        std::iter::successors(Some(self.leg(number)), before)
    }

    /// How a flight would go on at other rates from time `t` (or from the start of its newest leg, if that is later).
    pub fn bent(&self, number: u32, t: f32, way: Vec2, turn: f32) -> Bent {
        let flight = &self.list[number as usize];
        let old = &self.legs[flight.leg as usize];
        let t = if t > old.start { t } else { old.start };
        self.bent_at(number, (t, &Place::on(old, t)), way, turn)
    }

    /// The same from a time within its newest leg, where it is known where it is then.
    pub fn bent_at(&self, number: u32, (t, place): (f32, &Place), way: Vec2, turn: f32) -> Bent {
        let flight = &self.list[number as usize];
        let old = &self.legs[flight.leg as usize];
        let (old_way, old_turn) = old.rates();
        let strayed = (1.0 - t) * ((way - old_way).length() + flight.rates.reach * (turn - old_turn).abs());
        Bent { leg: old.bent_at((t, place), way, turn, flight.leg), strayed }
    }

    /// Has a flight go on so.
    ///
    /// What is heavy hardly notices a hit: as long as no point of it strays by more than the tolerance, what is known of its
    /// meetings with others holds. Whether that is so; if not, it has to look again.
    pub fn bend(&mut self, number: u32, Bent { leg, strayed }: Bent) -> bool {
        let flight = &mut self.list[number as usize];
        flight.drift += strayed;
        // Not so where a number is none.
        let slight = flight.drift <= self.tolerance && !flight.pressed;
        flight.rates = flight.rates.on(&leg);
        flight.area = flight.area.union(&area_of(&leg, flight.rates.reach));
        (flight.leg, flight.changed, flight.looks) = (self.legs.len() as u32, true, true);
        self.changed[flight.row as usize / LANES] |= 1 << (flight.row as usize % LANES);
        self.causes.push(Cause::new(flight.v, flight.w));
        self.legs.push(leg);
        self.bent.push(number);
        if !slight {
            self.refresh(number);
        }
        slight
    }

    /// Notes an impact, and how many of the same two proxies came shortly before.
    pub fn strike(&mut self, number: u32, meeting: &Meeting) {
        let flight = &mut self.list[number as usize];
        flight.again = flight.again_with(meeting);
        let pair = [meeting.a, meeting.b];
        if flight.struck != pair {
            flight.struck_before = flight.struck;
        }
        (flight.struck, flight.struck_at) = (pair, meeting.time);
        flight.parting = if meeting.deep { Vec2::ZERO } else { meeting.normal };
    }

    /// Has a flight look again: nothing that is known of it holds any more.
    pub fn refresh(&mut self, number: u32) {
        let flight = &mut self.list[number as usize];
        flight.version += 1;
        flight.drift = 0.0;
        if !std::mem::replace(&mut flight.fresh, true) {
            self.fresh.push(number);
        }
    }

    /// Tells a flight of a meeting.
    pub fn tell(&mut self, number: u32, meeting: &Meeting) {
        let first = &mut self.list[number as usize].first;
        if !first.is_some() {
            self.told.push(number);
        }
        if meeting.is_before(first) {
            *first = *meeting;
        }
    }

    /// Forgets what all were told.
    pub fn forget(&mut self) {
        while let Some(number) = self.told.pop() {
            self.list[number as usize].first = Meeting::NONE;
        }
    }

    /// Takes the numbers of those whose way changed since they looked, in place of those of the last round.
    pub fn take_fresh(&mut self, looking: &mut Vec<u32>) {
        for &number in &*looking {
            self.list[number as usize].looking = false;
        }
        looking.clear();
        looking.append(&mut self.fresh);
        for &number in &*looking {
            let flight = &mut self.list[number as usize];
            (flight.fresh, flight.looking) = (false, true);
        }
    }

    /// Has a flight go on at these rates from time `t` and meet nothing any more.
    pub fn stop(&mut self, number: u32, t: f32, way: Vec2, turn: f32) {
        if !self.list[number as usize].stopped {
            if self.bend(number, self.bent(number, t, way, turn)) {
                self.refresh(number);
            }
            let at = self.leg(number).start;
            let flight = &mut self.list[number as usize];
            (flight.stopped, flight.stopped_at) = (true, at);
        }
    }
}

/// Box around a leg of a body that reaches so far from its centre: rotation can carry a point outside both end boxes.
fn area_of(leg: &Leg, reach: f32) -> Aabb {
    Aabb::around([leg.c0, leg.c1]).grown(reach)
}
