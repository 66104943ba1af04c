//! The record of an impact, for events and for rollback.

use crate::events::ShapePair;
use carom_math::Vec2;

/// An impact between two proxies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImpactRecord {
    /// Part of the step.
    pub time: f32,
    /// The proxies, the smaller id first.
    pub a: u32,
    pub b: u32,
    /// Their shapes, whether those touched already, and whether the shape of b comes first.
    pub pair: ShapePair,
    pub touched: bool,
    pub turned: bool,
    /// Point of the impact [m].
    pub point: Vec2,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// Speed at which the surfaces closed in [m/s].
    pub speed: f32,
    /// Impulse along the normal [N s].
    pub impulse: f32,
    /// The whole impulse on b, friction included [N s].
    pub push: Vec2,
    /// Whether it was rolled back.
    pub rolled_back: bool,
}
