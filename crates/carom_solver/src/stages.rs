//! The stages of all substeps, in their order, and the work of a task in each. A stage holds work that can run at once:
//! the bodies, the constraints of one color or one round, or the regions of a large world. Small stages that follow
//! each other are one stage of one task.

use crate::StepRules;
use crate::contact::block::{ContactBlock, ContactCold};
use crate::contact::kernel as contact_kernel;
use crate::grain::{LEAST_SHARED, task_of};
use crate::joint::block::{JointBlock, JointParts};
use crate::joint::kernel as joint_kernel;
use crate::joint::mesh::schedule::{MeshAmounts, MeshStage, MeshWork};
use crate::prefetch::{Prefetch, prefetched};
use crate::rows::{Rows, prefetch};
use carom_math::dispatch;
use carom_parallel::Tasks;
use fearless_simd::Level;
use std::cmp::{max, min};
use std::ops::Range;

/// Bodies to a task, and bodies that are moved in the time of a block.
const BODIES_A_TASK: usize = 256;
const BODIES_A_BLOCK: usize = 64;

/// Joints of trees to a task.
const JOINTS_A_TASK: usize = 16;

/// Recorded joints to a task.
const RECORDS_A_TASK: usize = 256;

/// Tasks of blocks or bodies that a worker begins at once.
const AT_ONCE: u32 = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    WarmStart,
    /// Warm start after the first substep, in which contacts have nothing to do.
    Swing,
    Solve,
    Relax,
    Restitute,
}

/// The work of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Forces of a substep, the first one or another.
    Velocities { first: bool },
    /// One pass over a round of joints, or over several small ones, whose blocks begin here.
    Joints(Pass, usize),
    /// One pass over the trees of joints.
    Trees(Pass),
    /// Work of meshes: their nodes, or the chains of a round, which begin here.
    Mesh(MeshWork, usize),
    /// One pass over the couplings of joints, in one task.
    Couplings(Pass),
    /// One pass over the contacts of a color.
    Color(Pass, usize),
    /// One pass over the contacts of some small colors in turn, from this one on.
    Colors(Pass, usize),
    /// One pass over a round of contacts without a color or a block of a split body, or over several small ones, whose
    /// blocks begin here.
    Overflow(Pass, usize),
    /// One pass over the interior of each region: a region a task.
    Interior(Pass),
    /// The interior of each region solved, its bodies moved, and it relaxed: a region a task.
    Regions,
    /// A substep of motion of the rows from this one on.
    Positions { first: usize },
    /// The impulses of a substep at the recorded contacts: a list a task.
    Recorded,
    /// The same after the last one.
    RecordedLast,
    /// The impulses of a substep of the recorded joints.
    RecordedJoints,
}

impl Work {
    /// The name under which its time is reported.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Velocities { .. } | Self::Positions { .. } => "integrate",
            Self::Regions => "regions",
            Self::Recorded | Self::RecordedJoints => "relax",
            Self::RecordedLast => "restitution",
            Self::Mesh(work, _) => match work {
                MeshWork::Forget | MeshWork::Load | MeshWork::Weigh | MeshWork::Stiffen => "warm start",
                MeshWork::Solve { .. } | MeshWork::Show | MeshWork::Take => "solve",
                MeshWork::Move | MeshWork::End => "integrate",
            },
            Self::Joints(pass, _)
            | Self::Trees(pass)
            | Self::Couplings(pass)
            | Self::Color(pass, _)
            | Self::Colors(pass, _)
            | Self::Overflow(pass, _)
            | Self::Interior(pass) => match pass {
                Pass::WarmStart | Pass::Swing => "warm start",
                Pass::Solve => "solve",
                Pass::Relax => "relax",
                Pass::Restitute => "restitution",
            },
        }
    }
}

/// One stage: its work, its number of items, and the items of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    pub work: Work,
    items: usize,
    size: usize,
}

impl Stage {
    /// Number of tasks.
    pub(crate) fn tasks(&self) -> Tasks {
        let at_once = match self.work {
            Work::Interior(_) | Work::Regions | Work::Recorded | Work::RecordedLast => 1,
            _ => AT_ONCE,
        };
        Tasks { count: self.items.div_ceil(self.size) as u32, at_once }
    }

    /// The items of some tasks.
    pub(crate) fn items_of(&self, tasks: Range<usize>) -> Range<usize> {
        tasks.start * self.size..min(tasks.end * self.size, self.items)
    }
}

/// The amounts of everything.
pub(crate) struct Amounts<'a> {
    pub bodies: usize,
    /// Blocks of each round of joints, of each color, of each round of the overflow.
    pub joints: &'a [Range<usize>],
    /// Packs of trees and lone trees, and the joints in them, those of a pack counted once.
    pub trees: (usize, usize),
    /// The meshes of hinges.
    pub meshes: MeshAmounts<'a>,
    /// Groups of couplings.
    pub couplings: usize,
    pub colors: &'a [usize],
    pub overflow: &'a [Range<usize>],
    /// Regions, none in a small world, and the number of rows that have an owner.
    pub regions: usize,
    pub movers: usize,
    /// Lists of recorded contacts; none if none is recorded.
    pub records: usize,
    /// Joints that are recorded.
    pub joint_records: usize,
    pub bounces: bool,
}

/// Below this work one worker finishes sooner than several, above it several do; in between the machine decides. In
/// blocks of contacts: one takes 50 (AVX-512) to 300 ns. A line that another core wrote last, as half of the rows of
/// two workers, takes 20 to 180 ns.
pub(crate) const DOUBT: Range<usize> = 64..640;

impl Amounts<'_> {
    /// The work of a pass, in blocks of contacts.
    pub(crate) fn work(&self) -> usize {
        let blocks = |rounds: &[Range<usize>]| rounds.last().map_or(0, |last| last.end);
        let contacts = self.colors.iter().sum::<usize>() + blocks(self.overflow);
        // A world with regions is a large one.
        if self.regions > 0 {
            usize::MAX
        } else {
            contacts
                + 2 * blocks(self.joints)
                + self.meshes.work()
                + self.trees.1
                + self.couplings
                + self.bodies / BODIES_A_BLOCK
        }
    }
}

/// Lists the stages of so many substeps.
pub(crate) fn plan_stages(stages: &mut Vec<Stage>, substeps: u32, amounts: &Amounts<'_>) {
    stages.clear();
    for substep in 0..substeps {
        let first = substep == 0;
        add(stages, Work::Velocities { first }, amounts.bodies, BODIES_A_TASK);
        add_pass(stages, if first { Pass::WarmStart } else { Pass::Swing }, amounts);
        add_pass(stages, Pass::Solve, amounts);
        // Rows that a region owns move with it. The others, which no impulse changes, move before it: solving reads the
        // gaps that the last relaxing left, and no motion.
        add(stages, Work::Positions { first: amounts.movers }, amounts.bodies - amounts.movers, BODIES_A_TASK);
        add(stages, Work::Regions, amounts.regions, 1);
        amounts.meshes.end(|stage| add_mesh(stages, stage));
        add_pass(stages, Pass::Relax, amounts);
        add(stages, Work::RecordedJoints, amounts.joint_records, RECORDS_A_TASK);
        // Restitution still changes the last impulses of contacts.
        if substep + 1 < substeps {
            add(stages, Work::Recorded, amounts.records, 1);
        }
    }
    if amounts.bounces {
        add_pass(stages, Pass::Restitute, amounts);
    }
    add(stages, Work::RecordedLast, amounts.records, 1);
}

/// One pass over all constraints: joints before contacts, those without a color last.
fn add_pass(stages: &mut Vec<Stage>, pass: Pass, amounts: &Amounts<'_>) {
    let meshes = &amounts.meshes;
    if pass == Pass::Swing {
        meshes.begin(|stage| add_mesh(stages, stage));
    }
    if pass != Pass::Restitute {
        add_rounds(stages, amounts.joints, |first| Work::Joints(pass, first));
        let (trees, joints) = amounts.trees;
        add(stages, Work::Trees(pass), trees, max(JOINTS_A_TASK * trees / max(joints, 1), 1));
        add_whole(stages, Work::Couplings(pass), amounts.couplings);
        if pass == Pass::Solve {
            meshes.solve(|stage| add_mesh(stages, stage));
        }
    }
    if pass != Pass::Swing {
        let mut color = 0;
        for group in amounts.colors.chunk_by(|&one, &next| one < LEAST_SHARED && next < LEAST_SHARED) {
            match group {
                [blocks] => add_blocks(stages, Work::Color(pass, color), *blocks),
                _ if group.iter().all(|&blocks| blocks == 0) => {}
                _ => add_whole(stages, Work::Colors(pass, color), group.len()),
            }
            color += group.len();
        }
        add_rounds(stages, amounts.overflow, |first| Work::Overflow(pass, first));
        if matches!(pass, Pass::WarmStart | Pass::Restitute) {
            add(stages, Work::Interior(pass), amounts.regions, 1);
        }
    }
}

fn add_mesh(stages: &mut Vec<Stage>, MeshStage { work, first, items, size }: MeshStage) {
    add(stages, Work::Mesh(work, first), items, size);
}

/// One pass over rounds, each of which begins at the end of the one before it.
fn add_rounds(stages: &mut Vec<Stage>, rounds: &[Range<usize>], work: impl Fn(usize) -> Work) {
    for group in rounds.chunk_by(|one, next| max(one.len(), next.len()) < LEAST_SHARED) {
        match group {
            [] => {}
            [round] => add_blocks(stages, work(round.start), round.len()),
            [first, .., last] => add_whole(stages, work(first.start), last.end - first.start),
        }
    }
}

/// Small colors or rounds in turn: one task, since they may share bodies.
fn add_whole(stages: &mut Vec<Stage>, work: Work, items: usize) {
    add(stages, work, items, items);
}

/// The blocks of one color or round, in tasks.
fn add_blocks(stages: &mut Vec<Stage>, work: Work, blocks: usize) {
    add(stages, work, blocks, task_of(blocks));
}

fn add(stages: &mut Vec<Stage>, work: Work, items: usize, size: usize) {
    if items > 0 {
        stages.push(Stage { work, items, size });
    }
}

/// One pass over some blocks of one color.
pub(crate) fn run_contacts(
    Prefetch { level, prefetches }: Prefetch,
    rows: &Rows<'_>,
    (blocks, cold): (&mut [ContactBlock], &mut [ContactCold]),
    pass: Pass,
    rules: &StepRules,
) {
    let fetch = |next: &ContactBlock| {
        if prefetches {
            prefetch(next);
        }
    };
    let blocks = prefetched(blocks, fetch).zip(cold);
    match pass {
        Pass::WarmStart => dispatch!(level, simd => for (block, cold) in blocks {
            block.harden(simd, cold, rules);
            contact_kernel::warm_start(simd, rows, block, cold);
        }),
        Pass::Swing => {}
        Pass::Solve => dispatch!(level, simd => for (block, cold) in blocks {
            contact_kernel::solve::<_, false, false>(simd, rows, block, cold, rules);
        }),
        Pass::Relax => dispatch!(level, simd => for (block, cold) in blocks {
            if block.round {
                contact_kernel::solve::<_, true, true>(simd, rows, block, cold, rules);
            } else {
                contact_kernel::solve::<_, true, false>(simd, rows, block, cold, rules);
            }
        }),
        Pass::Restitute => dispatch!(level, simd => for (block, cold) in blocks {
            if block.bounces {
                contact_kernel::restitute(simd, rows, block, cold, rules);
            }
        }),
    }
}

/// One pass over some blocks of joints.
pub(crate) fn run_joints(
    level: Level,
    rows: &Rows<'_>,
    (blocks, parts): (&mut [JointBlock], &mut [JointParts]),
    pass: Pass,
    rules: &StepRules,
) {
    let blocks = blocks.iter_mut().zip(parts);
    match pass {
        Pass::WarmStart => dispatch!(level, simd => for (block, parts) in blocks {
            joint_kernel::warm_start(simd, rows, block, parts);
        }),
        Pass::Swing => dispatch!(level, simd => for (block, parts) in blocks {
            joint_kernel::swing(simd, rows, block, parts);
        }),
        Pass::Solve => dispatch!(level, simd => for both in blocks {
            joint_kernel::solve::<_, false>(simd, rows, both, rules);
        }),
        Pass::Relax => dispatch!(level, simd => for both in blocks {
            joint_kernel::solve::<_, true>(simd, rows, both, rules);
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
        // More small ones in a row than make a task of their own.
        let colors: Vec<usize> = [vec![0, 1, 3, 100, 0, 129, 7, 5_000], vec![1; 30], vec![0]].concat();
        let rounds = |blocks: &[usize]| -> Vec<Range<usize>> {
            let ends = blocks.iter().scan(0, |end, blocks| {
                *end += blocks;
                Some(*end - blocks..*end)
            });
            ends.collect()
        };
        let (joints, overflow) = (rounds(&[7, 2, 3, 61, 11, 1, 1]), rounds(&[1; 80]));
        let amounts = Amounts {
            bodies: 1_000,
            joints: &joints,
            trees: (5, 90),
            couplings: 3,
            meshes: MeshAmounts::default(),
            colors: &colors,
            overflow: &overflow,
            regions: 0,
            movers: 0,
            records: 3,
            joint_records: 300,
            bounces: true,
        };
        plan_stages(&mut stages, 2, &amounts);
        for stage in &stages {
            let items = (0..stage.tasks().count as usize).flat_map(|task| stage.items_of(task..task + 1));
            assert!(items.eq(0..stage.items), "{stage:?}");
        }
        // The items of a pass, in its order, and the number of tasks of each stage.
        let of = |wanted: Pass| {
            let (mut joints, mut solved, mut overflow, mut tasks) = (vec![], vec![], vec![], vec![]);
            for stage in &stages {
                let (pass, from, list) = match stage.work {
                    Work::Joints(pass, first) => (pass, first..first + stage.items, &mut joints),
                    Work::Color(pass, color) => (pass, color..color + 1, &mut solved),
                    Work::Colors(pass, first) => (pass, first..first + stage.items, &mut solved),
                    Work::Overflow(pass, first) => (pass, first..first + stage.items, &mut overflow),
                    _ => continue,
                };
                if pass == wanted {
                    list.extend(from);
                    tasks.push(stage.tasks().count);
                }
            }
            solved.retain(|&color| colors[color] > 0);
            (joints, solved, overflow, tasks)
        };
        let in_order = Vec::from_iter((0..colors.len()).filter(|&color| colors[color] > 0));
        let (of_joints, of_contacts) = ([7, 2, 3, 61, 11, 1], [1, 3, 34, 33, 7, 1250, 1, 1]);
        let times = [
            (Pass::WarmStart, 1, 1),
            (Pass::Swing, 1, 0),
            (Pass::Solve, 2, 2),
            (Pass::Relax, 2, 2),
            (Pass::Restitute, 0, 1),
        ];
        for (pass, joint_times, contact_times) in times {
            let (joints, solved, overflow, tasks) = of(pass);
            assert_eq!(joints, Vec::from_iter(0..86).repeat(joint_times), "{pass:?}");
            assert_eq!(solved, in_order.repeat(contact_times), "{pass:?}");
            assert_eq!(overflow, Vec::from_iter(0..80).repeat(contact_times), "{pass:?}");
            // Small stages that follow each other are one task, however many they are.
            let joints = &of_joints[..joint_times.min(1) * of_joints.len()];
            let contacts = &of_contacts[..contact_times.min(1) * of_contacts.len()];
            assert_eq!(tasks, [joints, contacts].concat().repeat(joint_times.max(contact_times)), "{pass:?}");
        }
        assert_eq!(stages.last().map(|stage| stage.work), Some(Work::RecordedLast));
    }

    #[test]
    fn work_is_counted_in_blocks_of_contacts() {
        let amounts = |bodies, colors, joints| Amounts {
            bodies,
            joints,
            trees: (0, 0),
            couplings: 0,
            meshes: MeshAmounts::default(),
            colors,
            overflow: &[],
            regions: 0,
            movers: 0,
            records: 0,
            joint_records: 0,
            bounces: false,
        };
        for (amounts, work) in [
            (amounts(0, &[], &[]), 0),
            (amounts(1_000, &[60, 60, 3], &[]), 138),
            (amounts(3_600, &[5], std::slice::from_ref(&(0..200))), 461),
            (Amounts { overflow: &[0..2, 2..7], ..amounts(64, &[], &[]) }, 8),
            (Amounts { regions: 2, ..amounts(0, &[], &[]) }, usize::MAX),
        ] {
            assert_eq!(amounts.work(), work, "{} bodies", amounts.bodies);
        }
    }

    #[test]
    fn regions_stand_between_solve_and_relax() {
        let mut stages = Vec::new();
        let amounts = Amounts {
            bodies: 700,
            joints: std::slice::from_ref(&(0..30)),
            trees: (0, 0),
            couplings: 0,
            meshes: MeshAmounts::default(),
            colors: &[40],
            overflow: &[],
            regions: 3,
            movers: 690,
            records: 1,
            joint_records: 5,
            bounces: true,
        };
        plan_stages(&mut stages, 2, &amounts);
        let of_substep = |first: bool| {
            let warm_start = if first { Pass::WarmStart } else { Pass::Swing };
            let mut works = vec![Work::Velocities { first }, Work::Joints(warm_start, 0)];
            if first {
                works.extend([Work::Color(warm_start, 0), Work::Interior(warm_start)]);
            }
            works.extend([Work::Joints(Pass::Solve, 0), Work::Color(Pass::Solve, 0)]);
            works.extend([Work::Positions { first: 690 }, Work::Regions]);
            works.extend([Work::Joints(Pass::Relax, 0), Work::Color(Pass::Relax, 0), Work::RecordedJoints]);
            works
        };
        let restitution = vec![Work::Color(Pass::Restitute, 0), Work::Interior(Pass::Restitute), Work::RecordedLast];
        let wanted = [of_substep(true), vec![Work::Recorded], of_substep(false), restitution].concat();
        assert_eq!(Vec::from_iter(stages.iter().map(|stage| stage.work)), wanted);
        for stage in &stages {
            match stage.work {
                Work::Regions | Work::Interior(_) => {
                    assert_eq!(stage.tasks(), Tasks { count: 3, at_once: 1 }, "a task for each region")
                }
                Work::Positions { .. } => assert_eq!(stage.items, 10, "rows without an owner"),
                Work::Velocities { .. } => assert_eq!(stage.items, 700),
                _ => {}
            }
        }
    }
}
