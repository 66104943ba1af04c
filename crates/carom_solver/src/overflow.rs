//! Overflow: the lanes of constraints without a color. A stage is a run of blocks whose constraints share no body that
//! can move, or a block whose constraints share a split body and no other body that can move.

use crate::contact::block::EMPTY_LANE;
use carom_math::LANES;
use std::ops::Range;

/// The last blocks of split bodies that are searched for a free lane.
const NEAR: usize = 8;

/// Constraints in the order of solving, sixteen to a block, padded; and the stages as ranges of blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct LanePlan {
    /// Index of the constraint in each lane, or [`EMPTY_LANE`].
    pub lanes: Vec<u32>,
    /// The blocks of each stage, in order.
    pub stages: Vec<Range<usize>>,
    /// The lane of each constraint, or [`EMPTY_LANE`].
    pub lane_of: Vec<u32>,
    /// The row that all constraints of a block share, for the first blocks.
    pub split_bodies: Vec<u32>,
    /// The first 64 rounds of each row, as bits, and the first later round in which it is free; kept for reuse.
    used: Vec<u64>,
    free_from: Vec<u32>,
    /// The round and kind of each constraint, and the constraints of each round and kind; kept for reuse.
    place_of: Vec<u32>,
    counts: Vec<u32>,
}

impl LanePlan {
    pub(crate) fn blocks(&self) -> usize {
        self.lanes.len() / LANES
    }

    /// Plans `count` constraints that have no colors, of `row_count` rows, but for those without a kind. Those with a
    /// split body (its row) come first, in blocks of one split body each; each block is a stage. The others go into
    /// rounds: each into the first that has neither of its bodies yet. A round goes by kinds, of which there are
    /// `kinds`, so that most blocks have one: this changes speed only.
    pub(crate) fn without_colors(
        &mut self,
        (count, row_count): (usize, usize),
        movers: impl Fn(usize) -> [Option<u32>; 2],
        split_body: impl Fn(usize) -> Option<u32>,
        (kinds, kind_of): (usize, impl Fn(usize) -> Option<u8>),
    ) {
        self.stages.clear();
        self.lanes.clear();
        self.split_bodies.clear();
        self.lane_of.clear();
        self.lane_of.resize(count, EMPTY_LANE);
        for item in 0..count {
            if let Some(split_body) = split_body(item) {
                self.add_to_split_body(item, split_body, &movers);
            }
        }
        if self.lane_of.contains(&EMPTY_LANE) {
            self.rounds(row_count, movers, (kinds, kind_of));
        }
    }

    /// Puts a constraint into one of the last blocks of its split body that has a free lane and not its other body;
    /// else into a new one.
    fn add_to_split_body(&mut self, item: usize, split_body: u32, movers: &impl Fn(usize) -> [Option<u32>; 2]) {
        let other_of = |item: usize| movers(item).into_iter().flatten().find(|&row| row != split_body);
        let blocks = self.blocks();
        let free = (blocks.saturating_sub(NEAR)..blocks)
            .filter(|&block| self.split_bodies[block] == split_body)
            .find_map(|block| {
                let lanes = &self.lanes[block * LANES..][..LANES];
                let used = lanes.iter().position(|&lane| lane == EMPTY_LANE)?;
                let is_new = lanes[..used].iter().all(|&other| other_of(other as usize) != other_of(item));
                is_new.then_some(block * LANES + used)
            });
        let lane = free.unwrap_or_else(|| {
            self.stages.push(blocks..blocks + 1);
            self.split_bodies.push(split_body);
            self.lanes.resize((blocks + 1) * LANES, EMPTY_LANE);
            blocks * LANES
        });
        self.lanes[lane] = item as u32;
        self.lane_of[item] = lane as u32;
    }

    /// Puts constraints without a lane into rounds.
    fn rounds(
        &mut self,
        row_count: usize,
        movers: impl Fn(usize) -> [Option<u32>; 2],
        (kinds, kind_of): (usize, impl Fn(usize) -> Option<u8>),
    ) {
        self.used.clear();
        self.used.resize(row_count, 0);
        self.free_from.clear();
        self.free_from.resize(row_count, u64::BITS);
        self.counts.clear();
        self.place_of.clear();
        for (item, _) in self.lane_of.iter().enumerate().filter(|(_, lane)| **lane == EMPTY_LANE) {
            let Some(kind) = kind_of(item) else {
                self.place_of.push(EMPTY_LANE);
                continue;
            };
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
            let place = round as usize * kinds + usize::from(kind) % kinds;
            if self.counts.len() <= place {
                self.counts.resize((round as usize + 1) * kinds, 0);
            }
            self.counts[place] += 1;
            self.place_of.push(place as u32);
        }
        let mut blocks = self.blocks();
        for counts in self.counts.chunks_mut(kinds) {
            let mut lane = (blocks * LANES) as u32;
            for count in counts {
                lane += std::mem::replace(count, lane);
            }
            let end = (lane as usize).div_ceil(LANES);
            self.stages.push(blocks..end);
            blocks = end;
        }
        self.lanes.resize(blocks * LANES, EMPTY_LANE);
        let without_lane = self.lane_of.iter_mut().enumerate().filter(|(_, lane)| **lane == EMPTY_LANE);
        for ((item, lane_of), &place) in without_lane.zip(&self.place_of) {
            if let Some(lane) = self.counts.get_mut(place as usize) {
                self.lanes[*lane as usize] = item as u32;
                *lane_of = *lane;
                *lane += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    type Pair = [Option<u32>; 2];

    /// Plans twice in the same memory. Checks that nothing is forgotten, that stages follow each other, and that no
    /// stage repeats a row, except for its split body.
    fn planned(pairs: &[Pair], rows: usize, split_body: impl Fn(usize) -> Option<u32>) -> LanePlan {
        let mut plan = LanePlan::default();
        plan.without_colors((3, rows), |_| [Some(0), None], |_| Some(0), (1, |_| Some(0)));
        plan.without_colors((pairs.len(), rows), |i| pairs[i], &split_body, (5, |i| Some((i % 5) as u8)));
        // Each begins at the end of the one before it.
        let ends = || plan.stages.iter().map(|stage| stage.end);
        let begins = plan.stages.iter().map(|stage| stage.start);
        assert!(begins.eq(std::iter::once(0).chain(ends()).take(plan.stages.len())));
        assert_eq!(ends().next_back(), Some(plan.blocks()));
        let mut seen = BTreeSet::new();
        for stage in &plan.stages {
            let own_split_body = plan.split_bodies.get(stage.start).copied();
            assert!(own_split_body.is_none() || stage.len() == 1);
            let mut used = BTreeSet::new();
            for lane in stage.start * LANES..stage.end * LANES {
                if plan.lanes[lane] != EMPTY_LANE {
                    let item = plan.lanes[lane] as usize;
                    assert!(
                        seen.insert(item) && plan.lane_of[item] == lane as u32 && split_body(item) == own_split_body
                    );
                    assert!(pairs[item].iter().flatten().all(|&row| Some(row) == own_split_body || used.insert(row)));
                }
            }
        }
        assert_eq!(seen.len(), pairs.len());
        plan
    }

    #[test]
    fn no_round_repeats_a_row_and_none_is_forgotten() {
        let pairs: Vec<Pair> =
            (0..400).map(|i: u32| [Some(0).filter(|_| i.is_multiple_of(3)), Some(1 + i * 7 % 50)]).collect();
        planned(&pairs, 51, |_| None);
    }

    #[test]
    fn what_has_a_hub_goes_sixteen_to_a_block() {
        // Bodies 0 and 1 are split bodies, of which each other body meets one four times in a row; bodies 2 and 3 are
        // none.
        let pairs: Vec<Pair> = (0..320).map(|i: u32| [Some(i % 4), Some(4 + i / 16)]).collect();
        let plan = planned(&pairs, 24, |i| pairs[i][0].filter(|&row| row < 2));
        assert!(plan.split_bodies.len() <= 2 * 8, "{:?}", plan.split_bodies);
        // And the other way round: the split body is the second.
        let pairs: Vec<Pair> = pairs.into_iter().map(|[a, b]| [b, a]).collect();
        let plan = planned(&pairs, 24, |i| pairs[i][1].filter(|&row| row < 2));
        assert!(plan.split_bodies.len() <= 2 * 8, "{:?}", plan.split_bodies);
    }
}
