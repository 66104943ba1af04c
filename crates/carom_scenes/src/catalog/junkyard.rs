//! Rocks in a yard that a kinematic block ploughs through.

use crate::{Container, SceneDef, ScriptKind};
use carom::math::{PI, Pose, Rot, Vec2, sin_cos, vec2};
use carom::{BodyDef, Error, Polygon, ShapeDef};

pub(super) fn junkyard() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("junkyard", "a kinematic block ploughs to and fro through 8000 rocks", 800, true);
    scene.container = Some(Container::Above { y: -5.0 });
    let mut ground = BodyDef::fixed();
    for i in 0..=160 {
        let floor = Pose::new(vec2((i - 80) as f32, 0.0), 0.0);
        ground = ground.shape(Polygon::rect_at(floor, 1.1, 1.0)?);
    }
    for side in [-80.0, 80.0] {
        for i in 0..50 {
            let wall = Pose::new(vec2(side, 1.0 + i as f32), 0.0);
            ground = ground.shape(Polygon::rect_at(wall, 1.0, 1.1)?);
        }
    }
    scene.add(ground);
    let turn = PI * (5.0_f32.sqrt() - 1.0);
    let points: Vec<Vec2> = (0..5).map(|k| Rot::from_angle(k as f32 * turn).rotate(vec2(0.25, 0.0))).collect();
    let rock = ShapeDef::new(Polygon::hull(points)?);
    let mut d = -0.1;
    for i in 0..200 {
        for j in 0..40 {
            let place = vec2(0.375 * (2 * i - 200) as f32 + d, j as f32 + 15.0);
            scene.add(BodyDef::dynamic().at(place).shape(rock.clone()));
            d = -d;
        }
    }
    let block = Polygon::rect_at(Pose::new(vec2(0.0, 4.0), 0.0), 4.0, 8.0)?;
    let pusher = scene.add(BodyDef::kinematic().shape(block));
    scene.script = Some(ScriptKind::Junkyard { pusher });
    Ok(scene)
}

/// The pose of the block at the end of step number `step`.
pub(crate) fn pusher_pose(step: u32) -> Pose {
    let (s, _) = sin_cos(0.2 * step as f32 / 60.0);
    Pose::new(vec2(60.0 * s, 0.0), 0.0)
}
