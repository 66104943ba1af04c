//! Two bodies of 1 to 20 kg hang from each other by ropes at any points. Nothing drives them: the energy
//! E = sum of m v^2 / 2 + I w^2 / 2 - m g . x never grows by more than 1 % of what is lost in a fall of 3 m.
//!
//! With 1 to 100 kg three of 1,000 gain energy at 4 substeps, none at 8: the light body spins at up to 100 rad/s.

use super::trees::energy;
use crate::kit::*;
use carom::prelude::*;

fn point(random: &mut SplitMix64) -> Vec2 {
    vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0))
}

/// The world and the weight of its bodies [N].
fn two_ropes(random: &mut SplitMix64, substeps: u32) -> (World, f64) {
    let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
    let (mut last, mut place, mut weight) = (world.add_body(BodyDef::fixed()).unwrap(), Vec2::ZERO, 0.0);
    for _ in 0..2 {
        let at = place + point(random);
        place = at + point(random);
        let (mass, size) = (20.0_f32.powf(random.range(0.0, 1.0)), random.range(0.3, 1.0));
        let shape = ShapeDef::new(rect(size, size)).density(mass / (size * size));
        let shape = shape.filter(Filter { group: -1, ..Filter::default() });
        let body = BodyDef::dynamic().at(place).angular_velocity(random.range(-3.0, 3.0)).shape(shape);
        let next = world.add_body(body).unwrap();
        let way = point(random);
        let rope = Distance::between(at, at + way).range(0.0, f32::max(1.2 * way.length(), 0.3));
        world.add_joint(last, next, rope).unwrap();
        (last, weight) = (next, weight + f64::from(mass * G));
    }
    (world, weight)
}

#[test]
fn ropes_with_any_loads_gain_no_energy() {
    for substeps in [4, 8] {
        let mut worst = 0.0_f64;
        for seed in 0..if LONG { 1_000 } else { 150 } {
            let (mut world, weight) = two_ropes(&mut SplitMix64::new(seed), substeps);
            let before = energy(&world);
            for step in 0..300 {
                world.step();
                let gain = (energy(&world) - before) / (3.0 * weight);
                assert!(gain < 0.01, "seed {seed}, {substeps} substeps, step {step}: {gain}");
                worst = worst.max(gain);
            }
        }
        println!("{substeps} substeps: {worst:.4} of a fall of 3 m at most");
    }
}
