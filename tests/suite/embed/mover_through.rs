//! A character and one-way platforms: up through them, onto them, off them by the side, down through them on request.

use crate::kit::*;
use carom::Mover;
use carom::prelude::*;

const DT: f32 = 1.0 / 60.0;

/// Distance of the feet of a standing character from the ground [m]: a skin, and the motion of a step.
const NEAR: f64 = 0.015;

/// Height of the hero's middle over its ground.
const TALL: f32 = 0.8;

fn hero(x: f32, y: f32) -> Mover {
    Mover::new(Capsule::vertical(1.0, 0.3).unwrap(), vec2(x, y)).unwrap()
}

fn platform(world: &mut World, y: f32, shape: impl Into<carom::Shape>) -> BodyKey {
    let shape = ShapeDef::new(shape).one_way(vec2(0.0, 1.0));
    world.add_body(BodyDef::fixed().at(vec2(0.0, y)).shape(shape)).unwrap()
}

/// Walks as a game does: falls without ground, jumps in the step after `jump` of them.
fn play(world: &mut World, mover: &mut Mover, run: f32, jump: Option<f32>, steps: usize) {
    let (mut fall, mut jump) = (0.0, jump);
    for _ in 0..steps {
        world.step();
        fall = match mover.ground() {
            Some(_) => jump.take().unwrap_or(0.0),
            None => fall - G * DT,
        };
        mover.walk(world, vec2(run, fall), DT).unwrap();
    }
}

#[test]
fn a_jump_from_below_ends_on_the_platform_or_on_the_ground() {
    let shapes: [(carom::Shape, f32); 3] = [
        (rect(4.0, 0.2).into(), 0.1),
        (rect(4.0, 0.8).into(), 0.4),
        (Segment::new(vec2(-2.0, 0.0), vec2(2.0, 0.0)).unwrap().into(), 0.0),
    ];
    for (shape, half) in shapes {
        let (mut above, mut below) = (0, 0);
        for tenth in 10..=100 {
            let mut world = sleepless();
            platform(&mut world, 1.5, shape.clone());
            let mut mover = hero(0.0, TALL + 0.01);
            play(&mut world, &mut mover, 0.0, None, 10);
            let speed = 0.1 * tenth as f32;
            play(&mut world, &mut mover, 0.0, Some(speed), 180);
            let feet = mover.position.y - TALL;
            let near = |top: f32| (feet - top).abs() <= 1.5 * mover.skin;
            assert!(near(0.0) || near(1.5 + half), "from {speed} m/s its feet are at {feet}");
            assert!(mover.ground().is_some(), "from {speed} m/s it flies at {feet}");
            above += usize::from(feet > 1.0);
            below += usize::from(feet < 1.0);
        }
        assert!(above > 30 && below > 30, "{above} above, {below} below");
    }
}

#[test]
fn what_walks_into_its_side_goes_through() {
    let mut world = sleepless();
    platform(&mut world, 0.7, rect(4.0, 0.8));
    let mut mover = hero(-4.0, TALL + 0.01);
    play(&mut world, &mut mover, 2.0, None, 240);
    near(mover.position.x, 4.0, 0.05);
    near(mover.position.y, TALL, 0.02);
}

#[test]
fn a_platform_that_rises_faster_than_a_skin_a_step_carries_it() {
    let mut world = sleepless();
    let shape = ShapeDef::new(rect(4.0, 0.2)).one_way(vec2(0.0, 1.0));
    let lift = BodyDef::kinematic().at(vec2(0.0, 0.6)).velocity(vec2(0.0, 1.5)).shape(shape);
    let lift = world.add_body(lift).unwrap();
    let mut mover = hero(0.0, 2.0);
    play(&mut world, &mut mover, 0.0, None, 90);
    near(mover.position.y - TALL, at(&world, lift).y + 0.1, NEAR);
}

#[test]
fn told_to_it_drops_through_one_platform_and_lands_on_the_next() {
    let mut world = sleepless();
    let lower = platform(&mut world, 2.0, rect(4.0, 0.2));
    let upper = platform(&mut world, 4.5, rect(4.0, 0.2));
    let mut mover = hero(0.0, 5.6);
    play(&mut world, &mut mover, 0.0, None, 60);
    for (feet, on) in [(4.6, Some(upper)), (2.1, Some(lower)), (0.0, None)] {
        near(mover.position.y - TALL, feet, NEAR);
        let stands_on = mover.ground().unwrap().shape.body;
        assert!(on.is_none_or(|on| on == stands_on));
        let through = mover.drop_through(&world).unwrap();
        assert_eq!(through, usize::from(on.is_some()), "at {feet}");
        assert_eq!(mover.ground().is_none(), on.is_some());
        play(&mut world, &mut mover, 0.0, None, 90);
    }
}

#[test]
fn after_a_drop_it_may_come_back() {
    let mut world = sleepless();
    platform(&mut world, 1.5, rect(4.0, 0.2));
    let mut mover = hero(0.0, 2.6);
    play(&mut world, &mut mover, 0.0, None, 60);
    mover.drop_through(&world).unwrap();
    play(&mut world, &mut mover, 0.0, None, 60);
    near(mover.position.y - TALL, 0.0, NEAR);
    play(&mut world, &mut mover, 0.0, Some(7.0), 120);
    near(mover.position.y - TALL, 1.6, NEAR);
}

#[test]
fn told_while_it_also_stands_on_the_ground_it_stays() {
    let mut world = sleepless();
    platform(&mut world, -0.1, rect(4.0, 0.2));
    let mut mover = hero(0.0, TALL + 0.01);
    play(&mut world, &mut mover, 0.0, None, 10);
    mover.drop_through(&world).unwrap();
    play(&mut world, &mut mover, 1.0, None, 60);
    near(mover.position.y, TALL, 0.02);
    assert!(mover.ground().is_some());
}
