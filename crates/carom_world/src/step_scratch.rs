//! What is rebuilt in each step, and the memory that it is kept in. Nothing here decides what happens but where
//! contacts touch that rest (`carom_solver::CachedChunk`), which copies and images take along: with that, a world with
//! a frame that is empty otherwise goes on as one with a used frame.

use crate::events::ShapePair;
use crate::stage::{CcdScratch, Change, ClipBuffer, Crossing, Merge, Noted, Passed, SensorScratch};
use crate::state::Through;
use carom_broadphase::{BroadPhase, BroadPhaseKind, Pair};
use carom_parallel::{ScratchPool, ThreadingTuner};
use carom_solver::{ContactManifold, ForceUpdate, Islands, RevoluteInput, Solver};
use fearless_simd::Level;

/// The memory of a step.
#[derive(Clone, Debug)]
pub(crate) struct StepScratch {
    /// What the machine can do.
    pub level: Level,
    /// Whether contacts are collided by the scalar code, which the lanes are measured against.
    pub scalar: bool,
    /// Whether a step of a small world is sooner done by several threads.
    pub tuner: ThreadingTuner,
    pub broad_phase: BroadPhase,
    /// Whether any box is not what it was in the last step.
    pub any_box_changed: bool,
    pub pairs: Vec<Pair>,
    /// Pairs that get a contact, sorted.
    pub fresh: Vec<Pair>,
    /// They, for each block of pairs.
    pub begun: Vec<Vec<Pair>>,
    /// What merges them in.
    pub merge: Merge,
    /// For each block of contacts, or of sleeping islands, the sets that wake.
    pub struck: Vec<Vec<u32>>,
    /// For each block of contacts, notes of those that end, or the numbers of those that change between touching and
    /// not.
    pub picked: Vec<Vec<u32>>,
    /// What is to be known of those that change between touching and not.
    pub changes: Vec<Vec<Change>>,
    /// For each block of contacts, and for those asleep, the shapes of several pieces that touch something; looked for
    /// where that changed.
    pub shared: Vec<Vec<ShapePair>>,
    /// For each chunk of contacts, those that hit, and impulses where they are recorded.
    pub noted: Vec<Noted>,
    /// For each block of contacts, the rows that are pressed deep into something that cannot be pushed, and those that
    /// close in too fast for contacts.
    pub pressed: Vec<Vec<u32>>,
    /// Whether each chunk of contacts goes on as it was.
    pub cached: Vec<bool>,
    /// Where the contacts of a chunk touch.
    pub chunk_manifolds: ScratchPool<Vec<ContactManifold>>,
    /// Where all contacts touch: only in worlds with one-way shapes.
    pub manifolds: Vec<ContactManifold>,
    pub force_updates: Vec<ForceUpdate>,
    /// For each block of rows, the memory of clipping.
    pub clip_buffers: Vec<ClipBuffer>,
    pub solver: Solver,
    /// Rows of joints that may move something, and what the solver is shown of them.
    pub active_joints: Vec<u32>,
    pub joint_inputs: Vec<RevoluteInput>,
    /// Whether each joint may move something.
    pub joint_moves: Vec<bool>,
    /// For which time of a substep [s] that was, and after how many moves of rows.
    pub joints_for: Option<(f32, u64)>,
    /// For each block of rows, those that moved far for the smallest body, those that were over a limit, and the bad
    /// ones.
    pub far: Vec<Vec<u32>>,
    pub slowed: Vec<Vec<u32>>,
    pub bad: Vec<Vec<u32>>,
    /// What each run of rows passed.
    pub passed: Vec<Passed>,
    pub ccd: CcdScratch,
    pub sensors: SensorScratch,
    /// Touches of one-way shapes.
    pub crossings: Vec<Crossing>,
    pub transient: Vec<Through>,
    pub islands: Islands,
    /// Still proxies that were put somewhere by hand, and whether they had been elsewhere before.
    pub placed: Vec<(u32, bool)>,
    /// Rows by their place on the curve.
    pub places: Vec<(u32, u32)>,
    /// How many of them were far from the row before at best since they were put into order, and how many there were;
    /// none before.
    pub scattered: Option<(usize, usize)>,
}

impl StepScratch {
    pub(crate) fn new(kind: BroadPhaseKind) -> Self {
        Self {
            level: Level::new(),
            scalar: false,
            tuner: ThreadingTuner::default(),
            broad_phase: BroadPhase::new(kind),
            any_box_changed: true,
            pairs: Vec::new(),
            fresh: Vec::new(),
            begun: Vec::new(),
            merge: Merge::default(),
            struck: Vec::new(),
            picked: Vec::new(),
            changes: Vec::new(),
            shared: Vec::new(),
            noted: Vec::new(),
            pressed: Vec::new(),
            cached: Vec::new(),
            chunk_manifolds: ScratchPool::default(),
            manifolds: Vec::new(),
            force_updates: Vec::new(),
            clip_buffers: Vec::new(),
            solver: Solver::default(),
            active_joints: Vec::new(),
            joint_moves: Vec::new(),
            joint_inputs: Vec::new(),
            joints_for: None,
            far: Vec::new(),
            slowed: Vec::new(),
            bad: Vec::new(),
            passed: Vec::new(),
            ccd: CcdScratch::default(),
            sensors: SensorScratch::default(),
            crossings: Vec::new(),
            transient: Vec::new(),
            islands: Islands::default(),
            placed: Vec::new(),
            places: Vec::new(),
            scattered: None,
        }
    }

    /// A new one with as many lanes, which goes by what this one measured of who is sooner done.
    pub(crate) fn renewed(&self, kind: BroadPhaseKind) -> Self {
        let mut scratch = Self::new(kind);
        scratch.set_lanes(self.level, self.scalar);
        scratch.tuner = self.tuner;
        scratch.solver.share_as(&self.solver);
        scratch
    }

    /// Has all stages take an instruction set; `scalar` takes the code that lanes are measured against in the narrow
    /// phase.
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
