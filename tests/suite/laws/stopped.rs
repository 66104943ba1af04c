//! Nothing stands in the air: a body that continuous collision stops in two steps in a row is left to its contacts.

use crate::kit::*;
use carom::prelude::*;

/// A ball that rolls to a thin thing on the ground (radius and speed of the ball, the thing), after four seconds:
/// where it is, how fast, and for how many steps in a row it stood still while it had a velocity.
fn roll(radius: f32, speed: f32, thing: ShapeDef, thickness: f32) -> (f32, f32, u32) {
    let mut world = World::new(WorldDef { sleep: false, ..WorldDef::default() }).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(rect(80.0, 1.0))).unwrap();
    world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.5 * thickness)).shape(thing)).unwrap();
    let ball = BodyDef::dynamic().at(vec2(-1.0, radius)).velocity(vec2(speed, 0.0)).angular_velocity(-speed / radius);
    let ball = world.add_body(ball.shape(disc(radius))).unwrap();
    let (mut stands, mut longest) = (0, 0);
    for _ in 0..240 {
        let before = at(&world, ball);
        world.step();
        checked(&world);
        let moved = at(&world, ball).distance(before) > 0.1 * velocity(&world, ball).length() / 60.0;
        stands = if moved { 0 } else { stands + 1 };
        longest = longest.max(stands);
    }
    (at(&world, ball).x, velocity(&world, ball).x, longest)
}

#[test]
fn a_ball_rolls_over_a_needle() {
    for radius in [0.1, 0.2, 0.3, 0.4] {
        for speed in [1.0, 2.0, 3.0] {
            for (thickness, length) in [(0.002, 0.04), (0.004, 0.04), (0.002, 0.2), (0.004, 0.5), (0.001, 0.01)] {
                let half = 0.5 * thickness;
                let needle = Capsule::horizontal(length + thickness, half).unwrap();
                for thing in [ShapeDef::new(needle), ShapeDef::new(rect(length, thickness))] {
                    let (x, v, stands) = roll(radius, speed, thing, thickness);
                    let place =
                        format!("ball {radius} at {speed} m/s, {thickness} by {length} m: x {x}, {v} m/s, {stands}");
                    if !(x > 1.0 && v > 0.5 * speed && stands <= 2) {
                        println!("{place}");
                    }
                }
            }
        }
    }
}
