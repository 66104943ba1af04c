//! The meetings of a flight that left the solver's way. In come the tracks, the other flights that left theirs, and the
//! boxes of the broad phase; out come its first meetings with each body near its way.

use super::bodies::first_of_bodies;
use super::candidates::{Candidates, Share};
use super::index::Index;
use super::meeting::Known;
use super::rest::{Rest, is_at_rest, meeting_at_rest};
use super::seen::Seen;
use super::slab::Slab;
use super::tracks::track_of;
use carom_broadphase::BroadPhase;
use carom_math::{Aabb, LANES};
use fearless_simd::{Level, Simd, dispatch};
use std::cell::LazyCell;

/// What is near a way.
#[derive(Clone, Copy)]
pub(super) struct Near<'a> {
    /// The boxes of all proxies at the beginning of the step.
    pub all: &'a BroadPhase,
    /// What is at rest, where that is little.
    pub rest: &'a Rest,
    pub index: &'a Index,
    pub level: Level,
}

/// Lists what flight `number` may meet from where it is.
pub(super) fn list_near(seen: &Seen<'_>, near: &Near<'_>, number: u32, candidates: &mut Candidates) {
    let level = near.level;
    let (flight, leg) = (&seen.flights.list[number as usize], seen.flights.leg(number));
    dispatch!(level, simd => each_track(simd, seen, number, candidates));
    dispatch!(level, simd => each_flight(simd, seen, near, number, candidates));
    let area = Aabb::around([leg.c0, leg.c1]).grown(flight.rates.reach + seen.margin(leg));
    let rest = dispatch!(level, simd => near.rest.near(simd, near.all, &area));
    if !rest.is_empty() {
        rest.each_near(seen, near.all, (flight.row, leg), |id| {
            candidates.at_rest.extend(is_at_rest(seen, (flight.row, f32::MAX), id).then_some([number, id]));
        });
    }
}

/// Notes the first meetings of flights with what was listed for them.
pub(super) fn meet_listed(seen: &Seen<'_>, share: Share<'_>, found: &mut Vec<Known>) {
    match share {
        Share::Moving(pairs) => pairs.iter().for_each(|&[number, row]| meet_row(seen, number, row, found)),
        Share::AtRest(pairs) => {
            for &[number, id] in pairs {
                let row = seen.flights.list[number as usize].row;
                let meeting = meeting_at_rest(seen, (row, seen.flights.leg(number)), id);
                found.extend(meeting.map(|meeting| Known::new(seen, meeting)));
            }
        }
    }
}

/// Lists what it may meet of all that is still on the solver's way.
#[inline(always)]
fn each_track<S: Simd>(simd: S, seen: &Seen<'_>, number: u32, candidates: &mut Candidates) {
    let Candidates { nodes, moving, .. } = candidates;
    let (tracks, slop) = (seen.tracks, seen.slop());
    let flight = &seen.flights.list[number as usize];
    let leg = seen.flights.leg(number);
    let track = track_of(seen.state, flight, leg, slop);
    let slab = LazyCell::new(|| Slab::of(seen, flight.row, leg));
    let margin = seen.margin(leg);
    let is_left = |row: u32| seen.leaves([flight.row, row]);
    let misses = |row: u32| slab.is_some_and(|slab| slab.misses(&tracks.area_of(row), margin));
    tracks.near_flight(simd, &track.bound, nodes);
    for &node in &*nodes {
        let mut groups = tracks.some_groups(simd, node as usize, &track.bound, 0);
        while groups != 0 {
            let group = node as usize * LANES + groups.trailing_zeros() as usize;
            groups &= groups - 1;
            let near = tracks.near_ones(simd, group, &track.bound) & !seen.flights.changed_of(group);
            if near == 0 {
                continue;
            }
            let mut hits = tracks.fast_ones(simd, group, (&track, near), slop);
            while hits != 0 {
                let row = (group * LANES) as u32 + hits.trailing_zeros();
                hits &= hits - 1;
                if row != flight.row && !is_left(row) && !misses(row) {
                    moving.push([number, row]);
                }
            }
        }
    }
}

/// Lists what it may meet among the flights that have left the solver's way.
#[inline(always)]
fn each_flight<S: Simd>(simd: S, seen: &Seen<'_>, near: &Near<'_>, number: u32, candidates: &mut Candidates) {
    let leg = seen.flights.leg(number);
    let flight = &seen.flights.list[number as usize];
    let around = Aabb::around([leg.c0, leg.c1]).grown(flight.rates.reach + seen.margin(leg));
    let mut look_at = |row: u32| {
        let Some(other) = seen.flights.of(row) else { return };
        let theirs = &seen.flights.list[other as usize];
        let far = flight.rates.reach + theirs.rates.reach + seen.margin(leg);
        let slow = || seen.flights.legs_from(other, leg.start).all(|leg| flight.rates.are_slow(&theirs.rates.on(leg)));
        // Two that look and set out at the same time see the same: once is enough.
        let sees = !theirs.looking || number < other || leg.start != seen.flights.leg(other).start;
        if other != number
            && sees
            && !slow()
            && seen.flights.legs_from(other, leg.start).any(|theirs| !leg.misses(theirs, far))
        {
            candidates.moving.push([number, row]);
        }
    };
    near.index.each_near(simd, &around, &mut look_at);
}

/// Notes the first meeting of a flight with a row.
fn meet_row(seen: &Seen<'_>, number: u32, row: u32, found: &mut Vec<Known>) {
    let own = seen.flights.list[number as usize].row;
    let leg = seen.flights.leg(number);
    let first = first_of_bodies(seen, [own, row], leg.start, || [*leg, seen.newest_leg(row)], None);
    found.extend(first.is_some().then(|| Known::new(seen, first)));
}
