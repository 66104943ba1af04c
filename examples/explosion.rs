//! A blast among crates, without and with a wall that shields; the speed of each crate.

use carom::Explosion;
use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(40.0, 1.0)?))?;
    world.add_body(BodyDef::fixed().at(vec2(2.0, 1.0)).shape(Polygon::rect(0.4, 2.0)?))?;
    let mut crates = Vec::new();
    for (name, x) in [("near", -1.5), ("far", -3.5), ("behind the wall", 3.5), ("out of reach", -8.0)] {
        crates.push((name, world.add_body(BodyDef::dynamic().at(vec2(x, 0.5)).shape(Polygon::rect(1.0, 1.0)?))?));
    }
    // 8 N s at the middle, nothing from 5 m on; a crate has a kilogram.
    let blast = Explosion::new(vec2(0.0, 0.3), 5.0, 8.0);
    for (words, blast) in [("everything is pushed", blast), ("what is in the way shields", blast.line_of_sight())] {
        // A clone is a world of its own, for a test of what would happen.
        let mut world = world.clone();
        let pushed = world.explode(&blast)?;
        println!("{words}: {} of {} crates", pushed.len(), crates.len());
        for &(name, key) in &crates {
            let before = world.body(key).map_or(Vec2::ZERO, |body| body.velocity());
            println!("  {name}: {:.2} m/s", before.length());
        }
        (0..120).for_each(|_| world.step());
        let place = |key| world.body(key).map_or(0.0, |body| body.position().x);
        let places: Vec<String> = crates.iter().map(|&(_, key)| format!("{:.2}", place(key))).collect();
        println!("  after 2 s at x = {} m", places.join(", "));
    }
    Ok(())
}
