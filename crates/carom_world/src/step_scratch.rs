//! Scratch memory of a step, rebuilt in each. It decides no result, with one exception: the manifolds of contacts at
//! rest (`carom_solver::CachedChunk`). Copies and images take these along, so a world with an otherwise empty scratch
//! goes on the same.

use crate::events::ShapePair;
use crate::stage::{
    BounceChain, CcdScratch, Change, ClipBuffer, Crossing, EmbeddedPair, JointLoad, LateTouch, MassScaling, Merge,
    Noted, Overlaps, Passed, SensorScratch,
};
use crate::state::Through;
use carom_broadphase::{BroadPhase, BroadPhaseKind, Pair};
use carom_parallel::{ScratchPool, ThreadingTuner};
use carom_solver::{ContactManifold, CouplingInput, ForceUpdate, Islands, JointInput, Solver};
use fearless_simd::Level;

/// The scratch memory of a step.
#[derive(Clone, Debug)]
pub(crate) struct StepScratch {
    /// The instruction set of this machine.
    pub level: Level,
    /// Whether the scalar code collides contacts; the lanes are measured against it.
    pub scalar: bool,
    /// Measures whether several threads are faster in a small world.
    pub tuner: ThreadingTuner,
    pub broad_phase: BroadPhase,
    /// Count of steps for which the broad phase has the boxes of the last step.
    pub boxes_of: Option<u64>,
    /// Whether any fat box changed since the last step.
    pub any_box_changed: bool,
    pub pairs: Vec<Pair>,
    /// Pairs that get a contact, sorted.
    pub fresh: Vec<Pair>,
    /// The same pairs, for each block of pairs.
    pub begun: Vec<Vec<Pair>>,
    /// Scratch of merging them into the contact array.
    pub merge: Merge,
    /// For each block of contacts, or of sleeping islands, the islands that wake.
    pub waking_islands: Vec<Vec<u32>>,
    /// For each block of contacts: notes of those that end, or the indices of those that begin or cease to touch.
    pub picked: Vec<Vec<u32>>,
    /// Details of the contacts that begin or cease to touch.
    pub changes: Vec<Vec<Change>>,
    /// For each block of contacts, and for those asleep, the touching shapes of several pieces. It is filled only if
    /// these changed.
    pub shared: Vec<Vec<ShapePair>>,
    /// For each chunk of contacts, its hits, and its impulses if they are recorded.
    pub noted: Vec<Noted>,
    /// For each block of contacts, the rows that are pressed deep into something immovable, and those that close in too
    /// fast for contacts.
    pub pressed: Vec<Vec<u32>>,
    /// The bodies that count as heavier while contacts are solved.
    pub mass_scaling: MassScaling,
    /// For each block of contacts, the pairs that met between two steps.
    pub late: Vec<Vec<LateTouch>>,
    /// For each block of contacts, the pairs with an embedded body; whether each awake row is one, and its
    /// overlaps.
    pub embedded: Vec<Vec<EmbeddedPair>>,
    pub embedded_rows: Vec<bool>,
    pub overlaps: Vec<Overlaps>,
    /// Rows in chains of bouncing bodies that are hit; of each root, its chain.
    pub chain_rows: Vec<u32>,
    pub chains: Vec<BounceChain>,
    /// Whether each chunk of contacts is cached.
    pub cached: Vec<bool>,
    /// Manifolds of the contacts of a chunk.
    pub chunk_manifolds: ScratchPool<Vec<ContactManifold>>,
    /// Manifolds of all contacts, only in worlds with one-way shapes.
    pub manifolds: Vec<ContactManifold>,
    pub force_updates: Vec<ForceUpdate>,
    /// For each block of rows, the clipping memory of buoyancy.
    pub clip_buffers: Vec<ClipBuffer>,
    pub solver: Solver,
    /// Rows of joints that may move something, and their inputs to the solver.
    pub active_joints: Vec<u32>,
    pub joint_inputs: Vec<JointInput>,
    /// Rows of gears, racks and pulleys that may move something, and their inputs.
    pub active_couplings: Vec<u32>,
    pub coupling_inputs: Vec<CouplingInput>,
    /// Whether each joint may move something.
    pub joint_moves: Vec<bool>,
    /// Substep [s] and count of row moves for which that was gathered.
    pub joints_for: Option<(f32, u64)>,
    /// For each block of rows: those that moved far compared to the smallest body, those that were over a limit, and
    /// those that are not finite.
    pub far: Vec<Vec<u32>>,
    pub slowed: Vec<Vec<u32>>,
    pub bad: Vec<Vec<u32>>,
    /// Bounds of the motion of each run of rows.
    pub passed: Vec<Passed>,
    pub ccd: CcdScratch,
    /// The loads of the joints that may break.
    pub joint_loads: Vec<JointLoad>,
    pub sensors: SensorScratch,
    /// Contacts with one-way shapes.
    pub crossings: Vec<Crossing>,
    /// Bodies on their way through one-way shapes.
    pub passages: Vec<Through>,
    pub islands: Islands,
    /// Marks of the rows, before sleep is looked at.
    pub marks: Vec<u8>,
    /// Still proxies that were placed by hand, and whether they had been elsewhere before.
    pub placed: Vec<(u32, bool)>,
    /// Rows with their positions on the space-filling curve.
    pub places: Vec<(u32, u32)>,
    /// Number of rows that were far from the row before at best since the last sort, and number of rows then. `None`
    /// before the first.
    pub scattered: Option<(usize, usize)>,
}

impl StepScratch {
    pub(crate) fn new(kind: BroadPhaseKind) -> Self {
        Self {
            level: Level::new(),
            scalar: false,
            tuner: ThreadingTuner::default(),
            broad_phase: BroadPhase::new(kind),
            boxes_of: None,
            any_box_changed: true,
            pairs: Vec::new(),
            fresh: Vec::new(),
            begun: Vec::new(),
            merge: Merge::default(),
            waking_islands: Vec::new(),
            picked: Vec::new(),
            changes: Vec::new(),
            shared: Vec::new(),
            noted: Vec::new(),
            pressed: Vec::new(),
            mass_scaling: MassScaling::default(),
            late: Vec::new(),
            embedded: Vec::new(),
            embedded_rows: Vec::new(),
            overlaps: Vec::new(),
            chain_rows: Vec::new(),
            chains: Vec::new(),
            cached: Vec::new(),
            chunk_manifolds: ScratchPool::default(),
            manifolds: Vec::new(),
            force_updates: Vec::new(),
            clip_buffers: Vec::new(),
            solver: Solver::default(),
            active_joints: Vec::new(),
            joint_moves: Vec::new(),
            joint_inputs: Vec::new(),
            active_couplings: Vec::new(),
            coupling_inputs: Vec::new(),
            joints_for: None,
            far: Vec::new(),
            slowed: Vec::new(),
            bad: Vec::new(),
            passed: Vec::new(),
            ccd: CcdScratch::default(),
            joint_loads: Vec::new(),
            sensors: SensorScratch::default(),
            crossings: Vec::new(),
            passages: Vec::new(),
            islands: Islands::default(),
            marks: Vec::new(),
            placed: Vec::new(),
            places: Vec::new(),
            scattered: None,
        }
    }

    /// A new scratch with the same lanes and the same measured tuners.
    pub(crate) fn renewed(&self, kind: BroadPhaseKind) -> Self {
        let mut scratch = Self::new(kind);
        scratch.set_lanes(self.level, self.scalar);
        scratch.tuner = self.tuner;
        scratch.solver.share_as(&self.solver);
        scratch
    }

    /// Sets the instruction set of all stages. With `scalar`, the narrow phase takes the scalar code that lanes are
    /// measured against.
    pub(crate) fn set_lanes(&mut self, level: Level, scalar: bool) {
        (self.level, self.scalar) = (level, scalar);
        self.solver.set_lanes(level);
        self.broad_phase.set_lanes(level);
    }
}

/// Lists for `rows` rows in blocks of `block`, all empty.
pub(crate) fn lists<T>(lists: &mut Vec<Vec<T>>, rows: usize, block: usize) -> &mut [Vec<T>] {
    let count = rows.div_ceil(block);
    if lists.len() < count {
        lists.resize_with(count, Vec::new);
    }
    lists.iter_mut().for_each(Vec::clear);
    &mut lists[..count]
}
