//! Stage 2, broad phase: new pairs of fat boxes that overlap, and the update of the contact array.

use crate::events::Events;
use crate::stage::broad_phase::merge::{note_gone, place_of, places_in_use};
use crate::stage::broad_phase::shapes::{FEW_PICKED, event_of, may_touch};
use crate::stage::narrow_phase::collide_lanes::IN_CACHE;
use crate::state::{State, flag};
use crate::step_scratch::{StepScratch, lists};
use carom_broadphase::Pair;
use carom_parallel::{Each, Executor};
use carom_solver::{ContactPair, prefetch};
use std::cmp::min;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Contacts in a task.
const CONTACTS_A_TASK: usize = 1024;

/// Contacts that a heap has for each of its pieces, at least: 2 of discs to 3 of boxes.
const CONTACTS_A_PIECE: usize = 2;

/// New pairs whose ends are prefetched at most: what they take of a cache must still be there when it is read.
const PAIRS_AHEAD: usize = 256;

/// Finds the pairs of fat boxes that overlap, and did not in the last step.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn find_pairs(tasks: &Executor, state: &mut State, scratch: &mut StepScratch) {
    state.proxies.refresh(tasks);
    let boxes = state.proxies.boxes();
    scratch.any_box_changed = scratch.broad_phase.update(tasks, &boxes);
    scratch.boxes_of = Some(state.steps + 1);
    scratch.broad_phase.new_pairs(tasks, &boxes, &mut scratch.pairs);
}

/// New pairs in a task.
const PAIRS_A_TASK: usize = 128;

/// Ends the contacts whose boxes parted or whose shapes changed, and merges the new ones in. It is one pass over the
/// array, and none if nothing changed. Contacts whose boxes did not change are not read.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn update_contacts(tasks: &Executor, state: &mut State, scratch: &mut StepScratch, events: &mut Events) {
    scratch.fresh.clear();
    if !state.proxies.disturbed.is_empty() {
        state.unchanged = min(state.unchanged, first_disturbed(tasks, state));
    }
    if !scratch.any_box_changed {
        return;
    }
    if state.proxies.list.len() > IN_CACHE {
        prefetch_ends(state, &scratch.pairs);
    }
    let begun = lists(&mut scratch.begun, scratch.pairs.len(), PAIRS_A_TASK);
    tasks.blocks(PAIRS_A_TASK, (&scratch.pairs[..], Each(PAIRS_A_TASK, begun)), |_, (pairs, Each(_, begun))| {
        let fresh = pairs.iter().filter(|new| may_touch(state, new.a, new.b) && !is_there(state, **new));
        begun[0].extend(fresh);
    });
    for begun in &scratch.begun {
        scratch.fresh.extend_from_slice(begun);
    }
    let picked = lists(&mut scratch.picked, state.contacts.len(), CONTACTS_A_TASK);
    picked.iter_mut().for_each(|list| list.reserve(FEW_PICKED));
    let each = Each(CONTACTS_A_TASK, &mut *picked);
    tasks.blocks(CONTACTS_A_TASK, (&state.contacts[..], each), |first, (contacts, Each(_, picked))| {
        for (k, contact) in contacts.iter().enumerate() {
            if is_over(state, contact) {
                // Most ceased to touch long before. The others need an event, or their bodies get a color back.
                let in_use = contact.touching || contact.color != ContactPair::NO_COLOR;
                picked[0].push(note_gone(first + k, in_use));
            }
        }
    });
    if scratch.fresh.is_empty() && picked.iter().all(Vec::is_empty) {
        return;
    }
    let first_gone = picked.iter().flatten().next().map(|&note| place_of(note));
    let first_new =
        scratch.fresh.first().map(|new| state.contacts.partition_point(|contact| contact.key() < new.key()));
    let first = [first_gone, first_new].into_iter().flatten().fold(state.unchanged, min);
    let any_gone = first_gone.is_some();
    for place in places_in_use(picked) {
        let contact = state.contacts[place];
        end_contact(state, &contact, events);
    }
    let usual = CONTACTS_A_PIECE * state.proxies.list.len();
    scratch.merge.merge(tasks, (CONTACTS_A_TASK, usual), &mut state.contacts, picked, &scratch.fresh);
    // If the last contacts are gone, the rest must not count as the whole list.
    let len = state.contacts.len();
    state.unchanged = min(first, if any_gone { len.saturating_sub(1) } else { len });
}

/// Prefetches what the stages up to the narrow phase read of new pairs in a world that no cache holds. Bodies that just
/// met were last read long ago.
#[inline(never)]
fn prefetch_ends(state: &State, pairs: &[Pair]) {
    let State { bodies, proxies, .. } = state;
    let ends = || pairs.iter().take(PAIRS_AHEAD).flat_map(|pair| [pair.a as usize, pair.b as usize]);
    for id in ends() {
        prefetch(&proxies.rows[id]);
        prefetch(&proxies.flags[id]);
        prefetch(&proxies.list[id]);
        prefetch(&proxies.outlines.forms[id]);
        prefetch(&proxies.outlines.skins[id]);
        prefetch(&proxies.outlines.quads[id]);
    }
    for row in ends().map(|id| proxies.rows[id] as usize) {
        prefetch(&bodies.min_extents[row]);
        prefetch(&bodies.motions[row]);
        prefetch(&bodies.poses[row]);
        prefetch(&bodies.states[row]);
        prefetch(&bodies.masses[row]);
        prefetch(&bodies.forces[row]);
    }
}

/// Index of the first contact with something that the user changed; without any, the number of contacts.
fn first_disturbed(tasks: &Executor, state: &State) -> usize {
    let flags = &state.proxies.flags;
    let is_disturbed =
        |contact: &ContactPair| (flags[contact.a as usize] | flags[contact.b as usize]) & flag::DISTURBED != 0;
    let found = AtomicUsize::new(state.contacts.len());
    tasks.blocks(CONTACTS_A_TASK, &state.contacts[..], |first, contacts| {
        if let Some(k) = contacts.iter().position(is_disturbed) {
            found.fetch_min(first + k, Ordering::Relaxed);
        }
    });
    found.into_inner()
}

/// Whether a new pair already has a contact that stays. That occurs only if all pairs were sought anew.
fn is_there(state: &State, new: Pair) -> bool {
    let flags = [new.a, new.b].map(|id| state.proxies.flags[id as usize]);
    if (flags[0] | flags[1]) & flag::DISTURBED == 0 {
        debug_assert!(state.contacts.binary_search_by_key(&new.key(), ContactPair::key).is_err());
        return false;
    }
    let place = state.contacts.binary_search_by_key(&new.key(), ContactPair::key);
    place.is_ok_and(|place| !is_over(state, &state.contacts[place]))
}

/// Whether a contact has to go: its boxes parted, a piece was removed or changed, or the two may no longer touch.
#[inline(always)]
fn is_over(state: &State, contact: &ContactPair) -> bool {
    let (a, b) = (contact.a as usize, contact.b as usize);
    let (ma, mb) = (state.proxies.flags[a], state.proxies.flags[b]);
    let either = ma | mb;
    let unusual = flag::RENEW | flag::OUT | flag::DISTURBED;
    if ma & mb & flag::LIVE == 0 || either & unusual != 0 {
        return is_over_for_good(state, contact);
    }
    either & flag::MOVED != 0 && !state.proxies.now[a].overlaps(&state.proxies.now[b])
}

#[cold]
fn is_over_for_good(state: &State, contact: &ContactPair) -> bool {
    let (a, b) = (contact.a as usize, contact.b as usize);
    let (ma, mb) = (state.proxies.flags[a], state.proxies.flags[b]);
    ma & mb & flag::LIVE == 0
        || (ma | mb) & (flag::RENEW | flag::OUT) != 0
        || !state.proxies.now[a].overlaps(&state.proxies.now[b])
        || !may_touch(state, contact.a, contact.b)
}

/// Removes a contact. Its color is free again for those of its bodies that are still there. If its shapes touched, they
/// cease to.
fn end_contact(state: &mut State, contact: &ContactPair, events: &mut Events) {
    for id in [contact.a, contact.b].map(|id| id as usize) {
        if contact.color != ContactPair::NO_COLOR && state.proxies.flags[id] & flag::LIVE != 0 {
            state.bodies.colors[state.proxies.rows[id] as usize] &= !(1 << contact.color);
        }
    }
    if contact.touching {
        match event_of(state, contact) {
            Some(event) => events.contact_ended.push(event),
            None => events.shared_changed = true,
        }
    }
}
