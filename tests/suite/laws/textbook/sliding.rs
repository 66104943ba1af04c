//! Sliding: a box at speed v stops after v^2 / (2 mu g), within 1 % and v h / 2 for a substep of h: a velocity is that
//! of a whole substep. At 4 and 8 substeps it is within 1 % without that.

use crate::kit::*;
use carom::prelude::*;

#[test]
fn a_box_stops_after_its_distance_in_every_direction() {
    let mut worst = 0.0_f64;
    for substeps in [1_u32, 4, 8] {
        for friction in [0.1_f32, 0.3, 0.6] {
            for speed in [3.0_f32, 10.0, 15.0] {
                for direction in 0..8 {
                    let up = Rot::from_angle(0.3 + std::f32::consts::FRAC_PI_4 * direction as f32);
                    let side = if direction % 2 == 0 { 1.0 } else { -1.0 };
                    let (normal, along) = (up.rotate(vec2(0.0, 1.0)), up.rotate(vec2(side, 0.0)));
                    let def = WorldDef::default().gravity(normal * -G).sleep(false).substeps(substeps);
                    let mut world = World::new(def).unwrap();
                    let ground = ShapeDef::new(rect(400.0, 2.0)).friction(friction);
                    world.add_body(BodyDef::fixed().at(-normal).angle(up.angle()).shape(ground)).unwrap();
                    let thing = ShapeDef::new(rect(2.0, 0.5)).friction(friction);
                    let thing = BodyDef::dynamic().at(normal * 0.25).angle(up.angle()).shape(thing);
                    let key = world.add_body(thing).unwrap();
                    // A box that has settled: before, the ground bears less than its weight.
                    play(&mut world, 60);
                    let start = at(&world, key);
                    world.body_mut(key).unwrap().set_velocity(along * speed).unwrap();
                    play(&mut world, (60.0 * speed / (friction * G)) as usize + 30);
                    let way = f64::from((at(&world, key) - start).dot(along));
                    let parabola = f64::from(speed * speed / (2.0 * friction * G));
                    let half = 0.5 * f64::from(speed) / f64::from(60 * substeps);
                    let bound = 0.01 * parabola + if substeps == 1 { half } else { 0.0 };
                    let off = (way - parabola).abs();
                    worst = worst.max(off / parabola);
                    let says = format!("{substeps} substeps, {friction}, {speed} m/s, direction {direction}");
                    assert!(off < bound, "{says}: {way} m, not {parabola}");
                    assert!(velocity(&world, key).length() < 0.001, "{says}: it moves");
                }
            }
        }
    }
    println!("off by {worst} of v^2 / (2 mu g)");
}
