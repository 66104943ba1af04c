//! Fields of single bodies in an open box: circles, polygons, and a mix of fifty thousand.

use crate::{Container, SceneDef, SplitMix64};
use carom::math::{PI, Vec2, sin_cos, vec2};
use carom::{BodyDef, Capsule, Circle, Error, Polygon};

/// Adds a floor at y = 0 and two walls `2 half_width` [m] apart and `height` [m] high.
fn walls(scene: &mut SceneDef, half_width: f32, height: f32) -> Result<(), Error> {
    let wall = Polygon::rect(2.0, height)?;
    scene.add(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(2.0 * (half_width + 2.0), 2.0)?));
    scene.add(BodyDef::fixed().at(vec2(-half_width - 1.0, 0.5 * height)).shape(wall.clone()));
    scene.add(BodyDef::fixed().at(vec2(half_width + 1.0, 0.5 * height)).shape(wall));
    scene.container = Some(Container::Hall { y: -1.0, left: -half_width - 1.0, right: half_width + 1.0 });
    Ok(())
}

/// Point `i` of a lattice with `n` columns [m].
fn lattice(i: usize, n: usize, pitch: f32) -> Vec2 {
    let (column, row) = (i % n, i / n);
    vec2((column as f32 - (n - 1) as f32 / 2.0) * pitch, (row as f32 + 0.5) * pitch)
}

pub(super) fn circles_10k() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("circles_10k", "10000 circles of many sizes settle in a box", 500, false);
    walls(&mut scene, 125.0, 100.0)?;
    let mut random = SplitMix64::new(1);
    for i in 0..10_000 {
        let p = lattice(i, 200, 1.25);
        let radius = random.range(0.4, 0.6);
        let dx = random.range(-0.02, 0.02);
        scene.add(BodyDef::dynamic().at(vec2(p.x + dx, p.y)).shape(Circle::new(radius)?));
    }
    Ok(scene)
}

pub(super) fn polygons_10k() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("polygons_10k", "10000 polygons of 3 to 8 corners settle in a box", 500, false);
    walls(&mut scene, 135.0, 100.0)?;
    let mut random = SplitMix64::new(2);
    for i in 0..10_000 {
        let p = lattice(i, 200, 1.35);
        let n = random.int(3, 8);
        let radius = random.range(0.45, 0.65);
        let turn = random.range(0.0, 2.0 * PI);
        let corners: Vec<Vec2> = (0..n)
            .map(|k| {
                let t = turn + 2.0 * PI * (k as f32 + 0.6 * random.unit()) / n as f32;
                let (s, c) = sin_cos(t);
                vec2(radius * c, radius * s)
            })
            .collect();
        scene.add(BodyDef::dynamic().at(p).shape(Polygon::new(corners)?));
    }
    Ok(scene)
}

pub(super) fn mixed_50k() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("mixed_50k", "50000 circles, boxes and capsules settle in a box", 201, false);
    walls(&mut scene, 375.0, 200.0)?;
    let mut random = SplitMix64::new(3);
    for i in 0..50_000 {
        let body = BodyDef::dynamic().at(lattice(i, 500, 1.5));
        scene.add(match i % 3 {
            0 => body.shape(Circle::new(random.range(0.3, 0.6))?),
            1 => {
                let hx = random.range(0.25, 0.5);
                let hy = random.range(0.25, 0.5);
                body.angle(random.range(0.0, 2.0 * PI)).shape(Polygon::rect(2.0 * hx, 2.0 * hy)?)
            }
            _ => {
                let h = random.range(0.2, 0.4);
                let radius = random.range(0.2, 0.34);
                let angle = random.range(0.0, 2.0 * PI);
                body.angle(angle).shape(Capsule::new(vec2(-h, 0.0), vec2(h, 0.0), radius)?)
            }
        });
    }
    Ok(scene)
}
