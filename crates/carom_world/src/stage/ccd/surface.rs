//! The two surfaces that meet at an impact, and Newton's law between them.

use carom_math::{Vec2, max, min};

/// The surfaces at an impact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// Number of points that count, 1 or 2.
    pub points: usize,
    pub friction: f32,
    pub restitution: f32,
    /// Whether it bounces so much that its height counts.
    pub bounces: bool,
    /// Speed of the surfaces along the tangent [m/s].
    pub surface_speed: f32,
    /// Approach speed below which nothing bounces [m/s].
    pub threshold: f32,
    /// The time of a step [s].
    pub dt: f32,
    /// The greatest angular velocity of a body [rad/s].
    pub max_spin: f32,
    /// The least distance by which the motions separate in a step [m].
    pub sunk: f32,
    /// Number of impacts of the same two just before.
    pub again: u32,
    /// For each point, the gain of the square of the closing speed by forces since the surfaces touched [m^2/s^2]. It
    /// is negative for surfaces that are about to touch.
    pub fallen: [f32; 2],
}

impl Surface {
    /// The speed at which point `k` separates, if it closes in by `closing` [m/s]. Newton's law holds where the
    /// surfaces touch. If they are inside each other by d, forces of relative acceleration g have done the work g d per
    /// mass since they touched, and will take it back. So u^2 = closing^2 - 2 g d is the square of the speed at the
    /// impact, and that of the separation here is e^2 u^2 + 2 g d. For e up to 1 that is no more than closing^2. An
    /// impact that is early by a gap has a negative d.
    pub fn separation_speed(&self, k: usize, closing: f32) -> f32 {
        if closing <= self.threshold {
            return 0.0;
        }
        let fallen = min(self.fallen[k], closing * closing);
        if fallen == 0.0 {
            return self.restitution * closing;
        }
        max(self.restitution * self.restitution * (closing * closing - fallen) + fallen, 0.0).sqrt()
    }
}
