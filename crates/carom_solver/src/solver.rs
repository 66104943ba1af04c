//! The solver's stages over all blocks: prepare, the substeps, restitution, store.

use crate::coloring::COLORS;
use crate::contact::block::{ContactBlock, ContactCold};
use crate::contact::chunk::{ContactChunks, NewContact, chunk_size};
use crate::contact::chunk_columns::ChunkColumns;
use crate::contact::records::{add_records, list_records};
use crate::contact::sources::Sources;
use crate::integrate::{Free, integrate_positions, integrate_rows, integrate_unconstrained, integrate_velocities};
use crate::joint::constraints::JointConstraints;
use crate::joint::coupled::Couplings;
use crate::joint::coupled::input::CouplingInput;
use crate::joint::input::{JointInput, JointNews, JointState};
use crate::joint::mesh::parts_of;
use crate::joint::mesh::schedule::MeshAmounts;
use crate::joint::record::JointRecord;
use crate::mass_splitting::heavy_row;
use crate::overflow::LanePlan;
use crate::prefetch::{Prefetch, exceeds_caches};
use crate::recorder::{ImpulseRecord, ImpulseRecorder};
use crate::region::Regions;
use crate::room::make_room;
use crate::rows::{RowLimit, Rows, Shared};
use crate::stages::{Amounts, DOUBT, Pass, Stage, Work, plan_stages, run_contacts, run_joints};
use crate::unconstrained::Unconstrained;
use crate::{BodyMass, BodyState, ContactManifold, ContactPair, ForceUpdate, StepRules};
use carom_math::{LANES, Pose, dispatch};
use carom_parallel::{Driver, Executor, LoadBalance, StageClock, ThreadingTuner};
use fearless_simd::Level;
use std::cmp::{max, min};
use std::ops::Range;

/// Blocks of sixteen joints, or of contacts without a color, to a task that fills them. Fewer cost more to hand over
/// than to fill.
const BLOCKS_A_TASK: usize = 16;

/// The constraints of one step, and their memory.
#[derive(Clone, Debug)]
pub struct Solver {
    level: Level,
    /// The contacts that have a color.
    pub(crate) chunks: ContactChunks,
    /// The regions of a large world.
    regions: Regions,
    /// Whether the blocks of contacts are prefetched.
    prefetches: bool,
    /// Number of blocks of each color in all chunks.
    colors: [usize; COLORS],
    /// The plan of the contacts without a color, and their indices.
    overflow: LanePlan,
    overflow_contacts: Vec<NewContact>,
    overflow_blocks: Shared<ContactBlock>,
    overflow_cold: Shared<ContactCold>,
    joints: JointConstraints,
    /// Velocities before constraint impulses, of the rows that move.
    free: Shared<Free>,
    /// The rows that no constraint holds.
    unconstrained: Unconstrained,
    /// The stages of the substeps.
    stages: Vec<Stage>,
    /// For each color and each chunk, the number of blocks of the color before the chunk's.
    starts: Vec<u32>,
    /// Whether several workers finish the stages sooner, and the share of each.
    sharing: ThreadingTuner,
    balance: LoadBalance,
    pub(crate) recorder: ImpulseRecorder,
    /// The records of contacts without a color, and of joints.
    pub(crate) overflow_records: Shared<ImpulseRecord>,
    pub(crate) joint_records: Shared<JointRecord>,
    /// The number of rows for which contacts and joints were prepared: a [`crate::rows::Row`] is valid for no other
    /// number.
    prepared: [usize; 2],
    /// The moves of rows and the number of rows when the chunks were opened last.
    opened: (u64, usize),
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            level: Level::new(),
            chunks: ContactChunks::default(),
            regions: Regions::default(),
            prefetches: false,
            colors: [0; COLORS],
            overflow: LanePlan::default(),
            overflow_contacts: Vec::new(),
            overflow_blocks: Shared::new(),
            overflow_cold: Shared::new(),
            joints: JointConstraints::default(),
            free: Shared::new(),
            unconstrained: Unconstrained::default(),
            stages: Vec::new(),
            starts: Vec::new(),
            sharing: ThreadingTuner::default(),
            balance: LoadBalance::default(),
            recorder: ImpulseRecorder::default(),
            overflow_records: Shared::new(),
            joint_records: Shared::new(),
            prepared: [0; 2],
            opened: (0, 0),
        }
    }
}

impl Solver {
    /// Sets the instruction set; the best of this machine, by default. No result depends on it.
    pub fn set_lanes(&mut self, level: Level) {
        self.level = level;
    }

    /// Takes over another solver's measurements of work sharing.
    pub fn share_as(&mut self, other: &Self) {
        (self.sharing, self.balance) = (other.sharing, other.balance);
    }

    /// Cuts a large world into regions. `states` counts the rows with the dummy; the first `movers` are those that can
    /// be pushed. `id_of` gives for each one of the ids in [`ContactPair::a`] and [`ContactPair::b`]. No result depends
    /// on the order of the rows. [`Solver::open`] for as many contacts and rows must follow; for other numbers there
    /// are no regions.
    pub fn assign_regions(
        &mut self,
        tasks: &Executor,
        contacts: &[ContactPair],
        (movers, states): (usize, usize),
        id_of: impl Fn(usize) -> Option<u32> + Sync,
    ) {
        self.regions.assign(tasks, contacts, (movers, RowLimit::new(states)), id_of);
    }

    /// Chunks for so many contacts, to be filled or cached in parallel beside them. [`Solver::plan_new_contacts`] and
    /// [`Solver::fill_new_contacts`] must follow. `states` has a row for each body and the dummy as its last. If
    /// `moves` is the number of the last time, each row still belongs to the same body.
    pub fn open<'a>(
        &'a mut self,
        contacts: usize,
        moves: u64,
        masses: &'a [BodyMass],
        states: &'a [BodyState],
    ) -> ChunkColumns<'a> {
        let moved = std::mem::replace(&mut self.opened, (moves, states.len())) != self.opened;
        self.regions.keep_for(contacts, states.len());
        self.prefetches = self.regions.count() > 0 || exceeds_caches(ContactBlock::bytes_of(contacts));
        let from = self.sources(masses, states);
        self.chunks.open(contacts, moved, from, &self.regions)
    }

    /// The instruction set and the prefetching of this step.
    fn prefetch(&self) -> Prefetch {
        Prefetch { level: self.level, prefetches: self.prefetches }
    }

    fn sources<'a>(&self, masses: &'a [BodyMass], states: &'a [BodyState]) -> Sources<'a> {
        Sources {
            prefetch: self.prefetch(),
            masses,
            states,
            limit: RowLimit::new(states.len()),
            recorder: self.recorder,
            armed: false,
        }
    }

    /// Whether some touching contacts had no color when their chunk was filled.
    pub fn any_new_contacts(&self) -> bool {
        self.chunks.any_new_contacts()
    }

    /// Puts touching contacts that had no color when their chunk was filled into lanes, and those that have none. There
    /// are `rows` rows with the dummy.
    pub fn plan_new_contacts(&mut self, contacts: &[ContactPair], masses: &[BodyMass], rows: usize) {
        self.chunks.plan_new_contacts(contacts, &mut self.overflow_contacts);
        let (overflow_contacts, chunks) = (&self.overflow_contacts, &self.chunks);
        let mover = |row: u32| masses.get(row as usize).filter(|m| m.moves()).map(|_| row);
        let rows_of = |number: usize| chunks.manifold_of(&overflow_contacts[number]).rows.map(mover);
        let split_body_of = |number: usize| heavy_row(chunks.manifold_of(&overflow_contacts[number]), masses);
        self.overflow.without_colors((overflow_contacts.len(), rows), rows_of, split_body_of, (1, |_| Some(0)));
    }

    /// Fills the blocks of the contacts that [`Solver::plan_new_contacts`] put into lanes.
    pub fn fill_new_contacts(
        &mut self,
        tasks: &Executor,
        contacts: &[ContactPair],
        masses: &[BodyMass],
        states: &[BodyState],
    ) {
        self.prepared[0] = states.len();
        let from = self.sources(masses, states);
        self.chunks.fill_new_contacts(tasks, contacts, from);
        self.prepare_overflow(tasks, contacts, from);
    }

    /// Fills the blocks of all contacts at once; `manifolds` has a manifold for each contact.
    pub fn prepare_contacts(
        &mut self,
        tasks: &Executor,
        contacts: &[ContactPair],
        manifolds: &[ContactManifold],
        masses: &[BodyMass],
        states: &[BodyState],
    ) {
        self.regions.clear();
        let chunks = self.open(contacts.len(), 0, masses, states);
        let (size, columns) = (chunk_size(contacts.len()), (contacts, manifolds, chunks));
        tasks.blocks_with_tail(
            size,
            columns,
            |_| false,
            |tail, first, (contacts, manifolds, mut chunks)| chunks.fill(tail, first, contacts, manifolds, false),
        );
        self.plan_new_contacts(contacts, masses, states.len());
        self.fill_new_contacts(tasks, contacts, masses, states);
    }

    /// Fills the blocks of contacts without a color: few, unless a split body has hundreds of contacts.
    fn prepare_overflow(&mut self, tasks: &Executor, contacts: &[ContactPair], from: Sources<'_>) {
        let (overflow_contacts, chunks) = (&self.overflow_contacts, &self.chunks);
        self.overflow_blocks.resize_with(self.overflow.blocks(), ContactBlock::default);
        self.overflow_cold.resize_with(self.overflow.blocks(), ContactCold::default);
        let LanePlan { lanes, split_bodies, .. } = &self.overflow;
        let new_contacts_in =
            |lane: usize| overflow_contacts.get(lanes[lane] as usize).map(|new| (new.contact, chunks.manifold_of(new)));
        let (level, columns) = (self.level, (&mut self.overflow_blocks[..], &mut self.overflow_cold[..]));
        tasks.blocks(BLOCKS_A_TASK, columns, |first, (blocks, cold)| {
            dispatch!(level, simd => for (number, (block, cold)) in (first..).zip(blocks.iter_mut().zip(cold)) {
                let contact_in = |lane: usize| {
                    let (contact, manifold) = new_contacts_in(number * LANES + lane)?;
                    Some((&contacts[contact as usize], manifold))
                };
                block.prepare(simd, cold, split_bodies.get(number).copied(), contact_in, from);
            });
        });
        let blocks = (&self.overflow_blocks[..], &self.overflow_cold[..]);
        list_records(Some(tasks), &mut self.overflow_records, blocks, self.recorder.all, new_contacts_in);
    }

    /// Puts the joints into lanes and fills their blocks, as far as `news` requires; then the blocks take the bodies'
    /// poses. `states` is the number of rows with the dummy.
    pub fn prepare_joints(
        &mut self,
        tasks: &Executor,
        (joints, couplings, news): (&[JointInput], &[CouplingInput], JointNews),
        (poses, masses, states): (&[Pose], &[BodyMass], usize),
        rules: &StepRules,
    ) {
        let is_new = self.joints.needs_lanes(joints, news);
        let fills = is_new || news != JointNews::None || self.prepared[1] != states;
        if fills {
            let coupled = couplings.iter().flat_map(|coupling| Couplings::rows_of(coupling, joints));
            self.unconstrained.take_joints(states, joints.iter().map(|joint| joint.rows).chain(coupled));
            self.joints.plan((joints, couplings, is_new), masses, RowLimit::new(states), rules);
        }
        self.prepared[1] = states;
        self.joint_records.iter_mut().for_each(|record| *record = JointRecord::new(record.of));
        let fill = fills.then_some((joints, RowLimit::new(states)));
        self.joints.place(tasks, self.level, (fill, rules), (poses, masses));
    }

    /// All substeps. `states` has a row for each body and the dummy as its last; the first `updates.len()` of them
    /// move. `colors` has the colors of the contacts that can push each of the first rows, a bit each, and `masses`
    /// their masses. Rows that no constraint holds need not wait for others in each substep. No result depends on that;
    /// without colors no row is treated so.
    ///
    /// # Panics
    /// If contacts or joints were prepared for another number of rows.
    pub fn substeps(
        &mut self,
        tasks: &Executor,
        states: &mut [BodyState],
        (updates, colors, masses): (&[ForceUpdate], &[u32], &[BodyMass]),
        rules: &StepRules,
        clock: &mut StageClock,
    ) {
        let rows = states.len();
        let fits = self.prepared.iter().all(|&prepared| prepared == rows || prepared == 0);
        assert!(fits, "prepared for {:?} rows, given {rows}", self.prepared);
        let movers = self.regions.movers();
        assert!(
            movers <= updates.len() && updates.len() < rows,
            "{movers} owned rows, {} move, of {rows}",
            updates.len()
        );
        make_room(self.free.cells(), updates.len());
        self.free.resize_with(updates.len(), Free::default);
        // Regions move their rows themselves.
        let colors = if self.regions.count() == 0 { colors } else { &[] };
        self.unconstrained.update(
            tasks,
            updates.len(),
            (colors, masses),
            self.overflow_contacts.iter().map(|new| self.chunks.manifold_of(new)),
        );
        let (work, workers) = self.plan_stages(tasks, rules.substeps, updates.len());
        let (mut sharing, mut balance) = (self.sharing, self.balance);
        let mut nodes = self.joints.meshes.take_states();
        let wanted = self.joints.meshes.node_count();
        assert!(wanted == 0 || nodes.len() == wanted + 1, "{} states of {wanted} nodes", nodes.len());
        let (this, rows, of_nodes) = (&*self, Rows::new(states, updates), Rows::new(&mut nodes, &[]));
        let stages = &this.stages[..];
        let both = (&rows, &of_nodes);
        let run = |stage: usize, tasks: Range<usize>| this.run(&stages[stage], tasks, both, updates, rules);
        let name = |stage: usize| stages.get(stage).map_or("restitution", |stage| stage.work.name());
        let over = |stage: usize| {
            if name(stage) != name(stage + 1) {
                clock.lap(name(stage));
            }
        };
        let doubt = if tasks.driver() == Driver::Rayon { DOUBT } else { 0..0 };
        sharing.run(work, workers, doubt, |workers| {
            tasks.stages(workers, stages.len(), |stage| stages[stage].tasks(), &mut balance, run, over);
        });
        clock.lap("restitution");
        self.joints.meshes.give_back(nodes);
        (self.sharing, self.balance) = (sharing, balance);
    }

    /// Lists the stages of the substeps, and the start of each chunk's blocks among those of a color. Returns the work
    /// of a pass, and the greatest number of workers.
    fn plan_stages(&mut self, tasks: &Executor, substeps: u32, bodies: usize) -> (usize, usize) {
        let chunks = self.chunks.list();
        self.starts.clear();
        for (color, count) in self.colors.iter_mut().enumerate() {
            *count = 0;
            for chunk in chunks {
                self.starts.push(*count as u32);
                *count += chunk.color(color).len();
            }
        }
        let is_recorded = chunks.iter().any(|chunk| !chunk.records.is_empty()) || !self.overflow_records.is_empty();
        let (joints, no_overflow) = (&self.joints, self.overflow_blocks.is_empty());
        let amounts = Amounts {
            bodies,
            joints: &self.joints.lanes.stages,
            trees: (self.joints.forest.packs.count(), self.joints.forest.packs.work()),
            couplings: self.joints.couplings.count(),
            meshes: MeshAmounts {
                nodes: self.joints.meshes.node_count(),
                hinges: self.joints.meshes.hinge_count(),
                rounds: &self.joints.meshes.rounds,
                parts: parts_of(substeps),
                alone: chunks.iter().all(|chunk| chunk.len() == 0) && joints.meshes_alone() && no_overflow,
            },
            colors: &self.colors,
            overflow: &self.overflow.stages,
            regions: self.regions.count(),
            movers: self.regions.movers(),
            records: if is_recorded { chunks.len() + 1 } else { 0 },
            joint_records: self.joint_records.len(),
            bounces: chunks.iter().any(|chunk| chunk.bounces) || self.overflow_blocks.iter().any(|block| block.bounces),
        };
        plan_stages(&mut self.stages, substeps, &amounts);
        let workers = tasks.workers(self.stages.iter().map(|stage| stage.tasks().count).max().unwrap_or(0) as usize);
        (amounts.work(), workers)
    }

    /// Some tasks of a stage, with the rows of the bodies and those of the nodes of meshes.
    fn run(
        &self,
        stage: &Stage,
        tasks: Range<usize>,
        (rows, nodes): (&Rows<'_>, &Rows<'_>),
        updates: &[ForceUpdate],
        rules: &StepRules,
    ) {
        let (level, items) = (self.level, stage.items_of(tasks));
        let from = |first: usize| first + items.start..first + items.end;
        match stage.work {
            Work::Velocities { first } => {
                for (items, is_unconstrained) in self.unconstrained.runs(items) {
                    let (states, free) = (rows.part(items.clone()), self.free.part(items.clone()));
                    match (is_unconstrained, first) {
                        (true, true) => {
                            dispatch!(level, simd => {
                                integrate_unconstrained(simd, states, &updates[items], free, rules)
                            })
                        }
                        (true, false) => {}
                        (false, _) => dispatch!(level, simd => {
                            integrate_velocities(simd, states, &updates[items], free, rules, first);
                        }),
                    }
                }
            }
            Work::Positions { first } => {
                for (items, _) in self.unconstrained.runs(from(first)).filter(|(_, is_unconstrained)| !is_unconstrained)
                {
                    let states = rows.part(items.clone());
                    dispatch!(level, simd => integrate_positions(simd, states, &updates[items], rules));
                }
            }
            Work::Joints(pass, first) => {
                let (blocks, parts) = (self.joints.blocks.part(from(first)), self.joints.parts.part(from(first)));
                run_joints(level, rows, (blocks, parts), pass, rules);
            }
            Work::Trees(pass) => self.joints.forest.packs.run(level, items, rows, pass, rules),
            Work::Mesh(work, first) => {
                self.joints.meshes.run((level, work), from(first), (rows, nodes), (updates, rules));
            }
            Work::Couplings(pass) => self.joints.couplings.run(rows, pass, rules),
            Work::Overflow(pass, first) => {
                let blocks = (self.overflow_blocks.part(from(first)), self.overflow_cold.part(from(first)));
                run_contacts(self.prefetch(), rows, blocks, pass, rules);
            }
            Work::Color(pass, color) => self.run_color(pass, color, items, rows, rules),
            Work::Colors(pass, first) => {
                for color in from(first).filter(|&color| self.colors[color] > 0) {
                    self.run_color(pass, color, 0..self.colors[color], rows, rules);
                }
            }
            Work::Interior(pass) => items.for_each(|region| self.run_interior(region, pass, rows, rules)),
            Work::Regions => items.for_each(|region| {
                self.run_interior(region, Pass::Solve, rows, rules);
                let owned = self.regions.rows(region);
                dispatch!(level, simd => integrate_rows(simd, rows, owned, updates, rules));
                self.run_interior(region, Pass::Relax, rows, rules);
            }),
            Work::Recorded | Work::RecordedLast => items.for_each(|list| match self.chunks.list().get(list) {
                Some(chunk) => add_records(chunk.records.part(0..chunk.records.len()), &chunk.blocks),
                None => add_records(self.overflow_records.part(0..self.overflow_records.len()), &self.overflow_blocks),
            }),
            Work::RecordedJoints => {
                self.joint_records.part(items).iter_mut().for_each(|record| record.add(&self.joints));
            }
        }
    }

    /// One pass over some blocks of a color, counted over all chunks.
    fn run_color(&self, pass: Pass, color: usize, blocks: Range<usize>, rows: &Rows<'_>, rules: &StepRules) {
        let chunks = self.chunks.list();
        let starts = &self.starts[color * chunks.len()..][..chunks.len()];
        let first = starts.partition_point(|&start| start as usize <= blocks.start) - 1;
        for (chunk, &start) in chunks.iter().zip(starts).skip(first) {
            let start = start as usize;
            if start >= blocks.end {
                break;
            }
            let all = chunk.color(color);
            let part = all.start + max(blocks.start, start) - start..min(all.start + blocks.end - start, all.end);
            run_contacts(self.prefetch(), rows, (chunk.blocks.part(part.clone()), chunk.cold.part(part)), pass, rules);
        }
    }

    /// One pass over the interior of a region.
    fn run_interior(&self, region: usize, pass: Pass, rows: &Rows<'_>, rules: &StepRules) {
        for chunk in &self.chunks.list()[Regions::chunks(region, self.chunks.in_order())] {
            let blocks = chunk.interior();
            run_contacts(
                self.prefetch(),
                rows,
                (chunk.blocks.part(blocks.clone()), chunk.cold.part(blocks)),
                pass,
                rules,
            );
        }
    }

    /// Writes the impulses back to the contacts.
    pub fn store_contacts(&mut self, tasks: &Executor, contacts: &mut [ContactPair]) {
        self.chunks.store(self.prefetch(), tasks, contacts);
        let (overflow_contacts, lanes) = (&self.overflow_contacts, &self.overflow.lanes);
        let blocks = self.overflow_blocks.iter().zip(self.overflow_cold.iter()).enumerate();
        dispatch!(self.level, simd => for (number, (block, cold)) in blocks {
            let item_of = |lane: usize| lanes[number * LANES + lane] as usize;
            let index_of = |lane: usize| {
                overflow_contacts.get(item_of(lane)).map_or(usize::MAX, |new| new.contact as usize)
            };
            block.store(simd, cold, index_of, contacts);
        });
    }

    /// Writes the state of joint `index`, as numbered in [`Solver::prepare_joints`], back to `to`.
    pub fn store_joint(&self, index: usize, to: &mut JointState) {
        self.joints.store(index, to);
    }

    /// Impulse of coupling `index`, as numbered in [`Solver::prepare_joints`].
    pub fn coupling_impulse(&self, index: usize) -> f32 {
        self.joints.couplings.impulse(index)
    }
}
