//! Scenes of other sizes, shapes and densities than the measured ones: small, large, sparse, of sizes that differ by a
//! thousand, asleep, and made in no order. They show tuning to the others.

use super::heap::heap;
use crate::{Container, SceneDef, SplitMix64};
use carom::math::{PI, Vec2, vec2};
use carom::{BodyDef, Capsule, Circle, Error, Material, Polygon};

/// Adds a floor at y = 0 and two walls `2 half_width` [m] apart and `height` [m] high.
fn hall(scene: &mut SceneDef, half_width: f32, height: f32) -> Result<(), Error> {
    let wall = Polygon::rect(4.0, height)?;
    scene.add(BodyDef::fixed().at(vec2(0.0, -2.0)).shape(Polygon::rect(2.0 * half_width + 8.0, 4.0)?));
    scene.add(BodyDef::fixed().at(vec2(-half_width - 2.0, 0.5 * height)).shape(wall.clone()));
    scene.add(BodyDef::fixed().at(vec2(half_width + 2.0, 0.5 * height)).shape(wall));
    scene.container = Some(Container::Hall { y: -1.0, left: -half_width - 1.0, right: half_width + 1.0 });
    Ok(())
}

/// Two hundred boxes: a game's room.
pub(super) fn small() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("small", "200 boxes fall in a room and come to rest", 500, false);
    hall(&mut scene, 8.0, 40.0)?;
    let mut random = SplitMix64::new(11);
    for i in 0..200_u16 {
        let at = vec2(1.5 * (f32::from(i % 10) - 4.5), 1.0 + 1.4 * f32::from(i / 10));
        let size = vec2(random.range(0.6, 1.0), random.range(0.6, 1.0));
        scene.add(BodyDef::dynamic().at(at).angle(random.range(0.0, PI)).shape(Polygon::rect(size.x, size.y)?));
    }
    Ok(scene)
}

/// A hundred thousand boxes, circles and capsules that pile up in four bins.
pub(super) fn large() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("large", "100000 boxes, circles and capsules pile up", 300, false);
    let columns = 800;
    hall(&mut scene, 0.5 * 1.1 * columns as f32, 200.0)?;
    let mut random = SplitMix64::new(12);
    for i in 0..100_000_usize {
        let (column, row) = ((i % columns) as f32, (i / columns) as f32);
        let at = 1.1 * vec2(column - 0.5 * (columns - 1) as f32, row + 0.6);
        let body = BodyDef::dynamic().at(at).angle(random.range(0.0, PI));
        scene.add(match i % 3 {
            0 => body.shape(Polygon::rect(random.range(0.4, 0.75), random.range(0.4, 0.75))?),
            1 => body.shape(Circle::new(random.range(0.2, 0.5))?),
            _ => body.shape(Capsule::horizontal(random.range(0.3, 0.5), random.range(0.1, 0.25))?),
        });
    }
    Ok(scene)
}

/// Fifty thousand discs and boxes that fly and hardly ever meet.
pub(super) fn sparse() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("sparse", "50000 discs and boxes fly and hardly ever meet", 300, false);
    scene.world.gravity = Vec2::ZERO;
    let mut random = SplitMix64::new(13);
    let bouncy = Material { restitution: 1.0, friction: 0.0, ..Material::default() };
    let columns = 250;
    for i in 0..50_000_usize {
        let at = 6.0 * vec2((i % columns) as f32, (i / columns) as f32);
        let at = at + vec2(random.range(-1.5, 1.5), random.range(-1.5, 1.5));
        let speed = vec2(random.range(-5.0, 5.0), random.range(-5.0, 5.0));
        let body = BodyDef::dynamic().at(at).velocity(speed);
        scene.add(if i % 2 == 0 {
            body.shape(carom::ShapeDef::from(Circle::new(random.range(0.2, 0.5))?).material(bouncy))
        } else {
            let size = vec2(random.range(0.4, 0.8), random.range(0.4, 0.8));
            body.shape(carom::ShapeDef::from(Polygon::rect(size.x, size.y)?).material(bouncy))
        });
    }
    Ok(scene)
}

/// Boulders of 10 m among gravel of 1 cm: sizes that differ by a thousand.
pub(super) fn sizes() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("sizes", "boulders of 10 m, stones of 0.3 m and gravel of 1 cm", 300, false);
    hall(&mut scene, 120.0, 120.0)?;
    let mut random = SplitMix64::new(14);
    for i in 0..20_u16 {
        let at = vec2(12.0 * (f32::from(i % 10) - 4.5) + random.range(-0.5, 0.5), 30.0 + 12.0 * f32::from(i / 10));
        scene.add(BodyDef::dynamic().at(at).shape(Circle::new(5.0)?));
    }
    for i in 0..4000_u16 {
        let at = vec2(0.5 * (f32::from(i % 400) - 199.5), 2.0 + 0.5 * f32::from(i / 400));
        scene.add(BodyDef::dynamic().at(at).angle(random.range(0.0, PI)).shape(Polygon::rect(0.3, 0.25)?));
    }
    for i in 0..8000_u16 {
        let at = vec2(0.025 * (f32::from(i % 4000) - 1999.5), 0.1 + 0.02 * f32::from(i / 4000));
        scene.add(BodyDef::dynamic().at(at).shape(Circle::new(0.005)?));
    }
    Ok(scene)
}

/// Two hundred thousand boxes in stacks of four that sleep, and discs that go on bouncing on a floor of their own
/// above: one in a hundred.
pub(super) fn sleepers() -> Result<SceneDef, Error> {
    let mut scene = SceneDef::new("sleepers", "200000 boxes sleep, 2000 discs bounce", 300, true);
    hall(&mut scene, 1255.0, 140.0)?;
    // Twenty floors of 2,500 stacks, so that no coordinate is large.
    for floor in 1..=20_u16 {
        let at = vec2(0.0, 6.0 * f32::from(floor) - 0.5);
        scene.add(BodyDef::fixed().at(at).shape(Polygon::rect(2508.0, 1.0)?));
    }
    for i in 0..200_000_u32 {
        let (stack, height) = (i / 4, (i % 4) as f32);
        let (floor, column) = ((stack / 2500) as f32, (stack % 2500) as f32);
        let at = vec2(column - 1249.5, 6.0 * floor + 0.4 + 0.8 * height);
        scene.add(BodyDef::dynamic().at(at).shape(Polygon::rect(0.8, 0.8)?));
    }
    let bouncy = Material { restitution: 1.0, ..Material::default() };
    let mut random = SplitMix64::new(15);
    for i in 0..2000_u16 {
        let at = vec2(1.2 * (f32::from(i) - 999.5), random.range(122.0, 125.0));
        let disc = carom::ShapeDef::from(Circle::new(0.5)?).material(bouncy);
        scene.add(BodyDef::dynamic().at(at).shape(disc));
    }
    Ok(scene)
}

/// The [`heap`] of its own size, whose bodies are made in no spatial order: as in a world in which bodies have come and
/// gone for a while.
pub(super) fn shuffled() -> Result<SceneDef, Error> {
    let about = "boxes, circles and polygons, made in no order, fall on floors and come to rest".to_owned();
    let mut scene = SceneDef { name: "shuffled".to_owned(), about, ..heap(10_000)? };
    let mut random = SplitMix64::new(16);
    // The ground stays the first (Fisher and Yates 1938, in the form of R. Durstenfeld 1964).
    for last in (2..scene.bodies.len()).rev() {
        scene.bodies.swap(last, random.int(1, last as u64) as usize);
    }
    Ok(scene)
}
