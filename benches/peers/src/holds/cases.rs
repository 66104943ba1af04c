//! The cases: scenes that all three engines can build.

use super::kinds::kinds;
use super::{Case, Gauge};
use carom::{BodyDef, Capsule, Circle, Error, Filter, Polygon, Revolute, ShapeDef, Vec2, vec2};
use carom_scenes::{SceneDef, SceneError, find};

/// Every case.
///
/// # Errors
/// A shape that carom refuses; no case here has one.
pub fn cases() -> Result<Vec<Case>, SceneError> {
    let grid = find("joint_grid").ok_or_else(|| SceneError::at("", "there is no scene joint_grid"))?.scene()?;
    let mut cases = ours().map_err(|e| SceneError::at("", e.to_string()))?;
    cases.extend(kinds().map_err(|e| SceneError::at("", e.to_string()))?);
    cases.push(Case { name: "joint_grid", scene: grid, gauge: Gauge::Joints });
    Ok(cases)
}

fn ours() -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for (name, joints, links, ratio) in
        [("rope_20_2000", "rope_20_2000_joints", 20, 2_000.0), ("chain_100_100", "chain_100_100_joints", 100, 100.0)]
    {
        let (scene, body) = rope(links, ratio)?;
        let length = 0.5 * f32::from(links);
        cases.push(Case { name: joints, scene: scene.clone(), gauge: Gauge::Joints });
        cases.push(Case { name, scene, gauge: Gauge::Stretch { body, anchor: vec2(0.0, 1.0), length } });
    }
    cases.push(Case { name: "bridge_100", scene: bridge()?, gauge: Gauge::Joints });
    cases.push(Case { name: "dolls_30", scene: dolls()?, gauge: Gauge::Joints });
    let (scene, body) = stack(10, 100.0)?;
    cases.push(Case { name: "100_on_10", scene, gauge: Gauge::Sink { body } });
    let (scene, body) = stack(19, 1.0)?;
    cases.push(Case { name: "stack_20", scene, gauge: Gauge::Sink { body } });
    cases.push(pendulum()?);
    Ok(cases)
}

/// A rope of links of half a metre that hangs from the origin with a ball of `ratio` link masses. It is let go 20
/// degrees aside. Returns the ball.
fn rope(links: u16, ratio: f32) -> Result<(SceneDef, usize), Error> {
    let mut scene = SceneDef::new("rope", "a rope with a ball", 600, false);
    let (sin, cos) = carom::math::sin_cos(0.35);
    let along = vec2(sin, -cos);
    let filter = Filter { category: 2, mask: 0, group: 0 };
    let link = ShapeDef::new(Capsule::new(vec2(0.0, -0.2), vec2(0.0, 0.2), 0.05)?).filter(filter);
    let ball = ShapeDef::new(Circle::new(1.0)?).filter(filter);
    // The mass of a link over the area of the ball.
    let mass = 0.4 * 0.1 + std::f32::consts::PI * 0.05 * 0.05;
    let ball = ball.density(ratio * mass / std::f32::consts::PI);
    let (mut last, mut anchor) = (scene.add(BodyDef::fixed()), Vec2::ZERO);
    for k in 0..links {
        let place = along * (0.25 + 0.5 * f32::from(k));
        let next = scene.add(BodyDef::dynamic().at(place).angle(0.35).shape(link.clone()));
        scene.join(last, next, Revolute::new(anchor, vec2(0.0, 0.25)));
        (last, anchor) = (next, vec2(0.0, -0.25));
    }
    let place = along * (0.5 * f32::from(links) + 1.0);
    let body = scene.add(BodyDef::dynamic().at(place).angle(0.35).shape(ball));
    scene.join(last, body, Revolute::new(anchor, vec2(0.0, 1.0)));
    Ok((scene, body))
}

/// A hundred planks and ten boxes.
fn bridge() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("bridge_100", "a bridge with boxes", 600, false);
    let (left, right) =
        (scene.add(BodyDef::fixed().at(vec2(-50.0, 0.0))), scene.add(BodyDef::fixed().at(vec2(50.0, 0.0))));
    let plank = ShapeDef::new(Polygon::rect(1.0, 0.25)?).density(20.0);
    let (mut last, mut anchor) = (left, Vec2::ZERO);
    for k in 0..100_u16 {
        let place = vec2(f32::from(k) - 49.5, 0.0);
        let next = scene.add(BodyDef::dynamic().at(place).shape(plank.clone()));
        scene.join(last, next, Revolute::new(anchor, vec2(-0.5, 0.0)));
        (last, anchor) = (next, vec2(0.5, 0.0));
    }
    scene.join(last, right, Revolute::new(anchor, Vec2::ZERO));
    let boxes = ShapeDef::new(Polygon::rect(1.0, 1.0)?).density(10.0);
    for k in 0..10_u16 {
        scene.add(BodyDef::dynamic().at(vec2(1.2 * f32::from(k) - 5.4, 2.0)).shape(boxes.clone()));
    }
    Ok(scene)
}

/// Thirty dolls of six limbs with limits in a pit. Each has a category of its own, so that it passes through itself.
fn dolls() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("dolls_30", "dolls in a pit", 1_200, false);
    scene.add(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(8.0, 1.0)?));
    for side in [-3.5, 3.5] {
        scene.add(BodyDef::fixed().at(vec2(side, 12.0)).shape(Polygon::rect(1.0, 24.0)?));
    }
    for k in 0..30_u16 {
        let category = 2_u64 << k;
        let filter = Filter { category, mask: 0xFFFF_FFFF & !category, group: 0 };
        let at = vec2(1.4 * f32::from(k % 4) - 2.1, 1.5 + 2.0 * f32::from(k / 4));
        let mut bone = |low: Vec2, high: Vec2, radius: f32| -> Result<(usize, Vec2), Error> {
            let middle = 0.5 * (low + high);
            let limb = ShapeDef::new(Capsule::new(low - middle, high - middle, radius)?).density(1000.0);
            Ok((scene.add(BodyDef::dynamic().at(at + middle).shape(limb.filter(filter))), middle))
        };
        let trunk = bone(vec2(0.0, 0.0), vec2(0.0, 0.55), 0.13)?;
        let mut hinges = Vec::new();
        hinges.push((trunk, bone(vec2(0.0, 0.82), vec2(0.0, 0.86), 0.11)?, vec2(0.0, 0.7), [-0.3, 0.3]));
        for side in [-1.0, 1.0] {
            for (joint, reach, limits) in [(0.5, 0.35, [-2.0, 2.0]), (-0.05, 0.45, [-1.0, 1.0])] {
                let [upper, middle, lower] = [joint, joint - reach, joint - 2.0 * reach].map(|y| vec2(0.16 * side, y));
                let (thigh, shin) = (bone(middle, upper, 0.06)?, bone(lower, middle, 0.05)?);
                hinges.push((trunk, thigh, upper, limits));
                hinges.push((thigh, shin, middle, [-1.5, 0.1]));
            }
        }
        for ((a, from), (b, to), at, [least, most]) in hinges {
            scene.join(a, b, Revolute::new(at - from, at - to).limit(least, most));
        }
    }
    Ok(scene)
}

/// Boxes of 1 m and 1 kg with one more on top. Returns that one.
fn stack(boxes: u16, top: f32) -> Result<(SceneDef, usize), Error> {
    let mut scene = SceneDef::new("stack", "a stack", 600, false);
    scene.add(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(40.0, 2.0)?));
    let mut last = 0;
    for k in 0..=boxes {
        let shape = ShapeDef::new(Polygon::rect(1.0, 1.0)?).density(if k == boxes { top } else { 1.0 });
        last = scene.add(BodyDef::dynamic().at(vec2(0.0, 0.5 + f32::from(k))).shape(shape));
    }
    Ok((scene, last))
}

/// A rod of 2 m that falls from the level, for a minute.
fn pendulum() -> Result<Case, Error> {
    let mut scene = SceneDef::new("pendulum", "a rod on a hinge", 3_600, false);
    let pin = scene.add(BodyDef::fixed());
    let body = BodyDef::dynamic().at(vec2(1.0, 0.0)).shape(Polygon::rect(2.0, 0.2)?);
    let body = scene.add(body);
    scene.join(pin, body, Revolute::new(Vec2::ZERO, vec2(-1.0, 0.0)));
    let mass = 0.4;
    let gauge = Gauge::Energy { body, mass, inertia: mass * (4.0 + 0.04) / 12.0, arm: 1.0 };
    Ok(Case { name: "pendulum_60_s", scene, gauge })
}
