//! The extra scene `hail`: 10,000 small discs and boxes at 50 to 100 m/s in a closed yard with plates and spinning
//! bars. All of them are bullets in Box2D; carom plays the scene like any other.

use carom::math::{PI, Pose, sin_cos, vec2};
use carom::{BodyDef, Circle, Error, Polygon, Shape, ShapeDef, Vec2};
use carom_scenes::{Container, SceneDef, SplitMix64};

/// Its name.
pub const HAIL: &str = "hail";

/// Inner width and height of the yard, and thickness of its walls [m].
const WIDE: f32 = 200.0;
const HIGH: f32 = 120.0;
const WALL: f32 = 0.2;

/// Number of columns and rows of obstacles.
const COLUMNS: usize = 12;
const ROWS: usize = 9;

/// Spacing of the places for bodies [m].
const APART: f32 = 1.45;

/// The greatest distance of a part of an obstacle from its middle, and of a body's from its own [m].
const REACH: f32 = 2.2;

/// Number of flying bodies.
const BODIES: usize = 10_000;

/// Whether all bodies of a scene are bullets in Box2D.
pub fn has_bullets(scene: &SceneDef) -> bool {
    scene.name == HAIL
}

/// The scene.
pub fn hail() -> Result<SceneDef, Error> {
    let about = "10,000 bodies at 50 to 100 m/s among plates and bars in a closed yard: nothing may get out";
    let mut scene = SceneDef::new(HAIL, about, 120, false);
    scene.container = Some(Container::RectAround { body: 0, width: WIDE, height: HIGH });
    let mut yard = BodyDef::fixed();
    for side in [-0.5, 0.5] {
        let upright = Pose::new(vec2(side * (WIDE + WALL), 0.0), 0.0);
        let flat = Pose::new(vec2(0.0, side * (HIGH + WALL)), 0.0);
        yard = yard.shape(Polygon::rect_at(upright, WALL, HIGH + 2.0 * WALL)?);
        yard = yard.shape(Polygon::rect_at(flat, WIDE + 2.0 * WALL, WALL)?);
    }
    scene.add(yard);
    let mut random = SplitMix64::new(10_000);
    let obstacles = add_obstacles(&mut scene, &mut random)?;
    add_stones(&mut scene, &mut random, &obstacles)?;
    Ok(scene)
}

/// Plates, blocks and discs at rest, and bars that are driven: every third one. Returns their middles.
fn add_obstacles(scene: &mut SceneDef, random: &mut SplitMix64) -> Result<Vec<Vec2>, Error> {
    let mut places = Vec::new();
    for i in 0..COLUMNS * ROWS {
        let place = vec2((i % COLUMNS) as f32 + 0.5, (i / COLUMNS) as f32 + 0.5);
        let place = vec2(place.x * WIDE / COLUMNS as f32 - 0.5 * WIDE, place.y * HIGH / ROWS as f32 - 0.5 * HIGH);
        let shape: Shape = match i % 6 {
            0 => Circle::new(1.0)?.into(),
            1 => Polygon::rect(2.0, 2.0)?.into(),
            3 => Polygon::rect(4.0, 0.05)?.into(),
            4 => Polygon::rect(1.0, 3.0)?.into(),
            _ => Polygon::rect(4.0, 0.2)?.into(),
        };
        let body = if i % 3 == 2 {
            let spin = random.range(-10.0, 10.0);
            BodyDef::kinematic().velocity(vec2(random.range(-1.0, 1.0), 0.0)).angular_velocity(spin)
        } else {
            BodyDef::fixed().angle(random.range(-1.5, 1.5))
        };
        scene.add(body.at(place).shape(shape));
        places.push(place);
    }
    Ok(places)
}

/// Discs and boxes of 0.1 to 0.3 m, in all directions.
fn add_stones(scene: &mut SceneDef, random: &mut SplitMix64, obstacles: &[Vec2]) -> Result<(), Error> {
    let columns = (WIDE / APART) as usize - 1;
    let first = scene.bodies.len();
    let mut cell = 0;
    while scene.bodies.len() - first < BODIES {
        let place = vec2((cell % columns) as f32 + 1.0, (cell / columns) as f32 + 1.0) * APART;
        let place = place - 0.5 * vec2(WIDE, HIGH);
        cell += 1;
        if obstacles.iter().any(|&o| (o - place).length() < REACH + 0.3) {
            continue;
        }
        let (sin, cos) = sin_cos(random.range(-PI, PI));
        let velocity = vec2(cos, sin) * random.range(50.0, 100.0);
        let size = random.range(0.1, 0.3);
        let shape: Shape =
            if cell % 2 == 0 { Circle::new(0.5 * size)?.into() } else { Polygon::rect(size, size)?.into() };
        let shape = ShapeDef::new(shape).restitution(0.4);
        scene.add(BodyDef::dynamic().at(place).velocity(velocity).shape(shape));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hail_is_inside() -> Result<(), Error> {
        let scene = hail()?;
        let inside = |p: Vec2| p.x.abs() < 0.5 * WIDE - 0.3 && p.y.abs() < 0.5 * HIGH - 0.3;
        assert!(scene.bodies.iter().all(|body| inside(body.position)));
        assert_eq!(scene.bodies.len(), 1 + COLUMNS * ROWS + BODIES);
        Ok(())
    }
}
