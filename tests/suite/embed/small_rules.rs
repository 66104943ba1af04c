//! First-week rules: edits that change nothing, excluded bodies, places reached on time.

use crate::kit::*;
use carom::prelude::*;
use carom::{Query, Ray};

#[test]
fn gravity_that_stays_as_it_was_wakes_nobody() {
    let mut world = on_ground(WorldDef::default());
    let boxes = stack(&mut world, 0.0, 3);
    play(&mut world, 600);
    assert!(!awake(&world, boxes[0]));
    world.set_gravity(world.def().gravity).unwrap();
    world.step();
    assert!(!awake(&world, boxes[0]));
    world.set_gravity(vec2(0.1, -9.81)).unwrap();
    world.step();
    assert!(awake(&world, boxes[0]));
}

/// However long the next step is, and whatever was told first.
#[test]
fn a_platform_is_at_its_target_after_the_next_step() {
    for (before, after) in [(0.01, 0.04), (0.04, 0.01), (0.02, 0.02)] {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
        let lift = world.add_body(BodyDef::kinematic().shape(rect(1.0, 1.0))).unwrap();
        let load = world.add_body(BodyDef::dynamic().at(vec2(0.0, 1.0)).shape(rect(1.0, 1.0))).unwrap();
        world.set_dt(before).unwrap();
        world.body_mut(lift).unwrap().move_to(Pose::new(vec2(0.0, 0.1), 0.3)).unwrap();
        world.set_dt(after).unwrap();
        world.step();
        near(at(&world, lift).y, 0.1, 1e-6);
        near(world.body(lift).unwrap().angle(), 0.3, 1e-6);
        near(velocity(&world, lift).y, 0.1 / after, 1e-3);
        assert!(at(&world, load).y > 1.05, "{}", at(&world, load));
        world.step();
        near(at(&world, lift).y, 0.1, 1e-6);
    }
}

#[test]
fn a_ray_looks_past_all_parts_of_a_car() {
    let mut world = space();
    let parts: Vec<BodyKey> =
        (0..3).map(|k| world.add_body(BodyDef::fixed().at(vec2(k as f32, 0.0)).shape(disc(0.4))).unwrap()).collect();
    let wall = world.add_body(BodyDef::fixed().at(vec2(5.0, 0.0)).shape(disc(0.4))).unwrap();
    let ray = Ray::new(Vec2::ZERO, vec2(9.0, 0.0));
    let seen = |query: Query<'_>| query.ray(&ray).unwrap().map(|hit| hit.shape.body);
    assert_eq!(seen(world.query().exclude(parts[0])), Some(parts[1]));
    assert_eq!(seen(world.query().exclude(parts[0]).exclude(parts[1])), Some(parts[0]));
    assert_eq!(seen(world.query().exclude_all(&parts)), Some(wall));
    assert_eq!(seen(world.query().exclude_all(&parts).exclude(wall)), None);
}

/// A ray of any thickness hits, also one thinner than the thinnest shape or thicker than the thickest.
#[test]
fn a_ray_hits_however_thick_it_is() {
    for radius in [0.0, 1e-9, 5e-6, 1e-5, 0.1, 3.0, 9e5] {
        for shape in [
            Shape::from(rect(1.0, 1.0)),
            disc(0.5).into(),
            Segment::new(vec2(-0.5, 0.0), vec2(0.5, 0.0)).unwrap().into(),
        ] {
            let mut world = space();
            world.add_body(BodyDef::fixed().shape(shape.clone())).unwrap();
            let ray = Ray::new(vec2(-5.0, 0.0), vec2(5.0, 0.0)).radius(radius);
            let hit = world.query().ray(&ray).unwrap();
            let Some(hit) = hit else { panic!("{radius} m: {shape:?}") };
            near(hit.fraction, ((4.5 - f64::from(radius)) / 10.0).max(0.0), 1e-4);
        }
    }
}

/// Any friction that is taken holds, and what would overflow is refused by name.
#[test]
fn the_greatest_friction_holds() {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().angle(0.6).shape(ShapeDef::new(rect(20.0, 1.0)).friction(1.0e6))).unwrap();
    let up = Vec2::from_angle(0.6 + std::f32::consts::FRAC_PI_2);
    let block = BodyDef::dynamic().at(1.01 * up).angle(0.6).shape(ShapeDef::new(rect(1.0, 1.0)).friction(1.0e6));
    let block = world.add_body(block).unwrap();
    play(&mut world, 300);
    near((at(&world, block) - up).length(), 0.0, 0.05);
    for shape in [disc(0.5), disc(1.0)] {
        let rough = ShapeDef::new(shape).friction(f32::MAX);
        let error = world.add_body(BodyDef::dynamic().shape(rough)).unwrap_err().to_string();
        assert!(error.contains("material.friction"), "{error}");
        let rough = ShapeDef::new(shape).rolling_resistance(f32::MAX);
        let error = world.add_body(BodyDef::dynamic().shape(rough)).unwrap_err().to_string();
        assert!(error.contains("material.rolling_resistance"), "{error}");
    }
}

/// A body that turns about its place gets a shape off its centre: its place goes on turning about the new centre.
#[test]
fn points_keep_their_velocity_when_the_first_shape_comes() {
    let mut world = space();
    let wheel = world.add_body(BodyDef::kinematic().angular_velocity(2.0)).unwrap();
    play(&mut world, 5);
    let mut body = world.body_mut(wheel).unwrap();
    body.set_shapes(vec![Circle::at(vec2(3.0, 0.0), 0.5).unwrap().into()]).unwrap();
    near(world.body(wheel).unwrap().velocity_at(Vec2::ZERO).length(), 0.0, 1e-4);
}
