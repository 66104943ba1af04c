//! A crate that jumps up through a one-way platform, stands on it, and drops down on request.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(40.0, 2.0)?))?;
    let platform = ShapeDef::new(Polygon::rect(4.0, 0.3)?).one_way(vec2(0.0, 1.0));
    world.add_body(BodyDef::fixed().at(vec2(0.0, 2.85)).shape(platform))?;
    let hero = world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.5)).shape(Polygon::rect(0.6, 1.0)?).no_rotation())?;
    for step in 0..300 {
        if let Some(mut hero) = world.body_mut(hero) {
            match step {
                30 => hero.set_velocity(vec2(0.0, 9.0))?,
                180 => println!("drops through {} platform", hero.drop_through()),
                _ => {}
            }
        }
        world.step();
        if let Some(hero) = world.body(hero).filter(|_| step % 15 == 0) {
            println!("{:.2} s: feet at {:.2} m", step as f32 / 60.0, hero.aabb().min.y);
        }
    }
    Ok(())
}
