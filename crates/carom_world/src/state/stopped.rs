//! Bodies that continuous collision stopped.

use crate::key::BodyKey;
use crate::state::State;

/// A body that stood still for a part of the last step, as the rounds ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stopped {
    pub body: BodyKey,
    /// In so many steps in a row.
    pub steps: u32,
}

impl State {
    /// The number of steps in a row in which a row was stopped, up to the last step.
    #[inline]
    pub(crate) fn stopped_steps(&self, row: u32) -> u32 {
        if self.stopped.is_empty() {
            return 0;
        }
        let found = self.stopped.binary_search_by_key(&self.bodies.keys[row as usize], |stopped| stopped.body);
        found.map_or(0, |at| self.stopped[at].steps)
    }

    /// Takes the bodies that were stopped in this step, in any order.
    pub(crate) fn note_stopped(&mut self, bodies: impl Iterator<Item = BodyKey>) {
        let before = std::mem::take(&mut self.stopped);
        let steps = |body| before.binary_search_by_key(&body, |stopped| stopped.body).map_or(0, |at| before[at].steps);
        self.stopped.extend(bodies.map(|body| Stopped { body, steps: steps(body).saturating_add(1) }));
        self.stopped.sort_unstable();
    }
}
