//! The bullets, and the world in which they are shot.

use crate::kit::*;
use carom::Shape;
use carom::prelude::*;

/// A bullet of 1 cm to 1 m, and its farthest point from the centre.
pub fn bullet(random: &mut SplitMix64) -> (Shape, f32) {
    let size = [0.005, 0.02, 0.1, 0.5][random.int(0, 3) as usize] * random.range(1.0, 1.9);
    match random.int(0, 5) {
        0 => (disc(size).into(), size),
        1 => (rect(2.0 * size, size).into(), 1.2 * size),
        2 => (Capsule::horizontal(2.0 * size, 0.2 * size).unwrap().into(), 1.3 * size),
        3 => (rect(4.0 * size, 0.1 * size).into(), 2.1 * size),
        4 => (Polygon::new([vec2(-size, -size), vec2(size, -size), vec2(0.0, size)]).unwrap().into(), 1.5 * size),
        _ => {
            let corner = |k: u32| Rot::from_angle(k as f32 * std::f32::consts::FRAC_PI_3).rotate(vec2(size, 0.0));
            (Polygon::new((0..6).map(corner).collect::<Vec<_>>()).unwrap().into(), size)
        }
    }
}

pub fn world(random: &mut SplitMix64) -> World {
    let dt = [1.0 / 240.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 20.0][random.int(0, 3) as usize];
    let substeps = random.int(1, 4) as u32;
    World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).dt(dt).substeps(substeps)).unwrap()
}

pub fn surface(random: &mut SplitMix64, shape: Shape) -> ShapeDef {
    let restitution = [0.0, 0.3, 1.0][random.int(0, 2) as usize];
    ShapeDef::new(shape).restitution(restitution).friction(random.range(0.0, 0.8))
}
