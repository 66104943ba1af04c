//! Sums of continuous collision over a run.

use carom::{CcdStats, Events};

/// Sums over the steps of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CcdSum {
    /// Impacts within steps.
    pub impacts: u64,
    /// The most rounds of a step's search for impacts.
    pub most_rounds: u32,
    /// The number of times a body stopped within a step since the rounds ran out.
    pub stopped: u64,
    /// The time that bodies lost by that, in all [ns].
    pub dropped_ns: u64,
    /// The number of times a body was slowed down to the greatest speed or rotation.
    pub slowed: u64,
}

impl CcdSum {
    /// Adds the last step.
    pub fn add(&mut self, events: &Events) {
        let CcdStats { impacts, rounds, stopped, dropped_ns, .. } = events.ccd_stats();
        self.impacts += u64::from(impacts);
        self.most_rounds = self.most_rounds.max(rounds);
        self.stopped += u64::from(stopped);
        self.dropped_ns += dropped_ns;
        self.slowed += events.slowed().len() as u64;
    }
}
