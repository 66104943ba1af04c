//! Restitution above 1: a bumper adds energy by its law, and no more than the greatest speed allows.

use crate::kit::*;
use carom::prelude::*;

/// Shoots a body at a wall of restitution `e` without gravity; returns its velocity after the bounce.
fn shot(body: BodyDef, wall: ShapeDef, velocity: Vec2) -> Vec2 {
    let mut world = space();
    world.add_body(BodyDef::fixed().at(vec2(10.0, 0.0)).shape(wall)).unwrap();
    let key = world.add_body(body.velocity(velocity)).unwrap();
    for _ in 0..600 {
        play(&mut world, 1);
        if self::velocity(&world, key).x < 0.0 {
            break;
        }
    }
    play(&mut world, 3);
    self::velocity(&world, key)
}

#[test]
fn a_ball_leaves_with_its_speed_times_the_restitution() {
    for e in [1.1_f32, 1.5, 2.0, 5.0, 10.0] {
        for speed in [1.5_f32, 3.0, 8.0, 15.0, 30.0] {
            for friction in [0.0, 0.6] {
                for wall in
                    [rect(1.0, 400.0).into(), ShapeDef::new(Segment::new(vec2(0.0, -9.0), vec2(0.0, 9.0)).unwrap())]
                {
                    let ball = BodyDef::dynamic().shape(ShapeDef::new(disc(0.5)).friction(friction));
                    let left = shot(ball, wall.restitution(e).friction(friction), vec2(speed, 0.0));
                    near(left.x, -e * speed, 1e-3 * f64::from(e * speed));
                    near(left.y, 0.0, 1e-3);
                }
            }
        }
    }
}

#[test]
fn a_box_and_a_body_that_is_not_swept_do_so_too() {
    for continuous in [false, true] {
        for shape in [Shape::from(rect(1.0, 1.0)), disc(0.5).into()] {
            let thing = BodyDef::dynamic().shape(ShapeDef::new(shape)).continuous(continuous);
            let left = shot(thing, ShapeDef::new(rect(1.0, 400.0)).restitution(1.5), vec2(6.0, 0.0));
            near(left.x, -9.0, 0.02);
        }
    }
}

/// The speed along the surface stays without friction, and the normal one is the law's.
#[test]
fn an_oblique_ball_keeps_its_speed_along_the_wall() {
    for k in -5..=5 {
        let velocity = vec2(10.0, 2.0 * k as f32);
        let ball = BodyDef::dynamic().shape(ShapeDef::new(disc(0.3)).friction(0.0));
        let left = shot(ball, ShapeDef::new(rect(1.0, 400.0)).restitution(1.5).friction(0.0), velocity);
        near(left.x, -15.0, 0.02);
        near(left.y, velocity.y, 0.02);
    }
}

#[test]
fn nothing_leaves_faster_than_the_greatest_speed() {
    for (max_speed, e) in [(20.0, 1.5_f32), (50.0, 10.0), (100.0, 3.0)] {
        let mut world = World::new(WorldDef { max_speed, gravity: Vec2::ZERO, ..WorldDef::default() }).unwrap();
        for (place, width, height) in [
            (vec2(0.0, -6.0), 20.0, 2.0),
            (vec2(0.0, 6.0), 20.0, 2.0),
            (vec2(-6.0, 0.0), 2.0, 20.0),
            (vec2(6.0, 0.0), 2.0, 20.0),
        ] {
            world
                .add_body(BodyDef::fixed().at(place).shape(ShapeDef::new(rect(width, height)).restitution(e)))
                .unwrap();
        }
        let mut keys = Vec::new();
        for k in 0..20 {
            let def =
                BodyDef::dynamic().at(vec2(-4.0 + 0.4 * k as f32, (k % 5) as f32 - 2.0)).velocity(vec2(3.0, k as f32));
            keys.push(
                world.add_body(if k % 2 == 0 { def.shape(disc(0.15)) } else { def.shape(rect(0.3, 0.2)) }).unwrap(),
            );
        }
        let mut slowed = 0;
        for _ in 0..300 {
            play(&mut world, 1);
            slowed += world.events().slowed().len();
            for &key in &keys {
                let (v, p) = (velocity(&world, key), at(&world, key));
                assert!(v.length() <= max_speed * 1.0001, "{v}");
                assert!(p.x.abs() < 5.0 && p.y.abs() < 5.0, "{p} is outside");
            }
        }
        assert!(slowed > 0, "the limit was never met, so this says nothing");
    }
}

/// Two bodies with friction that turn: the gain is at most what the restitution gives along the normal.
#[test]
fn an_impact_gains_no_more_than_the_restitution_gives() {
    let mut random = SplitMix64::new(15);
    for case in 0..if LONG { 2_000 } else { 200 } {
        let (e, mut world) = (random.range(1.0, 3.0), space());
        let mut def = |x: f32, v: f32| {
            let shape = ShapeDef::new(rect(random.range(0.5, 1.5), random.range(0.5, 1.5)));
            let shape = shape.restitution(e).friction(random.range(0.0, 1.0));
            let def = BodyDef::dynamic().at(vec2(x, random.range(-0.3, 0.3))).angle(random.range(0.0, 3.0));
            def.velocity(vec2(v, 0.0)).angular_velocity(random.range(-5.0, 5.0)).shape(shape)
        };
        let keys = [def(-2.0, 8.0), def(2.0, -8.0)].map(|def| world.add_body(def).unwrap());
        let energy = |world: &World| -> f32 {
            let of = |key: BodyKey| {
                let body = world.body(key).unwrap();
                let (mass, v, w) = (body.mass(), body.velocity(), body.angular_velocity());
                0.5 * (mass.mass * v.length_squared() + mass.inertia * w * w)
            };
            keys.iter().map(|&key| of(key)).sum()
        };
        let mut before = energy(&world);
        for _ in 0..60 {
            play(&mut world, 1);
            let hits = world.events().hits().len() as i32;
            let after = energy(&world);
            assert!(after <= before * (e * e).powi(hits.max(1)) * 1.001, "case {case}: {before} J to {after} J, {e}");
            before = after;
        }
    }
}
