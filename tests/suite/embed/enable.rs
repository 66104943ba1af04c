//! Bodies that are disabled take part in nothing, and go on where they were.

use crate::kit::*;
use carom::prelude::*;

fn enable(world: &mut World, key: BodyKey, enabled: bool) {
    world.body_mut(key).unwrap().set_enabled(enabled);
    assert_eq!(world.body(key).unwrap().is_enabled(), enabled);
}

/// Whether an event of the last step names both bodies.
fn names(events: &[ShapePair], a: BodyKey, b: BodyKey) -> bool {
    events.iter().any(|pair| pair.other(a).is_some_and(|other| other.body == b))
}

#[test]
fn a_disabled_body_is_as_if_it_were_not_there() {
    for seed in 0..if LONG { 300 } else { 30 } {
        let mut random = SplitMix64::new(seed);
        let (mut with, mut without) = (sleepless(), sleepless());
        let mut ghosts = Vec::new();
        for k in 0..30 {
            let place = vec2(random.range(-4.0, 4.0), random.range(0.5, 9.0));
            let def = crate_at(place.x, place.y).angle(random.range(0.0, 3.0));
            if k % 3 == 0 {
                let kind = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic][k / 3 % 3];
                let velocity = if kind == BodyKind::Fixed { Vec2::ZERO } else { vec2(1.0, -2.0) };
                ghosts.push(with.add_body(BodyDef { kind, velocity, ..def }.disabled()).unwrap());
            } else {
                with.add_body(def.clone()).unwrap();
                without.add_body(def).unwrap();
            }
        }
        let before: Vec<Pose> = ghosts.iter().map(|&key| with.body(key).unwrap().pose()).collect();
        for _ in 0..100 {
            play(&mut with, 1);
            without.step();
        }
        let others = with.bodies().filter(|(key, _)| !ghosts.contains(key)).map(|(_, body)| body.pose());
        // Proxies have other ids, and contacts another order, so bits may differ; nothing else does.
        let far = others.zip(without.bodies()).map(|(pose, (_, other))| (pose.p - other.position()).length());
        assert!(far.fold(0.0, f32::max) < 0.5, "seed {seed}");
        for (&key, &pose) in ghosts.iter().zip(&before) {
            let body = with.body(key).unwrap();
            assert_eq!((body.pose(), body.is_awake(), body.contacts().count()), (pose, false, 0));
            let wanted = if body.kind() == BodyKind::Fixed { Vec2::ZERO } else { vec2(1.0, -2.0) };
            assert_eq!(body.velocity(), wanted, "it is kept");
        }
    }
}

#[test]
fn what_touches_ends_and_what_stood_on_it_falls() {
    let mut world = on_ground(WorldDef::default());
    let shelf = world.add_body(BodyDef::fixed().at(vec2(0.0, 3.0)).shape(rect(4.0, 0.5))).unwrap();
    let ball = world.add_body(BodyDef::dynamic().at(vec2(0.0, 3.55)).shape(disc(0.3))).unwrap();
    let box_ = world.add_body(crate_at(1.5, 3.75)).unwrap();
    play(&mut world, 200);
    assert!(!awake(&world, ball) && !awake(&world, box_));
    enable(&mut world, shelf, false);
    assert_eq!(world.body(shelf).unwrap().contacts().count(), 0, "at once");
    assert!(world.query().overlap_point(vec2(0.0, 3.0)).unwrap().is_empty());
    assert!(world.query().ray(&Ray::new(vec2(-1.0, 9.0), vec2(-1.0, 2.9))).unwrap().is_none());
    play(&mut world, 1);
    assert!(names(world.events().contact_ended(), shelf, ball) && names(world.events().contact_ended(), shelf, box_));
    assert!(awake(&world, ball) && awake(&world, box_));
    play(&mut world, 200);
    near(at(&world, ball).y, 0.3, 0.01);
    near(at(&world, box_).y, 0.5, 0.01);
    // Again and again: it holds what lands on it, and events alternate.
    for _ in 0..4 {
        enable(&mut world, shelf, true);
        world.body_mut(ball).unwrap().teleport(Pose::new(vec2(0.0, 3.56), 0.0)).unwrap();
        play(&mut world, 2);
        assert!(
            names(world.events().contact_began(), shelf, ball) || world.body(shelf).unwrap().contacts().count() == 1
        );
        play(&mut world, 30);
        near(at(&world, ball).y, 3.55, 0.01);
        enable(&mut world, shelf, false);
        play(&mut world, 1);
        assert!(names(world.events().contact_ended(), shelf, ball));
        play(&mut world, 100);
        near(at(&world, ball).y, 0.3, 0.01);
    }
}

#[test]
fn sensors_lose_it_and_find_it_again() {
    let mut world = space();
    let zone = world.add_body(BodyDef::fixed().shape(ShapeDef::new(disc(2.0)).sensor())).unwrap();
    let ball = world.add_body(BodyDef::dynamic().shape(disc(0.5))).unwrap();
    for key in [ball, zone] {
        enable(&mut world, key, true);
        play(&mut world, 1);
        assert_eq!(world.body(zone).unwrap().sensed().count(), 1);
        enable(&mut world, key, false);
        play(&mut world, 1);
        assert_eq!(world.events().sensor_exited().len(), 1);
        assert_eq!(world.body(zone).unwrap().sensed().count(), 0);
        play(&mut world, 1);
        assert!(world.events().sensor_exited().is_empty() && world.events().sensor_entered().is_empty());
        enable(&mut world, key, true);
        play(&mut world, 1);
        assert_eq!(world.events().sensor_entered().len(), 1);
    }
}

#[test]
fn joints_hold_nothing_while_one_end_is_out() {
    let mut world = World::default();
    let post = world.add_body(BodyDef::fixed().at(vec2(0.0, 9.0))).unwrap();
    let bob = world.add_body(BodyDef::dynamic().at(vec2(0.0, 7.0)).shape(disc(0.3))).unwrap();
    let rope = world.add_joint(post, bob, Revolute::new(Vec2::ZERO, vec2(0.0, 2.0))).unwrap();
    play(&mut world, 200);
    assert!(!awake(&world, bob));
    let weight = world.body(bob).unwrap().mass().mass * G;
    enable(&mut world, post, false);
    assert!(awake(&world, bob), "it hung there");
    assert_eq!(world.joint(rope).unwrap().force(), Vec2::ZERO);
    play(&mut world, 30);
    near(at(&world, bob).y, 7.0 - 0.5 * G * 0.25, 0.1);
    assert_eq!(world.joint(rope).unwrap().force(), Vec2::ZERO);
    // Both ends keep the joint. It pulls again when both are there.
    enable(&mut world, bob, false);
    let pose = Pose::new(vec2(0.0, 7.0), 0.0);
    world.body_mut(bob).unwrap().teleport(pose).unwrap();
    world.body_mut(bob).unwrap().set_velocity(Vec2::ZERO).unwrap();
    play(&mut world, 30);
    assert_eq!(world.body(bob).unwrap().pose(), pose, "a force of gravity has no effect");
    enable(&mut world, post, true);
    enable(&mut world, bob, true);
    play(&mut world, 60);
    near(at(&world, bob).y, 7.0, 0.01);
    near(world.joint(rope).unwrap().force().length(), weight, 0.05 * f64::from(weight));
}

#[test]
fn it_goes_on_with_its_velocity_and_without_forces() {
    let mut world = space();
    let lift = world.add_body(BodyDef::kinematic().velocity(vec2(0.0, 1.0)).shape(rect(2.0, 0.2))).unwrap();
    let ball = world.add_body(BodyDef::dynamic().at(vec2(9.0, 0.0)).velocity(vec2(2.0, 0.0)).shape(disc(0.5))).unwrap();
    play(&mut world, 60);
    for key in [lift, ball] {
        enable(&mut world, key, false);
    }
    world.body_mut(ball).unwrap().apply_force(vec2(0.0, 1.0e6)).unwrap();
    let then = (at(&world, lift), at(&world, ball));
    play(&mut world, 60);
    assert_eq!((at(&world, lift), at(&world, ball)), then);
    for key in [lift, ball] {
        enable(&mut world, key, true);
    }
    play(&mut world, 60);
    near(at(&world, lift).y, 2.0, 1e-3);
    near(at(&world, ball).x, 13.0, 1e-3);
    near(at(&world, ball).y, 0.0, 1e-6);
}

#[test]
fn sleepers_wake_that_it_is_put_into() {
    for kind in [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic] {
        let mut world = on_ground(WorldDef::default());
        let box_ = world.add_body(crate_at(0.0, 0.5)).unwrap();
        let def = BodyDef { kind, ..BodyDef::default() };
        let wedge = world.add_body(def.at(vec2(0.6, 0.5)).shape(rect(1.0, 1.0)).disabled()).unwrap();
        play(&mut world, 120);
        assert!(!awake(&world, box_));
        enable(&mut world, wedge, true);
        play(&mut world, 90);
        let apart = at(&world, wedge).x - at(&world, box_).x;
        assert!(apart > 0.97, "{kind:?}: {apart}");
    }
}

#[test]
fn a_disabled_body_may_be_changed_and_goes_through_an_image() {
    let mut world = on_ground(WorldDef::default());
    let key = world.add_body(crate_at(0.0, 5.0).disabled()).unwrap();
    assert!(!world.body(key).unwrap().is_enabled() && !awake(&world, key));
    let mut body = world.body_mut(key).unwrap();
    body.add_shape(disc(0.7)).unwrap();
    body.set_kind(BodyKind::Kinematic);
    body.set_kind(BodyKind::Dynamic);
    body.sleep().unwrap();
    body.wake();
    body.set_locks(Locks { rotation: true, ..Locks::default() });
    body.teleport(Pose::new(vec2(1.0, 4.0), 0.0)).unwrap();
    body.set_velocity(vec2(0.5, 0.0)).unwrap();
    play(&mut world, 3);
    let image = world.snapshot();
    let mut other = World::from_snapshot(&image).unwrap();
    assert!(other.snapshot() == image && other.state_hash() == world.state_hash());
    assert!(!other.body(key).unwrap().is_enabled());
    let with = world.state_hash();
    enable(&mut world, key, true);
    assert_ne!(world.state_hash(), with);
    enable(&mut other, key, true);
    for _ in 0..120 {
        play(&mut world, 1);
        other.step();
        assert_eq!(world.state_hash(), other.state_hash());
    }
    near(at(&world, key).y, 0.7, 0.02);
    // Removed while it is out.
    enable(&mut world, key, false);
    assert!(world.remove_body(key));
    play(&mut world, 2);
}
