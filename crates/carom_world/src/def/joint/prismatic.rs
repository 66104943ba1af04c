//! [`Prismatic`]: a slider.

use crate::Error;
use crate::def::joint::parts::{
    LineLimit, LineMotor, LineSpring, Parts, along, along_world_axis, at_world_point, check_axis, check_line, unit,
};
use carom_math::{Pose, Vec2};
use carom_solver::{AxisInput, Hold};

/// Slider (prismatic joint): a point of b stays on a line of a, and b does not turn against a.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Prismatic {
    /// Point of the line in a's frame [m]. Default: its origin.
    pub anchor_a: Vec2,
    /// The point in b's frame that is on the line [m]. Default: its origin.
    pub anchor_b: Vec2,
    /// Direction of the line in a's frame, of any length but 0. Default: x.
    pub axis: Vec2,
    /// Angle at which b is held relative to a [rad]. Default: 0.
    pub reference_angle: f32,
    /// Range of places along the line, from anchor a on. Default: none.
    pub limit: Option<LineLimit>,
    /// Motor along the line. Default: none.
    pub motor: Option<LineMotor>,
    /// Spring to a place on the line. Default: none.
    pub spring: Option<LineSpring>,
    /// A point in the world [m]. If given, `axis` is in the world, and both anchors and all that is in a frame follow
    /// from the poses at which the joint is added. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub at: Option<Vec2>,
}

impl Default for Prismatic {
    fn default() -> Self {
        Self::new(Vec2::ZERO, Vec2::ZERO, Vec2::X)
    }
}

impl Prismatic {
    /// A slider that holds `anchor_b` of b on the line through `anchor_a` of a along `axis`, in a's frame [m].
    pub fn new(anchor_a: Vec2, anchor_b: Vec2, axis: Vec2) -> Self {
        let (limit, motor, spring) = (None, None, None);
        Self { anchor_a, anchor_b, axis, reference_angle: 0.0, limit, motor, spring, at: None }
    }

    /// A slider along `axis` through a point of b, both in the world [m]. Place and angle count from those at which the
    /// joint is added.
    pub fn at(point: Vec2, axis: Vec2) -> Self {
        Self { at: Some(point), ..Self::new(Vec2::ZERO, Vec2::ZERO, axis) }
    }

    /// Adds a motor towards `speed` [m/s] with at most `max_force` [N].
    #[must_use]
    pub fn motor(mut self, speed: f32, max_force: f32) -> Self {
        self.motor = Some(LineMotor { speed, max_force });
        self
    }

    /// Keeps the place within `lower..=upper` [m].
    #[must_use]
    pub fn limit(mut self, lower: f32, upper: f32) -> Self {
        self.limit = Some(LineLimit { lower, upper });
        self
    }

    /// Adds a spring of `hertz` [Hz] and `damping_ratio` towards place 0.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        self.spring = Some(LineSpring { hertz, damping_ratio, rest: 0.0, max_push: None, max_pull: None });
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        Error::finite("reference_angle", self.reference_angle)?;
        self.at.map_or(Ok(()), |at| Error::place("at", at))?;
        check_axis(self.axis)?;
        check_line(self.limit, self.motor, self.spring)
    }

    pub(crate) fn resolve(&mut self, a: Pose, b: Pose) {
        if let Some(point) = self.at.take() {
            (self.anchor_a, self.anchor_b, self.reference_angle) = at_world_point(point, a, b);
            self.axis = along_world_axis(self.axis, a);
        }
    }

    pub(crate) fn parts(&self) -> Parts {
        Parts {
            hold: Hold::Line(unit(self.axis)),
            reference: Some(self.reference_angle),
            holds_angle: true,
            spring: None,
            turn_spring: None,
            along: along(self.limit, self.motor, self.spring),
            about: AxisInput::FREE,
        }
    }
}
