//! A character in the smallest settings that once went wrong: corners, ceilings, ledges, walls that come at it.

use crate::kit::*;
use carom::Mover;
use carom::prelude::*;

const DT: f32 = 1.0 / 60.0;

fn fixed(world: &mut World, x: f32, y: f32, shape: impl Into<carom::Shape>) -> BodyKey {
    world.add_body(BodyDef::fixed().at(vec2(x, y)).shape(shape.into())).unwrap()
}

/// The hero of the other tests: 1.6 m tall, 0.6 m wide.
fn hero(x: f32, y: f32) -> Mover {
    Mover::new(Capsule::vertical(1.0, 0.3).unwrap(), vec2(x, y)).unwrap()
}

/// Steps and falls as a game does, for some steps. Returns the positions.
fn fall(world: &mut World, mover: &mut Mover, steps: usize) -> Vec<Vec2> {
    let mut speed = 0.0;
    (0..steps)
        .map(|_| {
            world.step();
            speed = if mover.ground().is_some() { 0.0 } else { speed - G * DT };
            mover.walk(world, vec2(0.0, speed), DT).unwrap();
            mover.position
        })
        .collect()
}

#[test]
fn it_rests_in_an_obtuse_corner() {
    let mut world = space();
    let along = 20.0 * vec2(-0.259, 0.966);
    let chain = Chain::open([along, Vec2::ZERO, vec2(along.x, -along.y)]).unwrap();
    world.add_body(BodyDef::fixed().shape(chain)).unwrap();
    let mut mover = Mover::new(disc(0.4), vec2(-1.0, 0.0)).unwrap();
    let mut way = Vec::new();
    for _ in 0..120 {
        world.step();
        mover.walk(&mut world, vec2(3.97, 0.49), DT).unwrap();
        way.push(mover.position);
    }
    let shake = way[60..].iter().map(|at| (*at - way[119]).length()).fold(0.0, f32::max);
    assert!(shake < 1.0e-3, "it shakes by {shake} m");
}

#[test]
fn it_slides_on_under_an_uneven_ceiling() {
    let mut world = space();
    for i in 0..40 {
        let low = if i % 2 == 0 { 0.0 } else { 4.0e-4 };
        fixed(&mut world, i as f32, 0.5 - low, rect(1.0, 1.0));
    }
    let mut mover = Mover::new(rect(0.8, 0.8), vec2(2.0, -0.6)).unwrap();
    for _ in 0..180 {
        world.step();
        mover.walk(&mut world, vec2(4.0, 0.5), DT).unwrap();
    }
    near(mover.position.x, 14.0, 0.06);
}

#[test]
fn under_a_ceiling_it_keeps_its_skin() {
    for degrees in [1.0_f32, 3.0, 6.0, 20.0] {
        let mut world = space();
        fixed(&mut world, 0.0, 0.5, rect(200.0, 1.0));
        let mut mover = Mover::new(rect(0.8, 0.8), vec2(0.0, -0.6)).unwrap();
        let mut least = f32::MAX;
        for _ in 0..240 {
            world.step();
            mover.walk(&mut world, 4.0 * Vec2::from_angle(degrees.to_radians()), DT).unwrap();
            least = least.min(-mover.position.y - 0.4);
        }
        assert!(least > 0.9 * mover.skin, "{degrees} degrees: {least} m");
        near(mover.position.x, 16.0 * degrees.to_radians().cos(), 0.02);
    }
}

#[test]
fn it_slides_off_a_corner_that_it_grazes() {
    for x in [-0.2999, -0.29, -0.25, -0.3] {
        let mut world = space();
        fixed(&mut world, 1.0, 0.0, rect(2.0, 2.0));
        let mut mover = hero(x, 1.6);
        fall(&mut world, &mut mover, 120);
        assert!(mover.position.y < -3.0, "from {x} it hangs at {}", mover.position);
    }
}

#[test]
fn it_does_not_stand_on_a_corner_steeper_than_its_slope() {
    for degrees in [52.0_f32, 60.0, 75.0, 85.0] {
        let mut world = space();
        fixed(&mut world, 1.0, -2.0, rect(2.0, 4.0));
        let (sin, cos) = degrees.to_radians().sin_cos();
        let mut mover = hero(-0.31 * sin, 0.31 * cos + 0.5);
        let way = fall(&mut world, &mut mover, 120);
        assert!(way[119].y < -3.0, "at {degrees} degrees it stands at {}", way[119]);
    }
}

#[test]
fn a_fast_wall_pushes_it_along() {
    for (x, speed) in [(-1.0, 30.0), (-1.0, 60.0), (-3.0, 120.0), (1.0, -30.0)] {
        let mut world = sleepless();
        let wall = BodyDef::kinematic().at(vec2(x, 2.0)).velocity(vec2(speed, 0.0)).shape(rect(0.3, 3.0));
        let wall = world.add_body(wall).unwrap();
        let mut mover = hero(0.0, 0.81);
        fall(&mut world, &mut mover, 60);
        let ahead = (mover.position.x - at(&world, wall).x) * speed.signum();
        near(ahead, 0.15 + 0.3 + 0.01, 0.01);
    }
}

#[test]
fn a_lift_that_crushes_it_puts_it_nowhere_else() {
    let mut world = sleepless();
    let lift = BodyDef::kinematic().at(vec2(0.0, 2.2)).velocity(vec2(0.0, -1.0)).shape(rect(6.0, 0.4));
    world.add_body(lift).unwrap();
    let mut mover = hero(0.0, 0.81);
    for at in fall(&mut world, &mut mover, 100) {
        assert!(at.y > 0.79 && at.y < 0.83 && at.x.abs() < 0.01, "it is put to {at}");
    }
}

#[test]
fn a_belt_carries_it() {
    for speed in [2.0, -3.0] {
        let mut world = space();
        let belt = ShapeDef::new(rect(60.0, 1.0)).surface_speed(speed);
        world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(belt)).unwrap();
        let mut mover = hero(0.0, 0.81);
        let way = fall(&mut world, &mut mover, 180);
        near(way[179].x - way[59].x, 2.0 * speed, 0.01);
    }
}

#[test]
fn a_belt_that_is_one_link_of_a_chain_carries_it() {
    let mut world = space();
    let chain = Chain::open([20.0, 0.0, -20.0].map(|x| vec2(x, 0.0))).unwrap();
    let belt = Material { surface_speed: 2.0, ..Material::default() };
    let chain = ShapeDef::new(chain).link_materials([belt, Material::default()]);
    world.add_body(BodyDef::fixed().shape(chain)).unwrap();
    for (x, speed) in [(-10.0, 0.0), (2.0, 2.0)] {
        let mut mover = hero(x, 0.81);
        let way = fall(&mut world, &mut mover, 180);
        near(way[179].x - way[59].x, 2.0 * speed, 0.01);
    }
}

#[test]
fn no_push_mass_is_too_great() {
    let mut world = space();
    fixed(&mut world, 0.0, -0.5, rect(60.0, 1.0));
    let crate_def = BodyDef::dynamic().at(vec2(2.0, 0.5)).shape(rect(1.0, 1.0));
    let pushed = world.add_body(crate_def).unwrap();
    let mut mover = hero(0.0, 0.81);
    mover.push_mass = f32::MAX;
    for _ in 0..60 {
        world.step();
        mover.walk(&mut world, vec2(3.0, 0.0), DT).unwrap();
    }
    assert!(world.body(pushed).unwrap().position().x > 2.1);
}

#[test]
fn on_a_platform_that_rocks_it_stays_at_its_place() {
    for (shape, sole) in [(carom::Shape::from(Capsule::vertical(1.0, 0.3).unwrap()), 0.8), (rect(0.6, 1.6).into(), 0.8)]
    {
        let mut world = space();
        let rocker = BodyDef::kinematic().at(vec2(0.0, -0.25)).shape(rect(8.0, 0.5));
        let rocker = world.add_body(rocker).unwrap();
        let mut mover = Mover::new(shape, vec2(1.5, sole + 0.01)).unwrap();
        fall(&mut world, &mut mover, 30);
        let place = |world: &World, mover: &Mover| {
            let point = mover.ground().expect("it stands").point;
            world.body(rocker).unwrap().pose().inverse_transform_point(point)
        };
        let start = place(&world, &mover);
        let mut slip = 0.0_f32;
        for step in 0..600 {
            let angle = 0.5 * (step as f32 * DT * 2.0).sin();
            let pose = Pose::new(vec2(0.0, -0.25), angle);
            world.body_mut(rocker).unwrap().move_to(pose).unwrap();
            fall(&mut world, &mut mover, 1);
            slip = slip.max((place(&world, &mover).x - start.x).abs());
        }
        // A flat sole stands on one of its corners while the platform leans.
        let sole = if matches!(mover.shape, carom::Shape::Polygon(_)) { 0.6 } else { 0.0 };
        assert!(slip < 0.03 + sole, "it slips {slip} m");
    }
}

#[test]
fn no_dash_passes_a_wall() {
    let mut random = SplitMix64::new(7);
    for seed in 0..2000 {
        let mut world = space();
        let angle = random.range(-3.1, 3.1);
        let normal = Vec2::from_angle(angle);
        let thick = [0.01, 0.05, 1.0][random.int(0, 2) as usize];
        let wall = Polygon::rect_at(Pose::new(normal * (2.0 + 0.5 * thick), angle), thick, 8000.0).unwrap();
        fixed(&mut world, 0.0, 0.0, wall);
        let mut mover = if random.int(0, 1) == 0 { hero(0.0, 0.0) } else { Mover::new(disc(0.4), Vec2::ZERO).unwrap() };
        let speed = 10.0_f32.powf(random.range(0.5, 3.7));
        let way = Vec2::from_angle(angle + random.range(-1.5, 1.5)) * speed;
        for _ in 0..20 {
            mover.walk(&mut world, way, DT).unwrap();
            let pose = Pose::new(mover.position, 0.0);
            let inside = world.query().overlap(&mover.shape, pose).unwrap();
            let deep = normal.dot(mover.position) - 2.0;
            assert!(inside.is_empty() && deep < -0.25, "seed {seed}: {way} m/s, {deep} m behind");
        }
    }
}
