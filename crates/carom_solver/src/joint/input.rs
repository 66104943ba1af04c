//! A joint of two bodies as the solver takes it, and its memory from step to step.

use crate::Spring;
use carom_math::{Rot, Vec2};

/// Accumulated impulses along one degree of freedom: of a length [N s], or of an angle [N m s].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AxisImpulses {
    /// Of the spring.
    pub spring: f32,
    /// Of the motor.
    pub motor: f32,
    /// Of the lower limit, 0 or more.
    pub lower: f32,
    /// Of the upper limit, 0 or more.
    pub upper: f32,
}

impl AxisImpulses {
    /// Their sum, positive where it increases the length or the angle.
    pub fn sum(&self) -> f32 {
        self.spring + self.motor + self.lower - self.upper
    }

    fn add(&mut self, other: &Self) {
        self.spring += other.spring;
        self.motor += other.motor;
        self.lower += other.lower;
        self.upper += other.upper;
    }

    /// Whether all of them are finite.
    pub fn is_finite(&self) -> bool {
        [self.spring, self.motor, self.lower, self.upper].iter().all(|x| x.is_finite())
    }
}

/// The state of a joint that outlives a step: its accumulated impulses, and the angle with its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointState {
    /// Of a held point, on b, in the world's axes [N s]. Of a held direction, its only number is the first.
    pub linear: Vec2,
    /// Of a held angle, on b [N m s].
    pub twist: f32,
    /// Along the line of the two anchors or the axis [N s].
    pub along: AxisImpulses,
    /// About the angle [N m s].
    pub about: AxisImpulses,
    /// Angle of b against a beyond the reference, turns counted [rad]; kept up while the joint needs an angle.
    pub angle: f32,
}

impl JointState {
    /// The same angle without impulses.
    pub fn without_impulses(&self) -> Self {
        Self { angle: self.angle, ..Self::default() }
    }

    /// Adds the impulses of another state.
    pub(crate) fn add_impulses(&mut self, other: &Self) {
        self.linear += other.linear;
        self.twist += other.twist;
        self.along.add(&other.along);
        self.about.add(&other.about);
    }

    /// Whether all of it is finite.
    pub fn is_finite(&self) -> bool {
        let fine = self.linear.is_finite() && self.twist.is_finite() && self.angle.is_finite();
        fine && self.along.is_finite() && self.about.is_finite()
    }
}

/// The difference of the joints from those of the step before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointNews {
    /// They are the same: only values that follow from the bodies' poses are computed.
    None,
    /// They have other values, or their bodies are in other rows.
    Values,
    /// The joints are others, or other bodies of theirs can move.
    Others,
}

/// Spring, motor and limits along one degree of freedom: a length [m] or an angle [rad].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisInput {
    /// Least value, infinite without a limit.
    pub lower: f32,
    /// Greatest value, infinite without a limit.
    pub upper: f32,
    /// Target speed of the motor [1/s].
    pub motor_speed: f32,
    /// Greatest force [N] or torque [N m] of the motor, 0 for none.
    pub max_motor: f32,
    /// The spring.
    pub spring: Spring,
    /// Value at which the spring rests.
    pub rest: f32,
    /// Greatest force or torque of the spring that increases the value, and that decreases it; infinite by default.
    pub max_spring: [f32; 2],
}

impl AxisInput {
    /// A degree of freedom with nothing on it.
    pub const FREE: Self = Self {
        lower: f32::NEG_INFINITY,
        upper: f32::INFINITY,
        motor_speed: 0.0,
        max_motor: 0.0,
        spring: Spring::NONE,
        rest: 0.0,
        max_spring: [f32::INFINITY; 2],
    };

    /// Whether it has a spring, a motor or a limit.
    pub(crate) fn acts(&self) -> bool {
        self.drives() || self.lower.is_finite() || self.upper.is_finite()
    }

    /// Whether it has a spring or a motor.
    pub fn drives(&self) -> bool {
        self.spring != Spring::NONE || self.max_motor > 0.0
    }

    /// Whether something acts, and a tree can have it: no spring has a greatest force.
    fn fits_trees(&self) -> bool {
        self.acts() && self.max_spring == [f32::INFINITY; 2]
    }
}

/// The part of the relative position that a joint holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// The anchors at one point, with at most so much force [N], and moving at a velocity in a's axes [m/s].
    Point {
        /// Greatest force, infinite by default [N].
        max_force: f32,
        /// Velocity of b's anchor against a's, in a's axes [m/s].
        velocity: Vec2,
    },
    /// Anchor b on the line through anchor a along this unit vector in a's axes; `along` is the place on it.
    Line(Vec2),
    /// The distance of the anchors at this length [m]; `along` is the distance.
    Length(f32),
    /// Nothing; `along` is the distance of the anchors.
    Nothing,
}

impl Hold {
    /// Whether it holds something, as firmly as it takes.
    pub fn is_rigid(&self) -> bool {
        match *self {
            Self::Point { max_force, velocity } => max_force == f32::INFINITY && velocity == Vec2::ZERO,
            Self::Line(_) | Self::Length(_) => true,
            Self::Nothing => false,
        }
    }
}

/// A joint of two bodies, in their axes.
#[derive(Clone, Copy, Debug)]
pub struct JointInput {
    /// Rows of the two bodies.
    pub rows: [u32; 2],
    /// From the centres of mass to the anchors, in each body's axes [m].
    pub anchors: [Vec2; 2],
    /// The held part.
    pub hold: Hold,
    /// A spring that holds the point or the line, in place of [`crate::StepRules::joint`].
    pub spring: Option<Spring>,
    /// The same of a held angle.
    pub turn_spring: Option<Spring>,
    /// Reference angle of b against a [rad], if a limit, a spring or a hold needs the angle.
    pub reference: Option<f32>,
    /// Whether the angle is held at the reference.
    pub holds_angle: bool,
    /// Spring, motor and limits along the line or the distance.
    pub along: AxisInput,
    /// Spring, motor and limits about the angle.
    pub about: AxisInput,
    /// The state after the last step.
    pub state: JointState,
}

impl JointInput {
    /// A point held at another one, and nothing else.
    pub fn point(rows: [u32; 2], anchors: [Vec2; 2]) -> Self {
        Self {
            rows,
            anchors,
            hold: Hold::Point { max_force: f32::INFINITY, velocity: Vec2::ZERO },
            spring: None,
            turn_spring: None,
            reference: None,
            holds_angle: false,
            along: AxisInput::FREE,
            about: AxisInput::FREE,
            state: JointState::default(),
        }
    }

    /// Whether a tree that holds the point has all that acts about the angle as well.
    pub(crate) fn turns_in_tree(&self) -> bool {
        matches!(self.hold, Hold::Point { .. }) && !self.holds_angle && self.about.fits_trees()
    }

    /// Whether a tree that holds the line has all that acts along it as well.
    pub(crate) fn slides_in_tree(&self) -> bool {
        matches!(self.hold, Hold::Line(_)) && self.along.fits_trees()
    }

    /// The spring, motor and limits about the angle that lanes have beside a tree (`direct`), or without one.
    pub(crate) fn about_beside(&self, direct: bool) -> AxisInput {
        if direct && self.turns_in_tree() { AxisInput::FREE } else { self.about }
    }

    /// The same along the line.
    pub(crate) fn along_beside(&self, direct: bool) -> AxisInput {
        if direct && self.slides_in_tree() { AxisInput::FREE } else { self.along }
    }

    /// The kind of work that a pass does on it, below [`KINDS`]: sixteen of one kind leave out what they do not need.
    /// [`IDLE`] if nothing is left to do beside a tree (`direct`) that solves what is held.
    pub(crate) fn work(&self, direct: bool) -> u8 {
        let (along, about) = (self.along_beside(direct).acts(), self.about_beside(direct).acts());
        if direct && !along && !about {
            return IDLE;
        }
        let yields = self.spring.is_some() || self.turn_spring.is_some();
        let parts = [
            !matches!(self.hold, Hold::Point { .. }),
            self.reference.is_some(),
            self.reference.is_some() && self.holds_angle,
            along,
            about && (self.about.lower.is_finite() || self.about.upper.is_finite()),
            about || yields,
        ];
        parts.into_iter().fold(0, |work, part| work << 1 | u8::from(part))
    }
}

/// Number of kinds of work.
pub(crate) const KINDS: usize = 64;

/// The kind of an idle joint: no other one holds an angle and has none.
const IDLE: u8 = 0b00_1000;

/// The angle of `b` against `a` beyond `reference` [rad], in -pi..=pi. The solver computes sixteen at once, to 4 parts
/// in 10 million.
pub fn joint_angle(a: Rot, b: Rot, reference: f32) -> f32 {
    Rot::from_angle(reference).inv_mul(a.inv_mul(b)).angle()
}

/// A whole turn [rad].
pub(crate) const TURN: f32 = 2.0 * carom_math::PI;

/// From so many turns on, 2^23, a number of turns has no fraction any more.
pub(crate) const WHOLE_TURNS: f32 = 8_388_608.0;

/// The angle that equals `angle` up to whole turns and is nearest to `last` [rad].
pub fn nearest_turn(angle: f32, last: f32) -> f32 {
    let turns = (last - angle) / TURN;
    if turns.abs() < WHOLE_TURNS { angle + TURN * turns.round_ties_even() } else { angle }
}
