//! The solver's records: which contacts and joints have their impulses summed over a step, and these sums.

use crate::joint::record::{JointRecord, Recorded};
use crate::recorder::{ImpulseRecord, ImpulseRecorder};
use crate::solver::Solver;

impl Solver {
    /// Sets the contacts whose impulses are recorded; none, by default.
    pub fn set_recorder(&mut self, recorder: ImpulseRecorder) {
        self.recorder = recorder;
    }

    /// Which contacts are recorded.
    pub fn recorder(&self) -> ImpulseRecorder {
        self.recorder
    }

    /// Sets the joints whose impulses are summed over each step, of those that [`Solver::prepare_joints`] gets next.
    pub fn record_joints(&mut self, joints: impl Iterator<Item = Recorded>) {
        self.joint_records.cells().clear();
        joints.for_each(|of| self.joint_records.push(JointRecord::new(of)));
    }

    /// The records of these joints.
    pub fn joint_records(&self) -> &[JointRecord] {
        &self.joint_records
    }

    /// Number of lists of records in this step: one for each chunk, and one for contacts without a color.
    pub fn record_lists(&self) -> usize {
        self.chunks.list().len() + 1
    }

    /// The records of a list.
    pub fn records(&self, list: usize) -> &[ImpulseRecord] {
        self.chunks.list().get(list).map_or(&self.overflow_records, |chunk| &chunk.records)
    }
}
