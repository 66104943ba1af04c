//! Stacks stand, sleep, and stay asleep; also far from the origin.

use crate::kit::*;
use carom::prelude::*;

#[test]
fn a_stack_of_twenty_sleeps_and_does_not_wake_by_itself() {
    let mut world = on_ground(WorldDef::default());
    let keys = stack(&mut world, 0.0, 20);
    let mut slept = Vec::new();
    for _ in 0..600 {
        world.step();
        slept.extend_from_slice(world.events().slept());
    }
    checked(&world);
    assert_eq!(slept.len(), 20, "each falls asleep once");
    assert_eq!(world.counts().awake, 0);
    let poses: Vec<Pose> = keys.iter().map(|&key| world.body(key).unwrap().pose()).collect();
    // A contact is a spring on the reduced mass, so that under the weight of n boxes it gives way by
    // 2 n g / w^2 beyond the slop: a quarter of that on the ground, whose spring is twice as fast and mass infinite.
    let w2 = (std::f64::consts::TAU * f64::from(WorldDef::default().contact_hertz)).powi(2);
    let mut sunk = 0.001;
    for (i, pose) in poses.iter().enumerate() {
        let weight = 9.81 * (20 - i) as f64;
        sunk += 0.005 + if i == 0 { 0.25 * weight / w2 } else { 2.0 * weight / w2 };
        near(pose.p.x, 0.0, 0.01);
        near(pose.p.y, 0.5 + i as f64, sunk);
    }
    play(&mut world, 600);
    assert_eq!(world.counts().awake, 0);
    let after: Vec<Pose> = keys.iter().map(|&key| world.body(key).unwrap().pose()).collect();
    assert_eq!(poses, after, "not a bit changes in sleep");
}

/// The scene and its mirror image are the same scene, so its result is its own mirror image: nothing prefers one side.
#[test]
fn what_is_dropped_straight_stays_straight() {
    for (count, gap, restitution) in [(2, 0.1, 0.0), (10, 0.1, 0.0), (20, 0.1, 0.0), (20, 0.5, 0.0), (1, 3.0, 0.5)] {
        let mut world = on_ground(WorldDef::default());
        let square = ShapeDef::new(rect(1.0, 1.0)).restitution(restitution);
        let drop = |i: u32| BodyDef::dynamic().at(vec2(0.0, 0.5 + gap + (1.0 + gap) * i as f32)).shape(square.clone());
        let keys: Vec<_> = (0..count).map(|i| world.add_body(drop(i)).unwrap()).collect();
        let mut highest = 0.0_f32;
        for step in 0..900 {
            world.step();
            let first = world.body(keys[0]).unwrap().position().y;
            highest = if step > 60 && first > highest { first } else { highest };
        }
        checked(&world);
        assert_eq!(world.counts().awake, 0, "{count} boxes with gaps of {gap} m");
        for (i, &key) in keys.iter().enumerate() {
            let pose = world.body(key).unwrap().pose();
            assert_eq!((pose.p.x, pose.q.angle()), (0.0, 0.0), "box {i} of {count}");
            near(pose.p.y, 0.5 + i as f64, 0.01 + 0.02 * i as f64);
        }
        // A box that falls by 3 m comes up again by a quarter of that.
        assert_eq!(highest > 1.0, restitution > 0.0, "{count} boxes, restitution {restitution}: {highest}");
    }
}

#[test]
fn nine_boxes_carry_one_of_eight_times_their_weight() {
    let mut world = sleepless();
    let mut keys = stack(&mut world, 0.0, 9);
    let heavy = ShapeDef::new(rect(1.0, 1.0)).density(8.0);
    keys.push(world.add_body(BodyDef::dynamic().at(vec2(0.0, 9.5)).shape(heavy)).unwrap());
    play(&mut world, 1200);
    for (i, &key) in keys.iter().enumerate() {
        near(at(&world, key).y, 0.5 + i as f64, 0.01 * (i + 1) as f64);
        near(at(&world, key).x, 0.0, 0.02);
        assert!(velocity(&world, key).length() < 0.01);
    }
}

#[test]
fn a_pyramid_stands() {
    let mut world = sleepless();
    let rows = 15;
    for row in 0..rows {
        for k in 0..rows - row {
            world.add_body(crate_at(0.5 * row as f32 + k as f32 - 7.0, row as f32 + 0.5)).unwrap();
        }
    }
    play(&mut world, 300);
    for (_, body) in world.bodies().skip(1) {
        assert!(body.velocity().length() < 0.02);
        let (row, off) = (body.position().y - 0.5).round_off();
        assert!(off.abs() < 0.1 && row < rows as f32, "{}", body.position());
    }
}

/// A number as a whole one and the rest.
trait RoundOff {
    fn round_off(self) -> (f32, f32);
}

impl RoundOff for f32 {
    fn round_off(self) -> (f32, f32) {
        (self.round(), self - self.round())
    }
}

#[test]
fn a_stack_of_discs_between_walls_stands() {
    let mut world = sleepless();
    for side in [-1.0, 1.0] {
        world.add_body(BodyDef::fixed().at(vec2(1.5 * side, 10.0)).shape(rect(1.0, 20.0))).unwrap();
    }
    let discs: Vec<BodyKey> = (0..10)
        .map(|i| world.add_body(BodyDef::dynamic().at(vec2(0.0, 1.0 + 2.0 * i as f32)).shape(disc(0.99))).unwrap())
        .collect();
    play(&mut world, 400);
    for (i, &key) in discs.iter().enumerate() {
        near(at(&world, key).y, 0.99 + 1.98 * i as f64, 0.15);
    }
}

#[test]
fn a_heavy_box_on_light_ones_does_not_sink() {
    let mut world = sleepless();
    stack(&mut world, 0.0, 3);
    let heavy = ShapeDef::new(rect(1.0, 1.0)).density(30.0);
    let top = world.add_body(BodyDef::dynamic().at(vec2(0.0, 3.5)).shape(heavy)).unwrap();
    play(&mut world, 300);
    near(at(&world, top).y, 3.5, 0.15);
    near(at(&world, top).x, 0.0, 0.05);
}

/// Greatest distance from their places of the boxes of a stack of six at `origin` after 10 s.
fn moved_at(origin: Vec2) -> f32 {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(origin + vec2(0.0, -1.0)).shape(rect(40.0, 2.0))).unwrap();
    let keys: Vec<BodyKey> =
        (0..6).map(|i| world.add_body(crate_at(origin.x, origin.y + 0.5 + i as f32)).unwrap()).collect();
    play(&mut world, 600);
    let moved = keys.iter().zip(0..).map(|(&key, i)| at(&world, key) - origin - vec2(0.0, 0.5 + i as f32));
    moved.fold(0.0, |most, by: Vec2| most.max(by.abs().max_element()))
}

#[test]
fn a_stack_stands_ten_kilometres_out() {
    for origin in [vec2(1.0e4, 0.0), vec2(-1.0e4, 1.0e4), vec2(0.0, -1.0e4)] {
        near(moved_at(origin), 0.0, 0.05);
    }
}

/// At coordinates that are 4 mm apart, as large as the slop.
#[test]
fn a_stack_stands_fifty_kilometres_out() {
    for origin in [vec2(5.0e4, 0.0), vec2(-3.0e4, 4.0e4), vec2(0.0, -5.0e4)] {
        println!("{origin}: {} m", moved_at(origin));
        near(moved_at(origin), 0.0, 0.25);
    }
}

#[test]
fn a_world_in_pixels_behaves_as_one_in_metres() {
    // The same drop with lengths 64 times as large. 64 is a power of two, so that only the unit differs.
    let drop = |unit: f32| {
        let mut world = World::new(WorldDef::default().gravity(vec2(0.0, -G * unit)).length_unit(unit)).unwrap();
        world.add_body(BodyDef::fixed().at(vec2(0.0, -unit)).shape(rect(400.0 * unit, 2.0 * unit))).unwrap();
        let keys: Vec<BodyKey> = (0..5)
            .map(|i| {
                let place = vec2(0.1 * i as f32, 1.0 + 1.5 * i as f32) * unit;
                world.add_body(BodyDef::dynamic().at(place).shape(rect(unit, unit))).unwrap()
            })
            .collect();
        play(&mut world, 400);
        let places: Vec<Vec2> = keys.iter().map(|&key| at(&world, key) / unit).collect();
        (places, world.counts().awake)
    };
    let (metres, pixels) = (drop(1.0), drop(64.0));
    assert_eq!(metres.1, pixels.1, "as many sleep");
    for (a, b) in metres.0.iter().zip(&pixels.0) {
        assert!((*a - *b).length() < 0.02, "{a} {b}");
    }
}
