//! A motor turns a small wheel. It meshes with a larger one, whose pinion lifts a rack.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let frame = world.add_body(BodyDef::fixed())?;
    let mut wheel = |x: f32, radius: f32, hinge: Revolute| -> Result<JointKey, carom::Error> {
        let body = world.add_body(BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(radius)?))?;
        world.add_joint(frame, body, Revolute { at: Some(vec2(x, 0.0)), ..hinge })
    };
    let small = wheel(0.0, 0.25, Revolute::default().motor(-8.0, 400.0))?;
    let large = wheel(1.25, 1.0, Revolute::default())?;
    let bar = world.add_body(BodyDef::dynamic().at(vec2(1.45, 0.0)).shape(Polygon::rect(0.1, 4.0)?))?;
    let slider = world.add_joint(frame, bar, Prismatic::at(vec2(1.45, 0.0), Vec2::Y))?;

    // Wheels that mesh turn opposite ways, by the ratio of their radii. The pinion has a radius of 0.2 m.
    let gear = world.add_gear(small, large, Gear::new(1.0 / 0.25))?;
    let rack = world.add_gear(large, slider, Rack::new(0.2))?;
    for second in 1..=5 {
        for _ in 0..60 {
            world.step();
        }
        let joint = |key| world.joint(key).ok_or(carom::Error::StaleKey { name: "joint" });
        println!(
            "{second} s: {:.2} rad, {:.2} rad, rack at {:.2} m with {:.0} N; off by {:.0e} rad and {:.0e} m",
            joint(small)?.angle(),
            joint(large)?.angle(),
            joint(slider)?.place(),
            joint(rack)?.force().y,
            joint(gear)?.slip().unwrap_or(0.0).abs(),
            joint(rack)?.slip().unwrap_or(0.0).abs()
        );
    }
    Ok(())
}
