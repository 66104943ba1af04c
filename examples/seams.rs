//! A box, a ball and a capsule slide over a hundred separate boxes laid side by side: none catches on an internal edge.

use carom::Shape;
use carom::prelude::*;

/// Slides a shape over 100 m: the greatest vertical speed on the way, and the speed at the end [m/s].
fn slide(shape: Shape, height: f32, speed: f32) -> Result<(f32, f32), carom::Error> {
    let mut world = World::default();
    for i in 0..110 {
        world.add_body(BodyDef::fixed().at(vec2(i as f32 - 4.5, -0.5)).shape(Polygon::rect(1.0, 1.0)?))?;
    }
    let slippery = ShapeDef::new(shape).friction(0.0);
    let slider = BodyDef::dynamic().at(vec2(0.0, height)).velocity(vec2(speed, 0.0)).shape(slippery);
    let slider = world.add_body(slider)?;
    let (mut vertical, mut along) = (0.0_f32, speed);
    while let Some(body) = world.body(slider).filter(|body| body.position().x < 100.0) {
        vertical = carom::math::max(vertical, body.velocity().y.abs());
        along = body.velocity().x;
        world.step();
    }
    Ok((vertical, along))
}

fn main() -> Result<(), carom::Error> {
    for speed in [2.0, 10.0, 50.0] {
        let sliders: [(&str, Shape, f32); 3] = [
            ("box", Polygon::rect(1.0, 1.0)?.into(), 0.5),
            ("ball", Circle::new(0.5)?.into(), 0.5),
            ("capsule", Capsule::horizontal(1.0, 0.25)?.into(), 0.25),
        ];
        for (name, shape, height) in sliders {
            let (vertical, along) = slide(shape, height, speed)?;
            println!("{name} at {speed} m/s: at most {vertical:.3} m/s up or down, {along:.3} m/s at the end");
        }
    }
    Ok(())
}
