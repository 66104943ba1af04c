//! [`Weld`]: two bodies held together.

use crate::Error;
use crate::def::joint::parts::{AngleSpring, Parts, Stiffness, about, at_world_point};
use carom_math::{Pose, Vec2};
use carom_solver::{AxisInput, Hold};

/// Weld: a point of a stays at a point of b, and b does not turn against a. Place and angle may each be soft.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Weld {
    /// The point in a's frame [m]. Default: its origin.
    pub anchor_a: Vec2,
    /// The point in b's frame [m]. Default: its origin.
    pub anchor_b: Vec2,
    /// Angle at which b is held relative to a [rad]. Default: 0.
    pub reference_angle: f32,
    /// Softness of the place. Default: rigid.
    pub place: Option<Stiffness>,
    /// Softness of the angle. Default: rigid.
    pub angle: Option<Stiffness>,
    /// A point in the world [m]. If given, anchors and reference angle follow from it, as the bodies stand when the
    /// joint is added. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub at: Option<Vec2>,
}

impl Weld {
    /// A weld that holds `anchor_a` of a at `anchor_b` of b, each in its body's frame [m], at equal angles.
    pub fn new(anchor_a: Vec2, anchor_b: Vec2) -> Self {
        Self { anchor_a, anchor_b, ..Self::default() }
    }

    /// A weld at a point in the world [m], as the two bodies stand when it is added.
    pub fn at(point: Vec2) -> Self {
        Self { at: Some(point), ..Self::default() }
    }

    /// Sets the angle of b relative to a [rad]. A weld made by [`Weld::at`] takes the one that the bodies have.
    #[must_use]
    pub fn reference_angle(mut self, angle: f32) -> Self {
        self.reference_angle = angle;
        self
    }

    /// Makes the place soft: `hertz` [Hz] and `damping_ratio`.
    #[must_use]
    pub fn soft_place(mut self, hertz: f32, damping_ratio: f32) -> Self {
        self.place = Some(Stiffness { hertz, damping_ratio });
        self
    }

    /// Makes the angle soft: `hertz` [Hz] and `damping_ratio`.
    #[must_use]
    pub fn soft_angle(mut self, hertz: f32, damping_ratio: f32) -> Self {
        self.angle = Some(Stiffness { hertz, damping_ratio });
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        Error::finite("reference_angle", self.reference_angle)?;
        self.at.map_or(Ok(()), |at| Error::place("at", at))?;
        self.place.map_or(Ok(()), |soft| soft.check("place.hertz", "place.damping_ratio"))?;
        self.angle.map_or(Ok(()), |soft| soft.check("angle.hertz", "angle.damping_ratio"))
    }

    pub(crate) fn resolve(&mut self, a: Pose, b: Pose) {
        if let Some(point) = self.at.take() {
            (self.anchor_a, self.anchor_b, self.reference_angle) = at_world_point(point, a, b);
        }
    }

    pub(crate) fn parts(&self) -> Parts {
        // A rigid place answers a spring about the angle. A soft one is solved at once with the angle.
        let beside = self.angle.filter(|_| self.place.is_none());
        let spring = beside.map(|s| AngleSpring { hertz: s.hertz, damping_ratio: s.damping_ratio, rest_angle: 0.0 });
        Parts {
            hold: Hold::Point { max_force: f32::INFINITY, velocity: Vec2::ZERO },
            reference: Some(self.reference_angle),
            holds_angle: beside.is_none(),
            spring: self.place.map(|place| place.spring()),
            turn_spring: self.angle.filter(|_| beside.is_none()).map(|angle| angle.spring()),
            along: AxisInput::FREE,
            about: about(None, None, spring),
        }
    }
}
