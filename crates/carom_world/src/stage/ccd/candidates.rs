//! Candidate pairs for a time of impact (TOI): listed first, tested in shares afterwards. A body near a thousand others
//! would otherwise keep one thread busy while the rest are idle.

use crate::stage::ccd::pending_impact::PendingImpact;
use crate::stage::ccd::tracks::USUAL;
use carom_math::LANES;
use carom_parallel::Executor;
use std::cmp::{max, min};

/// The candidates that a task has listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    /// Memory of the task for any list: nodes of the tracks that may hold something fast relative to its rows.
    pub nodes: Vec<u32>,
    /// Two rows, the one of smaller max extent first; or a moving body and a row.
    pub moving: Vec<[u32; 2]>,
    /// A row, or a moving body, and a proxy at rest.
    pub at_rest: Vec<[u32; 2]>,
}

/// A part of the candidates of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Share<'a> {
    Moving(&'a [[u32; 2]]),
    AtRest(&'a [[u32; 2]]),
}

/// Shares for each thread, unless that makes them too small.
const SHARES_A_THREAD: usize = 16;

/// Pairs in a share, at most.
const LARGEST: usize = 128;

/// Pairs after which the task that listed them tests them at once. Bodies that are all near each other would otherwise
/// fill the memory.
const LONG: usize = 8192;

/// Room for what most shares find.
const FEW_FOUND: usize = 4;

/// Groups of rows in a task of the first round: a node of the tree.
pub(crate) const GROUPS_A_TASK: usize = LANES;

/// Rows in such a task, and room for a pair of each and a quarter more. In a drum every row is near the drum, and some
/// rows are near each other. Without the quarter, chance would decide in which step a list first outgrows its room.
const ROWS: usize = GROUPS_A_TASK * LANES;
const OF_ALL_ROWS: usize = ROWS + ROWS / 4;

/// The lists of all tasks of a round, and their shares.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    tasks: Vec<Candidates>,
    /// The task, the first pair of the share, and whether its pairs are at rest.
    shares: Vec<(u32, u32, bool)>,
    /// The longest list of any task, of moving pairs and of pairs at rest.
    most: [usize; 2],
}

impl Candidates {
    /// Empties the lists. They keep the room that most tasks need, so that they do not grow step by step.
    pub fn clear(&mut self) {
        for list in [&mut self.moving, &mut self.at_rest] {
            list.clear();
            list.reserve(if list.capacity() < ROWS { USUAL } else { OF_ALL_ROWS });
        }
    }

    /// Tests a list at once if it is longer than a list should be.
    #[inline(always)]
    pub fn spill(&mut self, mut look: impl FnMut(Share<'_>)) {
        if self.moving.len() > LONG {
            look(Share::Moving(&self.moving));
            self.moving.clear();
        }
        if self.at_rest.len() > LONG {
            look(Share::AtRest(&self.at_rest));
            self.at_rest.clear();
        }
    }
}

impl Listed {
    /// The lists of so many tasks, as they were. All have the room that one of them needed: chance decides which one
    /// needs it next.
    pub fn tasks(&mut self, count: usize) -> &mut [Candidates] {
        if self.tasks.len() < count {
            self.tasks.resize_with(count, Candidates::default);
        }
        let tasks = &mut self.tasks[..count];
        let room = self.most.map(|most| min(most.next_multiple_of(USUAL), OF_ALL_ROWS));
        for Candidates { moving, at_rest, .. } in &mut *tasks {
            for (list, room) in [(moving, room[0]), (at_rest, room[1])] {
                list.reserve_exact(room.saturating_sub(list.len()));
            }
        }
        tasks
    }

    /// Tests the pairs that the first `count` tasks have listed, in shares, and returns their number. A share has
    /// `worth` pairs or more, except for the last one of a list. `found` has what those tasks found already, and gets a
    /// list for each share.
    pub fn look(
        &mut self,
        tasks: &Executor,
        (count, worth): (usize, usize),
        found: &mut Vec<Vec<PendingImpact>>,
        look: impl Fn(Share<'_>, &mut Vec<PendingImpact>) + Sync,
    ) -> usize {
        let Self { tasks: listed, shares, most } = self;
        let mut all = 0;
        for listed in &listed[..count] {
            let lengths = [listed.moving.len(), listed.at_rest.len()];
            *most = [0, 1].map(|list| max(most[list], lengths[list]));
            all += lengths[0] + lengths[1];
        }
        let size = (all / (SHARES_A_THREAD * tasks.width())).clamp(worth, LARGEST);
        shares.clear();
        for (task, listed) in (0..).zip(&listed[..count]) {
            for (list, at_rest) in [(&listed.moving, false), (&listed.at_rest, true)] {
                shares.extend((0..list.len()).step_by(size).map(|first| (task, first as u32, at_rest)));
            }
        }
        // Chance decides in which step there is one more share, so there is room for some.
        let room = shares.len().next_multiple_of(SHARES_A_THREAD);
        if found.len() < count + room {
            found.resize_with(count + room, Vec::new);
        }
        let found = &mut found[count..][..room];
        found.iter_mut().for_each(|list| list.reserve(FEW_FOUND));
        let found = &mut found[..shares.len()];
        // A few pairs are not worth a hand-over to another thread.
        let a_task = if all < 2 * worth { shares.len() } else { 1 };
        tasks.blocks(a_task, (&shares[..], &mut *found), |_, (shares, found)| {
            for (&(task, first, is_at_rest), found) in shares.iter().zip(found) {
                let part = |list: &[[u32; 2]]| first as usize..list.len().min(first as usize + size);
                let Candidates { moving, at_rest, .. } = &listed[task as usize];
                let share = if is_at_rest {
                    Share::AtRest(&at_rest[part(at_rest)])
                } else {
                    Share::Moving(&moving[part(moving)])
                };
                look(share, found);
            }
        });
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_parallel::Driver;
    use std::sync::Mutex;

    /// As in a drum: each row is near one body. In the next step a few are near each other as well.
    #[test]
    fn a_list_of_a_pair_a_row_has_room_for_some_more() {
        let mut candidates = Candidates::default();
        candidates.clear();
        candidates.moving.extend((0..ROWS as u32).map(|row| [row, u32::MAX]));
        candidates.clear();
        let room = candidates.moving.capacity();
        candidates.moving.extend((0..(ROWS + ROWS / 4) as u32).map(|row| [row, u32::MAX]));
        assert_eq!(candidates.moving.capacity(), room);
        assert!(candidates.at_rest.capacity() < ROWS);
    }

    #[test]
    fn all_that_is_listed_is_looked_at_once() {
        for driver in [Driver::Inline, Driver::Seeded(3), Driver::Threads(3)] {
            let (tasks, mut listed, mut found) = (Executor::new(driver), Listed::default(), Vec::new());
            for counts in [[0, 0], [1, 0], [0, 4], [4, 5], [9, 300], [5_000, 1]] {
                let mut wanted = Vec::new();
                for (task, candidates) in (0..).zip(listed.tasks(3)) {
                    candidates.clear();
                    let [moving, at_rest] = counts.map(|count| count * task);
                    candidates.moving.extend((0..moving).map(|k| [task, k]));
                    candidates.at_rest.extend((0..at_rest).map(|k| [task, k]));
                    wanted.extend(candidates.moving.iter().map(|&pair| (false, pair)));
                    wanted.extend(candidates.at_rest.iter().map(|&pair| (true, pair)));
                }
                let ctx = Mutex::new(Vec::new());
                listed.look(&tasks, (3, 4), &mut found, |share, _| {
                    let (at_rest, pairs) = match share {
                        Share::Moving(pairs) => (false, pairs),
                        Share::AtRest(pairs) => (true, pairs),
                    };
                    assert!((1..=LARGEST).contains(&pairs.len()));
                    ctx.lock().unwrap_or_else(|e| panic!("{e}")).extend(pairs.iter().map(|&pair| (at_rest, pair)));
                });
                let mut ctx = ctx.into_inner().unwrap_or_else(|e| panic!("{e}"));
                ctx.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(ctx, wanted, "{driver:?} {counts:?}");
            }
        }
    }
}
