//! Stale keys and keys of another world name nothing.

use crate::kit::*;
use carom::Error;
use carom::prelude::*;

/// All that a body key opens must stay shut.
fn opens_nothing(world: &mut World, key: BodyKey) {
    let hash = world.state_hash();
    let other = world.add_body(crate_at(50.0, 50.0)).unwrap();
    assert!(world.body(key).is_none());
    assert!(world.body_mut(key).is_none());
    assert!(!world.remove_body(key));
    assert_eq!(world.add_joint(key, other, Revolute::default()), Err(Error::StaleKey { name: "a" }));
    assert_eq!(world.add_joint(other, key, Revolute::default()), Err(Error::StaleKey { name: "b" }));
    assert!(world.bodies().all(|(k, _)| k != key));
    assert!(world.remove_body(other));
    assert_eq!(world.state_hash(), hash);
}

#[test]
fn the_key_of_a_removed_body_is_stale() {
    let mut world = World::default();
    let key = world.add_body(crate_at(0.0, 0.0)).unwrap();
    assert!(world.remove_body(key));
    opens_nothing(&mut world, key);
    // Its slot is used again, and the key stays stale.
    let next = world.add_body(crate_at(0.0, 0.0)).unwrap();
    assert_ne!(key, next);
    opens_nothing(&mut world, key);
    assert!(world.body(next).is_some());
    let said = world.add_joint(next, key, Revolute::default()).unwrap_err().to_string();
    assert_eq!(said, "b: the key names nothing: removed, or of another world");
}

#[test]
fn a_key_of_another_world_names_nothing() {
    let (mut here, mut there) = (World::default(), World::default());
    let own = here.add_body(crate_at(0.0, 0.0)).unwrap();
    let foreign = there.add_body(crate_at(0.0, 0.0)).unwrap();
    assert_ne!(own, foreign);
    opens_nothing(&mut here, foreign);
    opens_nothing(&mut there, own);
    opens_nothing(&mut here, BodyKey::default());
}

#[test]
fn joint_keys_go_stale_too() {
    let (mut here, mut there) = (World::default(), World::default());
    let mut keys = Vec::new();
    for world in [&mut here, &mut there] {
        let (a, b) = (world.add_body(crate_at(0.0, 0.0)).unwrap(), world.add_body(crate_at(2.0, 0.0)).unwrap());
        keys.push((a, world.add_joint(a, b, Revolute::default()).unwrap()));
    }
    let opens_nothing = |world: &mut World, key: JointKey| {
        assert!(world.joint(key).is_none() && world.joint_mut(key).is_none() && !world.remove_joint(key));
    };
    opens_nothing(&mut here, keys[1].1);
    opens_nothing(&mut here, JointKey::default());
    assert!(here.remove_joint(keys[0].1));
    opens_nothing(&mut here, keys[0].1);
    // A joint goes with its body.
    assert!(there.remove_body(keys[1].0));
    opens_nothing(&mut there, keys[1].1);
    assert_eq!(there.counts().joints, 0);
    play(&mut here, 2);
    play(&mut there, 2);
}

#[test]
fn a_joint_needs_two_bodies() {
    let mut world = World::default();
    let key = world.add_body(crate_at(0.0, 0.0)).unwrap();
    assert_eq!(world.add_joint(key, key, Revolute::default()), Err(Error::SameBody));
    assert_eq!(world.counts().joints, 0);
    assert_eq!(world.body(key).unwrap().joints().count(), 0);
}

#[test]
fn a_joint_of_two_fixed_bodies_is_accepted_and_idle() {
    let mut world = World::default();
    let a = world.add_body(BodyDef::fixed().shape(disc(1.0))).unwrap();
    let b = world.add_body(BodyDef::fixed().at(vec2(9.0, 0.0)).shape(disc(1.0))).unwrap();
    let joint = world.add_joint(a, b, Revolute::default().motor(1.0, 1.0e6)).unwrap();
    play(&mut world, 60);
    assert_eq!((at(&world, a), at(&world, b)), (vec2(0.0, 0.0), vec2(9.0, 0.0)));
    assert_eq!(world.joint(joint).unwrap().force(), Vec2::ZERO);
}

#[test]
fn a_clone_knows_the_same_keys() {
    let mut world = World::default();
    let key = world.add_body(crate_at(0.0, 0.0)).unwrap();
    let mut clone = world.clone();
    assert!(clone.body(key).is_some());
    assert!(clone.remove_body(key));
    assert!(clone.body(key).is_none());
    assert!(world.body(key).is_some(), "and the original keeps its own");
}

#[test]
fn removing_everything_leaves_an_empty_world() {
    let mut world = World::default();
    let keys = stack(&mut world, 0.0, 10);
    for pair in keys.windows(2) {
        world.add_joint(pair[0], pair[1], Revolute::new(vec2(0.0, 0.5), vec2(0.0, -0.5))).unwrap();
    }
    play(&mut world, 10);
    for key in keys {
        assert!(world.remove_body(key));
        checked(&world);
    }
    play(&mut world, 3);
    let counts = world.counts();
    assert_eq!((counts.bodies, counts.shapes, counts.joints, counts.pairs), (0, 0, 0, 0));
    assert_eq!(world.bodies().count() + world.joints().count(), 0);
}

#[test]
fn an_empty_world_steps() {
    let mut world = World::default();
    play(&mut world, 10);
    assert_eq!((world.step_count(), world.counts().bodies), (10, 0));
    world.add_body(BodyDef::fixed()).unwrap();
    play(&mut world, 10);
    let key = world.add_body(BodyDef::dynamic()).unwrap();
    play(&mut world, 10);
    assert!(world.remove_body(key));
    play(&mut world, 10);
}

#[test]
fn a_key_is_shown_as_world_place_and_version() {
    let mut world = World::default();
    let a = world.add_body(crate_at(0.0, 0.0)).unwrap();
    let b = world.add_body(crate_at(2.0, 0.0)).unwrap();
    let joint = world.add_joint(a, b, Revolute::default()).unwrap();
    let number = a.to_string().split(':').next().unwrap().parse::<u32>().unwrap();
    assert_eq!([a.to_string(), b.to_string()], [format!("{number}:0v1"), format!("{number}:1v1")]);
    assert_eq!(joint.to_string(), format!("{number}:0v1"));
    assert_eq!(shape(&world, b, 0).to_string(), format!("{number}:1v1/{number}:1v1"));
    // The next tenant of the slot has another key.
    assert!(world.remove_body(b));
    let next = world.add_body(crate_at(2.0, 0.0)).unwrap();
    assert_eq!(next.to_string(), format!("{number}:1v3"));
    let foreign = World::default().add_body(crate_at(0.0, 0.0)).unwrap();
    assert_ne!(foreign.to_string(), a.to_string());
    assert_eq!((BodyKey::default().to_string(), JointKey::default().to_string()), ("none".into(), "none".into()));
    assert_eq!(format!("{:>6}|", BodyKey::default()), "  none|");
}
