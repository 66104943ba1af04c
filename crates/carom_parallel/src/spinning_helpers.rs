//! Spinning helpers: other workers of a pool that stay awake while a step runs. A stage takes microseconds and the next
//! one follows. A worker that falls asleep between two of them misses both, since waking it takes as long as a stage.
//!
//! In: the work, and the number of helpers. Each helper looks for jobs and nothing else, until the work is done or it
//! found nothing for a while. Then it returns to the pool, which lets it sleep.

use rayon::Yield;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A worker that finds nothing this often in a row lets other threads run: some 0.2 ms in a small pool.
const AWAKE: u32 = 2000;

/// A worker that finds nothing this often in a row leaves: some 1 ms.
const PATIENCE: u32 = 10_000;

/// Workers that wait for the jobs of one caller.
pub(crate) struct SpinningHelpers {
    done: AtomicBool,
    /// The worker that does the work itself.
    caller: AtomicUsize,
}

/// Reports that the work is done, also after a panic.
struct Done<'a>(&'a SpinningHelpers);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.done.store(true, Ordering::Release);
    }
}

impl SpinningHelpers {
    /// Runs `work` on a worker of the current pool, with up to `most` others spinning for its jobs.
    pub fn run(most: usize, work: &mut (dyn FnMut() + Send)) {
        let helpers = Self { done: AtomicBool::new(false), caller: AtomicUsize::new(usize::MAX) };
        helpers.with(most, work);
    }

    /// Runs `work` with `more` helpers. (A trait object: each caller's own copy of rayon's jobs took long to compile.)
    fn with(&self, more: usize, work: &mut (dyn FnMut() + Send)) {
        rayon::join(
            || {
                self.caller.store(rayon::current_thread_index().unwrap_or(usize::MAX), Ordering::Release);
                if more < 2 {
                    let _done = Done(self);
                    return work();
                }
                self.with(more - 1, work);
            },
            || {
                if more > 0 {
                    self.wait()
                }
            },
        );
    }

    /// Looks for jobs. The caller may get here while it waits for a job of its own, and returns at once.
    fn wait(&self) {
        let mut nothing = 0;
        while !self.done.load(Ordering::Acquire)
            && nothing < PATIENCE
            && rayon::current_thread_index() != Some(self.caller.load(Ordering::Acquire))
        {
            nothing = if rayon::yield_now() == Some(Yield::Executed) { 0 } else { nothing + 1 };
            if nothing < AWAKE {
                std::hint::spin_loop();
            } else {
                // With more threads than cores, another thread may need this core.
                std::thread::yield_now();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_whoever_keeps_it_company() {
        for threads in 1..5 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|e| panic!("{e}"));
            for most in 0..6 {
                let (mut inner, mut outer) = (0, 0);
                let mut sum = || inner += (0..1000).map(|k| rayon::join(|| k, || 1)).map(|(a, b)| a + b).sum::<u64>();
                pool.install(|| SpinningHelpers::run(most, &mut sum));
                pool.install(|| {
                    SpinningHelpers::run(most, &mut || {
                        SpinningHelpers::run(most, &mut sum);
                        outer += 1;
                    });
                });
                assert_eq!((inner, outer), (2 * 500_500, 1), "{threads} {most}");
            }
        }
    }

    #[test]
    fn a_panic_lets_everybody_go() {
        let caught = std::panic::catch_unwind(|| SpinningHelpers::run(2, &mut || panic!("in the work")));
        assert!(caught.is_err());
    }
}
