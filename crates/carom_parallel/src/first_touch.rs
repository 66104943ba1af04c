//! Memory behind a list that grew. The system gives memory page by page, each at the first write, which takes as long
//! as a thousand instructions and more. Here all threads touch the pages at once.

use crate::Executor;
use crate::clock::Stopwatch;
use rayon::iter::{ParallelExtend, repeat_n};
use std::cmp::max;

/// From this many bytes on, sharing pays.
const MUCH: usize = 1 << 16;

impl Executor {
    /// The first `count` items of a list that will be filled anew. If it is shorter it grows, in steps that double it.
    pub fn at_least<'a, T: Copy + Send + Sync>(&self, count: usize, list: &'a mut Vec<T>, value: T) -> &'a mut [T] {
        if list.capacity() < count {
            let room = max(count, 2 * list.capacity());
            list.clear();
            list.reserve_exact(room);
            self.fill_room(list, value);
        } else if list.len() < count {
            list.resize(count, value);
        }
        &mut list[..count]
    }

    /// Fills a list up to its capacity.
    pub fn fill_room<T: Copy + Send + Sync>(&self, list: &mut Vec<T>, value: T) {
        let (len, all) = (list.len(), list.capacity());
        let is_much = (all - len) * size_of::<T>() >= MUCH;
        let timer = is_much.then(Stopwatch::start);
        if is_much && self.driver().is_pool() && self.has_help() {
            list.par_extend(repeat_n(value, all - len));
        } else {
            list.resize(all, value);
        }
        if let Some(timer) = timer {
            self.add_shared(timer);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Driver, Executor};

    fn pool() -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap_or_else(|e| panic!("{e}"))
    }

    const DRIVERS: [Driver; 5] = [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(7), Driver::Threads(3)];

    #[test]
    fn a_list_grows_in_few_steps_and_never_shrinks() {
        for driver in DRIVERS {
            let (tasks, mut list) = (Executor::new(driver), Vec::new());
            for (count, room) in [(0, 0), (10, 10), (5, 10), (11, 20), (20, 20), (50_000, 50_000), (50_001, 100_000)] {
                let grows = list.capacity() < count;
                let first = pool().install(|| tasks.at_least(count, &mut list, 7_u64));
                assert!(first.len() == count && (!grows || first.iter().all(|&one| one == 7)));
                first.fill(1);
                assert!(list.len() >= count && list.capacity() == room, "{} for {count}", list.capacity());
            }
        }
    }

    #[test]
    fn room_is_filled_and_what_was_there_stays() {
        for driver in DRIVERS {
            for room in [0, 10, 100_000] {
                let mut list = vec![1_u64, 2, 3];
                list.reserve_exact(room);
                let (place, capacity) = (list.as_ptr(), list.capacity());
                pool().install(|| Executor::new(driver).fill_room(&mut list, 7));
                assert_eq!((list.as_ptr(), list.len(), list.capacity()), (place, capacity, capacity));
                assert!(list[..3] == [1, 2, 3] && list[3..].iter().all(|&one| one == 7));
            }
        }
    }
}
