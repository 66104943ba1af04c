//! Impacts within a step: at the right time, with the time that is left, between all that moves.

use crate::kit::*;
use carom::prelude::*;

/// Two walls 10 m apart (inner faces at +-5 m).
fn walls(world: &mut World) {
    for side in [-1.0, 1.0] {
        world.add(BodyDef::fixed().at(vec2(5.5 * side, 0.0)).shape(rect(1.0, 50.0))).unwrap();
    }
}

/// Where a ball of `radius` that starts in the middle at `speed` is after `time`, and how often it bounced.
fn closed_form(radius: f64, speed: f64, time: f64) -> (f64, f64) {
    let gap = 10.0 - 2.0 * radius;
    let way = 0.5 * gap + speed * time;
    let bounces = (way / gap).floor();
    let part = way - bounces * gap;
    let from_left = if bounces as i64 % 2 == 0 { part } else { gap - part };
    (from_left - 0.5 * gap, bounces)
}

#[test]
fn a_ball_between_two_walls_is_where_the_closed_form_says() {
    for (radius, speed, dt) in [(0.1, 300.0, 1.0 / 60.0), (0.5, 300.0, 1.0 / 60.0), (0.05, 57.0, 1.0 / 240.0), (0.2, 390.0, 0.02)] {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).dt(dt)).unwrap();
        walls(&mut world);
        let ball = ShapeDef::new(disc(radius)).restitution(1.0).friction(0.0);
        let ball = world.add(BodyDef::dynamic().velocity(vec2(speed, 0.0)).shape(ball)).unwrap();
        let steps = (10.0 / dt).round() as usize;
        let (mut worst, mut bounces) = (0.0_f64, 0.0);
        for step in 1..=steps {
            world.step();
            checked(&world);
            let (wanted, n) = closed_form(radius.into(), speed.into(), step as f64 * f64::from(dt));
            let error = (f64::from(at(&world, ball).x) - wanted).abs();
            worst = worst.max(error / n.max(1.0));
            assert!(error <= 0.01 * n.max(1.0), "step {step}: {error} after {n} bounces of {radius} at {speed}");
            assert_eq!(world.events().swept().dropped_ns, 0);
            bounces = n;
        }
        near(velocity(&world, ball).x.abs(), speed, 0.01);
        println!("{radius} m at {speed} m/s: {bounces} bounces, at most {:.3} mm a bounce", 1000.0 * worst);
    }
}
