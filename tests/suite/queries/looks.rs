//! Batches of queries: a batch tests boxes that are made once, and asks the pieces if these do not decide. Its answers
//! are those of a world that has none, also after changes.

use super::Field;
use crate::kit::*;
use carom::prelude::*;
use carom::{Cast, Ray, Shape};

const FIELDS: u64 = if LONG { 300 } else { 40 };

/// Changes to a field, each followed by queries.
const ROUNDS: usize = 12;

/// Queries in a batch.
const COUNT: usize = 40;

/// A way that is often along an axis, and often ends where it just touches something.
fn end(field: &mut Field, from: Vec2) -> Vec2 {
    let to = field.spot();
    match field.random.int(0, 4) {
        0 => vec2(to.x, from.y),
        1 => vec2(from.x, to.y),
        _ => to,
    }
}

fn angle(field: &mut Field) -> f32 {
    if field.random.int(0, 2) == 0 { 0.0 } else { field.random.range(-3.0, 3.0) }
}

#[test]
fn batches_answer_as_a_world_that_is_asked_for_the_first_time() {
    for seed in 0..FIELDS {
        let mut field = Field::new(5000 + seed);
        for round in 0..ROUNDS {
            field.change();
            let rays: Vec<Ray> = (0..COUNT)
                .map(|i| {
                    let from = field.spot();
                    Ray::new(from, end(&mut field, from)).radius(0.2 * (i % 3) as f32)
                })
                .collect();
            let casts: Vec<Cast> = (0..COUNT)
                .map(|i| {
                    let (shape, from, turn) = (field.outline(), field.spot(), angle(&mut field));
                    let to = end(&mut field, from);
                    if i % 4 == 0 {
                        return Cast::between(shape, Pose::new(from, turn), Pose::new(to, turn + 1.0));
                    }
                    Cast::new(shape, Pose::new(from, turn), to - from)
                })
                .collect();
            let areas: Vec<(Shape, Pose)> =
                (0..COUNT).map(|_| (field.outline(), Pose::new(field.spot(), angle(&mut field)))).collect();
            let query = field.world.query();
            let answers = (
                query.ray_batch(&rays).unwrap(),
                query.cast_batch(&casts).unwrap(),
                query.overlap_batch(&areas).unwrap(),
            );
            let fresh = field.world.clone();
            let query = fresh.query();
            for i in 0..COUNT {
                let place = format!("field {seed}, round {round}, question {i}");
                assert_eq!(answers.0[i], query.ray(&rays[i]).unwrap(), "{place}");
                assert_eq!(answers.1[i], query.cast(&casts[i]).unwrap(), "{place}");
                assert_eq!(answers.2[i], query.overlap(&areas[i].0, areas[i].1).unwrap(), "{place}");
            }
        }
    }
}

/// Some thousand small bodies close together, with ground and walls that are much longer.
fn crowd(random: &mut SplitMix64) -> World {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(rect(200.0, 1.0))).unwrap();
    for x in [-60.0, 60.0] {
        world.add_body(BodyDef::fixed().at(vec2(x, 40.0)).shape(rect(1.0, 100.0))).unwrap();
    }
    for i in 0..3000 {
        let at = vec2(1.4 * (i % 75) as f32 - 52.0, 1.4 * (i / 75) as f32 + random.range(0.0, 0.3));
        let size = random.range(0.3, 1.2);
        let shape: Shape = match i % 4 {
            0 => disc(0.5 * size).into(),
            1 => rect(size, 0.6).into(),
            2 => Capsule::horizontal(0.5, 0.3 * size).unwrap().into(),
            _ => Polygon::hull([vec2(-0.5, 0.0), vec2(size, 0.1), vec2(0.2, 0.6), vec2(0.0, -0.4)]).unwrap().into(),
        };
        let kind = if i % 5 == 0 { BodyDef::fixed() } else { BodyDef::dynamic() };
        world.add_body(kind.at(at).angle(random.range(-3.0, 3.0)).shape(shape)).unwrap();
    }
    world.step();
    world
}

#[test]
fn in_a_crowd_batches_answer_as_single_questions() {
    let mut random = SplitMix64::new(7);
    let world = crowd(&mut random);
    let mut way = || {
        let from = vec2(random.range(-70.0, 70.0), random.range(-3.0, 90.0));
        let length = random.range(0.0, 1.0) * random.range(1.0, 60.0);
        let along = match random.int(0, 5) {
            0 => vec2(length, 0.0),
            1 => vec2(0.0, -length),
            _ => Rot::from_angle(random.range(-3.0, 3.0)).rotate(vec2(length, 0.0)),
        };
        (from, along, random.range(-1.0, 1.0))
    };
    let thick = |i: usize, r: f32| if i.is_multiple_of(3) { 2.0 * r.abs() } else { 0.0 };
    let rays: Vec<Ray> =
        (0..1500).map(|_| way()).enumerate().map(|(i, (p, by, r))| Ray::new(p, p + by).radius(thick(i, r))).collect();
    let movers: [Shape; 3] = [rect(1.0, 1.0).into(), disc(0.2).into(), rect(9.0, 0.5).into()];
    let cast = |(i, (p, by, angle)): (usize, (Vec2, Vec2, f32))| {
        let (shape, from) = (movers[i % 3].clone(), Pose::new(p, angle));
        if i % 7 == 0 { Cast::between(shape, from, Pose::new(p + by, -angle)) } else { Cast::new(shape, from, by) }
    };
    let casts: Vec<Cast> = (0..1500).map(|_| way()).enumerate().map(cast).collect();
    let answers = (world.query().ray_batch(&rays).unwrap(), world.query().cast_batch(&casts).unwrap());
    let fresh = world.clone();
    for i in 0..rays.len() {
        assert_eq!(answers.0[i], fresh.query().ray(&rays[i]).unwrap(), "{:?}", rays[i]);
        assert_eq!(answers.1[i], fresh.query().cast(&casts[i]).unwrap(), "{:?}", casts[i]);
    }
    let hits = answers.0.iter().flatten().count();
    assert!((500..1500).contains(&hits), "{hits}");
}

#[test]
fn ways_that_are_hardly_any_are_answered_alike() {
    let mut world = World::default();
    // Placed so that the origin is in the outer part of the disc.
    world.add_body(BodyDef::fixed().at(vec2(0.95, 0.0)).shape(disc(1.0))).unwrap();
    for length in [4.5e-23_f32, 1.0e-21, 1.0e-20, 1.0e-15] {
        let rays = vec![Ray::new(Vec2::ZERO, vec2(length, 0.0)); COUNT];
        let single = world.clone().query().ray(&rays[0]).unwrap();
        assert!(single.is_some(), "{length}");
        assert_eq!(world.query().ray_batch(&rays).unwrap(), vec![single; COUNT], "{length}");
    }
}
