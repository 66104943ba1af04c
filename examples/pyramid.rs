//! A pyramid of 210 boxes stands until a ball hits it.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(200.0, 2.0)?))?;
    let square = Polygon::rect(1.0, 1.0)?;
    let mut top = BodyKey::default();
    for row in 0..20 {
        for k in 0..20 - row {
            let place = vec2(k as f32 + 0.5 * row as f32 - 9.5, row as f32 + 0.5);
            top = world.add_body(BodyDef::dynamic().at(place).shape(square.clone()))?;
        }
    }
    for second in 0..8 {
        if second == 4 {
            let ball = ShapeDef::new(Circle::new(1.5)?).density(5.0);
            world.add_body(BodyDef::dynamic().at(vec2(-30.0, 6.0)).velocity(vec2(40.0, 0.0)).shape(ball))?;
        }
        for _ in 0..60 {
            world.step();
        }
        let height = world.body(top).map_or(0.0, |body| body.position().y);
        println!("{} s: the top is {height:.3} m high, {} bodies are awake", second + 1, world.counts().awake);
    }
    Ok(())
}
