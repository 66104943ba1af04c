//! Stage 8, sleep: islands of bodies that all rested long enough fall asleep. This is checked every eighth step, and
//! only if some body is ready.

use crate::def::WorldDef;
use crate::events::Events;
use crate::key::BodyKey;
use crate::stage::sleep::rest::is_looked_at;
use crate::state::{BodySet, NONE, SleepingIsland, State, flag};
use crate::step_scratch::StepScratch;
use carom_math::Vec2;
use smallvec::SmallVec;

/// Puts resting islands to sleep: their bodies leave the awake rows, their contacts the array.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn fall_asleep(state: &mut State, scratch: &mut StepScratch, def: &WorldDef, events: &mut Events) {
    if !is_looked_at(state, def) {
        return;
    }
    let awake = state.bodies.awake;
    if !state.bodies.motions[..awake].iter().any(|motion| motion.timer >= def.sleep_time) {
        return;
    }
    let restless = link_islands(state, scratch, def);
    let mut groups: Vec<(u32, u32)> = Vec::new();
    for row in 0..awake as u32 {
        let root = scratch.islands.root(row);
        if !restless[root as usize] {
            groups.push((root, row));
        }
    }
    if groups.is_empty() {
        return;
    }
    groups.sort_unstable();
    let mut sets: Vec<Vec<_>> = groups
        .chunk_by(|a, b| a.0 == b.0)
        .map(|group| group.iter().map(|&(_, row)| state.bodies.keys[row as usize]).collect())
        .collect();
    // Neither the order of rows nor the numbers of islands decides anything, but users see contacts by island.
    sets.sort_by_cached_key(|bodies| bodies.iter().min().copied());
    for bodies in sets {
        put_to_sleep(state, bodies, events);
    }
    take_contacts(state);
    state.joints.changed = true;
    events.slept.sort_unstable();
}

/// Builds the islands: links the rows that touch or are joined and rested long enough. Returns for each root whether
/// its island has to stay awake: some body of it has not rested, or stands on something that moves. A body that has not
/// rested makes those it touches restless, and is linked to nobody.
fn link_islands(state: &State, scratch: &mut StepScratch, def: &WorldDef) -> Vec<bool> {
    let bodies = &state.bodies;
    let awake = bodies.awake;
    let islands = &mut scratch.islands;
    islands.reset(awake);
    let mut restless: Vec<bool> = bodies.motions[..awake].iter().map(|m| m.timer < def.sleep_time).collect();
    let mut link = |a: u32, b: u32| {
        let (a_awake, b_awake) = ((a as usize) < awake, (b as usize) < awake);
        if a_awake && b_awake {
            if restless[a as usize] || restless[b as usize] {
                (restless[a as usize], restless[b as usize]) = (true, true);
            } else {
                islands.link(a, b);
            }
        } else {
            for (own, other) in [(a, b), (b, a)] {
                if (own as usize) < awake && bodies.is_driven(other as usize) {
                    restless[own as usize] = true;
                }
            }
        }
    };
    for contact in state.contacts.iter().filter(|c| c.has_points()) {
        link(state.proxies.rows[contact.a as usize], state.proxies.rows[contact.b as usize]);
    }
    let row = |key| bodies.slots.get(key).map(|slot: &crate::state::Slot| slot.row);
    for joint in &state.joints.rows {
        if joint.def.kind.couples_joints() {
            let rows: SmallVec<[u32; 4]> = state.bodies_of(joint).into_iter().filter_map(row).collect();
            for (at, &a) in rows.iter().enumerate() {
                rows[at + 1..].iter().for_each(|&b| link(a, b));
            }
        } else if let (Some(a), Some(b)) = (row(joint.a), row(joint.b)) {
            link(a, b);
        }
    }
    for row in 0..awake as u32 {
        if restless[row as usize] {
            restless[scratch.islands.root(row) as usize] = true;
        }
    }
    restless
}

/// Makes a sleeping island of the bodies, still without contacts.
pub(crate) fn put_to_sleep(state: &mut State, bodies: Vec<BodyKey>, events: &mut Events) {
    let number = state.islands.add(SleepingIsland { bodies: SmallVec::from_slice(&bodies), contacts: Vec::new() });
    for key in bodies {
        let Some(slot) = state.bodies.slots.get_mut(key) else { continue };
        slot.set = number;
        let (row, first) = (slot.row as usize, slot.proxy);
        state.bodies.states[row].set_velocity(Vec2::ZERO, 0.0);
        state.bodies.states[row].clear_motion();
        state.bodies.forces[row].end();
        state.bodies.move_to_set(key, BodySet::Still, &mut state.proxies);
        let mut id = first;
        while id != NONE {
            // A box that changed in the last step was not compared with the others yet.
            if state.proxies.flags[id as usize] & flag::MOVED != 0 {
                state.proxies.disturb(id);
            }
            state.proxies.set_flags(id, flag::MOVED, flag::ASLEEP);
            id = state.proxies.list[id as usize].next;
        }
        events.slept.push(key);
    }
}

/// Moves the contacts without an awake body into the islands of their bodies. Contacts that do not touch are dropped;
/// they are found again when one of the two wakes.
pub(crate) fn take_contacts(state: &mut State) {
    let State { bodies, proxies, contacts, islands: sets, .. } = state;
    let mut filled = Vec::new();
    contacts.retain(|contact| {
        let flags = [contact.a, contact.b].map(|id| proxies.flags[id as usize]);
        let sleeper = if flags[0] & flag::ASLEEP != 0 { contact.a } else { contact.b };
        let awake = |id: u32| {
            let row = proxies.rows[id as usize] as usize;
            // The row of a removed proxy may be another body's.
            proxies.flags[id as usize] & flag::LIVE != 0 && (row < bodies.awake || bodies.is_driven(row))
        };
        if (flags[0] | flags[1]) & flag::ASLEEP == 0 || awake(contact.a) || awake(contact.b) {
            return true;
        }
        if contact.has_points() {
            let set_of = |id: u32| bodies.slots.get(proxies.list[id as usize].body).map_or(NONE, |slot| slot.set);
            let number = set_of(sleeper);
            let both_sleep = flags[0] & flags[1] & flag::ASLEEP != 0;
            sets.may_touch |= both_sleep && set_of(contact.a) != set_of(contact.b);
            for id in [contact.a, contact.b].into_iter().filter(|&id| set_of(id) != number) {
                sets.supports.note(id, number);
            }
            if let Some(set) = sets.get_mut(number) {
                set.contacts.push(*contact);
                filled.push(number);
            }
        }
        false
    });
    state.unchanged = 0;
    filled.dedup();
    for number in filled {
        if let Some(set) = sets.get_mut(number) {
            set.contacts.sort_unstable_by_key(carom_solver::ContactPair::key);
        }
    }
}

/// Emits events for bodies that woke, unless they fell asleep again in the same step or were removed.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn emit_woken_events(state: &mut State, events: &mut Events) {
    if state.woken.is_empty() {
        return;
    }
    let State { bodies, woken, .. } = state;
    let awake = |key: &BodyKey| bodies.slots.get(*key).is_some_and(|slot| slot.set == NONE);
    events.woke.extend(woken.drain(..).filter(awake));
    events.woke.sort_unstable();
    events.woke.dedup();
}
