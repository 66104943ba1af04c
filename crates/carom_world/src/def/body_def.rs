//! A body as it is given to a world.

use crate::Error;
use crate::def::ShapeDef;
use carom_math::{Pose, Vec2};
use carom_shapes::MassProperties;

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum BodyKind {
    /// It never moves and nothing moves it: ground, walls.
    #[default]
    Fixed,
    /// It moves as its velocity says and nothing stops it: platforms, doors.
    Kinematic,
    /// Forces, contacts and joints move it.
    Dynamic,
}

/// Motions that a body may not make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Locks {
    /// No motion along x.
    pub x: bool,
    /// No motion along y.
    pub y: bool,
    /// No rotation.
    pub rotation: bool,
}

/// A body as it is given to a world.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct BodyDef {
    /// How it moves.
    pub kind: BodyKind,
    /// Place of its origin [m].
    pub position: Vec2,
    /// Angle [rad], counter-clockwise.
    pub angle: f32,
    /// Velocity of its centre of mass [m/s]; what is faster than [`crate::WorldDef::max_speed`] is slowed down to that.
    pub velocity: Vec2,
    /// Angular velocity [rad/s].
    pub angular_velocity: f32,
    /// Linear damping: the part of the velocity lost each second [1/s], 0 or more.
    pub linear_damping: f32,
    /// Angular damping [1/s], 0 or more.
    pub angular_damping: f32,
    /// Factor on gravity.
    pub gravity_scale: f32,
    /// Motions that it may not make.
    pub locks: Locks,
    /// Whether it may fall asleep.
    pub can_sleep: bool,
    /// Whether it starts awake.
    pub awake: bool,
    /// Whether it is swept where it is fast, so that it passes through nothing.
    #[cfg_attr(feature = "serde", serde(alias = "swept"))]
    pub continuous: bool,
    /// Its shapes.
    pub shapes: Vec<ShapeDef>,
    /// Mass, centre of mass and inertia, instead of what the shapes weigh. Dynamic bodies only.
    pub mass: Option<MassProperties>,
    /// Whatever you like; it means nothing to the world.
    pub user_data: u64,
}

impl Default for BodyDef {
    fn default() -> Self {
        Self {
            kind: BodyKind::Fixed,
            position: Vec2::ZERO,
            angle: 0.0,
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            locks: Locks::default(),
            can_sleep: true,
            awake: true,
            continuous: true,
            shapes: Vec::new(),
            mass: None,
            user_data: 0,
        }
    }
}

impl BodyDef {
    /// A body that never moves.
    pub fn fixed() -> Self {
        Self::default()
    }

    /// A body that forces, contacts and joints move.
    pub fn dynamic() -> Self {
        Self { kind: BodyKind::Dynamic, ..Self::default() }
    }

    /// A body that moves as its velocity says.
    pub fn kinematic() -> Self {
        Self { kind: BodyKind::Kinematic, ..Self::default() }
    }

    /// Places its origin [m].
    #[must_use]
    pub fn at(mut self, position: Vec2) -> Self {
        self.position = position;
        self
    }

    /// Turns it [rad].
    #[must_use]
    pub fn angle(mut self, angle: f32) -> Self {
        self.angle = angle;
        self
    }

    /// Sets the velocity of its centre of mass [m/s]; a fixed body has none.
    #[must_use]
    pub fn velocity(mut self, velocity: Vec2) -> Self {
        self.velocity = velocity;
        self
    }

    /// Sets the angular velocity [rad/s]; a fixed body has none.
    #[must_use]
    pub fn angular_velocity(mut self, angular_velocity: f32) -> Self {
        self.angular_velocity = angular_velocity;
        self
    }

    /// Sets linear and angular damping [1/s].
    #[must_use]
    pub fn damping(mut self, linear: f32, angular: f32) -> Self {
        self.linear_damping = linear;
        self.angular_damping = angular;
        self
    }

    /// Sets the factor on gravity.
    #[must_use]
    pub fn gravity_scale(mut self, gravity_scale: f32) -> Self {
        self.gravity_scale = gravity_scale;
        self
    }

    /// Sets the motions that it may not make.
    #[must_use]
    pub fn locks(mut self, locks: Locks) -> Self {
        self.locks = locks;
        self
    }

    /// Forbids rotation.
    #[must_use]
    pub fn no_rotation(mut self) -> Self {
        self.locks.rotation = true;
        self
    }

    /// Keeps it awake for ever.
    #[must_use]
    pub fn no_sleep(mut self) -> Self {
        self.can_sleep = false;
        self
    }

    /// Lets it start asleep.
    #[must_use]
    pub fn asleep(mut self) -> Self {
        self.awake = false;
        self
    }

    /// Sets whether it is swept where it is fast. Without, it may pass through things: for debris that nobody misses.
    /// What is swept and fast itself, and meets it, is still stopped by it; what rests lets it pass.
    #[must_use]
    pub fn continuous(mut self, continuous: bool) -> Self {
        self.continuous = continuous;
        self
    }

    /// Adds a shape.
    #[must_use]
    pub fn shape(mut self, shape: impl Into<ShapeDef>) -> Self {
        self.shapes.push(shape.into());
        self
    }

    /// Sets mass, centre of mass and inertia, instead of what the shapes weigh.
    #[must_use]
    pub fn mass(mut self, mass: MassProperties) -> Self {
        self.mass = Some(mass);
        self
    }

    /// Sets what you like to remember of it.
    #[must_use]
    pub fn user_data(mut self, user_data: u64) -> Self {
        self.user_data = user_data;
        self
    }

    /// The pose that the definition asks for.
    pub fn pose(&self) -> Pose {
        Pose::new(self.position, self.angle)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        Error::place("position", self.position)?;
        Error::finite("angle", self.angle)?;
        Error::vector("velocity", self.velocity)?;
        Error::finite("angular_velocity", self.angular_velocity)?;
        if self.kind == BodyKind::Fixed {
            Error::still("velocity.x", self.velocity.x)?;
            Error::still("velocity.y", self.velocity.y)?;
            Error::still("angular_velocity", self.angular_velocity)?;
        }
        Error::not_negative("linear_damping", self.linear_damping)?;
        Error::not_negative("angular_damping", self.angular_damping)?;
        Error::finite("gravity_scale", self.gravity_scale)?;
        for (index, shape) in self.shapes.iter().enumerate() {
            shape.check().map_err(|e| e.inside("shapes", index))?;
        }
        self.mass.as_ref().map_or(Ok(()), check_mass)
    }
}

pub(crate) fn check_mass(mass: &MassProperties) -> Result<(), Error> {
    Error::within("mass.mass", mass.mass, f32::MIN_POSITIVE, 1.0e15)?;
    Error::place("mass.center", mass.center)?;
    Error::within("mass.inertia", mass.inertia, 0.0, 1.0e20)
}
