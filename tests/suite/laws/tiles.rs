//! Internal edges of tiles (ghost collisions): a body that slides, rolls or stands on a floor of tiles notices no seam.

use crate::kit::*;
use carom::prelude::*;
use carom::{Shape, Tile};

/// A floor of `columns` cells of 0.5 m, two deep.
fn floor(columns: usize, origin: Vec2) -> ShapeDef {
    let grid = TileGrid::new(columns, &vec![Tile::Solid; 2 * columns], 0.5).unwrap();
    ShapeDef::new(grid.at(origin).unwrap()).friction(0.0)
}

/// The greatest vertical speed [m/s] and the last speed along the floor of a body that slides from rest at `height`.
fn slide(thing: BodyDef, speed: f32, columns: usize) -> (f32, f32) {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    world.add_body(BodyDef::fixed().shape(floor(columns, vec2(-10.0, -1.0)))).unwrap();
    let key = world.add_body(thing.velocity(vec2(speed, 0.0))).unwrap();
    play(&mut world, 20);
    let mut greatest = 0.0_f32;
    while world.step_count() < 200 && at(&world, key).x < 0.5 * columns as f32 - 15.0 {
        world.step();
        greatest = greatest.max(velocity(&world, key).y.abs());
    }
    (greatest, velocity(&world, key).x)
}

fn things() -> [(f32, Shape); 4] {
    [
        (0.25, rect(0.8, 0.5).into()),
        (0.4, disc(0.4).into()),
        (0.2, Capsule::horizontal(0.8, 0.2).unwrap().into()),
        (0.15, rect(0.1, 0.3).into()),
    ]
}

#[test]
fn nothing_catches_on_seams() {
    for speed in [1.0, 3.0, 7.0, 13.0, 20.0, 35.0, 50.0] {
        for (height, shape) in things() {
            let says = format!("{shape:?} at {speed} m/s");
            let shape = ShapeDef::new(shape).friction(0.0);
            let (rise, last) = slide(BodyDef::dynamic().at(vec2(0.1, height)).shape(shape), speed, 400);
            assert!(rise < 0.05, "{says}: {rise} m/s upward");
            near(last, speed, 1e-3 * f64::from(speed));
        }
    }
}

#[test]
fn nothing_catches_between_a_floor_and_gentle_slopes() {
    // Down a slope of 1 in 2 and on over the floor: the speed grows by the drop in height, and nothing is lost.
    let rows =
        ["34......................................", "##34....................................", &"#".repeat(40)];
    let grid = TileGrid::from_rows(&rows, 1.0).unwrap();
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    world.add_body(BodyDef::fixed().shape(ShapeDef::new(grid).friction(0.0))).unwrap();
    let ball = ShapeDef::new(disc(0.3)).friction(0.0);
    let key = world.add_body(BodyDef::dynamic().at(vec2(0.5, 2.75 + 0.3 * 1.118)).shape(ball)).unwrap();
    play(&mut world, 240);
    let (place, speed) = (at(&world, key), velocity(&world, key));
    near(place.y, 1.3, 0.01);
    let fallen = 2.75 + 0.3 * 1.118 - 1.3;
    // The bend at the foot takes the part of the speed that goes into the floor.
    near(speed.x, (2.0 * G * fallen).sqrt() * 0.894, 0.25);
}

#[test]
fn a_level_holds_what_falls_into_it() {
    let level = "#..........#\n#..........#\n#.\\....../.#\n#..##..##..#\n#.F7....F7.#\n#12......34#\n############";
    let mut world = World::default();
    world.add_body(BodyDef::fixed().shape(TileGrid::from_text(level, 1.0).unwrap())).unwrap();
    let mut random = SplitMix64::new(5);
    for i in 0..60 {
        let place = vec2(random.range(1.5, 10.5), random.range(5.6, 12.0));
        let speed = vec2(0.0, random.range(-60.0, 0.0));
        let body = BodyDef::dynamic().at(place).velocity(speed);
        world.add_body(if i % 2 == 0 { body.shape(disc(0.2)) } else { body.shape(rect(0.4, 0.3)) }).unwrap();
    }
    for _ in 0..600 {
        world.step();
        assert!(world.bodies().skip(1).all(|(_, body)| body.position().y > 0.9));
    }
    checked(&world);
}

#[test]
fn a_grid_weighs_what_its_cells_weigh() {
    let mut world = space();
    let ell = TileGrid::from_text("#.\n##", 2.0).unwrap();
    let key = world.add_body(BodyDef::dynamic().shape(ShapeDef::new(ell).density(3.0))).unwrap();
    let mass = world.body(key).unwrap().mass();
    near(mass.mass, 36.0, 1e-4);
    near(mass.center.x, 5.0 / 3.0, 1e-5);
    near(mass.center.y, 5.0 / 3.0, 1e-5);
    // Three squares of 2 m: their own inertia, and that of their centres about the common one.
    near(mass.inertia, 12.0 * (3.0 * 8.0 / 12.0 + 16.0 / 3.0), 1e-3);
    let ball =
        world.add_body(BodyDef::dynamic().at(vec2(1.0, 6.0)).velocity(vec2(0.0, -5.0)).shape(disc(0.5))).unwrap();
    play(&mut world, 120);
    assert!(velocity(&world, key).y < -0.1 && at(&world, ball).y > 4.0 + at(&world, key).y);
}

#[test]
fn a_solid_grid_lies_on_a_level() {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().shape(TileGrid::from_text(&"#".repeat(20), 1.0).unwrap())).unwrap();
    let piece = TileGrid::from_text("#/\n###", 0.5).unwrap().solid().unwrap().at(vec2(-0.75, -0.5)).unwrap();
    let (lying, tilted) = (BodyDef::dynamic().at(vec2(5.0, 1.7)), BodyDef::dynamic().at(vec2(12.0, 3.0)).angle(0.7));
    let keys = [lying, tilted].map(|body| world.add_body(body.shape(piece.clone())).unwrap());
    let ball = world.add_body(BodyDef::dynamic().at(vec2(4.5, 4.0)).shape(disc(0.2))).unwrap();
    play(&mut world, 300);
    assert!(keys.iter().all(|&key| at(&world, key).y > 1.2 && velocity(&world, key).length() < 0.1));
    near(at(&world, keys[0]).y, 1.5, 0.02);
    assert!(at(&world, ball).y > 1.15);
}

#[test]
fn a_grid_without_cells_is_no_obstacle() {
    let mut world = World::default();
    let empty = TileGrid::from_text("...\n...", 1.0).unwrap();
    for kind in [BodyDef::fixed(), BodyDef::dynamic(), BodyDef::kinematic()] {
        world.add_body(kind.shape(empty.clone())).unwrap();
    }
    let ball = world.add_body(BodyDef::dynamic().at(vec2(1.0, 3.0)).shape(disc(0.3))).unwrap();
    play(&mut world, 90);
    assert!(at(&world, ball).y < -3.0);
}
