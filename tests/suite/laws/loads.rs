//! Heavy bodies on light ones. A contact yields by C = P / (h m w²): P is the impulse at a point in a substep of h, m
//! the effective mass there, w = 2 pi `contact_hertz`, twice that on fixed bodies. If one of two movable bodies has
//! over 8 times the mass of the other, the contact is stiffer from a depth D of 2 cm on, in proportion to the depth, up
//! to twice as stiff. So the depth is the root of C D, or half of C. Depths agree within 3 %.

use crate::kit::*;
use carom::prelude::*;

const G: f64 = 9.81;

/// Depth from which contacts harden [m].
const DEPTH: f64 = 0.02;

/// Depth at the two corners of a unit box that bears `load` [kg]. `other` is the mass of the box above it, or infinite
/// for the ground below it.
fn sag(load: f64, other: f64) -> f64 {
    let hertz = f64::from(WorldDef::default().contact_hertz) * if other.is_finite() { 1.0 } else { 2.0 };
    let w = std::f64::consts::TAU * hertz;
    // The inertia of a unit box is m / 6, its corner is 0.5 m aside.
    let mass = 1.0 / ((1.0 + 1.0 / other) * (1.0 + 6.0 * 0.25));
    let soft = 0.5 * load * G / mass / (w * w);
    let hardens = soft > DEPTH && other.is_finite() && other > 8.0;
    if hardens { f64::max((soft * DEPTH).sqrt(), 0.5 * soft) } else { soft }
}

#[test]
fn ten_boxes_under_one_a_hundred_times_as_heavy_sink_by_the_closed_form() {
    for substeps in [4, 8] {
        let mut world = on_ground(WorldDef::default().substeps(substeps));
        stack(&mut world, 0.0, 10);
        let heavy = ShapeDef::new(rect(1.0, 1.0)).density(100.0);
        let heavy = world.add_body(BodyDef::dynamic().at(vec2(0.0, 10.5)).shape(heavy)).unwrap();
        play(&mut world, 600);
        assert_eq!(world.counts().awake, 0, "{substeps} substeps");
        let between: f64 =
            (0..10).map(|above| sag(100.0 + f64::from(above), if above == 0 { 100.0 } else { 1.0 })).sum();
        let wanted = between + sag(110.0, f64::INFINITY);
        let sunk = 10.5 - f64::from(at(&world, heavy).y);
        assert!((sunk - wanted).abs() < 0.03 * wanted, "{substeps} substeps: {sunk} m, not {wanted}");
        near(at(&world, heavy).x, 0.0, 0.001);
    }
}

/// A light plate is not pressed through by what stands on it.
#[test]
fn a_plate_bears_a_pillar_of_250_times_its_mass() {
    for substeps in [4, 8] {
        let mut world = on_ground(WorldDef::default().substeps(substeps));
        let plate = world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.1)).shape(rect(1.0, 0.2))).unwrap();
        let pillar = ShapeDef::new(rect(1.0, 10.0)).density(5.0);
        world.add_body(BodyDef::dynamic().at(vec2(0.0, 5.2)).shape(pillar)).unwrap();
        play(&mut world, 600);
        assert_eq!(world.counts().awake, 0, "{substeps} substeps");
        let deepest = world.contacts().flat_map(|c| c.points().to_vec()).map(|p| -p.separation).fold(0.0, f32::max);
        assert!(deepest < 0.3 * 0.2, "{substeps} substeps: {deepest} m");
        near(at(&world, plate).y, 0.1, 0.04);
    }
}

#[test]
fn a_heavy_box_dropped_on_three_light_ones_stays_on_them() {
    let mut world = on_ground(WorldDef::default());
    stack(&mut world, 0.0, 3);
    let heavy = ShapeDef::new(rect(1.0, 1.0)).density(100.0);
    let heavy = world.add_body(BodyDef::dynamic().at(vec2(0.0, 5.5)).shape(heavy)).unwrap();
    for _ in 0..600 {
        world.step();
        checked(&world);
        assert!(at(&world, heavy).y < 5.501, "thrown up, step {}", world.step_count());
    }
    assert_eq!(world.counts().awake, 0);
    assert!(at(&world, heavy).y > 3.3, "{}", at(&world, heavy));
}
