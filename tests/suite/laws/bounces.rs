//! Energy of a bouncing ball: the height after many bounces, whatever part of a step the impacts fall into. Bouncing
//! bodies that overlap and do not close in come apart.

use crate::kit::*;
use carom::prelude::*;

/// Drops a ball of restitution `e`. Returns the heights of its tops, the first being that of the drop, and how deep it
/// was in the ground at the end of a step [m].
fn tops(def: WorldDef, e: f32, radius: f32, height: f32, bounces: usize) -> (Vec<f32>, f32) {
    let mut world = World::new(def.sleep(false)).unwrap();
    let bouncy = |shape: carom::Shape| ShapeDef::new(shape).restitution(e);
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(bouncy(rect(80.0, 1.0).into()))).unwrap();
    let ball = BodyDef::dynamic().at(vec2(0.0, height + radius)).shape(bouncy(disc(radius).into()));
    let ball = world.add_body(ball).unwrap();
    let (mut tops, mut top, mut rises, mut deepest) = (vec![], height, false, 0.0_f32);
    for _ in 0..100_000 {
        world.step();
        let (at, v) = (at(&world, ball).y - radius, velocity(&world, ball).y);
        if v > 0.0 && !rises {
            tops.push(top);
            if tops.len() > bounces {
                break;
            }
            top = 0.0;
        }
        rises = v > 0.0;
        (top, deepest) = (top.max(at), deepest.max(-at));
    }
    (tops, deepest)
}

/// A step at the top may miss it by as much as a fall in half a step.
fn missed(def: &WorldDef) -> f32 {
    0.125 * G * def.dt * def.dt
}

#[test]
fn restitution_one_keeps_the_height_over_thirty_bounces() {
    let mut random = SplitMix64::new(1301);
    for case in 0..200 {
        let rate = [30.0, 60.0, 120.0][case % 3];
        let def = WorldDef { dt: 1.0 / rate, substeps: 1 + (case % 8) as u32, ..WorldDef::default() };
        let (radius, height) = (random.range(0.1, 1.0), random.range(1.0, 20.0));
        let (tops, _) = tops(def.clone(), 1.0, radius, height, 30);
        let says = format!("{rate} Hz, {} substeps, r {radius}, from {height}: {}", def.substeps, tops[30]);
        assert!((tops[30] - height).abs() < 0.01 * height + missed(&def), "{says}");
    }
}

#[test]
fn each_bounce_keeps_the_square_of_the_restitution() {
    let mut random = SplitMix64::new(1302);
    for case in 0..200 {
        let e = random.range(0.3, 0.95);
        let def = WorldDef { dt: 1.0 / [60.0, 120.0][case % 2], ..WorldDef::default() };
        let (radius, height) = (random.range(0.1, 1.0), random.range(5.0, 20.0));
        let (tops, deepest) = tops(def.clone(), e, radius, height, 1);
        let wanted = e * e * height;
        // A bounce from within the ground loses its part of the way to the surface.
        let bound = 0.01 * wanted + missed(&def) + (1.0 - e * e) * deepest;
        assert!((tops[1] - wanted).abs() < bound, "{e} r {radius}: {} of {wanted}, {deepest} deep", tops[1]);
    }
}

#[test]
fn bouncing_bodies_that_overlap_come_apart() {
    for (count, apart) in [(2, 0.3), (4, 0.6), (3, 0.4)] {
        for gravity in [Vec2::ZERO, vec2(0.0, -G)] {
            let mut world = World::new(WorldDef::default().gravity(gravity).sleep(false)).unwrap();
            let bouncy = |shape: carom::Shape| ShapeDef::new(shape).restitution(1.0).friction(0.0);
            world.add_body(BodyDef::fixed().at(vec2(0.0, -1.0)).shape(bouncy(rect(400.0, 2.0).into()))).unwrap();
            let along = |k: usize| {
                let def = BodyDef::dynamic().at(vec2(apart * k as f32, 0.5)).velocity(vec2(3.0, 0.0));
                def.shape(bouncy(disc(0.5).into()))
            };
            let discs: Vec<_> = (0..count).map(|k| world.add_body(along(k)).unwrap()).collect();
            play(&mut world, 120);
            let gaps = discs.windows(2).map(|two| (at(&world, two[1]) - at(&world, two[0])).length());
            let least = gaps.fold(f32::MAX, f32::min);
            assert!(least > 0.9, "{count} discs {apart} m apart: {least} m after 2 s");
        }
    }
}
