//! [`Distance`]: a rod, a rope or a spring between two points.

use crate::Error;
use crate::def::joint::parts::{LineLimit, LineMotor, LineSpring, Parts, along, check_line};
use carom_math::{Pose, Vec2};
use carom_solver::{AxisInput, Hold};

/// Distance of a point of a from a point of b: held (a rod), within a range (a rope), or on a spring.
///
/// Without a limit, a spring and a motor, the length is held.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Distance {
    /// The point in a's frame [m]. Default: its origin.
    pub anchor_a: Vec2,
    /// The point in b's frame [m]. Default: its origin.
    pub anchor_b: Vec2,
    /// Length of the rod, or of the spring at rest [m]. Default: the distance at which the joint is added.
    pub length: Option<f32>,
    /// Range of distances; its lower end is 0 or more. Default: none.
    pub limit: Option<LineLimit>,
    /// Motor that changes the distance. Default: none.
    pub motor: Option<LineMotor>,
    /// Spring towards `length`; its own `rest` is not read. Default: none.
    pub spring: Option<LineSpring>,
    /// The two points in the world [m]. If given, both anchors follow from them, as the bodies stand when the joint is
    /// added. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub at: Option<[Vec2; 2]>,
}

impl Distance {
    /// A rod of `length` from `anchor_a` of a to `anchor_b` of b, each in its body's frame [m].
    pub fn new(anchor_a: Vec2, anchor_b: Vec2, length: f32) -> Self {
        Self { anchor_a, anchor_b, length: Some(length), ..Self::default() }
    }

    /// A rod between two points in the world [m], as long as they are apart.
    pub fn between(point_a: Vec2, point_b: Vec2) -> Self {
        Self { at: Some([point_a, point_b]), ..Self::default() }
    }

    /// A rope: the points are at most `longest` apart [m].
    pub fn rope(anchor_a: Vec2, anchor_b: Vec2, longest: f32) -> Self {
        Self { length: None, ..Self::new(anchor_a, anchor_b, longest) }.range(0.0, longest)
    }

    /// Adds a spring of `hertz` [Hz] and `damping_ratio` towards the length.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        self.spring = Some(LineSpring { hertz, damping_ratio, rest: 0.0, max_push: None, max_pull: None });
        self
    }

    /// Keeps the distance within `least..=most` [m], in place of one length.
    #[must_use]
    pub fn range(mut self, least: f32, most: f32) -> Self {
        self.limit = Some(LineLimit { lower: least, upper: most });
        self
    }

    /// Adds a motor that changes the distance at `speed` [m/s] with at most `max_force` [N].
    #[must_use]
    pub fn motor(mut self, speed: f32, max_force: f32) -> Self {
        self.motor = Some(LineMotor { speed, max_force });
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        for point in self.at.into_iter().flatten() {
            Error::place("at", point)?;
        }
        Error::not_negative("length", self.length.unwrap_or(0.0))?;
        Error::not_negative("limit.lower", self.limit.map_or(0.0, |limit| limit.lower))?;
        check_line(self.limit, self.motor, self.spring)
    }

    pub(crate) fn resolve(&mut self, a: Pose, b: Pose) {
        if let Some([point_a, point_b]) = self.at.take() {
            (self.anchor_a, self.anchor_b) = (a.inverse_transform_point(point_a), b.inverse_transform_point(point_b));
        }
        let apart = b.transform_point(self.anchor_b) - a.transform_point(self.anchor_a);
        self.length.get_or_insert_with(|| apart.length());
    }

    pub(crate) fn parts(&self) -> Parts {
        let length = self.length.unwrap_or(0.0);
        let is_rod = self.limit.is_none() && self.motor.is_none() && self.spring.is_none();
        Parts {
            hold: if is_rod { Hold::Length(length) } else { Hold::Nothing },
            reference: None,
            holds_angle: false,
            spring: None,
            turn_spring: None,
            along: AxisInput { rest: length, ..along(self.limit, self.motor, self.spring) },
            about: AxisInput::FREE,
        }
    }
}
