//! Sensors: a gate that counts bodies that pass, however fast, and a zone that lists the bodies inside.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(Polygon::rect(60.0, 2.0)?))?;
    let gate = ShapeDef::new(Polygon::rect(0.1, 3.0)?).sensor();
    let gate = world.add_body(BodyDef::fixed().at(vec2(0.0, 1.5)).shape(gate))?;
    let zone = ShapeDef::new(Polygon::rect(6.0, 3.0)?).sensor();
    let zone = world.add_body(BodyDef::fixed().at(vec2(8.0, 1.5)).shape(zone))?;
    for (i, speed) in [4.0, 10.0, 25.0, 60.0, 150.0].into_iter().enumerate() {
        let ball = ShapeDef::new(Circle::new(0.2)?).rolling_resistance(0.05);
        world
            .add_body(BodyDef::dynamic().at(vec2(-3.0, 0.2 + 0.6 * i as f32)).velocity(vec2(speed, 0.0)).shape(ball))?;
    }
    for _ in 0..300 {
        world.step();
        let time = world.step_count() as f32 * world.def().dt;
        for pair in world.events().sensor_entered() {
            let name = if pair.sensor.body == gate { "the gate" } else { "the zone" };
            let speed = world.body(pair.visitor.body).map_or(0.0, |body| body.velocity().length());
            println!("{time:.2} s: something enters {name} at {speed:.1} m/s");
        }
        for pair in world.events().sensor_exited().iter().filter(|pair| pair.sensor.body == zone) {
            println!("{time:.2} s: {:?} leaves the zone", pair.visitor.body);
        }
    }
    println!("{} balls are in the zone", world.body(zone).map_or(0, |zone| zone.sensed().count()));
    Ok(())
}
