//! Parallel for: the blocks of one stage, distributed. Each worker begins with a run of its own, the same part of every
//! stage, so that it meets the same memory again. Then it takes over, from behind, blocks that others have left.
//!
//! In: columns, and a function of a block. Helpers are jobs of the pool, taken up by free threads. The caller waits for
//! no thread that did not come. It polls itself whether the last block is done: a pool's own wait may fall asleep, and
//! waking takes longer than a stage.

use crate::Columns;
use crate::panic_flag::PanicFlag;
use crate::team::{MOST, PATIENCE, Team};
use crossbeam_utils::CachePadded;
use std::cmp::min;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// After so many polls the caller takes up a job of the pool, if there is one: a part of the last block, say.
const HELPFUL: u32 = 64;

/// Consecutive blocks.
struct Run<C> {
    first: usize,
    rows: usize,
    columns: C,
}

impl<C: Columns> Run<C> {
    /// Cuts it in two after so many rows.
    fn cut(self, rows: usize) -> (Self, Option<Self>) {
        if rows >= self.rows {
            return (self, None);
        }
        let (front, back) = self.columns.cut(rows);
        let rest = Self { first: self.first + rows, rows: self.rows - rows, columns: back };
        (Self { first: self.first, rows, columns: front }, Some(rest))
    }
}

/// The rows of a stage that are not begun, and the function of a block.
struct Blocks<C, R> {
    block: usize,
    run: R,
    /// Those of each worker's run. (On targets whose threads do not wait on addresses, such as Apple's, a lock of the
    /// standard library allocates when it is first locked. There a stage allocates a little for each worker.)
    runs: [CachePadded<Mutex<Option<Run<C>>>>; MOST],
}

impl<C: Columns, R: Fn(usize, C) + Sync> Blocks<C, R> {
    /// Deals `columns` to `workers`, in runs of whole blocks.
    fn new(block: usize, columns: C, run: R, workers: usize) -> Self {
        let rows = columns.rows();
        let blocks = rows.div_ceil(block);
        let mut rest = Some(Run { first: 0, rows, columns });
        let runs = std::array::from_fn(|worker| {
            let own = if worker < workers { rest.take() } else { None }.map(|all| {
                let rows = blocks * (worker + 1) / workers * block - all.first;
                let (own, others) = all.cut(rows);
                rest = others;
                own
            });
            CachePadded::new(Mutex::new(own))
        });
        Self { block, run, runs }
    }

    /// Runs the first block left of a worker's run, or the last one. Returns its rows: 0 if none is left.
    fn run_next(&self, worker: usize, front: bool) -> usize {
        let Some(Run { first, rows, columns }) = self.take(worker, front) else { return 0 };
        (self.run)(first, columns);
        rows
    }

    /// Takes the first block left of a worker's run, or the last one.
    fn take(&self, worker: usize, front: bool) -> Option<Run<C>> {
        let mut own = self.runs[worker].lock().unwrap_or_else(PoisonError::into_inner);
        let run = own.take()?;
        let behind = (run.rows - 1) / self.block * self.block;
        if front || behind == 0 {
            let (block, rest) = run.cut(self.block);
            *own = rest;
            Some(block)
        } else {
            let (rest, block) = run.cut(behind);
            *own = Some(rest);
            block
        }
    }
}

/// A running stage. The blocks are behind a trait object: only [`Blocks`] is compiled anew for each stage.
pub(crate) struct ParallelFor<'a> {
    /// Runs a block of a worker's run, the first or the last one, and returns its rows: 0 if none is left.
    run_next: &'a (dyn Fn(usize, bool) -> usize + Sync),
    /// Number of workers that have a run of their own.
    workers: usize,
    /// Number of rows that are not done.
    left: CachePadded<AtomicUsize>,
    /// A block panicked.
    broken: AtomicBool,
}

impl ParallelFor<'_> {
    /// Calls `run(first_row, columns)` once for each block of `block` rows, on the current pool.
    pub fn run<C: Columns>(block: usize, columns: C, run: impl Fn(usize, C) + Sync) {
        let (team, rows) = (Team::here(), columns.rows());
        let jobs = min(team.threads, rows.div_ceil(block));
        let workers = min(jobs, MOST);
        let blocks = Blocks::new(block, columns, run, workers);
        let run_next = |worker, front| blocks.run_next(worker, front);
        let left = CachePadded::new(AtomicUsize::new(rows));
        ParallelFor { run_next: &run_next, workers, left, broken: AtomicBool::new(false) }.share(team, jobs);
    }

    /// Shares the blocks among so many threads of the team.
    fn share(&self, team: Team, jobs: usize) {
        let mut own = || {
            self.work(0);
            self.wait();
        };
        team.call(1..jobs, &mut own, &|place| self.work(team.number(place, jobs) % self.workers));
    }

    /// Waits until the last block is done.
    fn wait(&self) {
        let mut looks = 0_u32;
        while self.left.load(Ordering::Acquire) > 0 && !self.broken.load(Ordering::Acquire) {
            looks = looks.saturating_add(1);
            if looks.is_multiple_of(HELPFUL) {
                rayon::yield_now();
            }
            if looks < PATIENCE {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
    }

    /// Runs blocks until all are begun.
    fn work(&self, me: usize) {
        let _flag = PanicFlag(&self.broken);
        let mut done = 0;
        for other in (me..self.workers).chain(0..me) {
            // A late worker has nothing to look for.
            if self.left.load(Ordering::Relaxed) == 0 {
                break;
            }
            loop {
                let rows = (self.run_next)(other, other == me);
                if rows == 0 {
                    break;
                }
                done += rows;
            }
        }
        if done > 0 {
            self.left.fetch_sub(done, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Each;
    use rayon::ThreadPoolBuilder;
    use std::time::{Duration, Instant};

    fn pool(threads: usize) -> rayon::ThreadPool {
        ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn each_block_is_run_once_however_many_come() {
        for threads in [1, 2, 3, 5, 40] {
            let pool = pool(threads);
            for (rows, block) in [(1, 1), (7, 7), (8, 7), (20, 3), (64, 1), (1000, 3), (40, 64)] {
                let (mut items, mut firsts) = (vec![0; rows], vec![usize::MAX; rows.div_ceil(block)]);
                let seen = Mutex::new(Vec::new());
                let run = |first, (items, Each(_, firsts)): (&mut [i32], Each<'_, usize>)| {
                    items.iter_mut().for_each(|item| *item += 1);
                    firsts[0] = first;
                    assert!(firsts.len() == 1);
                    seen.lock().unwrap_or_else(|e| panic!("{e}")).push((first, items.len()));
                };
                let mut parallel_for = || ParallelFor::run(block, (&mut items[..], Each(block, &mut firsts[..])), run);
                // From within the pool, and from outside of it.
                if threads == 3 {
                    parallel_for()
                } else {
                    pool.install(parallel_for)
                }
                let mut seen = seen.into_inner().unwrap_or_else(|e| panic!("{e}"));
                seen.sort_unstable();
                let wanted = (0..rows).step_by(block).map(|first| (first, min(block, rows - first)));
                assert!(seen.into_iter().eq(wanted), "{rows} rows by {block} on {threads}");
                assert!(firsts.into_iter().eq((0..rows).step_by(block)));
                assert!(items.iter().all(|&item| item == 1));
            }
        }
    }

    /// A block that is a stage itself, on any thread.
    #[test]
    fn stages_stand_in_stages() {
        let mut items = [0; 500];
        pool(3).install(|| {
            ParallelFor::run(100, &mut items[..], |_, items| {
                ParallelFor::run(7, items, |_, items: &mut [i32]| items.iter_mut().for_each(|item| *item += 1));
            });
        });
        assert_eq!(items, [1; 500]);
    }

    /// The caller is done, the other thread's block is cut into parts: the caller takes some.
    #[test]
    fn who_waits_takes_parts_of_the_last_block() {
        let (pool, since) = (pool(2), Instant::now());
        let is_shared = || {
            let seen = Mutex::new(std::collections::BTreeSet::new());
            pool.install(|| {
                let caller = rayon::current_thread_index();
                ParallelFor::run(1, &[(); 2][..], |_, _| {
                    if rayon::current_thread_index() == caller {
                        return std::thread::sleep(Duration::from_millis(1));
                    }
                    ParallelFor::run(1, &[(); 20][..], |_, _| {
                        std::thread::sleep(Duration::from_millis(1));
                        seen.lock().unwrap_or_else(|e| panic!("{e}")).insert(rayon::current_thread_index());
                    });
                });
            });
            seen.into_inner().unwrap_or_else(|e| panic!("{e}")).len() == 2
        };
        // On a busy machine no helper may come for a while.
        while !is_shared() {
            assert!(since.elapsed() < Duration::from_secs(60));
        }
    }

    #[test]
    fn a_panic_in_any_block_reaches_the_caller() {
        let pool = pool(3);
        for bad in 0..20 {
            let parallel_for = || ParallelFor::run(1, &[0; 20][..], |first, _| assert!(first != bad, "in block {bad}"));
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.install(parallel_for)));
            assert!(caught.is_err());
        }
    }
}
