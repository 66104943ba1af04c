//! [`Wheel`]: a wheel on a suspension.

use crate::Error;
use crate::def::joint::parts::{
    AngleMotor, LineLimit, LineSpring, Parts, about, along, along_world_axis, at_world_point, check_angle, check_axis,
    check_line, unit,
};
use carom_math::{Pose, Vec2};
use carom_solver::Hold;

/// Wheel: a point of b, its hub, stays on a line of a, on a suspension spring; b turns freely, or by a motor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Wheel {
    /// Point of the line in a's frame [m]. Default: its origin.
    pub anchor_a: Vec2,
    /// The point in b's frame that is on the line [m]. Default: its origin.
    pub anchor_b: Vec2,
    /// Direction of the line in a's frame, of any length but 0. Default: y.
    pub axis: Vec2,
    /// Range of places of the hub along the line, from anchor a on. Default: none.
    pub limit: Option<LineLimit>,
    /// Suspension. Default: none, so that the hub is free along the line.
    pub spring: Option<LineSpring>,
    /// Motor that turns b against a. Default: none.
    pub motor: Option<AngleMotor>,
    /// A point in the world [m]. If given, `axis` is in the world, and both anchors and all that is in a frame follow
    /// from the poses at which the joint is added. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub at: Option<Vec2>,
}

impl Default for Wheel {
    fn default() -> Self {
        Self::new(Vec2::ZERO, Vec2::ZERO, Vec2::Y)
    }
}

impl Wheel {
    /// A wheel that holds `anchor_b` of b on the line through `anchor_a` of a along `axis`, in a's frame [m].
    pub fn new(anchor_a: Vec2, anchor_b: Vec2, axis: Vec2) -> Self {
        Self { anchor_a, anchor_b, axis, limit: None, spring: None, motor: None, at: None }
    }

    /// A wheel whose hub is at a point in the world [m], on a suspension along `axis` there.
    pub fn at(point: Vec2, axis: Vec2) -> Self {
        Self { at: Some(point), ..Self::new(Vec2::ZERO, Vec2::ZERO, axis) }
    }

    /// Adds a suspension of `hertz` [Hz] and `damping_ratio` towards place 0.
    #[must_use]
    pub fn suspension(mut self, hertz: f32, damping_ratio: f32) -> Self {
        self.spring = Some(LineSpring { hertz, damping_ratio, rest: 0.0, max_push: None, max_pull: None });
        self
    }

    /// Keeps the hub within `lower..=upper` along the line [m].
    #[must_use]
    pub fn limit(mut self, lower: f32, upper: f32) -> Self {
        self.limit = Some(LineLimit { lower, upper });
        self
    }

    /// Adds a motor towards `speed` [rad/s] with at most `max_torque` [N m].
    #[must_use]
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Self {
        self.motor = Some(AngleMotor { speed, max_torque });
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        self.at.map_or(Ok(()), |at| Error::place("at", at))?;
        check_axis(self.axis)?;
        check_line(self.limit, None, self.spring)?;
        check_angle(None, self.motor, None)
    }

    pub(crate) fn resolve(&mut self, a: Pose, b: Pose) {
        if let Some(point) = self.at.take() {
            (self.anchor_a, self.anchor_b, _) = at_world_point(point, a, b);
            self.axis = along_world_axis(self.axis, a);
        }
    }

    pub(crate) fn parts(&self) -> Parts {
        Parts {
            hold: Hold::Line(unit(self.axis)),
            reference: None,
            holds_angle: false,
            spring: None,
            turn_spring: None,
            along: along(self.limit, None, self.spring),
            about: about(None, self.motor, None),
        }
    }
}
