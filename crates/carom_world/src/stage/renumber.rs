//! Between steps: awake rows in the order of a space-filling curve, so that neighbours in space are neighbours in
//! memory. It changes speed only: everything that depends on an order goes by keys.

use crate::frame::Frame;
use crate::state::State;
use carom_math::{Aabb, Vec2};
use carom_tasks::Executor;

/// Fewer rows fit into the caches in any order.
const LEAST_ROWS: usize = 1024;

/// Rows that are next to each other in memory should be in one cell that holds so many.
const ROWS_A_CELL: usize = 16;

/// The part of the rows that may lie before their cell.
const OUT_OF_ORDER: usize = 32;

/// Where one of so many awake bodies met something within the step, rows are looked at more often.
const MEET_IN_FLIGHT: usize = 32;

/// So many times as often.
const SOONER: u32 = 4;

/// Every `every` steps (0 for never; four times as often where many meet within a step), sorts the awake rows along a Morton curve
/// (Morton 1966) over their box, where more than a few have left their places.
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
    let centers = || state.bodies.masses[..awake].iter().map(|mass| mass.center);
    let area = Aabb::around(centers());
    let size = area.size();
    let side = if size.x > size.y { size.x } else { size.y };
    let scale = if side > 0.0 { 65_535.0 / side } else { 0.0 };
    let code = |p: Vec2| {
        let cell = (p - area.min) * scale;
        spread(cell.x as u32) | spread(cell.y as u32) << 1
    };
    frame.curve.clear();
    frame.curve.extend(centers().map(code).zip(0..));
    // What moves as one leaves the curve, and neighbours stay neighbours.
    let scattered = || count_scattered(state.bodies.masses[..awake].iter().map(|mass| mass.center), area);
    let is_as_it_was = || {
        frame.scattered.is_some_and(|(then, of)| {
            scattered() as u64 * of as u64 <= awake as u64 * (then + of / OUT_OF_ORDER) as u64
        })
    };
    if !forced && (is_in_order(&frame.curve) || !many_meet && is_as_it_was()) {
        return;
    }
    // As one number: a comparison without branches.
    frame.curve.sort_unstable_by_key(|&(place, row)| u64::from(place) << 32 | u64::from(row));
    if frame.curve.is_sorted_by_key(|&(_, row)| row) {
        return;
    }
    state.bodies.reorder(tasks, &mut frame.curve, &mut state.proxies);
    state.joints.changed = true;
    frame.scattered = Some((count_scattered(state.bodies.masses[..awake].iter().map(|mass| mass.center), area), awake));
}

/// How many rows are farther from the row before them than the side of a cell, with so many cells in `area` that each holds
/// about as many rows as it should.
fn count_scattered(mut centers: impl ExactSizeIterator<Item = Vec2>, area: Aabb) -> usize {
    let (size, count) = (area.size(), centers.len());
    let near = size.x * size.y * ROWS_A_CELL as f32 / count as f32;
    let Some(mut before) = centers.next() else { return 0 };
    centers.filter(|&center| (std::mem::replace(&mut before, center) - center).length_squared() > near).count()
}

/// Whether few rows lie behind ones of a later cell. `curve` has the place of each row on the curve.
fn is_in_order(curve: &[(u32, u32)]) -> bool {
    // A place without its last bits is a cell: so many that each holds about so many rows.
    let cells = (curve.len() / ROWS_A_CELL).max(1) as u32;
    let last = cells.leading_zeros().min(31);
    let fell = curve.windows(2).filter(|two| two[1].0 >> last < two[0].0 >> last).count();
    fell * OUT_OF_ORDER <= curve.len()
}

/// The low 16 bits of `x`, a zero after each.
fn spread(x: u32) -> u32 {
    let x = x & 0xFFFF;
    let x = (x | x << 8) & 0x00FF_00FF;
    let x = (x | x << 4) & 0x0F0F_0F0F;
    let x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_left_its_order_is_seen_and_what_trembles_is_not() {
        let ordered: Vec<(u32, u32)> = (0..10_000).map(|row| (row * 400_000, row)).collect();
        assert!(is_in_order(&ordered));
        // Here and there neighbours change places.
        let mut trembling = ordered.clone();
        trembling.chunks_exact_mut(10).for_each(|ten| ten.swap(4, 5));
        assert!(is_in_order(&trembling));
        // Every tenth row is anywhere, in the lower half of the curve.
        let place = |row: u32| if row.is_multiple_of(10) { row.wrapping_mul(0x9E37_79B9) >> 1 } else { row * 400_000 };
        let moved: Vec<_> = (0..5_000).map(|row| (place(row), row)).collect();
        assert!(!is_in_order(&moved));
        assert!(is_in_order(&[]) && is_in_order(&ordered[..1]));
    }

    #[test]
    fn what_swings_as_one_is_not_scattered_and_what_is_mixed_is() {
        // A net of 64 by 64, row by row to and fro.
        let knot = |k: u32, shear: f32| {
            let (x, y) = (k % 64, k / 64);
            let x = if y.is_multiple_of(2) { x } else { 63 - x };
            Vec2::new(x as f32 + shear * y as f32, y as f32)
        };
        let scattered = |centers: Vec<Vec2>| {
            let area = Aabb::around(centers.iter().copied());
            count_scattered(centers.into_iter(), area)
        };
        assert_eq!(scattered((0..4096).map(|k| knot(k, 0.0)).collect()), 0);
        assert_eq!(scattered((0..4096).map(|k| knot(k, 0.5)).collect()), 0);
        let mixed = scattered((0..4096).map(|k| knot(k * 1999 % 4096, 0.0)).collect());
        assert!(mixed > 3500, "{mixed}");
        assert_eq!(scattered(Vec::new()), 0);
    }
}
