//! Snapshots of the definitions of joints: the kind as a byte, its fields, the options.

use crate::Error;
use crate::def::{
    AngleLimit, AngleMotor, AngleSpring, Distance, FilterJoint, Gear, JointDef, JointKind, LineLimit, LineMotor,
    LineSpring, Motor, PinSlot, Prismatic, Pulley, Rack, Revolute, Stiffness, Weld, Wheel,
};
use crate::snapshot::stream::{Stream, fault};
use carom_math::Vec2;

type Result<T = ()> = std::result::Result<T, Error>;

pub(crate) fn joint_def(s: &mut impl Stream, def: &mut JointDef) -> Result {
    let mut byte = match def.kind {
        JointKind::Revolute(_) => 0_u8,
        JointKind::Prismatic(_) => 1,
        JointKind::Distance(_) => 2,
        JointKind::Weld(_) => 3,
        JointKind::Wheel(_) => 4,
        JointKind::Motor(_) => 5,
        JointKind::PinSlot(_) => 6,
        JointKind::Filter(_) => 7,
        JointKind::Gear(_) => 8,
        JointKind::Rack(_) => 9,
        JointKind::Pulley(_) => 10,
    };
    let written = byte;
    s.byte(&mut byte)?;
    if byte != written {
        def.kind = kind_of(byte)?;
    }
    match &mut def.kind {
        JointKind::Revolute(joint) => revolute(s, joint),
        JointKind::Prismatic(joint) => prismatic(s, joint),
        JointKind::Distance(joint) => distance(s, joint),
        JointKind::Weld(joint) => weld(s, joint),
        JointKind::Wheel(joint) => wheel(s, joint),
        JointKind::Motor(joint) => motor(s, joint),
        JointKind::PinSlot(joint) => pin_slot(s, joint),
        JointKind::Filter(_) => Ok(()),
        JointKind::Gear(joint) => gear(s, (&mut joint.ratio, &mut joint.offset)),
        JointKind::Rack(joint) => gear(s, (&mut joint.ratio, &mut joint.offset)),
        JointKind::Pulley(joint) => pulley(s, joint),
    }?;
    let options = &mut def.options;
    s.flag(&mut options.collide)?;
    stiffness(s, &mut options.stiffness)?;
    s.maybe(&mut options.break_force, |s, x| s.number(x))?;
    s.maybe(&mut options.break_torque, |s, x| s.number(x))?;
    s.whole(&mut options.user_data)
}

/// A kind that was written as this byte.
fn kind_of(byte: u8) -> Result<JointKind> {
    Ok(match byte {
        0 => JointKind::Revolute(Revolute::default()),
        1 => JointKind::Prismatic(Prismatic::default()),
        2 => JointKind::Distance(Distance::default()),
        3 => JointKind::Weld(Weld::default()),
        4 => JointKind::Wheel(Wheel::default()),
        5 => JointKind::Motor(Motor::default()),
        6 => JointKind::PinSlot(PinSlot::default()),
        7 => JointKind::Filter(FilterJoint {}),
        8 => JointKind::Gear(Gear::default()),
        9 => JointKind::Rack(Rack::default()),
        10 => JointKind::Pulley(Pulley::default()),
        _ => return Err(fault("kind", format!("{byte} is no kind of joint"))),
    })
}

fn anchors(s: &mut impl Stream, a: &mut Vec2, b: &mut Vec2) -> Result {
    s.vector(a)?;
    s.vector(b)
}

fn stiffness(s: &mut impl Stream, x: &mut Option<Stiffness>) -> Result {
    let mut numbers = x.map(|soft| [soft.hertz, soft.damping_ratio]);
    s.maybe(&mut numbers, |s, [a, b]| s.numbers([a, b]))?;
    *x = numbers.map(|[hertz, damping_ratio]| Stiffness { hertz, damping_ratio });
    Ok(())
}

fn angle_limit(s: &mut impl Stream, x: &mut Option<AngleLimit>) -> Result {
    let mut numbers = x.map(|limit| [limit.lower, limit.upper]);
    s.maybe(&mut numbers, |s, [a, b]| s.numbers([a, b]))?;
    *x = numbers.map(|[lower, upper]| AngleLimit { lower, upper });
    Ok(())
}

fn angle_motor(s: &mut impl Stream, x: &mut Option<AngleMotor>) -> Result {
    let mut numbers = x.map(|motor| [motor.speed, motor.max_torque]);
    s.maybe(&mut numbers, |s, [a, b]| s.numbers([a, b]))?;
    *x = numbers.map(|[speed, max_torque]| AngleMotor { speed, max_torque });
    Ok(())
}

fn angle_spring(s: &mut impl Stream, x: &mut Option<AngleSpring>) -> Result {
    let mut numbers = x.map(|spring| [spring.hertz, spring.damping_ratio, spring.rest_angle]);
    s.maybe(&mut numbers, |s, [a, b, c]| s.numbers([a, b, c]))?;
    *x = numbers.map(|[hertz, damping_ratio, rest_angle]| AngleSpring { hertz, damping_ratio, rest_angle });
    Ok(())
}

fn line_limit(s: &mut impl Stream, x: &mut Option<LineLimit>) -> Result {
    let mut numbers = x.map(|limit| [limit.lower, limit.upper]);
    s.maybe(&mut numbers, |s, [a, b]| s.numbers([a, b]))?;
    *x = numbers.map(|[lower, upper]| LineLimit { lower, upper });
    Ok(())
}

fn line_motor(s: &mut impl Stream, x: &mut Option<LineMotor>) -> Result {
    let mut numbers = x.map(|motor| [motor.speed, motor.max_force]);
    s.maybe(&mut numbers, |s, [a, b]| s.numbers([a, b]))?;
    *x = numbers.map(|[speed, max_force]| LineMotor { speed, max_force });
    Ok(())
}

fn line_spring(s: &mut impl Stream, x: &mut Option<LineSpring>) -> Result {
    let mut numbers = x.map(|spring| [spring.hertz, spring.damping_ratio, spring.rest]);
    s.maybe(&mut numbers, |s, [a, b, c]| s.numbers([a, b, c]))?;
    let (mut max_push, mut max_pull) = (x.and_then(|s| s.max_push), x.and_then(|s| s.max_pull));
    if numbers.is_some() {
        s.maybe(&mut max_push, |s, x| s.number(x))?;
        s.maybe(&mut max_pull, |s, x| s.number(x))?;
    }
    *x = numbers.map(|[hertz, damping_ratio, rest]| LineSpring { hertz, damping_ratio, rest, max_push, max_pull });
    Ok(())
}

fn revolute(s: &mut impl Stream, joint: &mut Revolute) -> Result {
    anchors(s, &mut joint.anchor_a, &mut joint.anchor_b)?;
    s.number(&mut joint.reference_angle)?;
    angle_limit(s, &mut joint.limit)?;
    angle_motor(s, &mut joint.motor)?;
    angle_spring(s, &mut joint.spring)
}

fn prismatic(s: &mut impl Stream, joint: &mut Prismatic) -> Result {
    anchors(s, &mut joint.anchor_a, &mut joint.anchor_b)?;
    s.vector(&mut joint.axis)?;
    s.number(&mut joint.reference_angle)?;
    line_limit(s, &mut joint.limit)?;
    line_motor(s, &mut joint.motor)?;
    line_spring(s, &mut joint.spring)
}

fn distance(s: &mut impl Stream, joint: &mut Distance) -> Result {
    anchors(s, &mut joint.anchor_a, &mut joint.anchor_b)?;
    s.maybe(&mut joint.length, |s, x| s.number(x))?;
    line_limit(s, &mut joint.limit)?;
    line_motor(s, &mut joint.motor)?;
    line_spring(s, &mut joint.spring)
}

fn weld(s: &mut impl Stream, joint: &mut Weld) -> Result {
    anchors(s, &mut joint.anchor_a, &mut joint.anchor_b)?;
    s.number(&mut joint.reference_angle)?;
    stiffness(s, &mut joint.place)?;
    stiffness(s, &mut joint.angle)
}

fn wheel(s: &mut impl Stream, joint: &mut Wheel) -> Result {
    anchors(s, &mut joint.anchor_a, &mut joint.anchor_b)?;
    s.vector(&mut joint.axis)?;
    line_limit(s, &mut joint.limit)?;
    line_spring(s, &mut joint.spring)?;
    angle_motor(s, &mut joint.motor)
}

fn motor(s: &mut impl Stream, joint: &mut Motor) -> Result {
    anchors(s, &mut joint.anchor_a, &mut joint.anchor_b)?;
    s.number(&mut joint.reference_angle)?;
    let mut velocity = joint.velocity;
    s.maybe(&mut velocity, |s, v| s.vector(v))?;
    joint.velocity = velocity;
    s.maybe(&mut joint.angular_velocity, |s, x| s.number(x))?;
    stiffness(s, &mut joint.place)?;
    stiffness(s, &mut joint.angle)?;
    s.numbers([&mut joint.max_force, &mut joint.max_torque])
}

fn pin_slot(s: &mut impl Stream, joint: &mut PinSlot) -> Result {
    anchors(s, &mut joint.anchor_a, &mut joint.anchor_b)?;
    s.vector(&mut joint.axis)?;
    line_limit(s, &mut joint.limit)
}

fn gear(s: &mut impl Stream, (ratio, offset): (&mut f32, &mut Option<f32>)) -> Result {
    s.number(ratio)?;
    s.maybe(offset, |s, x| s.number(x))
}

fn pulley(s: &mut impl Stream, joint: &mut Pulley) -> Result {
    anchors(s, &mut joint.anchor_a, &mut joint.anchor_b)?;
    anchors(s, &mut joint.ground_anchor_a, &mut joint.ground_anchor_b)?;
    s.number(&mut joint.ratio)?;
    s.maybe(&mut joint.length, |s, x| s.number(x))
}
