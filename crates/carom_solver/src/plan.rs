//! Which constraint goes into which lane: a stage is a run of blocks whose constraints share no body that can move.

use crate::contact_block::EMPTY_LANE;
use carom_math::LANES;
use std::ops::Range;

/// Constraints in the order in which they are solved, sixteen to a block, padded; and the stages as ranges of blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Index of the constraint in each lane, or [`EMPTY_LANE`].
    pub lanes: Vec<u32>,
    /// The blocks of each stage, in order.
    pub stages: Vec<Range<usize>>,
    /// The lane of each constraint, or [`EMPTY_LANE`].
    pub lane_of: Vec<u32>,
    /// Which of the first 64 rounds a row is in, and the first later one in which it is free; kept for reuse.
    used: Vec<u64>,
    free_from: Vec<u32>,
    /// Constraints by round, kept for reuse.
    round_of: Vec<u32>,
    counts: Vec<u32>,
}

impl Plan {
    pub(crate) fn blocks(&self) -> usize {
        self.lanes.len() / LANES
    }

    /// Plans constraints that have no colours, in rounds: each in the first that neither of its bodies is in yet.
    pub(crate) fn in_rounds(&mut self, count: usize, row_count: usize, movers: impl Fn(usize) -> [Option<u32>; 2]) {
        self.stages.clear();
        self.lanes.clear();
        self.lane_of.clear();
        self.lane_of.resize(count, EMPTY_LANE);
        if count > 0 {
            self.rounds(count, row_count, movers);
        }
    }

    fn rounds(&mut self, items: usize, row_count: usize, movers: impl Fn(usize) -> [Option<u32>; 2]) {
        self.used.clear();
        self.used.resize(row_count, 0);
        self.free_from.clear();
        self.free_from.resize(row_count, u64::BITS);
        self.counts.clear();
        self.round_of.clear();
        for item in 0..items {
            let rows = movers(item);
            let moving = || rows.into_iter().flatten().map(|row| row as usize);
            let early = moving().fold(0, |used, row| used | self.used[row]).trailing_ones();
            let round =
                if early < u64::BITS { early } else { moving().map(|row| self.free_from[row]).max().unwrap_or(0) };
            for row in moving() {
                if round < u64::BITS {
                    self.used[row] |= 1 << round;
                } else {
                    self.free_from[row] = round + 1;
                }
            }
            if self.counts.len() <= round as usize {
                self.counts.resize(round as usize + 1, 0);
            }
            self.counts[round as usize] += 1;
            self.round_of.push(round);
        }
        let mut blocks = self.blocks();
        for count in &mut self.counts {
            let end = blocks + (*count as usize).div_ceil(LANES);
            self.stages.push(blocks..end);
            *count = (blocks * LANES) as u32;
            blocks = end;
        }
        self.lanes.resize(blocks * LANES, EMPTY_LANE);
        for (item, &round) in self.round_of.iter().enumerate() {
            let lane = &mut self.counts[round as usize];
            self.lanes[*lane as usize] = item as u32;
            self.lane_of[item] = *lane;
            *lane += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_round_repeats_a_row_and_none_is_forgotten() {
        let pairs: Vec<[Option<u32>; 2]> =
            (0..400).map(|i: u32| [Some(0).filter(|_| i.is_multiple_of(3)), Some(1 + i * 7 % 50)]).collect();
        let mut plan = Plan::default();
        plan.in_rounds(pairs.len(), 51, |i| pairs[i]);
        // Each begins where the one before it ends.
        let ends = || plan.stages.iter().map(|stage| stage.end);
        assert!(
            plan.stages.iter().map(|stage| stage.start).eq(std::iter::once(0).chain(ends()).take(plan.stages.len()))
        );
        assert_eq!(ends().next_back(), Some(plan.blocks()));
        let mut seen = 0;
        for stage in &plan.stages {
            let mut used = std::collections::BTreeSet::new();
            for lane in stage.start * LANES..stage.end * LANES {
                if plan.lanes[lane] != EMPTY_LANE {
                    seen += 1;
                    assert_eq!(plan.lane_of[plan.lanes[lane] as usize], lane as u32);
                    assert!(pairs[plan.lanes[lane] as usize].iter().flatten().all(|&row| used.insert(row)));
                }
            }
        }
        assert_eq!(seen, pairs.len());
    }
}
