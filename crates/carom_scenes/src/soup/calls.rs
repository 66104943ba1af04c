//! Random calls between the steps, as data: which step, which call, and which body by its place in the order of
//! creation. So a call makes sense in any world, and a soup without some of its bodies or calls is a soup.

use super::bodies::Maker;
use carom::math::{Pose, Vec2};
use carom::{
    AreaDef, BodyDef, BodyKey, BodyKind, BodyMut, Error, Explosion, Filter, JointKey, Locks, MassProperties, Material,
    Motor, Revolute, ShapeDef, World,
};

/// A call before a step.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedCall {
    /// Number of the step that follows it, from 0.
    pub step: u32,
    /// The call.
    pub call: Call,
}

/// A call to a world. A body or joint is named by a number that is taken modulo how many there are. A call that the
/// world refuses changes nothing, and is no error.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// Adds a body.
    Add(Box<BodyDef>),
    /// Removes a body.
    Remove(usize),
    /// Joins two bodies.
    Join(usize, usize, Revolute),
    /// Removes a joint.
    Unjoin(usize),
    /// Gives a joint another motor.
    SetMotor(usize, Option<Motor>),
    /// Gives a joint another definition.
    SetJoint(usize, Revolute),
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
    /// Pushes what is near.
    Explode(Explosion),
    /// The world goes on as a copy of itself.
    Clone,
    /// The world goes back to an image that was made just now.
    Restore,
}

/// A call to a body.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyCall {
    /// Puts a body somewhere else.
    Teleport(Pose),
    /// Drives a kinematic body to a pose.
    MoveTo(Pose),
    /// Sets both velocities.
    SetVelocity(Vec2, f32),
    /// Gives an impulse at a point.
    Impulse(Vec2, Vec2),
    /// Gives a force at a point until the next step ends.
    Force(Vec2, Vec2),
    /// Sets how a body moves.
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
    /// Sets whether it may sleep, and whether it is swept.
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

/// Calls for so many steps, in their order.
pub(super) fn plan(maker: &mut Maker<'_>, steps: u32) -> Result<Vec<PlannedCall>, Error> {
    let every = maker.dice.pick(&[1, 3, 10]);
    let mut planned = Vec::new();
    for step in 1..steps {
        if !step.is_multiple_of(every) {
            continue;
        }
        for _ in 0..maker.dice.int(1, 3) {
            planned.push(PlannedCall { step, call: call(maker)? });
        }
    }
    Ok(planned)
}

/// Any call.
fn call(maker: &mut Maker<'_>) -> Result<Call, Error> {
    let recipe = maker.recipe;
    let (unit, arm) = (recipe.unit, recipe.unit * recipe.sizes[1]);
    let wide = recipe.spacing * if recipe.count > 100 { 5.0 } else { 2.0 };
    let at = recipe.middle + maker.dice.point(wide);
    let near = at * unit;
    let pose = Pose::new(near, maker.dice.angle());
    let [number, other] = [0, 1].map(|_| maker.dice.int(0, 9_999) as usize);
    let speed = recipe.speed * unit * maker.dice.range(0.0, 1.0);
    Ok(match maker.dice.int(0, 34) {
        0..=2 => Call::Add(Box::new(maker.body(at)?)),
        3 | 4 => Call::Remove(number),
        5 => {
            let beside = Pose::new(maker.dice.point(arm), 0.0);
            let hinge = maker.hinge(Pose::IDENTITY, beside);
            Call::Join(number, other, hinge)
        }
        6 => Call::Unjoin(number),
        7 => {
            let motor = Motor { speed: maker.dice.range(-9.0, 9.0), max_torque: maker.dice.size(0.1, 1.0e4) };
            Call::SetMotor(number, maker.dice.chance(0.8).then_some(motor))
        }
        8 => {
            let beside = Pose::new(maker.dice.point(arm), 0.0);
            let hinge = maker.hinge(Pose::IDENTITY, beside);
            Call::SetJoint(number, hinge)
        }
        9 | 10 => Call::Body(number, BodyCall::Teleport(pose)),
        11 | 12 => Call::Body(number, BodyCall::MoveTo(pose)),
        13 => Call::Body(number, BodyCall::SetVelocity(maker.dice.arrow(speed), maker.dice.range(-5.0, 5.0))),
        14 => Call::Body(number, BodyCall::Impulse(maker.dice.arrow(speed), near)),
        15 => Call::Body(number, BodyCall::Force(maker.dice.arrow(60.0 * speed), near)),
        16 => {
            let kind = maker.dice.pick(&[BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic]);
            Call::Body(number, BodyCall::SetKind(kind))
        }
        17 => {
            let count = maker.dice.int(0, 3);
            let shapes = (0..count)
                .map(|_| {
                    let beside = maker.dice.point(recipe.sizes[0]);
                    maker.shape(beside)
                })
                .collect::<Result<_, _>>()?;
            Call::Body(number, BodyCall::SetShapes(shapes))
        }
        18 => {
            let beside = maker.dice.point(recipe.sizes[0]);
            Call::Body(number, BodyCall::AddShape(Box::new(maker.shape(beside)?)))
        }
        19 => Call::Body(number, BodyCall::RemoveShape),
        20 => Call::Body(number, BodyCall::SetFilter(maker.filter())),
        21 => Call::Body(number, BodyCall::SetMaterial(maker.material())),
        22 => {
            let mass = maker.mass();
            Call::Body(number, BodyCall::SetMass(maker.dice.chance(0.7).then_some(mass)))
        }
        23 => {
            let bits = maker.dice.int(0, 7);
            Call::Body(
                number,
                BodyCall::SetLocks(Locks { x: bits & 1 != 0, y: bits & 2 != 0, rotation: bits & 4 != 0 }),
            )
        }
        24 => Call::Body(number, BodyCall::SetDamping(maker.dice.range(0.0, 2.0), maker.dice.range(-1.0, 2.0))),
        25 => Call::Body(number, BodyCall::SetHabits(maker.dice.chance(0.7), maker.dice.chance(0.7))),
        26 => Call::Body(number, BodyCall::Sleep),
        27 => Call::Body(number, BodyCall::Wake),
        28 => Call::Body(number, BodyCall::DropThrough),
        29 => Call::SetGravity(maker.dice.arrow(9.81 * unit)),
        30 => Call::SetDt(maker.dice.pick(&[1.0 / 60.0, 1.0 / 60.0, 1.0 / 90.0, 1.0 / 40.0])),
        31 => Call::AddArea(Box::new(maker.area(recipe.middle, recipe.spacing * 3.0)?)),
        32 => Call::RemoveArea(number),
        33 => {
            let mut explosion = Explosion::new(near, 3.0 * arm, maker.dice.range(-2.0, 5.0) * unit);
            explosion.line_of_sight = maker.dice.chance(0.3);
            Call::Explode(explosion)
        }
        _ if maker.dice.chance(0.5) => Call::Clone,
        _ => Call::Restore,
    })
}
