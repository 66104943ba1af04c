//! Reaction forces at rest: force and torque on b within 1 % of statics, at 1, 4 and 8 substeps, in both
//! solvers. A spring under a weight yields by g / (2 pi f)^2, as its frequency is that of the body on it.

use crate::kit::*;
use carom::prelude::*;

const TAU: f32 = std::f32::consts::TAU;

/// Both solvers, at 1, 4 and 8 substeps.
fn solvers() -> impl Iterator<Item = (JointSolver, u32)> {
    [JointSolver::Iterative, JointSolver::Direct].into_iter().flat_map(|solver| [1, 4, 8].map(|n| (solver, n)))
}

/// A box of 2 x 1 m and 3 kg whose centre is at `place`, joined to a fixed body at the origin, after 6 s. The last
/// second is without damping.
fn at_rest(
    joint: impl Into<JointDef>,
    place: Vec2,
    (solver, substeps): (JointSolver, u32),
) -> (World, BodyKey, JointKey) {
    let mut world = World::new(WorldDef::default().sleep(false).joint_solver(solver).substeps(substeps)).unwrap();
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let shape = ShapeDef::new(rect(2.0, 1.0)).density(1.5);
    let body = BodyDef { linear_damping: 1.0, angular_damping: 2.0, ..BodyDef::dynamic() };
    let body = world.add_body(body.at(place).shape(shape)).unwrap();
    let joint = world.add_joint(wall, body, joint.into()).unwrap();
    for step in 0..360 {
        if step == 300 {
            world.body_mut(body).unwrap().set_damping(0.0, 0.0).unwrap();
        }
        world.step();
    }
    checked(&world);
    (world, body, joint)
}

/// Each kind: the joint, the place of the box, the force in units of its weight, the torque in units of weight times
/// metres.
fn set_ups() -> Vec<(&'static str, JointDef, Vec2, Vec2, f32)> {
    let (hangs, beside) = (vec2(0.0, -2.0), vec2(1.5, 0.0));
    let up = vec2(0.0, 1.0);
    vec![
        ("hinge", Revolute::at(vec2(0.0, 0.0)).into(), hangs, up, 0.0),
        ("limit of a hinge", Revolute::at(vec2(0.5, 0.0)).limit(0.0, 1.0).into(), beside, up, 1.0),
        ("motor of a hinge", Revolute::at(vec2(0.5, 0.0)).motor(0.0, 1.0e4).into(), beside, up, 1.0),
        ("slider across", Prismatic::at(vec2(0.5, 0.0), vec2(1.0, 0.0)).into(), beside, up, 1.0),
        ("slider at its end", Prismatic::at(vec2(0.5, 0.0), vec2(0.0, 2.0)).limit(0.0, 1.0).into(), beside, up, 1.0),
        ("slider with a motor", Prismatic::at(beside, vec2(0.0, 1.0)).motor(0.0, 1.0e4).into(), beside, up, 0.0),
        ("rod", Distance::between(Vec2::ZERO, hangs).into(), hangs, up, 0.0),
        ("rope", Distance::rope(Vec2::ZERO, vec2(0.0, 0.5), 1.5).into(), hangs, up, 0.0),
        ("spring", Distance::between(Vec2::ZERO, hangs).spring(2.0, 0.5).into(), hangs, up, 0.0),
        ("winch", Distance::between(Vec2::ZERO, hangs).motor(0.0, 1.0e4).into(), hangs, up, 0.0),
        ("weld", Weld::at(vec2(0.5, 0.0)).into(), beside, up, 1.0),
        ("soft weld", Weld::at(vec2(0.5, 0.0)).soft_place(10.0, 1.0).soft_angle(10.0, 1.0).into(), beside, up, 1.0),
        ("weld of soft place", Weld::at(vec2(0.5, 0.0)).soft_place(10.0, 1.0).into(), beside, up, 1.0),
        ("stiff weld", Weld::at(vec2(0.5, 0.0)).stiffness(20.0, 1.0), beside, up, 1.0),
        ("suspension", Wheel::at(beside, vec2(0.0, 1.0)).suspension(2.0, 0.5).into(), beside, up, 0.0),
        ("mouse", Motor::drag(beside, Vec2::ZERO, 1.0e4).into(), beside, up, 0.0),
        ("pose", Motor::to_pose(beside, 0.0).limits(1.0e4, 1.0e4).into(), beside, up, 0.0),
        ("slot", PinSlot::at(beside, vec2(1.0, 0.0)).into(), beside, up, 0.0),
        ("end of a slot", PinSlot::at(beside, vec2(0.0, 1.0)).limit(0.0, 1.0).into(), beside, up, 0.0),
    ]
}

#[test]
fn every_joint_gives_the_force_and_the_torque_of_statics() {
    for solver in solvers() {
        for (name, joint, place, force, torque) in set_ups() {
            let (world, body, key) = at_rest(joint, place, solver);
            let weight = world.body(body).unwrap().mass().mass * G;
            let joint = world.joint(key).unwrap();
            let off = (joint.force() - force * weight).length();
            assert!(off < 0.01 * weight, "{name}, {solver:?}: force {:?} of {weight}", joint.force());
            let off = (joint.torque() - torque * weight).abs();
            assert!(off < 0.01 * weight, "{name}, {solver:?}: torque {} of {weight}", joint.torque());
            assert!(velocity(&world, body).length() < 0.02, "{name}, {solver:?}: it moves");
        }
    }
}

#[test]
fn a_spring_yields_as_its_frequency_says() {
    let (hangs, hertz) = (vec2(0.0, -2.0), 2.0);
    let wanted = G / (TAU * hertz * TAU * hertz);
    let spring = Distance::between(Vec2::ZERO, hangs).spring(hertz, 0.5);
    let suspension = Wheel::at(hangs, vec2(0.0, 1.0)).suspension(hertz, 0.5);
    let slider = Prismatic::at(hangs, vec2(0.0, 1.0)).spring(hertz, 0.5);
    let weld = Weld::at(hangs).soft_place(hertz, 0.5);
    let drag = Motor::drag(hangs, Vec2::ZERO, 1.0e4).spring(hertz, 0.5);
    let joints: [JointDef; 5] = [spring.into(), suspension.into(), slider.into(), weld.into(), drag.into()];
    for (number, joint) in joints.into_iter().enumerate() {
        for solver in solvers() {
            let (world, body, _) = at_rest(joint, hangs, solver);
            let sag = hangs.y - world.body(body).unwrap().center().y;
            near(sag, f64::from(wanted), 0.01 * f64::from(wanted));
            assert!(sag > 0.0, "{number}");
        }
    }
}

/// A spring may push and pull with so much force at most: a weight above that falls.
#[test]
fn a_spring_keeps_to_its_greatest_forces() {
    let hangs = vec2(0.0, -2.0);
    for (most, holds) in [(1.02, true), (0.9, false)] {
        let mut joint = Distance::between(Vec2::ZERO, hangs).spring(20.0, 1.0);
        let spring = joint.spring.as_mut().unwrap();
        spring.max_pull = Some(most * 3.0 * G);
        let (world, body, _) = at_rest(joint, hangs, (JointSolver::Automatic, 4));
        assert_eq!(world.body(body).unwrap().center().y > -2.5, holds, "{most}");
    }
}
