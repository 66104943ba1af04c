//! One answer: a world with every joint has the same hash for all drivers, lanes and orders, and after an image.

use crate::kit::*;
use carom::diagnostics::Driver;
use carom::prelude::*;
use carom::{BroadPhaseKind, LaneWidth};

/// Twenty pairs of each kind, in a row above a ground that they fall on.
fn every_joint(def: WorldDef) -> World {
    let mut world = on_ground(def);
    let mut random = SplitMix64::new(61);
    for i in 0..240 {
        let x = 1.6 * i as f32 - 190.0;
        let middle = vec2(x, random.range(2.0, 6.0));
        let a = BodyDef::dynamic().at(middle - vec2(0.4, 0.0)).angle(random.range(-1.0, 1.0)).shape(rect(0.6, 0.3));
        let b = BodyDef::dynamic().at(middle + vec2(0.4, 0.1)).velocity(vec2(0.0, 2.0)).shape(disc(0.3));
        let (a, b) = (world.add_body(a).unwrap(), world.add_body(b).unwrap());
        let up = vec2(0.2, 1.0);
        let joint: JointDef = match i % 12 {
            0 => Revolute::at(middle).limit(-9.0, 12.0).motor(random.range(-20.0, 20.0), 2.0).into(),
            1 => Revolute::at(middle).spring(3.0, 0.2).break_force(60.0),
            2 => Prismatic::at(middle, up).limit(-0.3, 0.5).motor(1.0, 5.0).into(),
            3 => Prismatic::at(middle, vec2(1.0, 0.0)).spring(2.0, 0.3).stiffness(30.0, 1.0),
            4 => Distance::between(middle, middle + vec2(0.4, 0.3)).into(),
            5 => Distance::rope(Vec2::ZERO, Vec2::ZERO, 1.0).into(),
            6 => Distance::between(middle, middle + up).spring(2.0, 0.4).motor(0.5, 3.0).into(),
            7 => Weld::at(middle).break_torque(3.0),
            8 => Weld::at(middle).soft_angle(4.0, 0.3).into(),
            9 => Wheel::at(middle, up).suspension(4.0, 0.7).limit(-0.2, 0.2).motor(-15.0, 2.0).into(),
            10 => Motor::to_pose(vec2(0.8, 0.3), 0.5).limits(8.0, 3.0).into(),
            _ => PinSlot::at(middle, up).limit(-0.4, 0.4).collide(),
        };
        world.add_joint(a, b, joint).unwrap();
    }
    world
}

#[test]
fn every_joint_has_one_answer() {
    let steps = 240;
    let wanted = {
        let mut world = every_joint(WorldDef::default());
        (0..steps)
            .map(|_| {
                world.step();
                world.state_hash()
            })
            .collect::<Vec<_>>()
    };
    let play_as = |name: &str, mut world: World| {
        for (step, &wanted) in wanted.iter().enumerate() {
            world.step();
            assert_eq!(world.state_hash(), wanted, "{name}, step {step}");
        }
        checked(&world);
    };
    for threads in [2, 3, 8] {
        let mut world = every_joint(WorldDef::default());
        world.set_driver(Driver::Threads(threads));
        play_as("threads", world);
    }
    for lanes in [LaneWidth::Four, LaneWidth::Eight] {
        let mut world = every_joint(WorldDef::default());
        world.set_lanes(lanes);
        play_as("lanes", world);
    }
    let quadtree = WorldDef { broad_phase: BroadPhaseKind::QuadTree, ..WorldDef::default() };
    play_as("quadtree", every_joint(quadtree));
    play_as("other rows", every_joint(WorldDef { spatial_sort_interval: 1, ..WorldDef::default() }));
}

#[test]
fn every_joint_goes_on_from_an_image() {
    let mut world = every_joint(WorldDef::default());
    for _ in 0..60 {
        world.step();
    }
    let image = world.snapshot();
    let mut other = World::new(WorldDef::default()).unwrap();
    other.restore(&image).unwrap();
    for step in 0..120 {
        world.step();
        other.step();
        assert_eq!(world.state_hash(), other.state_hash(), "step {step}");
        assert_eq!(world.events().joint_ends(), other.events().joint_ends());
    }
    assert_eq!(world.snapshot(), other.snapshot());
}
