//! Stage 7: nothing that moves fast passes through anything, and no time is lost at an impact. docs/SWEPT.md says how.
//!
//! In come the ways of all rows that move, and the boxes of the broad phase; out come poses and velocities behind all impacts
//! within the step. In rounds: the meetings of all fast pairs, then of each body whose way is new, are looked for in
//! parallel; those that are the first for both bodies are resolved; both go on with the time that is left. A step in which
//! nothing is fast does nothing here.
//!
//! Conservative advancement (B. Mirtich 1996); events within a step (B. Mirtich, Timewarp rigid body simulation, 2000);
//! continuous collision in games (E. Catto, GDC 2013).

mod areas;
mod back;
mod bodies;
mod bounce;
mod bound;
mod candidates;
mod chord;
mod contact_index;
mod crowd;
mod faces;
mod fast;
mod flight;
mod hits;
mod index;
mod larger;
mod leg;
mod linked;
mod meeting;
mod pair;
mod parting;
mod passed;
mod resolve;
mod rest;
mod runs;
mod search;
mod seen;
mod sixteen;
mod slab;
mod slip;
mod start;
mod stretch;
mod strike;
mod tracks;
mod window;
mod yields;

pub(crate) use fast::{FAST, FAST_BY_A_TURN};
pub(crate) use hits::{Struck, tell_impacts};
pub(crate) use passed::{Passed, Passing, RUN};

use crate::def::WorldDef;
use crate::events::Swept;
use crate::frame::{Frame, lists};
use crate::state::{NONE, State};
use candidates::Listed;
use carom_tasks::{Each, Executor};
use contact_index::ContactIndex;
use crowd::Crowds;
use flight::Flights;
use index::Index;
use larger::LargerOnes;
use meeting::{Known, Meetings};
use resolve::{Round, Rules, stop_rest, tell};
use rest::Rest;
use search::{Near, list_near, meet_listed};
use seen::Seen;
use start::{Start, look};
use std::cmp::max;
use tracks::Tracks;

/// Bodies that look to a task; each is one where they are few, as in most rounds after the first ones.
const BODIES_A_TASK: usize = 4;
const FEW: usize = 16;

/// So many tasks are enough: each has lists of its own, and where thousands meet at once memory is what takes time.
const MOST_TASKS: usize = 512;

/// Pairs that are worth a share of their own: most need a time of impact.
const WORTH_A_SHARE: usize = 4;

/// Rounds in which bodies go on after an impact, and rounds after those, in which they stop.
const ROUNDS: u32 = 24;
const LAST_ROUNDS: u32 = 4;

/// How far a body may stray from the way on which its meetings were found [slops].
const SLIGHT: f32 = 0.5;

/// The memory of the sweeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweeps {
    pub flights: Flights,
    /// The ways of all rows.
    tracks: Tracks,
    listed: Listed,
    /// How many pairs were listed in the last step's first round, to be asked whether they meet.
    asked: usize,
    larger: LargerOnes,
    index: Index,
    /// Where contacts are, in a step in which many are looked for.
    solved: ContactIndex,
    /// What does not move.
    rest: Rest,
    /// All meetings of the step, and those that are found, for each task that lists what is near, then for
    /// each share of what was listed.
    known: Meetings,
    found: Vec<Vec<Known>>,
    /// What is resolved in a round.
    round: Round,
    /// The flights that look in this round.
    looking: Vec<u32>,
    pub struck: Vec<Struck>,
    /// Their times and numbers, in the order of the events.
    in_time: Vec<(f32, u32)>,
    /// Sleeping sets that were hit.
    pub woken: Vec<u32>,
    /// Rows that impacts had go faster than they may.
    pub slowed: Vec<u32>,
    pub report: Swept,
}

impl Sweeps {
    /// The rows that are elsewhere than the solver put them in this step.
    pub fn moved(&self) -> impl Iterator<Item = u32> + '_ {
        self.flights.list.iter().filter(|flight| flight.changed).map(|flight| flight.row)
    }

    /// Nothing is followed any more: the next step follows others.
    pub fn land(&mut self) {
        self.flights.land();
        self.index.clear();
    }
}

/// Has every fast body meet what is in its way, and go on.
pub(crate) fn sweep_fast(tasks: &Executor, world: u32, state: &mut State, frame: &mut Frame, def: &WorldDef) {
    let sweeps = &mut frame.sweeps;
    sweeps.struck.clear();
    sweeps.woken.clear();
    sweeps.slowed.clear();
    sweeps.report = Swept::default();
    let any = frame.far.iter().chain(&frame.pressed).any(|rows| !rows.is_empty());
    if !def.continuous || !any || state.bodies.active == 0 {
        sweeps.asked = 0;
        return;
    }
    let Sweeps {
        flights,
        tracks,
        listed,
        asked,
        larger,
        index,
        solved,
        rest,
        known,
        looking,
        found,
        round: resolving,
        struck,
        report,
        ..
    } = sweeps;
    flights.clear(state.bodies.len(), SLIGHT * def.slop * def.length_unit);
    index.make_room(state.bodies.len());
    looking.clear();
    tracks.build(tasks, frame.level, &state.bodies, (&frame.passed, &frame.pressed), def);
    let all = &frame.broad_phase;
    rest.take(all, &state.proxies.now);
    let rest = &*rest;
    let (contacts, proxies) = (&state.contacts[..], state.proxies.list.len());
    let solved = ContactIndex::pays(*asked, proxies, contacts.len()).then(|| solved.build(tasks, contacts, proxies));
    let start = Start { seen: Seen { state, flights, tracks, def, solved, crowds: Crowds::All }, all, rest };
    *asked = look(tasks, frame.level, &start, (listed, larger), found);
    known.clear();
    for round in 0..ROUNDS + LAST_ROUNDS {
        known.take(found.iter().flatten());
        if known.is_empty() {
            break;
        }
        report.rounds = round + 1;
        tell(tasks, state, flights, tracks, known);
        let rules = Rules { world, state, def, drives: &frame.drives, tracks, stop: round >= ROUNDS };
        resolving.resolve(tasks, &rules, flights, known, struck);
        flights.forget();
        if round + 1 == ROUNDS + LAST_ROUNDS {
            break;
        }
        let crowds = Crowds::of(round + 1);
        flights.take_fresh(looking);
        index.update(flights);
        tracks.reach_out(frame.level, state, flights, (looking, &frame.passed), def);
        let seen = Seen { state, flights, tracks, def, solved, crowds };
        known.retain(|known| known.holds(flights) && !seen.leaves(known.rows));
        let near = Near { all, rest, index, level: frame.level };
        let a_task = if looking.len() > FEW { max(BODIES_A_TASK, looking.len().div_ceil(MOST_TASKS)) } else { 1 };
        let lists = lists(found, looking.len(), a_task);
        let count = lists.len();
        let columns = (&looking[..], Each(a_task, lists), Each(a_task, listed.tasks(count)));
        tasks.blocks(a_task, columns, |_, (looking, Each(_, found), Each(_, candidates))| {
            candidates[0].clear();
            for &number in looking {
                list_near(&seen, &near, number, &mut candidates[0]);
                candidates[0].spill(|share| meet_listed(&seen, share, &mut found[0]));
            }
        });
        listed.look(tasks, (count, WORTH_A_SHARE), found, |share, found| meet_listed(&seen, share, found));
    }
    stop_rest(tasks, (state, def), flights, tracks, known);
    struck.retain(|struck| !struck.undone);
    report.bodies = flights.list.len() as u32;
    report.impacts = struck.len() as u32;
    settle(state, flights, &mut sweeps.woken, &mut sweeps.slowed, report, def);
}

/// Writes back where the bodies are now.
fn settle(
    state: &mut State,
    flights: &Flights,
    woken: &mut Vec<u32>,
    slowed: &mut Vec<u32>,
    report: &mut Swept,
    def: &WorldDef,
) {
    for number in 0..flights.list.len() as u32 {
        let flight = &flights.list[number as usize];
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
        (bodies.motions[row].timer, bodies.motions[row].steady) = (0.0, false);
        bodies.states[row].set_velocity(flight.v, flight.w);
        if bodies.states[row].slow_down(def.max_speed * def.length_unit, def.max_spin()) {
            slowed.push(row as u32);
        }
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
pub(crate) fn wake_hit(tasks: &Executor, state: &mut State, frame: &Frame) {
    if !frame.sweeps.woken.is_empty() {
        state.wake_sets(tasks, &frame.sweeps.woken);
    }
}
