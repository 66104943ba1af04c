//! Stage 7, continuous collision (CCD): no fast body passes through anything, and no time is lost at an impact. Every
//! fast pair is swept; no body has to be marked as a bullet. docs/CCD.md explains how.
//!
//! The stage takes the motions of all rows and the boxes of the broad phase. It returns poses and velocities after all
//! impacts within the step. Each round finds times of impact in parallel: the first for all fast pairs, the next ones
//! for bodies on a new segment. Impacts that are the first for both bodies are resolved, and both go on with the time
//! that is left. A step in which nothing is fast does nothing here.
//!
//! Conservative advancement (B. Mirtich 1996); events within a step (B. Mirtich, Timewarp rigid body simulation, 2000);
//! continuous collision in games (E. Catto, GDC 2013).

mod areas;
mod bounce;
mod bound;
mod candidates;
mod chord;
mod contact_index;
mod context;
mod crowd;
pub(crate) mod crowds;
pub(crate) mod depths;
mod effective_mass;
mod event;
mod faces;
mod fast;
mod first_event;
pub(crate) mod group_body;
mod impact;
mod impact_events;
pub(crate) mod impact_queue;
pub(crate) mod impact_record;
pub(crate) mod impact_rules;
mod index;
mod internal;
mod joint_group;
mod larger;
mod moving_body;
mod pair;
pub(crate) mod pair_on_segments;
mod parting;
mod passed;
pub(crate) mod pending_impact;
mod resolve;
mod rest;
mod rollback;
pub(crate) mod rounding;
mod runs;
pub(crate) mod scratch;
mod search;
mod segment;
pub(crate) mod segment_cause;
mod sixteen;
mod slab;
mod slip;
mod start;
mod stretch;
mod surface;
pub(crate) mod track_of;
mod tracks;
mod window;

pub(crate) use crate::stage::ccd::fast::{FAST, FAST_BY_A_TURN, are_discs};
pub(crate) use crate::stage::ccd::impact_events::emit_impact_events;
pub(crate) use crate::stage::ccd::impact_record::ImpactRecord;
pub(crate) use crate::stage::ccd::passed::{Passed, Passing, ROWS_A_RUN};

use crate::def::WorldDef;
use crate::events::CcdStats;
use crate::stage::ccd::contact_index::ContactIndex;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::context::Crowds;
use crate::stage::ccd::impact_rules::Rules;
use crate::stage::ccd::moving_body::MovingBodies;
use crate::stage::ccd::resolve::{offer_events, stop_rest};
use crate::stage::ccd::scratch::CcdScratch;
use crate::stage::ccd::search::{Near, find_listed, list_near};
use crate::stage::ccd::start::{Start, look};
use crate::state::{NONE, State};
use crate::step_scratch::{StepScratch, lists};
use carom_parallel::{Each, Executor};
use std::cmp::max;

/// Bodies in a task of a search. A task has one body if there are few, as in most rounds after the first ones.
const BODIES_A_TASK: usize = 4;
const FEW_BODIES: usize = 16;

/// The most tasks of a search. Each has lists of its own, and memory takes the time if thousands meet at once.
const MOST_TASKS: usize = 512;

/// Pairs that are worth a share of their own: most need a time of impact.
const WORTH_A_SHARE: usize = 4;

/// Rounds in which bodies go on after an impact, and rounds after those, in which they stop.
const ROUNDS: u32 = 24;
const LAST_ROUNDS: u32 = 4;

/// The most by which a body may stray from the motion on which its impacts were found [slops].
const SLIGHT: f32 = 0.5;

/// Finds and resolves the impacts of all fast bodies, and moves them on to the end of the step.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn continuous_collision(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, def: &WorldDef) {
    let ccd = &mut scratch.ccd;
    ccd.records.clear();
    ccd.round.jerks.clear();
    ccd.woken.clear();
    ccd.slowed.clear();
    ccd.report = CcdStats::default();
    let any = scratch.far.iter().chain(&scratch.pressed).any(|rows| !rows.is_empty());
    if !def.continuous || !any || state.bodies.active == 0 {
        ccd.asked = 0;
        state.stopped.clear();
        return;
    }
    let CcdScratch {
        moving,
        tracks,
        listed,
        asked,
        larger,
        index,
        solved,
        rest,
        pending,
        looking,
        found,
        round: resolving,
        records,
        report,
        ..
    } = ccd;
    moving.clear(state.bodies.len(), SLIGHT * def.slop * def.length_unit);
    index.make_room(state.bodies.len());
    looking.clear();
    tracks.build(tasks, scratch.level, &state.bodies, (&scratch.passed, &scratch.pressed), def);
    let all = &scratch.broad_phase;
    rest.take(all, &state.proxies.now);
    let rest = &*rest;
    let (contacts, proxies) = (&state.contacts[..], state.proxies.list.len());
    let solved = ContactIndex::pays(*asked, proxies, contacts.len()).then(|| solved.build(tasks, contacts, proxies));
    let start = Start {
        ctx: CcdContext { state, moving, tracks, def, solved, crowds: Crowds::All, all: Some(all) },
        all,
        rest,
    };
    *asked = look(tasks, scratch.level, &start, (listed, larger), found);
    pending.clear();
    for round in 0..ROUNDS + LAST_ROUNDS {
        pending.take(found.iter().flatten());
        if pending.is_empty() {
            break;
        }
        report.rounds = round + 1;
        offer_events(tasks, state, moving, tracks, pending);
        let rules = Rules { state, def, updates: &scratch.force_updates, tracks, stop: round >= ROUNDS };
        resolving.resolve(tasks, &rules, moving, pending, records);
        moving.forget();
        if round + 1 == ROUNDS + LAST_ROUNDS {
            break;
        }
        let crowds = Crowds::of(round + 1);
        moving.take_fresh(looking);
        index.update(moving);
        let slop = def.slop_length();
        let area_of = |&number: &u32| {
            track_of::track_of(state, &moving.list[number as usize], moving.segment(number), slop).bound.area
        };
        tracks.reach_out(scratch.level, state, (looking, &scratch.passed), area_of, def);
        let ctx = CcdContext { state, moving, tracks, def, solved, crowds, all: Some(all) };
        pending.retain(|pending| pending.holds(moving) && !ctx.leaves(pending.rows));
        let near = Near { all, rest, index, level: scratch.level };
        let a_task =
            if looking.len() > FEW_BODIES { max(BODIES_A_TASK, looking.len().div_ceil(MOST_TASKS)) } else { 1 };
        let lists = lists(found, looking.len(), a_task);
        let count = lists.len();
        let columns = (&looking[..], Each(a_task, lists), Each(a_task, listed.tasks(count)));
        tasks.blocks(a_task, columns, |_, (looking, Each(_, found), Each(_, candidates))| {
            candidates[0].clear();
            for &number in looking {
                list_near(&ctx, &near, number, &mut candidates[0]);
                candidates[0].spill(|share| find_listed(&ctx, share, &mut found[0]));
            }
        });
        listed.look(tasks, (count, WORTH_A_SHARE), found, |share, found| find_listed(&ctx, share, found));
    }
    stop_rest(tasks, (state, def), moving, tracks, pending);
    records.retain(|record| !record.rolled_back);
    report.bodies = moving.list.len() as u32;
    report.impacts = records.len() as u32;
    write_back(state, moving, &mut ccd.woken, &mut ccd.slowed, report, def);
}

/// Writes back the poses and velocities of the moving bodies.
fn write_back(
    state: &mut State,
    moving: &MovingBodies,
    woken: &mut Vec<u32>,
    slowed: &mut Vec<u32>,
    report: &mut CcdStats,
    def: &WorldDef,
) {
    for number in 0..moving.list.len() as u32 {
        let moving_body = &moving.list[number as usize];
        if !moving_body.changed {
            continue;
        }
        let (row, segment) = (moving_body.row as usize, moving.segment(number));
        let pose = segment.pose_at(1.0);
        if !(pose.is_finite() && moving_body.v.is_finite() && moving_body.w.is_finite()) {
            continue;
        }
        let bodies = &mut state.bodies;
        bodies.poses[row] = pose;
        bodies.masses[row].center = pose.transform_point(bodies.motions[row].local_center);
        (bodies.motions[row].timer, bodies.motions[row].steady) = (0.0, false);
        bodies.states[row].set_velocity(moving_body.v, moving_body.w);
        if bodies.states[row].slow_down(def.max_speed * def.length_unit, def.max_angular_speed()) {
            slowed.push(row as u32);
        }
        if moving_body.stopped {
            report.stopped += 1;
            report.dropped_ns += (1.0e9 * def.dt * (1.0 - moving_body.stopped_at)) as u64;
        }
        if row >= bodies.active {
            let set = bodies.slots.get(bodies.keys[row]).map_or(NONE, |slot| slot.set);
            woken.extend(Some(set).filter(|&set| set != NONE));
        }
    }
    woken.sort_unstable();
    woken.dedup();
    let stopped = moving.list.iter().filter(|body| body.changed && body.stopped);
    let stopped: Vec<_> = stopped.map(|body| state.bodies.keys[body.row as usize]).collect();
    state.note_stopped(stopped.into_iter());
}

/// Wakes the islands that were hit in their sleep.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn wake_hit(tasks: &Executor, state: &mut State, scratch: &StepScratch) {
    if !scratch.ccd.woken.is_empty() {
        state.wake_sets(tasks, &scratch.ccd.woken);
    }
}
