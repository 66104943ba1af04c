//! Internal edges of chains (ghost collisions): a body that rolls or slides over them does not catch.

use crate::kit::*;
use carom::prelude::*;

/// Points of a flat line from x = -10 to x = 90, 1 m apart, right to left: its upper side is the right of its way.
fn flat() -> Vec<Vec2> {
    (0..=100).rev().map(|i| vec2(i as f32 - 10.0, 0.0)).collect()
}

/// Sends `thing`, resting at `height`, along the line at `speed`. Returns the variation of its vertical speed and of
/// its height on the way, and the last velocity.
fn send(line: Chain, thing: BodyDef, speed: f32) -> ([f32; 2], Vec2) {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    world.add_body(BodyDef::fixed().shape(ShapeDef::new(line).friction(0.0))).unwrap();
    let key = world.add_body(thing.velocity(vec2(speed, 0.0))).unwrap();
    play(&mut world, 20);
    let (mut least, mut greatest) = ([f32::MAX; 2], [f32::MIN; 2]);
    for _ in 0..200 {
        world.step();
        for (i, y) in [velocity(&world, key).y, at(&world, key).y].into_iter().enumerate() {
            (least[i], greatest[i]) = (least[i].min(y), greatest[i].max(y));
        }
    }
    ([greatest[0] - least[0], greatest[1] - least[1]], velocity(&world, key))
}

fn lines() -> [Chain; 4] {
    let reversed: Vec<Vec2> = flat().into_iter().rev().collect();
    let mut ring = flat();
    ring.extend([vec2(-10.0, -5.0), vec2(90.0, -5.0)]);
    [
        Chain::open(flat()).unwrap(),
        Chain::open(reversed).unwrap(),
        Chain::open(flat()).unwrap().one_sided(),
        Chain::closed(ring).unwrap(),
    ]
}

#[test]
fn a_box_slides_over_joins() {
    for (i, line) in lines().into_iter().enumerate() {
        for speed in [0.7, 5.0, 15.0] {
            let thing = BodyDef::dynamic().at(vec2(0.3, 0.25)).shape(ShapeDef::new(rect(0.8, 0.5)).friction(0.0));
            let (bump, last) = send(line.clone(), thing, speed);
            assert!(bump[0] < 0.01 && bump[1] < 0.001, "line {i}, {speed} m/s: {bump:?}");
            near(last.x, speed, 1e-3 * f64::from(speed));
        }
    }
}

#[test]
fn a_ball_rolls_over_joins() {
    for (i, line) in lines().into_iter().enumerate() {
        for speed in [0.7, 5.0, 15.0] {
            let thing = BodyDef::dynamic().at(vec2(0.3, 0.4)).angular_velocity(-speed / 0.4).shape(disc(0.4));
            let (bump, last) = send(line.clone(), thing, speed);
            assert!(bump[0] < 0.01 && bump[1] < 0.001, "line {i}, {speed} m/s: {bump:?}");
            near(last.x, speed, 5e-3 * f64::from(speed));
        }
    }
}

#[test]
fn capsules_and_rounded_boxes_slide_over_joins() {
    for (i, line) in lines().into_iter().enumerate() {
        let capsule = ShapeDef::new(Capsule::horizontal(0.8, 0.2).unwrap()).friction(0.0);
        let rounded = ShapeDef::new(rect(0.8, 0.3).rounded(0.05).unwrap()).friction(0.0);
        for shape in [capsule, rounded] {
            let (bump, last) = send(line.clone(), BodyDef::dynamic().at(vec2(0.3, 0.2)).shape(shape), 6.0);
            assert!(bump[0] < 0.01 && bump[1] < 0.001, "line {i}: {bump:?}");
            near(last.x, 6.0, 6e-3);
        }
    }
}

#[test]
fn a_one_sided_chain_lets_through_from_behind() {
    for (one_sided, passes) in [(true, true), (false, false)] {
        let mut world = World::new(WorldDef::default()).unwrap();
        // Left to right: the right of its way is below.
        let line = Chain::open([vec2(-10.0, 0.0), vec2(0.0, 0.0), vec2(10.0, 0.0)]).unwrap();
        let line = if one_sided { line.one_sided() } else { line };
        world.add_body(BodyDef::fixed().shape(line)).unwrap();
        let ball = world.add_body(BodyDef::dynamic().at(vec2(1.0, 2.0)).shape(disc(0.3))).unwrap();
        let riser = BodyDef::dynamic().at(vec2(-3.0, -2.0)).velocity(vec2(0.0, 8.0)).gravity_scale(0.0);
        let riser = world.add_body(riser.shape(disc(0.3))).unwrap();
        play(&mut world, 120);
        assert_eq!(at(&world, ball).y < -1.0, passes);
        assert!(at(&world, riser).y < 0.0, "from below both hold");
    }
}

#[test]
fn a_clockwise_ring_holds_things_in() {
    let ring: Vec<Vec2> = (0..40)
        .map(|i| {
            let (s, c) = carom::math::sin_cos(-std::f32::consts::TAU * i as f32 / 40.0);
            vec2(8.0 * c, 8.0 * s)
        })
        .collect();
    for chain in [Chain::closed(&ring).unwrap().one_sided(), Chain::closed(&ring).unwrap()] {
        let mut world = World::default();
        world.add_body(BodyDef::fixed().shape(chain)).unwrap();
        let mut random = SplitMix64::new(3);
        for i in 0..80 {
            let place = vec2((i % 9) as f32 - 4.0, (i / 9) as f32 - 4.0);
            let speed = vec2(random.range(-30.0, 30.0), random.range(-30.0, 30.0));
            let body = BodyDef::dynamic().at(place).velocity(speed).angular_velocity(random.range(-9.0, 9.0));
            let body = if i % 2 == 0 { body.shape(disc(0.3)) } else { body.shape(rect(0.6, 0.5)) };
            world.add_body(body).unwrap();
        }
        for _ in 0..400 {
            world.step();
            assert!(world.bodies().skip(1).all(|(_, body)| body.position().length() < 8.05));
        }
        checked(&world);
    }
}
