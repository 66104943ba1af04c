//! [`Revolute`]: a hinge.

use crate::Error;
use crate::def::joint::parts::{AngleLimit, AngleMotor, AngleSpring, Parts, about, at_world_point, check_angle};
use carom_math::{Pose, Vec2};
use carom_solver::{AxisInput, Hold};

/// Hinge (revolute joint): a point of a stays at a point of b.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Revolute {
    /// The point in a's frame [m]. Default: its origin.
    pub anchor_a: Vec2,
    /// The point in b's frame [m]. Default: its origin.
    pub anchor_b: Vec2,
    /// Angle of b relative to a that counts as zero for limit and spring [rad]. Default: 0.
    pub reference_angle: f32,
    /// Range of angles. Default: none.
    pub limit: Option<AngleLimit>,
    /// Motor. Default: none.
    pub motor: Option<AngleMotor>,
    /// Spring. Default: none.
    pub spring: Option<AngleSpring>,
    /// A point in the world [m]. If given, anchors and reference angle follow from it, as the bodies stand when the
    /// joint is added. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub at: Option<Vec2>,
}

impl Default for Revolute {
    fn default() -> Self {
        Self::new(Vec2::ZERO, Vec2::ZERO)
    }
}

impl Revolute {
    /// A hinge that holds `anchor_a` of a at `anchor_b` of b, each in its body's frame [m].
    pub fn new(anchor_a: Vec2, anchor_b: Vec2) -> Self {
        Self { anchor_a, anchor_b, reference_angle: 0.0, limit: None, motor: None, spring: None, at: None }
    }

    /// A hinge at a point in the world [m]. The angle counts from that at which the joint is added.
    pub fn at(point: Vec2) -> Self {
        Self { at: Some(point), ..Self::default() }
    }

    /// Adds a motor towards `speed` [rad/s] with at most `max_torque` [N m].
    #[must_use]
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Self {
        self.motor = Some(AngleMotor { speed, max_torque });
        self
    }

    /// Keeps the angle within `lower..=upper` [rad]; turns are counted.
    #[must_use]
    pub fn limit(mut self, lower: f32, upper: f32) -> Self {
        self.limit = Some(AngleLimit { lower, upper });
        self
    }

    /// Adds a spring of `hertz` [Hz] and `damping_ratio` towards angle 0, or towards its
    /// [`rest_angle`](AngleSpring::rest_angle) if that is set.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        self.spring = Some(AngleSpring { hertz, damping_ratio, rest_angle: 0.0 });
        self
    }

    /// Sets the angle of b relative to a that counts as zero [rad]. A hinge made by [`Revolute::at`] takes the one that
    /// the bodies have.
    #[must_use]
    pub fn reference_angle(mut self, angle: f32) -> Self {
        self.reference_angle = angle;
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        Error::finite("reference_angle", self.reference_angle)?;
        self.at.map_or(Ok(()), |at| Error::place("at", at))?;
        check_angle(self.limit, self.motor, self.spring)
    }

    pub(crate) fn resolve(&mut self, a: Pose, b: Pose) {
        if let Some(point) = self.at.take() {
            (self.anchor_a, self.anchor_b, self.reference_angle) = at_world_point(point, a, b);
        }
    }

    pub(crate) fn parts(&self) -> Parts {
        let needs_angle = self.limit.is_some() || self.spring.is_some();
        Parts {
            hold: Hold::Point { max_force: f32::INFINITY, velocity: Vec2::ZERO },
            reference: needs_angle.then_some(self.reference_angle),
            holds_angle: false,
            spring: None,
            turn_spring: None,
            along: AxisInput::FREE,
            about: about(self.limit, self.motor, self.spring),
        }
    }
}
