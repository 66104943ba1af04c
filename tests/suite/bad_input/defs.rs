//! Definitions of worlds, bodies, shapes and joints with fields out of range.

use crate::kit::*;
use carom::prelude::*;
use carom::{BodyKind, Error, JointDef};

/// The path of the field that an error names.
#[track_caller]
pub(super) fn field(error: &Error) -> &str {
    let Error::Value { field, value, expected } = error else { panic!("{error:?} names no field") };
    let text = error.to_string();
    assert!(
        text.contains(field.as_str()) && text.contains(value.as_str()) && text.contains(expected.as_str()),
        "{text}"
    );
    field
}

type Set<D> = fn(&mut D, f32);

#[test]
fn world_fields_out_of_range_are_refused() {
    let fields: [(&str, Set<WorldDef>, &[f32]); 14] = [
        ("gravity", |d, x| d.gravity.x = x, &[]),
        ("gravity", |d, x| d.gravity.y = x, &[]),
        ("dt", |d, x| d.dt = x, &[0.0, -1.0, 1.0e-9, 100.0]),
        ("length_unit", |d, x| d.length_unit = x, &[0.0, -1.0, 1.0e-6, 1.0e6]),
        ("contact_hertz", |d, x| d.contact_hertz = x, &[-1.0, 1.0e9]),
        ("contact_damping_ratio", |d, x| d.contact_damping_ratio = x, &[-1.0, 1.0e9]),
        ("joint_hertz", |d, x| d.joint_hertz = x, &[-1.0, 1.0e9]),
        ("joint_damping_ratio", |d, x| d.joint_damping_ratio = x, &[-1.0, 1.0e9]),
        ("slop", |d, x| d.slop = x, &[-1.0, 1.0e9]),
        ("speculative_distance", |d, x| d.speculative_distance = x, &[-1.0, 1.0e9]),
        ("contact_push_speed", |d, x| d.contact_push_speed = x, &[-1.0]),
        ("sleep_speed", |d, x| d.sleep_speed = x, &[-1.0]),
        ("max_speed", |d, x| d.max_speed = x, &[0.0, -1.0, 1.0e9]),
        ("max_rotation_per_step", |d, x| d.max_rotation_per_step = x, &[0.0, -1.0, 33.0]),
    ];
    for (name, set, more) in fields {
        for &bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].iter().chain(more) {
            let mut def = WorldDef::default();
            set(&mut def, bad);
            assert_eq!(field(&World::new(def).unwrap_err()), name, "{bad}");
        }
    }
    for substeps in [0, 65, u32::MAX] {
        assert_eq!(field(&World::new(WorldDef::default().substeps(substeps)).unwrap_err()), "substeps");
    }
    let rest: [(&str, Set<WorldDef>); 2] =
        [("restitution_threshold", |d, x| d.restitution_threshold = x), ("sleep_time", |d, x| d.sleep_time = x)];
    for (name, set) in rest {
        for bad in [f32::NAN, -1.0, f32::INFINITY] {
            let mut def = WorldDef::default();
            set(&mut def, bad);
            assert_eq!(field(&World::new(def).unwrap_err()), name);
        }
    }
}

#[test]
fn extreme_but_legal_worlds_step() {
    let defs = [
        WorldDef::default().substeps(1),
        WorldDef::default().substeps(64),
        WorldDef::default().dt(1.0e-6),
        WorldDef::default().dt(10.0),
        WorldDef::default().length_unit(1.0e-4),
        WorldDef::default().length_unit(1.0e4),
        WorldDef::default().gravity(vec2(1.0e30, -1.0e30)),
        WorldDef { contact_hertz: 0.0, joint_hertz: 0.0, slop: 0.0, speculative_distance: 0.0, ..WorldDef::default() },
        WorldDef { contact_hertz: 1.0e6, contact_damping_ratio: 0.0, max_speed: 1.0e6, ..WorldDef::default() },
        WorldDef { sleep_time: 0.0, sleep_speed: 1.0e9, contact_push_speed: 0.0, ..WorldDef::default() },
        WorldDef { spatial_sort_interval: 1, continuous: false, ..WorldDef::default() },
    ];
    for def in defs {
        let text = format!("{def:?}");
        let mut world = on_ground(def);
        let keys = stack(&mut world, 0.0, 4);
        world.add_joint(keys[0], keys[3], Revolute::new(vec2(1.0, 0.0), vec2(1.0, -3.0)).motor(1.0, 1.0)).unwrap();
        for _ in 0..60 {
            world.step();
            assert_eq!(world.validate(), Ok(()), "{text}");
        }
    }
}

#[test]
fn body_fields_that_are_not_finite_are_refused() {
    let fields: [(&str, Set<BodyDef>); 9] = [
        ("position", |d, x| d.position.x = x),
        ("position", |d, x| d.position.y = x),
        ("angle", |d, x| d.angle = x),
        ("velocity", |d, x| d.velocity.x = x),
        ("velocity", |d, x| d.velocity.y = x),
        ("angular_velocity", |d, x| d.angular_velocity = x),
        ("linear_damping", |d, x| d.linear_damping = x),
        ("angular_damping", |d, x| d.angular_damping = x),
        ("gravity_scale", |d, x| d.gravity_scale = x),
    ];
    let mut world = World::default();
    world.add_body(crate_at(0.0, 0.0)).unwrap();
    let hash = world.state_hash();
    for kind in [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic] {
        for (name, set) in fields {
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                let mut def = BodyDef { kind, ..crate_at(0.0, 0.0) };
                set(&mut def, bad);
                assert_eq!(field(&world.add_body(def.clone()).unwrap_err()), name);
                // In bulk: none is added, and the index is in the path.
                let error = world.add_bodies([crate_at(5.0, 0.0), crate_at(7.0, 0.0), def]).unwrap_err();
                assert_eq!(field(&error), format!("bodies[2].{name}"));
            }
        }
    }
    for (name, def) in [
        ("position", crate_at(1.0e9, 0.0)),
        ("linear_damping", crate_at(0.0, 0.0).damping(-1.0, 0.0)),
        ("angular_damping", crate_at(0.0, 0.0).damping(0.0, -1.0)),
    ] {
        assert_eq!(field(&world.add_body(def).unwrap_err()), name);
    }
    assert_eq!((world.counts().bodies, world.state_hash()), (1, hash), "what was there stays");
}

#[test]
fn surfaces_out_of_range_are_refused_with_their_index() {
    let fields: [(&str, Set<ShapeDef>, &[f32]); 5] = [
        ("density", |d, x| d.density = x, &[-1.0, 1.0e30]),
        ("material.friction", |d, x| d.material.friction = x, &[-0.1, 1.1e6]),
        ("material.restitution", |d, x| d.material.restitution = x, &[-0.1, 10.01]),
        ("material.rolling_resistance", |d, x| d.material.rolling_resistance = x, &[-0.1, 1.1e6]),
        ("material.surface_speed", |d, x| d.material.surface_speed = x, &[]),
    ];
    let mut world = World::default();
    for (name, set, more) in fields {
        for &bad in [f32::NAN, f32::INFINITY].iter().chain(more) {
            let mut shape = ShapeDef::new(disc(1.0));
            set(&mut shape, bad);
            let body = BodyDef::dynamic().shape(disc(1.0)).shape(disc(2.0)).shape(shape.clone());
            assert_eq!(field(&world.add_body(body.clone()).unwrap_err()), format!("shapes[2].{name}"));
            let error = world.add_bodies([crate_at(0.0, 0.0), body]).unwrap_err();
            assert_eq!(field(&error), format!("bodies[1].shapes[2].{name}"));
        }
    }
    assert_eq!(world.counts().bodies, 0);
}

#[test]
fn masses_that_are_none_are_refused() {
    let good = MassProperties { mass: 1.0, center: Vec2::ZERO, inertia: 1.0 };
    let mut world = World::default();
    let key = world.add_body(crate_at(0.0, 0.0)).unwrap();
    for bad in [f32::NAN, f32::INFINITY, -1.0, 1.0e30] {
        let cases = [
            ("mass.mass", MassProperties { mass: bad, ..good }),
            ("mass.inertia", MassProperties { inertia: bad, ..good }),
        ];
        for (name, mass) in cases {
            assert_eq!(field(&world.add_body(crate_at(0.0, 0.0).mass(mass)).unwrap_err()), name);
            assert_eq!(field(&world.body_mut(key).unwrap().set_mass(Some(mass)).unwrap_err()), name);
        }
    }
    let nowhere = MassProperties { center: vec2(f32::NAN, 0.0), ..good };
    assert_eq!(field(&world.add_body(crate_at(0.0, 0.0).mass(nowhere)).unwrap_err()), "mass.center");
    let weightless = MassProperties { mass: 0.0, ..good };
    assert_eq!(field(&world.add_body(crate_at(0.0, 0.0).mass(weightless)).unwrap_err()), "mass.mass");
    near(world.body(key).unwrap().mass().mass, 1.0, 1e-6);
}

#[test]
fn joint_fields_out_of_range_are_refused() {
    let mut world = World::default();
    let (a, b) = (world.add_body(crate_at(0.0, 0.0)).unwrap(), world.add_body(crate_at(2.0, 0.0)).unwrap());
    let kept = world.add_joint(a, b, Revolute::new(vec2(1.0, 0.0), vec2(-1.0, 0.0))).unwrap();
    let before = world.joint(kept).unwrap().def();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let hinge = Revolute::default();
        let cases = [
            ("anchor_a", Revolute { anchor_a: vec2(bad, 0.0), ..hinge }),
            ("anchor_b", Revolute { anchor_b: vec2(0.0, bad), ..hinge }),
            ("reference_angle", hinge.reference_angle(bad)),
            ("limit.lower", hinge.limit(bad, 1.0)),
            ("limit.upper", hinge.limit(-1.0, bad)),
            ("motor.speed", hinge.motor(bad, 1.0)),
            ("motor.max_torque", hinge.motor(1.0, bad)),
            ("spring.hertz", hinge.spring(bad, 1.0)),
            ("spring.damping_ratio", hinge.spring(1.0, bad)),
        ];
        for (name, joint) in cases {
            assert_eq!(field(&world.add_joint(a, b, joint).unwrap_err()), name);
            assert_eq!(field(&world.joint_mut(kept).unwrap().set_def(joint).unwrap_err()), name);
        }
    }
    for (name, joint) in [
        ("limit.upper", Revolute::default().limit(1.0, -1.0)),
        ("motor.max_torque", Revolute::default().motor(1.0, -1.0)),
        ("spring.hertz", Revolute::default().spring(-1.0, 1.0)),
    ] {
        assert_eq!(field(&world.add_joint(a, b, joint).unwrap_err()), name);
    }
    assert_eq!(world.counts().joints, 1);
    let JointKind::Revolute(now) = world.joint(kept).unwrap().kind() else { panic!("a hinge stays a hinge") };
    assert_eq!(JointDef::from(now), before);
}
