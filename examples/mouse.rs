//! The mouse joint: a body is taken at the point under the cursor, drawn along, and let go.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed().shape(Polygon::rect(40.0, 1.0)?))?;
    for i in 0..5 {
        world.add_body(BodyDef::dynamic().at(vec2(0.0, 1.0 + i as f32)).shape(Polygon::rect(1.0, 1.0)?))?;
    }
    for _ in 0..60 {
        world.step();
    }
    // The cursor goes down on the topmost box.
    let mut cursor = vec2(0.3, 5.2);
    let Some(under) = world.query().overlap_point(cursor)?.first().map(|shape| shape.body) else { return Ok(()) };
    let Some(body) = world.body(under) else { return Ok(()) };
    let (point, weight) = (body.pose().inverse_transform_point(cursor), 9.81 * body.mass().mass);
    let grip = world.add_joint(ground, under, Motor::drag(cursor, point, 50.0 * weight).collide())?;
    for step in 0..120 {
        cursor += vec2(0.04, if step < 60 { 0.03 } else { 0.0 });
        if let Some(mut joint) = world.joint_mut(grip) {
            joint.set_target(cursor)?;
        }
        world.step();
    }
    let place = |world: &World| world.body(under).map_or(Vec2::ZERO, |body| body.position());
    println!("held at {:.2}, the cursor is at {cursor:.2}", place(&world));
    world.remove_joint(grip);
    for _ in 0..120 {
        world.step();
    }
    println!("let go, it lies at {:.2}", place(&world));
    Ok(())
}
