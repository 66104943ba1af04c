//! Joints of Box2D. Its options that carom lacks stay at their defaults; carom's options that it lacks are refused.

use super::vec2;
use crate::engine::{Engine, lacks};
use boxdd_sys::ffi::*;
use carom::math::normalize;
use carom::{Distance, JointDef, JointKind, LineSpring, Motor, Prismatic, Revolute, Rot, Vec2, Weld, Wheel};
use carom_scenes::SceneError;
use std::f32::consts::PI;

/// Greatest size of an angle in a limit of Box2D [rad].
const FARTHEST: f32 = 0.99 * PI;

/// Joins two bodies.
///
/// # Errors
/// A kind or an option that Box2D does not have.
pub fn add(world: b2WorldId, [a, b]: [b2BodyId; 2], joint: &JointDef) -> Result<(), SceneError> {
    let options = &joint.options;
    if options.stiffness.is_some() {
        return Err(none("spring in place of all that a joint holds"));
    }
    if options.break_force.is_some() || options.break_torque.is_some() {
        return Err(none("joint that breaks"));
    }
    let frames = |axis: Rot, reference: f32| {
        let [anchor_a, anchor_b] = joint.anchors();
        let angle_b = Rot::from_angle(reference).inv_mul(axis);
        [(anchor_a, axis), (anchor_b, angle_b)].map(|(p, q)| b2Transform { p: vec2(p), q: b2Rot { c: q.c, s: q.s } })
    };
    let base = |base: &mut b2JointDef, [frame_a, frame_b]: [b2Transform; 2]| {
        (base.bodyIdA, base.bodyIdB) = (a, b);
        (base.localFrameA, base.localFrameB) = (frame_a, frame_b);
        base.collideConnected = options.collide;
    };
    // An angle about no axis counts from the reference angle, in the frame of a.
    let turned = |reference: f32| frames(Rot::from_angle(reference), reference);
    // SAFETY of all below: a default is a plain struct. The world and both bodies are alive; the definition is whole.
    match &joint.kind {
        JointKind::Revolute(hinge) => {
            let mut def = revolute(hinge)?;
            base(&mut def.base, turned(hinge.reference_angle));
            unsafe { b2CreateRevoluteJoint(world, &raw const def) };
        }
        JointKind::Prismatic(slider) => {
            let mut def = prismatic(slider)?;
            base(&mut def.base, frames(along(slider.axis), slider.reference_angle));
            unsafe { b2CreatePrismaticJoint(world, &raw const def) };
        }
        JointKind::Distance(rod) => {
            let mut def = distance(rod);
            base(&mut def.base, turned(0.0));
            unsafe { b2CreateDistanceJoint(world, &raw const def) };
        }
        JointKind::Weld(joint) => {
            let mut def = weld(joint);
            base(&mut def.base, turned(joint.reference_angle));
            unsafe { b2CreateWeldJoint(world, &raw const def) };
        }
        JointKind::Wheel(wheel) => {
            let (mut def, shift) = suspension(wheel)?;
            base(&mut def.base, frames(along(wheel.axis), 0.0));
            let anchor = vec2(wheel.anchor_a + shift);
            def.base.localFrameA.p = anchor;
            unsafe { b2CreateWheelJoint(world, &raw const def) };
        }
        JointKind::Motor(drive) => {
            let mut def = motor(drive, a)?;
            base(&mut def.base, turned(drive.reference_angle));
            unsafe { b2CreateMotorJoint(world, &raw const def) };
        }
        JointKind::Filter(_) => {
            let mut def = unsafe { b2DefaultFilterJointDef() };
            base(&mut def.base, turned(0.0));
            unsafe { b2CreateFilterJoint(world, &raw const def) };
        }
        kind => return Err(none(&format!("joint of the kind {}", kind.name()))),
    }
    Ok(())
}

fn revolute(hinge: &Revolute) -> Result<b2RevoluteJointDef, SceneError> {
    // SAFETY: a plain struct.
    let mut def = unsafe { b2DefaultRevoluteJointDef() };
    if let Some(spring) = hinge.spring {
        if spring.rest_angle.abs() > PI {
            return Err(none("spring towards an angle beyond half a turn"));
        }
        (def.enableSpring, def.targetAngle) = (true, spring.rest_angle);
        (def.hertz, def.dampingRatio) = (spring.hertz, spring.damping_ratio);
    }
    if let Some(limit) = hinge.limit {
        if limit.lower < -FARTHEST || limit.upper > FARTHEST {
            return Err(none("limit beyond 0.99 of half a turn"));
        }
        (def.enableLimit, def.lowerAngle, def.upperAngle) = (true, limit.lower, limit.upper);
    }
    if let Some(motor) = hinge.motor {
        (def.enableMotor, def.motorSpeed, def.maxMotorTorque) = (true, motor.speed, motor.max_torque);
    }
    Ok(def)
}

fn prismatic(slider: &Prismatic) -> Result<b2PrismaticJointDef, SceneError> {
    // SAFETY: a plain struct.
    let mut def = unsafe { b2DefaultPrismaticJointDef() };
    if let Some(spring) = slider.spring {
        unlimited(&spring)?;
        (def.enableSpring, def.targetTranslation) = (true, spring.rest);
        (def.hertz, def.dampingRatio) = (spring.hertz, spring.damping_ratio);
    }
    if let Some(limit) = slider.limit {
        (def.enableLimit, def.lowerTranslation, def.upperTranslation) = (true, limit.lower, limit.upper);
    }
    if let Some(motor) = slider.motor {
        (def.enableMotor, def.motorSpeed, def.maxMotorForce) = (true, motor.speed, motor.max_force);
    }
    Ok(def)
}

/// Without "spring", Box2D holds the length and reads neither limit nor motor. A spring of 0 Hz is none.
fn distance(joint: &Distance) -> b2DistanceJointDef {
    // SAFETY: a plain struct.
    let mut def = unsafe { b2DefaultDistanceJointDef() };
    def.length = joint.length.unwrap_or(0.0);
    def.enableSpring = joint.limit.is_some() || joint.motor.is_some() || joint.spring.is_some();
    def.hertz = 0.0;
    if let Some(spring) = joint.spring {
        (def.hertz, def.dampingRatio) = (spring.hertz, spring.damping_ratio);
        def.lowerSpringForce = spring.max_pull.map_or(-f32::MAX, |force| -force);
        def.upperSpringForce = spring.max_push.unwrap_or(f32::MAX);
    }
    if let Some(limit) = joint.limit {
        (def.enableLimit, def.minLength, def.maxLength) = (true, limit.lower, limit.upper);
        // A range without width is a rod for it.
        if limit.lower == limit.upper {
            def.length = limit.upper;
        }
    }
    if let Some(motor) = joint.motor {
        (def.enableMotor, def.motorSpeed, def.maxMotorForce) = (true, motor.speed, motor.max_force);
    }
    def
}

fn weld(joint: &Weld) -> b2WeldJointDef {
    // SAFETY: a plain struct.
    let mut def = unsafe { b2DefaultWeldJointDef() };
    if let Some(place) = joint.place {
        (def.linearHertz, def.linearDampingRatio) = (place.hertz, place.damping_ratio);
    }
    if let Some(angle) = joint.angle {
        (def.angularHertz, def.angularDampingRatio) = (angle.hertz, angle.damping_ratio);
    }
    def
}

/// A wheel, and the shift of its line in a's frame: Box2D's spring rests at place 0.
fn suspension(wheel: &Wheel) -> Result<(b2WheelJointDef, Vec2), SceneError> {
    // SAFETY: a plain struct.
    let mut def = unsafe { b2DefaultWheelJointDef() };
    def.enableSpring = false;
    let mut rest = 0.0;
    if let Some(spring) = wheel.spring {
        unlimited(&spring)?;
        (def.enableSpring, def.hertz, def.dampingRatio) = (true, spring.hertz, spring.damping_ratio);
        rest = spring.rest;
    }
    if let Some(limit) = wheel.limit {
        (def.enableLimit, def.lowerTranslation, def.upperTranslation) = (true, limit.lower - rest, limit.upper - rest);
    }
    if let Some(motor) = wheel.motor {
        (def.enableMotor, def.motorSpeed, def.maxMotorTorque) = (true, motor.speed, motor.max_torque);
    }
    Ok((def, normalize(wheel.axis).0 * rest))
}

/// A drive. Box2D takes its velocity in the world's axes, carom in those of a.
fn motor(drive: &Motor, a: b2BodyId) -> Result<b2MotorJointDef, SceneError> {
    if drive.place.is_some() && drive.velocity.is_some() {
        return Err(none("drive of a point by spring and velocity that share one greatest force"));
    }
    // SAFETY: a plain struct.
    let mut def = unsafe { b2DefaultMotorJointDef() };
    if let Some(velocity) = drive.velocity {
        // SAFETY: the body is alive.
        let (is_fixed, q) = unsafe { (b2Body_GetType(a) == b2BodyType_b2_staticBody, b2Body_GetRotation(a)) };
        if velocity != Vec2::ZERO && !is_fixed {
            return Err(none("drive along the axes of a body that moves"));
        }
        def.linearVelocity = vec2(Rot { c: q.c, s: q.s }.rotate(velocity));
        def.maxVelocityForce = drive.max_force;
    }
    if let Some(speed) = drive.angular_velocity {
        (def.angularVelocity, def.maxVelocityTorque) = (speed, drive.max_torque);
    }
    if let Some(place) = drive.place {
        (def.linearHertz, def.linearDampingRatio) = (place.hertz, place.damping_ratio);
        def.maxSpringForce = drive.max_force;
    }
    if let Some(angle) = drive.angle {
        (def.angularHertz, def.angularDampingRatio) = (angle.hertz, angle.damping_ratio);
        def.maxSpringTorque = drive.max_torque;
    }
    Ok(def)
}

/// The rotation that takes x to an axis.
fn along(axis: Vec2) -> Rot {
    let unit = normalize(axis).0;
    Rot { c: unit.x, s: unit.y }
}

fn unlimited(spring: &LineSpring) -> Result<(), SceneError> {
    if spring.max_push.is_some() || spring.max_pull.is_some() {
        return Err(none("greatest force of a spring along a line"));
    }
    Ok(())
}

fn none(what: &str) -> SceneError {
    lacks(Engine::Box2d, what)
}
