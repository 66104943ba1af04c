//! The executor: the one entry that all stages use, and its drivers (the rayon thread pool and others).

use crate::clock::Stopwatch;
use crate::meter::Meter;
use crate::parallel_for::ParallelFor;
use crate::spinning_helpers::SpinningHelpers;
use crate::staged_run::StagedRun;
use crate::team::{MOST, Team};
use crate::{Columns, LoadBalance, Tasks, Trace};
use std::cmp::min;
use std::ops::Range;
use std::sync::{Arc, atomic::AtomicU64, atomic::Ordering};

/// Tasks of the largest stage for each worker of a staged run.
const TASKS_A_WORKER: usize = 2;

/// With fewer tasks for each worker, the last worker of a stage tells nothing: one task more or less decides.
const TASKS_THAT_TELL: usize = 16;

/// The threads that run the blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// The current rayon pool, a job for each thread at a stage. The caller can always finish alone.
    #[default]
    Rayon,
    /// As `Rayon`, but small stages that one thread would finish sooner are shared as well: for tests of small worlds.
    Eager,
    /// The calling thread, in order.
    Inline,
    /// The calling thread, in an order drawn from this seed, as if workers took blocks at random.
    Seeded(u64),
    /// This many plain `std::thread`s, each with every n-th block.
    Threads(usize),
}

impl Driver {
    /// Whether the current rayon pool runs the blocks.
    pub(crate) fn is_pool(self) -> bool {
        matches!(self, Self::Rayon | Self::Eager)
    }
}

/// The function of a block: first row, columns.
pub(crate) type BlockFn<'a, C> = &'a (dyn Fn(usize, C) + Sync);

/// One block of a stage, for the drivers of tests.
type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs the stages of a step by one [`Driver`].
#[derive(Debug, Default)]
pub struct Executor {
    driver: Driver,
    stage: AtomicU64,
    shared: AtomicU64,
    /// A trace that notes the work of each thread.
    pub trace: Option<Arc<Trace>>,
}

impl Clone for Executor {
    fn clone(&self) -> Self {
        Self { driver: self.driver, stage: AtomicU64::new(self.stage.load(Ordering::Relaxed)), ..Self::default() }
    }
}

impl Executor {
    /// An executor that runs its blocks by `driver`.
    pub fn new(driver: Driver) -> Self {
        Self { driver, ..Self::default() }
    }

    /// Runs a task, and notes when in the trace.
    fn traced(&self, run: impl FnOnce()) {
        // One call of `run` alone: what is inlined here is compiled once.
        let trace = self.trace.as_deref().map(|trace| (trace, trace.now()));
        run();
        if let Some((trace, start)) = trace {
            trace.note(start);
        }
    }

    /// The driver.
    pub fn driver(&self) -> Driver {
        self.driver
    }

    /// The number of threads that may take part in a stage that starts here and now.
    pub fn width(&self) -> usize {
        match self.driver {
            Driver::Rayon | Driver::Eager => rayon::current_num_threads(),
            Driver::Inline | Driver::Seeded(_) => 1,
            Driver::Threads(n) => n.max(1),
        }
    }

    /// Whether more than one thread may take part in a stage that starts here and now.
    pub fn is_parallel(&self) -> bool {
        self.width() > 1
    }

    /// Runs `work` once on a worker of the current pool, so that its stages need not enter the pool one by one (20 us
    /// each from outside). Up to `most` other workers spin for its blocks, so that they need not be woken for each
    /// stage. Without a gain it runs on this thread.
    pub fn enter(&self, most: usize, work: impl FnOnce() + Send) {
        let mut work = Some(work);
        let mut work = || work.take().into_iter().for_each(|work| work());
        let others = self.width().saturating_sub(1);
        if !self.driver.is_pool() || others == 0 {
            return work();
        }
        SpinningHelpers::run(min(most, others), &mut work);
    }

    /// Cuts `columns` into blocks of `block` rows (the last one shorter) and calls `run(first_row, rows)` once for
    /// each, in any order and on any thread. A panic in a block reaches the caller.
    pub fn blocks<C: Columns>(&self, block: usize, columns: C, run: impl Fn(usize, C) + Sync) {
        self.blocks_of(block, columns, &|first, part| self.traced(|| run(first, part)));
    }

    /// [`Executor::blocks`], with the function behind a pointer: a stage is compiled once for all drivers.
    fn blocks_of<C: Columns>(&self, block: usize, columns: C, run: BlockFn<'_, C>) {
        let rows = columns.rows();
        let block = if block == 0 { 1 } else { block };
        if rows <= block {
            if rows > 0 {
                run(0, columns);
            }
            return;
        }
        let timer = Stopwatch::start();
        self.spread(block, columns, run);
        self.add_shared(timer);
    }

    /// Runs these independent jobs in parallel.
    pub fn together(&self, jobs: &mut [&mut (dyn FnMut() + Send)]) {
        self.blocks(1, jobs, |_, jobs| jobs.iter_mut().for_each(|job| job()));
    }

    /// Runs a single task that more threads would share: its time counts as shared.
    pub fn one_for_many(&self, run: impl FnOnce()) {
        let timer = Stopwatch::start();
        run();
        self.add_shared(timer);
    }

    /// Runs `main`, which may have stages, and `side`, which has none and is independent of it. `side` runs beside
    /// `main` if a thread is free, else before or after it. A panic in either reaches the caller.
    pub fn beside(&self, main: impl FnOnce() + Send, side: impl FnOnce() + Send) {
        let (mut main, mut side) = (Some(main), Some(side));
        let mut side = || side.take().into_iter().for_each(|run| run());
        self.beside_of(&mut || main.take().into_iter().for_each(|run| run()), &mut side);
    }

    /// [`Executor::beside`], with the functions behind pointers.
    fn beside_of(&self, main: &mut (dyn FnMut() + Send), side: &mut (dyn FnMut() + Send)) {
        match self.driver {
            Driver::Rayon | Driver::Eager if self.has_help() => drop(rayon::join(main, side)),
            Driver::Threads(_) => std::thread::scope(|scope| {
                scope.spawn(side);
                main();
            }),
            Driver::Seeded(seed) if self.draw(seed) >> 63 == 0 => {
                self.one_for_many(side);
                main();
            }
            _ => {
                main();
                self.one_for_many(side);
            }
        }
    }

    /// Whether other threads could share a task, or the order is to be varied.
    pub fn has_help(&self) -> bool {
        match self.driver {
            // Entering a pool from outside takes long.
            Driver::Rayon | Driver::Eager => rayon::current_thread_index().is_some() && self.is_parallel(),
            Driver::Inline => false,
            Driver::Seeded(_) | Driver::Threads(_) => true,
        }
    }

    /// Adds to the shared time.
    pub(crate) fn add_shared(&self, timer: Stopwatch) {
        self.shared.fetch_add(timer.nanoseconds(), Ordering::Relaxed);
    }

    /// [`Executor::blocks`], of two blocks or more, without its time.
    pub(crate) fn spread<C: Columns>(&self, block: usize, columns: C, run: BlockFn<'_, C>) {
        let rows = columns.rows();
        match self.driver {
            Driver::Rayon | Driver::Eager if rayon::current_num_threads() > 1 => {
                ParallelFor::run(block, columns, run);
            }
            Driver::Rayon | Driver::Eager | Driver::Inline => {
                in_order(rows, block, columns, &mut |first, part| run(first, part))
            }
            Driver::Seeded(_) | Driver::Threads(_) => {
                let mut jobs: Vec<Job<'_>> = Vec::with_capacity(rows.div_ceil(block));
                in_order(rows, block, columns, &mut |first, part| jobs.push(Box::new(move || run(first, part))));
                self.run_jobs(jobs);
            }
        }
    }

    /// Runs these jobs: [`Driver::Seeded`] in an order drawn from its seed, [`Driver::Threads`] with every n-th one on
    /// a thread of its own.
    fn run_jobs(&self, mut jobs: Vec<Job<'_>>) {
        match self.driver {
            Driver::Seeded(seed) => self.shuffled(seed, &mut jobs, |job| job()),
            Driver::Threads(n) => {
                let mut shares: Vec<Vec<Job<'_>>> = Vec::new();
                shares.resize_with(n.clamp(1, jobs.len().max(1)), Vec::new);
                let count = shares.len();
                jobs.into_iter().enumerate().for_each(|(k, job)| shares[k % count].push(job));
                std::thread::scope(|scope| {
                    for share in shares {
                        scope.spawn(move || share.into_iter().for_each(|job| job()));
                    }
                });
            }
            _ => jobs.into_iter().for_each(|job| job()),
        }
    }

    /// The number of workers for [`Executor::stages`] that start here and now; the largest stage has so many tasks.
    pub fn workers(&self, largest: usize) -> usize {
        let threads = match self.driver {
            Driver::Rayon | Driver::Eager if rayon::current_thread_index().is_none() => 1,
            _ => self.width(),
        };
        threads.min(largest / TASKS_A_WORKER).clamp(1, MOST)
    }

    /// Runs `run` on this thread alone, with an executor of its own; the time that threads could have shared counts as
    /// shared.
    pub fn alone(&self, run: impl FnOnce(&Self)) {
        let alone = Self { driver: Driver::Inline, trace: self.trace.clone(), ..Self::default() };
        run(&alone);
        self.shared.fetch_add(alone.shared_ns(), Ordering::Relaxed);
    }

    /// Runs `stages` short stages in order. `run(stage, tasks)` gets ranges of the [`Tasks`] that `tasks_of(stage)`
    /// counts. Each task runs once, in any order and on any thread, and all of a stage before the first of the next
    /// one. `over` is called for each finished stage, in order, on this thread and hardly later. A panic in a task
    /// reaches the caller.
    ///
    /// Threads, with [`Driver::Rayon`] up to `most` of [`Executor::workers`], go through all the stages together, so
    /// that no stage is handed over as [`Executor::blocks`] does. `balance` gives each worker's share. Outside of a
    /// pool the caller goes alone: use [`Executor::enter`].
    pub fn stages(
        &self,
        most: usize,
        stages: usize,
        tasks_of: impl Fn(usize) -> Tasks + Sync,
        balance: &mut LoadBalance,
        run: impl Fn(usize, Range<usize>) + Sync,
        mut over: impl FnMut(usize) + Send,
    ) {
        let count_of = |stage: usize| tasks_of(stage).count as usize;
        // Behind a pointer: compiled once for all drivers.
        let run: &(dyn Fn(usize, Range<usize>) + Sync) = &|stage, tasks| self.traced(|| run(stage, tasks));
        let largest = (0..stages).map(count_of).max().unwrap_or(0);
        let workers = min(self.workers(largest), most);
        let shares = balance.shares(workers);
        let mut meter = Meter::start();
        let is_shared = |stage: usize| stage < stages && count_of(stage) > 1;
        meter.turn(is_shared(0));
        let mut over = |stage: usize, last: Option<usize>| {
            meter.turn(is_shared(stage + 1));
            if let Some(last) = last
                && count_of(stage) >= TASKS_THAT_TELL * workers
            {
                balance.note(last);
            }
            over(stage);
        };
        if workers < 2 {
            let mut order = Vec::new();
            for stage in 0..stages {
                let tasks = count_of(stage);
                if let Driver::Seeded(seed) = self.driver {
                    order.extend(0..tasks);
                    self.shuffled(seed, &mut order, |task| run(stage, task..task + 1));
                } else if tasks > 0 {
                    run(stage, 0..tasks);
                }
                over(stage, None);
            }
        } else {
            let staged = StagedRun::new((workers, shares), stages, &tasks_of, run);
            match self.driver {
                Driver::Threads(_) => std::thread::scope(|scope| {
                    for worker in 1..workers {
                        let staged = &staged;
                        scope.spawn(move || staged.work(worker, |_, _| {}));
                    }
                    staged.work(0, &mut over);
                }),
                _ => {
                    let team = Team::here();
                    let other = |place: usize| staged.work(team.number(place, workers), |_, _| {});
                    team.call(1..workers, &mut || staged.work(0, &mut over), &other);
                }
            }
        }
        meter.turn(false);
        self.shared.fetch_add(meter.ns(), Ordering::Relaxed);
    }

    /// Empties `parts` in an order drawn from the seed.
    fn shuffled<P>(&self, seed: u64, parts: &mut Vec<P>, mut run: impl FnMut(P)) {
        let mut state = self.draw(seed);
        while !parts.is_empty() {
            run(parts.swap_remove((state >> 33) as usize % parts.len()));
            state = drawn_after(state);
        }
    }

    /// Another number for each stage, drawn from the seed.
    fn draw(&self, seed: u64) -> u64 {
        let stage = self.stage.fetch_add(1, Ordering::Relaxed);
        drawn_after(seed ^ stage.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Time spent in stages of two blocks or more, or in parts of a single block, since [`Executor::start`] [ns]: the
    /// time that threads can share.
    pub fn shared_ns(&self) -> u64 {
        self.shared.load(Ordering::Relaxed)
    }

    /// Resets the shared time.
    pub fn start(&self) {
        self.shared.store(0, Ordering::Relaxed);
    }
}

/// The next number drawn.
fn drawn_after(state: u64) -> u64 {
    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

fn in_order<C: Columns>(rows: usize, block: usize, columns: C, run: &mut dyn FnMut(usize, C)) {
    let (mut first, mut rest) = (0, columns);
    while rows - first > block {
        let (part, more) = rest.cut(block);
        run(first, part);
        first += block;
        rest = more;
    }
    run(first, rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Each;

    #[test]
    fn every_driver_runs_every_row_once() {
        for driver in [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(7), Driver::Threads(3)] {
            let exec = Executor::new(driver);
            for rows in [0, 1, 7, 8, 9, 1000] {
                let input: Vec<usize> = (0..rows).collect();
                let mut output = vec![0; rows];
                let mut firsts = vec![usize::MAX; rows.div_ceil(8)];
                exec.blocks(8, (&input[..], &mut output[..], Each(8, &mut firsts[..])), |first, (i, o, Each(_, f))| {
                    f[0] = first;
                    for (o, i) in o.iter_mut().zip(i) {
                        *o += i + 1;
                    }
                });
                assert!(output.iter().enumerate().all(|(i, &o)| o == i + 1), "{driver:?} {rows}");
                assert!(firsts.iter().enumerate().all(|(i, &f)| f == i * 8), "{driver:?} {rows}");
            }
        }
    }

    #[test]
    fn stages_come_in_order_for_every_driver() {
        use std::collections::BTreeSet;
        use std::sync::Mutex;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
        for driver in [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(7), Driver::Threads(3)] {
            let exec = Executor::new(driver);
            for most in [0, 1, 2, usize::MAX] {
                let (seen, mut signalled) = (Mutex::new(Vec::new()), Vec::new());
                let workers = Mutex::new(BTreeSet::new());
                let run = |stage: usize, tasks: Range<usize>| {
                    workers.lock().unwrap_or_else(|e| panic!("{e}")).insert(rayon::current_thread_index());
                    seen.lock().unwrap_or_else(|e| panic!("{e}")).extend(tasks.map(|task| (stage, task)));
                };
                let tasks_of = |stage: usize| Tasks { count: stage as u32 % 9, at_once: 2 };
                let mut balance = LoadBalance::default();
                pool.install(|| exec.stages(most, 50, tasks_of, &mut balance, run, |stage| signalled.push(stage)));
                assert!(signalled.into_iter().eq(0..50), "{driver:?}");
                let workers = workers.into_inner().unwrap_or_else(|e| panic!("{e}"));
                assert!(driver != Driver::Rayon || workers.len() <= most.max(1), "{workers:?} of {most}");
                let mut seen = seen.into_inner().unwrap_or_else(|e| panic!("{e}"));
                assert!(seen.is_sorted_by_key(|&(stage, _)| stage), "{driver:?}");
                seen.sort_unstable();
                assert!(seen.into_iter().eq((0..50).flat_map(|stage| (0..stage % 9).map(move |task| (stage, task)))));
            }
        }
    }

    #[test]
    fn whose_share_takes_longer_gets_less() {
        let exec = Executor::new(Driver::Threads(2));
        let slow_from = |from: usize, count: u32| {
            let mut balance = LoadBalance::default();
            let run = |_, tasks: Range<usize>| {
                if tasks.end > from {
                    std::thread::sleep(std::time::Duration::from_micros(50));
                }
            };
            exec.stages(2, 300, |_| Tasks { count, at_once: count }, &mut balance, run, |_| {});
            balance.shares(2).first_of(1, 1000)
        };
        // The other thread may be late, or this one busy elsewhere, for a while.
        let since = std::time::Instant::now();
        while slow_from(32, 64) <= 500 {
            assert!(since.elapsed() < std::time::Duration::from_secs(60));
        }
        // Few tasks tell nothing.
        assert_eq!(slow_from(3, 5), 500);
    }

    #[test]
    fn workers_are_as_many_as_have_tasks() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
        let workers = |driver: Driver| {
            let exec = Executor::new(driver);
            let count = |largest: usize| exec.workers(largest);
            let inside = pool.install(|| [0, 3, 4, 5, 6, 1000].map(count));
            (inside, count(1000))
        };
        for driver in [Driver::Rayon, Driver::Eager] {
            assert_eq!(workers(driver), ([1, 1, 2, 2, 3, 3], 1), "{driver:?}");
        }
        assert_eq!(workers(Driver::Threads(2)), ([1, 1, 2, 2, 2, 2], 2));
        assert_eq!(workers(Driver::Threads(1000)).1, MOST);
        assert_eq!(workers(Driver::Seeded(7)), ([1; 6], 1));
    }

    #[test]
    fn what_runs_alone_counts_as_what_could_be_shared() {
        let exec = Executor::new(Driver::Rayon);
        exec.alone(|alone| {
            assert_eq!(alone.driver(), Driver::Inline);
            let wait = |_, _: &mut [u8]| std::thread::sleep(std::time::Duration::from_millis(1));
            alone.blocks(1, &mut [0, 0][..], wait);
        });
        assert!(exec.shared_ns() >= 2_000_000, "{}", exec.shared_ns());
    }

    #[test]
    fn two_things_run_beside_each_other_once_each() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap_or_else(|e| panic!("{e}"));
        for driver in
            [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(7), Driver::Seeded(8), Driver::Threads(3)]
        {
            let exec = Executor::new(driver);
            let (mut rows, mut side) = (vec![0; 100], 0);
            let mut both = || {
                let main = || exec.blocks(10, &mut rows[..], |_, rows| rows.iter_mut().for_each(|row| *row += 1));
                exec.beside(main, || side += 1);
            };
            both();
            pool.install(both);
            assert!(side == 2 && rows.iter().all(|&row| row == 2), "{driver:?}");
            let panics = |main: bool| {
                let halves = || exec.beside(|| assert!(!main, "main"), || assert!(main, "side"));
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.install(halves))).is_err()
            };
            assert!(panics(true) && panics(false), "{driver:?}");
        }
    }

    #[test]
    fn a_panic_in_a_block_reaches_the_caller() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
        for driver in [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(7), Driver::Threads(3)] {
            let exec = Executor::new(driver);
            let mut rows = [0; 100];
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                exec.blocks(10, &mut rows[..], |first, _| assert!(first != 50, "block at 50"));
            }));
            assert!(caught.is_err(), "{driver:?}");
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let run =
                    |stage: usize, tasks: Range<usize>| assert!(stage != 4 || tasks.end != 9, "task 8 of stage 4");
                // Outside of a pool the caller would go alone.
                let tasks_of = |_| Tasks { count: 9, at_once: 2 };
                pool.install(|| exec.stages(usize::MAX, 9, tasks_of, &mut LoadBalance::default(), run, |_| {}));
            }));
            assert!(caught.is_err(), "{driver:?}");
        }
    }
}
