//! Impacts that are taken back: a body that was thrown back meets another one at a time at which that one has gone on already.
//! In come the flight that has gone on and the time; out come the flights as they were then.
//!
//! What it struck since, and what that struck, goes back as well (anti-messages: D. Jefferson, Virtual Time, 1985; for rigid bodies
//! B. Mirtich, Timewarp Rigid Body Simulation, 2000).

use super::flight::Flights;
use super::hits::Struck;
use super::leg::Leg;
use crate::state::NONE;
use carom_math::Vec2;

/// How many flights go back at most for one meeting: else it gets its impulse where they are now.
const MOST: usize = 16;

/// With what a flight had the impact that a leg starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum With {
    /// What cannot be pushed.
    Wall,
    /// The flight of this number.
    Flight(u32),
    /// More than one, by joints; or no impact started it.
    Many,
}

impl With {
    /// The other side of an impact, where that is a flight.
    pub fn of(number: Option<u32>) -> Self {
        number.map_or(Self::Wall, Self::Flight)
    }
}

/// What has to be known of a leg to take it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cause {
    /// Velocities on it [m/s], [rad/s].
    v: Vec2,
    w: f32,
    /// The number of the impact that it starts with, or [`NONE`], and with what that was.
    impact: u32,
    with: With,
}

impl Cause {
    /// A leg with these velocities that no impact is known to have started.
    pub fn new(v: Vec2, w: f32) -> Self {
        Self { v, w, impact: NONE, with: With::Many }
    }
}

impl Flights {
    /// Notes with what the newest leg of a flight starts.
    pub fn note_cause(&mut self, number: u32, impact: u32, with: With) {
        let cause = &mut self.causes[self.list[number as usize].leg as usize];
        (cause.impact, cause.with) = (impact, with);
    }

    /// The newest legs of a flight, as long as `undo` says so, and the one before them; `None` where they cannot be taken back.
    fn legs_while(&self, number: u32, undo: impl Fn(&Leg, &Cause) -> bool) -> Option<(Vec<u32>, u32)> {
        let (mut undone, mut leg) = (Vec::new(), self.list[number as usize].leg);
        while undo(&self.legs[leg as usize], &self.causes[leg as usize]) {
            let (before, with) = (self.legs[leg as usize].before, self.causes[leg as usize].with);
            if before == NONE || with == With::Many {
                return None;
            }
            undone.push(leg);
            leg = before;
        }
        Some((undone, leg))
    }

    /// The flights that have to go back so that one is where it was at time `t`, with their legs then; `None` where some cannot.
    fn way_back(&self, number: u32, t: f32) -> Option<Vec<(u32, u32)>> {
        let mut back: Vec<(u32, u32)> = Vec::new();
        let mut next = vec![(number, None)];
        while let Some((number, impact)) = next.pop() {
            if self.list[number as usize].stopped || back.len() == MOST {
                return None;
            }
            let since = |leg: u32, impact: u32| self.impacts_of(leg).any(|other| other == impact);
            let (undone, kept) = self.legs_while(number, |leg, cause| match impact {
                None => leg.start > t,
                Some(impact) => cause.impact == impact || leg.before != NONE && since(leg.before, impact),
            })?;
            match back.iter_mut().find(|(other, _)| *other == number) {
                // The older one of the two.
                Some((_, before)) if kept >= *before => continue,
                Some((_, before)) => *before = kept,
                None => back.push((number, kept)),
            }
            for leg in undone {
                let cause = &self.causes[leg as usize];
                if let With::Flight(other) = cause.with {
                    next.push((other, Some(cause.impact)));
                }
            }
        }
        Some(back)
    }

    /// The numbers of the impacts that a leg and those before it start with.
    fn impacts_of(&self, leg: u32) -> impl Iterator<Item = u32> + '_ {
        let before = |&leg: &u32| Some(self.legs[leg as usize].before).filter(|&before| before != NONE);
        std::iter::successors(Some(leg), before).map(|leg| self.causes[leg as usize].impact)
    }

    /// Has a flight be on an earlier leg again, with the velocities of then.
    fn go_back(&mut self, number: u32, leg: u32, struck: &mut [Struck]) {
        let flight = &mut self.list[number as usize];
        let mut newest = std::mem::replace(&mut flight.leg, leg);
        let cause = self.causes[leg as usize];
        (flight.v, flight.w, flight.rates) = (cause.v, cause.w, flight.rates.on(&self.legs[leg as usize]));
        (flight.struck, flight.struck_before, flight.again) = ([NONE; 2], [NONE; 2], 0);
        while newest != leg {
            if let Some(struck) = struck.get_mut(self.causes[newest as usize].impact as usize) {
                struck.undone = true;
            }
            newest = self.legs[newest as usize].before;
        }
        self.refresh(number);
    }
}

/// Takes back what a flight had after time `t`, if it has gone on beyond that.
pub(super) fn take_back(flights: &mut Flights, number: u32, t: f32, struck: &mut [Struck]) {
    if flights.leg(number).start <= t {
        return;
    }
    for (number, leg) in flights.way_back(number, t).into_iter().flatten() {
        flights.go_back(number, leg, struck);
    }
}
