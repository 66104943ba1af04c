//! A heavy box flies into a sleeping wall.

use crate::SceneDef;
use carom::math::{Vec2, vec2};
use carom::{BodyDef, Error, Polygon, ShapeDef};

pub(super) fn smash() -> Result<SceneDef, Error> {
    let mut scene =
        SceneDef::new("smash", "a heavy box hits 9600 sleeping ones at 40 m/s: waking and a shock", 300, true);
    scene.world.gravity = Vec2::ZERO;
    let heavy = ShapeDef::new(Polygon::rect(8.0, 8.0)?).density(8.0);
    scene.add(BodyDef::dynamic().at(vec2(-20.0, 0.0)).velocity(vec2(40.0, 0.0)).shape(heavy));
    let small = ShapeDef::new(Polygon::rect(0.4, 0.4)?);
    for i in 0..120 {
        for j in 0..80 {
            let place = vec2(30.0 + 0.4 * i as f32, 0.4 * (j - 40) as f32);
            scene.add(BodyDef::dynamic().at(place).asleep().shape(small.clone()));
        }
    }
    Ok(scene)
}
