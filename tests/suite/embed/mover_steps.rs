//! The highest step that a character walks up is the one that is set, at any speed, for any foot and any length of a
//! step.

use crate::kit::*;
use carom::prelude::*;
use carom::{Mover, Shape};

/// Walks towards +x for `seconds`. It must not overlap anything, nor be faster than its speed. Returns the height of
/// its feet.
fn walk(world: &mut World, mover: &mut Mover, low: f32, speed: f32, seconds: f32, dt: f32) -> f32 {
    let mut fall = 0.0;
    for _ in 0..(seconds / dt).ceil() as usize {
        world.step();
        fall = if mover.ground().is_some() { 0.0 } else { fall - G * dt };
        let moved = mover.walk(world, vec2(speed, fall), dt).unwrap();
        assert!(moved.way.x <= speed * dt + 2.0 * mover.skin + 1.0e-4, "{speed} m/s: it leaps by {}", moved.way);
        let inside = world.query().overlap(&mover.shape, Pose::new(mover.position, 0.0)).unwrap();
        assert!(inside.is_empty(), "in {inside:?} at {}", mover.position);
    }
    mover.position.y - low
}

/// Height that it reaches on a step of this height at x = 1; the foot starts at x = 0.
fn climb(shape: &Shape, low: f32, step_height: f32, height: f32, speed: f32, dt: f32) -> f32 {
    let mut world = sleepless();
    world.add_body(BodyDef::fixed().at(vec2(21.0, 0.5 * height)).shape(rect(40.0, height))).unwrap();
    let mut mover = Mover::new(shape.clone(), vec2(0.0, low + 0.01)).unwrap();
    mover.step_height = step_height;
    walk(&mut world, &mut mover, low, speed, 2.0 / speed + 0.5, dt)
}

/// Height over which a round foot rolls as over a slope.
fn rolls_over(mover: &Mover, radius: f32) -> f32 {
    (radius + mover.skin) * (1.0 - mover.max_slope.cos())
}

#[test]
fn a_step_is_as_high_as_told_at_any_speed_with_any_foot() {
    let mut wrong = Vec::new();
    let speeds: &[f32] =
        if LONG { &[0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 8.0, 15.0, 30.0] } else { &[0.5, 2.0, 8.0] };
    for radius in [0.0, 0.1, 0.2, 0.3, 0.5, 0.8] {
        let (shape, low): (Shape, f32) = if radius > 0.0 {
            (Capsule::vertical(1.0, radius).unwrap().into(), 0.5 + radius)
        } else {
            (rect(0.6, 1.6).into(), 0.8)
        };
        let example = Mover::new(shape.clone(), Vec2::ZERO).unwrap();
        for step_height in [0.1, 0.2, 0.3, 0.45] {
            for part in [0.3, 0.6, 0.9, 1.1, 1.5] {
                let height = part * step_height;
                let rolls = rolls_over(&example, radius);
                if part > 1.0 && height < rolls + example.skin {
                    continue;
                }
                for &speed in speeds {
                    for dt in [1.0 / 60.0, 1.0 / 144.0] {
                        let rose = climb(&shape, low, step_height, height, speed, dt);
                        let right = if part < 1.0 { height } else { 0.0 };
                        if (rose - right).abs() > 0.03 {
                            wrong.push((radius, step_height, height, speed, (1.0 / dt).round(), rose));
                        }
                    }
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong, (radius, step, height, speed, rate, rose): {:?}",
        wrong.len(),
        &wrong[..wrong.len().min(40)]
    );
}

#[test]
fn rounded_steps_are_as_high_as_told() {
    for (part, climbs) in [(0.6, true), (0.9, true), (1.2, false)] {
        for speed in [0.5, 2.0, 5.0] {
            let mut world = sleepless();
            let height = 0.3 * part;
            let corners = [vec2(0.04, -1.0), vec2(4.0, -1.0), vec2(4.0, height - 0.04), vec2(0.04, height - 0.04)];
            let step = Polygon::new(corners).and_then(|step| step.rounded(0.04));
            world.add_body(BodyDef::fixed().at(vec2(1.0, 0.0)).shape(step.unwrap())).unwrap();
            let mut mover = Mover::new(Capsule::vertical(1.0, 0.3).unwrap(), vec2(0.0, 0.81)).unwrap();
            let rose = walk(&mut world, &mut mover, 0.8, speed, 2.0 / speed, 1.0 / 60.0);
            near(rose, if climbs { height } else { 0.0 }, 0.03);
        }
    }
}

#[test]
fn without_steps_a_round_foot_rolls_over_what_is_no_steeper_than_its_slope() {
    for radius in [0.2, 0.3, 0.5] {
        let shape: Shape = Capsule::vertical(1.0, radius).unwrap().into();
        let rolls = rolls_over(&Mover::new(shape.clone(), Vec2::ZERO).unwrap(), radius);
        for speed in [0.5, 2.0, 5.0] {
            let over = climb(&shape, 0.5 + radius, 0.0, 0.9 * rolls, speed, 1.0 / 60.0);
            near(over, 0.9 * rolls, 0.03);
            let before = climb(&shape, 0.5 + radius, 0.0, 1.15 * rolls, speed, 1.0 / 60.0);
            near(before, 0.0, 0.03);
        }
    }
}

#[test]
fn stairs_shorter_than_the_foot_are_climbed_at_any_speed() {
    for tread in [0.15, 0.3, 0.6] {
        for speed in [0.5, 1.5, 4.0] {
            let mut world = sleepless();
            for i in 0..6 {
                let height = 0.2 * (i + 1) as f32;
                let at = vec2(11.0 + tread * i as f32, 0.5 * height);
                world.add_body(BodyDef::fixed().at(at).shape(rect(20.0, height))).unwrap();
            }
            let mut mover = Mover::new(Capsule::vertical(1.0, 0.3).unwrap(), vec2(0.0, 0.81)).unwrap();
            let rose = walk(&mut world, &mut mover, 0.8, speed, (2.0 + 6.0 * tread) / speed + 0.5, 1.0 / 60.0);
            assert!((rose - 1.2).abs() < 0.03, "tread {tread}, {speed} m/s: {rose}");
        }
    }
}
