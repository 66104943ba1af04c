//! Shots at a thin plate before a box, all of which are movable. After no step is a point of the plate's middle line
//! deep in the box, and in none does its centre go through the box.

use crate::kit::*;
use carom::prelude::*;

/// Half the width of the box, which is square [m].
const HALF: f32 = 1.0;

/// Greatest depth of a point of the plate in the box after a step: contacts push it out again [m].
const DEEP: f32 = 0.2;

/// Shoots a disc of up to a hundred times the density of the others at a plate before a box. Reports a plate that is in
/// the box.
pub fn at_a_plate(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let mut world = if random.int(0, 1) == 0 { space() } else { sleepless() };
    let (thick, long) = (random.range(0.005, 0.05), random.range(1.0, 2.0));
    let (gap, density) = (random.range(0.001, 5.0), [1.0, 2.0, 5.0, 10.0, 30.0, 100.0][random.int(0, 5) as usize]);
    let (speed, off) = (random.range(30.0, 390.0), random.range(-0.5, 0.5) * long);
    let target = BodyDef::dynamic().at(vec2(HALF, HALF)).shape(rect(2.0 * HALF, 2.0 * HALF));
    let target = world.add_body(target).unwrap();
    let height = 0.5 * long;
    let x = -gap - 0.5 * thick;
    let plate = world.add_body(BodyDef::dynamic().at(vec2(x, height)).shape(rect(thick, long))).unwrap();
    let place = vec2(x - random.range(0.1, 7.0), (height + off).max(0.03));
    let bullet = BodyDef::dynamic().at(place).velocity(vec2(speed, 0.0)).gravity_scale(0.0);
    world.add_body(bullet.shape(ShapeDef::new(disc(0.025)).density(density))).unwrap();
    let mut before = f64s(vec2(x, height) - vec2(HALF, HALF));
    for step in 0..40 {
        world.step();
        let [inside, plate] = [target, plate].map(|key| world.body(key).unwrap().pose());
        let center = f64s(inside.inverse_transform_point(plate.p));
        if goes_through(before, center) {
            return Some(format!(
                "seed {seed}, step {step}: from {before:?} to {center:?} in the box; disc at {speed} m/s, {density}"
            ));
        }
        before = center;
        let depth = |k: i32| {
            let p = inside.inverse_transform_point(plate.transform_point(vec2(0.0, long * k as f32 / 40.0)));
            HALF - p.x.abs().max(p.y.abs())
        };
        let deepest = (-20..=20).map(depth).fold(f32::MIN, f32::max);
        if deepest > DEEP {
            return Some(format!(
                "seed {seed}, step {step}: {deepest} m deep; plate {thick} m by {long} m, {gap} m before; \
                 disc at {speed} m/s, {density}"
            ));
        }
    }
    checked(&world);
    None
}

fn f64s(p: Vec2) -> [f64; 2] {
    [p.x.into(), p.y.into()]
}

/// Whether a way in the frame of the box crosses the inner half of it.
fn goes_through(from: [f64; 2], to: [f64; 2]) -> bool {
    let half = 0.5 * f64::from(HALF);
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (from, to) in from.into_iter().zip(to) {
        let way = to - from;
        if way == 0.0 {
            if from.abs() > half {
                return false;
            }
            continue;
        }
        let [one, other] = [(-half - from) / way, (half - from) / way];
        enter = enter.max(one.min(other));
        leave = leave.min(one.max(other));
    }
    enter < leave
}
