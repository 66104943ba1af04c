//! Stage 4: contacts that began or ceased to touch take and free colors (graph coloring).

use crate::events::{Events, ShapePair};
use crate::stage::broad_phase::shapes::shapes_of;
use crate::stage::touch_change::{Change, Coloring};
use crate::state::State;
use crate::step_scratch::{StepScratch, lists};
use carom_parallel::{Each, Executor};
use carom_solver::coloring::{free_color as free_moving_color, free_fixed_color};
use carom_solver::{CHUNK, ContactPair, chunk_size};

// A heap that lands has thousands of them.
const _: () = assert!(size_of::<Coloring>() <= 4);

/// Number of changes that are not worth a task.
const FEW_CHANGES: usize = 32;

/// Colors the contacts that began to touch, and frees the colors of those that ceased to, in the order of the contacts.
/// Data for that and for the events is looked up in parallel.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn change_touches(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, events: &mut Events) {
    let StepScratch { picked, changes, shared, .. } = scratch;
    let chunks = state.contacts.len().div_ceil(chunk_size(state.contacts.len()));
    let picked = &picked[..chunks.min(picked.len())];
    let many = picked.iter().map(Vec::len).sum::<usize>() > FEW_CHANGES;
    let changes = lists(changes, if many { picked.len() } else { 1 }, 1);
    let others = &*state;
    let change = |&index: &u32| Change::of(others, index);
    if many {
        tasks.blocks(1, (picked, &mut *changes), |_, (picked, changes)| {
            changes[0].extend(picked[0].iter().map(change));
        });
    } else {
        changes[0].extend(picked.iter().flatten().map(change));
    }
    let colors = &mut state.bodies.colors;
    for change in changes.iter().flatten() {
        let color = match change.coloring {
            Coloring::Stays => None,
            Coloring::Ends(color) => {
                change.rows.iter().for_each(|&row| colors[row as usize] &= !(1 << color));
                Some(ContactPair::NO_COLOR)
            }
            Coloring::Begins(moves) => Some(take_color(colors, change.rows, moves)),
        };
        if let Some(color) = color {
            state.contacts[change.index as usize].color = color;
        }
        events.shared_changed |= change.event.is_none();
    }
    if events.shared_changed {
        list_shared(tasks, state, shared);
    }
}

/// Takes the first free color for a contact that began to touch (graph coloring).
fn take_color(colors: &mut [u32], rows: [u32; 2], moves: [bool; 2]) -> u8 {
    let used = rows.map(|row| colors[row as usize]);
    let color = match moves {
        [true, true] => free_moving_color(used[0], used[1]),
        [true, false] => free_fixed_color(used[0]),
        [false, true] => free_fixed_color(used[1]),
        [false, false] => None,
    };
    let Some(color) = color else { return ContactPair::NO_COLOR };
    for (row, moves) in rows.into_iter().zip(moves) {
        if moves {
            colors[row as usize] |= 1 << color;
        }
    }
    color
}

/// Lists the shapes of several pieces that touch something, block by block, then those of sleepers.
fn list_shared(tasks: &Executor, state: &State, found: &mut Vec<Vec<ShapePair>>) {
    let shared = |id: u32| state.proxies.list[id as usize].shared;
    let shared_of = |c: &ContactPair| (c.touching && (shared(c.a) || shared(c.b))).then(|| shapes_of(state, c));
    let blocks = state.contacts.len().div_ceil(CHUNK);
    let (found, asleep) = lists(found, blocks + 1, 1).split_at_mut(blocks);
    tasks.blocks(CHUNK, (&state.contacts[..], Each(CHUNK, found)), |_, (contacts, Each(_, found))| {
        found[0].extend(contacts.iter().filter_map(shared_of));
        found[0].sort_unstable();
        found[0].dedup();
    });
    asleep[0].extend(state.islands.iter().flat_map(|(_, set)| &set.contacts).filter_map(shared_of));
}
