//! Stage 1: changes of the user take effect.

use crate::events::Events;
use crate::key::BodyKey;
use crate::state::{Bodies, Start, State, flag};
use carom_parallel::Executor;

/// Makes the pose the start of bodies that fell asleep in the last step, and forgets which bodies calls placed.
pub(crate) fn settle_starts(bodies: &mut Bodies, events: &Events) {
    let Bodies { slots, starts, poses, masses, motions, .. } = bodies;
    let row = |key: &BodyKey| slots.get(*key).map(|slot| slot.row as usize);
    for row in events.slept.iter().filter_map(row) {
        starts[row] = Start { pose: poses[row], center: masses[row].center };
    }
    for row in events.placed.iter().filter_map(row) {
        motions[row].placed = false;
    }
}

/// Stops kinematic bodies that reached their target, and wakes sleepers on bodies that changed or were removed.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn take_changes(tasks: &Executor, state: &mut State) {
    for row in state.bodies.awake..state.bodies.active {
        let motion = &mut state.bodies.motions[row];
        if motion.stop {
            (motion.stop, motion.steady) = (false, false);
            state.bodies.states[row].set_velocity(carom_math::Vec2::ZERO, 0.0);
        }
    }
    if state.islands.is_empty() {
        state.islands.may_touch = false;
        return;
    }
    let sets = islands_without_support(state);
    state.wake_sets(tasks, &sets);
}

/// The sleeping islands with a contact that ended, since something at it changed; ascending.
fn islands_without_support(state: &mut State) -> Vec<u32> {
    let changed: Vec<u32> = changed_proxies(state).collect();
    if changed.is_empty() {
        debug_assert_eq!(found_by_a_look_at_all(state), [], "no island lost a support unseen");
        return Vec::new();
    }
    state.list_supports();
    let State { proxies, bodies, islands, .. } = &*state;
    let own = |id: u32| bodies.slots.get(proxies.list[id as usize].body).map(|slot| slot.set);
    let mut sets: Vec<u32> = changed.iter().flat_map(|&id| islands.supports.islands_at(id).chain(own(id))).collect();
    sets.sort_unstable();
    sets.dedup();
    sets.retain(|&set| has_lost_support(state, set));
    debug_assert_eq!(found_by_a_look_at_all(state), sets, "islands are found by what lies at them");
    sets
}

/// [`islands_without_support`] by brute force.
fn found_by_a_look_at_all(state: &State) -> Vec<u32> {
    (0..state.islands.list.len() as u32).filter(|&set| has_lost_support(state, set)).collect()
}

/// Whether a contact of an island is with something that was removed or changed.
fn has_lost_support(state: &State, set: u32) -> bool {
    let changed = |id: u32| {
        let flags = state.proxies.flags[id as usize];
        flags & flag::LIVE == 0
            || flags & flag::RENEW != 0
            || (flags & flag::ASLEEP == 0 && flags & flag::DISTURBED != 0)
    };
    let contacts = state.islands.list.get(set as usize).map_or(&[][..], |set| &set.contacts);
    contacts.iter().any(|contact| changed(contact.a) || changed(contact.b))
}

/// Proxies that changed so that a sleeping island may have lost a support. No contact of an island is with an awake
/// body, and those of a body that woke have left with its island.
fn changed_proxies(state: &State) -> impl Iterator<Item = u32> + '_ {
    let State { proxies, bodies, islands, .. } = state;
    let is_awake = |id: u32| (proxies.rows[id as usize] as usize) < bodies.awake;
    let sleeps = |id: u32| proxies.flags[id as usize] & flag::ASLEEP != 0;
    let moved = move |&id: &u32| !sleeps(id) && (islands.may_touch || !is_awake(id));
    let disturbed = proxies.disturbed.iter().copied().filter(moved);
    proxies.leaving.iter().chain(&proxies.renewed).copied().chain(disturbed)
}
