//! Staged runs: stages so short that handing each one over would take longer than the stage. Some workers go through
//! all of them together.
//!
//! In: the number of tasks of each stage, and a function of a stage and some of its tasks. A worker has a share of each
//! stage's tasks, the same part in every stage, so that it meets the same memory again; a single task is the first
//! worker's. It takes as much of its share at once as the stage allows. Then it takes over others' tasks: at once those
//! of absent workers (a pool may be busy), after a while those of the rest. The worker that ends the last task of a
//! stage opens the next one. No stage waits for an absent worker, so the caller can always finish alone; a late worker
//! finds nothing to do.

use crate::load_balance::Shares;
use crate::panic_flag::PanicFlag;
use crate::team::{MOST, PATIENCE};
use crossbeam_utils::CachePadded;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// A worker polls this often for the next stage before it takes over tasks of a worker that is present.
const POLITE: u32 = 64;

/// A worker polls this often before it sleeps a little between two polls.
const TIRED: u32 = 4 * PATIENCE;

/// The tasks of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tasks {
    /// Number of tasks.
    pub count: u32,
    /// A worker begins the rest of its own share at once if it is no more than this, else half of it. Each time costs
    /// as much as a block of contacts, and tasks that were begun cannot be taken over.
    pub at_once: u32,
}

/// Workers on their way through the stages.
pub(crate) struct StagedRun<T, R> {
    stages: usize,
    tasks_of: T,
    split: Shares,
    run: R,
    workers: usize,
    /// A task panicked.
    broken: AtomicBool,
    /// The running stage, counted from one; in the upper half the last worker of the stage before. Waiting workers poll
    /// it.
    now: CachePadded<AtomicU64>,
    /// Number of its tasks that are not done.
    left: CachePadded<AtomicU32>,
    /// Presence of each worker: written once by each, read often.
    present: CachePadded<[AtomicBool; MOST]>,
    /// Each worker's share of a stage. Upper half: the last stage in which part of the share was taken. Lower half: the
    /// next task of the share.
    shares: [CachePadded<AtomicU64>; MOST],
}

impl<T: Fn(usize) -> Tasks + Sync, R: Fn(usize, Range<usize>) + Sync> StagedRun<T, R> {
    /// For so many workers with their shares, through `stages` stages.
    pub fn new((workers, split): (usize, Shares), stages: usize, tasks_of: T, run: R) -> Self {
        debug_assert!(stages < u32::MAX as usize, "a stage, counted from one, is half a number");
        Self {
            stages,
            tasks_of,
            split,
            run,
            workers: workers.clamp(1, MOST),
            broken: AtomicBool::new(false),
            now: CachePadded::default(),
            left: CachePadded::default(),
            present: CachePadded::default(),
            shares: std::array::from_fn(|_| CachePadded::default()),
        }
    }

    /// Opens the next stage that has tasks; `last` owned the share of the stage before that was done last.
    fn open_from(&self, stage: usize, last: usize) {
        let next = (stage..self.stages).find(|&stage| (self.tasks_of)(stage).count > 0);
        if let Some(stage) = next {
            // Nobody counts down now: all of the stage before is done, and nobody takes any of this one before `now`
            // says so.
            self.left.store((self.tasks_of)(stage).count, Ordering::Relaxed);
        }
        let open = next.unwrap_or(self.stages) as u64 + 1;
        self.now.store(open | (last as u64) << 32, Ordering::Release);
    }

    /// Takes half of the rest of a worker's share if the stage still runs. Takes all of it if it is small and one's
    /// `own`.
    ///
    /// A stage is over when all shares were taken. So if a share that has tasks was not touched since an earlier stage,
    /// this one still runs.
    fn take(
        &self,
        stage: usize,
        (worker, own): (usize, bool),
        Tasks { count, at_once }: Tasks,
    ) -> Option<Range<usize>> {
        let (next, end) = (&*self.shares[worker], self.split.first_of(worker + 1, count));
        let mine = (stage as u64 + 1) << 32;
        let mut seen = next.load(Ordering::Relaxed);
        loop {
            let first = if seen < mine { self.split.first_of(worker, count) } else { seen as u32 };
            if seen >> 32 > mine >> 32 || first >= end {
                return None;
            }
            let after = if own && end - first <= at_once { end } else { first + (end - first).div_ceil(2) };
            match next.compare_exchange_weak(seen, mine | u64::from(after), Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(first as usize..after as usize),
                Err(now) => seen = now,
            }
        }
    }

    /// Runs the rest of a worker's share; the worker that does the last task of the stage opens the next one.
    fn run_share(&self, stage: usize, (worker, own): (usize, bool)) {
        let tasks = (self.tasks_of)(stage);
        let mut done = 0;
        while let Some(some) = self.take(stage, (worker, own), tasks) {
            done += some.len() as u32;
            (self.run)(stage, some);
        }
        if done > 0 && self.left.fetch_sub(done, Ordering::AcqRel) == done {
            self.open_from(stage + 1, worker);
        }
    }

    /// Goes through the stages as this worker; the first worker opens the first stage. `over` is called for each
    /// finished stage, in order, mostly with the owner of the share that was done last.
    pub fn work(&self, me: usize, mut over: impl FnMut(usize, Option<usize>)) {
        let _flag = PanicFlag(&self.broken);
        self.present[me].store(true, Ordering::Relaxed);
        if me == 0 {
            self.open_from(0, 0);
        }
        let (mut seen, mut signalled, mut looks) = (0_u64, 0, 0_u32);
        loop {
            let open = self.now.load(Ordering::Acquire);
            if open != seen {
                let stage = open as u32 as usize - 1;
                for one in signalled..stage {
                    // A worker that missed a stage knows only the last one.
                    over(one, (seen > 0 && one + 1 == stage).then_some((open >> 32) as usize));
                }
                if stage == self.stages {
                    return;
                }
                (seen, signalled, looks) = (open, stage, 0);
                self.run_share(stage, (me, true));
                continue;
            }
            looks += 1;
            if seen > 0 && (looks == 1 || looks.is_multiple_of(POLITE)) {
                self.help(signalled, me, looks > 1);
            }
            if looks < PATIENCE {
                std::hint::spin_loop();
            } else if self.broken.load(Ordering::Acquire) {
                return;
            } else if looks < TIRED {
                std::thread::yield_now();
            } else {
                std::thread::sleep(Duration::from_micros(50));
            }
        }
    }

    /// Takes over the rest of the shares of absent workers, or of all.
    fn help(&self, stage: usize, me: usize, all: bool) {
        for other in (0..self.workers).filter(|&other| other != me) {
            if all || !self.present[other].load(Ordering::Relaxed) {
                self.run_share(stage, (other, false));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoadBalance;
    use std::time::Instant;

    fn count_of(stage: usize) -> u32 {
        [0, 1, 1, 7, 0, 64, 3, 2][stage % 8]
    }

    fn tasks_of(stage: usize) -> Tasks {
        Tasks { count: count_of(stage), at_once: stage as u32 % 3 * 8 }
    }

    /// Equal shares.
    fn even(workers: usize) -> (usize, Shares) {
        (workers, LoadBalance::default().shares(workers))
    }

    /// Every task runs once, and none before all of the stage before it are done; the caller sees each stage once.
    #[test]
    fn stages_follow_each_other_however_many_are_there() {
        for (workers, there) in [(1, 1), (2, 1), (2, 2), (3, 3), (5, 2)] {
            let stages = 800;
            let runs: Vec<AtomicU32> = (0..stages).map(|_| AtomicU32::new(0)).collect();
            let run = |stage: usize, tasks: Range<usize>| {
                assert!(tasks.end <= count_of(stage) as usize);
                let before = (0..stage).rev().find(|&stage| count_of(stage) > 0);
                assert!(before.is_none_or(|before| runs[before].load(Ordering::Relaxed) == count_of(before)));
                runs[stage].fetch_add(tasks.len() as u32, Ordering::Relaxed);
            };
            let staged = StagedRun::new(even(workers), stages, tasks_of, run);
            let mut signalled = Vec::new();
            std::thread::scope(|scope| {
                for worker in 1..there {
                    let staged = &staged;
                    scope.spawn(move || staged.work(worker, |_, _| {}));
                }
                staged.work(0, |stage, last| {
                    assert!(last.is_none_or(|last| last < workers));
                    signalled.push(stage);
                });
            });
            assert!(signalled.into_iter().eq(0..stages));
            assert!(runs.iter().enumerate().all(|(stage, runs)| runs.load(Ordering::Relaxed) == count_of(stage)));
        }
    }

    /// The first worker's tasks are done while it is busy elsewhere, and once.
    #[test]
    fn nobody_waits_for_a_first_worker_who_is_late() {
        let count_of = |stage: usize| [2, 1, 1, 2, 1][stage];
        let tasks_of = |stage: usize| Tasks { count: count_of(stage), at_once: 1 };
        let runs: [AtomicU32; 5] = std::array::from_fn(|_| AtomicU32::new(0));
        let all = || runs.iter().map(|runs| runs.load(Ordering::Relaxed)).sum::<u32>();
        let staged = StagedRun::new(even(2), 5, tasks_of, |stage: usize, tasks: Range<usize>| {
            runs[stage].fetch_add(tasks.len() as u32, Ordering::Relaxed);
        });
        let (mut signalled, since) = (Vec::new(), Instant::now());
        std::thread::scope(|scope| {
            scope.spawn(|| staged.work(1, |_, _| {}));
            staged.work(0, |stage, _| {
                while stage == 0 && all() < 7 && since.elapsed() < Duration::from_secs(60) {
                    std::thread::yield_now();
                }
                signalled.push((stage, all()));
            });
        });
        assert_eq!(signalled, Vec::from_iter((0..5).map(|stage| (stage, 7))));
        assert!((0..5).all(|stage| runs[stage].load(Ordering::Relaxed) == count_of(stage)));
    }

    /// If only the first worker is present it does its own share first, and then those of the others in order.
    #[test]
    fn the_share_that_is_done_last_is_told() {
        for workers in [2, 3, 5] {
            let count_of = |stage: usize| if stage.is_multiple_of(3) { 1 } else { 16 };
            let tasks_of = |stage: usize| Tasks { count: count_of(stage), at_once: 8 };
            let (staged, mut signalled) = (StagedRun::new(even(workers), 20, tasks_of, |_, _| {}), Vec::new());
            staged.work(0, |stage, last| signalled.push((stage, last)));
            let last = |stage: usize| if count_of(stage) == 1 { 0 } else { workers - 1 };
            assert_eq!(signalled, Vec::from_iter((0..20).map(|stage| (stage, Some(last(stage))))));
        }
    }

    #[test]
    fn no_stages_are_over_at_once() {
        StagedRun::new(even(2), 0, |_| Tasks::default(), |_, _| {}).work(0, |_, _| {});
        StagedRun::new(even(2), 9, |_| Tasks::default(), |_, _| {}).work(0, |_, _| {});
    }

    #[test]
    fn a_panic_lets_everybody_go() {
        let run = |stage: usize, tasks: Range<usize>| assert!(stage != 5 || tasks.end != 4, "task 3 of stage 5");
        let staged = StagedRun::new(even(2), 10, |_| Tasks { count: 4, at_once: 1 }, run);
        let left = std::thread::scope(|scope| {
            let other = scope.spawn(|| staged.work(1, |_, _| {}));
            let mine = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| staged.work(0, |_, _| {})));
            [other.join().is_err(), mine.is_err()]
        });
        assert!(left.contains(&true));
    }
}
