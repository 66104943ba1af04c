//! Parcels on two belts: along the upper one, down, and back along the lower one into a bin.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let belt = |speed: f32| -> Result<ShapeDef, carom::Error> {
        Ok(ShapeDef::new(Polygon::rect(8.0, 0.4)?).friction(0.8).surface_speed(speed))
    };
    // At a positive speed, things on top move to the right of the outward normal.
    world.add_body(BodyDef::fixed().at(vec2(0.0, 3.0)).shape(belt(2.0)?))?;
    world.add_body(BodyDef::fixed().at(vec2(2.5, 1.0)).shape(belt(-1.0)?))?;
    world.add_body(BodyDef::fixed().at(vec2(6.8, 2.0)).shape(Polygon::rect(0.4, 3.0)?))?;
    let bin = world.add_body(BodyDef::fixed().at(vec2(-3.0, -0.2)).shape(Polygon::rect(4.0, 0.4)?))?;
    let mut parcels = Vec::new();
    for step in 0..1200 {
        if step % 60 == 0 && parcels.len() < 5 {
            let parcel = BodyDef::dynamic().at(vec2(-3.5, 3.6)).shape(Polygon::rect(0.6, 0.6)?);
            parcels.push(world.add_body(parcel)?);
        }
        world.step();
        for event in world.events().contact_began() {
            if [event.a.body, event.b.body].contains(&bin) {
                println!("{:.2} s: a parcel is in the bin", step as f32 / 60.0);
            }
        }
        if let Some(first) = world.body(parcels[0]).filter(|_| step % 60 == 0) {
            let (at, v) = (first.position(), first.velocity());
            println!("{:.2} s: the first is at ({:.2}, {:.2}), {:.2} m/s", step as f32 / 60.0, at.x, at.y, v.x);
        }
    }
    Ok(())
}
