//! The share of each worker, if the same workers go through many stages together and take their shares at once: cores
//! may be of two kinds. It decides who works, and so no result.
//!
//! In: the last worker of each stage. Out: the shares of the next run. It reads no clock: a worker that is hardly ever
//! the last gets more.

use crate::team::MOST;

/// A whole stage.
const WHOLE: u32 = 1 << 16;

/// Stages between two adjustments.
const SEEN: u32 = 256;

/// A worker is fast if it was the last this many times less often than by chance.
const SURE: u32 = 8;

/// A fast worker's share grows by this factor.
const MORE: f32 = 1.0 + 1.0 / 32.0;

/// Least share, as a part of the greatest one.
const LEAST: f32 = 0.125;

/// The shares of some workers: equal at first.
#[derive(Clone, Copy, Debug)]
pub struct LoadBalance {
    workers: usize,
    /// Weight of each worker.
    weights: [f32; MOST],
    /// The number of stages in which each was the last one, and in which any was.
    lasts: [u32; MOST],
    seen: u32,
}

impl Default for LoadBalance {
    fn default() -> Self {
        Self { workers: 0, weights: [1.0; MOST], lasts: [0; MOST], seen: 0 }
    }
}

/// The start of each worker's share, in all stages of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// In parts of [`WHOLE`].
    firsts: [u32; MOST + 1],
}

impl Shares {
    /// The first task of a worker, of so many; a single task is the first worker's.
    pub fn first_of(&self, worker: usize, tasks: u32) -> u32 {
        (u64::from(self.firsts[worker]) * u64::from(tasks)).div_ceil(u64::from(WHOLE)) as u32
    }
}

impl LoadBalance {
    /// The shares of so many workers in the next run. A single worker gets everything and changes nothing.
    pub(crate) fn shares(&mut self, workers: usize) -> Shares {
        let workers = workers.clamp(1, MOST);
        if workers > 1 && self.workers != workers {
            *self = Self { workers, ..Self::default() };
        }
        if self.seen >= SEEN {
            self.learn();
        }
        let weights = &self.weights[..workers];
        let scale = WHOLE as f32 / weights.iter().sum::<f32>();
        let (mut firsts, mut before) = ([WHOLE; MOST + 1], 0.0);
        for (first, weight) in firsts.iter_mut().zip(weights) {
            *first = (before * scale) as u32;
            before += weight;
        }
        Shares { firsts }
    }

    /// Notes that this worker was the last one in a stage.
    pub(crate) fn note(&mut self, worker: usize) {
        self.lasts[worker] += 1;
        self.seen += 1;
    }

    /// Gives more to workers that were hardly ever the last.
    fn learn(&mut self) {
        let (weights, lasts) = (&mut self.weights[..self.workers], &mut self.lasts[..self.workers]);
        let mut most = 0.0;
        for (weight, lasts) in weights.iter_mut().zip(lasts.iter()) {
            *weight *= if SURE * lasts * (self.workers as u32) < self.seen { MORE } else { 1.0 };
            most = if *weight > most { *weight } else { most };
        }
        for weight in weights {
            *weight = (*weight / most).clamp(LEAST, 1.0);
        }
        lasts.fill(0);
        self.seen = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tasks of each worker, of a thousand, after so many runs of a hundred stages; a task takes each worker about
    /// so long.
    fn shares_of(times: &[f32], noise: f32, runs: usize) -> Vec<u32> {
        let (mut balance, mut drawn) = (LoadBalance::default(), 1_u64);
        let of = |shares: Shares, worker: usize| shares.first_of(worker + 1, 1000) - shares.first_of(worker, 1000);
        for _ in 0..runs {
            let shares = balance.shares(times.len());
            for _ in 0..100 {
                let ends = times.iter().enumerate().map(|(worker, time)| {
                    drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    (of(shares, worker) as f32 * time * (1.0 + noise * (drawn >> 40) as f32 / (1 << 24) as f32), worker)
                });
                let last = ends.max_by(|(one, _), (other, _)| one.total_cmp(other));
                balance.note(last.map_or(0, |(_, worker)| worker));
            }
        }
        let shares = balance.shares(times.len());
        (0..times.len()).map(|worker| of(shares, worker)).collect()
    }

    #[test]
    fn who_is_slower_gets_less() {
        let near = |shares: &[u32], wanted: &[u32]| shares.iter().zip(wanted).all(|(a, b)| a.abs_diff(*b) <= b / 10);
        let shares = shares_of(&[1.0, 2.0], 0.2, 300);
        assert!(near(&shares, &[667, 333]), "{shares:?}");
        let shares = shares_of(&[2.0, 1.0, 1.0, 2.0, 2.0, 2.0], 0.2, 300);
        assert!(near(&shares, &[125, 250, 250, 125, 125, 125]), "{shares:?}");
    }

    #[test]
    fn equals_get_as_much() {
        for workers in [2, 3, 8, MOST] {
            let shares = shares_of(&vec![1.0; workers], 0.3, 1000);
            let even = 1000 / workers as u32;
            assert!(shares.iter().all(|share| share.abs_diff(even) <= 1 + even / 20), "{shares:?}");
        }
        // One is a little slower, not always.
        assert_eq!(shares_of(&[1.0, 1.05], 0.3, 1000), [500, 500]);
    }

    #[test]
    fn nobody_is_left_without() {
        let shares = shares_of(&[1.0, 1000.0], 0.0, 1000);
        assert_eq!(shares, [889, 111]);
    }

    #[test]
    fn who_goes_alone_changes_nothing() {
        let mut balance = LoadBalance::default();
        for _ in 0..2 * SEEN {
            balance.shares(2);
            balance.note(0);
        }
        let before = balance.shares(2).first_of(1, 1000);
        assert_eq!(balance.shares(1).first_of(1, 1000), 1000);
        assert!(before < 500 && balance.shares(2).first_of(1, 1000) == before, "{before}");
        assert_eq!(balance.shares(3).first_of(1, 999), 333);
    }

    #[test]
    fn shares_follow_each_other() {
        let mut balance = LoadBalance::default();
        for workers in 1..=MOST {
            let shares = balance.shares(workers);
            for tasks in [0, 1, 2, 7, 64, 10_001] {
                let firsts = Vec::from_iter((0..=workers).map(|worker| shares.first_of(worker, tasks)));
                assert!(firsts.is_sorted() && firsts[0] == 0 && firsts[workers] == tasks, "{firsts:?}");
            }
            assert_eq!(shares.first_of(1, 1), 1, "a single task is the first worker's");
        }
    }
}
