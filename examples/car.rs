//! A car on suspensions drives over rough ground: wheels on springs along the body's axis, the rear one on a motor.

use carom::math::sin_cos;
use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    // Hills of half a metre, from right to left: a chain collides on the right of its direction.
    let height = |x: f32| 0.25 * sin_cos(0.7 * x).0 + 0.1 * sin_cos(2.3 * x).0;
    let hills: Vec<Vec2> = (0..400).map(|i| 0.5 * i as f32 - 10.0).map(|x| vec2(x, height(x))).collect();
    let ground = ShapeDef::new(Chain::open(hills)?).friction(0.9);
    world.add_body(BodyDef::fixed().shape(ground))?;
    let frame = ShapeDef::new(Polygon::rect(2.4, 0.5)?).density(150.0);
    let car = world.add_body(BodyDef::dynamic().at(vec2(0.0, 1.6)).shape(frame))?;
    let tyre = ShapeDef::new(Circle::new(0.4)?).density(40.0).friction(1.0);
    for (x, torque) in [(-0.9, 400.0), (0.9, 0.0)] {
        let hub = vec2(x, 1.1);
        let wheel = world.add_body(BodyDef::dynamic().at(hub).shape(tyre.clone()))?;
        let suspension = Wheel::at(hub, vec2(0.0, 1.0)).suspension(3.0, 0.7).limit(-0.3, 0.25);
        world.add_joint(car, wheel, suspension.motor(-20.0, torque))?;
    }
    for second in 1..=10 {
        for _ in 0..60 {
            world.step();
        }
        let Some(body) = world.body(car) else { break };
        let (place, speed) = (body.position(), body.velocity().length());
        println!(
            "{second:2} s: at {:5.1} m, {:4.2} m up, {speed:4.1} m/s, tilted by {:5.2} rad",
            place.x,
            place.y,
            body.angle()
        );
    }
    Ok(())
}
