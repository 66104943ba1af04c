//! The records of a step's contacts: listed from the blocks, then summed over the substeps.

use crate::ContactManifold;
use crate::contact::block::{ContactBlock, ContactCold};
use crate::recorder::ImpulseRecord;
use crate::rows::Shared;
use carom_math::LANES;
use carom_parallel::{Executor, Parts};
use std::cmp::{max, min};

/// Least number of blocks to a task that lists, and most tasks.
const BLOCKS_A_TASK: usize = 8;
const MOST_TASKS: usize = 32;

/// Lists the lanes of `blocks` that are to be recorded, in parallel if `tasks` are given. `contact_of` gives the
/// contact in a lane.
pub(crate) fn list_records<'a>(
    tasks: Option<&Executor>,
    list: &mut Shared<ImpulseRecord>,
    (blocks, cold): (&[ContactBlock], &[ContactCold]),
    all: bool,
    contact_of: impl Fn(usize) -> Option<(u32, &'a ContactManifold)> + Sync,
) {
    let lanes_of = |number: usize| lanes_of(&blocks[number], number, all, &contact_of);
    let records = |number: usize| {
        let (block, cold) = (&blocks[number], &cold[number]);
        lanes_of(number)
            .map(move |(lane, contact, manifold)| new_record((number, block, cold), lane, contact, manifold))
    };
    let Some(tasks) = tasks.filter(|_| blocks.len() > BLOCKS_A_TASK) else {
        list.cells().clear();
        (0..blocks.len()).flat_map(records).for_each(|record| list.push(record));
        return;
    };
    let a_task = max(BLOCKS_A_TASK, blocks.len().div_ceil(MOST_TASKS));
    let blocks_of = |task: usize| task * a_task..min((task + 1) * a_task, blocks.len());
    let (mut ends, count) = ([0; MOST_TASKS], blocks.len().div_ceil(a_task));
    let mut before = 0;
    for (task, end) in ends[..count].iter_mut().enumerate() {
        before += blocks_of(task).map(|number| lanes_of(number).count()).sum::<usize>() as u32;
        *end = before;
    }
    list.resize_with(before as usize, ImpulseRecord::default);
    tasks.blocks(1, Parts { ends: &ends[..count], first: 0, columns: &mut list[..] }, |task, part| {
        for (place, record) in part.columns.iter_mut().zip(blocks_of(task).flat_map(records)) {
            *place = record;
        }
    });
}

/// The lanes of a block that are to be recorded, with their contacts.
fn lanes_of<'a>(
    block: &ContactBlock,
    number: usize,
    all: bool,
    contact_of: impl Fn(usize) -> Option<(u32, &'a ContactManifold)>,
) -> impl Iterator<Item = (usize, u32, &'a ContactManifold)> {
    let mut lanes = if all { (1 << LANES) - 1 } else { block.hits[0] | block.hits[1] };
    let lanes = std::iter::from_fn(move || {
        let lane = lanes.trailing_zeros() as usize;
        let some = lanes != 0;
        lanes &= lanes.wrapping_sub(1);
        some.then_some(lane)
    });
    lanes.filter_map(move |lane| contact_of(number * LANES + lane).map(|(contact, manifold)| (lane, contact, manifold)))
}

/// The record of the contact in a lane of a block, before any impulse.
fn new_record(
    (number, block, cold): (usize, &ContactBlock, &ContactCold),
    lane: usize,
    contact: u32,
    &manifold: &ContactManifold,
) -> ImpulseRecord {
    let hit = |k: usize| (block.hits[k] >> lane & 1) as u8;
    ImpulseRecord {
        contact,
        manifold,
        hits: hit(0) | hit(1) << 1,
        closing: cold.approach.map(|approach| -approach.0[lane]),
        lane: (number * LANES + lane) as u32,
        ..ImpulseRecord::default()
    }
}

/// Adds the impulses of the substep.
pub(crate) fn add_records(list: &mut [ImpulseRecord], blocks: &[ContactBlock]) {
    for record in list {
        let (block, lane) = (&blocks[record.lane as usize / LANES], record.lane as usize % LANES);
        for (k, point) in block.points.iter().enumerate() {
            record.normal_impulse[k] += point.normal_impulse.0[lane];
            record.tangent_impulse[k] += point.tangent_impulse.0[lane];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_parallel::Driver;

    #[test]
    fn tasks_list_what_one_would() {
        for count in [0, 1, BLOCKS_A_TASK, BLOCKS_A_TASK + 1, 100, BLOCKS_A_TASK * MOST_TASKS + 1] {
            let block = |k: usize| ContactBlock {
                hits: [(k * 40_503) as u32 & 0x7371, (k * 77) as u32 & 0x1009],
                ..ContactBlock::default()
            };
            let cold = |k: usize| {
                let mut cold = ContactCold::default();
                cold.approach[1].0 = std::array::from_fn(|lane| (k + lane) as f32);
                cold
            };
            let (blocks, cold) = (Vec::from_iter((0..count).map(block)), Vec::from_iter((0..count).map(cold)));
            let manifold = ContactManifold { rows: [3, 5], ..ContactManifold::default() };
            // Each third lane has none.
            let contact_of = |lane: usize| (!lane.is_multiple_of(3)).then_some((1000 + lane as u32, &manifold));
            for all in [false, true] {
                let (mut alone, mut shared) = (Shared::new(), Shared::new());
                shared.push(ImpulseRecord { contact: 7, ..ImpulseRecord::default() });
                list_records(None, &mut alone, (&blocks, &cold), all, contact_of);
                let tasks = Executor::new(Driver::Threads(3));
                list_records(Some(&tasks), &mut shared, (&blocks, &cold), all, contact_of);
                assert_eq!(alone[..], shared[..]);
                let lanes =
                    (0..count * LANES).filter(|&lane| !lane.is_multiple_of(3) && (all || hits(&blocks, lane) > 0));
                assert!(alone.iter().map(|record| record.lane as usize).eq(lanes));
                let is_right =
                    |w: &ImpulseRecord| u32::from(w.hits) == hits(&blocks, w.lane as usize) && w.manifold == manifold;
                assert!(alone.iter().all(|w| is_right(w) && w.contact == 1000 + w.lane));
                assert!(
                    alone.iter().all(|w| w.closing[1] == -((w.lane as usize / LANES + w.lane as usize % LANES) as f32))
                );
            }
        }
    }

    fn hits(blocks: &[ContactBlock], lane: usize) -> u32 {
        let hit = |k: usize| blocks[lane / LANES].hits[k] >> (lane % LANES) & 1;
        hit(0) | hit(1) << 1
    }
}
