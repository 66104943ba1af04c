//! The threads of the current pool that go through a stage together.
//!
//! In: how many are wanted. Out: a job for each of them, all of which the caller offers (a tree, in which who takes up one offers others, was slower);
//! and a number for each thread, counted from the caller on, which is the same at every stage of a step: so each meets the memory again that it had.

/// The threads of a pool, seen from the one that calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crew {
    caller: usize,
    pub threads: usize,
}

impl Crew {
    /// The current pool.
    pub fn here() -> Self {
        Self { caller: rayon::current_thread_index().unwrap_or(0), threads: rayon::current_num_threads() }
    }

    /// The number of this thread, less than that of the threads: 0 for the caller. Outside of a pool there is none.
    pub fn number(self) -> Option<usize> {
        rayon::current_thread_index().map(|thread| (thread + self.threads - self.caller) % self.threads)
    }

    /// Calls `work(place)` for so many places from `first` on, each on a thread that is free, the first one here.
    pub fn call(self, first: usize, count: usize, work: &(impl Fn(usize) + Sync)) {
        match count {
            0 => {}
            1 => work(first),
            _ => drop(rayon::join(|| self.call(first, count - 1, work), || work(first + count - 1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn the_caller_is_first_and_each_place_is_called_once() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap_or_else(|e| panic!("{e}"));
            for (first, count) in [(0, 0), (0, 1), (3, 1), (1, 4), (0, 9)] {
                let seen = Mutex::new(Vec::new());
                pool.install(|| {
                    let crew = Crew::here();
                    assert_eq!((crew.threads, crew.number()), (threads, Some(0)));
                    crew.call(first, count, &|place| {
                        let number = crew.number().filter(|&number| number < threads);
                        seen.lock().unwrap_or_else(|e| panic!("{e}")).push((place, number.is_some()));
                    });
                });
                let mut seen = seen.into_inner().unwrap_or_else(|e| panic!("{e}"));
                seen.sort_unstable();
                assert!(seen.into_iter().eq((first..first + count).map(|place| (place, true))));
            }
        }
        assert_eq!(Crew::here().number(), None);
    }
}
