//! Who is swept: fast bodies, bodies that are pressed deep into something, and what larger or driven bodies meet that move
//! far for the small ones before them.

use super::flight::{Flights, Rates};
use super::leg::Leg;
use crate::def::WorldDef;
use crate::stage::contacts::may_touch;
use crate::state::{State, mark};
use carom_broadphase::{Among, BroadPhase};
use carom_math::{Aabb, Vec2};

/// A body is swept where the way of the other relative to it is more than this part of its least extent.
pub(crate) const FAST: f32 = 0.5;

/// The restitution from which on a bounce has to come in time: below it contacts do, which stop what is fast and let it
/// go again in the next step.
pub(crate) const BOUNCY: f32 = 0.25;

/// The same for two bodies that can both be pushed and do not bounce: contacts, which are solved all at once, see them
/// from up to three quarters of the extent earlier, and neither is past the other.
pub(crate) const FAST_IN_A_CROWD: f32 = 1.0;

/// Where more than one body in this many is fast, all that move are followed.
const FEW: usize = 4;

/// Lists of rows by block: fast ones, those that moved far for the smallest body of the world, pressed ones.
type Rows<'a> = (&'a [Vec<u32>], &'a [Vec<u32>], &'a [Vec<u32>]);

/// Fills the flights; whether any of them looks for meetings.
pub(super) fn gather(
    state: &State,
    flights: &mut Flights,
    (fast, wide, pressed): Rows<'_>,
    broad_phase: &BroadPhase,
    def: &WorldDef,
) -> bool {
    flights.clear(state.bodies.len());
    let awake = state.bodies.awake;
    let good = |row: u32| !state.bodies.states[row as usize].is_bad();
    let movers = fast.iter().chain(pressed).flatten().filter(|&&row| (row as usize) < awake && good(row));
    for &row in movers {
        flights.add(state, row, true, def);
    }
    for &row in wide.iter().flatten().filter(|&&row| good(row)) {
        if state.bodies.motions[row as usize].swept {
            admit_smaller(state, flights, row, broad_phase, def);
        }
    }
    if flights.list.is_empty() {
        return false;
    }
    // These only have to be found where they are. Where many bodies are fast, the others that move are followed as well:
    // then one search finds all that moves.
    let complete = flights.list.len() * FEW > state.bodies.active;
    let others = wide.iter().flatten().copied().filter(|_| !complete);
    for row in others.chain((0..state.bodies.active as u32).filter(|_| complete)).filter(|&row| good(row)) {
        flights.add(state, row, false, def);
    }
    flights.complete = complete;
    true
}

/// Follows the bodies near the way of a row for which that way is long.
fn admit_smaller(state: &State, flights: &mut Flights, row: u32, broad_phase: &BroadPhase, def: &WorldDef) {
    let bodies = &state.bodies;
    let leg = Leg::of_row(bodies, row as usize, def);
    let reach = bodies.motions[row as usize].reach;
    let far = far_of(&leg, reach);
    let rates = Rates::of(state, row, &leg);
    let Some(slot) = bodies.slots.get(bodies.keys[row as usize]) else { return };
    let area = Aabb::around([leg.c0]).grown(reach + bodies.least_extent);
    broad_phase.query_swept(Among::All, &area, leg.c1 - leg.c0, &mut |other| {
        let marks = state.proxies.marks[other as usize];
        let found = state.proxies.rows[other as usize];
        let extent = bodies.extents[found as usize];
        let smaller = found != row
            && extent < bodies.extents[row as usize]
            && FAST * extent < far
            && marks & (mark::LIVE | mark::FROZEN) == mark::LIVE
            && !bodies.states[found as usize].is_bad();
        if smaller
            && flights.of(found).is_none()
            && state.proxies.of_body(slot.proxy).any(|id| may_touch(state, id, other))
        {
            let theirs = Leg::of_row(bodies, found as usize, def);
            let theirs = Rates::of(state, found, &theirs);
            if !theirs.are_slow(&rates) {
                flights.add(state, found, true, def);
            }
        }
        true
    });
}

/// How far any point moves [m].
fn far_of(leg: &Leg, reach: f32) -> f32 {
    let way: Vec2 = leg.c1 - leg.c0;
    way.length() + reach * leg.turn.abs()
}
