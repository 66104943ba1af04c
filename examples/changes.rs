//! Changes a world while it runs: kind, shape, material, filter, mass, and user data.

use carom::BodyKind;
use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    // Pixels: lengths and speeds of the defaults are 50 times as large.
    let rules = WorldDef { length_unit: 50.0, ..WorldDef::default() }.gravity(vec2(0.0, -490.0));
    let mut world = World::new(rules)?;
    world.add_body(BodyDef::fixed().at(vec2(0.0, -50.0)).shape(Polygon::rect(2000.0, 100.0)?))?;
    let door = BodyDef::fixed().at(vec2(200.0, 60.0)).user_data(7);
    let door = world.add_body(door.shape(Polygon::rect(20.0, 120.0)?))?;
    let hero = world.add_body(BodyDef::dynamic().at(vec2(0.0, 25.0)).shape(Polygon::rect(50.0, 50.0)?))?;
    for step in 0..240 {
        if let Some(mut hero) = world.body_mut(hero) {
            match step {
                30 => hero.set_shapes(vec![Circle::new(25.0)?.into()])?,
                60 => hero.set_velocity(vec2(300.0, 0.0))?,
                120 => hero.set_filter(hero.shape_keys()[0], Filter { mask: 0b10, ..Filter::default() })?,
                _ => {}
            }
        }
        if let Some(mut door) = world.body_mut(door).filter(|_| step == 90) {
            door.set_kind(BodyKind::Dynamic);
            door.set_material(door.shape_keys()[0], Material { friction: 0.1, ..Material::default() })?;
            door.set_mass(Some(MassProperties { mass: 2000.0, center: Vec2::ZERO, inertia: 2.5e6 }))?;
        }
        world.step();
        for body in [hero, door].into_iter().filter_map(|key| world.body(key)).filter(|_| step % 30 == 29) {
            let at = body.position();
            println!("{:.1} s: {} is at ({:.0}, {:.0}) px", step as f32 / 60.0, body.user_data(), at.x, at.y);
        }
    }
    Ok(())
}
