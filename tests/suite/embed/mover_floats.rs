//! A character without up and down, as seen from above: it slides along walls by the part of its velocity along them,
//! and rests in corners that hold it.

use crate::kit::*;
use carom::prelude::*;
use carom::{Mover, Shape};
use std::f32::consts::{FRAC_PI_2, PI};

const DT: f32 = 1.0 / 60.0;

/// Number of seeded cases of each law.
const CASES: u64 = 1000;

/// A character without up, of one of several shapes, and its greatest radius.
fn floating(random: &mut SplitMix64) -> (Mover, f32) {
    let size = random.range(0.1, 1.0);
    let (shape, reach): (Shape, f32) = match random.int(0, 3) {
        0 => (disc(size).into(), size),
        1 => (Capsule::vertical(size, 0.5 * size).unwrap().into(), size),
        2 => (rect(size, 0.7 * size).into(), 0.62 * size),
        _ => {
            let corners: Vec<Vec2> = (0..5).map(|k| Vec2::from_angle(1.256 * k as f32 + size) * size).collect();
            (Polygon::new(corners).unwrap().into(), size)
        }
    };
    let mut mover = Mover::new(shape, Vec2::ZERO).unwrap();
    mover.floats = true;
    (mover, reach)
}

/// The distance of a character from the nearest shape of a world [m].
fn clearance(world: &World, mover: &Mover) -> f32 {
    let pose = Pose::new(mover.position, 0.0);
    let gaps = world.bodies().flat_map(|(_, body)| {
        let gap =
            |def: &ShapeDef| carom::separation_shapes(&def.shape, body.pose(), &mover.shape, pose).distance.distance;
        body.shapes().iter().map(gap).collect::<Vec<_>>()
    });
    gaps.fold(f32::MAX, f32::min)
}

fn wall(world: &mut World, at: Vec2, normal: Vec2) {
    let pose = Pose::new(at - 0.5 * normal, normal.y.atan2(normal.x));
    world.add_body(BodyDef::fixed().shape(Polygon::rect_at(pose, 1.0, 400.0).unwrap())).unwrap();
}

#[test]
fn along_a_wall_it_goes_by_the_part_of_its_velocity() {
    let mut random = SplitMix64::new(1);
    for case in 0..CASES {
        let mut world = space();
        let (mut mover, reach) = floating(&mut random);
        let normal = Vec2::from_angle(random.range(-PI, PI));
        wall(&mut world, -(reach + random.range(0.05, 0.5)) * normal, normal);
        let against = random.range(0.05, 1.45);
        let side = if random.int(0, 1) == 0 { 1.0 } else { -1.0 };
        let tangent = side * normal.perp();
        let speed = random.range(0.5, 20.0);
        let velocity = speed * (tangent * against.cos() - normal * against.sin());
        for _ in 0..180 {
            mover.walk(&mut world, velocity, DT).unwrap();
        }
        let way = tangent.dot(mover.position);
        near(way / (3.0 * speed * against.cos()), 1.0, 1.0e-3);
        let gap = clearance(&world, &mover);
        let wait = if speed * against.sin() * 3.0 > 2.0 * reach + 1.0 { 1.2 } else { f32::MAX };
        assert!(gap > 0.9 * mover.skin && gap < wait * mover.skin, "case {case}: {gap} m away");
    }
}

#[test]
fn in_a_corner_it_rests_or_leaves_along_one_wall() {
    let mut random = SplitMix64::new(2);
    for case in 0..CASES {
        let mut world = space();
        let (mut mover, reach) = floating(&mut random);
        // Two walls through the origin, seen from within along `out`, each half an opening from there.
        let out = random.range(-PI, PI);
        let half = 0.5 * random.range(0.5, 3.0);
        let normals = [1.0, -1.0].map(|side: f32| Vec2::from_angle(out + side * (half - FRAC_PI_2)));
        for normal in normals {
            wall(&mut world, Vec2::ZERO, normal);
        }
        mover.position = (reach + 0.1) / half.sin() * Vec2::from_angle(out);
        let speed = random.range(0.5, 10.0);
        let velocity = Vec2::from_angle(out + PI + random.range(-1.5, 1.5)) * speed;
        let ends: Vec<Vec2> = (0..360)
            .map(|_| {
                mover.walk(&mut world, velocity, DT).unwrap();
                mover.position
            })
            .collect();
        // The nearest velocity that enters no wall: one of the projections, or none.
        let slides = normals.map(|n| velocity - n * n.dot(velocity).min(0.0));
        let free = slides.iter().filter(|v| normals.iter().all(|n| n.dot(**v) > -1.0e-3 * speed));
        let wanted = free.fold(Vec2::ZERO, |best, v| if v.length() > best.length() { *v } else { best });
        // Near the border between the two the answer is either.
        if slides.iter().any(|v| normals.iter().any(|n| n.dot(*v).abs() < 0.02 * speed && n.dot(*v) != 0.0)) {
            continue;
        }
        let mean = (ends[359] - ends[299]) / 1.0;
        let error = (mean - wanted).length();
        assert!(error < 0.002 * speed + 1.0e-3, "case {case}: {mean} and not {wanted}, half {half}");
        if wanted == Vec2::ZERO {
            let shake = ends[300..].iter().map(|at| (*at - ends[359]).length()).fold(0.0, f32::max);
            assert!(shake < 1.0e-4, "case {case}: it shakes by {shake}");
        }
    }
}

#[test]
fn among_obstacles_it_keeps_its_skin() {
    let mut random = SplitMix64::new(3);
    for case in 0..CASES {
        let mut world = space();
        let (mut mover, _) = floating(&mut random);
        // Places 3.2 m apart leave room for the largest character.
        for k in 0..49 {
            let place = vec2((k % 7) as f32 - 3.0, (k / 7) as f32 - 3.0) * 3.4 + vec2(1.7, 1.7);
            let shape: Shape = match random.int(0, 3) {
                0 => disc(0.5).into(),
                1 => Capsule::vertical(0.6, 0.2).unwrap().into(),
                2 => Segment::new(vec2(-0.6, 0.0), vec2(0.6, 0.0)).unwrap().into(),
                _ => rect(1.0, 0.5).into(),
            };
            let body = BodyDef::fixed().at(place).angle(random.range(-3.0, 3.0)).shape(shape);
            world.add_body(body).unwrap();
        }
        for _ in 0..60 {
            let speed = 10.0_f32.powf(random.range(-1.0, 2.0));
            let velocity = Vec2::from_angle(random.range(-3.1, 3.1)) * speed;
            let from = mover.position;
            let moved = mover.walk(&mut world, velocity, DT).unwrap();
            let gap = clearance(&world, &mover);
            assert!(gap > 0.9 * mover.skin, "case {case}: {gap} m at {} from {from} by {velocity}", mover.position);
            assert!(moved.way.length() < 1.001 * speed * DT + 2.0 * mover.skin && moved.crushed.is_empty());
        }
    }
}

#[test]
fn it_pushes_crates_and_has_no_ground() {
    let mut world = space();
    let crate_ = world.add_body(crate_at(2.0, 0.0)).unwrap();
    let mut mover = Mover::new(disc(0.4), Vec2::ZERO).unwrap();
    mover.floats = true;
    for _ in 0..120 {
        world.step();
        assert!(mover.walk(&mut world, vec2(2.0, 0.0), DT).unwrap().ground.is_none());
    }
    assert!(at(&world, crate_).x > 4.0 && mover.position.x > 3.0, "{} {}", at(&world, crate_), mover.position);
}
