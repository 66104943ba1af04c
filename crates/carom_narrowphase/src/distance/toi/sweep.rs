//! The motion of a body through a step: its centre of mass along a straight line, its rotation along the chord. In: the
//! two ends. Out: the pose at any time between. E. Catto, Continuous Collision, GDC 2013.

use carom_math::{Pose, Rot, Vec2};

/// A motion from one pose to another, in time 0..=1. It turns by less than half a turn, along the chord between the two
/// rotations. An even rotation by a quarter turn is up to 4.1 degrees ahead of it or behind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sweep {
    /// The moving centre, in the body's frame [m].
    pub local_center: Vec2,
    /// Its position at time 0 [m].
    pub c0: Vec2,
    /// Its position at time 1 [m].
    pub c1: Vec2,
    /// Rotation at time 0.
    pub q0: Rot,
    /// Rotation at time 1.
    pub q1: Rot,
}

impl Sweep {
    /// No motion: `pose` at all times.
    pub fn still(pose: Pose) -> Self {
        Self { local_center: Vec2::ZERO, c0: pose.p, c1: pose.p, q0: pose.q, q1: pose.q }
    }

    /// The motion of a body whose centre of mass is at `local_center` [m] from pose `from` to pose `to`.
    pub fn between(local_center: Vec2, from: Pose, to: Pose) -> Self {
        Self {
            local_center,
            c0: from.transform_point(local_center),
            c1: to.transform_point(local_center),
            q0: from.q,
            q1: to.q,
        }
    }

    /// The pose of the body's origin at time `t`, 0..=1.
    pub fn pose_at(&self, t: f32) -> Pose {
        let q = self.q0.lerp(self.q1, t);
        let c = self.center_at(t);
        Pose { p: c - q.rotate(self.local_center), q }
    }

    /// The place of the moving centre at time `t`, 0..=1 [m].
    pub fn center_at(&self, t: f32) -> Vec2 {
        (1.0 - t) * self.c0 + t * self.c1
    }

    /// Whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        let places = self.local_center.is_finite() && self.c0.is_finite() && self.c1.is_finite();
        places && self.q0.is_finite() && self.q1.is_finite()
    }
}
