//! A crane: a lattice of welded beams with a winch, a rope and a load that it lifts.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    let ground = world.add_body(BodyDef::fixed())?;
    let beam = |from: Vec2, to: Vec2| -> Result<BodyDef, carom::Error> {
        let (half, middle) = (0.5 * (to - from), 0.5 * (from + to));
        let shape = ShapeDef::new(Capsule::new(-half, half, 0.05)?).density(200.0);
        Ok(BodyDef::dynamic().at(middle).shape(shape.filter(Filter { group: -1, ..Filter::default() })))
    };
    // A mast of one beam, a jib of four, and a tie from the tip of the mast to the tip of the jib.
    let mast = world.add_body(beam(vec2(0.0, 0.0), vec2(0.0, 8.0))?)?;
    world.add_joint(ground, mast, Weld::at(vec2(0.0, 0.0)))?;
    let mut jib = mast;
    for k in 0..4 {
        let (from, to) = (vec2(1.5 * k as f32, 6.0), vec2(1.5 * k as f32 + 1.5, 6.0));
        let next = world.add_body(beam(from, to)?)?;
        world.add_joint(jib, next, Weld::at(from))?;
        jib = next;
    }
    world.add_joint(mast, jib, Distance::new(vec2(0.0, 4.0), vec2(0.75, 0.0), vec2(6.0, 2.0).length()))?;
    let load = ShapeDef::new(Polygon::rect(1.0, 1.0)?).density(50.0);
    let load = world.add_body(BodyDef::dynamic().at(vec2(6.0, 0.5)).shape(load))?;
    // The winch takes the rope in by half a metre a second.
    let rope = Distance::rope(vec2(0.75, 0.0), vec2(0.0, 0.5), 5.0).range(2.0, 5.0).motor(-0.5, 5_000.0);
    world.add_joint(jib, load, rope)?;
    for second in 1..=8 {
        for _ in 0..60 {
            world.step();
        }
        let height = |key: BodyKey| world.body(key).map_or(0.0, |body| body.position().y);
        println!("{second} s: the load is {:.2} m up, the jib's end at {:.2} m", height(load), height(jib));
    }
    Ok(())
}
