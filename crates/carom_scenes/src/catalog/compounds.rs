//! Bodies of two triangles fall into a pit: concave bodies that interlock.

use crate::{Container, SceneDef};
use carom::math::{Pose, vec2};
use carom::{BodyDef, Error, Polygon, Segment, ShapeDef};

pub(super) fn compounds() -> Result<SceneDef, Error> {
    let mut scene =
        SceneDef::new("compounds", "3000 bodies of two triangles fall into a pit: several shapes a body", 500, true);
    scene.container = Some(Container::Above { y: -5.0 });
    let mut ground = BodyDef::fixed();
    for i in 0..=80 {
        let floor = Pose::new(vec2((i - 40) as f32, 0.0), 0.0);
        ground = ground.shape(Polygon::rect_at(floor, 1.1, 1.0)?);
    }
    for side in [-40.0, 40.0] {
        for i in 0..100 {
            let wall = Pose::new(vec2(side, 1.0 + i as f32), 0.0);
            ground = ground.shape(Polygon::rect_at(wall, 1.0, 1.1)?);
        }
    }
    scene.add(ground.shape(Segment::new(vec2(-800.0, -80.0), vec2(800.0, -80.0))?));
    let left = ShapeDef::new(Polygon::new([vec2(-1.0, 0.0), vec2(0.5, 1.0), vec2(0.0, 2.0)])?).friction(0.5);
    let right = ShapeDef::new(Polygon::new([vec2(1.0, 0.0), vec2(-0.5, 1.0), vec2(0.0, 2.0)])?).friction(0.5);
    let mut d = 0.25;
    for i in 0..20 {
        for j in 0..150 {
            let place = vec2(2.0 * i as f32 - 19.0 + d, 2.25 * j as f32 + 5.575);
            scene.add(BodyDef::dynamic().at(place).shape(left.clone()).shape(right.clone()));
            d = -d;
        }
    }
    Ok(scene)
}
