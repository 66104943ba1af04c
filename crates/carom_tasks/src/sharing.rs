//! Whether one worker or several are sooner through with work that is done again and again: measured as it is done, since it hangs on
//! how long a line of memory takes from core to core, and on who else uses the cores. Decides who works, and so no result.
//!
//! In: how much there is to do, and how many could do it. Out: how many are to. Now and then the other way is tried.

use crate::clock::Timer;
use std::ops::Range;

/// For so many runs a way is kept before the other one is tried: at first, and at most. Each trial that changes nothing doubles it.
const KEPT: [u32; 2] = [32, 512];

/// A trial is so many runs. The first half does not count, in which sleeping threads wake and fetch what others wrote; of the others the shortest does.
const TRIAL: u32 = 16;

/// What a trial takes of the time of the way it is tried against, if it is to be followed: the shortest of a few runs is shorter than the mean.
const WORTH: f32 = 0.95;

/// Part of what a run takes more or less than was thought by which that is corrected, and how many times as long as thought it may take: a
/// machine is busy elsewhere now and then.
const LEARNT: f32 = 0.125;
const MOST: f32 = 2.0;

/// What was measured so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sharing {
    /// Time for a unit of work, alone and shared, as far as it was measured [ns].
    costs: [Option<f32>; 2],
    is_shared: bool,
    is_trial: bool,
    /// Runs in this way so far, and how many there are to be.
    runs: u32,
    until: u32,
    kept: u32,
}

impl Sharing {
    /// Calls `run` with the number of workers that are to share `work`: one where there is less than `doubt`, all where there is more, else as many
    /// as are sooner through with it.
    pub fn run<R>(&mut self, work: usize, workers: usize, doubt: Range<usize>, run: impl FnOnce(usize) -> R) -> R {
        if workers < 2 || work < doubt.start {
            return run(1);
        }
        if work >= doubt.end {
            return run(workers);
        }
        self.choose();
        let timer = Timer::start();
        let result = run(if self.is_shared { workers } else { 1 });
        self.learn(timer.nanoseconds() as f32 / work as f32);
        result
    }

    /// Goes on in this way, or in the other one.
    fn choose(&mut self) {
        if self.runs >= self.until {
            (self.runs, self.until) = (0, TRIAL);
            match self.costs {
                [Some(alone), Some(shared)] if self.is_trial => {
                    let (tried, other) = if self.is_shared { (shared, alone) } else { (alone, shared) };
                    if tried < WORTH * other {
                        self.kept = KEPT[0];
                    } else {
                        self.is_shared = !self.is_shared;
                        self.kept = (2 * self.kept).clamp(KEPT[0], KEPT[1]);
                    }
                    (self.is_trial, self.until) = (false, self.kept);
                }
                [_, shared] => {
                    // What was known of the other way may be of another time.
                    self.is_shared = shared.is_none() || !self.is_shared;
                    self.is_trial = true;
                    self.costs[usize::from(self.is_shared)] = None;
                }
            }
        }
        self.runs += 1;
    }

    /// Takes up what a unit of work took [ns].
    fn learn(&mut self, taken: f32) {
        if !self.is_trial || self.runs > TRIAL / 2 {
            let cost = &mut self.costs[usize::from(self.is_shared)];
            *cost = Some(match *cost {
                Some(cost) if self.is_trial && taken > cost => cost,
                Some(cost) if !self.is_trial => {
                    let most = MOST * cost;
                    cost + LEARNT * (if taken < most { taken } else { most } - cost)
                }
                _ => taken,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of so many runs are shared, where a unit takes so long alone and shared.
    fn shared_of(sharing: &mut Sharing, runs: usize, mut taken: impl FnMut(usize, bool) -> f32) -> usize {
        let all = (0..runs).filter(|&run| {
            sharing.choose();
            sharing.learn(taken(run, sharing.is_shared));
            sharing.is_shared
        });
        all.count()
    }

    #[test]
    fn what_is_sooner_done_is_kept() {
        let mut sharing = Sharing::default();
        let ways = |alone: f32, shared: f32| move |_: usize, is_shared: bool| if is_shared { shared } else { alone };
        assert!(shared_of(&mut sharing, 1000, ways(50.0, 40.0)) > 900);
        // The machine is another one, so to say; then all takes longer.
        assert!(shared_of(&mut sharing, 1000, ways(50.0, 60.0)) < 600);
        assert!(shared_of(&mut sharing, 1000, ways(50.0, 60.0)) < 100);
        assert!(shared_of(&mut sharing, 1000, ways(150.0, 160.0)) < 100);
        assert!(shared_of(&mut sharing, 1000, ways(150.0, 140.0)) > 400);
    }

    #[test]
    fn a_busy_machine_changes_little() {
        // One run in fifty takes ten times as long.
        let busy = |run: usize, is_shared: bool| {
            if run % 50 == 7 {
                500.0
            } else if is_shared {
                40.0
            } else {
                50.0
            }
        };
        assert!(shared_of(&mut Sharing::default(), 5000, busy) > 4500);
    }

    #[test]
    fn where_there_is_no_clock_all_take_part() {
        assert!(shared_of(&mut Sharing::default(), 1000, |_, _| 0.0) > 900);
    }

    #[test]
    fn out_of_doubt_nothing_is_tried() {
        let mut sharing = Sharing::default();
        for _ in 0..300 {
            assert_eq!(sharing.run(9, 4, 10..20, |workers| workers), 1);
            assert_eq!(sharing.run(20, 4, 10..20, |workers| workers), 4);
            assert_eq!(sharing.run(15, 1, 10..20, |workers| workers), 1);
        }
        let tried: Vec<usize> = (0..2 * TRIAL).map(|_| sharing.run(15, 4, 10..20, |workers| workers)).collect();
        let (first, second) = tried.split_at(TRIAL as usize);
        assert!(first.iter().all(|&workers| workers == 4) && second.iter().all(|&workers| workers == 1));
    }
}
