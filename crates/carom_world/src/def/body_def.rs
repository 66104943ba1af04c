//! [`BodyDef`]: the definition of a body.

use crate::Error;
use crate::def::ShapeDef;
use carom_math::{Pose, Vec2};
use carom_shapes::MassProperties;

/// Kind of a body: fixed (static), kinematic or dynamic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum BodyKind {
    /// It never moves, and nothing moves it: ground, walls.
    #[default]
    Fixed,
    /// It moves by its velocity, and nothing stops it: platforms, doors.
    Kinematic,
    /// Forces, contacts and joints move it.
    Dynamic,
}

/// Locked motions of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Locks {
    /// No motion along x. Default: no.
    pub x: bool,
    /// No motion along y. Default: no.
    pub y: bool,
    /// No rotation. Default: no.
    pub rotation: bool,
}

/// Definition of a body.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct BodyDef {
    /// Fixed, kinematic or dynamic. Default: fixed.
    pub kind: BodyKind,
    /// Position of its origin [m]. Default: the origin.
    pub position: Vec2,
    /// Angle [rad], counter-clockwise. Default: 0.
    pub angle: f32,
    /// Velocity of its centre of mass [m/s]. Speeds above [`crate::WorldDef::max_speed`] are cut down to it. Default:
    /// 0.
    pub velocity: Vec2,
    /// Angular velocity [rad/s]. Default: 0.
    pub angular_velocity: f32,
    /// Linear damping: the part of the velocity lost each second [1/s], 0 or more. Default: 0.
    pub linear_damping: f32,
    /// Angular damping [1/s], 0 or more. Default: 0.
    pub angular_damping: f32,
    /// Factor on gravity. Default: 1.
    pub gravity_scale: f32,
    /// Locked motions. Default: none.
    pub locks: Locks,
    /// Of two dynamic bodies that touch, the one with the greater dominance is not pushed, as if it were infinitely
    /// heavy. Joints do not know of it. Default: 0.
    pub dominance: i8,
    /// Whether it may fall asleep. Default: yes.
    pub can_sleep: bool,
    /// Whether it starts awake. Default: yes.
    pub awake: bool,
    /// Whether it takes part in the world: see [`crate::BodyMut::set_enabled`]. A disabled body does not sleep.
    /// Default: yes.
    pub enabled: bool,
    /// Whether continuous collision follows it when it is fast, so that it tunnels through nothing. Default: yes.
    #[cfg_attr(feature = "serde", serde(alias = "swept"))]
    pub continuous: bool,
    /// Its shapes. Default: none.
    pub shapes: Vec<ShapeDef>,
    /// Mass, centre of mass and inertia, in place of those of the shapes. It counts while the body is dynamic. Default:
    /// none, so it follows from the shapes.
    pub mass: Option<MassProperties>,
    /// A number for the user's own purposes. Default: 0.
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
            dominance: 0,
            can_sleep: true,
            awake: true,
            enabled: true,
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

    /// Sets the position of its origin [m].
    #[must_use]
    pub fn at(mut self, position: Vec2) -> Self {
        self.position = position;
        self
    }

    /// Sets its angle [rad].
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

    /// Sets the locked motions.
    #[must_use]
    pub fn locks(mut self, locks: Locks) -> Self {
        self.locks = locks;
        self
    }

    /// Sets its dominance: of two dynamic bodies that touch, the one with the greater number is not pushed.
    #[must_use]
    pub fn dominance(mut self, dominance: i8) -> Self {
        self.dominance = dominance;
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

    /// Lets it start disabled: it takes part in nothing until [`crate::BodyMut::set_enabled`].
    #[must_use]
    pub fn disabled(mut self) -> Self {
        self.enabled = false;
        self
    }

    /// Sets whether continuous collision follows it when it is fast. Without, it may tunnel: meant for debris. A fast
    /// body with continuous collision is still stopped by it; a body at rest lets it pass.
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

    /// Sets mass, centre of mass and inertia, in place of those of the shapes.
    #[must_use]
    pub fn mass(mut self, mass: MassProperties) -> Self {
        self.mass = Some(mass);
        self
    }

    /// Sets the number for the user's own purposes.
    #[must_use]
    pub fn user_data(mut self, user_data: u64) -> Self {
        self.user_data = user_data;
        self
    }

    /// The pose given by position and angle.
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
