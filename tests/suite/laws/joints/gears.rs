//! Gears and racks: |q1 + ratio q2 - offset| <= 1e-3 (1 + |q1|) [rad or m] at every step, with turns counted in f64
//! here as well, at 1, 4 and 8 substeps. A gear at rest gives the torque of statics within 1 %.

use crate::kit::*;
use carom::prelude::*;

/// A world without gravity, with a fixed body at the origin.
fn workshop(substeps: u32) -> (World, BodyKey) {
    let def = WorldDef::default().gravity(Vec2::ZERO).sleep(false).substeps(substeps);
    let mut world = World::new(def).unwrap();
    let frame = world.add_body(BodyDef::fixed()).unwrap();
    (world, frame)
}

/// A wheel on a hinge of the frame, with this motor.
fn wheel(world: &mut World, frame: BodyKey, at: Vec2, radius: f32, motor: Option<AngleMotor>) -> (BodyKey, JointKey) {
    let body = world.add_body(BodyDef::dynamic().at(at).shape(disc(radius))).unwrap();
    let hinge = Revolute { motor, ..Revolute::at(at) };
    (body, world.add_joint(frame, body, hinge).unwrap())
}

/// The angle of a body with its turns, counted here.
struct Turns {
    body: BodyKey,
    last: f64,
    angle: f64,
}

impl Turns {
    fn of(world: &World, body: BodyKey) -> Self {
        let last = f64::from(world.body(body).unwrap().angle());
        Self { body, last, angle: 0.0 }
    }

    fn count(&mut self, world: &World) -> f64 {
        let now = f64::from(world.body(self.body).unwrap().angle());
        let turn = std::f64::consts::TAU;
        let more = now - self.last;
        self.angle += more - turn * (more / turn).round();
        self.last = now;
        self.angle
    }
}

/// Five wheels in a row, a motor at the first, a load at the last one.
#[test]
fn a_train_of_five_wheels_keeps_its_ratios() {
    let radii = [0.5_f32, 1.0, 0.25, 0.75, 2.0];
    for substeps in [1, 4, 8] {
        let (mut world, frame) = workshop(substeps);
        let (mut x, mut wheels, mut worst) = (0.0, Vec::new(), 0.0_f64);
        for (k, radius) in radii.into_iter().enumerate() {
            x += if k == 0 { 0.0 } else { radii[k - 1] + radius };
            let motor = (k == 0).then_some(AngleMotor { speed: 12.0, max_torque: 300.0 });
            wheels.push(wheel(&mut world, frame, vec2(x, 0.0), radius, motor));
        }
        for k in 1..5 {
            let gear = Gear::new(radii[k] / radii[k - 1]);
            world.add_gear(wheels[k - 1].1, wheels[k].1, gear).unwrap();
        }
        let mut turns: Vec<Turns> = wheels.iter().map(|&(body, _)| Turns::of(&world, body)).collect();
        for step in 0..600 {
            // The load brakes, and turns round every two seconds.
            let load = if step / 120 % 2 == 0 { 20.0 } else { -20.0 };
            world.body_mut(wheels[4].0).unwrap().apply_torque(load).unwrap();
            world.step();
            checked(&world);
            let angles: Vec<f64> = turns.iter_mut().map(|turns| turns.count(&world)).collect();
            for k in 1..5 {
                let slip = angles[k - 1] + f64::from(radii[k] / radii[k - 1]) * angles[k];
                worst = worst.max(slip.abs() / (1.0 + angles[k - 1].abs()));
            }
        }
        println!("{substeps} substeps: train off by {worst:e}, first wheel at {} rad", turns[0].angle);
        assert!(worst < 1.0e-3, "{substeps} substeps: {worst}");
        near(turns[0].angle, 120.0, 6.0);
    }
}

/// Two joints of any kinds, in any frames, between any masses, under gravity, a motor and a load.
#[test]
fn twenty_set_ups_keep_their_ratios() {
    for seed in 0..20 {
        for substeps in [1, 4, 8] {
            let mut random = SplitMix64::new(seed);
            // Trees of joints are solved at once, and gears beside them.
            let solver = if seed % 2 == 0 { JointSolver::Automatic } else { JointSolver::Direct };
            let def = WorldDef::default().sleep(false).substeps(substeps).joint_solver(solver);
            let mut world = World::new(def).unwrap();
            let frame = world.add_body(BodyDef::fixed().angle(random.range(-3.0, 3.0))).unwrap();
            // Some joints are on a body that hangs on the frame and swings.
            let swings = seed % 3 == 0;
            let carrier = if swings {
                let carrier = BodyDef::dynamic().at(vec2(0.0, -1.0)).shape(ShapeDef::new(rect(2.0, 1.0)).density(20.0));
                let carrier = world.add_body(BodyDef { angular_damping: 1.0, ..carrier }).unwrap();
                world.add_joint(frame, carrier, Revolute::at(Vec2::ZERO)).unwrap();
                carrier
            } else {
                frame
            };
            let mut side = |world: &mut World, x: f32, drives: bool, slides: bool| {
                let at = vec2(x + random.range(-0.5, 0.5), random.range(-2.0, 2.0));
                let body = BodyDef::dynamic().at(at).angle(random.range(-3.0, 3.0));
                let shape = ShapeDef::new(rect(random.range(0.3, 1.0), 0.4)).density(random.range(0.5, 20.0));
                let body = world.add_body(body.shape(shape)).unwrap();
                let mass = world.body(body).unwrap().mass().mass;
                let off = vec2(random.range(-0.15, 0.15), random.range(-0.15, 0.15));
                let joint: JointDef = if slides {
                    let axis = vec2(random.range(-1.0, 1.0), 1.0);
                    Prismatic {
                        motor: drives.then_some(LineMotor { speed: 0.3, max_force: 20.0 * mass }),
                        ..Prismatic::at(at + off, axis)
                    }
                    .into()
                } else {
                    Revolute {
                        motor: drives.then_some(AngleMotor { speed: 5.0, max_torque: 5.0 * mass }),
                        ..Revolute::at(at + off)
                    }
                    .into()
                };
                (world.add_joint(carrier, body, joint).unwrap(), body)
            };
            let (one, _) = side(&mut world, -4.0, true, seed % 4 == 3);
            let (two, load) = side(&mut world, 4.0, false, seed % 4 > 1);
            let ratio = [1.0, -0.5, 3.0, -2.0, 0.2][seed as usize % 5];
            let gear = world.add_gear(one, two, Gear::new(ratio)).unwrap();
            let (mut worst, mut way) = (0.0_f32, 0.0);
            for step in 0..600 {
                let push = if step / 90 % 2 == 0 { 1.0 } else { -1.0 };
                world.body_mut(load).unwrap().apply_torque(push).unwrap();
                world.step();
                checked(&world);
                let q1 =
                    world.joint(one).map(|joint| if seed % 4 == 3 { joint.place() } else { joint.angle() }).unwrap();
                way = f32::max(way, q1.abs());
                worst = worst.max(world.joint(gear).unwrap().slip().unwrap().abs() / (1.0 + q1.abs()));
            }
            println!("set-up {seed}, {substeps} substeps: off by {worst:e} of {way}");
            assert!(worst < 1.0e-3, "set-up {seed}, {substeps} substeps: {worst}");
            assert!(way > 0.05, "set-up {seed}: it stands");
        }
    }
}

/// A pinion drives a rack that carries a weight: v = r w.
#[test]
fn a_rack_moves_by_the_radius_for_each_radian() {
    for substeps in [1, 4, 8] {
        let (mut world, frame) = workshop(substeps);
        world.set_gravity(vec2(0.0, -G)).unwrap();
        let (_, hinge) = wheel(&mut world, frame, Vec2::ZERO, 0.25, Some(AngleMotor { speed: 1.0, max_torque: 200.0 }));
        let bar = world.add_body(BodyDef::dynamic().at(vec2(0.35, 0.0)).shape(rect(0.2, 4.0))).unwrap();
        let slider = world.add_joint(frame, bar, Prismatic::at(vec2(0.35, 0.0), Vec2::Y)).unwrap();
        let rack = world.add_gear(hinge, slider, Rack::new(0.25)).unwrap();
        for _ in 0..600 {
            world.step();
            checked(&world);
            let (angle, place) = (world.joint(hinge).unwrap().angle(), world.joint(slider).unwrap().place());
            near(place, 0.25 * angle, 1.0e-3);
            near(world.joint(rack).unwrap().slip().unwrap(), 0.0, 1.0e-3);
        }
        near(world.joint(slider).unwrap().place(), 2.5, 0.02);
        // The rack bears the weight, and the motor its torque.
        let weight = G * world.body(bar).unwrap().mass().mass;
        let joint = world.joint(rack).unwrap();
        near(joint.force().y, weight, 0.01 * f64::from(weight));
        near(world.joint(hinge).unwrap().motor_torque(), 0.25 * weight, 0.01 * f64::from(0.25 * weight));
    }
}

/// A held wheel, a gear, and a torque on the other wheel: T2 = -load, and the holding motor gives T1 = T2 / ratio.
#[test]
fn a_gear_at_rest_gives_the_torque_of_statics() {
    for substeps in [1, 4, 8] {
        for ratio in [2.0, -0.5, 7.0] {
            let (mut world, frame) = workshop(substeps);
            let hold = Some(AngleMotor { speed: 0.0, max_torque: 1.0e4 });
            let (_, one) = wheel(&mut world, frame, vec2(-2.0, 0.0), 1.0, hold);
            let (body, two) = wheel(&mut world, frame, vec2(2.0, 0.0), 1.0, None);
            let gear = world.add_gear(one, two, Gear::new(ratio)).unwrap();
            for _ in 0..300 {
                world.body_mut(body).unwrap().apply_torque(10.0).unwrap();
                world.step();
            }
            near(world.joint(gear).unwrap().torque(), -10.0, 0.1);
            near(world.joint(one).unwrap().motor_torque(), 10.0 / ratio, f64::from((0.1 / ratio).abs()));
            near(world.joint(gear).unwrap().slip().unwrap(), 0.0, 1.0e-3);
        }
    }
}

/// Forty wheels in a row are one group of couplings.
#[test]
fn a_train_of_forty_wheels_turns_as_one() {
    for substeps in [1, 4, 8] {
        let (mut world, frame) = workshop(substeps);
        let wheels: Vec<(BodyKey, JointKey)> = (0..40)
            .map(|k| {
                let motor = (k == 0).then_some(AngleMotor { speed: 6.0, max_torque: 500.0 });
                wheel(&mut world, frame, vec2(k as f32, 0.0), 0.5, motor)
            })
            .collect();
        let gears: Vec<JointKey> =
            wheels.windows(2).map(|two| world.add_gear(two[0].1, two[1].1, Gear::new(1.0)).unwrap()).collect();
        let mut worst = 0.0_f32;
        for _ in 0..600 {
            world.body_mut(wheels[39].0).unwrap().apply_torque(20.0).unwrap();
            world.step();
            for &gear in &gears {
                worst = worst.max(world.joint(gear).unwrap().slip().unwrap().abs());
            }
        }
        checked(&world);
        println!("{substeps} substeps: forty wheels off by {worst:e} rad");
        assert!(worst < 1.0e-3, "{substeps} substeps: {worst}");
        near(spin(&world, wheels[39].0), -6.0, 0.06);
    }
}

/// Three wheels that mesh with each other cannot turn, whatever drives them.
#[test]
fn a_ring_of_three_wheels_jams() {
    for substeps in [1, 4, 8] {
        let (mut world, frame) = workshop(substeps);
        let motor = |k: usize| (k == 0).then_some(AngleMotor { speed: 10.0, max_torque: 100.0 });
        let wheels = [0, 1, 2].map(|k| wheel(&mut world, frame, vec2(k as f32, 0.0), 0.5, motor(k)));
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            world.add_gear(wheels[a].1, wheels[b].1, Gear::new(1.0)).unwrap();
        }
        for _ in 0..600 {
            world.step();
            for (body, _) in wheels {
                near(spin(&world, body), 0.0, 1.0e-3);
            }
        }
        near(world.joint(wheels[0].1).unwrap().motor_torque(), 100.0, 0.1);
        near(world.joint(wheels[0].1).unwrap().angle(), 0.0, 1.0e-3);
    }
}

/// The drive of a car: a shaft on the chassis turns a wheel on its suspension, which rolls.
#[test]
fn a_shaft_drives_a_wheel_on_its_suspension() {
    for substeps in [1, 4, 8] {
        let mut world = on_ground(WorldDef::default().sleep(false).substeps(substeps));
        let chassis = world.add_body(BodyDef::dynamic().at(vec2(0.0, 1.2)).shape(rect(3.0, 0.4))).unwrap();
        let hub = |world: &mut World, x: f32| {
            let at = vec2(x, 0.5);
            let body = world.add_body(BodyDef::dynamic().at(at).shape(ShapeDef::new(disc(0.5)).friction(1.0))).unwrap();
            world.add_joint(chassis, body, Wheel::at(at, Vec2::Y).suspension(4.0, 0.7)).unwrap()
        };
        let [rear, _] = [-1.0, 1.0].map(|x| hub(&mut world, x));
        let shaft = BodyDef::dynamic()
            .at(vec2(0.0, 1.2))
            .shape(ShapeDef::new(disc(0.15)).filter(Filter { mask: 0, ..Filter::default() }));
        let shaft = world.add_body(shaft).unwrap();
        let motor = Revolute::at(vec2(0.0, 1.2)).motor(-30.0, 2.0);
        let shaft = world.add_joint(chassis, shaft, motor).unwrap();
        let gear = world.add_gear(shaft, rear, Gear::new(-5.0)).unwrap();
        let mut worst = 0.0_f32;
        for _ in 0..600 {
            world.step();
            checked(&world);
            let slip = world.joint(gear).unwrap().slip().unwrap();
            worst = worst.max(slip.abs() / (1.0 + world.joint(shaft).unwrap().angle().abs()));
        }
        println!("{substeps} substeps: shaft off by {worst:e}");
        // Contacts are solved after joints: as the wheel begins to push, the gear yields within a substep.
        assert!(worst < if substeps == 1 { 0.02 } else { 1.0e-3 }, "{substeps} substeps: {worst}");
        let slip = world.joint(gear).unwrap().slip().unwrap();
        near(slip, 0.0, 1.0e-3);
        // 30 rad/s at the shaft are 6 rad/s at the wheel, which is 3 m/s.
        near(velocity(&world, chassis).x, 3.0, 0.1);
    }
}
