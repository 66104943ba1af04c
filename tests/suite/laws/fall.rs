//! Free flight: gravity, its scale, and damping.

use crate::kit::*;
use carom::prelude::*;

/// Substep of the default world [s].
const H: f64 = 1.0 / 240.0;

#[test]
fn free_fall_is_semi_implicit_euler() {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let ball = world.add_body(BodyDef::dynamic().at(vec2(3.0, 0.0)).velocity(vec2(2.0, 5.0)).shape(disc(0.5))).unwrap();
    let g = f64::from(G);
    for step in 1..=180_u32 {
        world.step();
        let (k, t) = (f64::from(4 * step), f64::from(step) / 60.0);
        // v = v0 - g k h; y = v0 k h - g h^2 k (k + 1) / 2. Rounding alone is left: half an ulp of v a substep, and the
        // sum of those in y.
        let rounding = 1e-6 * k;
        near(velocity(&world, ball).y, 5.0 - g * k * H, rounding);
        let y = 5.0 * t - 0.5 * g * H * H * k * (k + 1.0);
        near(at(&world, ball).y, y, rounding * (0.1 + t));
        near(at(&world, ball).x, 3.0 + 2.0 * t, 5e-5 * (1.0 + t));
        // Compared with the parabola, the method is too low by g h t / 2, and no more.
        let parabola = 5.0 * t - 0.5 * g * t * t;
        near(parabola - f64::from(at(&world, ball).y), 0.5 * g * H * t, rounding * (0.1 + t));
    }
}

#[test]
fn gravity_scale_is_a_factor() {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let at_scale = |scale: f32| BodyDef::dynamic().at(vec2(10.0 * scale, 0.0)).gravity_scale(scale).shape(disc(0.5));
    let scales = [0.0, 1.0, 2.0, -1.0, 0.25];
    let keys = world.add_bodies(scales.map(at_scale)).unwrap();
    play(&mut world, 60);
    for (key, scale) in keys.iter().zip(scales) {
        near(velocity(&world, *key).y, -G * scale, 2e-4);
    }
    assert_eq!(at(&world, keys[0]), vec2(0.0, 0.0), "nothing pulls it");
    world.body_mut(keys[1]).unwrap().set_gravity_scale(0.0).unwrap();
    let before = velocity(&world, keys[1]);
    play(&mut world, 10);
    assert_eq!(velocity(&world, keys[1]), before);
}

#[test]
fn gravity_can_change_and_wakes_all() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 3);
    play(&mut world, 200);
    assert_eq!(world.counts().awake, 0);
    world.set_gravity(vec2(0.0, 1.0)).unwrap();
    assert_eq!(world.counts().awake, 3);
    play(&mut world, 60);
    assert!(keys.iter().all(|&key| velocity(&world, key).y > 0.5), "they fall upwards");
}

#[test]
fn damping_is_implicit_and_near_the_exponential() {
    let mut world = space();
    let (c, k) = (0.8_f64, 0.5_f64);
    let damped = BodyDef::dynamic().velocity(vec2(10.0, -4.0)).angular_velocity(6.0).damping(c as f32, k as f32);
    let body = world.add_body(damped.shape(rect(1.0, 2.0))).unwrap();
    for step in 1..=240_i32 {
        world.step();
        let t = f64::from(step) / 60.0;
        let (left, turning) = ((1.0 + H * c).powi(-4 * step), (1.0 + H * k).powi(-4 * step));
        near(velocity(&world, body).x, 10.0 * left, 2e-4);
        near(velocity(&world, body).y, -4.0 * left, 2e-4);
        near(spin(&world, body), 6.0 * turning, 2e-4);
        // The implicit form is e^(-ct), except for c^2 h t / 2.
        near(f64::from(velocity(&world, body).x), 10.0 * (-c * t).exp(), 10.0 * 0.5 * c * c * H * t + 2e-4);
    }
    world.body_mut(body).unwrap().set_damping(0.0, 0.0).unwrap();
    let before = velocity(&world, body);
    play(&mut world, 10);
    assert_eq!(velocity(&world, body), before);
}

#[test]
fn a_free_body_turns_about_its_centre_of_mass() {
    let mut world = space();
    let shape = Polygon::rect_at(Pose::new(vec2(1.0, 0.0), 0.0), 1.0, 0.5).unwrap();
    let body = world.add_body(BodyDef::dynamic().velocity(vec2(0.5, 0.0)).angular_velocity(2.0).shape(shape)).unwrap();
    let start = world.body(body).unwrap().center();
    near(start.x, 1.0, 1e-6);
    for step in 1..=600_i32 {
        world.step();
        let (body, t) = (world.body(body).unwrap(), f64::from(step) / 60.0);
        near(body.center().x, 1.0 + 0.5 * t, 1e-4);
        near(body.center().y, 0.0, 1e-4);
        near((body.position() - body.center()).length(), 1.0, 1e-4);
        near(apart(body.angle(), 2.0 * t), 0.0, 2e-5);
        assert_eq!(body.angular_velocity(), 2.0);
    }
}

/// Difference of two angles, without whole turns [rad].
fn apart(angle: f32, other: f64) -> f64 {
    let apart = (f64::from(angle) - other).rem_euclid(std::f64::consts::TAU);
    apart.min(std::f64::consts::TAU - apart)
}

#[test]
fn what_spins_fast_turns_by_its_angular_velocity() {
    // To 3 parts in a million at 75 rad/s, to 2 in 10,000 at the limit of an eighth of a turn in a substep.
    for (w, part) in [(10.0_f32, 1e-6), (30.0, 1e-6), (-75.0, 3e-6), (120.0, 2e-5), (188.0, 2.5e-4)] {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
        let shape = Polygon::rect(1.0, 0.5).unwrap();
        let body = world.add_body(BodyDef::dynamic().angular_velocity(w).shape(shape)).unwrap();
        for step in 1..=60_i32 {
            world.step();
            let turned = f64::from(w) * f64::from(step) / 60.0;
            near(apart(world.body(body).unwrap().angle(), turned), 0.0, part * turned.abs() + 1e-5);
        }
    }
}
