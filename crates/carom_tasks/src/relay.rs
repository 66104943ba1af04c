//! Stages that follow each other so fast that handing each one over would take longer than the stage: some workers go
//! through all of them together.
//!
//! In: how many tasks each stage has, and a function of a stage and some of its tasks. A worker has a share of each stage's tasks, the
//! same part of it in every stage (a single task is the first worker's), so that it meets the same memory again, and takes over what others left: at once from
//! those who are not there (a pool may be busy), after a while from the rest. Whoever ends the last task of a stage opens the next
//! one. No stage waits for a worker who is not there, so the caller can always finish alone; who comes late finds nothing to do.

use crate::apart::{Apart, Breaks};
use crate::crew::{MOST, PATIENCE};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// How often a worker looks for the next stage before it takes over tasks of one who is there.
const POLITE: u32 = 64;

/// How often it looks before it sleeps a little between two looks.
const TIRED: u32 = 4 * PATIENCE;

/// Workers on their way through the stages.
pub(crate) struct Relay<T, R> {
    stages: usize,
    tasks_of: T,
    run: R,
    workers: usize,
    /// Somebody panicked.
    broken: AtomicBool,
    /// The stage that runs now, counted from one: who waits looks at it all the time.
    now: Apart<AtomicUsize>,
    /// How many of its tasks are not done.
    left: Apart<AtomicU32>,
    /// Which workers are there: written once by each, read often.
    present: Apart<[AtomicBool; MOST]>,
    /// What each worker has of a stage: the last stage of which somebody took some of its share in the upper half, and the next task
    /// of that share in the lower one.
    shares: [Apart<AtomicU64>; MOST],
}

impl<T: Fn(usize) -> u32 + Sync, R: Fn(usize, Range<usize>) + Sync> Relay<T, R> {
    /// For so many workers, on their way through `stages` stages.
    pub fn new(workers: usize, stages: usize, tasks_of: T, run: R) -> Self {
        Self {
            stages,
            tasks_of,
            run,
            workers: workers.clamp(1, MOST),
            broken: AtomicBool::new(false),
            now: Apart::default(),
            left: Apart::default(),
            present: Apart::default(),
            shares: std::array::from_fn(|_| Apart::default()),
        }
    }

    /// Opens the next stage that has tasks.
    fn open_from(&self, stage: usize) {
        let next = (stage..self.stages).find(|&stage| (self.tasks_of)(stage) > 0);
        if let Some(stage) = next {
            // Nobody counts down now: all of the stage before is done, and nobody takes any of this one before `now` says so.
            self.left.0.store((self.tasks_of)(stage), Ordering::Relaxed);
        }
        self.now.0.store(next.unwrap_or(self.stages) + 1, Ordering::Release);
    }

    /// The first task of a worker, of so many; a single one is the first worker's.
    fn first_of(&self, worker: usize, tasks: u32) -> u32 {
        (worker as u64 * u64::from(tasks)).div_ceil(self.workers as u64) as u32
    }

    /// Takes half of what is left of a worker's share, if the stage still runs and something is.
    ///
    /// A stage is over when all of each share was taken. So where a share that has tasks was not touched since an earlier stage, this one still runs.
    fn take(&self, stage: usize, worker: usize, tasks: u32) -> Option<Range<usize>> {
        let (next, end) = (&self.shares[worker].0, self.first_of(worker + 1, tasks));
        let mine = (stage as u64 + 1) << 32;
        let mut seen = next.load(Ordering::Relaxed);
        loop {
            let first = if seen < mine { self.first_of(worker, tasks) } else { seen as u32 };
            if seen >> 32 > mine >> 32 || first >= end {
                return None;
            }
            let after = first + (end - first).div_ceil(2);
            match next.compare_exchange_weak(seen, mine | u64::from(after), Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(first as usize..after as usize),
                Err(now) => seen = now,
            }
        }
    }

    /// Runs what is left of a worker's share; whoever does the last task of the stage opens the next one.
    fn run_share(&self, stage: usize, worker: usize, tasks: u32) {
        let mut done = 0;
        while let Some(some) = self.take(stage, worker, tasks) {
            done += some.len() as u32;
            (self.run)(stage, some);
        }
        if done > 0 && self.left.0.fetch_sub(done, Ordering::AcqRel) == done {
            self.open_from(stage + 1);
        }
    }

    /// Goes through the stages as this worker, the first of whom opens the first stage. `over` is told each stage that is over, in
    /// order.
    pub fn work(&self, me: usize, mut over: impl FnMut(usize)) {
        let _breaks = Breaks(&self.broken);
        self.present.0[me].store(true, Ordering::Relaxed);
        if me == 0 {
            self.open_from(0);
        }
        let (mut seen, mut told, mut looks) = (0, 0, 0_u32);
        loop {
            let open = self.now.0.load(Ordering::Acquire);
            if open != seen {
                let stage = open - 1;
                (told..stage).for_each(&mut over);
                if stage == self.stages {
                    return;
                }
                (seen, told, looks) = (open, stage, 0);
                self.run_share(stage, me, (self.tasks_of)(stage));
                continue;
            }
            looks += 1;
            if seen > 0 && (looks == 1 || looks.is_multiple_of(POLITE)) {
                self.help(seen - 1, me, looks > 1);
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

    /// Takes over what is left of the shares of those who are not there, or of all.
    fn help(&self, stage: usize, me: usize, all: bool) {
        for other in (0..self.workers).filter(|&other| other != me) {
            if all || !self.present.0[other].load(Ordering::Relaxed) {
                self.run_share(stage, other, (self.tasks_of)(stage));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn tasks_of(stage: usize) -> u32 {
        [0, 1, 1, 7, 0, 64, 3, 2][stage % 8]
    }

    /// Every task once, and none before all of the stage before it are done; the caller is told each stage once.
    #[test]
    fn stages_follow_each_other_however_many_are_there() {
        for (workers, there) in [(1, 1), (2, 1), (2, 2), (3, 3), (5, 2)] {
            let stages = 800;
            let runs: Vec<AtomicU32> = (0..stages).map(|_| AtomicU32::new(0)).collect();
            let run = |stage: usize, tasks: Range<usize>| {
                assert!(tasks.end <= tasks_of(stage) as usize);
                let before = (0..stage).rev().find(|&stage| tasks_of(stage) > 0);
                assert!(before.is_none_or(|before| runs[before].load(Ordering::Relaxed) == tasks_of(before)));
                runs[stage].fetch_add(tasks.len() as u32, Ordering::Relaxed);
            };
            let relay = Relay::new(workers, stages, tasks_of, run);
            let mut told = Vec::new();
            std::thread::scope(|scope| {
                for worker in 1..there {
                    let relay = &relay;
                    scope.spawn(move || relay.work(worker, |_| {}));
                }
                relay.work(0, |stage| told.push(stage));
            });
            assert!(told.into_iter().eq(0..stages));
            assert!(runs.iter().enumerate().all(|(stage, runs)| runs.load(Ordering::Relaxed) == tasks_of(stage)));
        }
    }

    /// What is the first worker's is done while it is busy elsewhere, and once.
    #[test]
    fn nobody_waits_for_a_first_worker_who_is_late() {
        let tasks_of = |stage: usize| [2, 1, 1, 2, 1][stage];
        let runs: [AtomicU32; 5] = std::array::from_fn(|_| AtomicU32::new(0));
        let all = || runs.iter().map(|runs| runs.load(Ordering::Relaxed)).sum::<u32>();
        let relay = Relay::new(2, 5, tasks_of, |stage: usize, tasks: Range<usize>| {
            runs[stage].fetch_add(tasks.len() as u32, Ordering::Relaxed);
        });
        let (mut told, since) = (Vec::new(), Instant::now());
        std::thread::scope(|scope| {
            scope.spawn(|| relay.work(1, |_| {}));
            relay.work(0, |stage| {
                while stage == 0 && all() < 7 && since.elapsed() < Duration::from_secs(60) {
                    std::thread::yield_now();
                }
                told.push((stage, all()));
            });
        });
        assert_eq!(told, Vec::from_iter((0..5).map(|stage| (stage, 7))));
        assert!((0..5).all(|stage| runs[stage].load(Ordering::Relaxed) == tasks_of(stage)));
    }

    #[test]
    fn a_single_task_is_the_first_workers() {
        for workers in [2, 3, 5, MOST] {
            assert_eq!(Relay::new(workers, 0, |_| 0, |_, _| {}).first_of(1, 1), 1);
        }
    }

    #[test]
    fn no_stages_are_over_at_once() {
        Relay::new(2, 0, |_| 0, |_, _| {}).work(0, |_| {});
        Relay::new(2, 9, |_| 0, |_, _| {}).work(0, |_| {});
    }

    #[test]
    fn a_panic_lets_everybody_go() {
        let run = |stage: usize, tasks: Range<usize>| assert!(stage != 5 || tasks.end != 4, "task 3 of stage 5");
        let relay = Relay::new(2, 10, |_| 4, run);
        let left = std::thread::scope(|scope| {
            let other = scope.spawn(|| relay.work(1, |_| {}));
            let mine = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| relay.work(0, |_| {})));
            [other.join().is_err(), mine.is_err()]
        });
        assert!(left.contains(&true));
    }
}
