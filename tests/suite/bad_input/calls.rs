//! Calls with invalid numbers, or for bodies that they do not fit, are refused and change nothing.

use crate::kit::*;
use carom::prelude::*;
use carom::{BodyMut, Error};

type Call = fn(&mut BodyMut<'_>, f32) -> Result<(), Error>;

/// Calls that take a number, with the field that their error names.
const CALLS: [(&str, Call); 20] = [
    ("velocity", |b, x| b.set_velocity(vec2(x, 0.0))),
    ("velocity", |b, x| b.set_velocity(vec2(0.0, x))),
    ("angular_velocity", |b, x| b.set_angular_velocity(x)),
    ("force", |b, x| b.apply_force(vec2(x, 0.0))),
    ("force", |b, x| b.apply_force(vec2(0.0, x))),
    ("force", |b, x| b.apply_force_at(vec2(x, 0.0), Vec2::ZERO)),
    ("point", |b, x| b.apply_force_at(Vec2::ZERO, vec2(x, 0.0))),
    ("torque", |b, x| b.apply_torque(x)),
    ("impulse", |b, x| b.apply_impulse(vec2(0.0, x))),
    ("impulse", |b, x| b.apply_impulse_at(vec2(x, 0.0), Vec2::ZERO)),
    ("point", |b, x| b.apply_impulse_at(Vec2::ZERO, vec2(0.0, x))),
    ("impulse", |b, x| b.apply_angular_impulse(x)),
    ("position", |b, x| b.teleport(Pose { p: vec2(x, 0.0), q: Rot::IDENTITY })),
    ("rotation", |b, x| b.teleport(Pose { p: Vec2::ZERO, q: Rot { c: x, s: 0.0 } })),
    ("gravity_scale", |b, x| b.set_gravity_scale(x)),
    ("linear_damping", |b, x| b.set_damping(x, 0.0)),
    ("angular_damping", |b, x| b.set_damping(0.0, x)),
    ("material.friction", |b, x| b.set_material(first(b), Material { friction: x, ..Material::default() })),
    ("density", |b, x| b.add_shape(ShapeDef::new(disc(1.0)).density(x)).map(|_| ())),
    ("density", |b, x| b.set_shapes(vec![ShapeDef::new(disc(1.0)).density(x)])),
];

#[test]
fn numbers_that_are_none_change_nothing() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 3);
    play(&mut world, 20);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for (name, call) in CALLS {
            let (hash, before) = (world.state_hash(), world.body(keys[1]).unwrap().velocity());
            let error = call(&mut world.body_mut(keys[1]).unwrap(), bad).unwrap_err();
            assert!(error.to_string().contains(name), "{error} does not name {name}");
            assert_eq!(world.state_hash(), hash, "{name} {bad}");
            assert_eq!(world.body(keys[1]).unwrap().velocity(), before);
            checked(&world);
        }
        let mut twin = world.clone();
        assert!(world.set_gravity(vec2(0.0, bad)).is_err());
        assert_eq!(world.def().gravity, vec2(0.0, -G));
        play(&mut world, 1);
        play(&mut twin, 1);
        assert_eq!(world.state_hash(), twin.state_hash(), "no force was left behind");
    }
}

#[test]
fn refused_calls_do_not_wake() {
    let mut world = on_ground(WorldDef::default());
    let key = stack(&mut world, 0.0, 1)[0];
    play(&mut world, 120);
    assert!(!awake(&world, key));
    for (name, call) in CALLS {
        assert!(call(&mut world.body_mut(key).unwrap(), f32::NAN).is_err());
        assert!(!awake(&world, key), "{name} woke it");
    }
}

#[test]
fn calls_that_do_not_fit_the_kind_are_refused() {
    let mut world = World::default();
    let fixed = world.add_body(BodyDef::fixed().shape(disc(1.0))).unwrap();
    let kinematic = world.add_body(BodyDef::kinematic().at(vec2(5.0, 0.0)).shape(disc(1.0))).unwrap();
    let dynamic = world.add_body(BodyDef::dynamic().at(vec2(9.0, 0.0)).shape(disc(1.0))).unwrap();
    type Push = fn(&mut BodyMut<'_>) -> Result<(), Error>;
    let pushes: [Push; 5] = [
        |b| b.apply_force(vec2(1.0, 0.0)),
        |b| b.apply_torque(1.0),
        |b| b.apply_impulse(vec2(1.0, 0.0)),
        |b| b.apply_angular_impulse(1.0),
        |b| b.sleep(),
    ];
    for push in pushes {
        for key in [fixed, kinematic] {
            let error = push(&mut world.body_mut(key).unwrap()).unwrap_err();
            assert!(matches!(error, Error::WrongKind { .. }), "{error:?}");
        }
        assert_eq!(push(&mut world.body_mut(dynamic).unwrap()), Ok(()));
    }
    assert!(world.body_mut(fixed).unwrap().set_velocity(vec2(1.0, 0.0)).is_err());
    let refused = world.add_body(BodyDef::fixed().velocity(vec2(0.0, -2.0))).unwrap_err();
    assert_eq!(refused.to_string(), "velocity.y: -2 is not 0, as the body is fixed");
    assert!(world.add_body(BodyDef::fixed().angular_velocity(0.5)).is_err());
    assert!(world.body_mut(fixed).unwrap().move_to(Pose::IDENTITY).is_err());
    assert!(world.body_mut(dynamic).unwrap().move_to(Pose::IDENTITY).is_err());
    assert!(world.body_mut(kinematic).unwrap().move_to(Pose::IDENTITY).is_ok());
    play(&mut world, 5);
}

#[test]
fn keys_of_other_shapes_are_refused() {
    let mut world = World::default();
    let [key, other] = [0.0, 5.0].map(|x| world.add_body(crate_at(x, 0.0)).unwrap());
    let gone = world.body_mut(key).unwrap().add_shape(disc(0.1)).unwrap();
    assert!(world.body_mut(key).unwrap().remove_shape(gone));
    let foreign = World::default().add_body(crate_at(0.0, 0.0)).map(|_| ShapeKey::default()).unwrap();
    for wrong in [gone, foreign, ShapeKey::default(), shape(&world, other, 0).shape] {
        let mut body = world.body_mut(key).unwrap();
        let error = body.set_material(wrong, Material::default()).unwrap_err();
        assert_eq!(error, Error::StaleKey { name: "shape" });
        assert!(body.set_filter(wrong, Filter::default()).is_err() && body.set_shape_user_data(wrong, 1).is_err());
        assert!(!body.remove_shape(wrong));
    }
    assert_eq!((world.body(key).unwrap().shapes().len(), world.shape(gone), world.body_of(gone)), (1, None, None));
}
