//! Newton's cradle: five balls on rods. One is lifted and falls on the others.

use carom::math::sin_cos;
use carom::prelude::*;

fn main() -> Result<(), carom::Error> {
    // Slow impacts bounce as well.
    let mut world = World::new(WorldDef { restitution_threshold: 0.0, ..WorldDef::default() })?;
    let bar = world.add_body(BodyDef::fixed().shape(Polygon::rect(6.0, 0.4)?))?;
    let (radius, length, lift) = (0.5, 4.0, 0.8);
    let steel = ShapeDef::new(Circle::new(radius)?).restitution(1.0).friction(0.0);
    let mut balls = Vec::new();
    for k in 0..5 {
        let top = vec2((2.0 * radius + 0.002) * (k as f32 - 2.0), 0.0);
        let (sin, cos) = sin_cos(if k == 0 { -lift } else { 0.0 });
        let place = top + length * vec2(sin, -cos);
        let ball = world.add_body(BodyDef::dynamic().at(place).shape(steel.clone()))?;
        world.add_joint(bar, ball, Distance::between(top, place))?;
        balls.push((ball, top.x));
    }
    for second in 1..=8 {
        let mut out = [0.0_f32; 5];
        for _ in 0..60 {
            world.step();
            for (out, (ball, rest)) in out.iter_mut().zip(&balls) {
                let off = world.body(*ball).map_or(0.0, |body| body.position().x - rest);
                *out = if off.abs() > out.abs() { off } else { *out };
            }
        }
        println!("second {second}: the balls came out by {out:5.2?} m at most");
    }
    Ok(())
}
