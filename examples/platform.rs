//! A level from a text: a ball rolls down a slope, over a flat floor and up a ramp, and catches on nothing.

use carom::prelude::*;

const LEVEL: &str = r"
#..............................#
#..............................#
#\.............................#
##\............................#
###\........................12##
####34....................12####
######34................12######
################################";

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let level = TileGrid::from_text(LEVEL, 0.5)?;
    println!("{} x {} cells, {} lines of border", level.columns(), level.rows(), level.links().len());
    world.add_body(BodyDef::fixed().shape(ShapeDef::new(level).friction(0.8)))?;
    let ball =
        world.add_body(BodyDef::dynamic().at(vec2(0.9, 3.5)).shape(ShapeDef::new(Circle::new(0.2)?).friction(0.8)))?;
    for half_second in 1..=16 {
        for _ in 0..30 {
            world.step();
        }
        if let Some(ball) = world.body(ball) {
            let (place, speed) = (ball.position(), ball.velocity().length());
            println!("{:3.1} s: at {:5.2}, {:4.2}, {speed:.2} m/s", 0.5 * half_second as f32, place.x, place.y);
        }
    }
    Ok(())
}
