//! The choice between one worker and several for repeated work, measured as it runs. It depends on how long a cache
//! line takes from core to core, and on the load of the cores. It decides who works, and so no result.
//!
//! In: the amount of work, and the number of workers. Out: the number to use. Now and then the other way is tried.

use crate::clock::Stopwatch;
use std::ops::Range;

/// Runs before the other way is tried: at first, and at most. Each trial that changes nothing doubles the number.
const KEPT: [u32; 2] = [32, 512];

/// Runs of a trial. In the first half sleeping threads wake and fetch others' writes.
const TRIAL: u32 = 16;

/// The shortest of this many runs counts: the machine is busy elsewhere now and then.
const COUNTED: u32 = TRIAL / 2;

/// The other way is taken if it needs at most this part of the time.
const WORTH: f32 = 0.95;

/// The measurements so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadingTuner {
    /// Time for a unit of work, alone and shared, in the last counted runs, if any [ns].
    costs: [Option<f32>; 2],
    is_shared: bool,
    is_trial: bool,
    /// Runs in this way so far, their planned number, and the number for which a way is kept.
    runs: u32,
    until: u32,
    kept: u32,
    /// The shortest of the runs that count at present [ns].
    least: f32,
}

impl ThreadingTuner {
    /// Calls `run` with the number of workers that are to share `work`: one below `doubt`, all above it, and in between
    /// the number that finishes sooner.
    pub fn run<R>(&mut self, work: usize, workers: usize, doubt: Range<usize>, run: impl FnOnce(usize) -> R) -> R {
        if workers < 2 || !doubt.contains(&work) {
            self.leave();
            return run(if work < doubt.start { 1 } else { workers });
        }
        self.choose();
        let timer = Stopwatch::start();
        let result = run(if self.is_shared { workers } else { 1 });
        self.learn(timer.nanoseconds().max(1) as f32 / work.max(1) as f32);
        result
    }

    /// Drops a trial: one that is not finished now would end at another time than it began.
    fn leave(&mut self) {
        if self.is_trial && self.runs < self.until {
            self.is_shared = !self.is_shared;
            self.keep(KEPT[0]);
        }
    }

    /// Keeps this way for so many runs.
    fn keep(&mut self, runs: u32) {
        self.kept = runs.clamp(KEPT[0], KEPT[1]);
        (self.is_trial, self.runs, self.until) = (false, 0, self.kept);
    }

    /// Chooses this way or the other one.
    fn choose(&mut self) {
        if self.runs >= self.until {
            match self.costs {
                [Some(alone), Some(shared)] if self.is_trial => {
                    let (tried, other) = if self.is_shared { (shared, alone) } else { (alone, shared) };
                    if tried < WORTH * other {
                        self.keep(KEPT[0]);
                    } else {
                        self.is_shared = !self.is_shared;
                        self.keep(2 * self.kept);
                    }
                }
                [_, shared] => {
                    self.is_shared = shared.is_none() || !self.is_shared;
                    (self.is_trial, self.runs, self.until) = (true, 0, TRIAL);
                }
            }
        }
        self.runs += 1;
    }

    /// Takes the time of a unit of work [ns].
    fn learn(&mut self, taken: f32) {
        if self.runs % COUNTED == 1 || taken < self.least {
            self.least = taken;
        }
        if self.runs.is_multiple_of(COUNTED) {
            self.costs[usize::from(self.is_shared)] = Some(self.least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of runs that are shared, of so many; a unit takes so long alone and shared.
    fn shared_of(tuner: &mut ThreadingTuner, runs: usize, mut taken: impl FnMut(usize, bool) -> f32) -> usize {
        let all = (0..runs).filter(|&run| {
            tuner.choose();
            tuner.learn(taken(run, tuner.is_shared));
            tuner.is_shared
        });
        all.count()
    }

    #[test]
    fn what_is_sooner_done_is_kept() {
        let mut tuner = ThreadingTuner::default();
        let ways = |alone: f32, shared: f32| move |_: usize, is_shared: bool| if is_shared { shared } else { alone };
        assert!(shared_of(&mut tuner, 1000, ways(50.0, 40.0)) > 900);
        // As on another machine; then everything takes longer.
        assert!(shared_of(&mut tuner, 1000, ways(50.0, 60.0)) < 600);
        assert!(shared_of(&mut tuner, 1000, ways(50.0, 60.0)) < 100);
        assert!(shared_of(&mut tuner, 1000, ways(150.0, 160.0)) < 100);
        assert!(shared_of(&mut tuner, 1000, ways(150.0, 140.0)) > 400);
    }

    #[test]
    fn a_busy_machine_changes_little() {
        // One run in fifty takes ten times as long, the others up to a fifth more or less.
        for (alone, shared, most_shared) in [(50.0, 40.0, true), (50.0, 57.5, false), (57.5, 50.0, true)] {
            let mut drawn = 1_u64;
            let busy = |run: usize, is_shared: bool| {
                drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let noise = 0.8 + 0.4 * (drawn >> 40) as f32 / (1 << 24) as f32;
                noise * if is_shared { shared } else { alone } * if run % 50 == 7 { 10.0 } else { 1.0 }
            };
            let count = shared_of(&mut ThreadingTuner::default(), 10_000, busy);
            assert!(if most_shared { count > 9_000 } else { count < 1_000 }, "{alone} {shared}: {count}");
        }
    }

    #[test]
    fn a_clock_that_stands_still_once_is_forgotten() {
        let taken = |run: usize, is_shared: bool| match run {
            12 => 1e-3,
            _ if is_shared => 50.0,
            _ => 40.0,
        };
        assert!(shared_of(&mut ThreadingTuner::default(), 2000, taken) < 300);
    }

    #[test]
    fn a_trial_that_is_left_says_nothing() {
        let mut tuner = ThreadingTuner::default();
        let mut run = |work: usize| tuner.run(work, 4, 10..20, |workers| workers);
        // The work shrinks in the middle of the first trial; then one worker goes on for a while.
        assert_eq!([run(15), run(15), run(5)], [4, 4, 1]);
        let kept = KEPT[0] as usize;
        let after: Vec<usize> = (0..=kept).map(|_| run(15)).collect();
        assert_eq!(after[..kept], vec![1; kept]);
        assert_eq!(after[kept], 4);
    }

    /// A choice within another one, as that of the passes within that of the pool, is measured for a trial's length at
    /// a time.
    #[test]
    fn a_trial_that_is_done_before_it_is_left_counts() {
        let mut tuner = ThreadingTuner::default();
        for wanted in [16, 0, 16] {
            assert_eq!(shared_of(&mut tuner, 16, |_, is_shared| if is_shared { 40.0 } else { 50.0 }), wanted);
            tuner.leave();
        }
    }

    #[test]
    fn where_there_is_no_clock_all_take_part() {
        assert!(shared_of(&mut ThreadingTuner::default(), 1000, |_, _| 0.0) > 900);
    }

    #[test]
    fn out_of_doubt_nothing_is_tried() {
        let mut tuner = ThreadingTuner::default();
        for _ in 0..300 {
            assert_eq!(tuner.run(9, 4, 10..20, |workers| workers), 1);
            assert_eq!(tuner.run(20, 4, 10..20, |workers| workers), 4);
            assert_eq!(tuner.run(15, 1, 10..20, |workers| workers), 1);
        }
        let tried: Vec<usize> = (0..2 * TRIAL).map(|_| tuner.run(15, 4, 10..20, |workers| workers)).collect();
        let (first, second) = tried.split_at(TRIAL as usize);
        assert!(first.iter().all(|&workers| workers == 4) && second.iter().all(|&workers| workers == 1));
    }
}
