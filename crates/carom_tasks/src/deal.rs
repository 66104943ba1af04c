//! The blocks of one stage, dealt out: each worker begins with a run of its own, the same part of every stage, so that it meets the
//! same memory again, and takes over what others have left from behind.
//!
//! In: columns, and a function of a block. Helpers are jobs of the pool that whoever is free takes up; the caller waits for nobody who did not come, and looks
//! itself whether the last block is done: a pool's own way of waiting may fall asleep, and to wake takes longer than a stage.

use crate::Columns;
use crate::apart::{Apart, Breaks};
use crate::crew::Crew;
use std::cmp::min;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Most workers at one stage.
const MOST: usize = 32;

/// How often the caller looks for the end before it lets other threads run.
const PATIENCE: u32 = 4096;

/// Blocks that follow each other.
struct Run<C> {
    first: usize,
    rows: usize,
    columns: C,
}

impl<C: Columns> Run<C> {
    /// Cut in two after so many rows.
    fn cut(self, rows: usize) -> (Self, Option<Self>) {
        if rows >= self.rows {
            return (self, None);
        }
        let (front, back) = self.columns.cut(rows);
        let rest = Self { first: self.first + rows, rows: self.rows - rows, columns: back };
        (Self { first: self.first, rows, columns: front }, Some(rest))
    }
}

/// A stage on its way.
pub(crate) struct Deal<C, R> {
    block: usize,
    run: R,
    workers: usize,
    /// What nobody has begun of the run of each worker.
    runs: [Apart<Mutex<Option<Run<C>>>>; MOST],
    /// How many rows are not done.
    left: Apart<AtomicUsize>,
    /// Somebody panicked.
    broken: AtomicBool,
}

impl<C: Columns, R: Fn(usize, C) + Sync> Deal<C, R> {
    /// Calls `run(first_row, columns)` once for each block of `block` rows, on the current pool.
    pub fn run(block: usize, columns: C, run: R) {
        let rows = columns.rows();
        let blocks = rows.div_ceil(block);
        let crew = Crew::here();
        let workers = min(min(crew.threads, blocks), MOST);
        let runs = std::array::from_fn(|_| Apart(Mutex::new(None)));
        let (left, broken) = (Apart(AtomicUsize::new(rows)), AtomicBool::new(false));
        let mut deal = Self { block, run, workers, runs, left, broken };
        let mut rest = Some(Run { first: 0, rows, columns });
        for (worker, own) in deal.runs[..workers].iter_mut().enumerate() {
            let end = blocks * (worker + 1) / workers * block;
            if let Some((run, more)) = rest.take().map(|rest| {
                let rows = end - rest.first;
                rest.cut(rows)
            }) {
                own.0 = Mutex::new(Some(run));
                rest = more;
            }
        }
        crew.call(0, workers, &|place| {
            deal.work(crew.number().unwrap_or(place) % workers);
            if place == 0 {
                deal.wait();
            }
        });
    }

    /// Until the last block is done.
    fn wait(&self) {
        let mut looks = 0;
        while self.left.0.load(Ordering::Acquire) > 0 && !self.broken.load(Ordering::Acquire) {
            looks += 1;
            if looks < PATIENCE {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
    }

    /// Runs blocks until none is left that nobody has begun.
    fn work(&self, me: usize) {
        let _breaks = Breaks(&self.broken);
        let mut done = 0;
        for other in (me..self.workers).chain(0..me) {
            while let Some(Run { first, rows, columns }) = self.take(other, other == me) {
                (self.run)(first, columns);
                done += rows;
            }
        }
        if done > 0 {
            self.left.0.fetch_sub(done, Ordering::Release);
        }
    }

    /// The first block of what is left of a worker's run, or the last one.
    fn take(&self, worker: usize, front: bool) -> Option<Run<C>> {
        let mut own = self.runs[worker].0.lock().unwrap_or_else(PoisonError::into_inner);
        let run = own.take()?;
        if front {
            let (block, rest) = run.cut(self.block);
            *own = rest;
            return Some(block);
        }
        let before = (run.rows - 1) / self.block * self.block;
        if before == 0 {
            return Some(run);
        }
        let (rest, block) = run.cut(before);
        *own = Some(rest);
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::ThreadPoolBuilder;

    #[test]
    fn each_block_is_run_once_however_many_come() {
        for threads in 1..6 {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|e| panic!("{e}"));
            for (rows, block) in [(1, 1), (7, 7), (8, 7), (20, 3), (64, 1), (1000, 3), (40, 64)] {
                let (mut items, seen) = (vec![0; rows], Mutex::new(Vec::new()));
                pool.install(|| {
                    Deal::run(block, &mut items[..], |first, items: &mut [i32]| {
                        items.iter_mut().for_each(|item| *item += 1);
                        seen.lock().unwrap_or_else(|e| panic!("{e}")).push((first, items.len()));
                    });
                });
                let mut seen = seen.into_inner().unwrap_or_else(|e| panic!("{e}"));
                seen.sort_unstable();
                let wanted = (0..rows).step_by(block).map(|first| (first, min(block, rows - first)));
                assert!(seen.into_iter().eq(wanted), "{rows} rows by {block} on {threads}");
                assert!(items.iter().all(|&item| item == 1));
            }
        }
    }

    /// A block that is a stage itself, on any thread.
    #[test]
    fn stages_stand_in_stages() {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
        let mut items = [0; 500];
        pool.install(|| {
            Deal::run(100, &mut items[..], |_, items| {
                Deal::run(7, items, |_, items: &mut [i32]| items.iter_mut().for_each(|item| *item += 1));
            });
        });
        assert_eq!(items, [1; 500]);
    }

    #[test]
    fn a_panic_in_any_block_reaches_the_caller() {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
        for bad in 0..20 {
            let deal = || Deal::run(1, &[0; 20][..], |first, _| assert!(first != bad, "in block {bad}"));
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.install(deal)));
            assert!(caught.is_err());
        }
    }
}
