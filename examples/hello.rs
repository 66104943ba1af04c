//! Ten boxes fall on a ground.

use carom::prelude::*;
fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().shape(Polygon::rect(40.0, 1.0)?))?;
    let square = Polygon::rect(1.0, 1.0)?;
    for i in 0..10 {
        world.add_body(BodyDef::dynamic().at(vec2(0.0, 2.0 + 1.1 * i as f32)).shape(square.clone()))?;
    }
    for _ in 0..120 {
        world.step();
    }
    for (_, body) in world.bodies() {
        println!("{}", body.position());
    }
    Ok(())
}
