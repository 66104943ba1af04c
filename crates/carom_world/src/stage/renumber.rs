//! Between steps: awake rows in the order of a space-filling curve, so that neighbours in space are neighbours in
//! memory. It changes speed only: everything that depends on an order goes by keys.

use super::curve::{Curve, OUT_OF_ORDER, is_in_order};
use crate::frame::Frame;
use crate::state::State;
use carom_tasks::Executor;

/// Fewer rows fit into the caches in any order.
const LEAST_ROWS: usize = 1024;

/// Where one of so many awake bodies met something within the step, rows are looked at more often.
const MEET_IN_FLIGHT: usize = 32;

/// So many times as often.
const SOONER: u32 = 4;

/// Every `every` steps (0 for never, 1 for always; four times as often where many meet within a step), sorts the awake rows along a
/// [`Curve`], where more than a few are far from the row before: what moves as one leaves the curve, and neighbours stay neighbours.
pub(crate) fn renumber(tasks: &Executor, state: &mut State, frame: &mut Frame, every: u32) {
    let awake = state.bodies.awake;
    let forced = every == 1;
    // What is that fast leaves its neighbours sooner, and the sweeps look for neighbours by rows.
    let many_meet = frame.sweeps.report.bodies as usize * MEET_IN_FLIGHT > awake;
    let every = if many_meet { every.div_ceil(SOONER) } else { every };
    if every != 0 {
        frame.curve.reserve(awake.saturating_sub(frame.curve.len()));
    }
    let is_due = every != 0 && state.steps.is_multiple_of(u64::from(every));
    if !is_due || (awake < LEAST_ROWS && !forced) {
        return;
    }
    let masses = &state.bodies.masses[..awake];
    let centers = || masses.iter().map(|mass| mass.center);
    let curve = Curve::through(centers());
    let few_left = || {
        let now = curve.count_scattered(centers());
        let (then, of) = frame.scattered.unwrap_or((0, awake));
        now as u64 * of as u64 <= awake as u64 * (then + of / OUT_OF_ORDER) as u64
    };
    if !forced && !many_meet && few_left() {
        return;
    }
    frame.curve.clear();
    frame.curve.extend((0..awake as u32).map(|row| (0, row)));
    curve.find_places(tasks, frame.level, &mut frame.curve, |row| masses[row as usize].center);
    if !forced && is_in_order(&frame.curve) {
        return;
    }
    // As one number: a comparison without branches.
    frame.curve.sort_unstable_by_key(|&(place, row)| u64::from(place) << 32 | u64::from(row));
    if frame.curve.is_sorted_by_key(|&(_, row)| row) {
        return;
    }
    state.bodies.reorder(tasks, &mut frame.curve, &mut state.proxies);
    state.joints.changed = true;
    let sorted = state.bodies.masses[..awake].iter().map(|mass| mass.center);
    frame.scattered = Some((curve.count_scattered(sorted), awake));
}
