//! Room behind a list that grew. The system gives memory page by page, each when it is first written to, which takes as long as a thousand
//! instructions and more: here all threads see to it at once.

use crate::Executor;
use crate::clock::Timer;
use rayon::iter::{ParallelExtend, repeat_n};
use std::cmp::max;

/// Room of fewer bytes than this is not worth it.
const LEAST: usize = 1 << 16;

impl Executor {
    /// The first `count` of a list that is about to be filled anew. Where there are not so many it grows, in steps that double it.
    pub fn at_least<'a, T: Copy + Send + Sync>(&self, count: usize, list: &'a mut Vec<T>, value: T) -> &'a mut [T] {
        if list.capacity() < count {
            // Nothing of it has to be kept.
            let room = max(count, 2 * list.capacity());
            list.clear();
            list.reserve_exact(room);
            self.open_room(list, value);
        }
        if list.len() < count {
            list.resize(count, value);
        }
        &mut list[..count]
    }

    /// Writes `value` to all of the room behind a list once; the list stays as it is.
    pub fn open_room<T: Copy + Send + Sync>(&self, list: &mut Vec<T>, value: T) {
        let (len, all) = (list.len(), list.capacity());
        if (all - len) * size_of::<T>() < LEAST {
            return;
        }
        let timer = Timer::start();
        if self.driver().is_pool() && self.has_help() {
            list.par_extend(repeat_n(value, all - len));
        } else {
            list.resize(all, value);
        }
        list.truncate(len);
        self.add_shared(timer);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Driver, Executor};

    #[test]
    fn a_list_grows_in_few_steps_and_never_shrinks() {
        let (tasks, mut list) = (Executor::new(Driver::Threads(2)), Vec::new());
        for (count, room) in [(0, 0), (10, 10), (5, 10), (11, 20), (20, 20), (50_000, 50_000), (50_001, 100_000)] {
            let first = tasks.at_least(count, &mut list, 7_u64);
            assert_eq!(first.len(), count);
            first.fill(1);
            assert!(list.len() >= count && list.capacity() == room, "{} for {count}", list.capacity());
        }
    }

    #[test]
    fn a_list_stays_as_it_is_and_where_it_is() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"));
        for driver in [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(7), Driver::Threads(3)] {
            for room in [0, 10, 100_000] {
                let mut list = vec![1_u64, 2, 3];
                list.reserve_exact(room);
                let (before, capacity) = (list.as_ptr(), list.capacity());
                pool.install(|| Executor::new(driver).open_room(&mut list, 7));
                assert_eq!((&list[..], list.as_ptr(), list.capacity()), (&[1, 2, 3][..], before, capacity));
            }
        }
    }
}
