//! The numbers that hold for every substep of a step.

use crate::{Hardening, Softness};

/// Which trees of joints are solved at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeChoice {
    /// Those that are long, that carry much, that have a hub, or something that acts at a long lever.
    Hard,
    /// None.
    None,
    /// All.
    All,
}

/// The rules of one step, as the solver needs them.
#[derive(Clone, Copy, Debug)]
pub struct StepRules {
    /// Time of a substep [s].
    pub h: f32,
    /// One over it [1/s].
    pub inv_h: f32,
    /// Number of substeps.
    pub substeps: u32,
    /// Softness of contacts between two bodies that can move; its bias rate is at most `inv_h`.
    pub contact: Softness,
    /// Softness of contacts with a body that cannot move; its bias rate is at most `inv_h`.
    pub fixed_contact: Softness,
    /// The hardening of contacts with depth.
    pub hardening: Hardening,
    /// Softness of joints.
    pub joint: Softness,
    /// Which trees of joints are solved at once.
    pub trees: TreeChoice,
    /// Greatest speed at which overlap is pushed out [m/s].
    pub push_out_speed: f32,
    /// Greatest speed at which the error of a joint is corrected [m/s]. Without it, long levers would turn their bodies
    /// too far in a substep, and contradicting joints would gain energy.
    pub joint_push_speed: f32,
    /// Greatest angular velocity at which a held angle is corrected [rad/s].
    pub joint_turn_speed: f32,
    /// Approach speed below which nothing bounces [m/s].
    pub restitution_threshold: f32,
    /// Greatest speed of a body [m/s].
    pub max_speed: f32,
    /// Greatest angular velocity [rad/s].
    pub max_spin: f32,
}

#[cfg(test)]
impl StepRules {
    /// Four rigid substeps of 5 ms, for tests.
    pub(crate) const RIGID: Self = Self {
        h: 0.005,
        inv_h: 200.0,
        substeps: 4,
        contact: Softness::RIGID,
        fixed_contact: Softness::RIGID,
        hardening: Hardening { depth: 1.0, most: 1.0 },
        joint: Softness::RIGID,
        trees: TreeChoice::Hard,
        push_out_speed: 3.0,
        joint_push_speed: 50.0,
        joint_turn_speed: 50.0,
        restitution_threshold: 1.0,
        max_speed: 400.0,
        max_spin: 100.0,
    };
}
