//! Impulse records: the impulses of some contacts, or of all, summed over a step. A contact stores only the impulses of
//! its last substep, which warm start the next one.
//!
//! In a substep, warm start applies the accumulated impulse, and solve and relax change it. So the substep applied what
//! is accumulated after relax. The impulse of the step is the sum of that over the substeps, with restitution's change
//! in the last.

use crate::ContactManifold;

/// Which contacts are recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpulseRecorder {
    /// Contacts at which a point that has not pushed yet closes in faster than this [m/s].
    pub hit_speed: f32,
    /// All touching contacts.
    pub all: bool,
}

impl Default for ImpulseRecorder {
    /// Records nothing.
    fn default() -> Self {
        Self { hit_speed: f32::INFINITY, all: false }
    }
}

/// A contact that is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpulseRecord {
    /// Its index among the contacts.
    pub contact: u32,
    /// Its manifold.
    pub manifold: ContactManifold,
    /// A bit for each point that closed in faster than the hit speed.
    pub hits: u8,
    /// Closing speeds of the points at the beginning of the step [m/s].
    pub closing: [f32; 2],
    /// Impulses of the points over the step, along the normal and along the tangent [N s].
    pub normal_impulse: [f32; 2],
    /// See `normal_impulse`.
    pub tangent_impulse: [f32; 2],
    /// Its lane, counted over the blocks of its list.
    pub(crate) lane: u32,
}
