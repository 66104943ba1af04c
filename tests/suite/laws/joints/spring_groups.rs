//! Bodies that many springs hold: chains of 3 to 12 bodies that turn, and hubs with 4 to 48 arms, joined by springs of
//! any frequency and damping. Without gravity, the kinetic energy never exceeds 1.1 times the first in 5 s. (Hubs whose
//! arms slide away are left out: their levers have no bound.)

use super::super::collisions::sums;
use crate::kit::*;
use carom::prelude::*;

/// Kinds of joints, and the one whose arms slide away from their hub.
const KINDS: usize = 8;
const SLIDES: usize = 5;

fn sprung(kind: usize, at: Vec2, (hertz, ratio): (f32, f32)) -> JointDef {
    match kind {
        0 => Weld::at(at).stiffness(hertz, ratio),
        1 => Weld::at(at).soft_place(hertz, ratio).soft_angle(hertz, ratio).into(),
        2 => Weld::at(at).soft_angle(hertz, ratio).into(),
        3 => Weld::at(at).soft_place(hertz, ratio).into(),
        4 => Revolute::at(at).spring(hertz, ratio).into(),
        5 => Prismatic::at(at, Vec2::X).stiffness(hertz, ratio),
        6 => Wheel::at(at, Vec2::X).suspension(hertz, ratio).into(),
        _ => Revolute::at(at).stiffness(hertz, ratio),
    }
}

fn ghost(shape: impl Into<carom::Shape>) -> ShapeDef {
    ShapeDef::new(shape.into()).filter(Filter { mask: 0, ..Filter::default() })
}

fn chain(count: usize, kind: usize, spring: (f32, f32), substeps: u32) -> World {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).substeps(substeps)).unwrap();
    let middle = 0.5 * (count - 1) as f32;
    let mut last: Option<BodyKey> = None;
    for k in 0..count {
        let x = k as f32 - middle;
        let def = BodyDef::dynamic().at(vec2(x, 0.0)).velocity(vec2(0.0, x)).angular_velocity(1.0);
        let body = world.add_body(def.shape(ghost(rect(0.9, 0.3)))).unwrap();
        if let Some(last) = last.replace(body) {
            world.add_joint(last, body, sprung(kind, vec2(x - 0.5, 0.0), spring)).unwrap();
        }
    }
    world
}

fn hub(arms: usize, kind: usize, spring: (f32, f32), substeps: u32) -> World {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false).substeps(substeps)).unwrap();
    let hub = world.add_body(BodyDef::dynamic().angular_velocity(1.0).shape(ghost(disc(0.3)))).unwrap();
    for k in 0..arms {
        let angle = std::f32::consts::TAU * k as f32 / arms as f32;
        let (sin, cos) = carom::math::sin_cos(angle);
        let out = vec2(cos, sin);
        let def = BodyDef::dynamic().at(out).angle(angle).velocity(vec2(-out.y, out.x)).angular_velocity(1.0);
        let arm = world.add_body(def.shape(ghost(rect(1.0, 0.2)))).unwrap();
        world.add_joint(hub, arm, sprung(kind, 0.4 * out, spring)).unwrap();
    }
    world
}

/// The greatest kinetic energy, over the first.
fn greatest(world: &mut World) -> f64 {
    let energy = |world: &World| sums(world).energy;
    let first = energy(world);
    (0..300).fold(1.0, |most: f64, _| {
        world.step();
        most.max(energy(world) / first)
    })
}

#[test]
fn springs_of_groups_make_no_energy() {
    let frequencies: &[f32] = if LONG {
        &[2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0, 90.0, 120.0, 200.0, 1.0e3]
    } else {
        &[5.0, 20.0, 60.0, 1.0e3]
    };
    let mut failed = Vec::new();
    for kind in 0..KINDS {
        for &hertz in frequencies {
            for ratio in [0.0, 0.5, 1.0] {
                for substeps in [1, 4] {
                    for count in [3, 6, 12] {
                        let most = greatest(&mut chain(count, kind, (hertz, ratio), substeps));
                        let says = format!("kind {kind}, chain of {count}, {hertz} Hz, {ratio}, {substeps}: {most:.3}");
                        failed.extend((most >= 1.1 || most.is_nan()).then_some(says));
                    }
                    for arms in [4, 12, 24, 48].into_iter().filter(|_| kind != SLIDES) {
                        let most = greatest(&mut hub(arms, kind, (hertz, ratio), substeps));
                        let says = format!("kind {kind}, {arms} arms, {hertz} Hz, {ratio}, {substeps}: {most:.3}");
                        failed.extend((most >= 1.1 || most.is_nan()).then_some(says));
                    }
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}: {failed:#?}", failed.len());
}
