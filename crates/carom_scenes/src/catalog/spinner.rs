//! A ring that holds bodies in, and a bar that a motor drives through them.

use crate::{Container, SceneDef};
use carom::math::{PI, Rot, Vec2, vec2};
use carom::{BodyDef, Capsule, Chain, Circle, Error, Polygon, Revolute, ShapeDef};

pub(super) fn spinner() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new(
        "spinner",
        "a bar driven through 6076 light bodies in a ring: mixed shapes, always moving",
        500,
        true,
    );
    scene.container = Some(Container::Disc { center: vec2(0.0, 32.0), radius: 41.0 });
    // Clockwise, so that the inside collides.
    let ring: Vec<Vec2> =
        (0..360).map(|i| Rot::from_angle(-(i as f32) * PI / 180.0).rotate(vec2(40.0, 0.0)) + vec2(0.0, 32.0)).collect();
    let wall = scene.add(BodyDef::fixed().shape(ShapeDef::new(Chain::closed(ring)?.one_sided()).friction(0.1)));
    let bar = ShapeDef::new(Polygon::rect(0.8, 40.0)?.rounded(0.2)?).friction(0.0);
    let bar = scene.add(BodyDef::dynamic().at(vec2(0.0, 12.0)).no_sleep().shape(bar));
    scene.join(wall, bar, Revolute::new(vec2(0.0, 12.0), vec2(0.0, 0.0)).motor(5.0, f32::MAX));
    let light = |shape: ShapeDef| shape.density(0.25).friction(0.1).restitution(0.1);
    let shapes = [
        light(Capsule::new(vec2(-0.25, 0.0), vec2(0.25, 0.0), 0.25)?.into()),
        light(Circle::new(0.35)?.into()),
        light(Polygon::rect(0.7, 0.7)?.into()),
    ];
    for i in 0..6076_usize {
        let place = vec2(-23.0 + 0.5 * (i % 92) as f32, 2.0 + 0.5 * (i / 92) as f32);
        scene.add(BodyDef::dynamic().at(place).shape(shapes[i % 3].clone()));
    }
    Ok(scene)
}
