//! Views of a joint: [`Joint`] to read, [`JointMut`] to change.

use crate::def::{AngleLimit, AngleSpring, JointDef, Motor, Revolute};
use crate::key::{BodyKey, JointKey};
use crate::{Error, World};
use carom_math::Vec2;

/// A read-only view of a joint.
#[derive(Clone, Copy, Debug)]
pub struct Joint<'a> {
    pub(crate) world: &'a World,
    pub(crate) key: JointKey,
}

impl World {
    /// A read-only view of a joint; `None` if the key is stale.
    pub fn joint(&self, key: JointKey) -> Option<Joint<'_>> {
        self.state.joints.get(key).is_some().then_some(Joint { world: self, key })
    }

    /// A mutable view of a joint; `None` if the key is stale.
    pub fn joint_mut(&mut self, key: JointKey) -> Option<JointMut<'_>> {
        let known = self.state.joints.get(key).is_some();
        known.then_some(JointMut { world: self, key })
    }

    /// All joints, in the order in which they are solved.
    pub fn joints(&self) -> impl Iterator<Item = (JointKey, Joint<'_>)> {
        self.state.joints.rows.iter().map(|row| (row.key, Joint { world: self, key: row.key }))
    }
}

impl Joint<'_> {
    /// Its key.
    pub fn key(&self) -> JointKey {
        self.key
    }

    /// The two bodies, a and b.
    pub fn bodies(&self) -> (BodyKey, BodyKey) {
        self.world.state.joints.get(self.key).map_or_else(Default::default, |joint| (joint.a, joint.b))
    }

    /// Its definition.
    pub fn def(&self) -> JointDef {
        self.world.state.joints.get(self.key).map_or_else(|| crate::Revolute::default().into(), |joint| joint.def)
    }

    /// The two anchors in the world [m]. Their distance is the stretch of the joint.
    pub fn anchors(&self) -> (Vec2, Vec2) {
        let (a, b) = self.bodies();
        let JointDef::Revolute(def) = self.def();
        let at = |key, anchor| self.world.body(key).map_or(Vec2::ZERO, |body| body.pose().transform_point(anchor));
        (at(a, def.anchor_a), at(b, def.anchor_b))
    }

    /// Angle of b relative to a, less the reference angle [rad], in -pi..=pi. Turns are not counted, see
    /// [`AngleLimit`].
    pub fn angle(&self) -> f32 {
        let (a, b) = self.bodies();
        let JointDef::Revolute(def) = self.def();
        match (self.world.body(a), self.world.body(b)) {
            (Some(a), Some(b)) => carom_solver::joint_angle(a.rotation(), b.rotation(), def.reference_angle),
            _ => 0.0,
        }
    }

    /// Angular velocity of b relative to a [rad/s], which a [`Motor`] drives.
    pub fn speed(&self) -> f32 {
        let (a, b) = self.bodies();
        match (self.world.body(a), self.world.body(b)) {
            (Some(a), Some(b)) => b.angular_velocity() - a.angular_velocity(),
            _ => 0.0,
        }
    }

    /// Torque of the motor on b in the last substep of the last step [N m]; 0 without a motor. After
    /// [`World::set_dt`](crate::World::set_dt) it is right again from the next step on.
    pub fn motor_torque(&self) -> f32 {
        let h = self.world.def.dt / self.world.def.substeps as f32;
        self.world.state.joints.get(self.key).map_or(0.0, |joint| joint.impulses.motor / h)
    }

    /// Force on b at the anchors in the last step [N]. After [`World::set_dt`](crate::World::set_dt) it is right again
    /// from the next step on.
    pub fn force(&self) -> Vec2 {
        let h = self.world.def.dt / self.world.def.substeps as f32;
        self.world.state.joints.get(self.key).map_or(Vec2::ZERO, |joint| joint.impulses.linear / h)
    }
}

/// A mutable view of a joint.
#[derive(Debug)]
pub struct JointMut<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) key: JointKey,
}

impl JointMut<'_> {
    /// Replaces the definition of the joint (a motor's speed, a limit, anchors) and wakes its bodies. Impulses that
    /// still make sense are kept.
    ///
    /// # Errors A field that is out of range.
    pub fn set_def(&mut self, def: impl Into<JointDef>) -> Result<(), Error> {
        let def = def.into();
        def.check()?;
        let state = &mut self.world.state;
        let Some(joint) = state.joints.get_mut(self.key) else { return Err(Error::StaleKey { name: "joint" }) };
        let JointDef::Revolute(revolute) = &def;
        if revolute.limit.is_none() {
            (joint.impulses.lower, joint.impulses.upper) = (0.0, 0.0);
        }
        if revolute.motor.is_none() {
            joint.impulses.motor = 0.0;
        }
        if revolute.spring.is_none() {
            joint.impulses.spring = 0.0;
        }
        joint.def = def;
        let bodies = [joint.a, joint.b];
        for body in bodies {
            state.wake(body);
            state.disturb_body(body);
        }
        Ok(())
    }

    /// Replaces or removes the motor of the hinge. An equal motor changes nothing and wakes nobody, so this may be
    /// called in every frame.
    ///
    /// # Errors A speed that is not finite, a torque that is negative or not finite.
    pub fn set_motor(&mut self, motor: Option<Motor>) -> Result<(), Error> {
        self.change(|hinge| hinge.motor = motor)
    }

    /// Replaces or removes the limit of the hinge. An equal one changes nothing and wakes nobody.
    ///
    /// # Errors An end that is not finite, or an upper one below the lower one.
    pub fn set_limit(&mut self, limit: Option<AngleLimit>) -> Result<(), Error> {
        self.change(|hinge| hinge.limit = limit)
    }

    /// Replaces or removes the spring of the hinge. An equal one changes nothing and wakes nobody.
    ///
    /// # Errors A number that is not finite, a frequency or a damping ratio below zero.
    pub fn set_spring(&mut self, spring: Option<AngleSpring>) -> Result<(), Error> {
        self.change(|hinge| hinge.spring = spring)
    }

    /// Calls [`JointMut::set_def`] with a part of the definition changed, if that is a change.
    fn change(&mut self, change: impl FnOnce(&mut Revolute)) -> Result<(), Error> {
        let def = self.def();
        let JointDef::Revolute(mut hinge) = def;
        change(&mut hinge);
        if JointDef::Revolute(hinge) == def { Ok(()) } else { self.set_def(hinge) }
    }
}
