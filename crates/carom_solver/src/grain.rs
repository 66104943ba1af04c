//! The size of a task in a stage. Less work is done sooner by one worker than handed to another. It decides who works,
//! and no result.

/// Fewer blocks of sixteen constraints than this are one task.
pub(crate) const LEAST_SHARED: usize = 2;

/// Most blocks to a task; the number of tasks in between.
const MOST_A_TASK: usize = 4;
const TASKS: usize = 32;

/// Blocks to a task, for so many blocks of one color or round.
pub(crate) fn task_of(blocks: usize) -> usize {
    if blocks < LEAST_SHARED { LEAST_SHARED } else { (blocks / TASKS).clamp(1, MOST_A_TASK) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_little_is_one_task_and_much_is_in_large_ones() {
        let tasks = [1, LEAST_SHARED - 1, LEAST_SHARED, 12, 100, 5_000].map(|blocks| blocks.div_ceil(task_of(blocks)));
        assert_eq!(tasks, [1, 1, LEAST_SHARED, 12, 34, 1250]);
    }
}
