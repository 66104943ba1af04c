//! Contacts whose impulses are summed up over a step: those that hit, or all of them. A contact remembers only what its
//! last substep applied, which warm starts the next one.
//!
//! In a substep, warm start applies what is accumulated, and solve and relax change it: so what it applied is what is
//! accumulated after relax. The sum of that over the substeps, with restitution's change in the last, is the impulse of
//! the step.

use crate::ContactManifold;

/// Which contacts are recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recorder {
    /// Those at which a point that did not push yet closes in faster than this [m/s].
    pub hit_speed: f32,
    /// All that touch.
    pub all: bool,
}

impl Default for Recorder {
    /// None.
    fn default() -> Self {
        Self { hit_speed: f32::INFINITY, all: false }
    }
}

/// A contact that is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpulseRecord {
    /// Its index among the contacts.
    pub contact: u32,
    /// Where it touched.
    pub manifold: ContactManifold,
    /// A bit for each point that closed in faster than the hit speed.
    pub hits: u8,
    /// How fast the points closed in at the beginning of the step [m/s].
    pub closing: [f32; 2],
    /// Impulses of the points over the step, along the normal and along the tangent [N s].
    pub normal_impulse: [f32; 2],
    /// See `normal_impulse`.
    pub tangent_impulse: [f32; 2],
    /// Its lane, counted over the blocks that it is among.
    pub(crate) lane: u32,
}
