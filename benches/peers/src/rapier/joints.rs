//! Joints of Rapier: each is a generic joint with locked axes, limits and at most one motor an axis.

use super::{MOTOR_FACTOR, vector};
use crate::engine::{Engine, lacks};
use carom::math::normalize;
use carom::{
    AngleMotor, Distance, JointDef, JointKind, LineLimit, LineMotor, LineSpring, Motor, Prismatic, Revolute, Rot,
    Stiffness, Vec2, Weld, Wheel,
};
use carom_scenes::SceneError;
use rapier2d::prelude::*;
use std::f32::consts::TAU;

/// The joint of Rapier for a joint of carom.
///
/// # Errors
/// A kind or an option that Rapier does not have.
pub fn joint(def: &JointDef) -> Result<GenericJoint, SceneError> {
    let options = &def.options;
    if options.stiffness.is_some() || options.break_force.is_some() || options.break_torque.is_some() {
        return Err(none("softness of all that a joint holds, or joint that breaks, in this program"));
    }
    let (mut joint, axis) = match &def.kind {
        JointKind::Revolute(hinge) => (revolute(hinge), Rot::from_angle(hinge.reference_angle)),
        JointKind::Prismatic(slider) => (prismatic(slider)?, along(slider.axis)),
        JointKind::Distance(rod) => (distance(rod)?, Rot::from_angle(0.0)),
        JointKind::Weld(joint) => (weld(joint), Rot::from_angle(joint.reference_angle)),
        JointKind::Wheel(wheel) => (suspension(wheel)?, along(wheel.axis)),
        JointKind::Motor(drive) => (motor(drive)?, Rot::from_angle(drive.reference_angle)),
        JointKind::Filter(_) => (GenericJoint::default(), Rot::from_angle(0.0)),
        kind => return Err(none(&format!("joint of the kind {} in this program", kind.name()))),
    };
    let [anchor_a, anchor_b] = def.anchors();
    let turn = Rot::from_angle(def.reference_angle()).inv_mul(axis);
    joint.local_frame1 = Pose::from_parts(vector(anchor_a), rotation(axis));
    joint.local_frame2 = Pose::from_parts(vector(anchor_b), rotation(turn));
    joint.contacts_enabled = def.collides();
    Ok(joint)
}

/// A motor beside a spring is left out: an axis has one motor.
fn revolute(hinge: &Revolute) -> GenericJoint {
    let mut joint = GenericJoint::new(JointAxesMask::LOCKED_REVOLUTE_AXES);
    if let Some(limit) = hinge.limit {
        joint.set_limits(JointAxis::AngX, [limit.lower, limit.upper]);
    }
    if let Some(spring) = hinge.spring {
        set_spring(&mut joint, JointAxis::AngX, spring.hertz, spring.damping_ratio, spring.rest_angle);
    } else {
        set_angle_motor(&mut joint, hinge.motor);
    }
    joint
}

fn prismatic(slider: &Prismatic) -> Result<GenericJoint, SceneError> {
    let mut joint = GenericJoint::new(JointAxesMask::LOCKED_PRISMATIC_AXES);
    let rest = slider.spring.map_or(0.0, |spring| spring.rest);
    set_line(&mut joint, slider.limit, slider.motor, slider.spring, rest)?;
    Ok(joint)
}

/// The two axes of the distance are coupled. Their limit has an upper end only.
fn distance(rod: &Distance) -> Result<GenericJoint, SceneError> {
    if rod.limit.is_none() && rod.motor.is_none() && rod.spring.is_none() {
        return Err(none("rod: a distance that is held"));
    }
    if rod.limit.is_some_and(|limit| limit.lower > 0.0) {
        return Err(none("least distance"));
    }
    let mut joint = GenericJoint { coupled_axes: JointAxesMask::LIN_AXES, ..GenericJoint::default() };
    set_line(&mut joint, rod.limit, rod.motor, rod.spring, rod.length.unwrap_or(0.0))?;
    Ok(joint)
}

/// A soft place or angle is not locked: springs hold its axes.
fn weld(joint: &Weld) -> GenericJoint {
    let mut locked = JointAxesMask::empty();
    locked.set(JointAxesMask::LIN_AXES, joint.place.is_none());
    locked.set(JointAxesMask::ANG_AXES, joint.angle.is_none());
    let mut fixed = GenericJoint::new(locked);
    set_springs(&mut fixed, joint.place, joint.angle);
    fixed
}

fn suspension(wheel: &Wheel) -> Result<GenericJoint, SceneError> {
    let mut joint = GenericJoint::new(JointAxesMask::LIN_Y);
    let rest = wheel.spring.map_or(0.0, |spring| spring.rest);
    set_line(&mut joint, wheel.limit, None, wheel.spring, rest)?;
    set_angle_motor(&mut joint, wheel.motor);
    Ok(joint)
}

/// The greatest force is that of each axis, not of both together.
fn motor(drive: &Motor) -> Result<GenericJoint, SceneError> {
    if (drive.place.is_some() && drive.velocity.is_some())
        || (drive.angle.is_some() && drive.angular_velocity.is_some())
    {
        return Err(none("second motor of an axis"));
    }
    if drive.velocity.is_some_and(|v| v != Vec2::ZERO) && drive.reference_angle != 0.0 {
        return Err(none("drive along other axes than those of its angle"));
    }
    let mut joint = GenericJoint::default();
    set_springs(&mut joint, drive.place, drive.angle);
    if let Some(velocity) = drive.velocity {
        joint.set_motor_velocity(JointAxis::LinX, velocity.x, MOTOR_FACTOR);
        joint.set_motor_velocity(JointAxis::LinY, velocity.y, MOTOR_FACTOR);
    }
    if let Some(speed) = drive.angular_velocity {
        joint.set_motor_velocity(JointAxis::AngX, speed, MOTOR_FACTOR);
    }
    joint.set_motor_max_force(JointAxis::LinX, drive.max_force);
    joint.set_motor_max_force(JointAxis::LinY, drive.max_force);
    joint.set_motor_max_force(JointAxis::AngX, drive.max_torque);
    Ok(joint)
}

fn set_springs(joint: &mut GenericJoint, place: Option<Stiffness>, angle: Option<Stiffness>) {
    for axis in [JointAxis::LinX, JointAxis::LinY] {
        if let Some(soft) = place {
            set_spring(joint, axis, soft.hertz, soft.damping_ratio, 0.0);
        }
    }
    if let Some(soft) = angle {
        set_spring(joint, JointAxis::AngX, soft.hertz, soft.damping_ratio, 0.0);
    }
}

fn set_spring(joint: &mut GenericJoint, axis: JointAxis, hertz: f32, damping_ratio: f32, rest: f32) {
    let omega = TAU * hertz;
    joint.set_motor_model(axis, MotorModel::AccelerationBased);
    joint.set_motor_position(axis, rest, omega * omega, 2.0 * damping_ratio * omega);
}

fn set_angle_motor(joint: &mut GenericJoint, motor: Option<AngleMotor>) {
    if let Some(motor) = motor {
        joint.set_motor_velocity(JointAxis::AngX, motor.speed, MOTOR_FACTOR);
        joint.set_motor_max_force(JointAxis::AngX, motor.max_torque);
    }
}

fn set_line(
    joint: &mut GenericJoint,
    limit: Option<LineLimit>,
    motor: Option<LineMotor>,
    spring: Option<LineSpring>,
    rest: f32,
) -> Result<(), SceneError> {
    if let Some(limit) = limit {
        joint.set_limits(JointAxis::LinX, [limit.lower, limit.upper]);
    }
    match (motor, spring) {
        (Some(_), Some(_)) => return Err(none("motor beside a spring along a line")),
        (Some(motor), None) => {
            joint.set_motor_velocity(JointAxis::LinX, motor.speed, MOTOR_FACTOR);
            joint.set_motor_max_force(JointAxis::LinX, motor.max_force);
        }
        (None, Some(spring)) if spring.max_push.is_some() || spring.max_pull.is_some() => {
            return Err(none("greatest push and pull of a spring"));
        }
        (None, Some(spring)) => set_spring(joint, JointAxis::LinX, spring.hertz, spring.damping_ratio, rest),
        (None, None) => {}
    }
    Ok(())
}

/// The rotation that takes x to an axis.
fn along(axis: Vec2) -> Rot {
    let unit = normalize(axis).0;
    Rot { c: unit.x, s: unit.y }
}

fn rotation(q: Rot) -> Rotation {
    Rotation::from_cos_sin_unchecked(q.c, q.s)
}

fn none(what: &str) -> SceneError {
    lacks(Engine::Rapier, what)
}
