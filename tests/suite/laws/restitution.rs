//! Newton's restitution: a ball comes back to e^2 of its height; slow impacts do not bounce.

use crate::kit::*;
use carom::prelude::*;

/// Drops a ball of restitution `e` so that its lowest point is `height` above the ground. Returns the height of that
/// point after the first impact, and its depth before [m].
fn bounce(e: f32, height: f32, on: ShapeDef) -> (f32, f32) {
    let ball = BodyDef::dynamic().shape(ShapeDef::new(disc(0.5)).restitution(e));
    bounce_of(ball, height, on)
}

/// The same for a body that extends half a metre down from its centre.
fn bounce_of(body: BodyDef, height: f32, on: ShapeDef) -> (f32, f32) {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(on)).unwrap();
    let key = world.add_body(body.at(vec2(0.0, 0.5 + height))).unwrap();
    let mut hit = false;
    let (mut highest, mut deepest) = (0.0_f32, 0.0_f32);
    for _ in 0..600 {
        world.step();
        hit |= !world.events().contact_began().is_empty();
        let (up, lowest) = (velocity(&world, key).y > 0.0, at(&world, key).y - 0.5);
        if hit && !up && highest > 0.0 {
            break;
        }
        if hit && up {
            highest = highest.max(lowest);
        }
        deepest = deepest.max(-lowest);
    }
    (highest, deepest)
}

/// The law, with the error of a step. The speed of impact is that of the step's beginning, up to g dt too low. An
/// impact that was not foreseen (the ball was farther than 2 cm and then inside) begins to rise from its depth.
fn comes_back(e: f32, height: f32, on: ShapeDef) {
    comes_back_by(e, height, bounce(e, height, on));
}

/// The same for a bounce that was foreseen.
fn comes_back_by(e: f32, height: f32, (highest, deepest): (f32, f32)) {
    let (law, speed) = (f64::from(e * e * height), (2.0 * 9.81 * f64::from(height)).sqrt());
    let late = law * 2.0 * 9.81 / 60.0 / speed + 0.01 * law;
    assert!(f64::from(highest) <= 1.01 * law, "{e}, {height} m: {highest} m is more than {law} m");
    let least = law - late - f64::from(deepest);
    assert!(f64::from(highest) >= least, "{e}, {height} m: {highest} m is less than {least} m, deepest {deepest} m");
    assert!(f64::from(deepest) <= speed / 60.0, "no deeper than a step");
}

#[test]
fn a_ball_comes_back_to_e_squared_of_its_height() {
    for e in [0.3_f32, 0.5, 0.8, 1.0] {
        for height in 1..=20 {
            comes_back(e, 0.5 * height as f32, rect(400.0, 2.0).into());
        }
    }
}

/// Flat on two points, which push each other all the more if nothing turns. By contacts alone: a thin and fast body
/// would be swept, and meet in time (`laws/swept.rs`).
#[test]
fn a_box_comes_back_as_a_ball_does() {
    for (width, turns) in [(1.0, true), (1.0, false), (0.1, true), (10.0, true), (10.0, false)] {
        for e in [0.5_f32, 0.9, 1.0] {
            for height in 1..=10 {
                let shape = ShapeDef::new(rect(width, 1.0)).restitution(e);
                let body = BodyDef::dynamic().shape(shape).continuous(false);
                let body = if turns { body } else { body.no_rotation() };
                let height = 0.5 * height as f32;
                comes_back_by(e, height, bounce_of(body, height, rect(400.0, 2.0).into()));
            }
        }
    }
}

#[test]
fn nothing_bounces_below_the_threshold() {
    // 4 cm: 0.886 m/s. 8 cm: 1.25 m/s.
    assert!(bounce(0.9, 0.04, rect(400.0, 2.0).into()).0 < 0.002);
    assert!(bounce(0.9, 0.08, rect(400.0, 2.0).into()).0 > 0.03);
    assert!(bounce(0.0, 5.0, rect(400.0, 2.0).into()).0 < 0.002);
}

#[test]
fn two_surfaces_bounce_as_the_greater() {
    let ground = || ShapeDef::new(rect(400.0, 2.0)).restitution(0.6);
    assert_eq!(bounce(0.1, 5.0, ground()), bounce(0.6, 5.0, rect(400.0, 2.0).into()));
    comes_back(0.6, 5.0, ground());
}

#[test]
fn equal_balls_swap_their_velocities() {
    let mut world = space();
    let ball = || ShapeDef::new(disc(0.5)).restitution(1.0);
    let a = world.add_body(BodyDef::dynamic().velocity(vec2(6.0, 0.0)).shape(ball())).unwrap();
    let b = world.add_body(BodyDef::dynamic().at(vec2(5.0, 0.0)).shape(ball())).unwrap();
    play(&mut world, 120);
    near(velocity(&world, a).x, 0.0, 0.01);
    near(velocity(&world, b).x, 6.0, 0.01);
}
