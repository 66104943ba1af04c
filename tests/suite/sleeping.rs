//! Sleep: its causes, the causes of waking, and that nothing is lost by it.

use crate::kit::*;
use carom::prelude::*;

/// A stack of `count` that sleeps on the ground.
fn asleep(count: usize) -> (World, Vec<BodyKey>) {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, count);
    play(&mut world, 240);
    assert_eq!(world.counts().awake, 0);
    (world, keys)
}

#[test]
fn sleepers_cost_nothing() {
    let (mut world, keys) = asleep(10);
    let counts = world.counts();
    assert_eq!((counts.awake, counts.contacts, counts.pairs), (0, 0, 0), "no contact is looked at");
    assert!(keys.iter().all(|&key| velocity(&world, key) == Vec2::ZERO));
    play(&mut world, 60);
    assert_eq!(world.counts(), counts);
}

#[test]
fn a_contact_wakes() {
    let (mut world, keys) = asleep(3);
    let shot = BodyDef::dynamic().at(vec2(-5.0, 1.5)).velocity(vec2(10.0, 0.0)).gravity_scale(0.0);
    world.add_body(shot.shape(disc(0.2))).unwrap();
    play(&mut world, 10);
    assert_eq!(world.counts().awake, 1, "not before it is touched");
    play(&mut world, 30);
    assert!(keys.iter().all(|&key| awake(&world, key)), "an island wakes together");
}

#[test]
fn momentum_is_not_lost_on_a_sleeper() {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    let sleeper = world.add_body(BodyDef::dynamic().asleep().shape(disc(0.5))).unwrap();
    let ball =
        world.add_body(BodyDef::dynamic().at(vec2(-4.0, 0.0)).velocity(vec2(7.0, 0.0)).shape(disc(0.5))).unwrap();
    play(&mut world, 120);
    near(velocity(&world, sleeper).x + velocity(&world, ball).x, 7.0, 1e-4);
    near(velocity(&world, sleeper).x, 3.5, 0.05);
}

#[test]
fn a_hit_on_a_sleeping_row_loses_no_momentum() {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    let row = |i: i32| BodyDef::dynamic().at(vec2(i as f32, 0.0)).shape(rect(1.0, 1.0)).asleep();
    let keys = world.add_bodies((0..5).map(row)).unwrap();
    world.add_body(BodyDef::dynamic().at(vec2(-6.0, 0.0)).velocity(vec2(20.0, 0.0)).shape(rect(1.0, 1.0))).unwrap();
    play(&mut world, 60);
    assert!(keys.iter().all(|&key| velocity(&world, key).x > 0.5), "the hit went through the row");
    near(world.bodies().map(|(_, body)| f64::from(body.velocity().x)).sum::<f64>(), 20.0, 1e-3);
}

#[test]
fn loss_of_support_wakes() {
    let (mut world, keys) = asleep(3);
    let ground = world.bodies().next().unwrap().0;
    assert!(world.remove_body(ground));
    play(&mut world, 30);
    assert!(keys.iter().all(|&key| velocity(&world, key).y < -2.0), "they fall");
}

#[test]
fn support_that_moves_away_wakes() {
    let (mut world, keys) = asleep(3);
    let ground = world.bodies().next().unwrap().0;
    world.body_mut(ground).unwrap().teleport(Pose::new(vec2(0.0, -30.0), 0.0)).unwrap();
    play(&mut world, 30);
    assert!(keys.iter().all(|&key| velocity(&world, key).y < -2.0));
}

#[test]
fn support_that_changes_shape_or_filter_or_kind_wakes() {
    let (mut world, keys) = asleep(2);
    let ground = world.bodies().next().unwrap().0;
    let mut filtered = world.clone();
    let surface = shape(&world, ground, 0).shape;
    filtered.body_mut(ground).unwrap().set_filter(surface, Filter { mask: 0, ..Filter::default() }).unwrap();
    play(&mut filtered, 30);
    assert!(velocity(&filtered, keys[0]).y < -2.0);
    let mut reshaped = world.clone();
    reshaped.body_mut(ground).unwrap().set_shapes(vec![Circle::at(vec2(90.0, 0.0), 0.1).unwrap().into()]).unwrap();
    play(&mut reshaped, 30);
    assert!(velocity(&reshaped, keys[0]).y < -2.0);
    world.body_mut(ground).unwrap().set_kind(carom::BodyKind::Dynamic);
    play(&mut world, 30);
    assert!(velocity(&world, keys[0]).y < -2.0, "the ground falls as well");
}

#[test]
fn a_joint_wakes_and_so_does_its_end() {
    let (mut world, keys) = asleep(1);
    let far = world.add_body(BodyDef::fixed().at(vec2(0.0, 5.0))).unwrap();
    let joint = world.add_joint(far, keys[0], Revolute::new(vec2(0.0, -4.5), Vec2::ZERO)).unwrap();
    assert!(awake(&world, keys[0]));
    play(&mut world, 240);
    assert!(!awake(&world, keys[0]));
    world.joint_mut(joint).unwrap().set_def(Revolute::new(vec2(0.0, -3.5), Vec2::ZERO)).unwrap();
    assert!(awake(&world, keys[0]));
    play(&mut world, 240);
    near(at(&world, keys[0]).y, 1.5, 0.02);
    assert!(!awake(&world, keys[0]));
    assert!(world.remove_joint(joint));
    assert!(awake(&world, keys[0]));
    play(&mut world, 240);
    near(at(&world, keys[0]).y, 0.5, 0.02);
}

#[test]
fn a_joint_to_a_sleeper_pulls_it() {
    let (mut world, keys) = asleep(1);
    let ball = world.add_body(BodyDef::dynamic().at(vec2(3.0, 8.0)).velocity(vec2(5.0, 5.0)).shape(disc(0.5))).unwrap();
    world.add_joint(keys[0], ball, Revolute::new(vec2(0.0, 7.5), vec2(-3.0, 0.0))).unwrap();
    play(&mut world, 30);
    assert!(awake(&world, keys[0]));
}

#[test]
fn what_a_joint_holds_sleeps_together() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 1);
    let swing = world.add_body(BodyDef::dynamic().at(vec2(2.0, 3.0)).shape(disc(0.2))).unwrap();
    world.add_joint(keys[0], swing, Revolute::new(vec2(0.0, 4.5), vec2(0.0, 1.0))).unwrap();
    play(&mut world, 120);
    assert!(awake(&world, keys[0]), "it is joined to what swings");
}

#[test]
fn a_fixed_body_teleported_into_a_sleeper_wakes_it() {
    let (mut world, keys) = asleep(2);
    let block = world.add_body(BodyDef::fixed().at(vec2(30.0, 5.0)).shape(rect(1.0, 1.0))).unwrap();
    play(&mut world, 5);
    assert!(!awake(&world, keys[1]));
    world.body_mut(block).unwrap().teleport(Pose::new(vec2(0.7, 1.5), 0.0)).unwrap();
    play(&mut world, 60);
    assert!(at(&world, keys[1]).x < -0.2, "it is pushed aside: {}", at(&world, keys[1]));
}

#[test]
fn a_body_added_into_a_sleeper_wakes_it() {
    for kind in 0..2 {
        let (mut world, keys) = asleep(2);
        let body = if kind == 0 { BodyDef::fixed() } else { BodyDef::dynamic() };
        world.add_body(body.at(vec2(0.7, 1.5)).shape(rect(1.0, 1.0))).unwrap();
        play(&mut world, 60);
        assert!(at(&world, keys[1]).x < -0.02, "kind {kind}: {}", at(&world, keys[1]));
    }
}

#[test]
fn a_fixed_body_that_grows_into_a_sleeper_wakes_it() {
    let (mut world, keys) = asleep(2);
    let post = world.add_body(BodyDef::fixed().at(vec2(3.0, 1.5)).shape(disc(0.5))).unwrap();
    play(&mut world, 2);
    assert!(!awake(&world, keys[1]));
    let mut grown = world.clone();
    grown.body_mut(post).unwrap().add_shape(Circle::at(vec2(-2.0, 0.0), 0.7).unwrap()).unwrap();
    play(&mut grown, 60);
    assert!(at(&grown, keys[1]).x < -0.1, "a new shape: {}", at(&grown, keys[1]));
    let ghost = Filter { mask: 0, ..Filter::default() };
    let hidden = ShapeDef::new(rect(1.0, 1.0)).filter(ghost);
    let wall = world.add_body(BodyDef::fixed().at(vec2(0.8, 1.5)).shape(hidden)).unwrap();
    play(&mut world, 5);
    assert!(!awake(&world, keys[1]), "it may not touch");
    let face = shape(&world, wall, 0).shape;
    world.body_mut(wall).unwrap().set_filter(face, Filter::default()).unwrap();
    play(&mut world, 60);
    assert!(at(&world, keys[1]).x < -0.1, "now it may: {}", at(&world, keys[1]));
}

#[test]
fn a_kinematic_body_that_starts_to_move_wakes_what_stands_on_it() {
    let mut world = World::default();
    let lift = world.add_body(BodyDef::kinematic().at(vec2(0.0, -0.5)).shape(rect(10.0, 1.0))).unwrap();
    let keys = stack(&mut world, 0.0, 2);
    play(&mut world, 240);
    assert_eq!(world.counts().awake, 0, "it sleeps on a platform that stands");
    world.body_mut(lift).unwrap().set_velocity(vec2(0.0, 1.0)).unwrap();
    play(&mut world, 60);
    near(velocity(&world, keys[1]).y, 1.0, 0.05);
    near(at(&world, keys[1]).y, 2.5, 0.05);
    // Bodies that stand on it do not fall asleep while it moves.
    play(&mut world, 120);
    assert!(awake(&world, keys[0]));
}

#[test]
fn a_kinematic_body_wakes_what_it_meets() {
    let (mut world, keys) = asleep(1);
    let pusher = BodyDef::kinematic().at(vec2(-3.0, 0.6)).velocity(vec2(1.0, 0.0)).shape(rect(1.0, 1.0));
    world.add_body(pusher).unwrap();
    play(&mut world, 300);
    near(at(&world, keys[0]).x, -3.0 + 5.0 + 1.0, 0.05);
}

#[test]
fn calls_wake() {
    let (world, keys) = asleep(3);
    let calls: [fn(&mut World, BodyKey); 8] = [
        |w, k| w.body_mut(k).unwrap().wake(),
        |w, k| w.body_mut(k).unwrap().set_velocity(vec2(0.1, 0.0)).unwrap(),
        |w, k| w.body_mut(k).unwrap().apply_force(vec2(1.0, 0.0)).unwrap(),
        |w, k| w.body_mut(k).unwrap().apply_impulse(vec2(0.1, 0.0)).unwrap(),
        |w, k| w.body_mut(k).unwrap().set_can_sleep(false),
        |w, k| w.body_mut(k).unwrap().set_gravity_scale(0.5).unwrap(),
        |w, k| w.body_mut(k).unwrap().set_shapes(vec![disc(0.5).into()]).unwrap(),
        |w, k| w.body_mut(k).unwrap().teleport(Pose::new(vec2(9.0, 9.0), 0.0)).unwrap(),
    ];
    for (i, call) in calls.into_iter().enumerate() {
        let mut world = world.clone();
        call(&mut world, keys[1]);
        assert!(keys.iter().all(|&key| awake(&world, key)), "call {i}");
        play(&mut world, 5);
    }
}

#[test]
fn sleep_alone_lets_the_rest_stay_awake() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 3);
    play(&mut world, 5);
    world.body_mut(keys[1]).unwrap().sleep().unwrap();
    assert!(!awake(&world, keys[1]) && awake(&world, keys[0]) && awake(&world, keys[2]));
    checked(&world);
    play(&mut world, 5);
    play(&mut world, 240);
    assert_eq!(world.counts().awake, 0);
}

/// A body is put to sleep in flight, in each step of its way past another: none of their pairs is lost.
#[test]
fn sleep_in_flight_loses_no_pair() {
    for (x, speed) in [(-2.0, 2.0), (-1.2, 0.3), (-1.01, -2.0), (-1.0, -0.2)] {
        for steps in 0..60 {
            let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
            let a = world.add_body(crate_at(x, 0.0).velocity(vec2(speed, 0.0))).unwrap();
            let b = world.add_body(crate_at(0.0, 0.0).no_sleep()).unwrap();
            play(&mut world, steps);
            world.body_mut(a).unwrap().sleep().unwrap();
            play(&mut world, 3);
            // The other one goes away and comes back.
            for speed in [3.0, -3.0] {
                world.body_mut(b).unwrap().set_velocity(vec2(speed, 0.0)).unwrap();
                play(&mut world, 40);
            }
            assert!(at(&world, b).x > at(&world, a).x + 0.9, "{x} {speed}, asleep after {steps}: passed through");
        }
    }
}

#[test]
fn what_may_not_sleep_keeps_its_island_awake() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 2);
    let top = world.add_body(crate_at(0.0, 2.5).no_sleep()).unwrap();
    let other = stack(&mut world, 20.0, 2);
    play(&mut world, 300);
    assert!(awake(&world, top) && keys.iter().all(|&key| awake(&world, key)));
    assert!(other.iter().all(|&key| !awake(&world, key)));
    assert!(world.body_mut(top).unwrap().sleep().is_err());
}

#[test]
fn a_world_without_sleep_never_sleeps() {
    let mut world = sleepless();
    let keys = stack(&mut world, 0.0, 3);
    let born = world.add_body(crate_at(9.0, 0.5).asleep()).unwrap();
    play(&mut world, 300);
    assert_eq!(world.counts().awake, 4);
    assert!(awake(&world, born));
    assert!(world.body_mut(keys[0]).unwrap().sleep().is_err());
}

#[test]
fn bodies_born_asleep_wait_for_the_first_touch() {
    let mut world = World::default();
    let keys: Vec<BodyKey> = (0..5).map(|i| world.add_body(crate_at(0.0, 10.0 + i as f32).asleep()).unwrap()).collect();
    play(&mut world, 60);
    assert!(
        keys.iter().enumerate().all(|(i, &key)| at(&world, key) == vec2(0.0, 10.0 + i as f32)),
        "they hang in the air"
    );
    world.body_mut(keys[0]).unwrap().wake();
    play(&mut world, 60);
    assert!(keys.iter().all(|&key| awake(&world, key) && velocity(&world, key).y < -1.0), "the whole column falls");
}

/// A body that is put to sleep on a body that was just removed has lost its support, for any order of rows.
#[test]
fn what_stood_on_something_removed_wakes_whatever_the_rows() {
    for spatial_sort_interval in [0, 1] {
        let mut world = on_ground(WorldDef { spatial_sort_interval, ..WorldDef::default() });
        let (below, above) = (world.add_body(crate_at(0.0, 0.5)).unwrap(), world.add_body(crate_at(0.0, 1.5)).unwrap());
        world.add_body(BodyDef::kinematic().at(vec2(9.0, 3.0)).shape(rect(1.0, 1.0))).unwrap();
        for x in 2..6 {
            world.add_body(crate_at(3.0 * x as f32, 0.5)).unwrap();
        }
        play(&mut world, 3);
        assert!(world.remove_body(below));
        world.body_mut(above).unwrap().sleep().unwrap();
        play(&mut world, 1);
        assert!(awake(&world, above), "{spatial_sort_interval}");
    }
}

/// Contacts of sleepers are in the order of creation of their bodies, not in that of the rows.
#[test]
fn contacts_of_sleepers_have_one_order() {
    let order = |spatial_sort_interval: u32| {
        let def = WorldDef { spatial_sort_interval, sleep_time: 0.0, ..WorldDef::default() };
        let mut world = on_ground(def);
        for i in 0..40_u32 {
            world.add_body(crate_at(3.0 * (i * 7 % 40) as f32, 0.49)).unwrap();
        }
        play(&mut world, 120);
        assert_eq!(world.counts().awake, 0);
        let text = |key: BodyKey| key.to_string().rsplit(':').next().unwrap().to_owned();
        world.contacts().map(|contact| (text(contact.a.body), text(contact.b.body))).collect::<Vec<_>>()
    };
    assert_eq!(order(1), order(0));
}

#[test]
fn nobody_sleeps_at_the_top_of_its_flight() {
    let mut random = SplitMix64::new(15);
    for flight in 0..if LONG { 1_000 } else { 100 } {
        let gravity = 1.0e-3 * 3.0e5_f32.powf(random.range(0.0, 1.0));
        let def = WorldDef::default().gravity(vec2(0.0, -gravity));
        let mut world = World::new(def).unwrap();
        let speed = random.range(0.0, 0.6 * gravity);
        let ball = world.add_body(BodyDef::dynamic().velocity(vec2(0.0, speed)).shape(disc(0.5))).unwrap();
        for _ in 0..120 {
            world.step();
            assert!(awake(&world, ball), "flight {flight}: asleep at {} m in {gravity} m/s^2", at(&world, ball).y);
        }
    }
}

#[test]
fn a_box_on_the_ground_sleeps_in_little_gravity() {
    for gravity in [0.01, 0.05, 0.3, 9.81, 300.0] {
        let mut world = on_ground(WorldDef::default().gravity(vec2(0.0, -gravity)));
        let body = world.add_body(crate_at(0.0, 0.5)).unwrap();
        (0..600).for_each(|_| world.step());
        assert!(!awake(&world, body), "{gravity} m/s^2: {} m/s", velocity(&world, body).length());
    }
}

/// Slow motors and conveyors take their bodies as far in 20 s as their speed says, within 1 %.
#[test]
fn slow_motors_and_conveyors_go_on() {
    let bar = || BodyDef::dynamic().at(vec2(0.5, 0.0)).shape(rect(1.0, 0.1)).gravity_scale(0.0);
    let motor = |joint: JointDef, speed: f32| {
        let mut world = World::new(WorldDef::default()).unwrap();
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let bar = world.add_body(bar()).unwrap();
        let joint = world.add_joint(wall, bar, joint).unwrap();
        let value = |world: &World| {
            let joint = world.joint(joint).unwrap();
            if matches!(joint.kind(), JointKind::Revolute(_)) { joint.angle() } else { joint.place() }
        };
        let before = value(&world);
        play(&mut world, 1200);
        near(value(&world) - before, 20.0 * speed, 0.2 * f64::from(speed.abs()));
    };
    for speed in [0.06, -0.01, 0.001] {
        motor(Revolute::at(Vec2::ZERO).motor(speed, 1.0e3).into(), speed);
        motor(Prismatic::at(vec2(0.5, 0.0), Vec2::X).motor(speed, 1.0e3).into(), speed);
        motor(Distance::between(vec2(-3.0, 0.0), vec2(0.5, 0.0)).range(0.1, 9.0).motor(speed, 1.0e3).into(), speed);
    }
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let sled = world.add_body(crate_at(0.0, 0.0)).unwrap();
    world.add_joint(wall, sled, Motor::at_velocity(vec2(0.003, 0.0), 0.0).limits(1.0e3, 1.0e3)).unwrap();
    play(&mut world, 1200);
    near(at(&world, sled).x, 0.06, 6.0e-4);
    let mut world = World::new(WorldDef::default()).unwrap();
    world
        .add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(ShapeDef::new(rect(40.0, 1.0)).surface_speed(0.04)))
        .unwrap();
    let parcel = world.add_body(crate_at(0.0, 0.5)).unwrap();
    play(&mut world, 1200);
    near(at(&world, parcel).x.abs(), 0.8, 0.01);
}

/// A door with an overdamped spring of angular frequency w closes as exp(-t w (z - sqrt(z^2 - 1))), and rests then.
#[test]
fn a_slow_door_closes_and_then_sleeps() {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let door = world.add_body(BodyDef::dynamic().at(vec2(0.5, 0.0)).shape(rect(1.0, 0.1))).unwrap();
    let joint = world.add_joint(wall, door, Revolute::at(Vec2::ZERO).spring(0.1, 4.0)).unwrap();
    world.body_mut(door).unwrap().teleport(Pose::new(0.5 * Vec2::from_angle(1.0), 1.0)).unwrap();
    let rate = 0.2 * std::f32::consts::PI * (4.0 - 15.0_f32.sqrt());
    for second in 1..=20 {
        play(&mut world, 60);
        let wanted = (-rate * second as f32).exp();
        near(world.joint(joint).unwrap().angle(), wanted, 0.03);
    }
    play(&mut world, 60 * 60);
    assert!(world.joint(joint).unwrap().angle() < 0.07 && !awake(&world, door));
}

/// Swings that turn around slowly swing on: nobody sleeps off its balance.
#[test]
fn swings_do_not_sleep_at_their_turning_point() {
    let ball = |x: f32| BodyDef::dynamic().at(vec2(x, 0.0)).shape(disc(0.1));
    for (hertz, from) in [(0.1, 0.3), (0.3, 0.05), (1.0, 0.02)] {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let ball = world.add_body(ball(0.0)).unwrap();
        world.add_joint(wall, ball, Prismatic::at(Vec2::ZERO, Vec2::X).spring(hertz, 0.0)).unwrap();
        world.body_mut(ball).unwrap().teleport(Pose::new(vec2(from, 0.0), 0.0)).unwrap();
        let mut most = 0.0_f32;
        for step in 0..3600 {
            world.step();
            assert!(awake(&world, ball), "{hertz} Hz: asleep at step {step}, {}", at(&world, ball).x);
            most = most.max(at(&world, ball).x.abs());
        }
        near(most, from, 0.01 * f64::from(from));
    }
}

/// Pendulums do not either, whatever is slow about them: a clock's, and one of 20 m.
#[test]
fn pendulums_do_not_sleep_off_their_balance() {
    for (length, from) in [(1.0, 0.01), (5.0, 0.1), (20.0, 0.3)] {
        let mut world = World::new(WorldDef::default()).unwrap();
        let hook = world.add_body(BodyDef::fixed()).unwrap();
        let ball = world.add_body(BodyDef::dynamic().at(vec2(from, -length)).shape(disc(0.1))).unwrap();
        world.add_joint(hook, ball, Distance::new(Vec2::ZERO, Vec2::ZERO, length)).unwrap();
        for step in 0..1800 {
            world.step();
            assert!(awake(&world, ball), "{length} m: asleep at step {step}, {}", at(&world, ball).x);
        }
    }
}

/// In space, bodies that nothing touches go on at their speed, alone and in pairs.
#[test]
fn slow_bodies_in_space_go_on() {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    let slow = |x: f32, y: f32| BodyDef::dynamic().at(vec2(x, y)).velocity(vec2(0.04, 0.0)).shape(disc(0.5));
    let keys = world.add_bodies([slow(0.0, 0.0), slow(0.0, 5.0), slow(2.0, 5.0)]).unwrap();
    world.add_joint(keys[1], keys[2], Weld::at(vec2(1.0, 5.0))).unwrap();
    play(&mut world, 1200);
    for (key, from) in keys.into_iter().zip([0.0, 0.0, 2.0]) {
        near(at(&world, key).x - from, 0.8, 1.0e-3);
    }
}

/// Bodies that a motor, a spring or a conveyor only presses or holds do sleep.
#[test]
fn what_is_driven_and_stands_sleeps() {
    let mut world = on_ground(WorldDef::default());
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let bar = |x: f32| BodyDef::dynamic().at(vec2(x, 5.0)).shape(rect(1.0, 0.1));
    let bars = world.add_bodies([0.5, 4.5, 8.0].map(bar)).unwrap();
    world.add_joint(wall, bars[0], Revolute::at(vec2(0.0, 5.0)).limit(-1.0, 1.0).motor(1.0, 1.0e3)).unwrap();
    world.add_joint(wall, bars[1], Prismatic::at(vec2(4.0, 5.0), Vec2::Y).limit(-1.0, 1.0).motor(0.02, 1.0e3)).unwrap();
    world.add_joint(wall, bars[2], Revolute::at(vec2(7.5, 5.0)).spring(1.0, 0.5)).unwrap();
    world
        .add_body(BodyDef::fixed().at(vec2(-15.0, 0.5)).shape(ShapeDef::new(rect(10.0, 1.0)).surface_speed(-0.5)))
        .unwrap();
    let parcel = world.add_body(crate_at(-15.0, 1.5)).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(-9.9, 2.0)).shape(rect(1.0, 4.0))).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(-20.1, 2.0)).shape(rect(1.0, 4.0))).unwrap();
    play(&mut world, 60 * 70);
    for (name, key) in
        [("motor at a limit", bars[0]), ("lift at its end", bars[1]), ("spring", bars[2]), ("parcel", parcel)]
    {
        assert!(!awake(&world, key), "{name}");
    }
}
