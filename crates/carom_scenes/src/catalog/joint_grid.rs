//! A sheet of circles that only joints hold.

use crate::SceneDef;
use carom::math::vec2;
use carom::{BodyDef, Circle, Error, Filter, Revolute, ShapeDef};

pub(super) fn joint_grid() -> Result<SceneDef, Error> {
    let mut scene =
        SceneDef::new("joint_grid", "a sheet of 100 x 100 circles hung on 19800 hinges: joints alone", 500, false);
    // Category 2, and nothing of category 2 may touch it: no two ever touch.
    let filter = Filter { category: 2, mask: !2, group: 0 };
    let circle = ShapeDef::new(Circle::new(0.4)?).filter(filter);
    for c in 0..100_usize {
        for r in 0..100_usize {
            let fixed = r == 0 && (47..=53).contains(&c);
            let body = if fixed { BodyDef::fixed() } else { BodyDef::dynamic() };
            scene.add(body.at(vec2(c as f32, -(r as f32))).shape(circle.clone()));
        }
    }
    let down = Revolute::new(vec2(0.0, -0.5), vec2(0.0, 0.5));
    let across = Revolute::new(vec2(0.5, 0.0), vec2(-0.5, 0.0));
    for c in 0..100_usize {
        for r in 0..100_usize {
            let id = 100 * c + r;
            if r > 0 {
                scene.join(id - 1, id, down);
            }
            if c > 0 {
                scene.join(id - 100, id, across);
            }
        }
    }
    Ok(scene)
}
