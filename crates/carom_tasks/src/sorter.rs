//! Sorting by all threads. In come items with a number each; out come the same, ascending. Runs are sorted one to a task; numbers drawn
//! from them at even distances cut all runs into ranges, and a task merges what the runs have of each range (parallel sorting by regular
//! sampling, H. Shi and J. Schaeffer 1992). The answer is that of any sort, whatever the number of threads.

use crate::{Executor, Parts};
use std::cmp::min;

/// So few items are sorted sooner by one thread.
const LEAST_A_RUN: usize = 1024;

/// Bound on the runs, and how many a thread has.
const MOST_RUNS: usize = 16;
const RUNS_A_THREAD: usize = 2;

/// The memory of a sort.
#[derive(Clone, Debug)]
pub struct Sorter<T> {
    merged: Vec<T>,
    samples: Vec<u64>,
    /// For each range but the last, where it ends in each run.
    cuts: Vec<[u32; MOST_RUNS]>,
    /// Where each range ends among what is merged.
    ends: Vec<u32>,
}

impl<T> Default for Sorter<T> {
    fn default() -> Self {
        Self { merged: Vec::new(), samples: Vec::new(), cuts: Vec::new(), ends: Vec::new() }
    }
}

impl<T: Copy + Send + Sync> Sorter<T> {
    /// Takes memory for a sort of so many items.
    pub fn reserve(&mut self, count: usize) {
        self.merged.reserve(count.saturating_sub(self.merged.len()));
    }

    /// Sorts `items` by their numbers. Items with the same number have to be the same.
    pub fn sort(&mut self, tasks: &Executor, items: &mut Vec<T>, number: impl Fn(&T) -> u64 + Sync) {
        let number = &number;
        if items.len() < 2 * LEAST_A_RUN {
            return items.sort_unstable_by_key(number);
        }
        if !tasks.has_help() {
            return tasks.one_for_many(|| items.sort_unstable_by_key(number));
        }
        let runs = min(items.len() / LEAST_A_RUN, (RUNS_A_THREAD * tasks.width()).clamp(2, MOST_RUNS));
        let size = items.len().div_ceil(runs);
        tasks.blocks(size, &mut items[..], |_, run| run.sort_unstable_by_key(number));
        self.cut(items, size, number);
        self.merged.truncate(items.len());
        self.merged.extend_from_slice(&items[self.merged.len()..]);
        let (list, cuts) = (&items[..], &self.cuts);
        let parts = Parts { ends: &self.ends, first: 0, columns: &mut self.merged[..] };
        tasks.blocks(1, parts, |range, part| {
            let mut rest: [&[T]; MOST_RUNS] = [&[]; MOST_RUNS];
            for (k, (rest, run)) in rest.iter_mut().zip(list.chunks(size)).enumerate() {
                let from = if range == 0 { 0 } else { cuts[range - 1][k] as usize };
                *rest = &run[from..cuts.get(range).map_or(run.len(), |cut| cut[k] as usize)];
            }
            merge(&mut rest[..runs], part.columns, number);
        });
        std::mem::swap(items, &mut self.merged);
    }

    /// Cuts sorted runs of `size` items into as many ranges of numbers as there are runs.
    fn cut(&mut self, items: &[T], size: usize, number: &impl Fn(&T) -> u64) {
        let ranges = items.len().div_ceil(size);
        self.samples.clear();
        for run in items.chunks(size) {
            self.samples.extend((0..ranges).map(|k| number(&run[k * run.len() / ranges])));
        }
        self.samples.sort_unstable();
        self.cuts.clear();
        self.ends.clear();
        for range in 1..ranges {
            let border = self.samples[range * ranges];
            let mut cut = [0; MOST_RUNS];
            for (cut, run) in cut.iter_mut().zip(items.chunks(size)) {
                *cut = run.partition_point(|item| number(item) < border) as u32;
            }
            self.ends.push(cut.iter().sum());
            self.cuts.push(cut);
        }
        self.ends.push(items.len() as u32);
    }
}

/// Merges sorted runs, of as many items together as there is room for.
fn merge<T: Copy>(runs: &mut [&[T]], merged: &mut [T], number: &impl Fn(&T) -> u64) {
    for place in merged {
        let firsts = runs.iter_mut().filter_map(|run| run.first().map(|first| (number(first), run)));
        if let Some((_, run)) = firsts.min_by_key(|(number, _)| *number)
            && let Some((first, rest)) = run.split_first()
        {
            *place = *first;
            *run = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Driver;

    #[test]
    fn it_sorts_whatever_the_order_and_whoever_does_it() {
        let orders: [fn(u64, u64) -> u64; 6] = [
            |k, _| k,
            |k, count| count - k,
            |k, _| k.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20,
            |k, _| k * 7919 % 64,
            |_, _| 3,
            |k, count| if k < count / 2 { u64::MAX - k } else { k },
        ];
        for driver in [Driver::Rayon, Driver::Eager, Driver::Inline, Driver::Seeded(11), Driver::Threads(3)] {
            let (tasks, mut sorter) = (Executor::new(driver), Sorter::default());
            for count in [5000, 0, 1, 511, 512, 513, 1023, 4096, 77_777] {
                for order in orders {
                    let mut items: Vec<u64> = (0..count).map(|k| order(k, count)).collect();
                    let mut wanted = items.clone();
                    wanted.sort_unstable();
                    sorter.sort(&tasks, &mut items, |&item| item);
                    assert!(items == wanted, "{driver:?} {count}");
                }
            }
        }
    }
}
