//! Forces and impulses on a body.

use crate::{BodyMut, Error};
use carom_math::{Vec2, cross};
use std::fmt::Debug;

impl BodyMut<'_> {
    /// Adds a force at the centre of mass [N], until the next step ends.
    ///
    /// # Errors
    ///
    /// A vector that is not finite or too large beside the other forces, or a body that is not dynamic.
    pub fn apply_force(&mut self, force: Vec2) -> Result<(), Error> {
        let center = self.center();
        self.add_force(force, center, "apply_force")
    }

    /// Adds a force [N] at a point of the world [m], until the next step ends.
    ///
    /// # Errors
    ///
    /// A vector that is not finite or too large beside the other forces, or a body that is not dynamic.
    pub fn apply_force_at(&mut self, force: Vec2, point: Vec2) -> Result<(), Error> {
        self.add_force(force, point, "apply_force_at")
    }

    fn add_force(&mut self, force: Vec2, point: Vec2, call: &'static str) -> Result<(), Error> {
        Error::vector("force", force)?;
        Error::vector("point", point)?;
        self.needs_dynamic(call)?;
        let center = self.center();
        let forces = self.forces();
        let sum = forces.force + force;
        let torque = forces.torque + cross(point - center, force);
        let fits = sum.is_finite() && torque.is_finite();
        too_large(fits, "force", (force.x, force.y), "beside the other forces: their sum or its torque")?;
        self.wake();
        (self.forces().force, self.forces().torque) = (sum, torque);
        Ok(())
    }

    /// Adds a torque [N m], until the next step ends.
    ///
    /// # Errors
    ///
    /// A number that is not finite or too large beside the other torques, or a body that is not dynamic.
    pub fn apply_torque(&mut self, torque: f32) -> Result<(), Error> {
        Error::finite("torque", torque)?;
        self.needs_dynamic("apply_torque")?;
        let sum = self.forces().torque + torque;
        too_large(sum.is_finite(), "torque", torque, "beside the other torques: their sum")?;
        self.wake();
        self.forces().torque = sum;
        Ok(())
    }

    /// Adds an impulse at the centre of mass [N s]: the velocity changes at once. A speed above
    /// [`max_speed`](crate::WorldDef::max_speed) is cut down in the next step, and reported.
    ///
    /// # Errors
    ///
    /// A vector that is not finite or too large for the mass, or a body that is not dynamic.
    pub fn apply_impulse(&mut self, impulse: Vec2) -> Result<(), Error> {
        let center = self.center();
        self.push(impulse, center, "apply_impulse")
    }

    /// Adds an impulse [N s] at a point of the world [m]: velocity and angular velocity change at once.
    ///
    /// # Errors
    ///
    /// A vector that is not finite or too large for the mass, or a body that is not dynamic.
    pub fn apply_impulse_at(&mut self, impulse: Vec2, point: Vec2) -> Result<(), Error> {
        self.push(impulse, point, "apply_impulse_at")
    }

    fn push(&mut self, impulse: Vec2, point: Vec2, call: &'static str) -> Result<(), Error> {
        self.needs_dynamic(call)?;
        let (v, w) = self.pushed(impulse, point)?;
        self.push_to(v, w);
        Ok(())
    }

    /// Velocity and angular velocity of a dynamic body after an impulse [N s] at a point of the world [m].
    pub(crate) fn pushed(&mut self, impulse: Vec2, point: Vec2) -> Result<(Vec2, f32), Error> {
        Error::vector("impulse", impulse)?;
        Error::vector("point", point)?;
        let mass = self.world.state.bodies.masses[self.row()];
        let free = self.forces().free();
        let change = impulse * mass.inv_mass;
        let v = self.hot().v() + Vec2::new(change.x * free[0], change.y * free[1]);
        let w = self.hot().w() + mass.inv_inertia * cross(point - mass.center, impulse);
        let value = (impulse.x, impulse.y);
        too_large(v.is_finite(), "impulse", value, "for the mass of the body: its velocity")?;
        too_large(w.is_finite(), "impulse", value, "for the inertia of the body: its angular velocity")?;
        Ok((v, w))
    }

    /// Wakes the body and gives it velocities that are checked.
    pub(crate) fn push_to(&mut self, v: Vec2, w: f32) {
        self.wake();
        self.hot().set_velocity(v, w);
        self.unsteady();
    }

    /// Adds an angular impulse [N m s]: the angular velocity changes at once.
    ///
    /// # Errors
    ///
    /// A number that is not finite or too large for the inertia, or a body that is not dynamic.
    pub fn apply_angular_impulse(&mut self, impulse: f32) -> Result<(), Error> {
        Error::finite("impulse", impulse)?;
        self.needs_dynamic("apply_angular_impulse")?;
        let w = self.hot().w() + self.world.state.bodies.masses[self.row()].inv_inertia * impulse;
        too_large(w.is_finite(), "impulse", impulse, "for the inertia of the body: its angular velocity")?;
        let v = self.hot().v();
        self.push_to(v, w);
        Ok(())
    }
}

/// Refuses a number that is finite itself, but whose result would not be.
fn too_large(fits: bool, field: &str, value: impl Debug, what: &str) -> Result<(), Error> {
    if fits {
        Ok(())
    } else {
        Err(Error::value(field, format!("{value:?}"), format!("small enough {what} would not be finite")))
    }
}
