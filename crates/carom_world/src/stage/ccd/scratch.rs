//! The memory of continuous collision (CCD).

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

/// The memory of continuous collision, reused from step to step.
#[derive(Clone, Debug, Default)]
pub(crate) struct CcdScratch {
    pub moving: MovingBodies,
    /// The motions of all rows.
    pub tracks: Tracks,
    pub listed: Listed,
    /// The number of pairs that the last step's first round listed for a time of impact.
    pub asked: usize,
    pub larger: LargerOnes,
    pub index: Index,
    /// The index of the contacts, in a step in which many are looked up.
    pub solved: ContactIndex,
    /// The proxies at rest.
    pub rest: Rest,
    /// All impacts of the step. Then those that are found, in a list for each task that lists candidates, and for each
    /// share of candidates.
    pub pending: ImpactQueue,
    pub found: Vec<Vec<PendingImpact>>,
    /// The memory of a round.
    pub round: Round,
    /// The moving bodies that search in this round.
    pub looking: Vec<u32>,
    /// The impacts that were resolved.
    pub records: Vec<ImpactRecord>,
    /// Their times and numbers, in the order of the events.
    pub in_time: Vec<(f32, u32)>,
    /// Sleeping islands that were hit.
    pub woken: Vec<u32>,
    /// Rows that impacts made faster than allowed.
    pub slowed: Vec<u32>,
    pub report: CcdStats,
}

impl CcdScratch {
    /// The rows that are not where the solver put them in this step.
    pub fn moved(&self) -> impl Iterator<Item = u32> + '_ {
        self.moving.list.iter().filter(|moving_body| moving_body.changed).map(|moving_body| moving_body.row)
    }

    /// Ends the step: nothing is followed any more.
    pub fn end_step(&mut self) {
        self.moving.end_step();
        self.index.clear();
    }
}
