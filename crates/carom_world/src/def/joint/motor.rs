//! [`Motor`]: a drive of one body against another, without a hinge.

use crate::Error;
use crate::def::joint::parts::{Parts, Stiffness};
use carom_math::Vec2;
use carom_solver::{AxisInput, Hold, Spring};

/// Motor: drives a point of b, and its angle, towards a velocity or a pose relative to a, with limited force.
///
/// A pose is reached by springs: `place` and `angle`. A velocity without a spring is reached as fast as the limits
/// allow. Whatever has neither is free.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Motor {
    /// Target of the point, in a's frame [m]. Default: its origin.
    pub anchor_a: Vec2,
    /// The point in b's frame [m]. Default: its origin.
    pub anchor_b: Vec2,
    /// Target of the angle of b relative to a [rad]. Default: 0.
    pub reference_angle: f32,
    /// Velocity of the point against a, in a's axes [m/s]. Default: none.
    pub velocity: Option<Vec2>,
    /// Angular velocity of b against a [rad/s]. Default: none.
    pub angular_velocity: Option<f32>,
    /// Spring of the point to its target. Default: none.
    pub place: Option<Stiffness>,
    /// Spring of the angle to its target. Default: none.
    pub angle: Option<Stiffness>,
    /// Greatest force [N], 0 or more. Default: 0.
    pub max_force: f32,
    /// Greatest torque [N m], 0 or more. Default: 0.
    pub max_torque: f32,
}

impl Default for Motor {
    fn default() -> Self {
        Self {
            anchor_a: Vec2::ZERO,
            anchor_b: Vec2::ZERO,
            reference_angle: 0.0,
            velocity: None,
            angular_velocity: None,
            place: None,
            angle: None,
            max_force: 0.0,
            max_torque: 0.0,
        }
    }
}

impl Motor {
    /// Drives b at a velocity against a, in a's axes [m/s], and at an angular velocity [rad/s]. Force and torque are 0
    /// until [`Motor::limits`] sets them.
    pub fn at_velocity(velocity: Vec2, angular_velocity: f32) -> Self {
        Self { velocity: Some(velocity), angular_velocity: Some(angular_velocity), ..Self::default() }
    }

    /// Drives b to a place [m] and an angle [rad] in a's frame, by springs of 5 Hz that are critically damped. Force
    /// and torque are 0 until [`Motor::limits`] sets them.
    pub fn to_pose(place: Vec2, angle: f32) -> Self {
        let spring = Some(Stiffness::new(5.0, 1.0));
        Self { anchor_a: place, reference_angle: angle, place: spring, angle: spring, ..Self::default() }
    }

    /// A mouse joint: pulls a point of b, in its frame [m], to a target in a's frame [m], with at most `max_force` [N].
    /// Take a fixed body for a, and move the target with [`JointMut::set_target`](crate::JointMut::set_target). Add
    /// `.collide()` if b may lie on a: bodies that a joint links pass through each other otherwise.
    pub fn drag(target: Vec2, point: Vec2, max_force: f32) -> Self {
        let place = Some(Stiffness::new(5.0, 0.7));
        Self { anchor_a: target, anchor_b: point, place, max_force, ..Self::default() }
    }

    /// Sets the greatest force [N] and torque [N m].
    #[must_use]
    pub fn limits(mut self, max_force: f32, max_torque: f32) -> Self {
        (self.max_force, self.max_torque) = (max_force, max_torque);
        self
    }

    /// Sets the springs of place and angle: `hertz` [Hz] and `damping_ratio`, where there are springs.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        let spring = Stiffness { hertz, damping_ratio };
        (self.place, self.angle) = (self.place.map(|_| spring), self.angle.map(|_| spring));
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        Error::finite("reference_angle", self.reference_angle)?;
        Error::vector("velocity", self.velocity.unwrap_or_default())?;
        Error::finite("angular_velocity", self.angular_velocity.unwrap_or(0.0))?;
        self.place.map_or(Ok(()), |soft| soft.check("place.hertz", "place.damping_ratio"))?;
        self.angle.map_or(Ok(()), |soft| soft.check("angle.hertz", "angle.damping_ratio"))?;
        Error::not_negative("max_force", self.max_force)?;
        Error::not_negative("max_torque", self.max_torque)
    }

    pub(crate) fn parts(&self) -> Parts {
        let is_driven = self.place.is_some() || self.velocity.is_some();
        let max_force = if is_driven { self.max_force } else { 0.0 };
        let max_torque = |given: bool| if given { self.max_torque } else { 0.0 };
        Parts {
            hold: Hold::Point { max_force, velocity: self.velocity.unwrap_or_default() },
            reference: self.angle.map(|_| self.reference_angle),
            holds_angle: false,
            spring: Some(self.place.map_or(Spring::FIRM, |place| place.spring())),
            turn_spring: None,
            along: AxisInput::FREE,
            about: AxisInput {
                motor_speed: self.angular_velocity.unwrap_or(0.0),
                max_motor: max_torque(self.angular_velocity.is_some()),
                spring: self.angle.map_or(Spring::NONE, |angle| angle.spring()),
                max_spring: [max_torque(self.angle.is_some()); 2],
                ..AxisInput::FREE
            },
        }
    }
}
