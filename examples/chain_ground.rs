//! A cart with two driven wheels crosses hills that are one chain.

use carom::math::sin_cos;
use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    // From right to left: the right of the direction of travel is up, which is the side that collides.
    let hills: Vec<Vec2> = (0..=200).rev().map(|i| vec2(i as f32 - 20.0, sin_cos(0.15 * i as f32).0)).collect();
    world.add_body(BodyDef::fixed().shape(ShapeDef::new(Chain::open(hills)?.one_sided()).friction(0.9)))?;

    let cart = world.add_body(BodyDef::dynamic().at(vec2(0.0, 3.0)).shape(Polygon::rect(3.0, 0.6)?))?;
    for side in [-1.0, 1.0] {
        let tyre = ShapeDef::new(Circle::new(0.5)?).friction(0.9);
        let wheel = world.add_body(BodyDef::dynamic().at(vec2(1.2 * side, 2.5)).shape(tyre))?;
        world.add_joint(cart, wheel, Revolute::new(vec2(1.2 * side, -0.5), Vec2::ZERO).motor(-12.0, 15.0))?;
    }
    for second in 1..=15 {
        for _ in 0..60 {
            world.step();
        }
        if let Some(cart) = world.body(cart) {
            let (place, speed) = (cart.position(), cart.velocity().length());
            println!("{second:2} s: at {:6.2}, {:5.2}, {speed:.2} m/s", place.x, place.y);
        }
    }
    Ok(())
}
