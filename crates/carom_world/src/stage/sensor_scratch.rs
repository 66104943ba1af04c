//! The memory of the sensors.

use crate::events::SensorEvent;
use carom_broadphase::BroadPhase;
use carom_math::Aabb;

/// The memory of the sensors.
#[derive(Clone, Debug, Default)]
pub(crate) struct SensorScratch {
    /// Rows that moved so far that their boxes do not say where they are, and boxes around their ways.
    pub far: Vec<u32>,
    pub numbers: Vec<u32>,
    pub boxes: Vec<Aabb>,
    pub near: BroadPhase,
    /// For each block of sensors, what it sees at the end of the step, and what crossed it.
    pub inside: Vec<Vec<SensorEvent>>,
    pub crossed: Vec<Vec<SensorEvent>>,
    /// The same of all, sorted.
    pub now: Vec<SensorEvent>,
    pub passed: Vec<SensorEvent>,
}
