//! Pulleys: l1 + ratio l2 <= length, within 1e-3 of it. Masses m1 and m2 on a rope of ratio r accelerate by
//! a2 = g (r m1 - m2) / (m2 + r^2 m1) upward at b, and a1 = -r a2 at a, within 1 % (G. Atwood, 1784, has r = 1); at 1,
//! 4 and 8 substeps.

use crate::kit::*;
use carom::prelude::*;

/// Two weights on a rope over points at y = 0.
fn atwood(substeps: u32, masses: [f32; 2], pulley: Pulley) -> (World, [BodyKey; 2], JointKey) {
    let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
    let weight = |x: f32, mass: f32| {
        let shape = ShapeDef::new(rect(0.5, 0.5)).density(4.0 * mass);
        BodyDef::dynamic().at(vec2(x, -10.0)).shape(shape)
    };
    let bodies = [weight(-1.0, masses[0]), weight(1.0, masses[1])].map(|body| world.add_body(body).unwrap());
    let rope = world.add_joint(bodies[0], bodies[1], pulley).unwrap();
    (world, bodies, rope)
}

fn over_two(ratio: f32) -> Pulley {
    Pulley::between(vec2(-1.0, -9.75), vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(1.0, -9.75)).ratio(ratio)
}

#[test]
fn weights_accelerate_as_atwood_says() {
    for substeps in [1, 4, 8] {
        for (masses, ratio) in [([3.0, 2.0], 1.0), ([1.0, 20.0], 1.0), ([2.0, 3.0], 2.0), ([1.0, 20.0], 20.5)] {
            let (mut world, [a, b], rope) = atwood(substeps, masses, over_two(ratio));
            let [m1, m2] = masses;
            let wanted = G * (ratio * m1 - m2) / (m2 + ratio * ratio * m1);
            let steps = 30;
            for _ in 0..steps {
                world.step();
                near(world.joint(rope).unwrap().slip().unwrap(), 0.0, 1.0e-3);
            }
            checked(&world);
            let time = steps as f32 / 60.0;
            let scale = f64::from((wanted * time).abs());
            near(velocity(&world, b).y, wanted * time, 0.01 * scale);
            near(velocity(&world, a).y, -ratio * wanted * time, 0.01 * f64::from(ratio) * scale);
            // Tension: m1 (g + a1) at a, times the ratio at b.
            let tension = m1 * (G - ratio * wanted);
            near(world.joint(rope).unwrap().force().y, ratio * tension, 0.01 * f64::from(ratio * tension));
        }
    }
}

/// A light weight on a drum lifts one of twenty times its mass, swings, and lets it down again, for 10 s.
#[test]
fn the_lengths_keep_their_ratio_while_the_weights_swing() {
    for substeps in [1, 4, 8] {
        for (masses, ratio) in [([1.0, 20.0], 20.0), ([20.0, 1.0], 0.05), ([5.0, 5.0], 1.0)] {
            let (mut world, [a, _], rope) = atwood(substeps, masses, over_two(ratio));
            world.body_mut(a).unwrap().set_velocity(vec2(4.0, 0.0)).unwrap();
            let (length, mut worst, mut widest) = (9.75 * (1.0 + ratio), 0.0_f32, 0.0_f32);
            for _ in 0..600 {
                world.step();
                checked(&world);
                let slip = world.joint(rope).unwrap().slip().unwrap();
                worst = worst.max(slip / length);
                widest = widest.max((at(&world, a).x + 1.0).abs());
                let (one, two) = world.joint(rope).unwrap().lengths().unwrap();
                near(slip, one + ratio * two - length, 1.0e-4 * f64::from(length));
            }
            println!("{substeps} substeps, ratio {ratio}: longer by {worst:e} of the length, swings {widest} m");
            assert!(worst < 1.0e-3 && widest > 1.0, "{substeps} substeps, ratio {ratio}: {worst}, {widest}");
        }
    }
}

/// The rope pulls and never pushes: a weight that is thrown up leaves it slack, falls freely, and is caught.
#[test]
fn a_slack_rope_does_nothing_until_it_is_taut() {
    for substeps in [1, 4, 8] {
        let (mut world, [a, b], rope) = atwood(substeps, [2.0, 2.0], over_two(1.0));
        world.body_mut(a).unwrap().set_velocity(vec2(0.0, 6.0)).unwrap();
        world.body_mut(b).unwrap().set_velocity(vec2(0.0, 1.0)).unwrap();
        for _ in 0..30 {
            world.step();
            assert_eq!(world.joint(rope).unwrap().force(), Vec2::ZERO);
        }
        near(velocity(&world, a).y, 6.0 - 0.5 * G, 0.02);
        let slack = world.joint(rope).unwrap().slip().unwrap();
        // Both fell by the same way in half a second, as semi-implicit Euler counts it.
        near(slack, -3.5 + G * 0.25 * (1.0 + 1.0 / (30.0 * substeps as f32)), 0.01);
        for _ in 0..600 {
            world.step();
            assert!(world.joint(rope).unwrap().slip().unwrap() < 0.02);
        }
        // Caught: no energy is gained.
        let speed = velocity(&world, a).length();
        assert!(speed < 12.0, "{speed} m/s");
    }
}

/// A tackle of two ropes: b of the first rope is a of the second one.
#[test]
fn ropes_of_one_weight_share_it() {
    for substeps in [1, 4, 8] {
        let (mut world, [a, b], first) = atwood(substeps, [2.0, 8.0], over_two(2.0));
        let third = BodyDef::dynamic().at(vec2(3.0, -10.0)).shape(ShapeDef::new(rect(0.5, 0.5)).density(16.0));
        let third = world.add_body(third).unwrap();
        let second = Pulley::between(vec2(1.0, -9.75), vec2(1.0, 0.0), vec2(3.0, 0.0), vec2(3.0, -9.75));
        let second = world.add_joint(b, third, second).unwrap();
        for _ in 0..600 {
            world.step();
            checked(&world);
        }
        // 8 kg hang on 2 x 2 kg and on 4 kg: all is in balance.
        for body in [a, b, third] {
            near(at(&world, body).y, -10.0, 0.02);
        }
        near(world.joint(first).unwrap().force().y, 4.0 * G, 0.04 * f64::from(G));
        near(world.joint(second).unwrap().force().y, 4.0 * G, 0.04 * f64::from(G));
    }
}
