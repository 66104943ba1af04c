//! Calls with numbers that are none, or for bodies that they do not fit: refused, and nothing changes.

use crate::kit::*;
use carom::prelude::*;
use carom::{BodyMut, Error};

type Call = fn(&mut BodyMut<'_>, f32) -> Result<(), Error>;

/// Calls that take a number, with what they name in their error.
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
    ("material.friction", |b, x| b.set_material(0, Material { friction: x, ..Material::default() })),
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
fn shape_numbers_out_of_range_are_refused() {
    let mut world = World::default();
    let key = world.add_body(crate_at(0.0, 0.0)).unwrap();
    for number in [1, 2, usize::MAX] {
        let mut body = world.body_mut(key).unwrap();
        let error = body.set_material(number, Material::default()).unwrap_err();
        assert!(error.to_string().contains(&number.to_string()), "{error}");
        assert!(body.set_filter(number, Filter::default()).is_err());
        assert!(!body.remove_shape(number));
    }
    assert_eq!(world.body(key).unwrap().shapes().len(), 1);
}

#[test]
fn places_too_far_are_refused() {
    let mut world = World::default();
    let key = world.add_body(crate_at(0.0, 0.0)).unwrap();
    let platform = world.add_body(BodyDef::kinematic().shape(disc(1.0))).unwrap();
    let far = Pose::new(vec2(1.0e7, 0.0), 0.0);
    assert!(world.body_mut(key).unwrap().teleport(far).is_err());
    assert!(world.body_mut(platform).unwrap().move_to(far).is_err());
    assert_eq!(at(&world, key), Vec2::ZERO);
}

#[test]
fn a_huge_impulse_is_refused_where_the_velocity_would_not_be_finite() {
    let mut world = space();
    let light = ShapeDef::new(disc(0.1)).density(1.0e-6);
    let key = world.add_body(BodyDef::dynamic().shape(light)).unwrap();
    assert!(world.body_mut(key).unwrap().apply_impulse(vec2(3.0e38, 0.0)).is_err());
    assert!(world.body_mut(key).unwrap().apply_angular_impulse(3.0e38).is_err());
    assert_eq!((velocity(&world, key), spin(&world, key)), (Vec2::ZERO, 0.0));
}

/// What a call that is refused says.
fn said(world: &mut World, key: BodyKey, call: fn(&mut BodyMut<'_>) -> Result<(), Error>) -> String {
    call(&mut world.body_mut(key).unwrap()).unwrap_err().to_string()
}

#[test]
fn a_refused_call_is_named_with_what_the_body_is_and_must_be() {
    let mut world = World::default();
    let fixed = world.add_body(BodyDef::fixed().shape(disc(1.0))).unwrap();
    let kinematic = world.add_body(BodyDef::kinematic().at(vec2(5.0, 0.0)).shape(disc(1.0))).unwrap();
    let dynamic = world.add_body(BodyDef::dynamic().at(vec2(9.0, 0.0)).shape(disc(1.0))).unwrap();
    let push = |b: &mut BodyMut<'_>| b.apply_impulse(vec2(1.0, 0.0));
    assert_eq!(said(&mut world, fixed, push), "apply_impulse: the body is fixed, it must be dynamic");
    assert_eq!(said(&mut world, kinematic, push), "apply_impulse: the body is kinematic, it must be dynamic");
    let push_at = |b: &mut BodyMut<'_>| b.apply_impulse_at(vec2(1.0, 0.0), Vec2::ZERO);
    assert_eq!(said(&mut world, fixed, push_at), "apply_impulse_at: the body is fixed, it must be dynamic");
    let pull_at = |b: &mut BodyMut<'_>| b.apply_force_at(vec2(1.0, 0.0), Vec2::ZERO);
    assert_eq!(said(&mut world, fixed, pull_at), "apply_force_at: the body is fixed, it must be dynamic");
    let go = |b: &mut BodyMut<'_>| b.set_velocity(vec2(1.0, 0.0));
    assert_eq!(said(&mut world, fixed, go), "set_velocity: the body is fixed, it must be dynamic or kinematic");
    let move_to = |b: &mut BodyMut<'_>| b.move_to(Pose::IDENTITY);
    assert_eq!(said(&mut world, dynamic, move_to), "move_to: the body is dynamic, it must be kinematic");
    let nowhere = |b: &mut BodyMut<'_>| b.move_to(Pose { p: Vec2::ZERO, q: Rot { c: f32::NAN, s: 0.0 } });
    assert!(said(&mut world, kinematic, nowhere).starts_with("rotation: (NaN, 0)"));
    world.body_mut(dynamic).unwrap().set_can_sleep(false);
    assert_eq!(
        said(&mut world, dynamic, |b| b.sleep()),
        "sleep: the body is kept awake, it must be one that may sleep"
    );
}

#[test]
fn a_call_for_a_frozen_body_says_that_it_is_frozen() {
    let mut world = World::default();
    let key = world.add_body(BodyDef::dynamic().shape(ShapeDef::new(disc(0.1)).density(1.0e-6))).unwrap();
    world.body_mut(key).unwrap().apply_force(vec2(3.0e38, 3.0e38)).unwrap();
    world.step();
    assert_eq!(world.events().frozen(), [key]);
    for (call, text) in [
        ((|b| b.apply_impulse(Vec2::ZERO)) as fn(&mut BodyMut<'_>) -> Result<(), Error>, "apply_impulse"),
        (|b| b.apply_force(Vec2::ZERO), "apply_force"),
        (|b| b.teleport(Pose::IDENTITY), "teleport"),
        (|b| b.set_velocity(Vec2::ZERO), "set_velocity"),
    ] {
        let said = said(&mut world, key, call);
        assert!(said.starts_with(&format!("{text}: the body is frozen")), "{said}");
    }
}

#[test]
fn too_much_is_said_of_the_number_that_was_given() {
    let mut world = space();
    let light = ShapeDef::new(disc(0.1)).density(1.0e-6);
    let key = world.add_body(BodyDef::dynamic().shape(light)).unwrap();
    let text = said(&mut world, key, |b| b.apply_impulse(vec2(3.0e38, 0.0)));
    assert_eq!(
        text,
        "impulse: (3e38, 0.0) is not small enough for the mass of the body: its velocity would not be finite"
    );
    let text = said(&mut world, key, |b| b.apply_angular_impulse(3.0e38));
    assert!(text.starts_with("impulse: 3e38 is not small enough for the inertia"), "{text}");
    let text = said(&mut world, key, |b| b.apply_force_at(vec2(0.0, 3.0e38), vec2(1.0e5, 0.0)));
    assert!(text.starts_with("force: (0.0, 3e38) is not small enough"), "{text}");
    world.body_mut(key).unwrap().apply_torque(3.0e38).unwrap();
    let text = said(&mut world, key, |b| b.apply_torque(3.0e38));
    assert!(text.starts_with("torque: 3e38 is not small enough"), "{text}");
}

/// What is finite but absurd is slowed down in the next step and told of; nobody is frozen, also in a crowd.
#[test]
fn a_huge_impulse_slows_down_and_freezes_nobody() {
    for impulse in [1.0e10_f32, 1.0e20, 1.0e30, 1.0e38] {
        for direction in [vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(-0.6, 0.8)] {
            let mut world = on_ground(WorldDef::default().sleep(false));
            let keys = stack(&mut world, 0.0, 5);
            play(&mut world, 30);
            let place = at(&world, keys[2]) + vec2(0.3, 0.4);
            world.body_mut(keys[1]).unwrap().apply_impulse(-impulse * direction).unwrap();
            world.body_mut(keys[2]).unwrap().apply_impulse_at(impulse * direction, place).unwrap();
            world.step();
            assert_eq!(world.events().slowed(), [keys[1], keys[2]], "{impulse} {direction}");
            for _ in 0..30 {
                assert_eq!(world.events().frozen(), [], "{impulse} {direction}");
                checked(&world);
                world.step();
            }
        }
    }
}
