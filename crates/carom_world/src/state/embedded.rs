//! Bodies that were made, placed or enabled inside others. Contacts hold them, but do not push them apart: in a row of
//! n overlapping bodies each contact would add its push-out speed, and the last body would leave n times as fast. They
//! are moved apart instead ([`crate::stage::part_embedded`]).

use crate::state::{NONE, State};

impl State {
    /// Sets `rows[row]` of each embedded body that is awake. The list stays empty if there is none.
    pub(crate) fn embedded_rows(&self, rows: &mut Vec<bool>) {
        rows.clear();
        for slot in self.embedded.iter().filter_map(|&key| self.bodies.slots.get(key)) {
            let (row, awake) = (slot.row as usize, self.bodies.awake);
            if row < awake {
                rows.resize(awake, false);
                rows[row] = true;
            }
        }
    }

    /// Takes the awake rows that are still embedded. Sleepers stay in the list.
    pub(crate) fn note_embedded(&mut self, rows: &[bool]) {
        let Self { bodies, embedded, .. } = self;
        let slots = &bodies.slots;
        embedded.retain(|&key| slots.get(key).is_some_and(|slot| slot.set != NONE && !slot.is_out()));
        embedded.extend(rows.iter().zip(&bodies.keys).filter(|&(&is, _)| is).map(|(_, &key)| key));
        embedded.sort_unstable();
        embedded.dedup();
    }
}
