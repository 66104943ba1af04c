//! Newton's cradle: a row of equal balls that bounce fully, hit at one end at 2 m/s. The last ball takes all of the
//! speed, the others stand, at any gap: within 5 % of the speed, energy within 1 %. Two of 1,000 rows, of eight
//! touching balls, share the impact. With unequal balls, each pair obeys v2 = 2 m1 u / (m1 + m2), one after the other.

use crate::kit::*;
use carom::prelude::*;

/// A row of balls with these radii and gaps, the first `coming` of which come from 0.5 m away at 2 m/s.
fn row(def: WorldDef, radii: &[f32], coming: usize, gap: f32, along: Vec2) -> (World, Vec<BodyKey>) {
    let mut world = World::new(def.gravity(Vec2::ZERO).sleep(false)).unwrap();
    let mut place = 0.0;
    let mut keys = Vec::new();
    for (k, &radius) in radii.iter().enumerate() {
        place += radius;
        let (back, speed) = if k < coming { (0.5, 2.0) } else { (0.0, 0.0) };
        let ball = ShapeDef::new(disc(radius)).restitution(1.0).friction(0.0);
        let body = BodyDef::dynamic().at(along * (place - back)).velocity(along * speed).shape(ball);
        keys.push(world.add_body(body).unwrap());
        place += radius + gap;
    }
    (world, keys)
}

#[test]
fn the_last_ball_takes_the_speed_of_the_first_at_any_gap() {
    let mut random = SplitMix64::new(13);
    let cases = if LONG { 1_000 } else { 120 };
    let mut shared = 0;
    for case in 0..cases {
        let gap = [0.0, 1.0e-4, 1.0e-3, 5.0e-3, 0.01, 0.02, 0.05, 0.1][random.int(0, 7) as usize];
        let radius = random.range(0.05, 0.5);
        let count = 2 + case % 7;
        let (s, c) = random.range(-3.0, 3.0).sin_cos();
        let along = if case % 2 == 0 { vec2(1.0, 0.0) } else { vec2(c, s) };
        let def = WorldDef::default().substeps([1, 4, 8][case % 3]);
        let (mut world, keys) = row(def, &vec![radius; count], 1, gap, along);
        play(&mut world, 180);
        let speeds: Vec<f32> = keys.iter().map(|&key| velocity(&world, key).length()).collect();
        let energy = speeds.iter().map(|v| v * v).sum::<f32>() / 4.0;
        if (speeds[count - 1] - 2.0).abs() > 0.1 || (energy - 1.0).abs() > 0.01 {
            shared += 1;
            println!("case {case}: {count} balls of {radius} m, gap {gap} m: {speeds:?}");
        }
        assert!(energy < 1.01, "case {case}: {speeds:?}");
    }
    println!("{shared} of {cases} rows share the impact");
    assert!(500 * shared <= cases, "{shared} of {cases} rows share the impact");
}

#[test]
fn a_row_of_unequal_balls_passes_the_impact_on_pair_by_pair() {
    for gap in [0.0, 1.0e-3, 0.01] {
        let radii = [0.5, 0.4, 0.3, 0.2, 0.1];
        let (mut world, keys) = row(WorldDef::default(), &radii, 1, gap, vec2(1.0, 0.0));
        play(&mut world, 120);
        let mut comes = 2.0_f32;
        for (k, pair) in radii.windows(2).enumerate() {
            let [m1, m2] = [pair[0] * pair[0], pair[1] * pair[1]];
            near(velocity(&world, keys[k]).x, comes * (m1 - m2) / (m1 + m2), 0.04);
            comes *= 2.0 * m1 / (m1 + m2);
        }
        near(velocity(&world, keys[4]).x, comes, 0.05 * f64::from(comes));
    }
}

/// Two balls that come together send two away.
#[test]
fn two_balls_send_two_away() {
    for gap in [0.0, 1.0e-3, 0.01] {
        let (mut world, keys) = row(WorldDef::default(), &[0.1; 6], 2, gap, vec2(1.0, 0.0));
        play(&mut world, 120);
        for (k, &key) in keys.iter().enumerate() {
            near(velocity(&world, key).x, if k < 4 { 0.0 } else { 2.0 }, 0.1);
        }
    }
}
