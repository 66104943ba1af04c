//! A place to play in: walls, a pile, a chain with a ball, a seesaw, and a star with dents.

use carom::math::sin_cos;
use carom::prelude::*;

/// The part of the world that is shown [m].
pub const SHOWN: Aabb = Aabb { min: vec2(-12.0, -0.5), max: vec2(12.0, 13.0) };

/// The world, and its ground.
pub fn build() -> Result<(World, BodyKey), carom::Error> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed().shape(Polygon::rect(24.0, 1.0)?))?;
    for x in [-12.0, 12.0] {
        world.add_body(BodyDef::fixed().at(vec2(x, 10.0)).shape(Polygon::rect(1.0, 30.0)?))?;
    }
    for (row, column) in (0..9).flat_map(|row| (row..9).map(move |column| (row, column))) {
        let place = vec2(1.6 + 0.82 * (column as f32 - 0.5 * row as f32), 0.9 + 0.8 * row as f32);
        world.add_body(BodyDef::dynamic().at(place).shape(Polygon::rect(0.8, 0.8)?))?;
    }
    for (i, x) in [-9.5, -8.5, -7.5].into_iter().enumerate() {
        let ball = ShapeDef::new(Circle::new(0.4 + 0.05 * i as f32)?).restitution(0.6);
        world.add_body(BodyDef::dynamic().at(vec2(x, 6.0 + i as f32)).shape(ball))?;
    }
    seesaw(&mut world, vec2(-7.5, 1.5))?;
    chain(&mut world, ground, vec2(-5.0, 11.0))?;
    world.add_body(BodyDef::dynamic().at(vec2(9.0, 5.0)).shape(star(1.1)?))?;
    Ok((world, ground))
}

fn seesaw(world: &mut World, hub: Vec2) -> Result<(), carom::Error> {
    let legs = Polygon::new([vec2(-0.5, -1.0), vec2(0.5, -1.0), vec2(0.0, 0.0)])?;
    let post = world.add_body(BodyDef::fixed().at(hub).shape(legs))?;
    let plank = world.add_body(BodyDef::dynamic().at(hub).shape(Polygon::rect(5.0, 0.25)?))?;
    world.add_joint(post, plank, Revolute::at(hub))?;
    Ok(())
}

fn chain(world: &mut World, ground: BodyKey, top: Vec2) -> Result<(), carom::Error> {
    let (mut last, mut at) = (ground, top);
    for _ in 0..8 {
        let link =
            BodyDef::dynamic().at(at + vec2(0.25, 0.0)).shape(Capsule::new(vec2(-0.2, 0.0), vec2(0.2, 0.0), 0.08)?);
        let next = world.add_body(link)?;
        world.add_joint(last, next, Revolute::at(at))?;
        (last, at) = (next, at + vec2(0.5, 0.0));
    }
    let ball = world.add_body(BodyDef::dynamic().at(at + vec2(0.8, 0.0)).shape(Circle::new(0.8)?))?;
    world.add_joint(last, ball, Revolute::at(at))?;
    Ok(())
}

fn star(radius: f32) -> Result<Outline, carom::Error> {
    let corners = (0..10).map(|k| {
        let (sin, cos) = sin_cos(0.2 * std::f32::consts::PI * k as f32);
        vec2(cos, sin) * if k % 2 == 0 { radius } else { 0.45 * radius }
    });
    Ok(Outline::new(corners.collect::<Vec<_>>())?)
}
