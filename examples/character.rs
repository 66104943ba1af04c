//! A character that jumps onto a one-way shelf and drops through it, walks over a step and up a slope, and rides a
//! lift.

use carom::Mover;
use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(80.0, 2.0)?))?;
    world.add_body(BodyDef::fixed().at(vec2(4.0, 0.1)).shape(Polygon::rect(2.0, 0.2)?))?;
    let slope = Polygon::new([vec2(0.0, 0.0), vec2(6.0, 0.0), vec2(6.0, 3.0)])?;
    world.add_body(BodyDef::fixed().at(vec2(7.0, 0.0)).shape(slope))?;
    let lift = world.add_body(BodyDef::kinematic().at(vec2(15.0, 2.8)).shape(Polygon::rect(4.0, 0.2)?))?;
    let shelf = ShapeDef::new(Polygon::rect(4.0, 0.2)?).one_way(vec2(0.0, 1.0));
    world.add_body(BodyDef::fixed().at(vec2(0.0, 1.5)).shape(shelf))?;
    let mut hero = Mover::new(Capsule::vertical(1.0, 0.3)?, vec2(0.0, 0.9))?;
    let mut fall = 0.0;
    for step in 0..570 {
        if let Some(mut lift) = world.body_mut(lift).filter(|_| step == 480) {
            lift.set_velocity(vec2(0.0, 1.0))?;
        }
        world.step();
        let dt = world.def().dt;
        fall = match hero.ground() {
            Some(_) if step == 30 => 6.5,
            Some(_) => 0.0,
            None => fall - 9.81 * dt,
        };
        if step == 120 {
            hero.drop_through(&world)?;
        }
        let run = if step > 150 && hero.position.x < 15.0 { 3.0 } else { 0.0 };
        let moved = hero.walk(&mut world, vec2(run, fall), dt)?;
        if step % 30 == 0 {
            let stands = if moved.ground.is_some() { "stands" } else { "flies" };
            println!("{:.1} s: {stands} at ({:.2}, {:.2})", step as f32 / 60.0, hero.position.x, hero.position.y);
        }
    }
    Ok(())
}
