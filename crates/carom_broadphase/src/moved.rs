//! Moved boxes: the active boxes that changed since their structure was built, in a structure of their own while they
//! are few. So boxes at rest are not sorted anew in each step. In: [`Boxes`] that follow those of the call before. Out:
//! a structure over the moved boxes, and the original one with their rows hidden.

use crate::boxes::{Boxes, Source, box_at};
use crate::rows::HIDDEN;
use crate::structure::Flat;
use carom_parallel::{Each, Executor};
use fearless_simd::Level;

/// One active box of this many may have moved.
const FEW: usize = 16;

/// Boxes to a task that searches for changes.
const BOXES_A_TASK: usize = 2048;

/// The others are left to such tasks if fewer than this part of those before them changed. It decides who looks, and no
/// result.
const QUARTER: usize = 4;

/// Initial capacity of a task's list.
const ROOM: usize = 32;

/// This many boxes, at even steps, are tested before all others.
const SAMPLES: usize = 64;

/// Whether more than half of a sample changed: then more than a few did. The guess decides what is kept, and no result.
fn are_many(active: &[u32], has_changed: impl Fn(u32) -> bool) -> bool {
    let step = active.len().div_ceil(SAMPLES).max(1);
    2 * active.iter().step_by(step).filter(|&&id| has_changed(id)).count() > active.len().div_ceil(step)
}

/// The moved boxes of one structure.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moved<T> {
    /// Their structure.
    pub among: T,
    /// Their indices, ascending.
    ids: Vec<u32>,
    /// The boxes that changed in this step.
    changed: Vec<u32>,
    /// The same, for each run of boxes that threads shared.
    lists: Vec<Vec<u32>>,
    /// Number of boxes in the original structure.
    count: usize,
    /// Whether few boxes had changed when the original structure was built: then it may be kept.
    may_keep: bool,
    /// The row of each box in the original structure, by index; empty before the first box moves.
    rows: Vec<u32>,
}

impl<T: Flat> Moved<T> {
    /// Notes the boxes that changed in this step; returns whether they are few.
    pub fn note_changed(&mut self, tasks: &Executor, boxes: &Boxes<'_>) -> bool {
        self.changed.clear();
        if !boxes.follows {
            return false;
        }
        let most = boxes.active.len() / FEW;
        self.changed.reserve(most + 1);
        let has_changed = |id: u32| box_at(boxes.now, id) != box_at(boxes.old, id);
        if are_many(boxes.active, has_changed) {
            return false;
        }
        // If few move, threads share the boxes after the first ones.
        let mut seen = 0;
        for &id in boxes.active {
            let are_few = seen >= BOXES_A_TASK && self.changed.len() < seen / QUARTER;
            if are_few || self.changed.len() > most {
                break;
            }
            self.changed.extend(has_changed(id).then_some(id));
            seen += 1;
        }
        let rest = &boxes.active[seen..];
        if self.changed.len() <= most && !rest.is_empty() {
            let count = rest.len().div_ceil(BOXES_A_TASK);
            if self.lists.len() < count {
                self.lists.resize_with(count, || Vec::with_capacity(ROOM));
            }
            let lists = &mut self.lists[..count];
            tasks.blocks(BOXES_A_TASK, (rest, Each(BOXES_A_TASK, &mut *lists)), |_, (ids, Each(_, lists))| {
                lists[0].clear();
                lists[0].extend(ids.iter().filter(|&&id| has_changed(id)).take(most + 1));
            });
            let more = most + 1 - self.changed.len();
            self.changed.extend(lists.iter().flatten().take(more));
        }
        self.changed.len() <= most
    }

    /// Takes the boxes that changed, which are few, out of `origin`, if all that moved since it was built are few.
    /// Returns whether it did; else `origin` must be built anew.
    pub fn leave(&mut self, origin: &mut T, lanes: Level, tasks: &Executor, boxes: &Boxes<'_>) -> bool {
        if !self.may_keep {
            return false;
        }
        debug_assert_eq!(self.count, boxes.active.len(), "`follows` says that the list is the same");
        if self.changed.is_empty() {
            return true;
        }
        self.ids.extend_from_slice(&self.changed);
        self.ids.sort_unstable();
        self.ids.dedup();
        if self.ids.len() > boxes.active.len() / FEW {
            return false;
        }
        if self.rows.is_empty() {
            self.find_rows(origin, boxes.active);
            origin.settle();
        }
        for &id in &self.changed {
            // A box that moved before, or took no part, has no row.
            if let Some(row) = self.rows.get_mut(id as usize).filter(|row| **row != HIDDEN) {
                origin.hide(std::mem::replace(row, HIDDEN) as usize);
            }
        }
        self.among.build(lanes, tasks, &Source { ids: &self.ids, now: boxes.now, old: boxes.old });
        true
    }

    /// Notes the row of each box in `origin`.
    fn find_rows(&mut self, origin: &T, active: &[u32]) {
        let end = active.last().map_or(0, |&last| last as usize + 1);
        self.rows.resize(end, HIDDEN);
        for (row, &id) in origin.ids().iter().enumerate() {
            self.rows[id as usize] = row as u32;
        }
    }

    /// Begins anew: a structure was built over these boxes; `few` says whether few of them changed. Makes room for
    /// boxes that may move, now or once few do.
    pub fn begin(&mut self, boxes: &Boxes<'_>, few: bool) {
        (self.count, self.may_keep) = (boxes.active.len(), few);
        self.ids.clear();
        self.rows.clear();
        let most = boxes.active.len() / FEW;
        self.rows.reserve(boxes.active.last().map_or(0, |&last| last as usize + 1));
        self.ids.reserve(2 * most);
        self.among.reserve(most);
    }

    /// Whether some boxes changed in this step, if they are few.
    pub fn some_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Number of moved boxes.
    pub fn len(&self) -> usize {
        self.ids.len()
    }
}
