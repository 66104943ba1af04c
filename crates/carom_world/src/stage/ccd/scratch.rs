//! The memory of continuous collision.

use crate::events::CcdStats;
use crate::stage::ccd::ImpactRecord;
use crate::stage::ccd::candidates::Listed;
use crate::stage::ccd::contact_index::ContactIndex;
use crate::stage::ccd::impact_queue::ImpactQueue;
use crate::stage::ccd::index::Index;
use crate::stage::ccd::larger::LargerOnes;
use crate::stage::ccd::moving_body::MovingBodies;
use crate::stage::ccd::pending_impact::PendingImpact;
use crate::stage::ccd::resolve::Round;
use crate::stage::ccd::rest::Rest;
use crate::stage::ccd::tracks::Tracks;

/// The memory of the sweeps.
#[derive(Clone, Debug, Default)]
pub(crate) struct CcdScratch {
    pub moving: MovingBodies,
    /// The ways of all rows.
    pub tracks: Tracks,
    pub listed: Listed,
    /// How many pairs were listed in the last step's first round, to be asked whether they meet.
    pub asked: usize,
    pub larger: LargerOnes,
    pub index: Index,
    /// Where contacts are, in a step in which many are looked for.
    pub solved: ContactIndex,
    /// What does not move.
    pub rest: Rest,
    /// All impacts of the step, and those that are found, for each task that lists what is near, then for
    /// each share of what was listed.
    pub pending: ImpactQueue,
    pub found: Vec<Vec<PendingImpact>>,
    /// What is resolved in a round.
    pub round: Round,
    /// The moving bodies that look in this round.
    pub looking: Vec<u32>,
    pub struck: Vec<ImpactRecord>,
    /// Their times and numbers, in the order of the events.
    pub in_time: Vec<(f32, u32)>,
    /// Sleeping islands that were hit.
    pub woken: Vec<u32>,
    /// Rows that impacts had go faster than they may.
    pub slowed: Vec<u32>,
    pub report: CcdStats,
}

impl CcdScratch {
    /// The rows that are elsewhere than the solver put them in this step.
    pub fn moved(&self) -> impl Iterator<Item = u32> + '_ {
        self.moving.list.iter().filter(|moving_body| moving_body.changed).map(|moving_body| moving_body.row)
    }

    /// Nothing is followed any more: the next step follows others.
    pub fn end_step(&mut self) {
        self.moving.end_step();
        self.index.clear();
    }
}
