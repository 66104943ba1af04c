//! The first meeting of a flight with anything. In come the flights, the boxes of the broad phase and those of the flights;
//! out comes the earliest meeting, ties by the numbers of the proxies, whatever order things were found in.

use super::meeting::Meeting;
use super::pair::{Seen, meet};
use crate::stage::contacts::may_touch;
use crate::state::mark;
use carom_broadphase::{Among, BroadPhase};
use carom_math::Aabb;

/// What is near a way.
#[derive(Clone, Copy)]
pub(super) struct Near<'a> {
    /// The boxes of all proxies at the beginning of the step.
    pub all: &'a BroadPhase,
    /// The boxes of the flights.
    pub flights: &'a BroadPhase,
    /// How far what is no flight may have moved out of its box [m].
    pub slack: f32,
}

/// The first meeting of flight `number` from where it is.
pub(super) fn first_meeting(seen: &Seen<'_>, near: &Near<'_>, number: u32) -> Meeting {
    let flight = seen.flights.list[number as usize];
    let leg = *seen.flights.leg(number);
    let bodies = &seen.state.bodies;
    let row = flight.row as usize;
    let area = Aabb::around([leg.c0]).grown(bodies.motions[row].reach);
    let by = leg.c1 - leg.c0;
    let mut first = Meeting::NONE;
    let mut keep = |id: u32, other: u32| {
        let (a, b) = if id < other { (id, other) } else { (other, id) };
        if let Some(meeting) = meet(seen, a, b, leg.start)
            && meeting.is_before(&first)
        {
            first = meeting;
        }
    };
    let slot = |row: usize| bodies.slots.get(bodies.keys[row]);
    let Some(own) = slot(row) else { return Meeting::NONE };
    near.flights.query_swept(Among::Active, &area, by, &mut |other| {
        let other_row = seen.flights.list[other as usize].row;
        if let Some(theirs) = slot(other_row as usize).filter(|_| other != number) {
            let their_leg = *seen.flights.leg(other);
            for id in seen.state.proxies.of_body(own.proxy) {
                for other in seen.state.proxies.of_body(theirs.proxy) {
                    let apart = their_leg.before == crate::state::NONE
                        && !seen.area(id, &leg).overlaps(&seen.area(other, &their_leg).grown(slop_of(seen)));
                    if !apart && may_touch(seen.state, id, other) {
                        keep(id, other);
                    }
                }
            }
        }
        true
    });
    let grown = area.grown(near.slack);
    near.all.query_swept(Among::All, &grown, by, &mut |other| {
        let marks = seen.state.proxies.marks[other as usize];
        let row = seen.row(other);
        let here = marks & (mark::LIVE | mark::FROZEN) == mark::LIVE && !bodies.states[row as usize].is_bad();
        if here && seen.flights.of(row).is_none() {
            let theirs = seen.state.proxies.now[other as usize].grown(near.slack);
            for id in seen.state.proxies.of_body(own.proxy) {
                if seen.area(id, &leg).overlaps(&theirs) && may_touch(seen.state, id, other) {
                    keep(id, other);
                }
            }
        }
        true
    });
    first
}

fn slop_of(seen: &Seen<'_>) -> f32 {
    seen.def.slop * seen.def.length_unit
}
