//! Shots at the place where two walls meet: inside corners, outside corners, seams.

use super::shots::{bullet, surface, world};
use crate::kit::*;
use carom::math::PI;
use carom::prelude::*;

/// Length of each wall [m].
const LONG_WALL: f32 = 500.0;

/// Two walls from the origin, along `u` and along `w`, by kind. The sector from `u` to `w`, counterclockwise, is the
/// solid side of the one-sided chain.
fn walls(body: BodyDef, kind: u64, [u, w]: [f32; 2], random: &mut SplitMix64) -> BodyDef {
    let end = |angle: f32| Rot::from_angle(angle).rotate(vec2(LONG_WALL, 0.0));
    let (a, b) = (end(u), end(w));
    let surface = |shape: carom::Shape, random: &mut SplitMix64| surface(random, shape);
    match kind {
        0 => [a, b]
            .into_iter()
            .fold(body, |body, end| body.shape(surface(Segment::new(Vec2::ZERO, end).unwrap().into(), random))),
        1 => [u, w].into_iter().fold(body, |body, angle| {
            let pose = Pose { p: 0.5 * end(angle), q: Rot::from_angle(angle) };
            body.shape(surface(Polygon::rect_at(pose, LONG_WALL, 0.001).unwrap().into(), random))
        }),
        2 => [a, b]
            .into_iter()
            .fold(body, |body, end| body.shape(surface(Capsule::new(Vec2::ZERO, end, 0.0005).unwrap().into(), random))),
        3 => body.shape(surface(Chain::open([a, Vec2::ZERO, b]).unwrap().into(), random)),
        _ => body.shape(surface(Chain::open([a, Vec2::ZERO, b]).unwrap().one_sided().into(), random)),
    }
}

/// Angle from `u` counterclockwise [0, 2 pi).
fn turn_from(u: f32, v: Vec2) -> f32 {
    let angle = v.y.atan2(v.x) - u;
    angle.rem_euclid(2.0 * PI)
}

/// Reports a bullet that changed sides, as seen from the walls.
pub fn at_a_corner(seed: u64) -> Option<String> {
    let mut random = SplitMix64::new(seed);
    let mut world = world(&mut random);
    let kind = random.int(0, 4);
    let u = random.range(-3.0, 3.0);
    // A seam, an inside corner, or an outside one.
    let opening = match random.int(0, 2) {
        0 => PI,
        1 => random.range(0.4, 3.0),
        _ => random.range(3.3, 5.8),
    };
    // A bullet driven into its own sharp corner is squeezed through: docs/CCD.md, limits.
    let kinematic = random.int(0, 1) == 0 && opening > 1.1;
    let (sin, cos) = carom::math::sin_cos(random.range(-3.1, 3.1));
    let drift = vec2(cos, sin) * random.range(10.0, 400.0);
    let corner = if kinematic { BodyDef::kinematic().velocity(drift) } else { BodyDef::fixed() };
    let corner = world.add_body(walls(corner, kind, [u, u + opening], &mut random)).unwrap();
    let (shape, reach) = bullet(&mut random);
    // In the middle of the sector, outside the walls by its reach, it flies at the corner.
    let along = u + opening * random.range(0.3, 0.7);
    let gap = (0.3 * opening).min(0.5 * PI).sin();
    let away = (reach + 0.002) / gap + random.range(0.0, 5.0);
    let toward = Rot::from_angle(along).rotate(vec2(1.0, 0.0));
    let miss = Rot::from_angle(along).rotate(vec2(0.0, random.range(-0.5, 0.5) * reach));
    let speed = random.range(10.0, 400.0);
    let own = if kinematic { drift } else { Vec2::ZERO };
    let shot = BodyDef::dynamic().at(toward * away).velocity((miss - toward * away).normalize() * speed + own);
    let spin = random.range(-1.0, 1.0) * if random.int(0, 2) == 0 { 200.0 } else { 20.0 };
    let shot = shot.angle(random.range(-3.0, 3.0)).angular_velocity(spin);
    let key = world.add_body(shot.shape(surface(&mut random, shape.clone()))).unwrap();
    for step in 0..12 {
        world.step();
        let center = world.body(key).unwrap().center();
        let local = world.body(corner).unwrap().pose().inverse_transform_point(center);
        if turn_from(u, local) >= opening {
            let what = shape.piece(0).kind();
            return Some(format!(
                "seed {seed}, corner {kind} of {opening}, kinematic {kinematic}, step {step}: \
                 {local}; {what:?}, {reach}"
            ));
        }
    }
    checked(&world);
    None
}
