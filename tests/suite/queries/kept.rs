//! The structure of queries over still bodies is kept from step to step, and takes only what changed. Its answers are
//! those of a copy of the world, which has none and builds it whole.

use super::Field;
use crate::kit::*;
use carom::prelude::*;
use carom::{BroadPhaseKind, Ray};

const FIELDS: u64 = if LONG { 100 } else { 8 };
const STEPS: usize = 60;

/// Bodies in a field: so many that a few changes are no reason to build all anew.
const BODIES: usize = 600;

/// Questions of each kind at a time.
const QUESTIONS: usize = 8;

/// A field of fixed bodies, and of dynamic ones that fall asleep among them.
fn field(seed: u64) -> Field {
    let broad_phase = if seed.is_multiple_of(2) { BroadPhaseKind::Hash } else { BroadPhaseKind::QuadTree };
    let rules = WorldDef { gravity: Vec2::ZERO, sleep_time: 0.1, broad_phase, ..WorldDef::default() };
    let mut field = Field { world: World::new(rules).unwrap(), keys: Vec::new(), random: SplitMix64::new(seed) };
    for _ in 0..BODIES {
        add(&mut field);
    }
    field
}

fn add(field: &mut Field) {
    let (at, angle) = (field.spot(), field.random.range(-3.0, 3.0));
    let mut shape = ShapeDef::new(field.outline());
    if field.random.int(0, 9) == 0 {
        shape = shape.sensor();
    }
    let def = match field.random.int(0, 9) {
        0 => BodyDef::dynamic().velocity(0.1 * at),
        1 => BodyDef::kinematic(),
        _ => BodyDef::fixed(),
    };
    field.keys.push(field.world.add_body(def.at(at).angle(angle).shape(shape)).unwrap());
}

fn change(field: &mut Field) {
    let number = field.random.int(0, field.keys.len() as u64 - 1) as usize;
    let (key, to) = (field.keys[number], Pose::new(field.spot(), field.random.range(-3.0, 3.0)));
    match field.random.int(0, 8) {
        0 => assert!(field.world.remove_body(field.keys.swap_remove(number))),
        1 | 2 => add(field),
        3 | 4 => field.world.body_mut(key).unwrap().teleport(to).unwrap(),
        5 | 6 => field.world.body_mut(key).unwrap().set_enabled(to.p.x > 0.0),
        7 => field.world.body_mut(key).unwrap().wake(),
        _ => drop(field.world.body_mut(key).unwrap().sleep()),
    }
}

fn ask(field: &mut Field, whence: &str) {
    let copy = field.world.clone();
    for question in 0..QUESTIONS {
        let (from, to, shape) = (field.spot(), field.spot(), field.outline());
        let answers = |world: &World| {
            let query = world.query().sensors();
            let ray = Ray::new(from, to);
            (
                (query.ray(&ray).unwrap(), query.ray_all(&ray).unwrap()),
                query.overlap(&shape, Pose::new(from, 0.0)).unwrap(),
                query.closest_bodies(to, 20.0, 3).unwrap(),
            )
        };
        assert_eq!(answers(&field.world), answers(&copy), "{whence}, question {question}");
    }
}

#[test]
fn what_is_kept_over_steps_answers_as_what_is_built_whole() {
    for seed in 0..FIELDS {
        let mut field = field(seed);
        for step in 0..STEPS {
            for _ in 0..field.random.int(0, 6) {
                change(&mut field);
            }
            // Some steps pass without a question, and some questions come between changes.
            for place in ["before the step", "after it"] {
                if field.random.int(0, 2) == 0 {
                    ask(&mut field, &format!("field {seed}, step {step}, {place}"));
                }
                if place == "before the step" {
                    field.world.step();
                }
            }
        }
    }
}
