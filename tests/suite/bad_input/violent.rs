//! Legal numbers that are too much for a body: it is capped, or frozen and reported, and the rest of the world goes on.

use crate::kit::*;
use carom::BodyMut;
use carom::prelude::*;

/// Does `violence` to one of two stacks; the other, behind a wall, must not notice. Returns the world and the victim.
fn beside_a_stack(violence: impl Fn(&mut BodyMut<'_>)) -> (World, BodyKey) {
    let build = || {
        let mut world = on_ground(WorldDef::default().sleep(false));
        world.add_body(BodyDef::fixed().at(vec2(0.0, 50.0)).shape(rect(1.0, 100.0))).unwrap();
        let calm = stack(&mut world, -50.0, 5);
        let victims = stack(&mut world, 50.0, 5);
        play(&mut world, 30);
        (world, calm, victims)
    };
    let (mut quiet, _, _) = build();
    let (mut world, calm, victims) = build();
    violence(&mut world.body_mut(victims[2]).unwrap());
    for _ in 0..120 {
        quiet.step();
        world.step();
        checked(&world);
        for (_, body) in world.bodies() {
            assert!(body.pose().is_finite() && body.velocity().is_finite() && body.angular_velocity().is_finite());
            assert!(body.velocity().length() <= 400.1, "{}", body.velocity());
        }
    }
    for (twin, key) in quiet.bodies().skip(2).zip(&calm) {
        assert!((twin.1.position() - at(&world, *key)).length() < 1e-3, "the other stack did not notice");
    }
    let victim = victims[2];
    (world, victim)
}

#[test]
fn a_huge_force() {
    for force in [1.0e38_f32, -1.0e38, 1.0e30, 3.4e38] {
        beside_a_stack(|body| {
            body.apply_force(vec2(force, 0.0)).unwrap();
            body.apply_force(vec2(force, force)).ok();
        });
    }
}

#[test]
fn a_huge_force_at_a_point_and_a_huge_torque() {
    beside_a_stack(|body| body.apply_force_at(vec2(0.0, 1.0e33), vec2(1.0e5, 0.0)).unwrap());
    // The torque of this one would not be finite.
    beside_a_stack(|body| assert!(body.apply_force_at(vec2(0.0, 1.0e38), vec2(1.0e5, 0.0)).is_err()));
    beside_a_stack(|body| body.apply_torque(3.0e38).unwrap());
    beside_a_stack(|body| body.set_angular_velocity(1.0e38).unwrap());
}

#[test]
fn a_huge_velocity_is_capped() {
    let (world, victim) = beside_a_stack(|body| body.set_velocity(vec2(3.0e38, 0.0)).unwrap());
    assert!(velocity(&world, victim).length() <= 400.1);
}

/// Pushes a body so hard that its velocity is no number.
fn freeze(world: &mut World, key: BodyKey) {
    let mut body = world.body_mut(key).unwrap();
    body.set_velocity(vec2(3.4e38, 3.4e38)).unwrap();
    body.apply_force(vec2(3.4e38, 3.4e38)).unwrap();
    world.step();
    checked(world);
    assert_eq!(world.events().frozen(), [key]);
}

#[test]
fn a_frozen_body_is_reported_once_and_stands_still() {
    let mut world = on_ground(WorldDef::default().sleep(false));
    let keys = stack(&mut world, 0.0, 2);
    freeze(&mut world, keys[1]);
    let body = world.body(keys[1]).unwrap();
    assert!(body.is_frozen() && !body.is_awake() && body.velocity() == Vec2::ZERO);
    let pose = body.pose();
    near(pose.p.y, 1.5, 0.01);
    for _ in 0..30 {
        world.step();
        checked(&world);
        assert!(world.events().frozen().is_empty());
    }
    assert_eq!(world.body(keys[1]).unwrap().pose(), pose);
    near(at(&world, keys[0]).y, 0.5, 0.02);
    // It can be removed as any other.
    assert!(world.remove_body(keys[1]));
    play(&mut world, 5);
}

#[test]
fn a_frozen_body_stays_frozen_whatever_is_changed() {
    let changes: [fn(&mut BodyMut<'_>); 6] = [
        |b| b.set_shapes(vec![disc(0.7).into()]).unwrap(),
        |b| b.set_mass(Some(MassProperties { mass: 2.0, center: vec2(0.1, 0.1), inertia: 1.0 })).unwrap(),
        |b| b.set_locks(Locks { x: true, ..Locks::default() }),
        |b| b.set_filter(first(b), Filter::default()).unwrap(),
        |b| b.set_kind(carom::BodyKind::Kinematic),
        |b| b.wake(),
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut world = on_ground(WorldDef::default().sleep(false));
        let keys = stack(&mut world, 0.0, 2);
        let swing = world.add_body(crate_at(3.0, 4.0)).unwrap();
        world.add_joint(keys[1], swing, Revolute::new(vec2(3.0, 1.0), vec2(0.0, -1.5))).unwrap();
        freeze(&mut world, keys[1]);
        let place = at(&world, keys[1]);
        change(&mut world.body_mut(keys[1]).unwrap());
        play(&mut world, 30);
        assert_eq!(at(&world, keys[1]), place, "change {i}");
        assert!(world.body(keys[1]).unwrap().is_frozen(), "change {i}");
    }
}

#[test]
fn removing_a_body_of_an_island_at_rest_wakes_the_rest() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 6);
    play(&mut world, 240);
    assert_eq!(world.counts().awake, 0);
    assert!(world.remove_body(keys[2]));
    play(&mut world, 2);
    assert!(keys[3..].iter().all(|&key| awake(&world, key)), "what stood on it wakes");
    play(&mut world, 240);
    near(at(&world, keys[3]).y, 2.5, 0.05);
    near(at(&world, keys[5]).y, 4.5, 0.05);
    assert_eq!(world.counts().awake, 0);
}

#[test]
fn nothing_of_absurd_size_ratio_makes_a_fault() {
    let mut world = on_ground(WorldDef::default());
    for (i, size) in [1.0e-5_f32, 1.0e-4, 1.0e-3, 0.01, 1.0, 100.0, 1.0e4, 1.0e5].into_iter().enumerate() {
        for density in [1.0e-9, 1.0, 1.0e9] {
            let x = (i as f32 - 4.0) * 0.7;
            let thing = BodyDef::dynamic().at(vec2(x, size + 0.1));
            world.add_body(thing.shape(ShapeDef::new(disc(size)).density(density))).unwrap();
        }
    }
    for _ in 0..120 {
        world.step();
        checked(&world);
        assert!(world.bodies().all(|(_, body)| body.pose().is_finite() && body.velocity().is_finite()));
    }
}
