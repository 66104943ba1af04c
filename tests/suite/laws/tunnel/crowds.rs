//! Shots into rows of bricks that push each other: no brick of a crowd is passed.

use crate::kit::*;
use carom::prelude::*;

/// Shoots at a row of touching bricks, with up to `1 + heavier` times their density. Reports a brick that was passed.
pub fn at_a_row(seed: u64, heavier: f32) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let mut world = space();
    let (count, thick) = (random.int(3, 9), random.range(0.05, 0.3));
    let bricks: Vec<BodyKey> = (0..count)
        .map(|i| {
            let brick = BodyDef::dynamic().at(vec2(0.999 * thick * i as f32, 0.0));
            world.add_body(brick.shape(ShapeDef::new(rect(thick, 0.5)).friction(0.0))).unwrap()
        })
        .collect();
    play(&mut world, 2);
    let (speed, density) = (random.range(20.0, 400.0), random.range(1.0, 1.0 + heavier));
    let restitution = if random.int(0, 1) == 0 { 0.0 } else { 0.6 };
    let bullet = match random.int(0, 2) {
        0 => ShapeDef::new(disc(0.05)),
        1 => ShapeDef::new(rect(0.1, 0.1)),
        _ => ShapeDef::new(rect(0.05, 0.4)),
    };
    let bullet = bullet.density(density).restitution(restitution).friction(0.0);
    let place = vec2(-0.5 * thick - random.range(0.1, 3.0), random.range(-0.05, 0.05));
    let bullet = world.add_body(BodyDef::dynamic().at(place).velocity(vec2(speed, 0.0)).shape(bullet)).unwrap();
    let apart = |world: &World, brick: BodyKey| at(world, bullet) - at(world, brick);
    // A bullet on the line before and behind has gone through the largest discs in both, however they turned.
    let line = 0.5 * (0.5 * thick + 0.025);
    for step in 0..40 {
        let before: Vec<Vec2> = bricks.iter().map(|&brick| apart(&world, brick)).collect();
        world.step();
        for (i, &brick) in bricks.iter().enumerate() {
            let (from, to) = (before[i], apart(&world, brick));
            if from.x < 0.0 && to.x > 0.0 && from.y.abs() < line && to.y.abs() < line {
                return Some(format!(
                    "seed {seed}, step {step}: {i} of {count}, {thick} m, {speed} m/s, {density}: from {from} to {to}"
                ));
            }
        }
    }
    checked(&world);
    None
}
