//! Bodies in free flight: what does not touch is not touched, and what touches does so at the place where it does.

use crate::kit::*;
use carom::prelude::*;

/// Least gap of a flight past a corner [m]. Swept tests stop fast bodies up to a fifth of the slop before they touch.
const LEAST_GAP: f32 = 1.0e-4;
const LEAST_FAST_GAP: f32 = 1.1e-3;

/// A disc or a turned box of about `size` [m], and how far it reaches against `up`.
fn flyer(random: &mut SplitMix64, size: f32, up: Vec2) -> (ShapeDef, f32, f32) {
    if random.range(0.0, 1.0) < 0.5 {
        return (ShapeDef::new(disc(size)), 0.0, size);
    }
    let (width, height) = (size * random.range(0.5, 2.0), size * random.range(0.5, 2.0));
    let angle = random.range(0.0, 6.2);
    let local = Rot::from_angle(angle).inverse_rotate(up).abs();
    (ShapeDef::new(rect(width, height)), angle, 0.5 * (local.x * width + local.y * height))
}

#[test]
fn a_flight_past_a_corner_is_not_turned() {
    let mut random = SplitMix64::new(6);
    for flight in 0..if LONG { 10_000 } else { 1_000 } {
        let mut world = space();
        // The corner is the origin.
        world.add_body(BodyDef::fixed().at(vec2(-1.0, -1.0)).shape(rect(2.0, 2.0))).unwrap();
        let slope = random.range(0.05, 1.5);
        let (along, up) = (vec2(-slope.cos(), slope.sin()), vec2(slope.sin(), slope.cos()));
        let size = 0.005 * 200.0_f32.powf(random.range(0.0, 1.0));
        let (shape, angle, below) = flyer(&mut random, size, up);
        let speed = 0.5 * 100.0_f32.powf(random.range(0.0, 1.0));
        // Half of the least extent in a step is fast.
        let least = if speed / 60.0 > 0.1 * size { LEAST_FAST_GAP } else { LEAST_GAP };
        let gap = least * (0.02 / least).powf(random.range(0.0, 1.0));
        let from = up * (below + gap) - along * (1.0 + size + random.range(0.0, 1.0) * speed / 60.0);
        let body = BodyDef::dynamic().at(from).angle(angle).velocity(along * speed).shape(shape.friction(0.0));
        let body = world.add_body(body).unwrap();
        while along.dot(at(&world, body)) < 1.0 + size {
            world.step();
        }
        let turned = (velocity(&world, body) - along * speed).length() / speed;
        assert!(turned < 1.0e-3, "flight {flight}: {turned} of {speed} m/s, {gap} m past the corner, {size} m large");
        assert!(spin(&world, body).abs() * size < 1.0e-3 * speed, "flight {flight} spins");
    }
}

#[test]
fn discs_that_meet_askew_part_along_the_line_of_their_centres() {
    // Newton's law for equal discs without friction or bounce: each has half of the closing speed afterwards. At 8 to
    // 25 m/s they are not fast, but come nearer by more than contacts look ahead.
    let count = if LONG { 1_000 } else { 200 };
    for i in 0..count {
        let aside = 0.95 * (i as f32 / count as f32);
        let speed = [3.0, 8.0, 11.0, 14.0, 20.0, 25.0, 40.0][i % 7];
        let mut world = space();
        let icy = || ShapeDef::new(disc(0.5)).friction(0.0);
        let hit = world.add_body(BodyDef::dynamic().shape(icy())).unwrap();
        let from = vec2(-3.0 - 3.7e-3 * i as f32, aside);
        world.add_body(BodyDef::dynamic().at(from).velocity(vec2(speed, 0.0)).shape(icy())).unwrap();
        let steps = (60.0 * (5.0 + 3.7e-3 * i as f32) / speed) as usize + 20;
        (0..steps).for_each(|_| world.step());
        let normal = vec2((1.0 - aside * aside).sqrt(), -aside);
        let wanted = normal * (0.5 * speed * normal.x);
        let off = (velocity(&world, hit) - wanted).length();
        assert!(off < 0.01 * speed, "{aside} m aside at {speed} m/s: {off} m/s off {wanted}");
    }
}
