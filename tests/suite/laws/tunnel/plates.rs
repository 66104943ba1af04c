//! Shots at a thin plate before a box, all of which can be pushed: what is driven into the box pushes it.

use crate::kit::*;
use carom::prelude::*;

/// Half the width of the box, which is square [m].
const HALF: f32 = 1.0;

/// How deep a point of the plate may be in the box after a step: contacts push it out again [m].
const DEEP: f32 = 0.2;

/// Shoots a disc of up to a hundred times the density of the others at a plate before a box; tells of a plate that is in the box.
pub fn at_a_plate(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let mut world = if random.int(0, 1) == 0 { space() } else { sleepless() };
    let (thick, long) = (random.range(0.005, 0.05), random.range(1.0, 2.0));
    let (gap, density) = (random.range(0.001, 5.0), [1.0, 2.0, 5.0, 10.0, 30.0, 100.0][random.int(0, 5) as usize]);
    let (speed, off) = (random.range(30.0, 390.0), random.range(-0.5, 0.5) * long);
    let target = BodyDef::dynamic().at(vec2(HALF, HALF)).shape(rect(2.0 * HALF, 2.0 * HALF));
    let target = world.add(target).unwrap();
    let height = 0.5 * long;
    let x = -gap - 0.5 * thick;
    let plate = world.add(BodyDef::dynamic().at(vec2(x, height)).shape(rect(thick, long))).unwrap();
    let place = vec2(x - random.range(0.1, 7.0), (height + off).max(0.03));
    let bullet = BodyDef::dynamic().at(place).velocity(vec2(speed, 0.0)).gravity_scale(0.0);
    world.add(bullet.shape(ShapeDef::new(disc(0.025)).density(density))).unwrap();
    for step in 0..40 {
        world.step();
        let [inside, plate] = [target, plate].map(|key| world.body(key).unwrap().pose());
        let depth = |k: i32| {
            let p = inside.unapply(plate.apply(vec2(0.0, long * k as f32 / 40.0)));
            HALF - p.x.abs().max(p.y.abs())
        };
        let deepest = (-20..=20).map(depth).fold(f32::MIN, f32::max);
        if deepest > DEEP {
            return Some(format!(
                "seed {seed}, step {step}: {deepest} m deep; plate {thick} m by {long} m, {gap} m before; disc at {speed} m/s, {density}"
            ));
        }
    }
    checked(&world);
    None
}
