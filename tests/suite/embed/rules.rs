//! Rules that change while a world runs.

use crate::kit::*;
use carom::prelude::*;
use carom::{BroadPhaseKind, Mixing};

/// A rule by name, and a change of it.
type Rule = (&'static str, fn(&mut WorldDef));

const RULES: [Rule; 24] = [
    ("gravity", |d| d.gravity = vec2(1.0, -5.0)),
    ("dt", |d| d.dt = 0.01),
    ("substeps", |d| d.substeps = 8),
    ("length_unit", |d| d.length_unit = 2.0),
    ("contact_hertz", |d| d.contact_hertz = 20.0),
    ("contact_damping_ratio", |d| d.contact_damping_ratio = 5.0),
    ("joint_hertz", |d| d.joint_hertz = 20.0),
    ("joint_damping_ratio", |d| d.joint_damping_ratio = 1.0),
    ("slop", |d| d.slop = 0.01),
    ("speculative_distance wider", |d| d.speculative_distance = 0.1),
    ("speculative_distance", |d| d.speculative_distance = 0.01),
    ("contact_push_speed", |d| d.contact_push_speed = 1.0),
    ("restitution_threshold", |d| d.restitution_threshold = 0.1),
    ("friction_mixing", |d| d.friction_mixing = Mixing::Min),
    ("restitution_mixing", |d| d.restitution_mixing = Mixing::Average),
    ("hit_event_speed", |d| d.hit_event_speed = 3.0),
    ("record_impulses", |d| d.record_impulses = true),
    ("sleep", |d| d.sleep = false),
    ("sleep_speed", |d| d.sleep_speed = 0.2),
    ("sleep_time", |d| d.sleep_time = 0.1),
    ("continuous", |d| d.continuous = false),
    ("max_speed", |d| d.max_speed = 10.0),
    ("max_rotation_per_step", |d| d.max_rotation_per_step = 0.5),
    ("broad_phase", |d| d.broad_phase = BroadPhaseKind::QuadTree),
];

/// A heap with a rope in it, some of it asleep.
fn heap() -> World {
    let mut world = on_ground(WorldDef { sleep_time: 0.2, ..WorldDef::default() });
    (0..4).for_each(|k| drop(stack(&mut world, 3.0 * k as f32, 4)));
    let post = world.add_body(BodyDef::fixed().at(vec2(-3.0, 8.0))).unwrap();
    let bob = world.add_body(BodyDef::dynamic().at(vec2(-5.0, 8.0)).shape(disc(0.4))).unwrap();
    world.add_joint(post, bob, Revolute::new(Vec2::ZERO, vec2(2.0, 0.0))).unwrap();
    world.add_body(BodyDef::dynamic().at(vec2(-2.0, 9.0)).shape(ShapeDef::new(disc(0.4)).restitution(0.7))).unwrap();
    play(&mut world, 40);
    world
}

/// Each rule may change at any time: invariants hold, stacks stand, and an image made then goes on as the world does.
#[test]
fn every_rule_may_change_while_the_world_runs() {
    for (name, change) in RULES {
        let mut world = heap();
        let mut def = world.def().clone();
        change(&mut def);
        assert_ne!(&def, world.def(), "{name}");
        world.set_def(def.clone()).unwrap();
        assert_eq!(world.def(), &def);
        checked(&world);
        let mut other = World::from_snapshot(&world.snapshot()).unwrap();
        for step in 0..120 {
            play(&mut world, 1);
            other.step();
            assert_eq!(world.state_hash(), other.state_hash(), "{name}, step {step}");
        }
        let highest = world.bodies().map(|(_, body)| body.position().y).fold(0.0, f32::max);
        assert!(highest < 10.0 && world.bodies().all(|(_, body)| body.position().y > -1.1), "{name}: {highest} m");
        if name != "gravity" && name != "length_unit" {
            let tops = world.bodies().filter(|(_, body)| (body.position().y - 3.5).abs() < 0.1).count();
            assert!(tops >= 4, "{name}: {tops} of 4 stacks stand");
        }
    }
}

#[test]
fn rules_do_what_they_say_at_once() {
    let mut world = sleepless();
    let ball = world.add_body(BodyDef::dynamic().at(vec2(0.0, 90.0)).shape(disc(0.5))).unwrap();
    world.set_def(WorldDef { max_speed: 2.0, ..world.def().clone() }).unwrap();
    play(&mut world, 60);
    near(velocity(&world, ball).length(), 2.0, 1e-3);
    world.set_def(WorldDef { gravity: vec2(3.0, 0.0), max_speed: 99.0, ..world.def().clone() }).unwrap();
    let before = velocity(&world, ball).x;
    play(&mut world, 60);
    near(velocity(&world, ball).x - before, 3.0, 0.01);
    // Friction of a box that lies still: it slides from the next step on.
    let mut world = sleepless();
    let key = world.add_body(crate_at(0.0, 0.5)).unwrap();
    let shape = world.body(key).unwrap().shape_keys()[0];
    world.body_mut(key).unwrap().set_material(shape, Material { friction: 0.0, ..Material::default() }).unwrap();
    world.set_def(WorldDef { friction_mixing: Mixing::Max, gravity: vec2(2.0, -9.81), ..world.def().clone() }).unwrap();
    play(&mut world, 60);
    near(velocity(&world, key).x, 0.0, 0.01);
    world.set_def(WorldDef { friction_mixing: Mixing::Min, ..world.def().clone() }).unwrap();
    play(&mut world, 60);
    near(velocity(&world, key).x, 2.0, 0.02);
}

#[test]
fn bad_rules_change_nothing() {
    let mut world = heap();
    let (def, hash) = (world.def().clone(), world.state_hash());
    for (field, bad) in [
        ("dt", WorldDef { dt: f32::NAN, ..def.clone() }),
        ("substeps", WorldDef { substeps: 65, ..def.clone() }),
        ("max_speed", WorldDef { max_speed: -1.0, ..def.clone() }),
        ("gravity", WorldDef { gravity: vec2(f32::INFINITY, 0.0), ..def.clone() }),
    ] {
        assert!(world.set_def(bad).unwrap_err().to_string().starts_with(field));
    }
    assert_eq!((world.def(), world.state_hash()), (&def, hash));
    // The same rules again: nothing wakes.
    play(&mut world, 100);
    let asleep = world.awake_bodies().len();
    world.set_def(def).unwrap();
    assert_eq!(world.awake_bodies().len(), asleep);
}
