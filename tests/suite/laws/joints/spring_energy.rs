//! Springs, and joints that springs hold, at random frames, damped and undamped, between bodies of 1 to 100 kg. In 30 s
//! the energy never exceeds the first by more than 2 % of its range. A spring has one stiffness, at whatever angles the
//! bodies are. Those too stiff for a substep, up to 1,200 Hz, gain no more than 10 %, at 1 and 4 substeps;
//! sliders without limits.

use super::set_ups::{body, energy};
use crate::kit::*;
use carom::prelude::*;

/// Kinds of joints with springs, and of joints that springs hold.
const KINDS: u64 = 11;

fn sprung(kind: u64, random: &mut SplitMix64, (stiff, damping_ratio): (f32, f32)) -> JointDef {
    let at = vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0));
    let axis = vec2(random.range(-1.0, 1.0), random.range(0.2, 1.0));
    let hertz = stiff * random.range(0.5, 3.0);
    match kind {
        0 => Revolute::at(at).spring(hertz, damping_ratio).into(),
        1 => Prismatic::at(at, axis).spring(hertz, damping_ratio).into(),
        2 => Distance::between(at, vec2(-at.y, 1.0)).spring(hertz, damping_ratio).into(),
        3 => Wheel::at(at, axis).suspension(hertz, damping_ratio).into(),
        4 => Revolute::at(at).stiffness(hertz, damping_ratio),
        5 if stiff > 1.0 => Prismatic::at(at, axis).stiffness(hertz, damping_ratio),
        5 => Prismatic::at(at, axis).limit(-1.0, 1.0).stiffness(hertz, damping_ratio),
        6 => Distance::between(at, vec2(-at.y, 1.0)).stiffness(hertz, damping_ratio),
        7 => Weld::at(at).soft_place(hertz, damping_ratio).into(),
        8 => Weld::at(at).soft_place(hertz, damping_ratio).soft_angle(hertz, damping_ratio).into(),
        9 => Weld::at(at).stiffness(hertz, damping_ratio),
        _ => PinSlot::at(at, axis).limit(-0.5, 0.5).stiffness(hertz, damping_ratio),
    }
}

/// The greatest energy beyond the first, over the range of energies, or over the work of the weights along 1 m. The
/// spring's own energy, which is 0 at first, is not in the sum.
fn gain(kind: u64, seed: u64, spring: (f32, f32), (substeps, steps): (u32, u32)) -> f64 {
    let mut random = SplitMix64::new(10_000 * seed + kind);
    let held = random.int(0, 1) == 0;
    let gravity = if held { vec2(0.0, -G) } else { Vec2::ZERO };
    let mut world = World::new(WorldDef::default().sleep(false).gravity(gravity).substeps(substeps)).unwrap();
    let a = body(&mut random, Vec2::ZERO);
    let a = world.add_body(if held { BodyDef { kind: carom::BodyKind::Fixed, ..a } } else { a }).unwrap();
    let place = vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0));
    let b = world.add_body(body(&mut random, place).angular_velocity(random.range(-3.0, 3.0))).unwrap();
    world.add_joint(a, b, sprung(kind, &mut random, spring)).unwrap();
    let keys = [a, b].into_iter().skip(usize::from(held)).collect::<Vec<_>>();
    let (first, mut least, mut most) = (energy(&world, &keys), f64::MAX, f64::MIN);
    for _ in 0..steps {
        world.step();
        let now = energy(&world, &keys);
        (least, most) = (least.min(now), most.max(now));
    }
    let weights: f64 = keys.iter().map(|&key| f64::from(world.body(key).unwrap().mass().mass * G)).sum();
    (most - first) / (first - least).max(weights)
}

#[test]
fn springs_make_no_energy() {
    let (count, steps) = if LONG { (300, 1_800) } else { (30, 600) };
    for kind in 0..KINDS {
        for damping_ratio in [0.0, 0.2, 1.0] {
            let gains = (0..count).map(|seed| (gain(kind, seed, (1.0, damping_ratio), (4, steps)), seed));
            let worst = gains.fold((0.0, 0), |worst, now| if now.0 > worst.0 { now } else { worst });
            println!("kind {kind}, damping ratio {damping_ratio}: {worst:?}");
            assert!(worst.0 < 0.02, "kind {kind}, damping ratio {damping_ratio}: {worst:?}");
        }
    }
}

#[test]
fn stiff_springs_make_no_energy() {
    let (count, steps) = if LONG { (60, 600) } else { (20, 300) };
    let mut failed = Vec::new();
    for (substeps, stiff) in [(1, 4.0), (1, 20.0), (1, 400.0), (4, 10.0), (4, 40.0), (4, 400.0)] {
        for kind in 0..KINDS {
            for damping_ratio in [0.0, 0.3, 1.0] {
                let of = |seed| (gain(kind, seed, (stiff, damping_ratio), (substeps, steps)), seed);
                let worst = (0..count).map(of).fold((0.0, 0), |worst, now| if now.0 > worst.0 { now } else { worst });
                let says = format!("kind {kind}, {stiff} times, ratio {damping_ratio}, {substeps} substeps: {worst:?}");
                println!("{says}");
                failed.extend((worst.0 >= 0.1).then_some(says));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
