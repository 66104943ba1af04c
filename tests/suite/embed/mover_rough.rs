//! A character in rough places: uneven floors and ceilings, lifts under low ceilings, settings of any size, and levels
//! that lean with their up direction.

use crate::kit::*;
use carom::prelude::*;
use carom::{Mover, Shape};

const DT: f32 = 1.0 / 60.0;

/// Number of seeded cases of each law.
const CASES: u64 = 1000;

fn shape(random: &mut SplitMix64) -> Shape {
    match random.int(0, 2) {
        0 => Capsule::vertical(0.6, 0.3).unwrap().into(),
        1 => disc(0.4).into(),
        _ => rect(0.8, 0.8).into(),
    }
}

#[test]
fn uneven_floors_and_ceilings_hold_nobody_up() {
    let mut random = SplitMix64::new(21);
    for case in 0..CASES {
        let mut world = space();
        let (rough, is_floor) = (10.0_f32.powf(random.range(-5.0, -2.7)), random.int(0, 1) == 0);
        let up = if is_floor { 1.0 } else { -1.0 };
        let mut x = -3.0;
        while x < 15.0 {
            let width = random.range(0.2, 2.0);
            let at = vec2(x + 0.5 * width, -up * (0.5 + random.range(0.0, rough)));
            world.add_body(BodyDef::fixed().at(at).shape(rect(width, 1.0))).unwrap();
            x += width;
        }
        let mut mover = Mover::new(shape(&mut random), vec2(0.0, up * 0.7)).unwrap();
        mover.floats = random.int(0, 1) == 0;
        let (speed, press) = (random.range(0.2, 8.0), random.range(0.02, 1.0));
        let mut walk = |world: &mut World, run: f32| {
            mover.walk(world, vec2(run, -up * press), DT).unwrap();
            mover.position
        };
        let wait = (0.4 / press / DT) as usize;
        let start = (0..wait).fold(Vec2::ZERO, |_, _| walk(&mut world, 0.0));
        let steps = (8.0 / speed / DT) as usize;
        let end = (0..steps).fold(Vec2::ZERO, |_, _| walk(&mut world, speed));
        let part = (end.x - start.x) / (steps as f32 * DT * speed);
        near(part, 1.0, 0.01);
        assert!((start.y - end.y).abs() < 0.005, "case {case}: {start} {end}");
    }
}

#[test]
fn a_lift_under_a_low_ceiling_crushes_it_there_and_lets_it_go() {
    let mut random = SplitMix64::new(22);
    for case in 0..CASES {
        let mut world = sleepless();
        let ceiling = random.range(1.2, 3.0);
        world.add_body(BodyDef::fixed().at(vec2(0.0, ceiling + 1.0)).shape(rect(20.0, 2.0))).unwrap();
        let speed = 10.0_f32.powf(random.range(-0.7, 0.7));
        let thick = random.range(0.1, 0.6);
        let lift = BodyDef::kinematic().at(vec2(0.0, -0.5 * thick)).velocity(vec2(0.0, speed)).shape(rect(4.0, thick));
        let lift = world.add_body(lift).unwrap();
        let mut mover = Mover::new(shape(&mut random), vec2(0.0, 0.61)).unwrap();
        let tall = 2.0 * half_height(&mover);
        // Up until the lift has gone half into the character, and down again.
        let turn = ((ceiling - 0.5 * tall) / speed / DT) as usize;
        let (mut fall, mut told) = (0.0, 0);
        for step in 0..2 * turn {
            if step == turn {
                world.body_mut(lift).unwrap().set_velocity(vec2(0.0, -speed)).unwrap();
            }
            world.step();
            let from = mover.position;
            fall = if mover.ground().is_some() { 0.0 } else { fall - G * DT };
            let moved = mover.walk(&mut world, vec2(0.0, fall), DT).unwrap();
            told += usize::from(!moved.crushed.is_empty());
            let head = mover.position.y + 0.5 * tall;
            assert!(head < ceiling && head > tall - 0.01, "case {case}, step {step}: head at {head} of {ceiling}");
            let most = 2.0 * speed * DT + fall.abs() * DT + 5.0 * mover.skin;
            assert!((mover.position - from).length() < most, "case {case}, step {step}: from {from} {}", moved.way);
        }
        assert!(told > 0, "case {case}");
        world.step();
        assert!(mover.walk(&mut world, Vec2::ZERO, DT).unwrap().crushed.is_empty(), "case {case}: {}", mover.position);
    }
}

/// Half of the height of a character that is even about its middle.
fn half_height(mover: &Mover) -> f32 {
    let (piece, mut most) = (mover.shape.piece(0), 0.0_f32);
    piece.core(|core| most = most.max(core.y));
    most + piece.radius()
}

#[test]
fn settings_of_any_size_cause_no_panic() {
    let mut random = SplitMix64::new(23);
    for _ in 0..CASES {
        let mut world = space();
        for _ in 0..12 {
            let place = vec2(random.range(-4.0, 4.0), random.range(-4.0, 4.0));
            let v = vec2(random.range(-90.0, 90.0), random.range(-9.0, 9.0));
            let body = match random.int(0, 2) {
                0 => BodyDef::fixed(),
                1 => BodyDef::kinematic().velocity(v).angular_velocity(random.range(-30.0, 30.0)),
                _ => BodyDef::dynamic().velocity(v),
            };
            world.add_body(body.at(place).angle(random.range(-3.0, 3.0)).shape(shape(&mut random))).unwrap();
        }
        let mut mover = Mover::new(shape(&mut random), vec2(0.0, 0.0)).unwrap();
        let mut size = || [0.0, 1.0e-30, 1.0e-6, 0.01, 1.0, 300.0, 1.0e30][random.int(0, 6) as usize];
        (mover.skin, mover.snap, mover.step_height) = (size(), size(), size());
        (mover.max_slope, mover.push_mass) = (size(), size());
        mover.floats = random.int(0, 1) == 0;
        for _ in 0..10 {
            world.step();
            let speed = 10.0_f32.powf(random.range(-8.0, 37.0));
            let dt = [DT, 0.0, 1.0, 1.0e-30][random.int(0, 3) as usize];
            let before = mover.position;
            let walked = mover.walk(&mut world, Vec2::from_angle(random.range(-3.1, 3.1)) * speed, dt);
            assert!(mover.position.is_finite());
            if walked.is_err() {
                assert_eq!(mover.position, before, "{walked:?}");
                mover.position = Vec2::ZERO;
            }
        }
    }
}

#[test]
fn a_level_that_leans_with_its_up_direction_is_walked_alike() {
    /// Walks over a step, up a slope, into a wall and off a ledge in a level that is turned by an angle.
    fn walk(angle: f32, own: &Shape, orders: &[(f32, bool)]) -> Vec<Vec2> {
        let lean = Pose::new(Vec2::ZERO, angle);
        let mut world = space();
        let slope = Polygon::new([vec2(5.0, 0.0), vec2(8.0, 0.0), vec2(8.0, 1.5)]).unwrap();
        let parts = [vec2(0.0, -1.0), vec2(2.5, 0.1), vec2(-8.0, 3.0), vec2(9.0, 1.0)];
        let sizes = [vec2(24.0, 2.0), vec2(1.5, 0.2), vec2(1.0, 6.0), vec2(2.0, 1.0)];
        for (at, size) in parts.into_iter().zip(sizes) {
            let part = Polygon::rect_at(Pose::new(at, 0.0), size.x, size.y).unwrap();
            world.add_body(BodyDef::fixed().angle(angle).shape(part)).unwrap();
        }
        world.add_body(BodyDef::fixed().angle(angle).shape(slope)).unwrap();
        let own = match own {
            Shape::Capsule(own) => {
                Capsule::new(lean.q.rotate(own.a()), lean.q.rotate(own.b()), own.radius()).unwrap().into()
            }
            other => other.clone(),
        };
        let mut mover = Mover::new(own, lean.q.rotate(vec2(-2.0, 0.61))).unwrap();
        mover.up = lean.q.rotate(vec2(0.0, 1.0));
        let mut fall = 0.0;
        let step = |&(run, jumps): &(f32, bool)| {
            fall = match mover.ground() {
                Some(_) if jumps => 4.0,
                Some(_) => 0.0,
                None => fall - G * DT,
            };
            mover.walk(&mut world, lean.q.rotate(vec2(run, fall)), DT).unwrap();
            lean.q.inverse_rotate(mover.position)
        };
        orders.iter().map(step).collect()
    }
    let mut random = SplitMix64::new(24);
    let (mut far, mut cases) = (0, 0);
    for _ in 0..CASES / 4 {
        let own: Shape =
            if random.int(0, 1) == 0 { disc(0.4).into() } else { Capsule::vertical(0.6, 0.3).unwrap().into() };
        let mut orders = Vec::new();
        for _ in 0..6 {
            let order = (random.range(-5.0, 5.0), random.int(0, 2) == 0);
            orders.extend((0..30).map(|k| (order.0, order.1 && k == 0)));
        }
        let straight = walk(0.0, &own, &orders);
        let turned = walk(random.range(-3.1, 3.1), &own, &orders);
        let apart = straight.iter().zip(&turned).map(|(a, b)| (*a - *b).length()).fold(0.0, f32::max);
        far += usize::from(apart > 0.02);
        cases += 1;
    }
    // A jump that just reaches a ledge, or does not, is decided by rounding.
    assert!(far * 50 < cases, "{far} of {cases}");
}
