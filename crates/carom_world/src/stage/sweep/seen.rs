//! What a search for meetings sees: the state, the ways that the solver gave, and those that bent.

use super::contact_index::ContactIndex;
use super::crowd::Crowds;
use super::flight::Flights;
use super::leg::{Ends, Leg};
use super::tracks::{Tracks, rounding};
use crate::def::WorldDef;
use crate::state::State;
use carom_math::{Aabb, Vec2};
use carom_shapes::Piece;

/// What a search sees.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub state: &'a State,
    pub flights: &'a Flights,
    pub tracks: &'a Tracks,
    pub def: &'a WorldDef,
    /// Where the contacts that were solved are, if many are looked for.
    pub solved: Option<&'a ContactIndex>,
    /// Which pairs of a crowd still meet each other.
    pub crowds: Crowds,
}

impl<'a> Seen<'a> {
    /// The leg on which a row is at time `t`, and until when.
    pub fn leg_at(&self, row: u32, t: f32) -> (Leg, f32) {
        match self.flights.of(row) {
            Some(number) => self.flights.leg_at(number, t),
            None => (self.solved_leg(row), 1.0),
        }
    }

    /// The newest leg of a row.
    pub fn newest_leg(&self, row: u32) -> Leg {
        self.flights.of(row).map_or_else(|| self.solved_leg(row), |number| *self.flights.leg(number))
    }

    /// Whether two bodies of a crowd are left to their contacts.
    pub fn leaves(&self, rows: [u32; 2]) -> bool {
        self.crowds.leave(self, rows)
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

    /// The piece of a proxy.
    pub fn piece(&self, id: u32) -> &'a Piece {
        &self.state.proxies.list[id as usize].piece
    }

    /// The first proxy of a row.
    pub fn first_proxy(&self, row: u32) -> u32 {
        self.state.bodies.motions[row as usize].proxy
    }

    /// The row of a proxy's body.
    pub fn row(&self, id: u32) -> u32 {
        self.state.proxies.rows[id as usize]
    }

    /// Box around all that a piece passes on a leg.
    pub fn area(&self, id: u32, ends: &Ends) -> Aabb {
        ends.area(self.piece(id))
    }

    /// Whether a piece, with this newest leg, may come into an area from time `from` on.
    pub fn passes(&self, id: u32, area: &Aabb, newest: &Leg, from: f32) -> bool {
        let mut leg = newest;
        loop {
            if self.area(id, &Ends::of(leg)).overlaps(area) {
                return true;
            }
            match leg.before_at(from) {
                Some(before) => leg = &self.flights.legs[before as usize],
                None => return false,
            }
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
