//! How much of a stage is a task: what is less is done sooner by one worker than handed to another one.

use carom_math::LANES;
use fearless_simd::{Level, Simd, SimdBase, dispatch};

/// Blocks to a task, at most, and how many tasks there are in between.
const MOST_A_TASK: usize = 16;
const TASKS: usize = 32;

/// What is too little to be shared. What one core wrote last takes another one as long to read as to solve, if it solves sixteen
/// at a time; where a block is several registers it does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grain {
    /// Fewer blocks of sixteen constraints than this are one task.
    pub least_shared: usize,
    /// Blocks to a task, at least.
    least_a_task: usize,
}

impl Grain {
    /// For the lanes of an instruction set. It decides who works, and no result.
    pub(crate) fn of(level: Level) -> Self {
        dispatch!(level, simd => Self::of_lanes(simd))
    }

    fn of_lanes<S: Simd>(_: S) -> Self {
        if <S::f32s as SimdBase<S>>::LEN == LANES { Self::COARSE } else { Self::FINE }
    }

    pub const COARSE: Self = Self { least_shared: 12, least_a_task: 8 };
    pub const FINE: Self = Self { least_shared: 4, least_a_task: 1 };

    /// How many of so many blocks of one colour or round are a task.
    pub(crate) fn task_of(self, blocks: usize) -> usize {
        let Self { least_shared, least_a_task } = self;
        if blocks < least_shared { least_shared } else { (blocks / TASKS).clamp(least_a_task, MOST_A_TASK) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_solved_sixteen_at_a_time_is_shared_from_more_blocks_on() {
        #[cfg(target_arch = "x86_64")]
        for level in [Level::baseline(), Level::new()] {
            let wanted = if level.as_avx512().is_some() { Grain::COARSE } else { Grain::FINE };
            assert_eq!(Grain::of(level).least_shared, wanted.least_shared);
        }
        for (grain, tasks) in [(Grain::COARSE, [1, 1, 2, 13]), (Grain::FINE, [1, 7, 12, 34])] {
            assert_eq!([3, 7, 12, 100].map(|blocks: usize| blocks.div_ceil(grain.task_of(blocks))), tasks, "{grain:?}");
        }
    }
}
