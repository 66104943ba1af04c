//! Springs, from a displacement to rest: period 1 / (f sqrt(1 - z^2)) and rate of decay w z, w = 2 pi f, for the
//! damping ratios z of 0.05, 0.2 and 0.5 and five joints. At 4 substeps and up to 2 Hz both are within 2 %. With one
//! substep h the period is off by less than 0.005 + 0.8 w h z, the decay by less than 0.005 + (w h)^3 / (2 z). Two free
//! bodies on a hinge with a spring swing by its frequency within 1 %, wherever the hinge is and wherever it rests.

use crate::kit::*;
use carom::prelude::*;
use std::f64::consts::TAU;

/// Extremes of a series that is taken each step, as times and values, by parabolas through three of it [s].
fn extremes(series: &[f64]) -> Vec<(f64, f64)> {
    let mut found = Vec::new();
    for (i, part) in series.windows(3).enumerate() {
        let [a, b, c] = [part[0], part[1], part[2]];
        if (b - a) * (c - b) < 0.0 {
            let (slope, bend) = (0.5 * (c - a), a - 2.0 * b + c);
            let off = -slope / bend;
            found.push(((i as f64 + 1.0 + off) / 60.0, b + 0.5 * slope * off));
        }
    }
    found
}

/// The joints: name, joint, and whether it is the angle that swings.
fn joints(hertz: f32, ratio: f32) -> [(&'static str, JointDef, bool); 5] {
    let (place, up) = (vec2(0.0, -2.0), vec2(0.0, 1.0));
    [
        ("spring", Distance::between(Vec2::ZERO, place).spring(hertz, ratio).into(), false),
        ("suspension", Wheel::at(place, up).suspension(hertz, ratio).into(), false),
        ("slider", Prismatic::at(place, up).spring(hertz, ratio).into(), false),
        ("weld", Weld::at(place).soft_place(hertz, ratio).into(), false),
        ("hinge", Revolute::at(place).spring(hertz, ratio).into(), true),
    ]
}

/// Part by which period and decay are off.
fn off(joint: JointDef, is_angle: bool, hertz: f32, ratio: f32, substeps: u32) -> [f64; 2] {
    let def = WorldDef::default().gravity(Vec2::ZERO).sleep(false).substeps(substeps);
    let mut world = World::new(def).unwrap();
    let wall = world.add_body(BodyDef::fixed()).unwrap();
    let start = vec2(0.0, -2.0);
    let key = world.add_body(BodyDef::dynamic().at(start).shape(rect(1.0, 0.5))).unwrap();
    world.add_joint(wall, key, joint).unwrap();
    let mut body = world.body_mut(key).unwrap();
    if is_angle {
        body.teleport(Pose::new(start, 0.5)).unwrap();
    } else {
        body.teleport(Pose::new(start - vec2(0.0, 0.5), 0.0)).unwrap();
    }
    let mut series = Vec::new();
    for _ in 0..(240.0 / hertz) as usize {
        let body = world.body(key).unwrap();
        series.push(f64::from(if is_angle { body.angle() } else { body.position().y + 2.0 }));
        world.step();
    }
    let found = extremes(&series);
    // A whole number of half swings of which the last is over a thousandth of the first.
    let count = found.iter().take_while(|(_, value)| value.abs() > 0.000_5).count().min(7) - 1;
    let (first, last) = (found[0], found[count]);
    let (f, z) = (f64::from(hertz), f64::from(ratio));
    let period = 2.0 * (last.0 - first.0) / count as f64;
    let decay = (first.1 / last.1).abs().ln() / (last.0 - first.0);
    [period * f * (1.0 - z * z).sqrt() - 1.0, decay / (TAU * f * z) - 1.0]
}

#[test]
fn springs_swing_and_decay_by_frequency_and_ratio() {
    for (substeps, hertz) in
        [(1, 0.5), (1, 1.0), (1, 2.0), (4, 0.5), (4, 1.0), (4, 2.0), (8, 0.5), (8, 1.0), (8, 2.0), (64, 0.25)]
    {
        for ratio in [0.05, 0.2, 0.5] {
            let step = TAU * f64::from(hertz) / f64::from(60 * substeps);
            let mut worst = [0.0_f64; 2];
            for (name, joint, is_angle) in joints(hertz, ratio) {
                let off = off(joint, is_angle, hertz, ratio, substeps);
                for (worst, off) in worst.iter_mut().zip(off) {
                    *worst = if off.abs() > worst.abs() { off } else { *worst };
                }
                let says = format!("{name}, {hertz} Hz, {ratio}, {substeps} substeps: {off:?}");
                let bounds = if substeps >= 4 {
                    [0.02, 0.02]
                } else {
                    [0.005 + 0.8 * step * f64::from(ratio), 0.005 + 0.5 * step.powi(3) / f64::from(ratio)]
                };
                assert!(off[0].abs() < bounds[0] && off[1].abs() < bounds[1], "{says}, bounds {bounds:?}");
            }
            println!("{substeps} substeps, {hertz} Hz, {ratio}: period {:+.4}, decay {:+.4}", worst[0], worst[1]);
        }
    }
}

/// The frequency of two free bodies, hinged at such arms, that swing a little about the angle of rest [Hz].
fn frequency(
    solver: JointSolver,
    (size_a, size_b): (Vec2, Vec2),
    (arm_a, arm_b): (Vec2, Vec2),
    (rest, hertz): (f32, f32),
) -> f64 {
    let def = WorldDef::default().gravity(Vec2::ZERO).sleep(false).joint_solver(solver);
    let mut world = World::new(def).unwrap();
    let turned = Pose::new(Vec2::ZERO, rest + 0.02);
    let shape = |size: Vec2| ShapeDef::new(rect(size.x, size.y)).filter(Filter { mask: 0, ..Filter::default() });
    let a = world.add_body(BodyDef::dynamic().at(-arm_a).shape(shape(size_a))).unwrap();
    let at = -turned.transform_point(arm_b);
    let b = world.add_body(BodyDef::dynamic().at(at).angle(rest + 0.02).shape(shape(size_b))).unwrap();
    let spring = AngleSpring { hertz, damping_ratio: 0.0, rest_angle: rest };
    world.add_joint(a, b, Revolute { spring: Some(spring), ..Revolute::new(arm_a, arm_b) }).unwrap();
    let mut series = Vec::new();
    for _ in 0..300 {
        series.push(f64::from(world.body(b).unwrap().angle() - world.body(a).unwrap().angle() - rest));
        world.step();
    }
    let found = extremes(&series);
    0.5 * (found.len() - 1) as f64 / (found[found.len() - 1].0 - found[0].0)
}

#[test]
fn two_free_bodies_on_a_hinge_swing_by_the_frequency_of_its_spring() {
    let mut random = SplitMix64::new(5);
    let (small, rod) = (vec2(0.3, 0.3), vec2(1.0, 0.1));
    let rows = [0.0, 0.1, 0.3, 0.5, 1.0].map(|arm| ((small, small), (vec2(arm, 0.0), vec2(-arm, 0.0)), 0.0));
    let rods = [0.0, 0.7, 1.5, 3.0].map(|rest| ((rod, rod), (vec2(0.5, 0.0), vec2(-0.5, 0.0)), rest));
    let mut draw = |low: f32, high: f32| vec2(random.range(low, high), random.range(low, high));
    let count = if LONG { 200 } else { 20 };
    let any: Vec<_> = (0..count)
        .map(|_| ((draw(0.2, 2.0), draw(0.2, 2.0)), (draw(-1.0, 1.0), draw(-1.0, 1.0)), draw(-3.0, 3.0).x))
        .collect();
    for set_up in rows.into_iter().chain(rods).chain(any) {
        let (sizes, arms, rest) = set_up;
        for solver in [JointSolver::Iterative, JointSolver::Direct] {
            let found = frequency(solver, sizes, arms, (rest, 2.0));
            assert!((found - 2.0).abs() < 0.02, "{solver:?}, {set_up:?}: {found} Hz");
        }
    }
}
