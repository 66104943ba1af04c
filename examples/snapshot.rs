//! Saves a world as bytes, goes on, goes back (rollback), and makes a second world of them that goes on the same.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(40.0, 2.0)?))?;
    for i in 0..100 {
        let at = vec2(0.9 * (i % 10) as f32, 1.0 + 1.1 * (i / 10) as f32);
        world.add_body(BodyDef::dynamic().at(at).shape(Circle::new(0.5)?))?;
    }
    (0..60).for_each(|_| world.step());
    let image = world.snapshot();
    println!("{} bodies, {} contacts: {} bytes", world.counts().bodies, world.counts().pairs, image.len());
    (0..120).for_each(|_| world.step());
    let once = world.state_hash();
    world.restore(&image)?;
    (0..120).for_each(|_| world.step());
    let mut other = World::from_snapshot(&image)?;
    (0..120).for_each(|_| other.step());
    println!("the same again: {}, elsewhere: {}", world.state_hash() == once, other.state_hash() == once);
    let mut damaged = image;
    damaged[100] ^= 1;
    if let Err(problem) = world.restore(&damaged) {
        println!("{problem}");
    }
    Ok(())
}
