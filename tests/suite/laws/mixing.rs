//! Rules by which two surfaces mix.

use crate::kit::*;
use carom::Mixing;
use carom::prelude::*;

/// The mix of 0.2 and 0.8 by each rule.
const CASES: [(Mixing, f32); 5] = [
    (Mixing::GeometricMean, 0.4),
    (Mixing::Average, 0.5),
    (Mixing::Min, 0.2),
    (Mixing::Max, 0.8),
    (Mixing::Multiply, 0.16),
];

/// Deceleration of a sliding body on a ground, over g.
fn braked(def: WorldDef, thing: Shape) -> f32 {
    let mut world = World::new(def.sleep(false)).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(ShapeDef::new(rect(400.0, 2.0)).friction(0.8))).unwrap();
    let body = BodyDef::dynamic().at(vec2(0.0, 0.5)).velocity(vec2(20.0, 0.0)).no_rotation();
    let key = world.add_body(body.shape(ShapeDef::new(thing).friction(0.2))).unwrap();
    play(&mut world, 30);
    let before = velocity(&world, key).x;
    play(&mut world, 30);
    (before - velocity(&world, key).x) / 0.5 / G
}

#[test]
fn friction_mixes_by_its_rule() {
    for (rule, wanted) in CASES {
        for thing in [Shape::from(rect(1.0, 1.0)), disc(0.5).into()] {
            near(braked(WorldDef::default().mixing(rule, Mixing::Max), thing), wanted, 0.01);
        }
    }
    near(braked(WorldDef::default(), rect(1.0, 1.0).into()), 0.4, 0.01);
}

/// Speed of a ball after a wall, over its speed before: by contacts if it is slow, swept if it is fast.
#[test]
fn restitution_mixes_by_its_rule() {
    for (rule, wanted) in CASES {
        for speed in [3.0_f32, 60.0] {
            let def = WorldDef::default().gravity(Vec2::ZERO).mixing(Mixing::Average, rule);
            let mut world = World::new(def).unwrap();
            let wall = ShapeDef::new(rect(1.0, 9.0)).restitution(0.8);
            world.add_body(BodyDef::fixed().at(vec2(3.0, 0.0)).shape(wall)).unwrap();
            let ball = ShapeDef::new(disc(0.5)).restitution(0.2);
            let key = world.add_body(BodyDef::dynamic().velocity(vec2(speed, 0.0)).shape(ball)).unwrap();
            play(&mut world, 80);
            near(velocity(&world, key).x, -wanted * speed, 0.01 * f64::from(speed));
        }
    }
}

#[test]
fn a_product_of_restitutions_has_the_bound_of_one() {
    let def = WorldDef::default().gravity(Vec2::ZERO).mixing(Mixing::Min, Mixing::Multiply);
    for speed in [2.0_f32, 15.0] {
        let mut world = World::new(def.clone()).unwrap();
        let wall = ShapeDef::new(rect(1.0, 9.0)).restitution(9.0);
        world.add_body(BodyDef::fixed().at(vec2(3.0, 0.0)).shape(wall)).unwrap();
        let ball = ShapeDef::new(disc(0.5)).restitution(8.0);
        let key = world.add_body(BodyDef::dynamic().velocity(vec2(speed, 0.0)).shape(ball)).unwrap();
        play(&mut world, 80);
        near(velocity(&world, key).x, -10.0 * speed, 0.1 * f64::from(speed));
    }
}

#[test]
fn rules_go_through_an_image_and_all_lanes_agree() {
    for (rule, _) in CASES {
        let mut world = on_ground(WorldDef::default().mixing(rule, rule));
        for k in 0..40 {
            let shape = ShapeDef::new(if k % 2 == 0 { Shape::from(disc(0.4)) } else { rect(0.7, 0.5).into() });
            let shape = shape.friction(0.1 * (k % 9) as f32).restitution(0.3 * (k % 5) as f32);
            let place = vec2(1.1 * (k % 7) as f32, 1.0 + 0.9 * (k / 7) as f32);
            world.add_body(BodyDef::dynamic().at(place).shape(shape)).unwrap();
        }
        play(&mut world, 20);
        let mut other = World::from_snapshot(&world.snapshot()).unwrap();
        assert_eq!(other.def(), world.def());
        other.set_lanes(carom::diagnostics::LaneWidth::One);
        for _ in 0..100 {
            play(&mut world, 1);
            other.step();
            assert_eq!(world.state_hash(), other.state_hash(), "{rule:?}");
        }
    }
}
