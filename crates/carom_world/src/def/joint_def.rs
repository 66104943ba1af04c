//! [`JointDef`]: definitions of joints (revolute), with motor, limit and spring.

use crate::Error;
use carom_math::Vec2;

/// Motor: a drive towards a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Motor {
    /// Target speed of b relative to a [rad/s], positive counter-clockwise.
    pub speed: f32,
    /// Greatest torque [N m], 0 or more. With speed 0, the motor acts as friction.
    pub max_torque: f32,
}

/// Limit: a range of the angle of b relative to a, less the reference angle.
///
/// The angle is in -pi..=pi, since turns are not counted. Past pi it wraps to near -pi, and meets `lower` there. So an
/// end outside that range never stops anything on its own side. A limit that is to stop must be well inside it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct AngleLimit {
    /// Least angle [rad].
    pub lower: f32,
    /// Greatest angle [rad].
    pub upper: f32,
}

/// Spring that turns b towards an angle relative to a.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct AngleSpring {
    /// Frequency of the spring without damping [Hz], 0 or more.
    pub hertz: f32,
    /// Damping ratio, 0 or more; 1 is critical.
    pub damping_ratio: f32,
    /// Angle at rest, less the reference angle [rad]. Default: 0.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rest_angle: f32,
}

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
    pub motor: Option<Motor>,
    /// Spring. Default: none.
    pub spring: Option<AngleSpring>,
    /// Whether the two bodies collide with each other. Default: no.
    pub collide: bool,
}

impl Default for Revolute {
    fn default() -> Self {
        Self::new(Vec2::ZERO, Vec2::ZERO)
    }
}

impl Revolute {
    /// A hinge that holds `anchor_a` of a at `anchor_b` of b, each in its body's frame [m].
    pub fn new(anchor_a: Vec2, anchor_b: Vec2) -> Self {
        Self { anchor_a, anchor_b, reference_angle: 0.0, limit: None, motor: None, spring: None, collide: false }
    }

    /// Adds a motor towards `speed` [rad/s] with at most `max_torque` [N m].
    #[must_use]
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Self {
        self.motor = Some(Motor { speed, max_torque });
        self
    }

    /// Keeps the angle within `lower..=upper` [rad], both within -pi..pi: see [`AngleLimit`].
    #[must_use]
    pub fn limit(mut self, lower: f32, upper: f32) -> Self {
        self.limit = Some(AngleLimit { lower, upper });
        self
    }

    /// Adds a spring of `hertz` [Hz] and `damping_ratio` towards angle 0.
    #[must_use]
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Self {
        self.spring = Some(AngleSpring { hertz, damping_ratio, rest_angle: 0.0 });
        self
    }

    /// Sets the angle of b relative to a that counts as zero [rad].
    #[must_use]
    pub fn reference_angle(mut self, angle: f32) -> Self {
        self.reference_angle = angle;
        self
    }

    /// Lets the two bodies collide with each other.
    #[must_use]
    pub fn collide(mut self) -> Self {
        self.collide = true;
        self
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("anchor_a", self.anchor_a)?;
        Error::place("anchor_b", self.anchor_b)?;
        Error::finite("reference_angle", self.reference_angle)?;
        if let Some(limit) = self.limit {
            Error::finite("limit.lower", limit.lower)?;
            if !(limit.upper.is_finite() && limit.upper >= limit.lower) {
                let wanted = format!("a finite number, limit.lower ({}) or more", limit.lower);
                return Err(Error::value("limit.upper", limit.upper, wanted));
            }
        }
        if let Some(motor) = self.motor {
            Error::finite("motor.speed", motor.speed)?;
            Error::not_negative("motor.max_torque", motor.max_torque)?;
        }
        if let Some(spring) = self.spring {
            Error::not_negative("spring.hertz", spring.hertz)?;
            Error::not_negative("spring.damping_ratio", spring.damping_ratio)?;
            Error::finite("spring.rest_angle", spring.rest_angle)?;
        }
        Ok(())
    }
}

/// Definition of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum JointDef {
    /// A hinge.
    Revolute(Revolute),
}

impl From<Revolute> for JointDef {
    fn from(joint: Revolute) -> Self {
        Self::Revolute(joint)
    }
}

impl JointDef {
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Revolute(joint) => joint.check(),
        }
    }

    /// Whether the two bodies collide with each other.
    pub fn collides(&self) -> bool {
        match self {
            Self::Revolute(joint) => joint.collide,
        }
    }
}
