//! Joints that stand open by more than 5 cm for a second are told, once until they close.

use crate::kit::*;
use carom::prelude::*;

/// Steps at which a joint is told within so many steps.
fn told(world: &mut World, joint: JointKey, steps: usize) -> Vec<usize> {
    (0..steps)
        .filter(|_| {
            world.step();
            world.events().strained().iter().any(|strained| strained.joint == joint)
        })
        .collect()
}

/// A rope of 20 links of 0.05 kg, with a ball of `mass` [kg]. Its joints are solved one after the other.
fn rope(mass: f32) -> World {
    let def = WorldDef::default().sleep(false).joint_solver(JointSolver::Iterative);
    let mut world = World::new(def).unwrap();
    let mut last = world.add_body(BodyDef::fixed()).unwrap();
    let link = ShapeDef::new(rect(0.1, 0.5)).density(1.0);
    for k in 0..20 {
        let y = -0.5 * k as f32;
        let next = world.add_body(BodyDef::dynamic().at(vec2(0.0, y - 0.25)).shape(link.clone())).unwrap();
        world.add_joint(last, next, Revolute::at(vec2(0.0, y))).unwrap();
        last = next;
    }
    let ball = ShapeDef::new(disc(0.5)).density(mass / (0.25 * std::f32::consts::PI));
    let ball = world.add_body(BodyDef::dynamic().at(vec2(0.0, -10.5)).shape(ball)).unwrap();
    world.add_joint(last, ball, Revolute::at(vec2(0.0, -10.0))).unwrap();
    world
}

#[test]
fn a_rope_that_is_pulled_apart_is_told_and_one_that_holds_is_not() {
    for (mass, is_told) in [(0.1, false), (0.5, false), (100.0, true)] {
        let (mut world, mut seen) = (rope(mass), Vec::new());
        for _ in 0..600 {
            world.step();
            seen.extend(world.events().strained().iter().map(|strained| (strained.joint, strained.open)));
        }
        assert_eq!(!seen.is_empty(), is_told, "{mass} kg: {seen:?}");
        assert!(seen.iter().all(|&(_, open)| open > 0.05), "{seen:?}");
    }
}

/// Two ends that cannot meet: a hinge, a rod, a rope, a slider and a weld, each told once.
#[test]
fn ends_that_cannot_meet_are_told_once_until_they_do() {
    let far = vec2(0.0, 1.0);
    let kinds: [JointDef; 5] = [
        Revolute::new(far, Vec2::ZERO).user_data(7),
        Weld::new(far, Vec2::ZERO).user_data(7),
        Distance::new(Vec2::ZERO, Vec2::ZERO, 1.0).user_data(7),
        Distance::rope(Vec2::ZERO, Vec2::ZERO, 0.5).range(0.5, 2.0).user_data(7),
        Prismatic::new(far, Vec2::ZERO, Vec2::X).user_data(7),
    ];
    for (def, sleep) in kinds.into_iter().flat_map(|def| [(def, false), (def, true)]) {
        let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(sleep)).unwrap();
        let wall = world.add_body(BodyDef::fixed()).unwrap();
        let other = world
            .add_body(BodyDef::dynamic().locks(Locks { x: true, y: true, rotation: false }).shape(disc(0.1)))
            .unwrap();
        let joint = world.add_joint(wall, other, def.collide()).unwrap();
        let place = |world: &mut World, p: Vec2| world.body_mut(other).unwrap().teleport(Pose::new(p, 0.0)).unwrap();
        let seen = told(&mut world, joint, 200);
        assert!(seen.len() == 1 && (if sleep { 8..32 } else { 55..80 }).contains(&seen[0]), "{def:?}: {seen:?}");
        // Half a second is too short, and an image goes on counting.
        place(&mut world, vec2(0.0, 1.0));
        assert!(told(&mut world, joint, 20).is_empty());
        place(&mut world, Vec2::ZERO);
        let short = if sleep { 4 } else { 30 };
        assert!(told(&mut world, joint, short).is_empty());
        let mut twin = world.clone();
        twin.restore(&world.snapshot()).unwrap();
        let seen = told(&mut world, joint, 60);
        assert!(seen.len() == 1 && seen == told(&mut twin, joint, 60), "{def:?}: {seen:?}");
        // A soft joint yields as it should.
        world.joint_mut(joint).unwrap().set_def(def.stiffness(1.0, 1.0)).unwrap();
        place(&mut world, vec2(0.0, 1.0));
        assert!(told(&mut world, joint, 20).is_empty());
        place(&mut world, Vec2::ZERO);
        assert!(told(&mut world, joint, 120).is_empty(), "{def:?}");
    }
}
