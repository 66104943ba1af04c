//! Stage 8, continued: awake rows are sorted along a space-filling curve, so that neighbours in space are neighbours in
//! memory. It changes speed only. Every result that depends on an order goes by keys.

use crate::stage::memory_order::curve::{as_number, is_in_order};
use crate::stage::memory_order::scattered::{count_scattered, curve_through};
use crate::state::State;
use crate::step_scratch::StepScratch;
use carom_parallel::Executor;

/// Least number of rows to sort. Fewer fit into the caches in any order.
const LEAST_ROWS: usize = 1024;

/// If more than one in this many awake bodies had an impact within the step, rows are checked more often.
const MEET_IN_FLIGHT: usize = 32;

/// Factor by which they are checked more often.
const SOONER: u32 = 4;

/// Rows in a task.
const ROWS_A_TASK: usize = 1024;

/// Rows are sorted if the part that is far from the row before exceeds the best since the last sort by more than this.
/// It holds if some bodies had impacts within the step: sweeps find neighbours by rows.
const SCATTERED: f64 = 1.0 / 64.0;

/// The same if fewer than one in [`SOME_MEET`] had impacts. Bodies made layer by layer, thirty-two to a layer and more,
/// then stay in the order of their contacts. So threads that share both lists by halves work on the same bodies.
const SCATTERED_UNMET: f64 = 1.0 / 32.0;
const SOME_MEET: usize = 1024;

/// Sorts the awake rows along a [`Curve`] every `every` steps (0 for never, 1 for always). It does so if more rows than
/// before are far from the row before them, and more than a few are out of order. Bodies that move as one leave the
/// curve, but neighbours stay neighbours. If many have impacts within a step, it is due four times as often, and only
/// the order counts.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn reorder_bodies(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, every: u32) {
    let awake = state.bodies.awake;
    let forced = every == 1;
    // Fast bodies leave their neighbours sooner, and sweeps find neighbours by rows.
    let meeting = scratch.ccd.report.bodies as usize;
    let many_collide = meeting * MEET_IN_FLIGHT > awake;
    let scattered = if meeting * SOME_MEET > awake { SCATTERED } else { SCATTERED_UNMET };
    let every = if many_collide { every.div_ceil(SOONER) } else { every };
    if every != 0 {
        scratch.places.reserve(awake.saturating_sub(scratch.places.len()));
    }
    let is_due = every != 0 && state.steps.is_multiple_of(u64::from(every));
    if !is_due || (awake < LEAST_ROWS && !forced) {
        return;
    }
    let masses = &state.bodies.masses[..awake];
    let curve = curve_through(tasks, masses);
    let now = (count_scattered(tasks, &curve, masses), awake);
    let then = scratch.scattered.unwrap_or((0, awake));
    let part = |(scattered, of): (usize, usize)| scattered as f64 / of as f64;
    if part(now) < part(then) {
        scratch.scattered = Some(now);
    }
    if !forced && !many_collide && part(now) <= part(then) + scattered {
        return;
    }
    scratch.scattered = Some(now);
    scratch.places.resize(awake, (0, 0));
    tasks.blocks(ROWS_A_TASK, (&mut scratch.places[..], masses), |first, (places, masses)| {
        for ((place, mass), row) in places.iter_mut().zip(masses).zip(first as u32..) {
            *place = (curve.place_of(mass.center), row);
        }
    });
    if !forced && is_in_order(&scratch.places) {
        return;
    }
    tasks.sort(&mut scratch.places, as_number);
    if scratch.places.is_sorted_by_key(|&(_, row)| row) {
        return;
    }
    state.bodies.reorder(tasks, &mut scratch.places, &mut state.proxies);
    state.joints.changed = true;
    scratch.scattered = Some((count_scattered(tasks, &curve, &state.bodies.masses[..awake]), awake));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, World, WorldDef};
    use carom_math::Vec2;
    use carom_parallel::Driver;
    use carom_shapes::Circle;

    /// Side of a net of discs at rest.
    const SIDE: u32 = 40;

    /// Row by row to and fro, with this step between discs that are made one after the other.
    fn net(step: u32) -> World {
        net_of(step, true)
    }

    /// The same; rows run to and fro if `fro` is set, else each from its left end.
    fn net_of(step: u32, fro: bool) -> World {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false)).unwrap();
        for k in (0..SIDE * SIDE).map(|k| k * step % (SIDE * SIDE)) {
            let (x, y) = (k % SIDE, k / SIDE);
            let x = if fro && !y.is_multiple_of(2) { SIDE - 1 - x } else { x };
            let def = BodyDef::dynamic().at(Vec2::new(x as f32, y as f32)).shape(Circle::new(0.1).unwrap());
            world.add_body(def).unwrap();
        }
        world
    }

    fn keys(world: &World) -> Vec<crate::key::BodyKey> {
        world.state.bodies.keys.clone()
    }

    #[test]
    fn rows_that_are_scattered_are_sorted_and_others_stay() {
        let mut ordered = net(1);
        let before = keys(&ordered);
        (0..40).for_each(|_| ordered.step());
        assert_eq!(keys(&ordered), before);
        let mut mixed = net(701);
        let before = keys(&mixed);
        (0..15).for_each(|_| mixed.step());
        assert_eq!(keys(&mixed), before, "not due yet");
        mixed.step();
        let sorted = keys(&mixed);
        assert_ne!(sorted, before);
        let centers: Vec<Vec2> = mixed.state.bodies.masses.iter().map(|mass| mass.center).collect();
        assert!(centers.windows(2).all(|two| (two[1] - two[0]).length() < 4.0));
        (0..40).for_each(|_| mixed.step());
        assert_eq!(keys(&mixed), sorted, "in order");
    }

    #[test]
    fn the_order_is_the_same_however_the_blocks_run_and_after_a_restore() {
        let after = |driver: Driver, restored: bool| {
            let mut world = net(701);
            world.set_driver(driver);
            if restored {
                (0..8).for_each(|_| world.step());
                world.restore(&world.snapshot()).unwrap();
                (0..8).for_each(|_| world.step());
            } else {
                (0..16).for_each(|_| world.step());
            }
            world.state.bodies.masses.iter().map(|mass| mass.center).collect::<Vec<_>>()
        };
        let wanted = after(Driver::Inline, false);
        for (driver, restored) in [(Driver::Seeded(3), false), (Driver::Threads(3), false), (Driver::Inline, true)] {
            assert_eq!(after(driver, restored), wanted, "{driver:?}, {restored}");
        }
    }

    #[test]
    fn where_many_meet_in_flight_rows_follow_the_curve_and_sooner() {
        let mut world = net(1);
        let before = keys(&world);
        world.state.steps = 4;
        let World { state, scratch, tasks, .. } = &mut world;
        reorder_bodies(tasks, state, scratch, 16);
        assert_eq!(state.bodies.keys, before);
        scratch.ccd.report.bodies = SIDE * SIDE;
        reorder_bodies(tasks, state, scratch, 16);
        assert_ne!(state.bodies.keys, before);
        assert_eq!(world.validate(), Ok(()));
    }

    #[test]
    fn what_was_made_in_layers_stays_so_until_some_meet_in_flight() {
        let mut world = net_of(1, false);
        let before = keys(&world);
        world.state.steps = 16;
        let World { state, scratch, tasks, .. } = &mut world;
        for (meeting, stays) in [(0, true), (1, true), (2, false)] {
            scratch.ccd.report.bodies = meeting;
            reorder_bodies(tasks, state, scratch, 16);
            assert_eq!(state.bodies.keys == before, stays, "{meeting} meet");
        }
    }
}
