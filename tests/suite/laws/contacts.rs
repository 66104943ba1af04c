//! Contacts at rest: positions of bodies, and the impulses that hold them.

use crate::kit::*;
use carom::Shape;
use carom::prelude::*;

#[test]
fn every_shape_rests_on_every_ground() {
    let grounds: [Shape; 5] = [
        rect(40.0, 2.0).into(),
        Segment::new(vec2(-20.0, 1.0), vec2(20.0, 1.0)).unwrap().into(),
        Chain::open([vec2(20.0, 1.0), vec2(3.0, 1.0), vec2(-20.0, 1.0)]).unwrap().into(),
        Capsule::horizontal(40.0, 1.0).unwrap().into(),
        rect(40.0, 1.6).rounded(0.2).unwrap().into(),
    ];
    let things: [(Shape, f64); 5] = [
        (disc(0.5).into(), 0.5),
        (Capsule::horizontal(1.0, 0.3).unwrap().into(), 0.3),
        (rect(1.0, 0.6).into(), 0.3),
        (rect(0.8, 0.4).rounded(0.1).unwrap().into(), 0.3),
        (Polygon::new([vec2(-0.5, -0.2), vec2(0.5, -0.2), vec2(0.0, 0.4)]).unwrap().into(), 0.2),
    ];
    for (g, ground) in grounds.iter().enumerate() {
        let mut world = World::default();
        world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(ground.clone())).unwrap();
        let fall = |(i, (shape, height)): (usize, &(Shape, f64))| {
            let place = vec2(3.0 * i as f32 - 6.0, *height as f32 + 0.5);
            BodyDef::dynamic().at(place).shape(ShapeDef::new(shape.clone()).rolling_resistance(0.1))
        };
        let keys = world.add_bodies(things.iter().enumerate().map(fall)).unwrap();
        play(&mut world, 240);
        for (i, (key, (_, height))) in keys.iter().zip(&things).enumerate() {
            // Within the slop, and as much again.
            near(at(&world, *key).y, *height, 0.01);
            assert!(velocity(&world, *key).length() < 0.01, "ground {g}, thing {i}");
        }
        assert_eq!(world.counts().awake, 0, "ground {g}");
    }
}

#[test]
fn small_bodies_are_prepared_for_as_far_as_they_close_in() {
    // Their min extent is 5 mm; they are 7.5 mm apart, and close in by up to 4.2 mm in the step.
    for (speed, prepared) in [(0.0, false), (0.1, false), (0.2, true), (0.25, true), (-0.25, false)] {
        let mut world = space();
        for side in [-1.0, 1.0] {
            let def = BodyDef::dynamic().at(vec2(side * 0.008_75, 0.0)).velocity(vec2(-0.5 * side * speed, 0.0));
            world.add_body(def.shape(disc(0.005))).unwrap();
        }
        world.step();
        assert_eq!(world.contacts().count(), usize::from(prepared), "{speed} m/s");
    }
}

#[test]
fn segments_and_chains_hold_what_moves_on_either_side() {
    let mut world = space();
    world.add_body(BodyDef::fixed().shape(Segment::new(vec2(0.0, -5.0), vec2(0.0, 5.0)).unwrap())).unwrap();
    let mut sent = Vec::new();
    for (i, from) in [-3.0_f32, 3.0].into_iter().enumerate() {
        let body = BodyDef::dynamic().at(vec2(from, i as f32 * 3.0 - 1.5)).velocity(vec2(-2.0 * from, 0.0));
        sent.push((world.add_body(body.shape(rect(0.5, 0.5))).unwrap(), from));
    }
    play(&mut world, 120);
    for (key, from) in sent {
        assert_eq!(at(&world, key).x.signum(), from.signum());
    }
}

#[test]
fn an_overlap_is_pushed_out_gently() {
    let mut world = space();
    let a = world.add_body(crate_at(0.0, 0.0)).unwrap();
    let b = world.add_body(crate_at(0.6, 0.0)).unwrap();
    let mut fastest = 0.0_f32;
    for _ in 0..120 {
        world.step();
        fastest = fastest.max((velocity(&world, a) - velocity(&world, b)).length());
    }
    assert!(at(&world, b).x - at(&world, a).x > 0.985, "they part");
    assert!(fastest < 3.5, "no faster than the push-out speed of 3 m/s: {fastest}");
}

#[test]
fn thousands_at_one_place_part_without_fuss() {
    let mut world = space();
    let count = if LONG { 1000 } else { 150 };
    for _ in 0..count {
        world.add_body(BodyDef::dynamic().shape(disc(0.1))).unwrap();
    }
    for _ in 0..60 {
        world.step();
        assert!(world.events().frozen().is_empty());
    }
    checked(&world);
    assert!(world.bodies().all(|(_, body)| body.position().length() < 100.0));
}
