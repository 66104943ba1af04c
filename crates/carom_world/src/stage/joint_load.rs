//! The load of a joint that may break: the impulses that it gave in a step.

use carom_math::Vec2;

/// The impulses that a joint gave in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointLoad {
    /// The row of the joint.
    pub row: u32,
    /// On b at its anchor [N s], and beside it [N m s].
    pub impulse: Vec2,
    pub twist: f32,
}
