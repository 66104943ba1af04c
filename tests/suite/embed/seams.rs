//! Internal edges (ghost collisions): a slider over separate bodies laid side by side, or over tiles, does not catch.

use crate::kit::*;
use carom::Shape;
use carom::prelude::*;

/// A floor of 110 boxes of a metre, its top at y = 0, from x = -5 on.
fn boxes(world: &mut World) {
    for i in 0..110 {
        world.add_body(BodyDef::fixed().at(vec2(i as f32 - 4.5, -0.5)).shape(rect(1.0, 1.0))).unwrap();
    }
}

fn tiles(world: &mut World) {
    let grid = TileGrid::from_rows(&["#".repeat(110)], 1.0).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(-5.0, -1.0)).shape(grid)).unwrap();
}

fn plank(world: &mut World) {
    world.add_body(BodyDef::fixed().at(vec2(50.0, -0.5)).shape(rect(110.0, 1.0))).unwrap();
}

fn sliders() -> Vec<(&'static str, Shape, f32)> {
    let hexagon: Vec<Vec2> =
        (0..6).map(|i| (60.0 * i as f32).to_radians()).map(|t| vec2(0.5 * t.cos(), 0.5 * t.sin())).collect();
    vec![
        ("box", rect(1.0, 1.0).into(), 0.5),
        ("small box", rect(0.3, 0.3).into(), 0.15),
        ("ball", disc(0.5).into(), 0.5),
        ("capsule", Capsule::horizontal(1.0, 0.25).unwrap().into(), 0.25),
        ("polygon", Polygon::new(hexagon).unwrap().into(), 0.433),
    ]
}

/// The greatest vertical speed, and the speeds along x, of a slide over 100 m.
fn slide(floor: fn(&mut World), shape: &Shape, height: f32, speed: f32, friction: f32) -> (f32, f32) {
    let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
    floor(&mut world);
    let shape = ShapeDef::new(shape.clone()).friction(friction);
    let slider = BodyDef::dynamic().at(vec2(0.0, height)).shape(shape);
    let key = world.add_body(slider).unwrap();
    play(&mut world, 60);
    world.body_mut(key).unwrap().set_velocity(vec2(speed, 0.0)).unwrap();
    let mut fastest = 0.0_f32;
    for _ in 0..600 {
        world.step();
        if at(&world, key).x > 100.0 {
            break;
        }
        fastest = fastest.max(velocity(&world, key).y.abs());
    }
    (fastest, velocity(&world, key).x)
}

#[test]
fn nothing_catches_on_seams() {
    let mut caught = Vec::new();
    for (name, shape, height) in sliders() {
        for speed in [1.0, 2.0, 5.0, 10.0, 20.0, 35.0, 50.0] {
            for (floor_name, floor) in [("boxes", boxes as fn(&mut World)), ("tiles", tiles)] {
                let (fastest, end) = slide(floor, &shape, height, speed, 0.0);
                let (_, wanted) = slide(plank, &shape, height, speed, 0.0);
                if fastest > 0.05 || (end - wanted).abs() > 1e-3 * speed {
                    caught.push(format!(
                        "{name} at {speed} m/s over {floor_name}: {fastest} up, {end} of {wanted} along"
                    ));
                }
                let (_, end) = slide(floor, &shape, height, speed, 0.4);
                let (_, wanted) = slide(plank, &shape, height, speed, 0.4);
                if (end - wanted).abs() > 0.02 * speed {
                    caught.push(format!("{name} at {speed} m/s over {floor_name}, rubbing: {end} of {wanted}"));
                }
            }
        }
    }
    assert!(caught.is_empty(), "\n{}", caught.join("\n"));
}

/// A box at rest on a raft of boxes, its front a little before a seam, slides over it when it is set off.
#[test]
fn nothing_catches_on_a_seam_that_it_rested_before() {
    let mut caught = Vec::new();
    for gap in [0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0] {
        for speed in [0.05, 0.2, 0.5, 1.0, 2.0, 5.0] {
            let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
            world.add_body(BodyDef::fixed().at(vec2(0.0, -1.5)).shape(rect(100.0, 1.0))).unwrap();
            let mut raft = BodyDef::dynamic();
            for i in 0..20 {
                let piece = Polygon::rect_at(Pose::new(vec2(2.0 * i as f32 - 19.0, -0.5), 0.0), 2.0, 1.0).unwrap();
                raft = raft.shape(ShapeDef::new(piece).density(1000.0).friction(0.0));
            }
            world.add_body(raft).unwrap();
            let slider = BodyDef::dynamic().at(vec2(-0.5 - 0.01 * gap, 0.5));
            let key = world.add_body(slider.shape(ShapeDef::new(rect(1.0, 1.0)).friction(0.0))).unwrap();
            play(&mut world, 60);
            world.body_mut(key).unwrap().set_velocity(vec2(speed, 0.0)).unwrap();
            play(&mut world, 60);
            let end = velocity(&world, key).x;
            // Soft contacts tip it by a ten thousandth of a radian over a seam.
            if (end - speed).abs() > 0.01 * speed + 1.0e-3 {
                caught.push(format!("{gap} cm before the seam, at {speed} m/s: {end}"));
            }
        }
    }
    assert!(caught.is_empty(), "\n{}", caught.join("\n"));
}
