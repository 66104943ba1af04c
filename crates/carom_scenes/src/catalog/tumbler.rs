//! A drum that a motor turns, half full of small boxes.

use crate::{Container, SceneDef};
use carom::math::{PI, Pose, vec2};
use carom::{BodyDef, Error, Polygon, Revolute, ShapeDef};

pub(super) fn tumbler() -> Result<SceneDef, Error> {
    let mut scene =
        SceneDef::new("tumbler", "a square drum on a motor with 2025 small boxes: a pile that never rests", 750, true);
    scene.container = Some(Container::RectAround { body: 1, width: 21.0, height: 21.0 });
    let ground = scene.add(BodyDef::fixed());
    let mut drum = BodyDef::dynamic().at(vec2(0.0, 10.0));
    for (x, y, width, height) in
        [(10.0, 0.0, 1.0, 20.0), (-10.0, 0.0, 1.0, 20.0), (0.0, 10.0, 20.0, 1.0), (0.0, -10.0, 20.0, 1.0)]
    {
        let side = Polygon::rect_at(Pose::new(vec2(x, y), 0.0), width, height)?;
        drum = drum.shape(ShapeDef::new(side).density(50.0));
    }
    let drum = scene.add(drum);
    scene.join(ground, drum, Revolute::new(vec2(0.0, 10.0), vec2(0.0, 0.0)).motor(25.0 * PI / 180.0, 1.0e8));
    let square = ShapeDef::new(Polygon::rect(0.25, 0.25)?);
    for i in 0..45 {
        for j in 0..45 {
            let place = vec2(-9.0 + 0.4 * j as f32, 1.0 + 0.4 * i as f32);
            scene.add(BodyDef::dynamic().at(place).shape(square.clone()));
        }
    }
    Ok(scene)
}
