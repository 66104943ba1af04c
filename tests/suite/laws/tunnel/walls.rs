//! Shots at a wall that is fixed, comes, goes, or is movable.

use super::shots::{bullet, surface, world};
use crate::kit::*;
use carom::prelude::*;
use carom::{BodyKind, Shape};

/// A wall along y = 0, at least half a kilometre either way, by kind; and its upper side. The first three kinds have an
/// area.
fn wall(kind: u64) -> (Shape, f32) {
    let (a, b) = (vec2(-500.0, 0.0), vec2(500.0, 0.0));
    let links: Vec<Vec2> = (0..=50).rev().map(|i| vec2(20.0 * i as f32 - 500.0, 0.0)).collect();
    match kind {
        0 => (rect(1000.0, 0.001).into(), 0.0005),
        1 => (Capsule::horizontal(1000.0, 0.0005).unwrap().into(), 0.0005),
        2 => (rect(1000.0, 4.0).into(), 2.0),
        3 => (Chain::open(links).unwrap().into(), 0.0),
        4 => (Chain::open(links).unwrap().one_sided().into(), 0.0),
        _ => (Segment::new(a, b).unwrap().into(), 0.0),
    }
}

/// Reports a bullet that is behind the wall, in the wall's own frame, after some step.
pub fn at_a_wall(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let mut world = world(&mut random);
    let of = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic][random.int(0, 2) as usize];
    let kind = if of == BodyKind::Dynamic { random.int(0, 2) } else { random.int(0, 5) };
    let (shape, top) = wall(kind);
    let wall_speed = if of == BodyKind::Fixed { 0.0 } else { random.range(-400.0, 400.0) };
    let density = [1.0, 100.0][random.int(0, 1) as usize];
    let wall = BodyDef { kind: of, ..BodyDef::fixed() }.velocity(vec2(0.0, wall_speed));
    let wall = world.add_body(wall.shape(surface(&mut random, shape).density(density))).unwrap();
    let (shape, reach) = bullet(&mut random);
    let (sin, cos) = carom::math::sin_cos(random.range(-1.3, 1.3));
    let speed = random.range(10.0, 400.0);
    let start = vec2(random.range(-50.0, 50.0), top + reach + 0.001 + random.range(0.0, 10.0));
    let shot = BodyDef::dynamic().at(start).angle(random.range(-3.0, 3.0)).velocity(vec2(sin, -cos) * speed);
    let spin = random.range(-1.0, 1.0) * if random.int(0, 2) == 0 { 200.0 } else { 20.0 };
    let key = world.add_body(shot.angular_velocity(spin).shape(surface(&mut random, shape.clone()))).unwrap();
    for step in 0..12 {
        world.step();
        let center = world.body(key).unwrap().center();
        let height = world.body(wall).unwrap().pose().inverse_transform_point(center).y;
        if height <= top {
            let what = shape.piece(0).kind();
            return Some(format!(
                "seed {seed}, {of:?} wall {kind} at {wall_speed}, step {step}: {height} <= {top}; {what:?}, {reach}"
            ));
        }
    }
    checked(&world);
    None
}
