//! Pairs of bodies that ignore each other.

use crate::kit::*;
use carom::prelude::*;

#[test]
fn a_pair_passes_and_everything_else_does_not() {
    let mut world = sleepless();
    let shelf = world.add_body(BodyDef::fixed().at(vec2(0.0, 3.0)).shape(rect(6.0, 0.5))).unwrap();
    let balls = [-2.0, 2.0].map(|x| world.add_body(BodyDef::dynamic().at(vec2(x, 3.6)).shape(disc(0.3))).unwrap());
    play(&mut world, 60);
    world.ignore_pair(shelf, balls[0], true).unwrap();
    assert!(world.ignores_pair(balls[0], shelf) && !world.ignores_pair(shelf, balls[1]));
    play(&mut world, 1);
    assert!(world.events().contact_ended().iter().any(|pair| pair.other(balls[0]).is_some()));
    play(&mut world, 100);
    near(at(&world, balls[0]).y, 0.3, 0.01);
    near(at(&world, balls[1]).y, 3.55, 0.01);
    // Fast: continuous collision ignores it too, and heeds it again.
    for ignore in [true, false] {
        world.ignore_pair(balls[0], shelf, ignore).unwrap();
        let mut ball = world.body_mut(balls[0]).unwrap();
        ball.teleport(Pose::new(vec2(-2.0, 9.0), 0.0)).unwrap();
        ball.set_velocity(vec2(0.0, -200.0)).unwrap();
        play(&mut world, 60);
        near(at(&world, balls[0]).y, if ignore { 0.3 } else { 3.55 }, 0.02);
    }
}

#[test]
fn sensors_ignore_it_too() {
    let mut world = space();
    let zone = world.add_body(BodyDef::fixed().shape(ShapeDef::new(disc(2.0)).sensor())).unwrap();
    let ball = world.add_body(BodyDef::dynamic().shape(disc(0.5))).unwrap();
    play(&mut world, 1);
    assert_eq!(world.body(zone).unwrap().sensed().count(), 1);
    world.ignore_pair(ball, zone, true).unwrap();
    play(&mut world, 1);
    assert_eq!((world.events().sensor_exited().len(), world.body(zone).unwrap().sensed().count()), (1, 0));
    world.ignore_pair(zone, ball, false).unwrap();
    play(&mut world, 1);
    assert_eq!(world.events().sensor_entered().len(), 1);
}

#[test]
fn sleepers_wake_for_it_and_keys_are_checked() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 2);
    play(&mut world, 120);
    assert!(!awake(&world, keys[0]));
    world.ignore_pair(keys[0], keys[1], true).unwrap();
    assert!(awake(&world, keys[0]) && awake(&world, keys[1]));
    play(&mut world, 120);
    near(at(&world, keys[1]).y, 0.5, 0.01);
    let says = |e: carom::Error, text: &str| assert!(e.to_string().starts_with(text), "{e}");
    says(world.ignore_pair(keys[0], keys[0], true).unwrap_err(), "b: ");
    assert!(world.remove_body(keys[1]) && !world.ignores_pair(keys[0], keys[1]));
    says(world.ignore_pair(keys[1], keys[0], true).unwrap_err(), "a: ");
    says(world.ignore_pair(keys[0], keys[1], true).unwrap_err(), "b: ");
    // Another body in the same slot is touched.
    let other = world.add_body(crate_at(0.0, 1.6)).unwrap();
    play(&mut world, 120);
    near(at(&world, other).y, 1.5, 0.01);
}

/// Random pairs of a heap, in an image: it goes on as it did, and no ignored pair ever touches.
#[test]
fn many_pairs_go_through_images() {
    for seed in 0..if LONG { 60 } else { 6 } {
        let mut random = SplitMix64::new(seed);
        let mut world = on_ground(WorldDef { sleep_time: 0.1, ..WorldDef::default() });
        let mut keys: Vec<BodyKey> = (0..30)
            .map(|k| crate_at(random.range(-3.0, 3.0), 0.5 + 0.4 * k as f32))
            .map(|def| world.add_body(def).unwrap())
            .collect();
        for _ in 0..120 {
            let [a, b] = [0; 2].map(|_| keys[random.int(0, keys.len() as u64 - 1) as usize]);
            match random.int(0, 9) {
                0 if keys.len() > 10 => {
                    assert!(world.remove_body(a));
                    keys.retain(|&key| key != a);
                }
                1 => keys.push(world.add_body(crate_at(random.range(-3.0, 3.0), 9.0)).unwrap()),
                2..=5 if a != b => world.ignore_pair(a, b, random.int(0, 3) > 0).unwrap(),
                _ => {}
            }
            let image = world.snapshot();
            let mut other = World::from_snapshot(&image).unwrap();
            assert!(other.snapshot() == image, "seed {seed}");
            play(&mut world, 1);
            other.step();
            assert_eq!(world.state_hash(), other.state_hash(), "seed {seed}");
            let ignored = |pair: &ShapePair| world.ignores_pair(pair.a.body, pair.b.body);
            assert!(!world.events().contact_began().iter().any(ignored));
            assert!(!world.contacts().any(|contact| world.ignores_pair(contact.a.body, contact.b.body)));
        }
    }
}
