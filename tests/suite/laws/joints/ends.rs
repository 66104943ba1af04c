//! Joints that end: broken, or with a body. They are listed once, with force and cause.

use crate::kit::*;
use carom::prelude::*;
use carom::{JointEnd, JointEndCause};

/// A weight hangs on a joint that bears a little more or a little less.
#[test]
fn a_joint_breaks_above_its_force_and_no_sooner() {
    for (bears, breaks) in [(1.1, false), (0.9, true)] {
        let mut world = World::new(WorldDef::default()).unwrap();
        let ceiling = world.add_body(BodyDef::fixed()).unwrap();
        let weight = world.add_body(crate_at(0.0, -1.0)).unwrap();
        let force = bears * world.body(weight).unwrap().mass().mass * G;
        let rod = Distance::between(Vec2::ZERO, vec2(0.0, -1.0)).break_force(force).user_data(7);
        let joint = world.add_joint(ceiling, weight, rod).unwrap();
        let mut ends = Vec::new();
        for _ in 0..60 {
            world.step();
            ends.extend_from_slice(world.events().joint_ends());
        }
        checked(&world);
        assert_eq!(world.joint(joint).is_none(), breaks);
        assert_eq!(ends.len(), usize::from(breaks));
        for JointEnd { joint: ended, bodies, user_data, cause } in ends {
            assert_eq!((ended, bodies, user_data), (joint, [ceiling, weight], 7));
            let JointEndCause::Broke { force: broke, .. } = cause else { panic!("{cause:?}") };
            assert!(broke.y > force, "{broke:?}, {force}");
        }
    }
}

#[test]
fn a_weld_breaks_above_its_torque() {
    for (bears, breaks) in [(1.1, false), (0.9, true)] {
        let mut world = World::new(WorldDef::default()).unwrap();
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let arm = world.add_body(BodyDef::dynamic().at(vec2(1.0, 0.0)).shape(rect(2.0, 0.2))).unwrap();
        let torque = bears * world.body(arm).unwrap().mass().mass * G;
        let joint = world.add_joint(wall, arm, Weld::at(Vec2::ZERO).break_torque(torque)).unwrap();
        for _ in 0..60 {
            world.step();
        }
        assert_eq!(world.joint(joint).is_none(), breaks);
    }
}

#[test]
fn joints_of_a_removed_body_are_listed() {
    let mut world = space();
    let [a, b, c] = [0.0, 2.0, 4.0].map(|x| world.add_body(crate_at(x, 0.0)).unwrap());
    let first = world.add_joint(a, b, Revolute::at(vec2(1.0, 0.0))).unwrap();
    let second = world.add_joint(b, c, Weld::at(vec2(3.0, 0.0))).unwrap();
    let third = world.add_joint(c, a, Distance::between(Vec2::ZERO, vec2(4.0, 0.0))).unwrap();
    world.step();
    assert!(world.events().joint_ends().is_empty());
    assert!(world.remove_body(b));
    assert!(world.remove_joint(third), "a call that names the joint is no news");
    world.step();
    let ends = world.events().joint_ends();
    assert_eq!(ends.iter().map(|end| end.joint).collect::<Vec<_>>(), [first, second]);
    assert!(ends.iter().all(|end| end.cause == JointEndCause::BodyRemoved));
    world.step();
    assert!(world.events().joint_ends().is_empty());
}
