//! Heavy bodies on light ones. A contact yields by P / (h m w^2): P is the impulse at a point in a substep of h, m the
//! effective mass there, w = 2 pi `contact_hertz`, twice that on fixed bodies. A body m in a column that bears a body
//! M > 8 m counts as 2^k m, with the greatest k for which that is at most M / 4. Weights stay. Depths agree within 3 %.

use crate::kit::*;
use carom::prelude::*;

const G: f64 = 9.81;

/// Depth at the two corners of a unit box of mass `own` that bears `load` [kg]. `other` is the mass of the box above
/// it, or infinite for the ground below it.
fn sag(load: f64, own: f64, other: f64) -> f64 {
    let hertz = f64::from(WorldDef::default().contact_hertz) * if other.is_finite() { 1.0 } else { 2.0 };
    let w = std::f64::consts::TAU * hertz;
    // The inertia of a unit box is m / 6, its corner is 0.5 m aside.
    let mass = 1.0 / ((1.0 / own + 1.0 / other) * (1.0 + 6.0 * 0.25));
    0.5 * load * G / mass / (w * w)
}

#[test]
fn ten_boxes_under_a_heavy_one_sink_by_the_closed_form() {
    // The mass of the heavy box, and that with which the others count [kg].
    for (heavy, counts) in [(100.0, 16.0), (1_000.0, 128.0)] {
        for substeps in [4, 8] {
            let mut world = on_ground(WorldDef::default().substeps(substeps));
            stack(&mut world, 0.0, 10);
            let shape = ShapeDef::new(rect(1.0, 1.0)).density(heavy as f32);
            let key = world.add_body(BodyDef::dynamic().at(vec2(0.0, 10.5)).shape(shape)).unwrap();
            play(&mut world, 600);
            assert_eq!(world.counts().awake, 0, "{heavy} kg, {substeps} substeps");
            let between: f64 = (0..10)
                .map(|above| sag(heavy + f64::from(above), counts, if above == 0 { heavy } else { counts }))
                .sum();
            let wanted = between + sag(heavy + 10.0, counts, f64::INFINITY);
            let sunk = 10.5 - f64::from(at(&world, key).y);
            println!("{heavy} kg, {substeps} substeps: {sunk} m, {wanted} m by the closed form");
            assert!((sunk - wanted).abs() < 0.03 * wanted, "{heavy} kg, {substeps} substeps: {sunk} m, not {wanted}");
            near(at(&world, key).x, 0.0, 0.001);
        }
    }
}

/// Mass scaling ends with the load, and weights are true all the time. Without its load the stack springs back: its
/// uppermost box rises by 61 mm.
#[test]
fn a_stack_whose_load_goes_is_itself_again() {
    let mut world = on_ground(WorldDef::default().sleep(false));
    let keys = stack(&mut world, 0.0, 3);
    let shape = ShapeDef::new(rect(1.0, 1.0)).density(100.0);
    let heavy = world.add_body(BodyDef::dynamic().at(vec2(0.0, 3.5)).shape(shape)).unwrap();
    play(&mut world, 120);
    // All that the ground bears [kg].
    let load = |world: &World| {
        let ground =
            world.contacts().filter(|contact| keys.iter().filter(|&&key| contact.other(key).is_some()).count() == 1);
        let lowest = ground.filter(|contact| contact.other(heavy).is_none());
        60.0 / G * lowest.map(|contact| f64::from(contact.impulse().y.abs())).sum::<f64>()
    };
    // The ground bears true weights.
    near(load(&world), 103.0, 0.5);
    assert!(world.remove_body(heavy));
    let mut top = 0.0_f32;
    for _ in 0..120 {
        world.step();
        checked(&world);
        top = top.max(at(&world, keys[2]).y);
    }
    println!("the uppermost box rises to {top} m at most");
    assert!(top < 2.6, "thrown up to {top} m");
    near(load(&world), 3.0, 0.05);
    near(at(&world, keys[2]).y, 2.5, 0.01);
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

/// A box in a column that is set off has the momentum of its true mass. The heavy one above gets no more of it, and
/// once more for what the stack gives back; later the stack itself swings up and down by a few millimetres.
#[test]
fn a_kicked_box_gives_no_more_momentum_than_it_has() {
    for velocity in [vec2(3.0, 0.0), vec2(0.0, 3.0), vec2(0.0, -3.0), vec2(-2.0, 2.0)] {
        for kicked in 0..3 {
            let mut world = on_ground(WorldDef::default().sleep(false));
            let keys = stack(&mut world, 0.0, 3);
            let shape = ShapeDef::new(rect(1.0, 1.0)).density(100.0);
            let heavy = world.add_body(BodyDef::dynamic().at(vec2(0.0, 3.5)).shape(shape)).unwrap();
            play(&mut world, 240);
            world.body_mut(keys[kicked]).unwrap().set_velocity(velocity).unwrap();
            let most = 2.0 * velocity.length() / 100.0;
            for step in 0..60 {
                world.step();
                let Vec2 { x, y } = world.body(heavy).unwrap().velocity();
                assert!(x.abs() < most && (y < most || step > 2), "{velocity:?}, box {kicked}: {x}, {y} m/s");
            }
        }
    }
}
