//! Stage 1: changes of the user take effect.

use crate::events::Events;
use crate::key::BodyKey;
use crate::state::{Bodies, SleepingIsland, Start, State, flag};
use crate::step_scratch::{StepScratch, lists};
use carom_parallel::{Each, Executor};

/// Sleeping islands in a task: a field of sleepers has as many islands as bodies.
const SETS_A_TASK: usize = 256;

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
pub(crate) fn take_changes(tasks: &Executor, state: &mut State, scratch: &mut StepScratch) {
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
    let flags = &state.proxies.flags;
    let changed = |id: u32| {
        let flags = flags[id as usize];
        flags & flag::LIVE == 0
            || flags & flag::RENEW != 0
            || (flags & flag::ASLEEP == 0 && flags & flag::DISTURBED != 0)
    };
    let lost_support = |set: &SleepingIsland| set.contacts.iter().any(|c| changed(c.a) || changed(c.b));
    let sets = &state.islands.list[..];
    if !may_lose_support(state) {
        debug_assert!(!sets.iter().any(lost_support), "no island lost a support unseen");
        return;
    }
    let found = lists(&mut scratch.waking_islands, sets.len(), SETS_A_TASK);
    tasks.blocks(SETS_A_TASK, (sets, Each(SETS_A_TASK, found)), |first, (sets, Each(_, found))| {
        found[0].extend((first as u32..).zip(sets).filter(|(_, set)| lost_support(set)).map(|(number, _)| number));
    });
    let sets: Vec<u32> = scratch.waking_islands.iter().flatten().copied().collect();
    state.wake_sets(tasks, &sets);
}

/// Whether a sleeping island may have a contact with something that changed. No contact of an island is with an awake
/// body, and those of a body that woke have left with its island.
fn may_lose_support(state: &State) -> bool {
    let State { proxies, bodies, islands, .. } = state;
    let is_awake = |id: u32| (proxies.rows[id as usize] as usize) < bodies.awake;
    let sleeps = |id: u32| proxies.flags[id as usize] & flag::ASLEEP != 0;
    !proxies.leaving.is_empty()
        || !proxies.renewed.is_empty()
        || proxies.disturbed.iter().any(|&id| !sleeps(id) && (islands.may_touch || !is_awake(id)))
}
