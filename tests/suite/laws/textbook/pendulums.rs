//! Pendulums. At an amplitude a, T = 2 pi sqrt(I / (m g c)) (1 + a^2 / 16 + 11 a^4 / 3072), with the inertia I about
//! the hinge and the distance c of the centre of mass from it: within 0.5 % at 20 degrees.
//!
//! A double pendulum of two rods goes as its equations do, integrated in f64 by Runge and Kutta's fourth order. A
//! substep h is of the first order, so its end is at most c h + 1 mm away over 2 s, with c for each set-up, if its
//! joints are solved at once.
//!
//! Measured: one after the other, joints are soft and damped, and more substeps help no further: a lower rod of three
//! times the mass strays by 0.07 m.

use crate::kit::*;
use carom::JointSolver;
use carom::prelude::*;
use std::f64::consts::TAU;

/// The period of a body on a hinge at the origin, from so many crossings to the left [s].
fn period(world: &mut World, key: BodyKey, swings: usize) -> f64 {
    let center = |world: &World| world.body(key).unwrap().center().x;
    let (mut last, mut crossings) = (center(world), Vec::new());
    for step in 1..6_000 {
        world.step();
        let x = center(world);
        if last > 0.0 && x <= 0.0 {
            crossings.push((f64::from(step) - f64::from(x / (x - last))) / 60.0);
        }
        if crossings.len() > swings {
            break;
        }
        last = x;
    }
    (crossings[swings] - crossings[0]) / swings as f64
}

#[test]
fn a_compound_pendulum_has_its_period_at_twenty_degrees() {
    let a = 20.0_f64.to_radians();
    let shapes: [(&str, Shape, f32); 4] = [
        ("bob", disc(0.05).into(), 1.0),
        ("rod", rect(0.1, 2.0).into(), 1.0),
        ("disc on its rim", disc(0.4).into(), 0.4),
        ("plate near its middle", rect(1.5, 0.6).into(), 0.2),
    ];
    let mut worst = 0.0_f64;
    for substeps in [1, 4, 8] {
        for (name, shape, arm) in &shapes {
            let mut world = World::new(WorldDef::default().sleep(false).substeps(substeps)).unwrap();
            let pin = world.add_body(BodyDef::fixed()).unwrap();
            let turn = Rot::from_angle(a as f32);
            let body = BodyDef::dynamic().at(turn.rotate(vec2(0.0, -arm))).angle(a as f32).shape(shape.clone());
            let key = world.add_body(body).unwrap();
            world.add_joint(pin, key, Revolute::at(Vec2::ZERO)).unwrap();
            let mass = world.body(key).unwrap().mass();
            let (m, c) = (f64::from(mass.mass), f64::from(*arm));
            let about = f64::from(mass.inertia) + m * c * c;
            let series = 1.0 + a * a / 16.0 + 11.0 * a.powi(4) / 3072.0;
            let law = TAU * (about / (m * f64::from(G) * c)).sqrt() * series;
            let found = period(&mut world, key, 5);
            worst = worst.max((found / law - 1.0).abs());
            assert!((found / law - 1.0).abs() < 5e-3, "{name}, {substeps} substeps: {found} s, not {law} s");
        }
    }
    println!("the period is off by {worst:.1e} at most");
}

/// Two rods of 1 m, of these masses [kg].
struct Rods {
    masses: [f64; 2],
}

impl Rods {
    /// Rates of the two angles from the vertical and of their speeds (Lagrange).
    fn rates(&self, [a, b, v, w]: [f64; 4]) -> [f64; 4] {
        let [m, n] = self.masses;
        // A rod of 1 x 0.1 m about its middle; g as the world has it.
        let (inertia, g) = (1.01 / 12.0, f64::from(G));
        let (sin, cos) = (a - b).sin_cos();
        let (aa, ab, bb) = (m * (inertia + 0.25) + n, 0.5 * n * cos, n * (inertia + 0.25));
        let fa = -0.5 * n * sin * w * w - (0.5 * m + n) * g * a.sin();
        let fb = 0.5 * n * sin * v * v - 0.5 * n * g * b.sin();
        let det = aa * bb - ab * ab;
        [v, w, (bb * fa - ab * fb) / det, (aa * fb - ab * fa) / det]
    }

    /// A step of Runge and Kutta.
    fn step(&self, s: [f64; 4], h: f64) -> [f64; 4] {
        let plus = |s: [f64; 4], k: [f64; 4], h: f64| std::array::from_fn(|i| s[i] + h * k[i]);
        let k1 = self.rates(s);
        let k2 = self.rates(plus(s, k1, 0.5 * h));
        let k3 = self.rates(plus(s, k2, 0.5 * h));
        let k4 = self.rates(plus(s, k3, h));
        std::array::from_fn(|i| s[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
    }
}

/// The greatest distance of the lower end from that of the f64 integration over 2 s [m].
fn strays(start: [f32; 2], masses: [f32; 2], substeps: u32, solver: JointSolver) -> f64 {
    let def = WorldDef::default().sleep(false).substeps(substeps).joint_solver(solver);
    let mut world = World::new(def).unwrap();
    let pin = world.add_body(BodyDef::fixed()).unwrap();
    let down = |angle: f32| Rot::from_angle(angle).rotate(vec2(0.0, -1.0));
    let (elbow, end) = (down(start[0]), down(start[0]) + down(start[1]));
    let rod = |middle: Vec2, i: usize| {
        let shape = ShapeDef::new(rect(0.1, 1.0)).density(masses[i] / 0.1);
        BodyDef::dynamic().at(middle).angle(start[i]).shape(shape)
    };
    let upper = world.add_body(rod(0.5 * elbow, 0)).unwrap();
    let lower = world.add_body(rod(0.5 * (elbow + end), 1)).unwrap();
    world.add_joint(pin, upper, Revolute::at(Vec2::ZERO)).unwrap();
    world.add_joint(upper, lower, Revolute::at(elbow)).unwrap();
    let rods = Rods { masses: masses.map(f64::from) };
    let mut state = [f64::from(start[0]), f64::from(start[1]), 0.0, 0.0];
    let mut worst = 0.0_f64;
    for _ in 0..120 {
        world.step();
        for _ in 0..40 {
            state = rods.step(state, 1.0 / 2400.0);
        }
        let tip = world.body(lower).unwrap().pose().transform_point(vec2(0.0, -0.5));
        let wanted = [state[0].sin() + state[1].sin(), -state[0].cos() - state[1].cos()];
        worst = worst.max((f64::from(tip.x) - wanted[0]).hypot(f64::from(tip.y) - wanted[1]));
    }
    worst
}

#[test]
fn a_double_pendulum_goes_as_its_equations_do() {
    // Angles, masses, and c [m / s].
    let set_ups = [
        ([0.35, 0.35], [1.0, 1.0], 1.5),
        ([0.8, -0.5], [1.0, 3.0], 5.0),
        ([1.57, 1.57], [1.0, 1.0], 5.0),
        ([2.2, 1.0], [1.0, 3.0], 13.0),
    ];
    for (start, masses, most) in set_ups {
        for substeps in [4, 8, 32] {
            let off = strays(start, masses, substeps, JointSolver::Direct);
            let soft = strays(start, masses, substeps, JointSolver::Automatic);
            let c = off * f64::from(60 * substeps);
            println!("{start:?} rad, {masses:?} kg, {substeps} substeps: {off:.4} m, c = {c:.2} m/s; {soft:.4} m");
            assert!(off < most / f64::from(60 * substeps) + 0.001, "{start:?}, {substeps} substeps: {off} m");
            assert!(soft < 0.075, "{start:?}, {substeps} substeps, one after the other: {soft} m");
        }
    }
}
