//! Stars: bodies joined to one hub, with the neighbours joined or not, which may be eight times as heavy as it and far
//! out. Nothing drives them, so kinetic energy never grows by more than 1 % of what it was at first, and joints open by
//! less than 2 cm.
//!
//! One joint after the other, a hub that is light beside the sum of the others is thrown to and fro: eight boxes hinged
//! to a disc of the mass of each flew apart at 290 m/s (`carom_solver`, `joint/hubs.rs`).

use super::super::collisions::sums;
use crate::kit::*;
use carom::prelude::*;

/// A joint of any kind that holds something, at a place, with an axis from the hub.
fn joint(random: &mut SplitMix64, place: Vec2, axis: Vec2) -> JointDef {
    match random.int(0, 6) {
        0 | 1 => Weld::at(place).into(),
        2 => Revolute::at(place).limit(-0.5, 0.5).into(),
        3 => Prismatic::at(place, axis).limit(-0.3, 0.3).into(),
        4 => PinSlot::at(place, axis).limit(-0.3, 0.3).into(),
        5 => Distance::between(Vec2::ZERO, Vec2::ZERO).into(),
        _ => Revolute::at(place).into(),
    }
}

/// A star at rest in itself that turns and flies; its joints all of a kind, or of any.
fn star(random: &mut SplitMix64, substeps: u32) -> World {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).substeps(substeps)).unwrap();
    let alone = |shape: ShapeDef| shape.filter(Filter { group: -1, ..Filter::default() });
    let (spin, v) = (random.range(-2.0, 2.0), vec2(random.range(-2.0, 2.0), random.range(-2.0, 2.0)));
    let mut add = |shape: ShapeDef, at: Vec2| {
        let body = BodyDef::dynamic().at(at).velocity(v + spin * vec2(-at.y, at.x)).angular_velocity(spin);
        world.add_body(body.shape(alone(shape))).unwrap()
    };
    let hub = add(disc(0.3).into(), Vec2::ZERO);
    let (count, arm) = (random.int(3, 40) as usize, random.range(0.0, 1.5));
    let density = 10.0_f32.powf(random.range(-1.3, 0.8));
    let others: Vec<(BodyKey, Vec2, Vec2)> = (0..count)
        .map(|k| {
            let axis = Vec2::from_angle(std::f32::consts::TAU * k as f32 / count as f32);
            let place = arm * axis + random.range(0.0, 1.0) * vec2(axis.y, -axis.x);
            (add(ShapeDef::new(rect(0.6, 0.6)).density(density), place), place, axis)
        })
        .collect();
    // Anchors in the hub's middle, at its arm's end, or in the middle of the other.
    let (from, kinds) = (random.int(0, 2), random.int(0, 1));
    let seed = random.next_u64();
    let mut one = SplitMix64::new(seed);
    for &(other, place, axis) in &others {
        let anchor = [Vec2::ZERO, arm * axis, place][from as usize];
        let def =
            if kinds == 0 { joint(&mut SplitMix64::new(seed), anchor, axis) } else { joint(&mut one, anchor, axis) };
        let def = match def.kind {
            JointKind::Distance(_) => Distance::between(0.2 * axis, place).into(),
            _ => def,
        };
        world.add_joint(hub, other, def).unwrap();
    }
    let rim = match random.int(0, 3) {
        0 | 1 => 0,
        2 => 1,
        _ => count.min(12) / 2,
    };
    for k in 0..count {
        for step in 1..=rim {
            let ((a, at_a, _), (b, at_b, axis)) = (others[k], others[(k + step) % count]);
            if a != b && !(2 * step == count && step > k) {
                let def = joint(&mut one, 0.5 * (at_a + at_b), axis);
                if !matches!(def.kind, JointKind::Distance(_)) {
                    world.add_joint(a, b, def).unwrap();
                }
            }
        }
    }
    world
}

/// Greatest distance of two anchors that are held at one point [m].
fn open(world: &World) -> f32 {
    let of = |joint: carom::Joint<'_>| match joint.kind() {
        JointKind::Revolute(_) | JointKind::Weld(_) => (joint.anchors().0 - joint.anchors().1).length(),
        _ => 0.0,
    };
    world.joints().map(|(_, joint)| of(joint)).fold(0.0, f32::max)
}

#[test]
fn stars_of_any_weight_gain_no_energy() {
    let (mut gains, mut opens) = (0.0_f64, 0.0_f32);
    for seed in 0..if LONG { 1_000 } else { 60 } {
        let mut random = SplitMix64::new(seed);
        let mut world = star(&mut random, [4, 8][seed as usize % 2]);
        let before = sums(&world).energy;
        for step in 0..300 {
            world.step();
            let (gain, wide) = (sums(&world).energy / before, open(&world));
            assert!(gain < 1.01, "seed {seed}, step {step}: {gain} times the energy");
            assert!(wide < 0.02, "seed {seed}, step {step}: {wide} m");
            (gains, opens) = (gains.max(gain), opens.max(wide));
        }
    }
    println!("energy at most {gains:.4} of the first, joints open by {opens} m at most");
}
