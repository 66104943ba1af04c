//! A counterweight lifts a crate over two pulleys; then a tackle of ratio 4 holds four times as much.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(Polygon::rect(20.0, 1.0)?))?;
    let weight = |x: f32, y: f32, mass: f32| -> Result<BodyDef, carom::Error> {
        let shape = ShapeDef::new(Polygon::rect(1.0, 1.0)?).density(mass);
        Ok(BodyDef::dynamic().at(vec2(x, y)).shape(shape))
    };
    let counterweight = world.add_body(weight(-2.0, 5.0, 12.0)?)?;
    let load = world.add_body(weight(2.0, 0.5, 10.0)?)?;
    // Along the rope: the counterweight, the two pulleys, the load.
    let rope = Pulley::between(vec2(-2.0, 5.5), vec2(-2.0, 8.0), vec2(2.0, 8.0), vec2(2.0, 1.0));
    let rope = world.add_joint(counterweight, load, rope)?;

    let light = world.add_body(weight(5.0, 3.0, 10.0)?)?;
    let heavy = world.add_body(weight(8.0, 3.0, 40.0)?)?;
    let tackle = Pulley::between(vec2(5.0, 3.5), vec2(5.0, 8.0), vec2(8.0, 8.0), vec2(8.0, 3.5)).ratio(4.0);
    let tackle = world.add_joint(light, heavy, tackle)?;
    for second in 1..=5 {
        for _ in 0..60 {
            world.step();
        }
        let height = |key: BodyKey| world.body(key).map_or(0.0, |body| body.position().y);
        let pull = |key: JointKey| world.joint(key).map_or(0.0, |joint| joint.force().y);
        println!(
            "{second} s: the load is {:.2} m up, the rope pulls {:.0} N; the tackle holds {:.2} m with {:.0} N",
            height(load),
            pull(rope),
            height(heavy),
            pull(tackle)
        );
    }
    Ok(())
}
