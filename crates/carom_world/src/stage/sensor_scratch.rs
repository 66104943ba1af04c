//! Scratch memory of sensors.

use crate::events::SensorEvent;
use carom_broadphase::BroadPhase;
use carom_math::Aabb;

/// The scratch memory of sensors.
#[derive(Clone, Debug, Default)]
pub(crate) struct SensorScratch {
    /// Rows that moved so far that their boxes are not up to date, and boxes around their ways.
    pub far: Vec<u32>,
    pub numbers: Vec<u32>,
    pub boxes: Vec<Aabb>,
    pub near: BroadPhase,
    /// For each block of sensors, the shapes inside at the end of the step, and those that crossed.
    pub inside: Vec<Vec<SensorEvent>>,
    pub crossed: Vec<Vec<SensorEvent>>,
    /// The same for all sensors, sorted.
    pub now: Vec<SensorEvent>,
    pub passed: Vec<SensorEvent>,
}
