//! The end of a stage, after all of its tasks have begun: a thread without a task could only wait. So tasks that begin
//! last are cut into parts, and it takes some of them. Earlier tasks stay whole, since a part does not find in the
//! caches the data of the part before it. A thread that waits for a part never begins another task.

use crate::clock::Stopwatch;
use crate::executor::BlockFn;
use crate::{Columns, Executor};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Fewer parts than this stay one.
const LEAST: usize = 4;

/// The tasks of one stage that have not begun; [`Executor::blocks_with_tail`] counts them.
#[derive(Debug)]
pub struct TailSplit<'a> {
    executor: &'a Executor,
    left: AtomicUsize,
    /// Whether the stage is a single block: threads do not share the stage, but its parts.
    one_block: bool,
}

impl<'a> TailSplit<'a> {
    /// Of so many tasks, in a stage of one block or of several.
    pub(crate) fn new(executor: &'a Executor, tasks: usize, one_block: bool) -> Self {
        Self { executor, left: AtomicUsize::new(tasks), one_block }
    }

    /// Whether all tasks have begun.
    pub(crate) fn all_begun(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    /// Notes that a task begins, once for each.
    pub(crate) fn begin(&self) {
        let left = self.left.fetch_sub(1, Ordering::Relaxed);
        debug_assert!(left > 0, "more tasks than there are");
    }

    /// Whether several threads may take part in this stage.
    pub fn is_shared(&self) -> bool {
        self.executor.is_parallel()
    }

    /// Calls `run(first_row, rows)` for all of `columns` at once. If all tasks have begun and others may help, it calls
    /// it for each part of `part` rows, in any order and on any thread.
    pub fn parts<C: Columns>(&self, part: usize, columns: C, run: impl Fn(usize, C) + Sync) {
        // Behind a pointer: compiled once for both ways.
        let run: BlockFn<'_, C> = &run;
        let (rows, part) = (columns.rows(), part.max(1));
        let cuts = rows.div_ceil(part) >= LEAST;
        let timer = (self.one_block && cuts).then(Stopwatch::start);
        if cuts && self.all_begun() && self.executor.has_help() {
            self.executor.spread(part, columns, run);
        } else if rows > 0 {
            run(0, columns);
        }
        if let Some(timer) = timer {
            self.executor.add_shared(timer);
        }
    }
}

impl Executor {
    /// [`Executor::blocks`] without the blocks that `is_done` names by number; its answers must not change. Blocks that
    /// begin last can be cut into parts: `run` also gets the [`TailSplit`] of the stage.
    pub fn blocks_with_tail<C: Columns>(
        &self,
        block: usize,
        columns: C,
        is_done: impl Fn(usize) -> bool + Sync,
        run: impl Fn(&TailSplit<'_>, usize, C) + Sync,
    ) {
        let (block, rows) = (block.max(1), columns.rows());
        let tail =
            TailSplit::new(self, (0..rows.div_ceil(block)).filter(|&task| !is_done(task)).count(), rows <= block);
        if tail.all_begun() {
            return;
        }
        self.blocks(block, columns, |first, rows| {
            if !is_done(first / block) {
                tail.begin();
                run(&tail, first, rows);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Driver;
    use std::sync::Mutex;

    #[test]
    fn only_what_begins_last_is_cut() {
        for driver in [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(7), Driver::Threads(3)] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
            let executor = Executor::new(driver);
            let (tail, mut rows) = (TailSplit::new(&executor, 2, false), [0; 100]);
            let mut cuts = |part: usize| {
                let cuts = Mutex::new(Vec::new());
                pool.install(|| {
                    tail.parts(part, &mut rows[..], |first, rows| {
                        rows.iter_mut().for_each(|row| *row += 1);
                        cuts.lock().unwrap_or_else(|e| panic!("{e}")).push((first, rows.len()));
                    });
                });
                let mut cuts = cuts.into_inner().unwrap_or_else(|e| panic!("{e}"));
                cuts.sort_unstable();
                cuts
            };
            tail.begin();
            assert_eq!(cuts(20), [(0, 100)], "{driver:?}");
            tail.begin();
            let whole = driver == Driver::Inline;
            let parts = if whole { vec![(0, 100)] } else { vec![(0, 30), (30, 30), (60, 30), (90, 10)] };
            assert_eq!(cuts(30), parts, "{driver:?}");
            assert_eq!(cuts(40), [(0, 100)], "{driver:?}: too few parts");
            assert_eq!(rows, [3; 100]);
        }
    }

    #[test]
    fn what_is_done_is_neither_run_nor_waited_for() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
        for driver in [Driver::Rayon, Driver::Eager, Driver::Seeded(7), Driver::Threads(3)] {
            let executor = Executor::new(driver);
            for left in [None, Some(0), Some(3), Some(8)] {
                let (mut rows, cuts) = ([0; 900], Mutex::new(Vec::new()));
                let is_done = |task| Some(task) != left;
                pool.install(|| {
                    executor.blocks_with_tail(100, &mut rows[..], is_done, |tail, from, rows| {
                        tail.parts(25, rows, |first, rows| {
                            rows.iter_mut().for_each(|row| *row += 1);
                            cuts.lock().unwrap_or_else(|e| panic!("{e}")).push(from + first);
                        });
                    });
                });
                let mut cuts = cuts.into_inner().unwrap_or_else(|e| panic!("{e}"));
                cuts.sort_unstable();
                let wanted = left.map_or(0..0, |task| 100 * task..100 * (task + 1));
                // The only one left is cut at once, at any position.
                assert!(cuts.into_iter().eq(wanted.clone().step_by(25)), "{driver:?}");
                assert!((0..900).all(|row| rows[row] == i32::from(wanted.contains(&row))), "{driver:?}");
            }
        }
    }

    #[test]
    fn only_the_last_of_those_left_is_cut() {
        let executor = Executor::new(Driver::Seeded(7));
        let cuts = Mutex::new(Vec::new());
        executor.blocks_with_tail(
            100,
            &mut [0; 900][..],
            |task| task != 2 && task != 6,
            |tail, from, rows| {
                tail.parts(25, rows, |_, rows| cuts.lock().unwrap_or_else(|e| panic!("{e}")).push((from, rows.len())))
            },
        );
        let cuts = cuts.into_inner().unwrap_or_else(|e| panic!("{e}"));
        let (first, last) = if cuts[0].0 == 200 { (200, 600) } else { (600, 200) };
        assert_eq!(cuts, [(first, 100), (last, 25), (last, 25), (last, 25), (last, 25)]);
    }

    #[test]
    fn parts_of_an_only_task_are_shared_time() {
        let executor = Executor::new(Driver::Inline);
        for (tasks, rows, shared) in [(1, 9, true), (1, 3, false), (2, 9, false)] {
            executor.start();
            let tail = TailSplit::new(&executor, tasks, tasks == 1);
            (0..tasks).for_each(|_| tail.begin());
            tail.parts(1, &mut [0; 9][..rows], |_, _| std::thread::sleep(std::time::Duration::from_millis(1)));
            assert_eq!(executor.shared_ns() > 0, shared);
        }
    }

    #[test]
    fn nobody_who_waits_for_a_part_begins_another_task() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
        let executor = Executor::new(Driver::Rayon);
        let (running, most, sum) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        for tasks in 1..40 {
            let mut rows = vec![1_usize; 50 * tasks];
            pool.install(|| {
                let is_done = |_| false;
                executor.blocks_with_tail(50, &mut rows[..], is_done, |tail, _, rows| {
                    most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    tail.parts(5, rows, |_, rows| {
                        std::thread::yield_now();
                        sum.fetch_add(rows.iter().sum(), Ordering::SeqCst);
                    });
                    running.fetch_sub(1, Ordering::SeqCst);
                });
            });
            assert_eq!(sum.swap(0, Ordering::SeqCst), 50 * tasks);
        }
        assert!(most.into_inner() <= 3);
    }
}
