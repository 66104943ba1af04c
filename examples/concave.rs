//! Concave bodies, each one shape: a horseshoe falls over a post, a ring with a hole carries a ball in it.

use carom::math::sin_cos;
use carom::prelude::*;

/// Corners on a circle, from one angle to another.
fn arc(radius: f32, from: f32, to: f32) -> impl DoubleEndedIterator<Item = Vec2> {
    (0..=32).map(move |i| {
        let (sin, cos) = sin_cos(from + (to - from) * i as f32 / 32.0);
        radius * vec2(cos, sin)
    })
}

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().shape(Polygon::rect(40.0, 1.0)?).shape(Polygon::rect_at(
        Pose::new(vec2(0.0, 1.5), 0.0),
        0.6,
        3.0,
    )?))?;
    // Open at the bottom, so that it comes to stand over the post.
    let horseshoe = Outline::new(arc(2.0, -1.2, 4.3).chain(arc(1.4, -1.2, 4.3).rev()).collect::<Vec<_>>())?;
    let ring = Outline::with_holes(arc(1.5, 0.0, 6.1).collect::<Vec<_>>(), &[arc(1.0, 0.0, 6.1).collect::<Vec<_>>()])?;
    println!("a horseshoe of {} convex pieces, a ring of {}", horseshoe.pieces().len(), ring.pieces().len());
    let shoe = world.add_body(BodyDef::dynamic().at(vec2(0.0, 4.0)).shape(horseshoe))?;
    let ring = world.add_body(BodyDef::dynamic().at(vec2(6.0, 4.0)).shape(ring))?;
    let ball = world.add_body(BodyDef::dynamic().at(vec2(6.0, 4.0)).shape(Circle::new(0.3)?))?;
    for _ in 0..300 {
        world.step();
    }
    for (name, key) in [("horseshoe", shoe), ("ring", ring), ("ball in the ring", ball)] {
        let Some(body) = world.body(key) else { continue };
        println!("{name}: {:.1} kg, at {:.2}", body.mass().mass, body.position());
    }
    Ok(())
}
