//! [`PinSlot`]: a pin in a slot.

use crate::Error;
use crate::def::joint::parts::{
    LineLimit, Parts, along, along_world_axis, at_world_point, check_axis, check_line, unit,
};
use carom_math::{Pose, Vec2};
use carom_solver::{AxisInput, Hold};

/// Pin in a slot: a point of b stays on a line of a; b turns freely.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct PinSlot {
    /// Point of the line in a's frame [m]. Default: its origin.
    pub anchor_a: Vec2,
    /// The point in b's frame that is on the line [m]. Default: its origin.
    pub anchor_b: Vec2,
    /// Direction of the line in a's frame, of any length but 0. Default: x.
    pub axis: Vec2,
    /// Range of places along the line, from anchor a on: the ends of the slot. Default: none.
    pub limit: Option<LineLimit>,
    /// A point in the world [m]. If given, `axis` is in the world, and both anchors and all that is in a frame follow
    /// from the poses at which the joint is added. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub at: Option<Vec2>,
}

impl Default for PinSlot {
    fn default() -> Self {
        Self::new(Vec2::ZERO, Vec2::ZERO, Vec2::X)
    }
}

impl PinSlot {
    /// A pin at `anchor_b` of b in a slot through `anchor_a` of a along `axis`, in a's frame [m].
    pub fn new(anchor_a: Vec2, anchor_b: Vec2, axis: Vec2) -> Self {
        Self { anchor_a, anchor_b, axis, limit: None, at: None }
    }

    /// A pin of b at a point in the world [m], in a slot of a along `axis` there.
    pub fn at(point: Vec2, axis: Vec2) -> Self {
        Self { at: Some(point), ..Self::new(Vec2::ZERO, Vec2::ZERO, axis) }
    }

    /// Keeps the pin within `lower..=upper` along the slot [m].
    #[must_use]
    pub fn limit(mut self, lower: f32, upper: f32) -> Self {
        self.limit = Some(LineLimit { lower, upper });
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        self.at.map_or(Ok(()), |at| Error::place("at", at))?;
        check_axis(self.axis)?;
        check_line(self.limit, None, None)
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
            along: along(self.limit, None, None),
            about: AxisInput::FREE,
        }
    }
}
