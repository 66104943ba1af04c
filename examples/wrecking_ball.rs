//! A ball on a rope of links swings into a wall, and the rope breaks if it is pulled too hard.

use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().shape(Polygon::rect(60.0, 1.0)?))?;
    let crane = world.add_body(BodyDef::fixed().at(vec2(0.0, 12.0)))?;
    let (mut last, mut at) = (crane, vec2(0.0, 12.0));
    for _ in 0..8 {
        let link =
            BodyDef::dynamic().at(at - vec2(0.5, 0.0)).shape(ShapeDef::new(Polygon::rect(1.0, 0.15)?).density(20.0));
        let next = world.add_body(link)?;
        world.add_joint(last, next, Revolute::at(at).break_force(20_000.0))?;
        (last, at) = (next, at - vec2(1.0, 0.0));
    }
    let ball = BodyDef::dynamic().at(at - vec2(1.0, 0.0)).shape(ShapeDef::new(Circle::new(1.0)?).density(40.0));
    let ball = world.add_body(ball)?;
    world.add_joint(last, ball, Revolute::at(at).break_force(20_000.0))?;
    let brick = ShapeDef::new(Polygon::rect(0.8, 0.5)?);
    for (row, column) in (0..8).flat_map(|row| (0..3).map(move |column| (row, column))) {
        let place = vec2(3.0 + 0.8 * column as f32, 0.75 + 0.5 * row as f32);
        world.add_body(BodyDef::dynamic().at(place).shape(brick.clone()))?;
    }
    let mut broken = 0;
    for half in 1..=10 {
        for _ in 0..30 {
            world.step();
            broken += world.events().joint_ends().len();
        }
        let Some(body) = world.body(ball) else { break };
        println!("{:3.1} s: the ball is at {:.1}, {broken} joints broke", 0.5 * half as f32, body.position());
    }
    Ok(())
}
