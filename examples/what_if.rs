//! Tries a shot in clones of a world before it is made: a clone goes on exactly as the world would.

use carom::prelude::*;

/// Distance of the target two seconds after a shot at this angle.
fn try_shot(world: &World, ball: BodyKey, target: BodyKey, angle: f32) -> Result<f32, carom::Error> {
    let mut what_if = world.clone();
    let from = what_if.body(target).map_or(Vec2::ZERO, |body| body.position());
    if let Some(mut body) = what_if.body_mut(ball) {
        body.set_velocity(Rot::from_angle(angle).rotate(vec2(12.0, 0.0)))?;
    }
    (0..120).for_each(|_| what_if.step());
    Ok(what_if.body(target).map_or(0.0, |body| (body.position() - from).length()))
}

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(80.0, 2.0)?))?;
    let ball = world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.5)).shape(Circle::new(0.5)?))?;
    let target = world.add_body(BodyDef::dynamic().at(vec2(9.0, 0.5)).shape(Polygon::rect(1.0, 1.0)?))?;
    let mut best = (0.0, 0.0);
    for i in 0..20 {
        let angle = 0.05 * i as f32;
        let way = try_shot(&world, ball, target, angle)?;
        best = if way > best.1 { (angle, way) } else { best };
    }
    println!("at {:.2} rad the target goes {:.2} m; the world is at step {}", best.0, best.1, world.step_count());
    Ok(())
}
