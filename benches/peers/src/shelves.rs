//! The extra scene `shelves`: 100,000 boxes that fall asleep in stacks of three, on shelves, and 350 heavy discs that
//! roll among them. A disc meets a stack every second or so: about one stack in a hundred wakes each second.

use carom::{BodyDef, Circle, Error, Polygon, ShapeDef, vec2};
use carom_scenes::SceneDef;

/// Its name.
pub const SHELVED: &str = "shelves";

/// Number of shelves, stacks on a shelf, and boxes in a stack.
const SHELVES: usize = 50;
const STACKS: usize = 667;
const BOXES: usize = 3;

/// Number of discs on a shelf.
const DISCS: usize = 7;

/// Distance of stacks and of shelves [m].
const APART: f32 = 4.0;
const ABOVE: f32 = 8.0;

/// The scene.
pub fn shelves() -> Result<SceneDef, Error> {
    let about =
        "100,000 boxes asleep in stacks of three, and 350 discs that roll among them: what is still costs nothing";
    let mut scene = SceneDef::new(SHELVED, about, 480, true);
    let width = APART * (STACKS + 1) as f32;
    for shelf in 0..SHELVES {
        let floor = ABOVE * shelf as f32;
        scene.add(BodyDef::fixed().at(vec2(0.5 * width, floor - 0.5)).shape(Polygon::rect(width, 1.0)?));
        for side in [0.0, width] {
            scene.add(BodyDef::fixed().at(vec2(side, floor + 2.0)).shape(Polygon::rect(1.0, 4.0)?));
        }
        for stack in 0..STACKS {
            let x = APART * (stack + 1) as f32;
            for level in 0..BOXES {
                let place = vec2(x, floor + 0.5 + level as f32);
                scene.add(BodyDef::dynamic().at(place).shape(Polygon::rect(1.0, 1.0)?));
            }
        }
        for disc in 0..DISCS {
            // Between two stacks; the discs of a shelf roll to both sides.
            let at = (disc * STACKS / DISCS) as f32 + 0.5 + shelf as f32 % 5.0;
            let speed = if disc % 2 == 0 { 6.0 } else { -6.0 };
            let shape = ShapeDef::new(Circle::new(0.5)?).density(20.0);
            let body = BodyDef::dynamic().at(vec2(APART * (at + 1.0), floor + 0.5));
            scene.add(body.velocity(vec2(speed, 0.0)).angular_velocity(-2.0 * speed).shape(shape));
        }
    }
    Ok(scene)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_a_hundred_thousand_boxes() -> Result<(), Error> {
        let scene = shelves()?;
        assert_eq!(scene.bodies.len(), SHELVES * (3 + STACKS * BOXES + DISCS));
        const { assert!(SHELVES * STACKS * BOXES > 100_000) };
        Ok(())
    }
}
