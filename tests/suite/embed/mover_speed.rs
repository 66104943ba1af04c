//! A character walks at the speed that the program sets: on flat ground, over seams, up and down slopes, on moving
//! ground.

use crate::kit::*;
use carom::prelude::*;
use carom::{Mover, Shape};

const SPEEDS: [f32; 4] = [0.5, 2.0, 5.0, 15.0];
const STEPS: [f32; 2] = [1.0 / 60.0, 1.0 / 144.0];

/// Duration of standing, of walking before the speed is measured, and of the measurement [s].
const TIMES: [f32; 3] = [0.5, 0.2, 1.0];

/// The feet of the tests, and the height of the middle over the ground.
fn feet() -> Vec<(&'static str, Shape, f32)> {
    vec![
        ("capsule", Capsule::vertical(1.0, 0.3).unwrap().into(), 0.8),
        ("box", rect(0.6, 1.6).into(), 0.8),
        ("ball", disc(0.4).into(), 0.4),
    ]
}

/// The mean velocity of a walk that asks for this velocity.
fn walk(world: &mut World, mover: &mut Mover, dt: f32, wish: Vec2) -> Vec2 {
    let (mut fall, mut from) = (0.0, Vec2::ZERO);
    let [stands, before, over] = TIMES.map(|seconds| (seconds / dt).round() as usize);
    for step in 0..stands + before + over {
        if step == stands + before {
            from = mover.position;
        }
        world.step();
        fall = if mover.ground().is_some() { 0.0 } else { fall - G * dt };
        let wish = if step < stands { Vec2::ZERO } else { wish };
        mover.walk(world, wish + vec2(0.0, fall), dt).unwrap();
    }
    (mover.position - from) / (over as f32 * dt)
}

fn world(dt: f32) -> World {
    World::new(WorldDef::default().dt(dt)).unwrap()
}

/// Walks in all ways over a floor; `wanted` is the velocity for a speed.
fn check(what: &str, floor: impl Fn(&mut World), ask: impl Fn(f32) -> Vec2, wanted: impl Fn(f32) -> Vec2) {
    let mut wrong = Vec::new();
    for (name, shape, height) in feet() {
        for speed in SPEEDS {
            for dt in STEPS {
                let mut world = world(dt);
                floor(&mut world);
                let mut mover = Mover::new(shape.clone(), vec2(0.0, height + 0.02)).unwrap();
                let mean = walk(&mut world, &mut mover, dt, ask(speed));
                let wanted = wanted(speed);
                if (mean - wanted).length() > 0.01 * wanted.length() {
                    wrong.push(format!("{name}, {speed} m/s, {:.0} Hz: {mean} and not {wanted}", 1.0 / dt));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

fn flat(world: &mut World) {
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(rect(100.0, 1.0))).unwrap();
}

fn seams(world: &mut World) {
    for i in -50..50 {
        world.add_body(BodyDef::fixed().at(vec2(i as f32 + 0.5, -0.5)).shape(rect(1.0, 1.0))).unwrap();
    }
}

fn tiles(world: &mut World) {
    let grid = TileGrid::from_rows(&["#".repeat(100)], 1.0).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(-50.0, -1.0)).shape(grid)).unwrap();
}

/// Ground that rises towards +x at an angle [rad], and is flat about x = 0 in the mean.
fn slope(world: &mut World, angle: f32) {
    let turned = Pose::new(Vec2::ZERO, angle).transform_point(vec2(0.0, -0.5));
    world.add_body(BodyDef::fixed().at(turned).angle(angle).shape(rect(200.0, 1.0))).unwrap();
}

#[test]
fn on_flat_ground_and_over_seams() {
    for (what, floor) in [("flat", flat as fn(&mut World)), ("boxes", seams), ("tiles", tiles)] {
        check(what, floor, |speed| vec2(speed, 0.0), |speed| vec2(speed, 0.0));
        check(what, floor, |speed| vec2(-speed, 0.0), |speed| vec2(-speed, 0.0));
    }
}

#[test]
fn up_and_down_slopes_as_fast_across_as_on_flat_ground() {
    for angle in [0.2_f32, 0.5, 0.8, -0.2, -0.5, -0.8] {
        let wanted = |speed: f32| speed * vec2(1.0, angle.tan());
        check(&format!("{angle} rad"), |world| slope(world, angle), |speed| vec2(speed, 0.0), wanted);
    }
}

#[test]
fn on_a_moving_platform() {
    for velocity in [vec2(2.0, 0.0), vec2(-3.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0), vec2(1.0, 0.5)] {
        let platform = |world: &mut World| {
            let body = BodyDef::kinematic().at(vec2(0.0, -0.5)).velocity(velocity);
            world.add_body(body.shape(rect(200.0, 1.0))).unwrap();
        };
        check(&format!("{velocity}"), platform, |speed| vec2(speed, 0.0), |speed| velocity + vec2(speed, 0.0));
    }
}

#[test]
fn a_wall_that_leans_back_throws_nobody_up() {
    for lean in [1.0e-5_f32, 1.0e-3, 1.0e-2, 0.05] {
        let mut world = world(STEPS[0]);
        world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(rect(200.0, 1.0))).unwrap();
        world.add_body(BodyDef::fixed().at(vec2(4.0, 0.0)).angle(-lean).shape(rect(1.0, 100.0))).unwrap();
        for (name, shape, height) in feet() {
            let mut mover = Mover::new(shape, vec2(0.0, height + 0.02)).unwrap();
            mover.max_slope = std::f32::consts::FRAC_PI_2;
            walk(&mut world, &mut mover, STEPS[0], vec2(3.0, 0.0));
            // Sliding along it, at 3 m/s for a second at most.
            assert!(mover.position.y < height + 3.5, "{name}, {lean} rad: {}", mover.position);
        }
    }
}
