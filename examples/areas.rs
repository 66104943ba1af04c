//! A pool with a current, a draught beside it, and a blast: some bodies float, some sink, some fly.

use carom::prelude::*;
use carom::{AreaDef, Explosion};

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let pool = AreaDef::new(Polygon::rect(20.0, 10.0)?).at(vec2(0.0, -5.0));
    world.add_area(pool.fluid(1000.0).drag(1.0, 2.0).wind(vec2(0.3, 0.0)))?;
    let draught = AreaDef::new(Polygon::rect(4.0, 30.0)?).at(vec2(14.0, 0.0));
    world.add_area(draught.wind(vec2(0.0, 8.0)).drag(3.0, 0.5))?;
    let mut keys = Vec::new();
    for (name, x, density) in [("cork", -6.0, 240.0), ("ice", -3.0, 917.0), ("stone", 0.0, 2500.0), ("leaf", 14.0, 5.0)]
    {
        let shape = ShapeDef::new(Polygon::rect(1.0, 0.5)?).density(density);
        keys.push((name, world.add_body(BodyDef::dynamic().at(vec2(x, 1.0)).shape(shape))?));
    }
    for step in 1..=600 {
        world.step();
        if step == 400 {
            let pushed = world.explode(&Explosion::new(vec2(-4.0, -2.0), 6.0, 2000.0))?;
            println!("a blast pushes {} bodies", pushed.len());
        }
        if step % 100 == 0 {
            for &(name, key) in &keys {
                let at = world.body(key).map_or(Vec2::ZERO, |body| body.position());
                println!("{:.1} s: the {name} is at ({:.2}, {:.2})", step as f32 / 60.0, at.x, at.y);
            }
        }
    }
    Ok(())
}
