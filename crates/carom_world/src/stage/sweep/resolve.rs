//! What a round does with the meetings that were found: who is first for whom, and what an impact changes. What each does is
//! worked out in parallel; they change the flights one after the other, in the order of the proxies: the impacts of one round share no body that can be pushed, but one may take back what another changed. Where
//! they go on through joints, the earliest comes first.

use super::back::take_back;
use super::crowd::Crowds;
use super::flight::{Flight, Flights};
use super::hits::Struck;
use super::linked::Chain;
use super::meeting::{Known, Meeting, Meetings};
use super::seen::Seen;
use super::strike::Blow;
use super::tracks::Tracks;
use crate::def::WorldDef;
use crate::state::State;
use carom_math::{Vec2, max};
use carom_solver::Drive;
use carom_tasks::Executor;

/// Impacts that are worked out to a task.
const BLOWS_A_TASK: usize = 4;

/// Tells both sides of each meeting that holds, and follows what was not followed yet.
pub(super) fn tell(tasks: &Executor, state: &State, flights: &mut Flights, tracks: &Tracks, known: &Meetings) {
    let first = flights.list.len();
    for Known { meeting, rows, calls, .. } in known.iter().filter(|known| !known.done) {
        for (row, call) in rows.iter().zip(calls) {
            if let Some(call) = call {
                let number = flights.claim(*row, call.looks);
                flights.list[number as usize].pressed |= call.pressed;
                flights.tell(number, meeting);
            }
        }
    }
    flights.begin(tasks, state, tracks, first);
}

/// The body that a meeting of `row` is with.
fn other_row(state: &State, meeting: &Meeting, row: u32) -> u32 {
    let rows = [meeting.a, meeting.b].map(|id| state.proxies.rows[id as usize]);
    if rows[0] == row { rows[1] } else { rows[0] }
}

/// What impacts are resolved with.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    /// The number of the world.
    pub world: u32,
    pub state: &'a State,
    pub def: &'a WorldDef,
    pub drives: &'a [Drive],
    pub tracks: &'a Tracks,
    /// Whether bodies stay where they meet.
    pub stop: bool,
}

/// What a round resolves: memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    /// The meetings that are the first for both of their bodies, by their places in the list of known ones.
    firsts: Vec<u32>,
    /// What each does, as far as it was worked out beforehand.
    blows: Vec<Option<Blow>>,
    /// What hangs on the two of each, where its blow was worked out.
    chains: Vec<Chain>,
}

impl Round {
    /// Resolves each meeting that is the first for both of its bodies. What they do is worked out in parallel; then they come one
    /// after the other, and one whose own bodies have to go back first, or which another one changed, is worked out then. What another one
    /// took back does not hold any more.
    pub fn resolve(
        &mut self,
        tasks: &Executor,
        rules: &Rules<'_>,
        flights: &mut Flights,
        known: &mut Meetings,
        struck: &mut Vec<Struck>,
    ) {
        let Rules { state, def, tracks, .. } = *rules;
        let Self { firsts, blows, chains } = self;
        let list = known.list();
        firsts.clear();
        firsts.extend(known.places().filter(|&place| is_first(flights, &list[place as usize])));
        if !state.joints.rows.is_empty() {
            // What hangs together feels the earliest impact first.
            firsts.sort_unstable_by(|&one, &two| list[one as usize].by_time(&list[two as usize]));
        }
        if blows.len() < firsts.len() {
            blows.resize(firsts.len(), None);
            chains.resize(firsts.len(), Chain::default());
        }
        let seen = &*flights;
        let (blows, chains) = (&mut blows[..firsts.len()], &mut chains[..firsts.len()]);
        tasks.blocks(BLOWS_A_TASK, (&firsts[..], &mut *blows, &mut *chains), |_, (firsts, blows, chains)| {
            for ((&place, blow), chain) in firsts.iter().zip(blows).zip(chains) {
                let known = &list[place as usize];
                let meeting = &known.meeting;
                let gone_on =
                    known.pushable(seen).into_iter().flatten().any(|number| seen.leg(number).start > meeting.time);
                *blow = (!gone_on).then(|| Blow::of(rules, seen, chain, meeting));
            }
        });
        for ((&place, blow), chain) in firsts.iter().zip(blows).zip(chains) {
            let known = known.at_mut(place);
            if !is_first(flights, known) {
                continue;
            }
            let meeting = &known.meeting;
            let both = known.pushable(flights);
            let ways = |flights: &Flights| both.map(|number| Some(flights.leg_number_at(number?, meeting.time).0));
            let found_on = ways(flights);
            let both = || both.into_iter().flatten();
            both().for_each(|number| take_back(flights, number, meeting.time, struck));
            if ways(flights) != found_on {
                // What one struck since was the other, which is on an earlier way again: there they do not meet so.
                continue;
            }
            known.done = true;
            both().for_each(|number| flights.list[number as usize].first = Meeting::NONE);
            if blow.as_ref().is_some_and(|blow| !blow.holds(state, flights, chain, meeting)) {
                *blow = None;
            }
            let blow = blow.get_or_insert_with(|| Blow::of(rules, flights, chain, meeting));
            struck.push(blow.land(rules, flights, chain, meeting, struck.len() as u32));
            if rules.stop {
                for number in both() {
                    stop_at(&Seen { state, flights, tracks, def, solved: None, crowds: Crowds::All }, number, meeting)
                        .apply(flights, number);
                }
            }
        }
    }
}

/// The flights of two rows that can be pushed.
pub(super) fn pushable(state: &State, flights: &Flights, rows: [u32; 2]) -> [Option<u32>; 2] {
    rows.map(|row| flights.of(row).filter(|_| state.bodies.extents[row as usize] != f32::MAX))
}

/// Whether a meeting that holds is the first for both of its bodies.
fn is_first(flights: &Flights, known: &Known) -> bool {
    let both = known.pushable(flights);
    let is_first = |number: u32| flights.list[number as usize].first.is_same(&known.meeting);
    !known.done && both.into_iter().flatten().all(is_first) && known.holds(flights)
}

/// How a flight spends the rest of the step after the rounds ran out.
struct Stop {
    time: f32,
    way: Vec2,
    turn: f32,
}

/// A flight stays where it met something; what it met carries it along if that goes on whatever is in its way.
fn stop_at(seen: &Seen<'_>, number: u32, meeting: &Meeting) -> Stop {
    let row = seen.flights.list[number as usize].row;
    let other = other_row(seen.state, meeting, row);
    let bodies = &seen.state.bodies;
    let start = seen.flights.leg(number).start;
    let time = max(start, meeting.time);
    let driven = bodies.extents[other as usize] == f32::MAX && (other as usize) < bodies.active;
    if !driven || time >= 1.0 {
        return Stop { time, way: Vec2::ZERO, turn: 0.0 };
    }
    let carrier = seen.leg_at(other, time).0;
    let center = seen.flights.leg(number).at(time).0;
    let end = carrier.pose_at(1.0).apply(carrier.pose_at(time).unapply(center));
    Stop { time, way: (end - center) * (1.0 / (1.0 - time)), turn: carrier.rates().1 }
}

impl Stop {
    fn apply(&self, flights: &mut Flights, number: u32) {
        flights.stop(number, self.time, self.way, self.turn);
    }
}

/// The rounds ran out: what still has a meeting before it stops there, and what would have to look again stops where it is.
pub(super) fn stop_rest(
    tasks: &Executor,
    (state, def): (&State, &WorldDef),
    flights: &mut Flights,
    tracks: &Tracks,
    known: &mut Meetings,
) {
    let mut fresh = std::mem::take(&mut flights.fresh);
    let lost = known.iter().filter(|known| !known.done && !known.holds(flights)).flat_map(|known| known.rows);
    fresh.extend(lost.filter_map(|row| flights.of(row)));
    fresh.drain(..).for_each(|number| flights.stop(number, 0.0, Vec2::ZERO, 0.0));
    flights.fresh = fresh;
    known.retain(|known| known.holds(flights));
    flights.forget();
    tell(tasks, state, flights, tracks, known);
    for number in 0..flights.list.len() as u32 {
        let Flight { first, looks, .. } = flights.list[number as usize];
        if looks && first.is_some() {
            stop_at(&Seen { state, flights, tracks, def, solved: None, crowds: Crowds::All }, number, &first)
                .apply(flights, number);
        }
    }
}

#[cfg(test)]
mod tests {
    //! A round by hand: two discs, their legs and one meeting.

    use super::*;
    use crate::stage::contacts::shapes_of;
    use crate::stage::sweep::back::With;
    use crate::stage::sweep::linked::{Change, Linked};
    use crate::{BodyDef, Revolute, World};
    use carom_math::vec2;
    use carom_shapes::Circle;
    use carom_solver::Contact;
    use carom_tasks::Driver;

    /// Two discs that met at time 0.2, where the first one had gone on until 0.8 already; and the impact.
    fn two() -> (World, Tracks, Flights, Vec<Struck>) {
        let mut world = World::default();
        for x in [0.0, 1.0] {
            world.add(BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(0.1).unwrap())).unwrap();
        }
        world.step();
        let (mut tracks, mut flights) = (Tracks::default(), Flights::default());
        tracks.build(&Executor::new(Driver::Inline), world.frame.level, &world.state.bodies, (&[], &[]), &world.def);
        flights.clear(2, 0.0);
        let [a, b] = [0, 1].map(|row| flights.add(&world.state, &tracks, row, true));
        for (number, other, t) in [(a, b, 0.8), (b, a, 0.2)] {
            let bent = flights.bent(number, t, vec2(1.0, 1.0), 0.0);
            flights.bend(number, bent);
            flights.note_cause(number, 0, With::Flight(other));
        }
        let [a, b] = [0, 1].map(|row| world.state.bodies.motions[row].proxy);
        let (point, normal, push) = (Vec2::ZERO, Vec2::X, Vec2::ZERO);
        let pair = shapes_of(world.number, &world.state, &Contact::new(a, b));
        let (touched, turned, undone) = (false, false, false);
        let impact =
            Struck { time: 0.2, a, b, pair, touched, turned, point, normal, speed: 0.0, impulse: 0.0, push, undone };
        (world, tracks, flights, vec![impact])
    }

    /// Has the two meet at time `t`, if that holds; whether they did.
    fn meet_at(t: f32, world: &World, tracks: &Tracks, flights: &mut Flights, struck: &mut Vec<Struck>) -> bool {
        let state = &world.state;
        let [a, b] = [0, 1].map(|row| state.bodies.motions[row].proxy);
        let seen = Seen { state, flights, tracks, def: &world.def, solved: None, crowds: Crowds::All };
        let mut known = Meetings::default();
        known.take(&[Known::new(&seen, Meeting { time: t, a, b, normal: Vec2::X, deep: false, sunk: 0.0 })]);
        let tasks = Executor::new(Driver::Inline);
        tell(&tasks, state, flights, tracks, &known);
        let rules = Rules { world: world.number, state, def: &world.def, drives: &[], tracks, stop: false };
        Round::default().resolve(&tasks, &rules, flights, &mut known, struck);
        known.list()[0].done
    }

    #[test]
    fn two_that_taking_back_puts_on_other_ways_do_not_meet() {
        let (world, tracks, mut flights, mut struck) = two();
        let start = flights.leg_number_at(1, 0.0).0;
        // The first one has to go back to before 0.5, and with it its impact with the other, which is on another way then.
        assert!(!meet_at(0.5, &world, &tracks, &mut flights, &mut struck));
        assert!(struck.len() == 1 && struck[0].undone);
        assert_eq!(flights.list[1].leg, start);
        assert!(flights.list.iter().all(|flight| flight.fresh));
    }

    #[test]
    fn two_that_have_not_gone_on_meet() {
        let (world, tracks, mut flights, mut struck) = two();
        assert!(meet_at(0.9, &world, &tracks, &mut flights, &mut struck));
        assert!(struck.len() == 2 && !struck[0].undone);
        assert_eq!([0, 1].map(|number| flights.leg(number).start), [0.9; 2]);
    }

    #[test]
    fn a_chain_holds_until_somebody_on_it_goes_another_way() {
        let mut world = World::default();
        let disc = |x: f32| BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(0.1).unwrap());
        let keys = [0.0, 1.0, 2.0].map(|x| world.add(disc(x)).unwrap());
        world.join(keys[1], keys[2], Revolute::new(vec2(0.5, 0.0), vec2(-0.5, 0.0))).unwrap();
        world.step();
        let (mut tracks, mut flights, mut chain) = (Tracks::default(), Flights::default(), Chain::default());
        tracks.build(&Executor::new(Driver::Inline), world.frame.level, &world.state.bodies, (&[], &[]), &world.def);
        flights.clear(3, 0.0);
        for row in 0..2 {
            flights.add(&world.state, &tracks, row, true);
        }
        let hanging = |flights: &Flights, chain: &mut Chain| {
            let seen = Seen {
                state: &world.state,
                flights,
                tracks: &tracks,
                def: &world.def,
                solved: None,
                crowds: Crowds::All,
            };
            let two =
                [0, 1].map(|row| Linked { row, change: Change::default(), inv_mass: Vec2::ONE, inv_inertia: 1.0 });
            chain.gather(&seen, two, 0.5);
            assert!(chain.holds(flights));
            chain.bodies.len() - 2
        };
        // The third one is on the solver's way, then is followed, then goes on from a later time.
        assert_eq!(hanging(&flights, &mut chain), 1);
        let third = flights.add(&world.state, &tracks, 2, true);
        assert!(!chain.holds(&flights));
        assert_eq!(hanging(&flights, &mut chain), 1);
        let bent = flights.bent(third, 0.7, vec2(0.0, 1.0), 0.0);
        flights.bend(third, bent);
        assert!(!chain.holds(&flights));
        assert_eq!(hanging(&flights, &mut chain), 0);
    }
}
