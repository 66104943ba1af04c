//! A bridge of planks on hinges carries a load, and a motor turns a wheel.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let mut last = world.add_body(BodyDef::fixed())?;
    let plank = Polygon::rect(1.0, 0.2)?;
    let mut middle = last;
    for i in 0..16 {
        let next = world.add_body(BodyDef::dynamic().at(vec2(i as f32 + 0.5, 0.0)).shape(plank.clone()))?;
        let from = if i == 0 { Vec2::ZERO } else { vec2(0.5, 0.0) };
        world.add_joint(last, next, Revolute::new(from, vec2(-0.5, 0.0)))?;
        middle = if i == 8 { next } else { middle };
        last = next;
    }
    let post = world.add_body(BodyDef::fixed().at(vec2(16.0, 0.0)))?;
    world.add_joint(last, post, Revolute::new(vec2(0.5, 0.0), Vec2::ZERO))?;
    world.add_body(BodyDef::dynamic().at(vec2(8.0, 3.0)).shape(Circle::new(1.0)?))?;

    let axle = world.add_body(BodyDef::fixed().at(vec2(0.0, 10.0)))?;
    let wheel = world.add_body(BodyDef::dynamic().at(vec2(0.0, 10.0)).shape(Circle::new(1.0)?))?;
    let hinge = world.add_joint(axle, wheel, Revolute::default().motor(3.0, 20.0))?;
    for second in 1..=5 {
        for _ in 0..60 {
            world.step();
        }
        let sag = world.body(middle).map_or(0.0, |body| -body.position().y);
        let angle = world.joint(hinge).map_or(0.0, |joint| joint.angle());
        println!("{second} s: the bridge sags by {sag:.2} m, the wheel is at {angle:.2} rad");
    }
    Ok(())
}
