//! The first meeting of a flight with anything. In come the flights, the boxes of the broad phase and those of the flights;
//! out comes the earliest meeting, ties by the numbers of the proxies, whatever order things were found in.

use super::meeting::Meeting;
use super::pair::{Seen, meet};
use crate::stage::contacts::may_touch;
use crate::stage::one_way::is_held;
use crate::state::mark;
use carom_broadphase::{Among, BroadPhase};
use carom_math::Aabb;

/// What is near a way.
#[derive(Clone, Copy)]
pub(super) struct Near<'a> {
    /// The boxes of all proxies at the beginning of the step.
    pub all: &'a BroadPhase,
    /// The boxes of the flights, but for the loose ones, which are in a list.
    pub flights: &'a BroadPhase,
    pub loose: &'a [u32],
    /// How far what is no flight may have moved out of its box [m].
    pub slack: f32,
}

/// The first meeting of flight `number` from where it is.
pub(super) fn first_meeting(seen: &Seen<'_>, near: &Near<'_>, number: u32) -> Meeting {
    let flight = seen.flights.list[number as usize];
    let leg = *seen.flights.leg(number);
    let bodies = &seen.state.bodies;
    let row = flight.row as usize;
    let slop = seen.def.slop * seen.def.length_unit;
    let area = Aabb::around([leg.c0]).grown(bodies.motions[row].reach + slop);
    let by = leg.c1 - leg.c0;
    let mut first = Meeting::NONE;
    let mut keep = |id: u32, other: u32| {
        let (a, b) = if id < other { (id, other) } else { (other, id) };
        if let Some(meeting) = meet(seen, a, b, leg.start)
            && meeting.is_before(&first)
            && is_held(seen.state, [a, b], meeting.normal)
        {
            first = meeting;
        }
    };
    let slot = |row: usize| bodies.slots.get(bodies.keys[row]);
    let Some(own) = slot(row) else { return Meeting::NONE };
    let proxies = &seen.state.proxies;
    let mut look_at = |other: u32| {
        let theirs = &seen.flights.list[other as usize];
        let their_leg = seen.flights.leg(other);
        let whole = their_leg.start <= leg.start;
        let far = || flight.rates.reach + theirs.rates.reach + slop;
        if other == number || whole && (flight.rates.are_slow(&theirs.rates) || leg.misses(their_leg, far())) {
            return;
        }
        let Some(cold) = slot(theirs.row as usize) else { return };
        for id in proxies.of_body(own.proxy) {
            let area = seen.area(id, &leg).grown(slop);
            for other in proxies.of_body(cold.proxy) {
                let near = !whole || area.overlaps(&seen.area(other, their_leg));
                if near && may_touch(seen.state, id, other) {
                    keep(id, other);
                }
            }
        }
    };
    near.flights.query_swept(Among::Active, &area, by, &mut |other| {
        if !seen.flights.list[other as usize].loose {
            look_at(other);
        }
        true
    });
    let around = area.union(&area.moved(by));
    for &other in near.loose {
        if seen.flights.list[other as usize].area.overlaps(&around) {
            look_at(other);
        }
    }
    let among = if seen.flights.complete { Among::Still } else { Among::All };
    near.all.query_swept(among, &area.grown(near.slack), by, &mut |other| {
        let marks = proxies.marks[other as usize];
        let row = seen.row(other);
        let here = marks & (mark::LIVE | mark::FROZEN) == mark::LIVE && !bodies.states[row as usize].is_bad();
        if here && seen.flights.of(row).is_none() {
            let theirs = proxies.now[other as usize].grown(near.slack);
            for id in proxies.of_body(own.proxy) {
                if seen.area(id, &leg).overlaps(&theirs) && may_touch(seen.state, id, other) {
                    keep(id, other);
                }
            }
        }
        true
    });
    first
}
