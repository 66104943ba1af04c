//! Joint records: the impulses of some joints, summed over a step. A joint stores only the impulses of its last
//! substep, which warm start the next one: a jerk in an earlier one is not among them.
//!
//! As of contacts ([`crate::ImpulseRecord`]), a substep applied what is accumulated after relax.

use crate::joint::constraints::JointConstraints;
use crate::joint::input::JointState;

/// A joint that is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// A joint of two bodies, by its number in [`crate::Solver::prepare_joints`].
    Joint(u32),
    /// A coupling, likewise.
    Coupling(u32),
}

/// The record of a joint.
#[derive(Clone, Copy, Debug)]
pub struct JointRecord {
    /// The joint.
    pub of: Recorded,
    /// Its impulses over the step; that of a coupling is the first number of `linear`.
    pub sum: JointState,
}

impl JointRecord {
    /// Nothing so far.
    pub(crate) fn new(of: Recorded) -> Self {
        Self { of, sum: JointState::default() }
    }

    /// Adds the impulses of the substep.
    pub(crate) fn add(&mut self, joints: &JointConstraints) {
        match self.of {
            Recorded::Joint(index) => {
                let mut state = JointState::default();
                joints.store(index as usize, &mut state);
                self.sum.add_impulses(&state);
            }
            Recorded::Coupling(index) => self.sum.linear.x += joints.couplings.impulse(index as usize),
        }
    }
}
