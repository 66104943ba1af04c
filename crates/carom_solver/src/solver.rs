//! The solver's stages over all blocks: prepare, the substeps, restitution, store.

use crate::contact_block::{ContactBlock, EMPTY_LANE};
use crate::integrate::{integrate_positions, integrate_velocities};
use crate::plan::Plan;
use crate::revolute_block::RevoluteBlock;
use crate::rows::{RowLimit, Rows};
use crate::{BodyMass, BodyState, Contact, Drive, JointImpulses, RevoluteInput, StepRules, Touch};
use crate::{contact_kernel, revolute_kernel};
use carom_math::LANES;
use carom_tasks::{Executor, StageClock};
use fearless_simd::{Level, dispatch};

/// Blocks of sixteen constraints to a task: fewer cost more to hand over than to solve.
const BLOCKS_A_TASK: usize = 16;

/// Bodies to a task.
const BODIES_A_TASK: usize = 512;

/// Contacts to a task, where they are stored.
const CONTACTS_A_TASK: usize = 1024;

/// The constraints of one step, and the memory that they are kept in.
#[derive(Clone, Debug)]
pub struct Solver {
    level: Level,
    contacts: Plan,
    contact_blocks: Vec<ContactBlock>,
    joints: Plan,
    joint_blocks: Vec<RevoluteBlock>,
    /// For how many rows contacts and joints were prepared: a [`crate::rows::Row`] is right for no other number.
    prepared: [usize; 2],
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            level: Level::new(),
            contacts: Plan::default(),
            contact_blocks: Vec::new(),
            joints: Plan::default(),
            joint_blocks: Vec::new(),
            prepared: [0; 2],
        }
    }
}

impl Solver {
    /// Puts the touching contacts into lanes and fills their blocks. `place_of` says which touch belongs to a contact.
    /// `states` has a row for each body and the dummy as its last.
    #[allow(clippy::too_many_arguments)] // Its arguments are what the stage reads; a struct would only hide them.
    pub fn prepare_contacts(
        &mut self,
        tasks: &Executor,
        contacts: &[Contact],
        touches: &[Touch],
        place_of: &[u32],
        masses: &[BodyMass],
        states: &[BodyState],
        rules: &StepRules,
    ) {
        let mover = |row: u32| masses.get(row as usize).filter(|m| m.moves()).map(|_| row);
        self.contacts.contacts(contacts, states.len(), |index| {
            let touch = &touches[place_of[index] as usize];
            touch.rows.map(mover)
        });
        self.prepared[0] = states.len();
        self.contact_blocks.resize_with(self.contacts.blocks(), ContactBlock::default);
        let (level, limit) = (self.level, RowLimit::new(states.len()));
        let lanes = &self.contacts.lanes;
        tasks.blocks(BLOCKS_A_TASK, &mut self.contact_blocks[..], |first, blocks| {
            dispatch!(level, simd => for (k, block) in blocks.iter_mut().enumerate() {
                let lanes = &lanes[(first + k) * LANES..][..LANES];
                let touch_of = |index: usize| touches[place_of[index] as usize];
                block.prepare(simd, lanes, contacts, touch_of, (masses, states), (limit, rules));
            });
        });
    }

    /// Puts the joints into lanes and fills their blocks; new lanes are found only where `changed`.
    pub fn prepare_joints(
        &mut self,
        tasks: &Executor,
        joints: &[RevoluteInput],
        changed: bool,
        masses: &[BodyMass],
        row_count: usize,
        rules: &StepRules,
    ) {
        if changed || self.joints.lane_of.len() != joints.len() {
            let mover = |row: u32| masses.get(row as usize).filter(|m| m.moves()).map(|_| row);
            self.joints.all_in_rounds(joints.len(), row_count, |index| {
                let joint = &joints[index];
                [mover(joint.row_a), mover(joint.row_b)]
            });
        }
        self.prepared[1] = row_count;
        self.joint_blocks.resize_with(self.joints.blocks(), RevoluteBlock::default);
        let limit = RowLimit::new(row_count);
        let lanes = &self.joints.lanes;
        tasks.blocks(BLOCKS_A_TASK, &mut self.joint_blocks[..], |first, blocks| {
            for (k, block) in blocks.iter_mut().enumerate() {
                for (lane, &index) in lanes[(first + k) * LANES..][..LANES].iter().enumerate() {
                    block.prepare(lane, joints.get(index as usize), masses, limit, rules);
                }
            }
        });
    }

    /// All substeps. `states` has a row for each body and the dummy as its last; the first `drives.len()` of them move.
    ///
    /// # Panics
    /// Where contacts or joints were prepared for another number of rows.
    pub fn substeps(
        &mut self,
        tasks: &Executor,
        states: &mut [BodyState],
        drives: &[Drive],
        rules: &StepRules,
        clock: &mut StageClock,
    ) {
        let rows = states.len();
        let fits = self.prepared.iter().all(|&prepared| prepared == rows || prepared == 0);
        assert!(fits, "prepared for {:?} rows, given {rows}", self.prepared);
        let movers = drives.len();
        for _ in 0..rules.substeps {
            tasks.blocks(BODIES_A_TASK, (&mut states[..movers], drives), |_, (states, drives)| {
                integrate_velocities(states, drives, rules);
            });
            clock.lap("integrate");
            self.each(tasks, states, Pass::WarmStart, rules);
            clock.lap("warm start");
            self.each(tasks, states, Pass::Solve, rules);
            clock.lap("solve");
            tasks.blocks(BODIES_A_TASK, (&mut states[..movers], drives), |_, (states, drives)| {
                integrate_positions(states, drives, rules);
            });
            clock.lap("integrate");
            self.each(tasks, states, Pass::Relax, rules);
            clock.lap("relax");
        }
        if self.contact_blocks.iter().any(|block| block.bounces) {
            self.each(tasks, states, Pass::Restitute, rules);
        }
        clock.lap("restitution");
    }

    /// One pass over all constraints: joints before contacts, stage by stage.
    fn each(&mut self, tasks: &Executor, states: &mut [BodyState], pass: Pass, rules: &StepRules) {
        let level = self.level;
        let rows = Rows::new(states);
        if pass != Pass::Restitute {
            for stage in &self.joints.stages {
                tasks.blocks(BLOCKS_A_TASK, &mut self.joint_blocks[stage.clone()], |_, blocks| {
                    run_joints(level, &rows, blocks, pass, rules);
                });
            }
        }
        for stage in &self.contacts.stages {
            tasks.blocks(BLOCKS_A_TASK, &mut self.contact_blocks[stage.clone()], |_, blocks| {
                run_contacts(level, &rows, blocks, pass, rules);
            });
        }
    }

    /// Writes the impulses back to the contacts.
    pub fn store_contacts(&self, tasks: &Executor, contacts: &mut [Contact]) {
        tasks.blocks(CONTACTS_A_TASK, (contacts, &self.contacts.lane_of[..]), |_, (contacts, lane_of)| {
            for (contact, &lane) in contacts.iter_mut().zip(lane_of) {
                if lane != EMPTY_LANE {
                    self.contact_blocks[lane as usize / LANES].store(lane as usize % LANES, contact);
                }
            }
        });
    }

    /// The impulses of joint `index`, as it was numbered in [`Solver::prepare_joints`].
    #[inline]
    pub fn joint_impulses(&self, index: usize) -> JointImpulses {
        let lane = self.joints.lane_of[index] as usize;
        self.joint_blocks[lane / LANES].impulses(lane % LANES)
    }

    /// How many stages the passes have: hand-offs between threads, at most.
    pub fn stage_count(&self) -> usize {
        self.joints.stages.len() + self.contacts.stages.len()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    WarmStart,
    Solve,
    Relax,
    Restitute,
}

/// One pass over some blocks of one colour, with the lanes of this machine.
fn run_contacts(level: Level, rows: &Rows<'_>, blocks: &mut [ContactBlock], pass: Pass, rules: &StepRules) {
    match pass {
        Pass::WarmStart => dispatch!(level, simd => for block in blocks {
            contact_kernel::warm_start(simd, rows, block);
        }),
        Pass::Solve => dispatch!(level, simd => for block in blocks {
            contact_kernel::solve::<_, false>(simd, rows, block, rules);
        }),
        Pass::Relax => dispatch!(level, simd => for block in blocks {
            contact_kernel::solve::<_, true>(simd, rows, block, rules);
        }),
        Pass::Restitute => dispatch!(level, simd => for block in blocks {
            if block.bounces {
                contact_kernel::restitute(simd, rows, block, rules);
            }
        }),
    }
}

/// One pass over some blocks of joints.
fn run_joints(level: Level, rows: &Rows<'_>, blocks: &mut [RevoluteBlock], pass: Pass, rules: &StepRules) {
    match pass {
        Pass::WarmStart => dispatch!(level, simd => for block in blocks {
            revolute_kernel::warm_start(simd, rows, block);
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
