//! Coulomb's cone, rolling, rolling resistance, belts.

use crate::kit::*;
use carom::prelude::*;

/// A slope that rises to the right by `angle` [rad], with `thing` on it, `height` above its surface. Returns the body's
/// key.
fn on_slope(angle: f32, friction: f32, thing: ShapeDef, height: f32) -> (World, BodyKey, Vec2) {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let slope = ShapeDef::new(rect(2000.0, 2.0)).friction(friction);
    let turn = Rot::from_angle(angle);
    world.add_body(BodyDef::fixed().at(turn.rotate(vec2(0.0, -1.0))).angle(angle).shape(slope)).unwrap();
    let place = turn.rotate(vec2(0.0, height));
    let key = world.add_body(BodyDef::dynamic().at(place).angle(angle).shape(thing.friction(friction))).unwrap();
    (world, key, turn.rotate(vec2(-1.0, 0.0)))
}

/// Acceleration down the slope between 0.5 s and 2 s [m/s^2].
fn acceleration(world: &mut World, key: BodyKey, down: Vec2) -> f32 {
    play(world, 30);
    let before = velocity(world, key).dot(down);
    play(world, 90);
    (velocity(world, key).dot(down) - before) / 1.5
}

#[test]
fn a_box_holds_inside_the_cone() {
    for friction in [0.2_f32, 0.5, 0.8, 1.2] {
        let angle = 0.95 * friction.atan();
        let (mut world, key, _) = on_slope(angle, friction, ShapeDef::new(rect(2.0, 0.5)), 0.25);
        let start = at(&world, key);
        play(&mut world, 300);
        assert!(
            (at(&world, key) - start).length() < 0.01,
            "friction {friction}: slid by {:?}",
            at(&world, key) - start
        );
    }
}

#[test]
fn a_box_slides_outside_the_cone() {
    for friction in [0.0_f32, 0.2, 0.5, 0.8] {
        let angle = friction.atan() + 0.15;
        let (mut world, key, down) = on_slope(angle, friction, ShapeDef::new(rect(2.0, 0.5)), 0.25);
        let law = G * (angle.sin() - friction * angle.cos());
        let found = acceleration(&mut world, key, down);
        near(found, law, 0.03 * f64::from(law));
    }
}

#[test]
fn a_disc_rolls_at_two_thirds() {
    let angle = 0.3_f32;
    let (mut world, key, down) = on_slope(angle, 1.0, ShapeDef::new(disc(0.5)), 0.5);
    let law = 2.0 / 3.0 * G * angle.sin();
    near(acceleration(&mut world, key, down), law, 0.03 * f64::from(law));
    // Without slip: v = w r.
    near(spin(&world, key) * 0.5, velocity(&world, key).dot(down), 0.02 * f64::from(velocity(&world, key).length()));
}

#[test]
fn a_sliding_box_stops_after_its_distance() {
    let mut world = sleepless();
    let key = world.add_body(crate_at(0.0, 0.5).velocity(vec2(5.0, 0.0)).no_rotation()).unwrap();
    play(&mut world, 240);
    // v^2 / (2 mu g)
    near(at(&world, key).x, 25.0 / (2.0 * 0.6 * 9.81), 0.05);
    near(velocity(&world, key).length(), 0.0, 1e-3);
}

#[test]
fn two_surfaces_mix_by_the_square_root() {
    // 0.9 and 0.4: 0.6. It holds at 0.55 of slope, and slides at 0.65.
    for (slope, holds) in [(0.55_f32, true), (0.65, false)] {
        let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
        let turn = Rot::from_angle(slope.atan());
        let angle = slope.atan();
        let ground = BodyDef::fixed().at(turn.rotate(vec2(0.0, -1.0))).angle(angle);
        world.add_body(ground.shape(ShapeDef::new(rect(200.0, 2.0)).friction(0.9))).unwrap();
        let thing = BodyDef::dynamic().at(turn.rotate(vec2(0.0, 0.2))).angle(angle);
        let key = world.add_body(thing.shape(ShapeDef::new(rect(2.0, 0.4)).friction(0.4))).unwrap();
        let start = at(&world, key);
        play(&mut world, 180);
        let moved = (at(&world, key) - start).length();
        assert_eq!(moved < 0.02, holds, "moved by {moved} on {slope}");
    }
}

#[test]
fn rolling_resistance_stops_a_ball() {
    let roll = |resistance: f32| {
        let mut world = sleepless();
        let ball = ShapeDef::new(disc(0.5)).rolling_resistance(resistance);
        let rolling = BodyDef::dynamic().at(vec2(0.0, 0.5)).velocity(vec2(3.0, 0.0)).angular_velocity(-6.0);
        let key = world.add_body(rolling.shape(ball)).unwrap();
        play(&mut world, 300);
        (velocity(&world, key).x, at(&world, key).x)
    };
    let (free, _) = roll(0.0);
    near(free, 3.0, 0.03);
    let (stopped, distance) = roll(0.1);
    near(stopped, 0.0, 1e-3);
    // Torque c r N on a rolling disc: a = c g r^2 / (r^2 + r^2 / 2) = 2/3 c g.
    near(distance, 9.0 / (2.0 * 2.0 / 3.0 * 0.1 * 9.81), 0.3);
}

/// A belt under a box, or a box with a belt of its own. Returns the box's speed after 5 s. `box_first` says which is
/// created first.
fn belt(ground_speed: f32, own_speed: f32, box_first: bool) -> f32 {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let belt = BodyDef::fixed().at(vec2(0.0, -1.0)).shape(ShapeDef::new(rect(400.0, 2.0)).surface_speed(ground_speed));
    let thing = BodyDef::dynamic().at(vec2(0.0, 0.25)).shape(ShapeDef::new(rect(1.0, 0.5)).surface_speed(own_speed));
    let order = if box_first { [thing, belt] } else { [belt, thing] };
    let keys = world.add_bodies(order).unwrap();
    play(&mut world, 300);
    velocity(&world, keys[usize::from(!box_first)]).x
}

#[test]
fn a_belt_carries_to_the_right_of_its_outward_normal() {
    for box_first in [false, true] {
        // The ground's normal is up, and right of up is +x.
        near(belt(2.0, 0.0, box_first), 2.0, 0.02);
        near(belt(-1.5, 0.0, box_first), -1.5, 0.02);
        // The box's lower face looks down, and right of down is -x: it drives itself along +x, as a tank does.
        near(belt(0.0, 2.0, box_first), 2.0, 0.02);
        near(belt(0.0, -2.0, box_first), -2.0, 0.02);
        // Two surfaces: the sum.
        near(belt(1.0, 0.5, box_first), 1.5, 0.02);
        near(belt(1.0, -1.0, box_first), 0.0, 0.02);
    }
}

#[test]
fn a_belt_wakes_and_keeps_moving_what_it_carries() {
    let mut world = World::default();
    let belt = ShapeDef::new(rect(400.0, 2.0)).surface_speed(1.0);
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(belt)).unwrap();
    let key = world.add_body(crate_at(0.0, 0.5)).unwrap();
    play(&mut world, 300);
    assert!(awake(&world, key));
    near(velocity(&world, key).x, 1.0, 0.01);
}

#[test]
fn what_rolls_goes_where_it_stands() {
    // Its contact is with another point of its rim in each substep; none of these rises or sinks.
    let grounds: [(carom::Shape, f32); 3] = [
        (rect(80.0, 2.0).into(), -1.0),
        (Segment::new(vec2(-40.0, 0.0), vec2(40.0, 0.0)).unwrap().into(), 0.0),
        (rect(80.0, 1.6).rounded(0.2).unwrap().into(), -1.0),
    ];
    for (ground, (shape, y)) in grounds.iter().enumerate() {
        for (radius, speed) in [(0.5, 2.0), (0.5, 20.0), (0.1, 10.0), (0.02, 2.0), (0.5, 0.0)] {
            for (substeps, ball_first) in [(1, false), (1, true), (4, false), (4, true), (16, false), (16, true)] {
                let mut world = World::new(WorldDef::default().substeps(substeps).sleep(false)).unwrap();
                let shape = ShapeDef::new(shape.clone()).friction(1.0);
                let floor = BodyDef::fixed().at(vec2(0.0, *y)).shape(shape);
                let ball = ShapeDef::new(disc(radius)).friction(1.0);
                let ball = BodyDef::dynamic().at(vec2(-32.0, radius)).shape(ball);
                // No faster than a body may turn in a substep and in a step.
                let turn = (speed / radius).min(60.0 * (0.7 * substeps as f32).min(2.5));
                let ball = ball.velocity(vec2(turn * radius, 0.0)).angular_velocity(-turn);
                let bodies = if ball_first { [ball, floor] } else { [floor, ball] };
                let ball = world.add_bodies(bodies).unwrap()[usize::from(!ball_first)];
                play(&mut world, 60);
                let told = format!("ground {ground}, radius {radius}, {speed} m/s, {substeps} substeps");
                for _ in 0..120 {
                    world.step();
                    let (v, p) = (velocity(&world, ball), at(&world, ball));
                    assert!(v.y.abs() < 0.001, "{told}: {v}");
                    assert!((p.y - radius).abs() < 0.000_5, "{told}: {p}");
                    // Without slip at the contact: halfway between the two surfaces, to 10 um, as coordinates of 30 m
                    // are rounded.
                    let (arm, turn) = (0.5 * (p.y + radius), spin(&world, ball));
                    assert!((v.x + turn * arm).abs() <= 0.000_2 * v.x - turn * 0.000_01, "{told}: {v}");
                }
            }
        }
    }
}

#[test]
fn what_spins_lands_where_it_would() {
    for radius in [0.02, 0.1, 0.5] {
        let deepest = |spin: f32, ball_first: bool| {
            // Sweeps hold a fast turning body a hair above its ground.
            let mut world = World::new(WorldDef { continuous: false, ..WorldDef::default().sleep(false) }).unwrap();
            let floor = BodyDef::fixed().at(vec2(0.0, -1.0)).shape(ShapeDef::new(rect(20.0, 2.0)).friction(0.0));
            let ball = ShapeDef::new(disc(radius)).friction(0.0);
            let ball = BodyDef::dynamic().at(vec2(0.0, radius + 0.3)).angular_velocity(spin).shape(ball);
            let bodies = if ball_first { [ball, floor] } else { [floor, ball] };
            let ball = world.add_bodies(bodies).unwrap()[usize::from(!ball_first)];
            (0..60).fold(0.0_f32, |deepest, _| {
                world.step();
                deepest.max(radius - at(&world, ball).y)
            })
        };
        let wanted = deepest(0.0, false);
        for (spin, ball_first) in [(100.0, false), (-100.0, true), (150.0, true)] {
            near(deepest(spin, ball_first), wanted, 0.000_01);
        }
    }
}
