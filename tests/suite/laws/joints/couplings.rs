//! Gears, racks and pulleys with the rest of a world: bad input, ends, sleep, changes, images, and one answer.

use crate::kit::*;
use carom::diagnostics::Driver;
use carom::prelude::*;
use carom::{Error, LaneWidth};

/// Two wheels on hinges of a frame, their hinges, and a gear.
struct Pair {
    world: World,
    frame: BodyKey,
    wheels: [BodyKey; 2],
    hinges: [JointKey; 2],
    gear: JointKey,
}

fn pair_of(def: WorldDef, gear: impl Into<JointDef>) -> Pair {
    let mut world = World::new(def.gravity(Vec2::ZERO)).unwrap();
    let frame = world.add_body(BodyDef::fixed()).unwrap();
    let places = [vec2(-2.0, 0.0), vec2(2.0, 0.0)];
    let wheels = places.map(|at| world.add_body(BodyDef::dynamic().at(at).shape(disc(1.0))).unwrap());
    let hinges = [0, 1].map(|k| world.add_joint(frame, wheels[k], Revolute::at(places[k])).unwrap());
    let gear = world.add_gear(hinges[0], hinges[1], gear).unwrap();
    checked(&world);
    Pair { world, frame, wheels, hinges, gear }
}

fn pair() -> Pair {
    pair_of(WorldDef::default(), Gear::new(2.0))
}

fn slip(world: &World, gear: JointKey) -> f32 {
    world.joint(gear).unwrap().slip().unwrap()
}

#[test]
fn fields_out_of_range_are_named() {
    let Pair { mut world, wheels: [a, b], hinges: [one, two], .. } = pair();
    let hash = world.state_hash();
    let counts = world.counts();
    let refused = |field: &str, result: Result<JointKey, Error>| match result {
        Err(Error::Value { field: found, .. }) => assert_eq!(found, field),
        other => panic!("{field}: {other:?}"),
    };
    for ratio in [0.0, -0.0, f32::NAN, f32::INFINITY, 1.0e-7, 2.0e6, -1.0e30] {
        refused("ratio", world.add_gear(one, two, Gear::new(ratio)));
        refused("ratio", world.add_gear(one, two, Rack::new(ratio)));
        refused("ratio", world.add_joint(a, b, Pulley::default().ratio(ratio)));
    }
    refused("ratio", world.add_joint(a, b, Pulley::default().ratio(-1.0)));
    refused("offset", world.add_gear(one, two, Gear::new(1.0).offset(f32::NAN)));
    refused("offset", world.add_gear(one, two, Rack::new(1.0).offset(f32::INFINITY)));
    refused("break_torque", world.add_gear(one, two, Gear::new(1.0).break_torque(-1.0)));
    refused("length", world.add_joint(a, b, Pulley::default().length(-1.0)));
    let nowhere = vec2(f32::NAN, 0.0);
    refused("anchor_a", world.add_joint(a, b, Pulley::new([nowhere, Vec2::ZERO], [Vec2::ZERO; 2])));
    refused("anchor_b", world.add_joint(a, b, Pulley::new([Vec2::ZERO, nowhere], [Vec2::ZERO; 2])));
    refused("ground_anchor_a", world.add_joint(a, b, Pulley::between(Vec2::ZERO, nowhere, Vec2::ZERO, Vec2::ZERO)));
    refused("ground_anchor_b", world.add_joint(a, b, Pulley::between(Vec2::ZERO, Vec2::ZERO, nowhere, Vec2::ZERO)));
    refused("at", world.add_joint(a, b, Pulley::between(nowhere, Vec2::ZERO, Vec2::ZERO, Vec2::ZERO)));
    // A rack needs a slider for its second joint, a gear is no joint of two bodies, and no hinge is a gear.
    refused("joint_2", world.add_gear(one, two, Rack::new(1.0)));
    refused("kind", world.add_joint(a, b, Gear::new(1.0)));
    refused("kind", world.add_gear(one, two, Revolute::default()));
    assert_eq!((world.state_hash(), world.counts()), (hash, counts));
}

#[test]
fn joints_that_cannot_be_coupled_are_refused() {
    let Pair { mut world, frame, wheels: [a, b], hinges: [one, two], gear } = pair();
    assert_eq!(world.add_gear(one, one, Gear::new(1.0)), Err(Error::SameJoint));
    for (kind, joint) in [
        ("weld", Weld::default().into()),
        ("distance", Distance::between(vec2(-2.0, 0.0), vec2(2.0, 0.0)).into()),
        ("motor", JointDef::from(Motor::default())),
        ("pin_slot", PinSlot::default().into()),
        ("filter", FilterJoint {}.into()),
        ("pulley", Pulley::default().into()),
    ] {
        let other = world.add_joint(a, b, joint).unwrap();
        let said = world.add_gear(one, other, Gear::new(1.0)).unwrap_err().to_string();
        assert_eq!(said, format!("joint_2: {kind} is not a revolute, a wheel or a prismatic"));
        assert!(world.add_gear(other, one, Gear::new(1.0)).unwrap_err().to_string().starts_with("joint_1: "));
        assert!(world.remove_joint(other));
        assert_eq!(world.add_gear(one, other, Gear::new(1.0)), Err(Error::StaleKey { name: "joint_2" }));
        assert_eq!(world.add_gear(other, one, Gear::new(1.0)), Err(Error::StaleKey { name: "joint_1" }));
    }
    assert!(matches!(world.add_gear(gear, one, Gear::new(1.0)), Err(Error::Value { .. })));
    let slider = world.add_joint(frame, b, Prismatic::default()).unwrap();
    assert!(world.add_gear(slider, one, Rack::new(1.0)).unwrap_err().to_string().starts_with("joint_1: prismatic"));
    // A joint with a gear keeps its kind, and so does the gear.
    let refused = |result| assert!(matches!(result, Err(Error::WrongKind { call: "set_def", .. })), "{result:?}");
    refused(world.joint_mut(one).unwrap().set_def(Weld::default()));
    refused(world.joint_mut(one).unwrap().set_def(Gear::new(2.0)));
    refused(world.joint_mut(gear).unwrap().set_def(Revolute::default()));
    refused(world.joint_mut(gear).unwrap().set_def(Rack::new(2.0)));
    assert!(matches!(world.joint_mut(two).unwrap().set_ratio(1.0), Err(Error::WrongKind { call: "set_ratio", .. })));
    checked(&world);
}

#[test]
fn a_gear_ends_with_its_joint_and_says_so() {
    // By a call.
    let Pair { mut world, hinges: [one, two], gear, .. } = pair_of(WorldDef::default(), Gear::new(2.0).user_data(7));
    assert!(world.remove_joint(one));
    checked(&world);
    assert!(world.joint(gear).is_none() && world.joint(two).is_some());
    world.step();
    let ends = world.events().joint_ends();
    assert_eq!((ends.len(), ends[0].joint, ends[0].user_data), (1, gear, 7));
    assert_eq!(ends[0].cause, JointEndCause::JointEnded { joint: one });
    // With a body: the wheel, or the frame.
    for removes_frame in [false, true] {
        let Pair { mut world, frame, wheels, hinges, gear } = pair();
        assert!(world.remove_body(if removes_frame { frame } else { wheels[1] }));
        checked(&world);
        world.step();
        checked(&world);
        let ends: Vec<_> = world.events().joint_ends().iter().map(|end| (end.joint, end.cause)).collect();
        let of = |key| (key, JointEndCause::BodyRemoved);
        let wanted =
            if removes_frame { vec![of(hinges[0]), of(gear), of(hinges[1])] } else { vec![of(hinges[1]), of(gear)] };
        assert_eq!(ends, wanted);
        assert!(world.joint(gear).is_none());
    }
    // As its joint breaks.
    let Pair { mut world, wheels: [a, _], hinges: [one, _], gear, .. } = pair();
    world.joint_mut(one).unwrap().set_def(Revolute::at(vec2(-2.0, 0.0)).break_force(10.0)).unwrap();
    world.body_mut(a).unwrap().apply_force(vec2(100.0, 0.0)).unwrap();
    let mut ends = Vec::new();
    for _ in 0..5 {
        world.step();
        checked(&world);
        ends.extend(world.events().joint_ends().iter().map(|end| (end.joint, end.cause)));
    }
    assert!(
        matches!(ends[..], [(j, JointEndCause::Broke { .. }), (g, JointEndCause::JointEnded { joint })]
        if (j, g, joint) == (one, gear, one)),
        "{ends:?}"
    );
}

#[test]
fn a_gear_and_a_pulley_break_above_what_they_bear() {
    for (bears, breaks) in [(11.0, false), (9.0, true)] {
        let Pair { mut world, wheels, hinges, gear, .. } =
            pair_of(WorldDef::default(), Gear::new(1.0).break_torque(bears));
        world.joint_mut(hinges[0]).unwrap().set_motor(Some(AngleMotor { speed: 0.0, max_torque: 1.0e4 })).unwrap();
        for step in 0..120 {
            world.body_mut(wheels[1]).unwrap().apply_torque(10.0_f32.min(0.2 * step as f32)).unwrap();
            world.step();
        }
        assert_eq!(world.joint(gear).is_none(), breaks);
        checked(&world);
        let mut world = World::default();
        let at = [vec2(-1.0, -5.0), vec2(1.0, -5.0)];
        let [a, b] = at.map(|at| world.add_body(crate_at(at.x, at.y)).unwrap());
        let rope = Pulley::between(at[0], vec2(-1.0, 0.0), vec2(1.0, 0.0), at[1]).break_force(bears / 10.0 * G);
        let rope = world.add_joint(a, b, rope).unwrap();
        (0..60).for_each(|_| world.step());
        assert_eq!(world.joint(rope).is_none(), breaks);
    }
}

#[test]
fn geared_bodies_sleep_and_wake_together() {
    let Pair { mut world, wheels: [a, b], hinges: [one, _], gear, .. } = pair();
    world.body_mut(a).unwrap().set_angular_velocity(0.001).unwrap();
    (0..120).for_each(|_| world.step());
    assert!(!awake(&world, a) && !awake(&world, b), "both rested");
    world.body_mut(b).unwrap().set_angular_velocity(1.0).unwrap();
    assert!(awake(&world, a) && awake(&world, b));
    play(&mut world, 60);
    near(spin(&world, a), -2.0 * spin(&world, b), 1.0e-4);
    // The one that turns keeps the other one awake, however slowly that turns.
    world.joint_mut(gear).unwrap().set_ratio(1.0e4).unwrap();
    world.body_mut(a).unwrap().set_angular_velocity(3.0).unwrap();
    play(&mut world, 240);
    assert!(awake(&world, a) && awake(&world, b));
    // All of them fall asleep by one call.
    world.body_mut(b).unwrap().sleep().unwrap();
    assert!(!awake(&world, a) && !awake(&world, b));
    // A change of the gear or of one of its joints wakes both, an equal one nobody.
    world.joint_mut(gear).unwrap().set_ratio(1.0e4).unwrap();
    assert!(!awake(&world, a) && !awake(&world, b));
    world.joint_mut(gear).unwrap().set_ratio(3.0).unwrap();
    assert!(awake(&world, a) && awake(&world, b));
    world.body_mut(b).unwrap().sleep().unwrap();
    world.joint_mut(one).unwrap().set_motor(Some(AngleMotor { speed: 3.0, max_torque: 5.0 })).unwrap();
    assert!(awake(&world, a) && awake(&world, b));
    play(&mut world, 120);
    near(spin(&world, b), -1.0, 1.0e-3);
    // Removed, it ties nobody.
    assert!(world.remove_joint(gear));
    world.body_mut(b).unwrap().set_angular_velocity(0.0).unwrap();
    play(&mut world, 120);
    assert!(awake(&world, a) && !awake(&world, b));
}

#[test]
fn a_weight_on_a_rope_sleeps_with_the_other_one() {
    let mut world = World::default();
    let at = [vec2(-1.0, -5.0), vec2(1.0, -5.0)];
    let [a, b] = at.map(|at| world.add_body(crate_at(at.x, at.y)).unwrap());
    world.add_joint(a, b, Pulley::between(at[0], vec2(-1.0, 0.0), vec2(1.0, 0.0), at[1])).unwrap();
    play(&mut world, 240);
    assert!(!awake(&world, a) && !awake(&world, b));
    near(crate::kit::at(&world, a).y, -5.0, 1.0e-3);
    world.body_mut(a).unwrap().apply_impulse(vec2(0.0, -1.0)).unwrap();
    assert!(awake(&world, b));
}

/// Another ratio takes over where the wheels stand, as does a joint whose zero is set anew.
#[test]
fn a_gear_stays_engaged_when_it_or_its_joints_change() {
    let Pair { mut world, wheels: [a, b], hinges: [one, _], gear, .. } =
        pair_of(WorldDef::default().sleep(false), Gear::new(2.0));
    world.joint_mut(one).unwrap().set_motor(Some(AngleMotor { speed: 10.0, max_torque: 100.0 })).unwrap();
    play(&mut world, 100);
    for ratio in [-1.0, 5.0, 0.25] {
        world.joint_mut(gear).unwrap().set_ratio(ratio).unwrap();
        near(slip(&world, gear), 0.0, 1.0e-5);
        play(&mut world, 100);
        near(slip(&world, gear), 0.0, 1.0e-3);
        near(spin(&world, a), -ratio * spin(&world, b), 0.01);
    }
    let before = spin(&world, b);
    let motor = AngleMotor { speed: 10.0, max_torque: 100.0 };
    world.joint_mut(one).unwrap().set_def(Revolute { motor: Some(motor), ..Revolute::at(vec2(-2.0, 0.0)) }).unwrap();
    // Its turns stay.
    let angle = world.joint(one).unwrap().angle();
    near(angle, (angle / std::f32::consts::TAU).round() * std::f32::consts::TAU, 1.0e-5);
    near(slip(&world, gear), 0.0, 1.0e-4);
    // It jumps nowhere: the motor adds less than 0.3 rad/s a step.
    play(&mut world, 1);
    near(spin(&world, b), before, 0.4);
    near(spin(&world, a), -0.25 * spin(&world, b), 0.01);
    // With an offset, the gear goes there.
    world.joint_mut(one).unwrap().set_motor(None).unwrap();
    let JointKind::Gear(def) = world.joint(gear).unwrap().kind() else { panic!() };
    world.joint_mut(gear).unwrap().set_def(Gear::new(def.ratio).offset(def.offset.unwrap() + 0.5)).unwrap();
    near(slip(&world, gear), -0.5, 1.0e-3);
    play(&mut world, 120);
    near(slip(&world, gear), 0.0, 1.0e-3);
}

/// A kinematic wheel drives a dynamic one; and a soft gear is a spring of its frequency.
#[test]
fn a_kinematic_wheel_drives_and_a_soft_gear_swings() {
    for substeps in [1, 4, 8] {
        let Pair { mut world, wheels: [a, b], gear, .. } =
            pair_of(WorldDef::default().substeps(substeps), Gear::new(-0.5));
        world.body_mut(a).unwrap().set_kind(BodyKind::Kinematic);
        world.body_mut(a).unwrap().set_angular_velocity(1.0).unwrap();
        play(&mut world, 600);
        near(spin(&world, b), 2.0, 1.0e-3);
        near(slip(&world, gear), 0.0, 1.0e-3);
        let Pair { mut world, wheels: [_, b], hinges: [one, two], .. } =
            pair_of(WorldDef::default().substeps(substeps), Gear::new(1.0).stiffness(2.0, 0.1));
        let hold = AngleMotor { speed: 0.0, max_torque: 1.0e6 };
        world.joint_mut(one).unwrap().set_motor(Some(hold)).unwrap();
        let inertia = world.body(b).unwrap().mass().inertia;
        for step in 0..600 {
            if step == 300 {
                // Alone on the spring: both inertias count in its frequency, so the held wheel makes it half as stiff.
                world.body_mut(b).unwrap().set_angular_velocity(0.0).unwrap();
            }
            world.body_mut(b).unwrap().apply_torque(1.0).unwrap();
            world.step();
        }
        let omega = std::f32::consts::TAU * 2.0;
        let yields = 1.0 / (0.5 * inertia * omega * omega);
        near(world.joint(two).unwrap().angle(), yields, 0.05 * f64::from(yields));
    }
}

/// A hall of gears, racks, pulleys and a swinging carrier, some of which break.
fn hall(def: WorldDef) -> World {
    let mut world = on_ground(def);
    let frame = world.add_body(BodyDef::fixed().at(vec2(0.0, 30.0))).unwrap();
    let mut random = SplitMix64::new(7);
    for i in 0..60 {
        let x = 5.0 * i as f32 - 150.0;
        let wheel = |world: &mut World, at: Vec2, speed: f32| {
            let shape = ShapeDef::new(rect(0.8, 0.6)).density(1.0 + (i % 7) as f32);
            let body = world.add_body(BodyDef::dynamic().at(at).shape(shape)).unwrap();
            let hinge = Revolute::at(at + vec2(0.1, 0.0)).motor(speed, if speed == 0.0 { 0.1 } else { 9.0 });
            (body, world.add_joint(frame, body, hinge).unwrap())
        };
        let (a, one) = wheel(&mut world, vec2(x, 6.0), random.range(-9.0, 9.0));
        let (b, two) = wheel(&mut world, vec2(x + 1.5, 6.0), 0.0);
        let (_, three) = wheel(&mut world, vec2(x + 3.0, 6.0), 0.0);
        let breaks = if i % 5 == 0 { 4.0 } else { 1.0e4 };
        world.add_gear(one, two, Gear::new(random.range(0.5, 3.0)).break_torque(breaks)).unwrap();
        world.add_gear(two, three, Gear::new(-random.range(0.5, 3.0)).stiffness(8.0, 0.7)).unwrap();
        let bar = world.add_body(BodyDef::dynamic().at(vec2(x, 9.0)).shape(rect(0.2, 1.0))).unwrap();
        let slider = world.add_joint(frame, bar, Prismatic::at(vec2(x, 9.0), vec2(0.1, 1.0)).limit(-1.0, 1.0)).unwrap();
        world.add_gear(three, slider, Rack::new(random.range(0.1, 0.5))).unwrap();
        let low = world.add_body(crate_at(x + 1.0, 2.0)).unwrap();
        let rope = Pulley::between(vec2(x, 9.0), vec2(x, 12.0), vec2(x + 1.0, 12.0), vec2(x + 1.0, 2.0)).ratio(0.7);
        world.add_joint(bar, low, rope.break_force(if i % 4 == 0 { 30.0 } else { 1.0e5 })).unwrap();
        if i % 9 == 0 {
            world.add_joint(a, b, Distance::rope(Vec2::ZERO, Vec2::ZERO, 2.0)).unwrap();
        }
    }
    world
}

#[test]
fn couplings_have_one_answer() {
    let steps = 200;
    let mut first = hall(WorldDef::default());
    let mut wanted = Vec::new();
    let mut ends = 0;
    for step in 0..steps {
        first.step();
        ends += first.events().joint_ends().len();
        if step % 20 == 0 {
            checked(&first);
        }
        wanted.push(first.state_hash());
    }
    assert!(ends > 5, "{ends} joints ended");
    let play_as = |name: &str, mut world: World| {
        for (step, &wanted) in wanted.iter().enumerate() {
            world.step();
            assert_eq!(world.state_hash(), wanted, "{name}, step {step}");
        }
        checked(&world);
    };
    for driver in [1, 2, 3, 8].map(Driver::Threads).into_iter().chain([1, 2, 3].map(Driver::Seeded)) {
        let mut world = hall(WorldDef::default());
        world.set_driver(driver);
        play_as("drivers", world);
    }
    for lanes in [LaneWidth::One, LaneWidth::Four, LaneWidth::Eight] {
        let mut world = hall(WorldDef::default());
        world.set_lanes(lanes);
        play_as("lanes", world);
    }
    play_as("quadtree", hall(WorldDef { broad_phase: BroadPhaseKind::QuadTree, ..WorldDef::default() }));
    play_as("other rows", hall(WorldDef { spatial_sort_interval: 1, ..WorldDef::default() }));
}

#[test]
fn couplings_go_on_from_an_image_and_in_a_copy() {
    let mut world = hall(WorldDef::default());
    (0..60).for_each(|_| world.step());
    let image = world.snapshot();
    let mut other = World::default();
    other.restore(&image).unwrap();
    assert_eq!(other.snapshot(), image);
    checked(&other);
    let mut copy = world.clone();
    for step in 0..100 {
        [&mut world, &mut other, &mut copy].into_iter().for_each(World::step);
        assert_eq!(world.state_hash(), other.state_hash(), "step {step}");
        assert_eq!(world.state_hash(), copy.state_hash(), "step {step}");
        assert_eq!(world.events().joint_ends(), other.events().joint_ends());
    }
    assert_eq!(world.snapshot(), other.snapshot());
    // The keys of the image name the same gears, which still end with their joints.
    let geared = |world: &World| world.joints().find_map(|(key, joint)| Some((key, joint.geared()?))).unwrap();
    let (gear, (one, _)) = geared(&world);
    assert_eq!(geared(&other), (gear, geared(&world).1));
    assert!(other.remove_joint(one) && other.joint(gear).is_none());
    checked(&other);
}

/// Extreme but legal: nothing is lost, nothing panics.
#[test]
fn wild_gears_do_no_harm() {
    for seed in 0..40 {
        let mut random = SplitMix64::new(900 + seed);
        let mut world = sleepless();
        let mut bodies = Vec::new();
        for k in 0..6 {
            let at = vec2(1.5 * k as f32, 3.0);
            let shape = ShapeDef::new(rect(1.0, 0.4)).density([1.0e-3, 1.0, 1.0e3][random.int(0, 2) as usize]);
            bodies.push(world.add_body(BodyDef::dynamic().at(at).shape(shape)).unwrap());
        }
        let mut joints = Vec::new();
        for k in 0..5 {
            let at = vec2(1.5 * k as f32 + 0.75, 3.0);
            let joint: JointDef =
                if random.int(0, 1) == 0 { Revolute::at(at).into() } else { Prismatic::at(at, Vec2::X).into() };
            joints.push(world.add_joint(bodies[k], bodies[k + 1], joint).unwrap());
        }
        // Gears that contradict each other, with ratios of any size.
        for _ in 0..8 {
            let [one, two] = [0, 1].map(|_| joints[random.int(0, 4) as usize]);
            let ratio = [1.0e-6, 1.0e-3, 1.0, -3.0, 1.0e3, -1.0e6][random.int(0, 5) as usize];
            let offset = [None, Some(0.0), Some(-1.0e6), Some(3.0e38)][random.int(0, 3) as usize];
            let _ = world.add_gear(one, two, Gear { ratio, offset });
        }
        let far = vec2(random.range(-1.0e3, 1.0e3), 1.0e3);
        let _ = world.add_joint(bodies[0], bodies[5], Pulley::new([Vec2::ZERO; 2], [far, Vec2::ZERO]).length(1.0));
        for step in 0..120 {
            world.step();
            checked(&world);
            if step % 30 == 29 {
                let key = joints[random.int(0, 4) as usize];
                if let Some(mut joint) = world.joint_mut(key) {
                    let _ = joint.set_motor(Some(AngleMotor { speed: 1.0e6, max_torque: 1.0e30 }));
                }
                world.remove_body(bodies[(step / 30) as usize]);
                checked(&world);
            }
        }
        assert!(world.events().frozen().is_empty());
    }
}
