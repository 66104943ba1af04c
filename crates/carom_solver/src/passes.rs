//! The stages of all substeps, in their order, and what a task of each does. A stage is as much as can be done at once:
//! the bodies, or the constraints of one colour or one round.

use crate::ahead::ahead;
use crate::contact_block::{ContactBlock, ContactCold};
use crate::revolute_block::RevoluteBlock;
use crate::rows::Rows;
use crate::{StepRules, contact_kernel, revolute_kernel};
use fearless_simd::{Level, dispatch};
use std::cmp::{max, min};
use std::ops::Range;

/// Fewer blocks of sixteen constraints than this are one task: what one core wrote last takes another one as long to read as to
/// solve.
const LEAST_SHARED: usize = 24;

/// Blocks to a task, at least and at most, and how many tasks there are in between.
const BLOCKS_A_TASK: [usize; 2] = [8, 16];
const TASKS: usize = 32;

/// Bodies to a task.
const BODIES_A_TASK: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    WarmStart,
    /// Warm start after the first substep, in which contacts have nothing to do.
    Swing,
    Solve,
    Relax,
    Restitute,
}

/// What a stage works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Forces of a substep, the first one or another.
    Velocities { first: bool },
    /// One pass over a round of joints, or over several small ones, whose blocks begin here.
    Joints(Pass, usize),
    /// One pass over the contacts of a colour.
    Colour(Pass, usize),
    /// One pass over the contacts of some small colours one after the other, from this one on.
    Colours(Pass, usize),
    /// One pass over a round of contacts without a colour, or over several small ones, whose blocks begin here.
    Rest(Pass, usize),
    /// A substep of motion.
    Positions,
    /// What a substep applied at the contacts that are watched: a list a task.
    Watched,
    /// The same after the last one.
    WatchedLast,
}

impl Work {
    /// The name of its time.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Velocities { .. } | Self::Positions => "integrate",
            Self::Watched => "relax",
            Self::WatchedLast => "restitution",
            Self::Joints(pass, _) | Self::Colour(pass, _) | Self::Colours(pass, _) | Self::Rest(pass, _) => {
                match pass {
                    Pass::WarmStart | Pass::Swing => "warm start",
                    Pass::Solve => "solve",
                    Pass::Relax => "relax",
                    Pass::Restitute => "restitution",
                }
            }
        }
    }
}

/// One stage: its work, how many items it has, and how many of them are a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    pub work: Work,
    items: usize,
    size: usize,
}

impl Stage {
    /// How many tasks it has.
    pub(crate) fn tasks(&self) -> u32 {
        self.items.div_ceil(self.size) as u32
    }

    /// The items of some tasks.
    pub(crate) fn items_of(&self, tasks: Range<usize>) -> Range<usize> {
        tasks.start * self.size..min(tasks.end * self.size, self.items)
    }
}

/// How much there is of everything.
pub(crate) struct Amounts<'a> {
    pub bodies: usize,
    /// Blocks of each round of joints, of each colour, of each round of the rest.
    pub joints: &'a [Range<usize>],
    pub colours: &'a [usize],
    pub rest: &'a [Range<usize>],
    /// Lists of watched contacts, none where none is watched.
    pub watched: usize,
    pub bounces: bool,
}

/// Lists the stages of so many substeps.
pub(crate) fn plan_stages(stages: &mut Vec<Stage>, substeps: u32, amounts: &Amounts<'_>) {
    stages.clear();
    for substep in 0..substeps {
        let first = substep == 0;
        add(stages, Work::Velocities { first }, amounts.bodies, BODIES_A_TASK);
        add_pass(stages, if first { Pass::WarmStart } else { Pass::Swing }, amounts);
        add_pass(stages, Pass::Solve, amounts);
        add(stages, Work::Positions, amounts.bodies, BODIES_A_TASK);
        add_pass(stages, Pass::Relax, amounts);
        // The last one's impulses are still changed by restitution.
        if substep + 1 < substeps {
            add(stages, Work::Watched, amounts.watched, 1);
        }
    }
    if amounts.bounces {
        add_pass(stages, Pass::Restitute, amounts);
    }
    add(stages, Work::WatchedLast, amounts.watched, 1);
}

/// One pass over all constraints: joints before contacts, those without a colour last.
fn add_pass(stages: &mut Vec<Stage>, pass: Pass, amounts: &Amounts<'_>) {
    if pass != Pass::Restitute {
        add_rounds(stages, amounts.joints, |first| Work::Joints(pass, first));
    }
    if pass != Pass::Swing {
        let mut colour = 0;
        for small in amounts.colours.chunk_by(|&one, &next| one < LEAST_SHARED && next < LEAST_SHARED) {
            match small {
                [blocks] => add_blocks(stages, Work::Colour(pass, colour), *blocks),
                _ if small.iter().all(|&blocks| blocks == 0) => {}
                _ => add(stages, Work::Colours(pass, colour), small.len(), small.len()),
            }
            colour += small.len();
        }
        add_rounds(stages, amounts.rest, |first| Work::Rest(pass, first));
    }
}

/// One pass over rounds, whose blocks follow each other: small ones that follow each other are one task.
fn add_rounds(stages: &mut Vec<Stage>, rounds: &[Range<usize>], work: impl Fn(usize) -> Work) {
    for small in rounds.chunk_by(|one, next| max(one.len(), next.len()) < LEAST_SHARED) {
        if let [first, .., last] = small {
            add(stages, work(first.start), last.end - first.start, last.end - first.start);
        } else {
            small.iter().for_each(|round| add_blocks(stages, work(round.start), round.len()));
        }
    }
}

fn add_blocks(stages: &mut Vec<Stage>, work: Work, blocks: usize) {
    let [least, most] = BLOCKS_A_TASK;
    let size = if blocks < LEAST_SHARED { LEAST_SHARED } else { (blocks / TASKS).clamp(least, most) };
    add(stages, work, blocks, size);
}

fn add(stages: &mut Vec<Stage>, work: Work, items: usize, size: usize) {
    if items > 0 {
        stages.push(Stage { work, items, size });
    }
}

/// One pass over some blocks of one colour, with the lanes of this machine.
pub(crate) fn run_contacts(
    level: Level,
    rows: &Rows<'_>,
    (blocks, cold): (&mut [ContactBlock], &mut [ContactCold]),
    pass: Pass,
    rules: &StepRules,
) {
    let blocks = ahead(blocks).zip(cold);
    match pass {
        Pass::WarmStart => dispatch!(level, simd => for (block, cold) in blocks {
            contact_kernel::warm_start(simd, rows, block, cold);
        }),
        Pass::Swing => {}
        Pass::Solve => dispatch!(level, simd => for (block, cold) in blocks {
            contact_kernel::solve::<_, false>(simd, rows, block, cold, rules);
        }),
        Pass::Relax => dispatch!(level, simd => for (block, cold) in blocks {
            contact_kernel::solve::<_, true>(simd, rows, block, cold, rules);
        }),
        Pass::Restitute => dispatch!(level, simd => for (block, cold) in blocks {
            if block.bounces {
                contact_kernel::restitute(simd, rows, block, cold, rules);
            }
        }),
    }
}

/// One pass over some blocks of joints.
pub(crate) fn run_joints(level: Level, rows: &Rows<'_>, blocks: &mut [RevoluteBlock], pass: Pass, rules: &StepRules) {
    let blocks = ahead(blocks);
    match pass {
        Pass::WarmStart => dispatch!(level, simd => for block in blocks {
            revolute_kernel::warm_start(simd, rows, block);
        }),
        Pass::Swing => dispatch!(level, simd => for block in blocks {
            revolute_kernel::swing(simd, rows, block);
        }),
        Pass::Solve => dispatch!(level, simd => for block in blocks {
            revolute_kernel::solve::<_, false>(simd, rows, block, rules);
        }),
        Pass::Relax => dispatch!(level, simd => for block in blocks {
            revolute_kernel::solve::<_, true>(simd, rows, block, rules);
        }),
        Pass::Restitute => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_cover_every_item_once() {
        let mut stages = Vec::new();
        let colours: Vec<usize> = [0, 1, 3, 4, 5, 8, 100, 0, 129, 7, 5_000, 2, 0].into();
        let amounts = Amounts {
            bodies: 1_000,
            joints: &[0..7, 7..9, 9..70, 70..71],
            colours: &colours,
            rest: &[0..1, 1..2],
            watched: 3,
            bounces: true,
        };
        plan_stages(&mut stages, 2, &amounts);
        for stage in &stages {
            let items = (0..stage.tasks() as usize).flat_map(|task| stage.items_of(task..task + 1));
            assert!(items.eq(0..stage.items), "{stage:?}");
        }
        let passes = [Pass::WarmStart, Pass::Swing, Pass::Solve, Pass::Relax, Pass::Restitute];
        let times = [[1, 0, 2, 2, 1], [1, 1, 2, 2, 0]];
        for (&pass, times) in passes.iter().zip(times[0]) {
            let of = |stage: &Stage| match stage.work {
                Work::Colour(of, colour) if of == pass => colour..colour + 1,
                Work::Colours(of, first) if of == pass => first..first + stage.items,
                _ => 0..0,
            };
            let solved: Vec<usize> = stages.iter().flat_map(of).filter(|&colour| colours[colour] > 0).collect();
            let in_order = (0..colours.len()).filter(|&colour| colours[colour] > 0);
            assert_eq!(solved, Vec::from_iter(in_order).repeat(times), "{pass:?}");
        }
        for (&pass, times) in passes.iter().zip(times[1]) {
            let of = |stage: &Stage| match stage.work {
                Work::Joints(of, first) if of == pass => first..first + stage.items,
                _ => 0..0,
            };
            assert!(stages.iter().flat_map(of).eq(Vec::from_iter(0..71).repeat(times)), "{pass:?}");
        }
        // What is small and follows each other is one task; what is large is many.
        let solve = stages.iter().filter(|stage| {
            matches!(
                stage.work,
                Work::Joints(Pass::Solve, _) | Work::Colour(Pass::Solve, _) | Work::Rest(Pass::Solve, _)
            ) || matches!(stage.work, Work::Colours(Pass::Solve, _))
        });
        let tasks: Vec<u32> = solve.map(Stage::tasks).take(9).collect();
        assert_eq!(tasks, [1, 8, 1, 1, 13, 17, 1, 313, 1]);
        assert_eq!(stages.last().map(|stage| stage.work), Some(Work::WatchedLast));
    }
}
