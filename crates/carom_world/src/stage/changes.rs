//! Stage 1: the user's changes take effect.

use crate::frame::{Frame, lists};
use crate::state::{SleepingSet, State, mark};
use carom_tasks::{Each, Executor};

/// Sleeping sets to a task: a field of sleepers has as many sets as bodies.
const SETS_A_TASK: usize = 256;

/// Stops kinematic bodies that reached their target, and wakes what sleeps on something that changed or went away.
pub(crate) fn take_changes(tasks: &Executor, state: &mut State, frame: &mut Frame) {
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
    let lost_support = |set: &SleepingSet| set.contacts.iter().any(|c| changed(c.a) || changed(c.b));
    let sets = &state.sets.list[..];
    let found = lists(&mut frame.struck, sets.len(), SETS_A_TASK);
    tasks.blocks(SETS_A_TASK, (sets, Each(SETS_A_TASK, found)), |first, (sets, Each(_, found))| {
        found[0].extend((first as u32..).zip(sets).filter(|(_, set)| lost_support(set)).map(|(number, _)| number));
    });
    let sets: Vec<u32> = frame.struck.iter().flatten().copied().collect();
    state.wake_sets(tasks, &sets);
}
