//! A body of a joint group, and the change of its velocities.

use carom_math::{Vec2, cross, cross_sv};

/// A change of velocities [m/s], [rad/s].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Change {
    pub v: Vec2,
    pub w: f32,
}

impl Change {
    pub fn at(&self, arm: Vec2) -> Vec2 {
        self.v + cross_sv(self.w, arm)
    }

    pub fn is_finite(&self) -> bool {
        self.v.is_finite() && self.w.is_finite()
    }
}

/// A body of a joint group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupBody {
    pub row: u32,
    /// The change of its velocities so far.
    pub change: Change,
    /// Inverse masses along x and y [1/kg] and inverse inertia [1/(kg m^2)]; zero for a body that cannot be pushed.
    pub inv_mass: Vec2,
    pub inv_inertia: f32,
}

impl GroupBody {
    pub fn push(&mut self, arm: Vec2, p: Vec2) {
        self.change.v += self.inv_mass * p;
        self.change.w += self.inv_inertia * cross(arm, p);
    }

    /// Adds an impulse of `p` [N s] along the unit vector `u` with a lever about the centre [m].
    pub fn push_along(&mut self, u: Vec2, lever: f32, p: f32) {
        self.change.v += self.inv_mass * u * p;
        self.change.w += self.inv_inertia * lever * p;
    }

    pub fn moves(&self) -> bool {
        self.inv_mass != Vec2::ZERO || self.inv_inertia != 0.0
    }
}
