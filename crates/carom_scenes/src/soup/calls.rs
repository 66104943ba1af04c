//! Random calls between the steps.

use super::bodies::Maker;
use crate::{BodyCall, Call, PlannedCall};
use carom::math::Pose;
use carom::{AngleMotor, BodyKind, Error, Explosion, Locks};

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
            let joint = maker.joint(Pose::IDENTITY, beside);
            Call::Join(number, other, joint)
        }
        6 => Call::Unjoin(number),
        7 => {
            let motor = AngleMotor { speed: maker.dice.range(-9.0, 9.0), max_torque: maker.dice.size(0.1, 1.0e4) };
            Call::SetMotor(number, maker.dice.chance(0.8).then_some(motor))
        }
        8 => {
            let beside = Pose::new(maker.dice.point(arm), 0.0);
            let joint = maker.joint(Pose::IDENTITY, beside);
            Call::SetJoint(number, joint)
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
