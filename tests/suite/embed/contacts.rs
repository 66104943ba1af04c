//! Contacts as data: what holds a body up is its weight.

use crate::kit::*;
use carom::prelude::*;

/// The impulse on a body over the last step, by its contacts.
fn push(world: &World, key: BodyKey) -> Vec2 {
    let on = |contact: carom::Contact| if contact.b.body == key { contact.impulse() } else { -contact.impulse() };
    world.body(key).unwrap().contacts().map(on).fold(Vec2::ZERO, |sum, push| sum + push)
}

/// Its weight over a step.
fn weight(world: &World, key: BodyKey) -> Vec2 {
    vec2(0.0, world.body(key).unwrap().mass().mass * G * world.def().dt)
}

#[test]
fn what_rests_is_held_by_its_weight() {
    for substeps in [1, 4, 9] {
        let mut world = on_ground(WorldDef::default().sleep(false).substeps(substeps));
        let slope = Polygon::new([vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 2.0)]).unwrap();
        world.add(BodyDef::fixed().at(vec2(20.0, 0.0)).shape(slope)).unwrap();
        let mut keys = stack(&mut world, -5.0, 1);
        keys.push(world.add(BodyDef::dynamic().at(vec2(0.0, 0.5)).shape(disc(0.5))).unwrap());
        keys.push(
            world.add(BodyDef::dynamic().at(vec2(5.0, 0.3)).shape(Capsule::horizontal(1.0, 0.3).unwrap())).unwrap(),
        );
        keys.push(world.add(crate_at(25.0, 1.6).angle(0.197)).unwrap());
        play(&mut world, 400);
        for key in keys {
            let (push, weight) = (push(&world, key), weight(&world, key));
            assert!((push - weight).length() < 0.01 * weight.length(), "{substeps} substeps: {push} is not {weight}");
        }
    }
}

#[test]
fn a_stack_carries_what_stands_on_it_awake_and_asleep() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 5);
    play(&mut world, 45);
    for steps in [0, 300] {
        play(&mut world, steps);
        let floor: Vec2 = world
            .body(keys[0])
            .unwrap()
            .contacts()
            .filter(|contact| !keys.contains(&contact.a.body) || !keys.contains(&contact.b.body))
            .map(|contact| contact.impulse())
            .fold(Vec2::ZERO, |sum, push| sum + push);
        let all = 5.0 * weight(&world, keys[0]).y;
        near(floor.y.abs(), all, 0.01 * f64::from(all));
        assert_eq!(world.contacts().count(), 5);
    }
    assert!(!awake(&world, keys[0]));
}

#[test]
fn points_and_normals_are_those_of_the_poses() {
    let mut world = sleepless();
    let key = stack(&mut world, 3.0, 1)[0];
    play(&mut world, 60);
    let contact = world.body(key).unwrap().contacts().next().unwrap();
    assert!(contact.a.body != key && contact.b.body == key && contact.b.shape == 0);
    near(contact.normal.y, 1.0, 1e-4);
    let mut at: Vec<f32> = contact.points().iter().map(|point| point.point.x).collect();
    at.sort_by(f32::total_cmp);
    near(at[0], 2.5, 1e-2);
    near(at[1], 3.5, 1e-2);
    assert!(contact.points().iter().all(|point| point.point.y.abs() < 0.01 && point.separation.abs() < 0.01));
    world.body_mut(key).unwrap().teleport(Pose::new(vec2(0.0, 9.0), 0.0)).unwrap();
    assert_eq!(world.contacts().count(), 0, "gone at once");
}
