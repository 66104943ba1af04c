//! Boxes stacked without gaps: one pyramid of a hundred rows, and four hundred of ten.

use crate::{Container, SceneDef};
use carom::math::vec2;
use carom::{BodyDef, Error, Polygon, Segment, ShapeDef};

pub(super) fn large_pyramid() -> Result<SceneDef, Error> {
    let mut scene =
        SceneDef::new("large_pyramid", "one pyramid of boxes, 100 rows high: a tall stack at rest", 500, false);
    scene.container = Some(Container::Above { y: -5.0 });
    scene.add(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(200.0, 2.0)?));
    let square = ShapeDef::new(Polygon::rect(1.0, 1.0)?);
    for r in 0..100 {
        for k in 0..100 - r {
            let place = vec2(0.5 * (r + 1) as f32 + k as f32 - 50.0, r as f32 + 0.5);
            scene.add(BodyDef::dynamic().at(place).shape(square.clone()));
        }
    }
    Ok(scene)
}

pub(super) fn many_pyramids() -> Result<SceneDef, Error> {
    let mut scene =
        SceneDef::new("many_pyramids", "400 pyramids of boxes on 20 floors: many small stacks at rest", 200, false);
    scene.container = Some(Container::Above { y: -5.0 });
    let mut ground = BodyDef::fixed();
    for t in 0..20 {
        let y = 11.0 * t as f32;
        ground = ground.shape(Segment::new(vec2(-110.0, y), vec2(110.0, y))?);
    }
    scene.add(ground);
    let square = ShapeDef::new(Polygon::rect(1.0, 1.0)?);
    for t in 0..20 {
        for p in 0..20 {
            let left = -110.0 + 11.0 * p as f32 + 1.0;
            for r in 0..10 {
                for k in 0..10 - r {
                    let x = left + 0.5 * (r + 1) as f32 + k as f32 - 0.5;
                    let place = vec2(x, 11.0 * t as f32 + r as f32 + 0.5);
                    scene.add(BodyDef::dynamic().at(place).shape(square.clone()));
                }
            }
        }
    }
    Ok(scene)
}
