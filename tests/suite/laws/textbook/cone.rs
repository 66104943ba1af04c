//! The cone of friction: a box holds on a ground while the angle of gravity to the normal is below atan(mu), and slides
//! above it by a = g (sin angle - mu cos angle). The threshold is within 0.5 degrees, for eight directions of gravity.

use crate::kit::*;
use carom::prelude::*;

/// Time that a box is watched [s].
const TIME: u32 = 3;

/// A box on a ground whose normal is `up`, while gravity is tilted by `angle` [rad] from it. Returns how far it went
/// along the ground, and its speed [m, m/s].
fn slid(up: f32, angle: f32, friction: f32, substeps: u32) -> (f32, f32) {
    let normal = Rot::from_angle(up).rotate(vec2(0.0, 1.0));
    let gravity = Rot::from_angle(up + angle).rotate(vec2(0.0, -G));
    let mut world = World::new(WorldDef::default().gravity(gravity).sleep(false).substeps(substeps)).unwrap();
    let ground = ShapeDef::new(rect(400.0, 2.0)).friction(friction);
    world.add_body(BodyDef::fixed().at(-normal).angle(up).shape(ground)).unwrap();
    let thing = ShapeDef::new(rect(2.0, 0.5)).friction(friction);
    let key = world.add_body(BodyDef::dynamic().at(normal * 0.25).angle(up).shape(thing)).unwrap();
    // The first half second is the box's way to rest.
    play(&mut world, 30);
    let start = at(&world, key);
    play(&mut world, 60 * TIME as usize);
    let along = Rot::from_angle(up).rotate(vec2(1.0, 0.0));
    ((at(&world, key) - start).dot(along), velocity(&world, key).dot(along))
}

#[test]
fn the_threshold_is_the_cone_in_eight_directions() {
    let half = 0.5_f32.to_radians();
    let (mut creep, mut off) = (0.0_f32, 0.0_f32);
    for substeps in [1, 4, 8] {
        for friction in [0.2_f32, 0.5, 0.9] {
            for direction in 0..8 {
                let up = std::f32::consts::FRAC_PI_4 * direction as f32;
                for side in [-1.0, 1.0] {
                    let says = format!("{substeps} substeps, {friction}, direction {direction}, side {side}");
                    let (way, speed) = slid(up, side * (friction.atan() - half), friction, substeps);
                    creep = creep.max(way.abs());
                    assert!(way.abs() < 0.005 && speed.abs() < 0.001, "{says}: slid by {way} m, {speed} m/s");
                    let angle = friction.atan() + half;
                    let (_, speed) = slid(up, side * angle, friction, substeps);
                    let law = G * (angle.sin() - friction * angle.cos()) * (TIME as f32 + 0.5);
                    off = off.max((side * speed - law).abs() / law);
                    assert!((side * speed - law).abs() < 0.1 * law, "{says}: {speed} m/s, not {law}");
                }
            }
        }
    }
    println!("creeps by {creep} m below the cone; its speed above is off by {off} of the law");
}
