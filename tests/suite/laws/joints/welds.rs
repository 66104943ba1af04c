//! Welds: two bodies move as one, and as soft as they are made.

use crate::kit::*;
use carom::prelude::*;

/// The pair is thrown and spins: place within 1 mm, angle within 0.1 degrees, and both as one body would move.
#[test]
fn welded_bodies_move_as_one() {
    for substeps in [1, 4, 8] {
        let def = WorldDef::default().gravity(Vec2::ZERO).sleep(false).substeps(substeps);
        let mut world = World::new(def).unwrap();
        let a = world.add_body(BodyDef::dynamic().velocity(vec2(0.0, 3.0)).shape(rect(2.0, 0.5))).unwrap();
        let b = world.add_body(BodyDef::dynamic().at(vec2(2.0, 0.0)).angle(0.5).shape(rect(2.0, 0.5))).unwrap();
        let joint = world.add_joint(a, b, Weld::at(vec2(1.0, 0.0))).unwrap();
        for step in 0..600 {
            world.step();
            let joint = world.joint(joint).unwrap();
            let (from, to) = joint.anchors();
            let open = (to - from).length();
            // Each substep turns the arms by w h, of which the correction takes a part.
            let most = if step < 10 { 0.02 } else { 3.0e-3 / substeps as f32 };
            assert!(open < most && joint.angle().abs() < 2.0 * most, "{substeps}, {step}: {open} m, {}", joint.angle());
        }
        // Half the momentum each, and the angular momentum 3 m/s m 1 m about the middle, over both.
        near((velocity(&world, a) + velocity(&world, b)).y, 3.0, 1.0e-3);
        let inertia = 2.0 * world.body(a).unwrap().mass().inertia + 2.0 * world.body(a).unwrap().mass().mass;
        let law = -world.body(a).unwrap().mass().mass * 3.0 / inertia;
        near(spin(&world, a), f64::from(law), 0.02 * f64::from(law.abs()));
        near(spin(&world, b), f64::from(law), 0.02 * f64::from(law.abs()));
    }
}

/// A soft angle swings at its frequency: here with both ends free, about the reduced inertia.
#[test]
fn a_soft_angle_swings_at_its_frequency() {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).substeps(8)).unwrap();
    let a = world.add_body(BodyDef::dynamic().shape(rect(1.0, 1.0))).unwrap();
    let b = world.add_body(BodyDef::dynamic().angular_velocity(1.0).shape(disc(1.0))).unwrap();
    let joint = world.add_joint(a, b, Weld::at(Vec2::ZERO).soft_angle(1.5, 0.05)).unwrap();
    let (mut last, mut crossings) = (0.0, Vec::new());
    for step in 1..240 {
        world.step();
        let angle = world.joint(joint).unwrap().angle();
        if last > 0.0 && angle <= 0.0 {
            crossings.push((step as f32 - angle / (angle - last)) / 60.0);
        }
        last = angle;
    }
    let period = (crossings[2] - crossings[0]) / 2.0;
    let law = 1.0 / (1.5 * (1.0 - 0.05 * 0.05_f64).sqrt());
    near(period, law, 0.02 * law);
}
