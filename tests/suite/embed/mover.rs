//! A character on floors, slopes, steps and lifts, in corners, and against bodies that it can push.

use crate::kit::*;
use carom::prelude::*;
use carom::{Mover, Shape};

const DT: f32 = 1.0 / 60.0;

fn hero(x: f32, y: f32) -> Mover {
    Mover::new(Capsule::vertical(1.0, 0.3).unwrap(), vec2(x, y)).unwrap()
}

/// The height of the hero's middle on a floor at `y`.
fn on(y: f32) -> f32 {
    y + 0.8
}

/// Walks for some steps, gravity added; each step checked for overlaps.
fn walk(world: &mut World, mover: &mut Mover, speed: f32, steps: usize) -> Vec<Vec2> {
    let mut fall = 0.0;
    (0..steps)
        .map(|_| {
            world.step();
            fall = if mover.ground().is_some() { 0.0 } else { fall - G * DT };
            mover.walk(world, vec2(speed, fall), DT).unwrap();
            let pose = Pose::new(mover.position, 0.0);
            let inside = world.query().overlap(&mover.shape, pose).unwrap();
            assert!(inside.is_empty(), "in {inside:?} at {}", mover.position);
            mover.position
        })
        .collect()
}

fn fixed(world: &mut World, x: f32, y: f32, shape: impl Into<Shape>) -> BodyKey {
    world.add_body(BodyDef::fixed().at(vec2(x, y)).shape(shape.into())).unwrap()
}

#[test]
fn it_falls_stands_and_walks_at_its_speed() {
    let mut world = sleepless();
    let mut mover = hero(0.0, 3.0);
    walk(&mut world, &mut mover, 0.0, 90);
    near(mover.position.y, on(0.0), 0.03);
    assert!(mover.ground().is_some_and(|ground| ground.normal.y > 0.999));
    let way = walk(&mut world, &mut mover, 5.0, 120);
    near(way[119].x, 10.0, 0.01);
    assert!(way.iter().all(|at| (at.y - way[0].y).abs() < 0.002));
}

#[test]
fn walls_stop_it_and_corners_do_not_shake_it() {
    let mut world = sleepless();
    fixed(&mut world, 5.0, 2.0, rect(1.0, 6.0));
    fixed(&mut world, -5.0, 2.0, Polygon::rect_at(Pose::new(Vec2::ZERO, -0.3), 1.0, 8.0).unwrap());
    for speed in [4.0, 30.0, -4.0, -30.0] {
        let mut mover = hero(0.0, on(0.01));
        let way = walk(&mut world, &mut mover, speed, 180);
        let end = way[179];
        assert!(end.x.abs() < 5.0 && end.x * speed > 0.0, "{end}");
        assert!(way[150..].iter().all(|&at| (at - end).length() < 0.01), "it shakes: {:?}", &way[170..]);
        assert!(way.iter().all(|at| at.y < on(0.4)), "it climbs");
    }
}

#[test]
fn slopes_below_the_limit_are_walked_and_steeper_ones_are_not() {
    for (angle, goes) in [(0.3_f32, true), (0.7, true), (0.84, true), (0.95, false), (1.2, false)] {
        let mut world = sleepless();
        let run = 20.0;
        let slope = [Vec2::ZERO, vec2(run, 0.0), vec2(run, run * angle.tan())];
        fixed(&mut world, 3.0, 0.0, Polygon::new(slope).unwrap());
        let mut mover = hero(0.0, on(0.01));
        let way = walk(&mut world, &mut mover, 3.0, 240);
        let end = way[239];
        let rose = end.y - on(0.0);
        assert_eq!(rose > 0.5, goes, "at {angle} rad it is at {end}");
        if goes {
            // Down again without taking off.
            for _ in 0..60 {
                walk(&mut world, &mut mover, -3.0, 1);
                assert!(mover.ground().is_some(), "at {angle} rad it takes off at {}", mover.position);
            }
        }
    }
}

#[test]
fn it_walks_up_steps_and_down_and_not_up_walls() {
    let mut world = sleepless();
    for i in 0..5 {
        let height = 0.25 * (i + 1) as f32;
        fixed(&mut world, 3.0 + i as f32 * 1.0 + 10.0, 0.5 * height, rect(20.0, height));
    }
    let mut mover = hero(-8.0, on(0.01));
    let way = walk(&mut world, &mut mover, 3.0, 420);
    near(way[419].y, on(1.25), 0.03);
    assert!(way[419].x > 8.0, "{}", way[419]);
    let down = walk(&mut world, &mut mover, -3.0, 420);
    near(down[419].y, on(0.0), 0.03);
    fixed(&mut world, -20.0, 0.3, rect(2.0, 0.6));
    let end = walk(&mut world, &mut mover, -3.0, 300)[299];
    near(end.y, on(0.0), 0.05);
    assert!(end.x > -19.0);
}

#[test]
fn a_lift_carries_it_whichever_way_it_goes() {
    for velocity in [vec2(2.0, 0.0), vec2(0.0, 1.5), vec2(0.0, -1.5), vec2(-1.0, 1.0), vec2(1.0, -1.0)] {
        let mut world = World::new(WorldDef::default()).unwrap();
        let lift = BodyDef::kinematic().at(vec2(0.0, -0.2)).velocity(velocity).shape(rect(6.0, 0.4));
        let lift = world.add_body(lift).unwrap();
        let mut mover = hero(0.0, on(0.02));
        walk(&mut world, &mut mover, 0.0, 60);
        let from = mover.position - at(&world, lift);
        for step in 0..120 {
            walk(&mut world, &mut mover, 0.0, 1);
            let now = mover.position - at(&world, lift);
            assert!((now - from).length() < 0.04, "{velocity}, step {step}: {now} is not {from}");
        }
    }
}

#[test]
fn it_pushes_crates_and_heavy_ones_less() {
    let pushed = [1.0_f32, 50.0].map(|density| {
        let mut world = sleepless();
        let crate_ = ShapeDef::new(rect(1.0, 1.0)).density(density).friction(0.2);
        let crate_ = world.add_body(BodyDef::dynamic().at(vec2(2.0, 0.5)).shape(crate_)).unwrap();
        let mut mover = hero(0.0, on(0.01));
        walk(&mut world, &mut mover, 2.0, 180);
        at(&world, crate_).x - 2.0
    });
    assert!(pushed[0] > 1.0 && pushed[0] > pushed[1] + 0.5, "{pushed:?}");
}

#[test]
fn it_jumps_up_through_a_one_way_platform() {
    let mut world = sleepless();
    let platform = ShapeDef::new(rect(6.0, 0.2)).one_way(vec2(0.0, 1.0));
    world.add_body(BodyDef::fixed().at(vec2(0.0, 2.4)).shape(platform)).unwrap();
    let mut mover = hero(0.0, on(0.01));
    let mut speed = 9.0;
    for _ in 0..150 {
        world.step();
        let moved = mover.walk(&mut world, vec2(0.0, speed), DT).unwrap();
        speed = if moved.ground.is_some() && speed <= 0.0 { 0.0 } else { speed - G * DT };
    }
    near(mover.position.y, on(2.5), 0.03);
}

#[test]
fn a_shape_or_a_place_that_it_cannot_use_is_named() {
    let corners = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(2.0, 1.0), vec2(3.0, 1.0)];
    let chain = || Shape::from(Chain::open(corners).unwrap());
    let wrong = |shape: Shape, at: Vec2| Mover::new(shape, at).unwrap_err().to_string();
    assert!(wrong(chain(), Vec2::ZERO).starts_with("shape: a chain"));
    let hook = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 2.0), vec2(1.0, 0.5)];
    assert!(wrong(Outline::new(hook).unwrap().into(), Vec2::ZERO).starts_with("shape: an outline"));
    for at in [vec2(f32::NAN, 0.0), vec2(0.0, f32::INFINITY)] {
        assert!(wrong(disc(0.5).into(), at).starts_with("position:"));
    }
    // Settings changed later are checked by every call.
    let mut world = sleepless();
    let mut mover = hero(0.0, 3.0);
    mover.shape = chain();
    assert!(mover.walk(&mut world, Vec2::ZERO, DT).unwrap_err().to_string().starts_with("shape:"));
    assert!(mover.drop_through(&world).unwrap_err().to_string().starts_with("shape:"));
}

#[test]
fn bad_input_is_named() {
    let mut world = sleepless();
    let mut mover = hero(0.0, 3.0);
    let wrong = |e: Result<carom::Moved, carom::Error>| e.unwrap_err().to_string();
    assert!(wrong(mover.walk(&mut world, vec2(f32::NAN, 0.0), DT)).starts_with("velocity:"));
    assert!(wrong(mover.walk(&mut world, Vec2::ZERO, -1.0)).starts_with("dt:"));
    mover.up = Vec2::ZERO;
    assert!(wrong(mover.walk(&mut world, Vec2::ZERO, DT)).starts_with("up:"));
}

#[test]
fn sizes_that_are_none_are_errors() {
    let mut world = sleepless();
    type Spoil = (&'static str, fn(&mut Mover));
    let spoils: [Spoil; 5] = [
        ("skin", |mover| mover.skin = f32::NAN),
        ("snap", |mover| mover.snap = -1.0),
        ("step_height", |mover| mover.step_height = f32::INFINITY),
        ("max_slope", |mover| mover.max_slope = f32::NAN),
        ("push_mass", |mover| mover.push_mass = -0.5),
    ];
    for (field, spoil) in spoils {
        let mut mover = hero(0.0, 1.0);
        spoil(&mut mover);
        let error = mover.walk(&mut world, Vec2::ZERO, DT).unwrap_err();
        assert!(error.to_string().contains(field), "{field}: {error}");
        assert_eq!(mover.position, vec2(0.0, 1.0));
    }
}
