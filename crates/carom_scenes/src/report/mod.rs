//! The report of a run. The measuring sees definitions and poses only, so that every engine is measured by the same
//! code.

mod ccd;
mod joint_error;
mod motion;
mod overlap;
mod spread;

pub use ccd::CcdSum;
pub use joint_error::{JointError, JointErrorSum};
pub use motion::{Motion, Sample, measure_motion};
pub use overlap::{OverlapStats, measure_overlap};
pub use spread::Spread;

use serde::ser::{SerializeMap, Serializer};

/// The report of a run, under the names of its JSON.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Report {
    /// Name of the scene.
    pub scene: String,
    /// Steps taken, the untimed first one counted.
    pub steps: u32,
    /// Threads that could take part.
    pub threads: usize,
    /// Requested lane width.
    pub lanes: String,
    /// Structure that found the pairs: `hash` or `quadtree`.
    pub broad_phase: String,
    /// Bodies at the end.
    pub bodies: usize,
    /// Shapes at the end.
    pub shapes: usize,
    /// Joints at the end.
    pub joints: usize,
    /// Bodies awake at the end.
    pub awake: usize,
    /// Manifolds that the solver saw in the last step.
    pub contacts: usize,
    /// The points in them.
    pub contact_points: usize,
    /// Time to build the world [ms].
    pub build_ms: f64,
    /// Time of all timed steps, scripts included [ms].
    pub total_ms: f64,
    /// Time of the timed steps alone [ms].
    pub step_ms: Spread,
    /// Mean time of each stage of a step, in the order in which they run [ms].
    #[serde(serialize_with = "as_map")]
    pub stages_ms: Vec<(String, f64)>,
    /// Mean time a step spends outside stages that threads can share [ms].
    pub serial_ms: f64,
    /// Hash of the state at the end, 16 hexadecimal digits.
    pub state_hash: String,
    /// (Steps taken, hash of the state), at the requested interval.
    pub hashes: Vec<(u64, String)>,
    /// Continuous collision, over all steps.
    pub ccd: CcdSum,
    /// Overlap of shapes at the end.
    pub overlap: OverlapStats,
    /// Separation of joints.
    pub joint_error: JointError,
    /// Positions and speeds of the bodies, and the number of lost and not finite ones.
    #[serde(flatten)]
    pub motion: Motion,
}

impl Report {
    /// Whether something was lost or is not finite.
    pub fn is_bad(&self) -> bool {
        self.motion.not_finite > 0 || self.motion.lost.is_some_and(|lost| lost > 0)
    }
}

/// A state hash in its printed form.
pub fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

fn as_map<S: Serializer>(stages: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(stages.len()))?;
    for (name, ms) in stages {
        map.serialize_entry(name, ms)?;
    }
    map.end()
}
