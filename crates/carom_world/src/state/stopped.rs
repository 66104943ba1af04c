//! Bodies that continuous collision stopped.

use crate::key::BodyKey;
use crate::state::State;

/// A body that stood still for the rest of the last step, as the rounds ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stopped {
    pub body: BodyKey,
    /// Whether it was stopped in the step before as well.
    pub again: bool,
}

impl State {
    /// Whether one of two rows was stopped in the last two steps. Contacts take it on: else what is held between two others
    /// would stand in the air for ever.
    #[inline]
    pub(crate) fn is_left_to_contacts(&self, rows: [u32; 2]) -> bool {
        let left = |row: u32| {
            let found = self.stopped.binary_search_by_key(&self.bodies.keys[row as usize], |stopped| stopped.body);
            found.is_ok_and(|at| self.stopped[at].again)
        };
        !self.stopped.is_empty() && rows.into_iter().any(left)
    }

    /// Takes the bodies that were stopped in this step, in any order.
    pub(crate) fn note_stopped(&mut self, bodies: impl Iterator<Item = BodyKey>) {
        let before = std::mem::take(&mut self.stopped);
        let again = |body| before.binary_search_by_key(&body, |stopped| stopped.body).is_ok();
        self.stopped.extend(bodies.map(|body| Stopped { body, again: again(body) }));
        self.stopped.sort_unstable();
    }
}
