//! The stages of meshes in a substep, in their order.

use carom_math::LANES;
use std::cmp::max;
use std::ops::Range;

/// Nodes to a task; links of chains to a task.
const NODES_A_TASK: usize = 256;
const LINKS_A_TASK: usize = 8;

/// The work of a stage of meshes: over its nodes, or over the chains of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshWork {
    /// Rows forget what the paths gave them in the last substep.
    Forget,
    /// Nodes take the velocities and motions of their rows.
    Load,
    /// Chains sum up the stiffness in rotation of their nodes.
    Weigh,
    /// Nodes make their inertia greater.
    Stiffen,
    /// Chains solve; the first pass of a substep or another one.
    Solve { first: bool },
    /// Nodes show their velocities to contacts.
    Show,
    /// Nodes take back what these made of them.
    Take,
    /// Nodes move by a part of a substep.
    Move,
    /// Nodes move, and write velocities and motions to their rows.
    End,
}

/// A stage: its work, the number of its first item, its number of items, and the items of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeshStage {
    pub work: MeshWork,
    pub first: usize,
    pub items: usize,
    pub size: usize,
}

/// The amounts of the meshes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MeshAmounts<'a> {
    pub nodes: usize,
    pub hinges: usize,
    /// The chains of each round of paths.
    pub rounds: &'a [Range<usize>],
    /// Parts of a substep.
    pub parts: u32,
    /// Whether nothing else holds any body.
    pub alone: bool,
}

impl MeshAmounts<'_> {
    /// Work of a substep, in blocks of contacts.
    pub(crate) fn work(&self) -> usize {
        self.hinges * self.parts as usize / LANES
    }

    /// Calls `add` with the stage before all constraints of a substep but the first.
    pub(crate) fn begin(&self, mut add: impl FnMut(MeshStage)) {
        add(self.over_nodes(MeshWork::Forget));
    }

    /// The same with the stages of its first pass: after the warm start of contacts and after other joints, whose
    /// impulses the nodes take along.
    pub(crate) fn solve(&self, mut add: impl FnMut(MeshStage)) {
        add(self.over_nodes(MeshWork::Load));
        self.over_chains(MeshWork::Weigh, &mut add);
        add(self.over_nodes(MeshWork::Stiffen));
        self.over_chains(MeshWork::Solve { first: true }, &mut add);
        if !self.alone {
            add(self.over_nodes(MeshWork::Show));
        }
    }

    /// The same with what is left after contacts and other joints: parts of motion, and passes between them.
    pub(crate) fn end(&self, mut add: impl FnMut(MeshStage)) {
        if !self.alone {
            add(self.over_nodes(MeshWork::Take));
        }
        for _ in 1..self.parts {
            add(self.over_nodes(MeshWork::Move));
            self.over_chains(MeshWork::Solve { first: false }, &mut add);
        }
        add(self.over_nodes(MeshWork::End));
    }

    fn over_nodes(&self, work: MeshWork) -> MeshStage {
        MeshStage { work, first: 0, items: self.nodes, size: NODES_A_TASK }
    }

    /// A stage for each round.
    fn over_chains(&self, work: MeshWork, mut add: impl FnMut(MeshStage)) {
        let chains = self.rounds.last().map_or(0, |round| round.end);
        let size = max(LINKS_A_TASK * LANES * chains / max(self.hinges, 1), 1);
        for round in self.rounds {
            add(MeshStage { work, first: round.start, items: round.len(), size });
        }
    }
}
