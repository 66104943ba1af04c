//! Bends of the ground: a body that slides over one without friction loses what an impact without a bounce takes, and
//! no more. That is the part of its speed that goes into the slope, where it meets or lands on it.

use crate::kit::*;
use carom::prelude::*;

/// Grounds: a chain of two sides, of one side, two fixed polygons, two kinematic ones at rest and moving, a kinematic
/// compound, a kinematic outline, a dynamic compound of many tons.
const GROUNDS: usize = 8;

/// The velocity of the moving ground [m/s].
const LIFT: Vec2 = vec2(-1.5, 2.0);

/// The ground in two parts that meet at the origin, the first one level, the second one bent by `angle`.
fn ground(world: &mut World, kind: usize, angle: f32) -> BodyKey {
    let (from, to) = (vec2(-200.0, 0.0), vec2(200.0 * angle.cos(), 200.0 * angle.sin()));
    let down = vec2(0.0, -5.0);
    let icy = |body: BodyDef, shape: ShapeDef| body.shape(shape.friction(0.0).density(100.0));
    let parts = [[from, Vec2::ZERO], [Vec2::ZERO, to]].map(|[a, b]| [a, b, b + down, a + down]);
    let polygons = parts.map(|corners| ShapeDef::new(Polygon::new(corners).unwrap()));
    let body = |kind: usize| match kind {
        4 => BodyDef::kinematic().velocity(LIFT),
        3..7 => BodyDef::kinematic(),
        7 => BodyDef::dynamic().gravity_scale(0.0),
        _ => BodyDef::fixed(),
    };
    let whole = match kind {
        0 => vec![ShapeDef::new(Chain::open([to, Vec2::ZERO, from]).unwrap())],
        1 => vec![ShapeDef::new(Chain::open([to, Vec2::ZERO, from]).unwrap().one_sided())],
        2..5 => {
            let [one, two] = polygons;
            world.add_body(icy(body(kind), one)).unwrap();
            vec![two]
        }
        5 | 7 => polygons.to_vec(),
        _ => vec![ShapeDef::new(Outline::new([from, from + down, down, to + down, to, Vec2::ZERO]).unwrap())],
    };
    world.add_body(whole.into_iter().fold(body(kind), icy)).unwrap()
}

/// A slider of a kind, and its height above the ground.
fn slider(kind: usize) -> (ShapeDef, f32) {
    match kind {
        0 => (ShapeDef::new(rect(1.6, 0.2)), 0.1),
        1 => (ShapeDef::new(rect(0.8, 0.8)), 0.4),
        2 => (ShapeDef::new(Capsule::horizontal(1.0, 0.2).unwrap()), 0.2),
        3 => (ShapeDef::new(disc(0.3)), 0.3),
        _ => (ShapeDef::new(Polygon::rect(0.8, 0.4).unwrap().rounded(0.1).unwrap()), 0.3),
    }
}

/// Speed after the bend, seen from the ground, as a part of what it was or, on a slope, would be.
fn kept(grounds: usize, sliders: usize, angle: f32, speed: f32, phase: f32) -> f32 {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    let ground = ground(&mut world, grounds, angle);
    let (shape, height) = slider(sliders);
    let lift = velocity(&world, ground);
    let start = vec2(-2.0 - phase * speed / 60.0, height);
    let body = BodyDef::dynamic().at(start).velocity(lift + vec2(speed, 0.0)).shape(shape.friction(0.0));
    let body = world.add_body(body).unwrap();
    let place = |world: &World| at(world, body) - at(world, ground);
    let (mut stands, mut hops) = (0, 0.0_f32);
    while place(&world).x < 1.0 {
        let before = place(&world).x;
        world.step();
        hops = hops.max((velocity(&world, body) - velocity(&world, ground)).y.abs());
        stands = if place(&world).x < before + 1.0e-3 * speed / 60.0 { stands + 1 } else { 0 };
        // On level ground nothing may hop.
        if stands > 5 || angle == 0.0 && hops > 0.05 {
            return 0.0;
        }
    }
    let climbed = place(&world).y - height;
    let energy = 0.5 * (velocity(&world, body) - velocity(&world, ground)).length_squared() + 9.81 * climbed;
    (2.0 * energy).sqrt() / speed
}

#[test]
fn a_bend_takes_no_more_than_an_impact_does() {
    let mut bad = Vec::new();
    let mut random = SplitMix64::new(1);
    for grounds in 0..GROUNDS {
        for sliders in 0..5 {
            for degrees in [-30.0_f32, -10.0, -2.0, 0.0, 2.0, 5.0, 10.0, 20.0, 30.0] {
                for speed in [1.0, 3.0, 6.0, 10.0, 20.0, 50.0] {
                    // Slower bodies do not get up a slope.
                    if degrees != 0.0 && speed < 6.0 {
                        continue;
                    }
                    let angle = degrees.to_radians();
                    let mut least = f32::MAX;
                    for _ in 0..8 {
                        least = least.min(kept(grounds, sliders, angle, speed, random.range(0.0, 1.0)));
                    }
                    // An impact takes what goes into the slope, and a part of the rest turns the body.
                    if least < 0.97 * angle.cos() * angle.cos() {
                        bad.push(format!(
                            "ground {grounds}, slider {sliders}, {degrees} degrees, {speed} m/s: {least}"
                        ));
                    }
                }
            }
        }
    }
    assert!(bad.is_empty(), "{}: {bad:#?}", bad.len());
}
