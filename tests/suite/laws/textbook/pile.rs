//! A pile at rest makes no energy: after it settled, the sum of m v^2 / 2 + I w^2 / 2 + m g y never rises.

use super::super::collisions::sums;
use crate::kit::*;
use carom::prelude::*;

/// Kinetic energy and that of height [J].
fn total(world: &World) -> f64 {
    let high: f64 = world.bodies().map(|(_, b)| f64::from(b.mass().mass) * 9.81 * f64::from(b.center().y)).sum();
    high + sums(world).energy
}

/// Boxes, discs, capsules and triangles between two walls, that fall into a pile.
fn pile(kind: u32, substeps: u32) -> World {
    let mut world = on_ground(WorldDef::default().sleep(false).substeps(substeps));
    for side in [-5.5, 5.5] {
        world.add_body(BodyDef::fixed().at(vec2(side, 10.0)).shape(rect(1.0, 20.0))).unwrap();
    }
    let mut random = SplitMix64::new(u64::from(kind));
    for i in 0..90_u32 {
        let place = vec2((i % 9) as f32 - 4.0 + random.range(-0.02, 0.02), 0.6 + 1.1 * (i / 9) as f32);
        let outline: Shape = match if kind == 4 { i % 4 } else { kind } {
            0 => rect(0.9, 0.7).into(),
            1 => disc(0.42).into(),
            2 => Capsule::horizontal(0.4, 0.25).unwrap().into(),
            _ => Polygon::regular(3, 0.5).unwrap().into(),
        };
        let angle = if kind == 0 { 0.0 } else { random.range(-1.0, 1.0) };
        world.add_body(BodyDef::dynamic().at(place).angle(angle).shape(outline)).unwrap();
    }
    world
}

#[test]
fn the_energy_of_a_resting_pile_never_rises() {
    let seconds = if LONG { 30 } else { 5 };
    for substeps in [1, 4, 8] {
        for kind in 0..5 {
            let mut world = pile(kind, substeps);
            let start = total(&world);
            for _ in 0..900 {
                world.step();
            }
            let mut least = total(&world);
            let mut rise = 0.0_f64;
            for _ in 0..60 * seconds {
                world.step();
                let now = total(&world);
                rise = rise.max(now - least);
                least = least.min(now);
            }
            println!("kind {kind}, {substeps} substeps: rises by {:.1e} of {start:.0} J", rise / start);
            assert!(rise < 1e-5 * start, "kind {kind}, {substeps} substeps: {rise} of {start} J");
        }
    }
}
