//! Stage 1: the user's changes take effect.

use crate::state::{State, mark};

/// Stops kinematic bodies that reached their target, and wakes what sleeps on something that changed or went away.
pub(crate) fn take_changes(state: &mut State) {
    for row in state.bodies.awake..state.bodies.active {
        let motion = &mut state.bodies.motions[row];
        if motion.stop {
            (motion.stop, motion.steady) = (false, false);
            state.bodies.states[row].set_velocity(carom_math::Vec2::ZERO, 0.0);
        }
    }
    let nothing_changed = !state.proxies.changed && state.proxies.disturbed.is_empty();
    if state.sets.is_empty() || nothing_changed {
        return;
    }
    let marks = &state.proxies.marks;
    let changed = |id: u32| {
        let marks = marks[id as usize];
        marks & mark::LIVE == 0
            || marks & mark::RENEW != 0
            || (marks & mark::ASLEEP == 0 && marks & mark::DISTURBED != 0)
    };
    let lost_support = |set: &crate::state::SleepingSet| set.contacts.iter().any(|c| changed(c.a) || changed(c.b));
    let sets: Vec<u32> = state.sets.iter().filter(|(_, set)| lost_support(set)).map(|(number, _)| number).collect();
    state.wake_sets(&sets);
}
