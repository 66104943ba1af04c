//! The solver's stages over all blocks: prepare, the substeps, restitution, store.

use crate::ahead::ahead;
use crate::colour::COLOURS;
use crate::contact_block::{ContactBlock, ContactCold};
use crate::integrate::{Free, integrate_positions, integrate_velocities};
use crate::plan::Plan;
use crate::revolute_block::{JointNews, RevoluteBlock};
use crate::room::make_room;
use crate::rows::{RowLimit, Rows};
use crate::tile::{ContactTiles, Late, Sources, TILE, Tile, Tiles};
use crate::watch::{Watch, Watched, add_watched, list_watched};
use crate::{BodyMass, BodyState, Contact, Drive, JointImpulses, RevoluteInput, StepRules, Touch};
use crate::{contact_kernel, revolute_kernel};
use carom_math::{LANES, Pose};
use carom_tasks::{Executor, StageClock};
use fearless_simd::{Level, dispatch};

/// Blocks of sixteen constraints to a task: fewer cost more to hand over than to solve.
const BLOCKS_A_TASK: usize = 16;

/// Bodies to a task.
const BODIES_A_TASK: usize = 512;

/// The constraints of one step, and the memory that they are kept in.
#[derive(Clone, Debug)]
pub struct Solver {
    level: Level,
    /// The contacts that have a colour.
    tiles: Tiles,
    /// How many blocks each colour has in all tiles.
    colours: [usize; COLOURS],
    /// The contacts that have none, and their indices.
    rest: Plan,
    rest_of: Vec<Late>,
    rest_blocks: Vec<ContactBlock>,
    rest_cold: Vec<ContactCold>,
    joints: Plan,
    joint_blocks: Vec<RevoluteBlock>,
    /// Velocities before impulses, of the rows that move.
    free: Vec<Free>,
    watch: Watch,
    /// The contacts without a colour whose impulses are summed up.
    rest_watched: Vec<Watched>,
    /// For how many rows contacts and joints were prepared: a [`crate::rows::Row`] is right for no other number.
    prepared: [usize; 2],
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            level: Level::new(),
            tiles: Tiles::default(),
            colours: [0; COLOURS],
            rest: Plan::default(),
            rest_of: Vec::new(),
            rest_blocks: Vec::new(),
            rest_cold: Vec::new(),
            joints: Plan::default(),
            joint_blocks: Vec::new(),
            free: Vec::new(),
            watch: Watch::default(),
            rest_watched: Vec::new(),
            prepared: [0; 2],
        }
    }
}

impl Solver {
    /// Sets the instruction set to use; the best of this machine, by default. No result depends on it.
    pub fn set_lanes(&mut self, level: Level) {
        self.level = level;
    }

    /// Sets which contacts have their impulses summed up over a step; none, by default.
    pub fn set_watch(&mut self, watch: Watch) {
        self.watch = watch;
    }

    /// Which contacts are watched.
    pub fn watch(&self) -> Watch {
        self.watch
    }

    /// How many lists of contacts that were watched in this step there are: one for each tile, and one for what has no
    /// colour.
    pub fn watched_lists(&self) -> usize {
        self.tiles.list().len() + 1
    }

    /// The contacts of such a list.
    pub fn watched(&self, list: usize) -> &[Watched] {
        self.tiles.list().get(list).map_or(&self.rest_watched, |tile| &tile.watched)
    }

    /// Tiles for so many contacts, to be filled in parallel beside them; [`Solver::add_late`] has to follow. `states` has a
    /// row for each body and the dummy as its last.
    pub fn open<'a>(
        &'a mut self,
        contacts: usize,
        masses: &'a [BodyMass],
        states: &'a [BodyState],
    ) -> ContactTiles<'a> {
        let from = self.sources(masses, states);
        self.tiles.open(contacts, from)
    }

    fn sources<'a>(&self, masses: &'a [BodyMass], states: &'a [BodyState]) -> Sources<'a> {
        Sources { level: self.level, masses, states, limit: RowLimit::new(states.len()), watch: self.watch }
    }

    /// Takes up the contacts that touch and had no colour yet when their tile was filled, and those that have none.
    pub fn add_late(&mut self, tasks: &Executor, contacts: &[Contact], masses: &[BodyMass], states: &[BodyState]) {
        self.prepared[0] = states.len();
        let from = self.sources(masses, states);
        self.tiles.add_late(tasks, contacts, from, &mut self.rest_of);
        for (colour, count) in self.colours.iter_mut().enumerate() {
            *count = self.tiles.list().iter().map(|tile| tile.colour(colour).len()).sum();
        }
        self.prepare_rest(contacts, from);
    }

    /// Fills the blocks of all contacts at once; `touches` has one for each contact.
    pub fn prepare_contacts(
        &mut self,
        tasks: &Executor,
        contacts: &[Contact],
        touches: &[Touch],
        masses: &[BodyMass],
        states: &[BodyState],
    ) {
        let tiles = self.open(contacts.len(), masses, states);
        tasks.blocks(TILE, (contacts, touches, tiles), |first, (contacts, touches, tiles)| {
            tiles.fill(first, contacts, touches);
        });
        self.add_late(tasks, contacts, masses, states);
    }

    /// Fills the blocks of what has no colour: few, but where a hub has hundreds of contacts.
    fn prepare_rest(&mut self, contacts: &[Contact], from: Sources<'_>) {
        let (rest_of, tiles) = (&self.rest_of, &self.tiles);
        let mover = |row: u32| from.masses.get(row as usize).filter(|m| m.moves()).map(|_| row);
        let rows_of = |number: usize| tiles.touch_of(&rest_of[number]).rows.map(mover);
        self.rest.in_rounds(rest_of.len(), from.states.len(), rows_of);
        self.rest_blocks.resize_with(self.rest.blocks(), ContactBlock::default);
        self.rest_cold.resize_with(self.rest.blocks(), ContactCold::default);
        let lanes = &self.rest.lanes;
        let late_in = |lane: usize| rest_of.get(lanes[lane] as usize).map(|late| (late.contact, tiles.touch_of(late)));
        let blocks = self.rest_blocks.iter_mut().zip(&mut self.rest_cold).enumerate();
        dispatch!(self.level, simd => for (number, (block, cold)) in blocks {
            let contact_in = |lane: usize| {
                late_in(number * LANES + lane).map(|(contact, touch)| (&contacts[contact as usize], touch))
            };
            block.prepare(simd, cold, contact_in, from);
        });
        list_watched(&mut self.rest_watched, (&self.rest_blocks, &self.rest_cold), self.watch.all, late_in);
    }

    /// Puts the joints into lanes and fills their blocks, as far as there is news of them; then the blocks take up where the
    /// bodies are. `states` is the number of rows with the dummy.
    pub fn prepare_joints(
        &mut self,
        tasks: &Executor,
        (joints, news): (&[RevoluteInput], JointNews),
        (poses, masses, states): (&[Pose], &[BodyMass], usize),
        rules: &StepRules,
    ) {
        let is_new = news == JointNews::Others || self.joints.lane_of.len() != joints.len();
        if is_new {
            let mover = |row: u32| masses.get(row as usize).filter(|m| m.moves()).map(|_| row);
            self.joints.in_rounds(joints.len(), states, |index| {
                let joint = &joints[index];
                [mover(joint.row_a), mover(joint.row_b)]
            });
        }
        let fills = is_new || news != JointNews::None || self.prepared[1] != states;
        self.prepared[1] = states;
        self.joint_blocks.resize_with(self.joints.blocks(), RevoluteBlock::default);
        let (limit, level) = (RowLimit::new(states), self.level);
        let lanes = &self.joints.lanes;
        tasks.blocks(BLOCKS_A_TASK, &mut self.joint_blocks[..], |first, blocks| {
            if fills {
                for (k, block) in ahead(blocks).enumerate() {
                    for (lane, &index) in lanes[(first + k) * LANES..][..LANES].iter().enumerate() {
                        block.fill(lane, joints.get(index as usize), limit, rules);
                    }
                }
            }
            dispatch!(level, simd => for block in ahead(blocks) {
                block.place(simd, poses, masses);
            });
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
        make_room(&mut self.free, movers);
        self.free.resize(movers, Free::default());
        for substep in 0..rules.substeps {
            let level = self.level;
            let columns = (&mut states[..movers], drives, &mut self.free[..]);
            tasks.blocks(BODIES_A_TASK, columns, |_, (states, drives, free)| {
                dispatch!(level, simd => integrate_velocities(simd, states, drives, free, rules, substep == 0));
            });
            clock.lap("integrate");
            let pass = if substep == 0 { Pass::WarmStart } else { Pass::Swing };
            self.each(tasks, states, pass, rules);
            clock.lap("warm start");
            self.each(tasks, states, Pass::Solve, rules);
            clock.lap("solve");
            tasks.blocks(BODIES_A_TASK, (&mut states[..movers], drives), |_, (states, drives)| {
                dispatch!(level, simd => integrate_positions(simd, states, drives, rules));
            });
            clock.lap("integrate");
            self.each(tasks, states, Pass::Relax, rules);
            // The last one's impulses are still changed by restitution.
            if substep + 1 < rules.substeps {
                self.add_watched(tasks);
            }
            clock.lap("relax");
        }
        if self.tiles.list().iter().any(|tile| tile.bounces) || self.rest_blocks.iter().any(|block| block.bounces) {
            self.each(tasks, states, Pass::Restitute, rules);
        }
        self.add_watched(tasks);
        clock.lap("restitution");
    }

    /// Adds what a substep applied at the contacts that are watched.
    fn add_watched(&mut self, tasks: &Executor) {
        if self.tiles.list().iter().any(|tile| !tile.watched.is_empty()) {
            tasks.blocks(1, self.tiles.list_mut(), |_, tiles| tiles.iter_mut().for_each(Tile::add_watched));
        }
        add_watched(&mut self.rest_watched, &self.rest_blocks);
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
        if pass == Pass::Swing {
            return;
        }
        for (colour, &count) in self.colours.iter().enumerate().filter(|(_, count)| **count > 0) {
            // As many tiles to a task as have about enough blocks.
            let tiles_a_task = (BLOCKS_A_TASK * self.tiles.list().len()).div_ceil(count);
            tasks.blocks(tiles_a_task, self.tiles.list_mut(), |_, tiles| {
                for tile in tiles {
                    run_contacts(level, &rows, tile.blocks_of(colour), pass, rules);
                }
            });
        }
        for stage in &self.rest.stages {
            let blocks = (&mut self.rest_blocks[stage.clone()], &mut self.rest_cold[stage.clone()]);
            tasks.blocks(BLOCKS_A_TASK, blocks, |_, blocks| {
                run_contacts(level, &rows, blocks, pass, rules);
            });
        }
    }

    /// Writes the impulses back to the contacts.
    pub fn store_contacts(&mut self, tasks: &Executor, contacts: &mut [Contact]) {
        self.tiles.store(tasks, contacts);
        let (rest_of, lanes) = (&self.rest_of, &self.rest.lanes);
        for (number, (block, cold)) in self.rest_blocks.iter().zip(&self.rest_cold).enumerate() {
            let number_of = |lane: usize| lanes[number * LANES + lane] as usize;
            let index_of = |lane: usize| rest_of.get(number_of(lane)).map_or(usize::MAX, |late| late.contact as usize);
            block.store(cold, index_of, contacts);
        }
    }

    /// Writes the impulses of joint `index`, as it was numbered in [`Solver::prepare_joints`], to where it was given them from.
    pub fn store_joint(&self, index: usize, to: &mut JointImpulses) {
        let lane = self.joints.lane_of[index] as usize;
        self.joint_blocks[lane / LANES].store(lane % LANES, to);
    }

    /// How many stages the passes have: hand-offs between threads, at most.
    pub fn stage_count(&self) -> usize {
        let colours = self.colours.iter().filter(|&&count| count > 0).count();
        self.joints.stages.len() + colours + self.rest.stages.len()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    WarmStart,
    /// Warm start after the first substep, in which contacts have nothing to do.
    Swing,
    Solve,
    Relax,
    Restitute,
}

/// One pass over some blocks of one colour, with the lanes of this machine.
fn run_contacts(
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
fn run_joints(level: Level, rows: &Rows<'_>, blocks: &mut [RevoluteBlock], pass: Pass, rules: &StepRules) {
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
