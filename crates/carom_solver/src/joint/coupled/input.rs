//! A coupling of two joints or of two lengths, as the solver takes it: one equation of up to four bodies.

use crate::Softness;
use carom_math::Vec2;

/// A joint whose angle or place counts in a coupling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoupledJoint {
    /// Its index among the inputs of joints.
    pub joint: u32,
    /// Whether its angle counts [rad]; otherwise its place along [`crate::Hold::Line`] [m].
    pub is_angle: bool,
}

/// A part of a rope: from a point of a body to a point of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RopeEnd {
    /// Row of the body.
    pub row: u32,
    /// From its centre of mass to the rope, in its axes [m].
    pub anchor: Vec2,
    /// The point of the world [m].
    pub over: Vec2,
}

/// The two values of a coupling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CoupledValues {
    /// Angles or places of two joints.
    Joints([CoupledJoint; 2]),
    /// Lengths of two parts of a rope [m].
    Rope([RopeEnd; 2]),
}

/// A coupling: with the values x and y, factors f and g and the target c, f x + g y = c. A rope can be slack, so for
/// lengths it is f x + g y <= c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CouplingInput {
    /// The two values.
    pub values: CoupledValues,
    /// Their factors.
    pub factors: [f64; 2],
    /// The target.
    pub target: f64,
    /// Whether the equation is one of angles [rad], and not of lengths [m].
    pub is_angle: bool,
    /// A spring in place of a rigid equation.
    pub softness: Option<Softness>,
    /// The accumulated impulse after the last step, in the unit of the equation: N m s or N s.
    pub impulse: f32,
}
