//! The threads of the current pool that go through a stage together.
//!
//! In: the number of threads wanted. Out: a job for each of them, all offered by the caller (a tree, in which each
//! thread offers jobs to others, was slower). Also an index for each thread, counted from the caller, that is the same
//! at every stage of a step: so each meets its memory again.

use std::ops::Range;

/// Most threads that have a part of their own at a stage.
pub(crate) const MOST: usize = 32;

/// A waiting thread polls this often before it lets other threads run.
pub(crate) const PATIENCE: u32 = 4096;

/// The threads of a pool, as seen from the caller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Team {
    /// Outside of a pool it is the index of the first thread.
    caller: usize,
    pub threads: usize,
}

impl Team {
    /// The current pool.
    pub fn here() -> Self {
        Self { caller: rayon::current_thread_index().unwrap_or(0), threads: rayon::current_num_threads() }
    }

    /// Index of this worker, which has the job `place`, among so many workers. It is stable across stages when every
    /// thread takes part. The caller, once it is done, may take the job of a thread that did not come.
    pub fn number(self, place: usize, workers: usize) -> usize {
        let own =
            rayon::current_thread_index().map_or(0, |thread| (thread + self.threads - self.caller) % self.threads);
        if own > 0 && workers == self.threads { own } else { place }
    }

    /// Calls `own` on this thread, and `work(place)` for each of the places on a free thread, or on this one
    /// afterwards. (Trait objects: each caller's own copy of rayon's jobs took long to compile.)
    pub fn call(self, mut places: Range<usize>, own: &mut (dyn FnMut() + Send), work: &(dyn Fn(usize) + Sync)) {
        match places.next_back() {
            None => own(),
            Some(last) => drop(rayon::join(|| self.call(places, own, work), || work(last))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn each_place_is_called_once_and_the_caller_does_its_own() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|e| panic!("{e}"));
            for places in [0..0, 1..1, 1..2, 3..4, 1..5, 1..9] {
                let (seen, is_own) = (Mutex::new(Vec::new()), AtomicBool::new(false));
                pool.install(|| {
                    let (team, here) = (Team::here(), rayon::current_thread_index());
                    assert_eq!(team.threads, threads);
                    let mut own = || is_own.store(rayon::current_thread_index() == here, Ordering::Relaxed);
                    team.call(places.clone(), &mut own, &|place| {
                        seen.lock().unwrap_or_else(|e| panic!("{e}")).push(place)
                    });
                });
                let mut seen = seen.into_inner().unwrap_or_else(|e| panic!("{e}"));
                seen.sort_unstable();
                assert!(seen.into_iter().eq(places) && is_own.into_inner());
            }
        }
    }

    #[test]
    fn where_all_go_each_has_a_number_of_its_own() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap_or_else(|e| panic!("{e}"));
        let team = pool.install(Team::here);
        let mut numbers = pool.broadcast(|_| [team.number(7, 4), team.number(7, 3)]);
        numbers.sort_unstable();
        // The caller goes by its place.
        assert_eq!(numbers, [[1, 7], [2, 7], [3, 7], [7, 7]]);
        assert_eq!(Team::here().number(7, 1), 7);
    }
}
