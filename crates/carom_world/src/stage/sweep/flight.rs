//! The bodies whose ways are followed through the step, and their ways. Rows are looked up in one list, cleared behind
//! each step.

use super::leg::Leg;
use super::meeting::Meeting;
use crate::def::WorldDef;
use crate::state::{NONE, State};
use carom_math::{Aabb, Vec2};

/// A body that is followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub row: u32,
    /// Its newest leg.
    pub leg: u32,
    /// Velocities now [m/s], [rad/s].
    pub v: Vec2,
    pub w: f32,
    /// Its first meeting, as far as it is known.
    pub first: Meeting,
    /// Box around all its legs [m].
    pub area: Aabb,
    /// Whether it looks for meetings of its own.
    pub looks: bool,
    /// Whether its way is not the solver's any more.
    pub changed: bool,
    /// Whether its way changed in this round.
    pub fresh: bool,
    /// Whether it stays where it is, and since when.
    pub stopped: bool,
    pub stopped_at: f32,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flights {
    pub list: Vec<Flight>,
    pub legs: Vec<Leg>,
    /// By row, the number of its flight or [`NONE`].
    of_row: Vec<u32>,
}

impl Flights {
    /// Forgets them and makes room for `rows` rows.
    pub fn clear(&mut self, rows: usize) {
        for flight in &self.list {
            if let Some(of) = self.of_row.get_mut(flight.row as usize) {
                *of = NONE;
            }
        }
        self.list.clear();
        self.legs.clear();
        if self.of_row.len() < rows {
            self.of_row.resize(rows, NONE);
        }
    }

    /// The number of a row's flight.
    pub fn of(&self, row: u32) -> Option<u32> {
        self.of_row.get(row as usize).copied().filter(|&number| number != NONE)
    }

    /// Follows a row; its number.
    pub fn add(&mut self, state: &State, row: u32, looks: bool, def: &WorldDef) -> u32 {
        if let Some(number) = self.of(row) {
            self.list[number as usize].looks |= looks;
            return number;
        }
        let number = self.list.len() as u32;
        let (i, bodies) = (row as usize, &state.bodies);
        let leg = if i < bodies.active {
            Leg::of_row(bodies, i, def)
        } else {
            // A sleeper, which may be hit: about its centre of mass.
            let c = bodies.masses[i].center;
            Leg { local_center: bodies.motions[i].local_center, c0: c, c1: c, ..Leg::still(bodies.poses[i]) }
        };
        self.of_row[i] = number;
        self.list.push(Flight {
            row,
            leg: self.legs.len() as u32,
            v: bodies.states[i].v(),
            w: bodies.states[i].w(),
            first: Meeting::NONE,
            area: area_of(&leg, bodies.motions[i].reach),
            looks,
            changed: false,
            fresh: looks,
            stopped: false,
            stopped_at: 1.0,
        });
        self.legs.push(leg);
        number
    }

    /// The newest leg of a flight.
    pub fn leg(&self, number: u32) -> &Leg {
        &self.legs[self.list[number as usize].leg as usize]
    }

    /// The leg on which a flight is at time `t`, and until when.
    pub fn leg_at(&self, number: u32, t: f32) -> (Leg, f32) {
        let mut leg = self.leg(number);
        let mut until = 1.0;
        while leg.start > t && leg.before != NONE {
            until = leg.start;
            leg = &self.legs[leg.before as usize];
        }
        (*leg, until)
    }

    /// Has a flight go on at other rates from time `t` (or from the start of its newest leg, if that is later).
    pub fn bend(&mut self, number: u32, t: f32, way: Vec2, turn: f32, reach: f32) {
        let flight = self.list[number as usize];
        let old = self.legs[flight.leg as usize];
        let t = if t > old.start { t } else { old.start };
        let leg = old.bent(t, way, turn, flight.leg);
        let area = flight.area.union(&area_of(&leg, reach));
        self.list[number as usize] =
            Flight { leg: self.legs.len() as u32, area, changed: true, fresh: true, looks: true, ..flight };
        self.legs.push(leg);
    }

    /// Has a flight stay where it is at time `t` (or at the start of its newest leg, if that is later).
    pub fn stop(&mut self, number: u32, t: f32) {
        if !self.list[number as usize].stopped {
            self.bend(number, t, Vec2::ZERO, 0.0, 0.0);
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
