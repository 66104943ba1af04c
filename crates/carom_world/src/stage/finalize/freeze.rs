//! Stage 7, continued: freezing. A body that turned non-finite is put back to its last pose and takes part in nothing
//! any more.

use crate::events::Events;
use crate::state::{BodySet, NONE, State, flag};
use crate::step_scratch::StepScratch;
use carom_math::{Aabb, Vec2};

/// Freezes the rows that were noted. Pose of the beginning of the step, no velocity, no contacts; joints are kept,
/// idle.
#[cfg_attr(feature = "profiling", profiling::function)]
pub(crate) fn freeze_bad(state: &mut State, scratch: &StepScratch, events: &mut Events) {
    if scratch.bad.iter().all(Vec::is_empty) {
        return;
    }
    let keys: Vec<_> = scratch.bad.iter().flatten().map(|&row| state.bodies.keys[row as usize]).collect();
    for key in keys {
        state.freeze(key);
        events.frozen.push(key);
    }
    // Blocks at rest may have a gap to such a body that is not finite: an image with them would be refused.
    state.unchanged = 0;
    events.frozen.sort_unstable();
}

impl State {
    /// Takes a body out of the simulation at its current pose.
    fn freeze(&mut self, key: crate::key::BodyKey) {
        let Some(slot) = self.bodies.slots.get_mut(key) else { return };
        slot.frozen = true;
        let (row, first) = (slot.row as usize, slot.proxy);
        self.bodies.states[row].set_velocity(Vec2::ZERO, 0.0);
        self.bodies.states[row].clear_motion();
        self.bodies.motions[row].timer = 0.0;
        self.bodies.masses[row].inv_mass = 0.0;
        self.bodies.masses[row].inv_inertia = 0.0;
        self.bodies.move_to_set(key, BodySet::Still, &mut self.proxies);
        let mut id = first;
        while id != NONE {
            self.proxies.set_flags(id, 0, flag::OUT);
            self.proxies.now[id as usize] = Aabb::EMPTY;
            self.proxies.disturb(id);
            id = self.proxies.list[id as usize].next;
        }
        self.rest_joints(key);
    }
}
