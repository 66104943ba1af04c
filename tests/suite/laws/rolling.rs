//! Rolling with the weight off centre: a disc with a heavy disc inside rocks on a floor. Its greatest energy in a
//! second, kinetic and of height above the lowest place of its centre of mass, never grows by more than 2 %, nor by
//! 1e-4 of m g R. From half a metre and four substeps on, it keeps a third of it over ten seconds: it rocks, and is not
//! braked. The disc inside stays farther from the rim than contacts are prepared ahead: with two contacts, points do
//! not follow the rim.

use crate::kit::*;
use carom::prelude::*;

/// Least distance of the inner disc from the rim [m]; contacts are prepared 2 cm ahead.
const INSIDE: f32 = 0.025;

/// A disc with a smaller and heavier one inside, tilted by an angle.
fn rocker(random: &mut SplitMix64, substeps: u32) -> (World, BodyKey) {
    let def = WorldDef { substeps, ..WorldDef::default().sleep(false) };
    let mut world = on_ground(def);
    let radius = 0.1 * 10.0_f32.powf(random.unit());
    let (inner, off) = (random.range(0.1, 0.3) * radius, random.range(0.2, 0.55) * radius);
    let off = off.min(radius - inner - INSIDE);
    let (light, density) = (ShapeDef::new(disc(radius)), random.range(1.0, 30.0));
    let heavy = ShapeDef::new(Circle::at(vec2(0.0, -off), inner).unwrap()).density(density);
    let body = BodyDef::dynamic().at(vec2(0.0, radius)).angle(random.range(0.1, 1.0));
    let key = world.add_body(body.shape(light).shape(heavy)).unwrap();
    (world, key)
}

/// Kinetic energy and that of the height of the centre of mass above `floor` [J].
fn energy(world: &World, key: BodyKey, floor: f32) -> f32 {
    let body = world.body(key).unwrap();
    let (mass, v, w) = (body.mass(), body.velocity(), body.angular_velocity());
    0.5 * (mass.mass * v.dot(v) + mass.inertia * w * w) + mass.mass * G * (body.center().y - floor)
}

#[test]
fn what_rolls_with_its_weight_off_centre_never_gains() {
    for substeps in [1, 4, 8] {
        let mut random = SplitMix64::new(7);
        for case in 0..if LONG { 1_000 } else { 60 } {
            let (mut world, key) = rocker(&mut random, substeps);
            let body = world.body(key).unwrap();
            let (mass, place) = (body.mass().mass, body.position().y);
            let lowest = place - (body.center() - body.position()).length();
            let mut greatest = || {
                let energies = (0..60).map(|_| {
                    world.step();
                    energy(&world, key, lowest)
                });
                energies.fold(0.0, f32::max)
            };
            let seconds: Vec<f32> = (0..10).map(|_| greatest()).collect();
            let (start, end, scale) = (seconds[0], seconds[9], 1.0e-4 * mass * G * place);
            let most = seconds.iter().copied().fold(0.0, f32::max);
            assert!(most < start * 1.02 + scale, "{substeps} substeps, {case}: {start} J grew to {most} J");
            assert!(
                substeps == 1 || place < 0.5 || end > start / 3.0 - scale,
                "{substeps} substeps, {case}: {end} of {start} J"
            );
        }
    }
}
