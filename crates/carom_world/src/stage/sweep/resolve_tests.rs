//! A round by hand: two discs, their legs and one meeting.

use super::super::back::With;
use super::*;
use crate::{BodyDef, World};
use carom_math::vec2;
use carom_shapes::Circle;
use carom_tasks::Driver;

/// Two discs that met at time 0.2, where the first one had gone on until 0.8 already; and the impact.
fn two() -> (World, Tracks, Flights, Vec<Struck>) {
    let mut world = World::default();
    for x in [0.0, 1.0] {
        world.add(BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(0.1).unwrap())).unwrap();
    }
    world.step();
    let (mut tracks, mut flights) = (Tracks::default(), Flights::default());
    tracks.build(&Executor::new(Driver::Inline), world.frame.level, &world.state.bodies, &[], &world.def);
    flights.clear(2, 0.0);
    let [a, b] = [0, 1].map(|row| flights.add(&world.state, &tracks, row, true));
    for (number, other, t) in [(a, b, 0.8), (b, a, 0.2)] {
        let bent = flights.bent(number, t, vec2(1.0, 1.0), 0.0);
        flights.bend(number, bent);
        flights.note_cause(number, 0, With::Flight(other));
    }
    let [a, b] = [0, 1].map(|row| world.state.bodies.motions[row].proxy);
    let (point, normal, push) = (Vec2::ZERO, Vec2::X, Vec2::ZERO);
    let impact = Struck { time: 0.2, a, b, point, normal, speed: 0.0, impulse: 0.0, push, undone: false };
    (world, tracks, flights, vec![impact])
}

/// Has the two meet at time `t`, if that holds; whether they did.
fn meet_at(t: f32, world: &World, tracks: &Tracks, flights: &mut Flights, struck: &mut Vec<Struck>) -> bool {
    let state = &world.state;
    let [a, b] = [0, 1].map(|row| state.bodies.motions[row].proxy);
    let mut known = [Known::new(state, flights, Meeting { time: t, a, b, normal: Vec2::X, deep: false })];
    tell(state, flights, tracks, &known);
    let rules = Rules { state, def: &world.def, drives: &[], tracks, stop: false };
    Round::default().resolve(&Executor::new(Driver::Inline), &rules, flights, &mut known, struck);
    known[0].done
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
