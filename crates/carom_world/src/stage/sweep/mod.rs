//! Stage 7: nothing that moves fast passes through anything, and no time is lost at an impact. docs/SWEPT.md says how.
//!
//! In come the rows that were fast in this step, their ways, and the boxes of the broad phase; out come poses and velocities
//! behind all impacts within the step. In rounds: each body whose way is new looks for its first meeting, in parallel;
//! meetings that are the first for both bodies are resolved; both go on with the time that is left. A step without fast
//! bodies does nothing here.
//!
//! Conservative advancement (B. Mirtich 1996); events within a step (B. Mirtich, Timewarp rigid body simulation, 2000);
//! continuous collision in games (E. Catto, GDC 2013).

mod bounce;
mod faces;
mod flight;
mod gather;
mod hits;
mod leg;
mod meeting;
mod pair;
mod resolve;
mod search;

pub(crate) use gather::{BOUNCY, FAST};
pub(crate) use hits::{Struck, note_hits};

use crate::def::WorldDef;
use crate::events::Swept;
use crate::frame::Frame;
use crate::state::{NONE, State};
use carom_broadphase::{Boxes, BroadPhase};
use carom_math::{Aabb, Vec2};
use carom_tasks::Executor;
use flight::Flights;
use gather::gather;
use meeting::Meeting;
use pair::Seen;
use resolve::{other_row, propose, resolve, stop_at};
use search::{Near, first_meeting};

/// Bodies that look to a task.
const BODIES_A_TASK: usize = 16;

/// Rounds in which bodies go on after an impact, and rounds after those, in which they stop.
const ROUNDS: u32 = 24;
const LAST_ROUNDS: u32 = 4;

/// The index of the flights is made anew when more than this many (and a part of all) are not in it.
const MOST_LOOSE: usize = 64;

/// The memory of the sweeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweeps {
    pub flights: Flights,
    /// The boxes of the flights, by number.
    boxes: Vec<Aabb>,
    numbers: Vec<u32>,
    near: BroadPhase,
    /// Flights whose boxes the index does not know, and flights with a meeting before them.
    loose: Vec<u32>,
    pending: Vec<u32>,
    /// The flights that look in this round, and what they find.
    looking: Vec<u32>,
    found: Vec<Meeting>,
    pub struck: Vec<Struck>,
    /// Sleeping sets that were hit.
    pub woken: Vec<u32>,
    pub report: Swept,
}

impl Sweeps {
    /// The rows that are elsewhere than the solver put them in this step.
    pub fn moved(&self) -> impl Iterator<Item = u32> + '_ {
        let swept = self.report.bodies > 0;
        self.flights.list.iter().filter(move |flight| swept && flight.changed).map(|flight| flight.row)
    }
}

/// Has every fast body meet what is in its way, and go on.
pub(crate) fn sweep_fast(tasks: &Executor, state: &mut State, frame: &mut Frame, def: &WorldDef) {
    let sweeps = &mut frame.sweeps;
    sweeps.struck.clear();
    sweeps.woken.clear();
    sweeps.report = Swept::default();
    let rows = (&frame.fast[..], &frame.wide[..], &frame.pressed[..]);
    if !def.continuous || !gather(state, &mut sweeps.flights, rows, &frame.broad_phase, def) {
        return;
    }
    let Sweeps { flights, boxes, numbers, near, loose, pending, looking, found, struck, report, .. } = sweeps;
    report.bodies = flights.list.len() as u32;
    pending.clear();
    looking.clear();
    looking.extend((0..flights.list.len() as u32).filter(|&number| flights.list[number as usize].looks));
    for round in 0..ROUNDS + LAST_ROUNDS {
        if looking.is_empty() {
            break;
        }
        report.rounds = round + 1;
        if round == 0 || loose.len() > MOST_LOOSE + flights.list.len() / MOST_LOOSE {
            flights.list.iter_mut().for_each(|flight| flight.loose = false);
            loose.clear();
            boxes.clear();
            boxes.extend(flights.list.iter().map(|flight| flight.area));
            numbers.clear();
            numbers.extend(0..flights.list.len() as u32);
            near.update(tasks, &Boxes { now: boxes, old: &[], active: numbers, still: &[], still_changed: false });
        }
        found.clear();
        found.resize(looking.len(), Meeting::NONE);
        let seen = Seen { state, flights, def };
        let near = Near { all: &frame.broad_phase, flights: near, loose, slack: state.bodies.least_extent };
        tasks.blocks(BODIES_A_TASK, (&mut found[..], &looking[..]), |_, (found, looking)| {
            for (found, &number) in found.iter_mut().zip(looking) {
                *found = first_meeting(&seen, &near, number);
            }
        });
        for (&number, &meeting) in looking.iter().zip(&*found) {
            flights.list[number as usize].own = meeting;
        }
        let known = flights.list.len();
        propose(state, flights, def, looking, pending);
        resolve(state, flights, def, &frame.drives, round >= ROUNDS, pending, struck);
        look_again(state, flights, looking, pending);
        for number in (known as u32..flights.list.len() as u32).chain(looking.iter().copied()) {
            if !std::mem::replace(&mut flights.list[number as usize].loose, true) {
                loose.push(number);
            }
        }
    }
    stop_rest(state, flights, def, looking);
    report.impacts = struck.len() as u32;
    settle(state, flights, &mut sweeps.woken, report, def);
}

/// The flights whose way is new, and those whose first meeting was with one of them; what else has a meeting before it
/// stays pending.
fn look_again(state: &State, flights: &mut Flights, looking: &mut Vec<u32>, pending: &mut Vec<u32>) {
    looking.clear();
    looking.append(&mut flights.fresh);
    pending.retain(|&number| {
        let flight = flights.list[number as usize];
        let stale = !flight.fresh
            && flight.own.is_some()
            && flights
                .of(other_row(state, &flight.own, flight.row))
                .is_some_and(|other| flights.list[other as usize].fresh);
        if stale {
            looking.push(number);
        }
        !stale && !flight.fresh && flight.own.is_some()
    });
    for &number in &*looking {
        let flight = &mut flights.list[number as usize];
        (flight.own, flight.fresh) = (Meeting::NONE, false);
    }
    while let Some(number) = flights.told.pop() {
        flights.list[number as usize].first = Meeting::NONE;
    }
}

/// The rounds ran out: what still has a meeting before it stops there, and what would have had to look again stops where it
/// is.
fn stop_rest(state: &State, flights: &mut Flights, def: &WorldDef, looking: &[u32]) {
    for &number in looking {
        flights.stop(number, 0.0, Vec2::ZERO, 0.0);
    }
    for number in 0..flights.list.len() as u32 {
        let own = flights.list[number as usize].own;
        if own.is_some() {
            stop_at(&Seen { state, flights, def }, number, &own).apply(flights, number);
        }
    }
}

/// Writes back where the bodies are now.
fn settle(state: &mut State, flights: &Flights, woken: &mut Vec<u32>, report: &mut Swept, def: &WorldDef) {
    for number in 0..flights.list.len() as u32 {
        let flight = flights.list[number as usize];
        if !flight.changed {
            continue;
        }
        let (row, leg) = (flight.row as usize, flights.leg(number));
        let pose = leg.pose_at(1.0);
        if !(pose.is_finite() && flight.v.is_finite() && flight.w.is_finite()) {
            continue;
        }
        let bodies = &mut state.bodies;
        bodies.poses[row] = pose;
        bodies.masses[row].center = pose.apply(bodies.motions[row].local_center);
        bodies.motions[row].timer = 0.0;
        bodies.states[row].set_velocity(flight.v, flight.w);
        if flight.stopped {
            report.stopped += 1;
            report.dropped_ns += (1.0e9 * def.dt * (1.0 - flight.stopped_at)) as u64;
        }
        if row >= bodies.active {
            let set = bodies.slots.get(bodies.keys[row]).map_or(NONE, |slot| slot.set);
            woken.extend(Some(set).filter(|&set| set != NONE));
        }
    }
    woken.sort_unstable();
    woken.dedup();
}

/// Wakes what was hit in its sleep.
pub(crate) fn wake_hit(state: &mut State, frame: &Frame) {
    if !frame.sweeps.woken.is_empty() {
        state.wake_sets(&frame.sweeps.woken);
    }
}
