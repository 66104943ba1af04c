//! A kinematic drum with four paddles, full of small boxes.

use crate::{Container, SceneDef};
use carom::math::{PI, Rot, vec2};
use carom::{BodyDef, Error, Polygon, ShapeDef};

/// The part of a ring between two radii [m] and two angles [degrees], with straight sides.
fn quad(inner: f32, outer: f32, from: f32, to: f32) -> Result<Polygon, Error> {
    let (first, last) = (Rot::from_angle(from * PI / 180.0), Rot::from_angle(to * PI / 180.0));
    let (near, far) = (vec2(inner, 0.0), vec2(outer, 0.0));
    Ok(Polygon::new([first.rotate(near), first.rotate(far), last.rotate(far), last.rotate(near)])?)
}

pub(super) fn washer() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("washer", "a kinematic drum with paddles and 8100 small boxes", 500, true);
    scene.container = Some(Container::DiscAround { body: 1, radius: 18.0 });
    scene.add(BodyDef::fixed());
    let mut drum =
        BodyDef::kinematic().at(vec2(0.0, 10.0)).angular_velocity(25.0 * PI / 180.0).velocity(vec2(0.001, -0.002));
    for i in 0..36 {
        let (from, to) = (10.0 * i as f32, 10.0 * (i + 1) as f32);
        drum = drum.shape(quad(16.0, 18.0, from - 1.0, to + 1.0)?);
        if i % 9 == 0 {
            drum = drum.shape(quad(14.0, 16.0, from, to)?);
        }
    }
    scene.add(drum);
    let square = ShapeDef::new(Polygon::rect(0.2, 0.2)?);
    for i in 0..90 {
        for j in 0..90 {
            let place = vec2(-9.9 + 0.21 * j as f32, 0.1 + 0.21 * i as f32);
            scene.add(BodyDef::dynamic().at(place).shape(square.clone()));
        }
    }
    Ok(scene)
}
