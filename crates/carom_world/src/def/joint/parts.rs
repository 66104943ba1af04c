//! Parts of joints: motors, limits and springs about an angle and along a line, and the stiffness of what is held.

use crate::Error;
use carom_math::{Pose, Vec2, normalize};
use carom_solver::{AxisInput, Hold, Spring};

/// Motor about an angle: a drive towards an angular velocity. The default does nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct AngleMotor {
    /// Target speed of b relative to a [rad/s], positive counter-clockwise.
    pub speed: f32,
    /// Greatest torque [N m], 0 or more. With speed 0, the motor acts as friction.
    pub max_torque: f32,
}

/// Limit of an angle: a range of the angle of b relative to a, less the reference angle. Turns are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct AngleLimit {
    /// Least angle [rad].
    pub lower: f32,
    /// Greatest angle [rad].
    pub upper: f32,
}

/// Spring that turns b towards an angle relative to a. The default does nothing: give it `hertz`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct AngleSpring {
    /// Frequency of the spring without damping [Hz], 0 or more. A fifth of the substep rate counts at most: 48 Hz at 60
    /// steps of 4 substeps a second. Where many springs hold a body, less does.
    pub hertz: f32,
    /// Damping ratio, 0 or more; 1 is critical.
    pub damping_ratio: f32,
    /// Angle at rest, less the reference angle: the target angle [rad]. Default: 0.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rest_angle: f32,
}

/// Motor along a line: a drive towards a speed. The default does nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct LineMotor {
    /// Target speed of anchor b along the line, or of the distance [m/s].
    pub speed: f32,
    /// Greatest force [N], 0 or more. With speed 0, the motor acts as friction.
    pub max_force: f32,
}

/// Limit along a line: a range of places on it, or of distances.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct LineLimit {
    /// Least place or distance [m].
    pub lower: f32,
    /// Greatest place or distance [m].
    pub upper: f32,
}

/// Spring along a line, towards a place on it. The default does nothing: give it `hertz`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct LineSpring {
    /// Frequency of the spring without damping [Hz], 0 or more. A fifth of the substep rate counts at most: 48 Hz at 60
    /// steps of 4 substeps a second. Where many springs hold a body, less does.
    pub hertz: f32,
    /// Damping ratio, 0 or more; 1 is critical.
    pub damping_ratio: f32,
    /// Place at rest: the target place [m]. Default: 0. A [`Distance`](crate::Distance) has its length for it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rest: f32,
    /// Greatest force by which it increases the place or the distance [N]. Default: no limit.
    #[cfg_attr(feature = "serde", serde(default))]
    pub max_push: Option<f32>,
    /// Greatest force by which it decreases the place or the distance [N]. Default: no limit.
    #[cfg_attr(feature = "serde", serde(default))]
    pub max_pull: Option<f32>,
}

/// Stiffness of something that is held: a spring and a damper in place of a rigid equation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Stiffness {
    /// Frequency without damping [Hz], above 0. A fifth of the substep rate counts at most: 48 Hz at 60 steps of 4
    /// substeps a second. Where many springs hold a body, less does.
    pub hertz: f32,
    /// Damping ratio, 0 or more; 1 is critical.
    pub damping_ratio: f32,
}

impl Stiffness {
    /// A stiffness of `hertz` [Hz] and `damping_ratio`.
    pub fn new(hertz: f32, damping_ratio: f32) -> Self {
        Self { hertz, damping_ratio }
    }

    pub(crate) fn check(&self, hertz: &'static str, damping_ratio: &'static str) -> Result<(), Error> {
        if !(self.hertz > 0.0 && self.hertz.is_finite()) {
            return Err(Error::value(hertz, self.hertz, "a finite number above 0"));
        }
        Error::not_negative(damping_ratio, self.damping_ratio)
    }

    pub(crate) fn spring(&self) -> Spring {
        Spring::new(self.hertz, self.damping_ratio)
    }
}

/// A range with a lower and an upper end.
fn check_range(lower: f32, upper: f32) -> Result<(), Error> {
    Error::finite("limit.lower", lower)?;
    Error::finite("limit.upper", upper)?;
    if upper >= lower {
        return Ok(());
    }
    let wanted = format!("limit.lower ({lower}) or more");
    Err(Error::value("limit.upper", upper, wanted))
}

/// Checks the parts about an angle.
pub(super) fn check_angle(
    limit: Option<AngleLimit>,
    motor: Option<AngleMotor>,
    spring: Option<AngleSpring>,
) -> Result<(), Error> {
    if let Some(limit) = limit {
        check_range(limit.lower, limit.upper)?;
    }
    if let Some(motor) = motor {
        Error::finite("motor.speed", motor.speed)?;
        Error::not_negative("motor.max_torque", motor.max_torque)?;
    }
    if let Some(spring) = spring {
        Error::not_negative("spring.hertz", spring.hertz)?;
        Error::not_negative("spring.damping_ratio", spring.damping_ratio)?;
        Error::finite("spring.rest_angle", spring.rest_angle)?;
    }
    Ok(())
}

/// Checks the parts along a line.
pub(super) fn check_line(
    limit: Option<LineLimit>,
    motor: Option<LineMotor>,
    spring: Option<LineSpring>,
) -> Result<(), Error> {
    if let Some(limit) = limit {
        check_range(limit.lower, limit.upper)?;
    }
    if let Some(motor) = motor {
        Error::finite("motor.speed", motor.speed)?;
        Error::not_negative("motor.max_force", motor.max_force)?;
    }
    if let Some(spring) = spring {
        Error::not_negative("spring.hertz", spring.hertz)?;
        Error::not_negative("spring.damping_ratio", spring.damping_ratio)?;
        Error::finite("spring.rest", spring.rest)?;
        Error::not_negative("spring.max_push", spring.max_push.unwrap_or(0.0))?;
        Error::not_negative("spring.max_pull", spring.max_pull.unwrap_or(0.0))?;
    }
    Ok(())
}

/// The parts about an angle, as the solver takes them.
pub(super) fn about(limit: Option<AngleLimit>, motor: Option<AngleMotor>, spring: Option<AngleSpring>) -> AxisInput {
    AxisInput {
        lower: limit.map_or(f32::NEG_INFINITY, |limit| limit.lower),
        upper: limit.map_or(f32::INFINITY, |limit| limit.upper),
        motor_speed: motor.map_or(0.0, |motor| motor.speed),
        max_motor: motor.map_or(0.0, |motor| motor.max_torque),
        spring: spring.map_or(Spring::NONE, |spring| Spring::new(spring.hertz, spring.damping_ratio)),
        rest: spring.map_or(0.0, |spring| spring.rest_angle),
        ..AxisInput::FREE
    }
}

/// The parts along a line, as the solver takes them.
pub(super) fn along(limit: Option<LineLimit>, motor: Option<LineMotor>, spring: Option<LineSpring>) -> AxisInput {
    let most = |force: Option<f32>| force.unwrap_or(f32::INFINITY);
    AxisInput {
        lower: limit.map_or(f32::NEG_INFINITY, |limit| limit.lower),
        upper: limit.map_or(f32::INFINITY, |limit| limit.upper),
        motor_speed: motor.map_or(0.0, |motor| motor.speed),
        max_motor: motor.map_or(0.0, |motor| motor.max_force),
        spring: spring.map_or(Spring::NONE, |spring| Spring::new(spring.hertz, spring.damping_ratio)),
        rest: spring.map_or(0.0, |spring| spring.rest),
        max_spring: spring.map_or([f32::INFINITY; 2], |s| [most(s.max_push), most(s.max_pull)]),
    }
}

/// The parts of a joint of two bodies, as the solver takes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub hold: Hold,
    pub reference: Option<f32>,
    pub holds_angle: bool,
    /// The springs that hold the point or the line, and a held angle.
    pub spring: Option<Spring>,
    pub turn_spring: Option<Spring>,
    pub along: AxisInput,
    pub about: AxisInput,
}

/// The anchors and the reference angle of two bodies joined at a point in the world.
pub(super) fn at_world_point(point: Vec2, a: Pose, b: Pose) -> (Vec2, Vec2, f32) {
    (a.inverse_transform_point(point), b.inverse_transform_point(point), a.q.inv_mul(b.q).angle())
}

/// An axis in the world, in a's frame.
pub(super) fn along_world_axis(axis: Vec2, a: Pose) -> Vec2 {
    a.q.inverse_rotate(axis)
}

/// The unit vector along an axis that [`check_axis`] let pass.
pub(super) fn unit(axis: Vec2) -> Vec2 {
    normalize(axis).0
}

/// Checks that an axis has a direction.
pub(super) fn check_axis(axis: Vec2) -> Result<(), Error> {
    Error::place("axis", axis)?;
    if normalize(axis).1 > 0.0 {
        return Ok(());
    }
    Err(Error::value("axis", format!("({}, {})", axis.x, axis.y), "a direction: it has no length"))
}
