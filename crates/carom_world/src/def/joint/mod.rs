//! [`JointDef`]: definitions of joints, as plain data. One file a kind.

mod distance;
mod gear;
mod motor;
mod parts;
mod pin_slot;
mod prismatic;
mod pulley;
mod revolute;
mod weld;
mod wheel;

pub use crate::def::joint::distance::Distance;
pub use crate::def::joint::gear::{Gear, Rack};
pub use crate::def::joint::motor::Motor;
pub(crate) use crate::def::joint::parts::Parts;
pub use crate::def::joint::parts::{AngleLimit, AngleMotor, AngleSpring, LineLimit, LineMotor, LineSpring, Stiffness};
pub use crate::def::joint::pin_slot::PinSlot;
pub use crate::def::joint::prismatic::Prismatic;
pub use crate::def::joint::pulley::Pulley;
pub use crate::def::joint::revolute::Revolute;
pub use crate::def::joint::weld::Weld;
pub use crate::def::joint::wheel::Wheel;

use crate::Error;
use carom_math::{Pose, Vec2};

/// Definition of a joint: its kind, and the options that all kinds share.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointDef {
    /// The kind with its own fields.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: JointKind,
    /// The options of every joint.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub options: JointOptions,
}

/// Options that every joint has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct JointOptions {
    /// Whether the two bodies collide with each other. Default: no.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub collide: bool,
    /// Softness of all that the joint holds: a spring. Where a weld or a motor has a softness of its own, that one
    /// counts. Default: none, as rigid as the world's joints are.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stiffness: Option<Stiffness>,
    /// Mean force over a step above which the joint breaks [N]. A jerk that changes momentum by p counts as p over
    /// [`crate::WorldDef::dt`]. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub break_force: Option<f32>,
    /// Mean torque over a step above which the joint breaks [N m]. Default: none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub break_torque: Option<f32>,
    /// A number of the user's, for whatever it stands. Default: 0.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub user_data: u64,
}

#[cfg(feature = "serde")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl JointOptions {
    /// Whether the joint may break.
    pub(crate) fn breaks(&self) -> bool {
        self.break_force.is_some() || self.break_torque.is_some()
    }
}

/// The kinds of joints.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum JointKind {
    /// A hinge.
    Revolute(Revolute),
    /// A slider.
    Prismatic(Prismatic),
    /// A rod, a rope or a spring.
    Distance(Distance),
    /// Two bodies held together.
    Weld(Weld),
    /// A wheel on a suspension.
    Wheel(Wheel),
    /// A drive without a hinge; also the mouse joint.
    Motor(Motor),
    /// A pin in a slot.
    PinSlot(PinSlot),
    /// Nothing is held; the two bodies do not collide.
    Filter(FilterJoint),
    /// A ratio between two joints.
    Gear(Gear),
    /// A pinion and its rack.
    Rack(Rack),
    /// A rope over two fixed points.
    Pulley(Pulley),
}

impl JointKind {
    /// Its name, as in a scene file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Revolute(_) => "revolute",
            Self::Prismatic(_) => "prismatic",
            Self::Distance(_) => "distance",
            Self::Weld(_) => "weld",
            Self::Wheel(_) => "wheel",
            Self::Motor(_) => "motor",
            Self::PinSlot(_) => "pin_slot",
            Self::Filter(_) => "filter",
            Self::Gear(_) => "gear",
            Self::Rack(_) => "rack",
            Self::Pulley(_) => "pulley",
        }
    }

    /// Whether it couples two joints: [`crate::World::add_gear`] adds it.
    pub fn couples_joints(&self) -> bool {
        matches!(self, Self::Gear(_) | Self::Rack(_))
    }

    /// Whether it is a gear, a rack or a pulley.
    pub(crate) fn is_coupling(&self) -> bool {
        self.couples_joints() || matches!(self, Self::Pulley(_))
    }

    /// Whether the angle, or else the place, of such a joint can be coupled; `None` for a kind without one.
    pub(crate) fn coupled_by_angle(&self) -> Option<bool> {
        match self {
            Self::Revolute(_) | Self::Wheel(_) => Some(true),
            Self::Prismatic(_) => Some(false),
            _ => None,
        }
    }

    /// The factors and the held value of f q1 + g q2 = c.
    pub(crate) fn coupling(&self) -> Option<([f64; 2], f64)> {
        match self {
            Self::Gear(gear) => Some(([1.0, f64::from(gear.ratio)], f64::from(gear.offset.unwrap_or(0.0)))),
            Self::Rack(rack) => Some(([-f64::from(rack.ratio), 1.0], f64::from(rack.offset.unwrap_or(0.0)))),
            _ => None,
        }
    }

    /// The held value of a gear or a rack, `None` until it is added.
    pub(crate) fn offset_mut(&mut self) -> Option<&mut Option<f32>> {
        match self {
            Self::Gear(gear) => Some(&mut gear.offset),
            Self::Rack(rack) => Some(&mut rack.offset),
            _ => None,
        }
    }
}

/// Filter: nothing is held, but the two bodies do not collide.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct FilterJoint {}

/// Implements what every kind has: `From`, and the options as methods that give a [`JointDef`].
macro_rules! kinds {
    ($($kind:ident($def:ident)),*) => { $(
        impl From<$def> for JointDef {
            fn from(joint: $def) -> Self {
                Self { kind: JointKind::$kind(joint), options: JointOptions::default() }
            }
        }

        impl $def {
            /// Lets the two bodies collide with each other.
            #[must_use]
            pub fn collide(self) -> JointDef {
                JointDef::from(self).collide()
            }

            /// Makes all that is held soft: see [`JointOptions::stiffness`].
            #[must_use]
            pub fn stiffness(self, hertz: f32, damping_ratio: f32) -> JointDef {
                JointDef::from(self).stiffness(hertz, damping_ratio)
            }

            /// Breaks the joint above a force [N]: see [`JointOptions::break_force`].
            #[must_use]
            pub fn break_force(self, force: f32) -> JointDef {
                JointDef::from(self).break_force(force)
            }

            /// Breaks the joint above a torque [N m]: see [`JointOptions::break_torque`].
            #[must_use]
            pub fn break_torque(self, torque: f32) -> JointDef {
                JointDef::from(self).break_torque(torque)
            }

            /// Sets the user's number.
            #[must_use]
            pub fn user_data(self, number: u64) -> JointDef {
                JointDef::from(self).user_data(number)
            }
        }
    )* };
}

kinds!(
    Revolute(Revolute),
    Prismatic(Prismatic),
    Distance(Distance),
    Weld(Weld),
    Wheel(Wheel),
    Motor(Motor),
    PinSlot(PinSlot),
    Filter(FilterJoint),
    Gear(Gear),
    Rack(Rack),
    Pulley(Pulley)
);

impl JointDef {
    /// Lets the two bodies collide with each other.
    #[must_use]
    pub fn collide(mut self) -> Self {
        self.options.collide = true;
        self
    }

    /// Makes all that is held soft: `hertz` [Hz], `damping_ratio`.
    #[must_use]
    pub fn stiffness(mut self, hertz: f32, damping_ratio: f32) -> Self {
        self.options.stiffness = Some(Stiffness { hertz, damping_ratio });
        self
    }

    /// Breaks the joint above a force [N].
    #[must_use]
    pub fn break_force(mut self, force: f32) -> Self {
        self.options.break_force = Some(force);
        self
    }

    /// Breaks the joint above a torque [N m].
    #[must_use]
    pub fn break_torque(mut self, torque: f32) -> Self {
        self.options.break_torque = Some(torque);
        self
    }

    /// Sets the user's number.
    #[must_use]
    pub fn user_data(mut self, number: u64) -> Self {
        self.options.user_data = number;
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        match &self.kind {
            JointKind::Revolute(joint) => joint.check(),
            JointKind::Prismatic(joint) => joint.check(),
            JointKind::Distance(joint) => joint.check(),
            JointKind::Weld(joint) => joint.check(),
            JointKind::Wheel(joint) => joint.check(),
            JointKind::Motor(joint) => joint.check(),
            JointKind::PinSlot(joint) => joint.check(),
            JointKind::Filter(_) => Ok(()),
            JointKind::Gear(joint) => joint.check(),
            JointKind::Rack(joint) => joint.check(),
            JointKind::Pulley(joint) => joint.check(),
        }?;
        let options = &self.options;
        options.stiffness.map_or(Ok(()), |soft| soft.check("stiffness.hertz", "stiffness.damping_ratio"))?;
        Error::not_negative("break_force", options.break_force.unwrap_or(0.0))?;
        Error::not_negative("break_torque", options.break_torque.unwrap_or(0.0))
    }

    /// Whether the two bodies collide with each other.
    pub fn collides(&self) -> bool {
        self.options.collide && !matches!(self.kind, JointKind::Filter(_))
    }

    /// The same joint with what is given in the world taken over into the frames of its bodies, which are at these
    /// poses. A world does so when the joint is added.
    #[must_use]
    pub fn in_frames(mut self, a: Pose, b: Pose) -> Self {
        self.resolve(a, b);
        self
    }

    /// Takes what is in the world's frame over into the frames of the bodies, as they stand.
    pub(crate) fn resolve(&mut self, a: Pose, b: Pose) {
        match &mut self.kind {
            JointKind::Revolute(joint) => joint.resolve(a, b),
            JointKind::Prismatic(joint) => joint.resolve(a, b),
            JointKind::Distance(joint) => joint.resolve(a, b),
            JointKind::Weld(joint) => joint.resolve(a, b),
            JointKind::Wheel(joint) => joint.resolve(a, b),
            JointKind::PinSlot(joint) => joint.resolve(a, b),
            JointKind::Pulley(joint) => joint.resolve(a, b),
            JointKind::Motor(_) | JointKind::Filter(_) | JointKind::Gear(_) | JointKind::Rack(_) => {}
        }
    }

    /// The anchors in the frames of a and b [m].
    pub fn anchors(&self) -> [Vec2; 2] {
        match &self.kind {
            JointKind::Revolute(joint) => [joint.anchor_a, joint.anchor_b],
            JointKind::Prismatic(joint) => [joint.anchor_a, joint.anchor_b],
            JointKind::Distance(joint) => [joint.anchor_a, joint.anchor_b],
            JointKind::Weld(joint) => [joint.anchor_a, joint.anchor_b],
            JointKind::Wheel(joint) => [joint.anchor_a, joint.anchor_b],
            JointKind::Motor(joint) => [joint.anchor_a, joint.anchor_b],
            JointKind::PinSlot(joint) => [joint.anchor_a, joint.anchor_b],
            JointKind::Pulley(joint) => [joint.anchor_a, joint.anchor_b],
            JointKind::Filter(_) | JointKind::Gear(_) | JointKind::Rack(_) => [Vec2::ZERO; 2],
        }
    }

    /// The angle of b relative to a that counts as zero [rad].
    pub fn reference_angle(&self) -> f32 {
        match &self.kind {
            JointKind::Revolute(joint) => joint.reference_angle,
            JointKind::Prismatic(joint) => joint.reference_angle,
            JointKind::Weld(joint) => joint.reference_angle,
            JointKind::Motor(joint) => joint.reference_angle,
            _ => 0.0,
        }
    }

    /// The parts; none if nothing is held or driven, or by a coupling.
    pub(crate) fn parts(&self) -> Option<Parts> {
        let parts = match &self.kind {
            JointKind::Revolute(joint) => joint.parts(),
            JointKind::Prismatic(joint) => joint.parts(),
            JointKind::Distance(joint) => joint.parts(),
            JointKind::Weld(joint) => joint.parts(),
            JointKind::Wheel(joint) => joint.parts(),
            JointKind::Motor(joint) => joint.parts(),
            JointKind::PinSlot(joint) => joint.parts(),
            JointKind::Filter(_) | JointKind::Gear(_) | JointKind::Rack(_) | JointKind::Pulley(_) => return None,
        };
        let own = self.options.stiffness.map(|stiffness| stiffness.spring());
        Some(Parts { spring: parts.spring.or(own), turn_spring: parts.turn_spring.or(own), ..parts })
    }
}
