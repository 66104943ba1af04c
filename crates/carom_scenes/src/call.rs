//! Calls between the steps, as data: the step, the call, and the body by its place in the order of creation. So a call
//! makes sense in any world, and a soup without some of its bodies or calls is a soup.

use carom::math::{Pose, Vec2};
use carom::{
    AngleMotor, AreaDef, BodyDef, BodyKey, BodyKind, BodyMut, Error, Explosion, Filter, JointDef, JointKey, Locks,
    MassProperties, Material, ShapeDef, World,
};

/// A call before a step.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedCall {
    /// Number of the step that follows it, from 0.
    pub step: u32,
    /// The call.
    pub call: Call,
}

/// A call to a world. A body or joint is named by a number, taken modulo their count. A call that the world refuses
/// changes nothing, and is no error.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// Adds a body.
    Add(Box<BodyDef>),
    /// Removes a body.
    Remove(usize),
    /// Joins two bodies.
    Join(usize, usize, JointDef),
    /// Removes a joint.
    Unjoin(usize),
    /// Gives a joint another motor.
    SetMotor(usize, Option<AngleMotor>),
    /// Gives a joint another definition.
    SetJoint(usize, JointDef),
    /// Makes a call to a body.
    Body(usize, BodyCall),
    /// Sets gravity.
    SetGravity(Vec2),
    /// Sets the time of a step.
    SetDt(f32),
    /// Adds an area.
    AddArea(Box<AreaDef>),
    /// Removes an area.
    RemoveArea(usize),
    /// Pushes bodies away.
    Explode(Explosion),
    /// Replaces the world by a copy of itself.
    Clone,
    /// Restores the world from a snapshot that was made just now.
    Restore,
}

/// A call to a body.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyCall {
    /// Moves a body somewhere else.
    Teleport(Pose),
    /// Drives a kinematic body to a pose.
    MoveTo(Pose),
    /// Sets both velocities.
    SetVelocity(Vec2, f32),
    /// Gives an impulse at a point.
    Impulse(Vec2, Vec2),
    /// Gives a force at a point until the next step ends.
    Force(Vec2, Vec2),
    /// Sets the kind of the body.
    SetKind(BodyKind),
    /// Sets its shapes.
    SetShapes(Vec<ShapeDef>),
    /// Adds a shape.
    AddShape(Box<ShapeDef>),
    /// Removes its first shape.
    RemoveShape,
    /// Sets the filter of its first shape.
    SetFilter(Filter),
    /// Sets the surface of its first shape.
    SetMaterial(Material),
    /// Sets its mass.
    SetMass(Option<MassProperties>),
    /// Sets its locks.
    SetLocks(Locks),
    /// Sets damping and the factor on gravity.
    SetDamping(f32, f32),
    /// Sets whether it may sleep, and whether it has continuous collision.
    SetHabits(bool, bool),
    /// Puts it to sleep.
    Sleep,
    /// Wakes it.
    Wake,
    /// Lets it fall through one-way shapes.
    DropThrough,
}

impl Call {
    /// Makes the call.
    pub fn make(&self, world: &mut World) {
        // A refused call changes nothing.
        let _ = self.try_make(world);
    }

    fn try_make(&self, world: &mut World) -> Result<(), Error> {
        let gone = Error::StaleKey { name: "body" };
        let body = |world: &World, number: usize| -> Result<BodyKey, Error> {
            let count = world.bodies().count().max(1);
            world.bodies().nth(number % count).map(|(key, _)| key).ok_or(gone.clone())
        };
        let joint = |world: &World, number: usize| -> Result<JointKey, Error> {
            let count = world.joints().count().max(1);
            world.joints().nth(number % count).map(|(key, _)| key).ok_or(gone.clone())
        };
        match self {
            Self::Add(def) => return world.add_body((**def).clone()).map(|_| ()),
            Self::Remove(number) => {
                let key = body(world, *number)?;
                world.remove_body(key);
            }
            Self::Join(a, b, def) => {
                let (a, b) = (body(world, *a)?, body(world, *b)?);
                return world.add_joint(a, b, *def).map(|_| ());
            }
            Self::Unjoin(number) => {
                let key = joint(world, *number)?;
                world.remove_joint(key);
            }
            Self::SetMotor(number, motor) => {
                let key = joint(world, *number)?;
                return world.joint_mut(key).ok_or(gone)?.set_motor(*motor);
            }
            Self::SetJoint(number, def) => {
                let key = joint(world, *number)?;
                return world.joint_mut(key).ok_or(gone)?.set_def(*def);
            }
            Self::SetGravity(gravity) => return world.set_gravity(*gravity),
            Self::SetDt(dt) => return world.set_dt(*dt),
            Self::AddArea(def) => return world.add_area((**def).clone()).map(|_| ()),
            Self::RemoveArea(number) => {
                let count = world.areas().count().max(1);
                let key = world.areas().nth(number % count).map(|(key, _)| key).ok_or(gone)?;
                world.remove_area(key);
            }
            Self::Explode(explosion) => return world.explode(explosion).map(|_| ()),
            Self::Clone => *world = world.clone(),
            Self::Restore => {
                let image = world.snapshot();
                return world.restore(&image);
            }
            Self::Body(number, call) => {
                let key = body(world, *number)?;
                return call.make(&mut world.body_mut(key).ok_or(gone)?);
            }
        }
        Ok(())
    }
}

impl BodyCall {
    fn make(&self, body: &mut BodyMut<'_>) -> Result<(), Error> {
        let first = body.shape_keys().first().copied().unwrap_or_default();
        match self {
            Self::Teleport(pose) => body.teleport(*pose)?,
            Self::MoveTo(pose) => body.move_to(*pose)?,
            Self::SetVelocity(v, w) => {
                body.set_velocity(*v)?;
                body.set_angular_velocity(*w)?;
            }
            Self::Impulse(impulse, point) => body.apply_impulse_at(*impulse, *point)?,
            Self::Force(force, point) => body.apply_force_at(*force, *point)?,
            Self::SetKind(kind) => body.set_kind(*kind),
            Self::SetShapes(shapes) => body.set_shapes(shapes.clone())?,
            Self::AddShape(shape) => {
                body.add_shape((**shape).clone())?;
            }
            Self::RemoveShape => {
                body.remove_shape(first);
            }
            Self::SetFilter(filter) => body.set_filter(first, *filter)?,
            Self::SetMaterial(material) => body.set_material(first, *material)?,
            Self::SetMass(mass) => body.set_mass(*mass)?,
            Self::SetLocks(locks) => body.set_locks(*locks),
            Self::SetDamping(damping, scale) => {
                body.set_damping(*damping, *damping)?;
                body.set_gravity_scale(*scale)?;
            }
            Self::SetHabits(can_sleep, swept) => {
                body.set_can_sleep(*can_sleep);
                body.set_continuous(*swept);
            }
            Self::Sleep => body.sleep()?,
            Self::Wake => body.wake(),
            Self::DropThrough => {
                body.drop_through();
            }
        }
        Ok(())
    }
}
