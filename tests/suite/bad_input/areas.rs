//! Definitions of areas: the limits of each field. A refused definition adds and changes nothing.

use super::defs::field;
use crate::kit::*;
use carom::prelude::*;
use carom::{AreaDef, Falloff, FieldGravity};

fn toward(point: Vec2, acceleration: f32, distance: f32) -> Option<FieldGravity> {
    Some(FieldGravity::Point { point, acceleration, distance, falloff: Falloff::Inverse })
}

type Set = fn(&mut AreaDef, f32);

/// A numeric field: its setter, values that are just allowed, and values that are refused besides non-finite ones.
type Row = (&'static str, Set, &'static [f32], &'static [f32]);

const FIELDS: [Row; 15] = [
    ("position", |d, x| d.position.x = x, &[1.0e6, -1.0e6], &[1.1e6, -1.1e6]),
    ("position", |d, x| d.position.y = x, &[1.0e6, -1.0e6], &[1.1e6, -1.1e6]),
    ("angle", |d, x| d.angle = x, &[100.0, -100.0], &[]),
    ("wind", |d, x| d.wind.x = x, &[1.0e30, -1.0e30], &[]),
    ("wind", |d, x| d.wind.y = x, &[1.0e30, -1.0e30], &[]),
    ("drag", |d, x| d.drag = x, &[0.0, 1.0e9], &[-0.1, 1.1e9]),
    ("quadratic_drag", |d, x| d.quadratic_drag = x, &[0.0, 1.0e9], &[-0.1, 1.1e9]),
    ("angular_drag", |d, x| d.angular_drag = x, &[0.0, 1.0e9], &[-0.1, 1.1e9]),
    ("fluid_density", |d, x| d.fluid_density = x, &[0.0, 1.0e9], &[-0.1, 1.1e9]),
    ("gravity.uniform", |d, x| d.gravity = Some(FieldGravity::Uniform(vec2(x, 0.0))), &[1.0e6], &[]),
    ("gravity.uniform", |d, x| d.gravity = Some(FieldGravity::Uniform(vec2(0.0, x))), &[-1.0e6], &[]),
    ("gravity.point.point", |d, x| d.gravity = toward(vec2(x, 0.0), 1.0, 1.0), &[1.0e6], &[1.1e6]),
    ("gravity.point.point", |d, x| d.gravity = toward(vec2(0.0, x), 1.0, 1.0), &[-1.0e6], &[-1.1e6]),
    ("gravity.point.acceleration", |d, x| d.gravity = toward(Vec2::ZERO, x, 1.0), &[0.0, -9.0], &[]),
    (
        "gravity.point.distance",
        |d, x| d.gravity = toward(Vec2::ZERO, 1.0, x),
        &[1.0e-4, 1.0e6],
        &[-1.0, 0.0, 0.9e-4, 1.1e6],
    ),
];

#[test]
fn area_fields_out_of_range_are_refused() {
    let mut world = space();
    let kept = world.add_area(AreaDef::new(rect(2.0, 2.0)).drag(1.0, 2.0)).unwrap();
    let before = (world.state_hash(), world.snapshot());
    for (name, set, _, wrong) in FIELDS {
        for &bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].iter().chain(wrong) {
            let mut def = AreaDef::new(rect(1.0, 1.0));
            set(&mut def, bad);
            assert_eq!(field(&world.add_area(def.clone()).unwrap_err()), name, "{bad}");
            assert_eq!(field(&world.set_area(kept, def).unwrap_err()), name, "{bad}");
        }
    }
    assert!((world.state_hash(), world.snapshot()) == before, "what was there stays");
}

#[test]
fn the_limits_themselves_are_taken() {
    let mut world = space();
    world.add_body(crate_at(0.0, 0.0)).unwrap();
    for (name, set, good, _) in FIELDS {
        for &limit in good {
            let mut def = AreaDef::new(rect(1.0, 1.0));
            set(&mut def, limit);
            let key = world.add_area(def).unwrap_or_else(|e| panic!("{name} of {limit}: {e}"));
            play(&mut world, 1);
            assert!(world.remove_area(key));
        }
    }
}

#[test]
fn regions_without_an_inside_are_refused() {
    let border = TileGrid::from_rows(&["##", "#."], 1.0).unwrap();
    let chain = Chain::open([vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(2.0, 0.0), vec2(3.0, 0.0)]).unwrap();
    let line = Segment::new(Vec2::ZERO, vec2(1.0, 0.0)).unwrap();
    let mut world = space();
    for def in [AreaDef::new(border), AreaDef::new(chain), AreaDef::new(line)] {
        assert_eq!(field(&world.add_area(def.clone()).unwrap_err()), "region");
        assert_eq!(field(&world.add_area(def.fluid(1.0)).unwrap_err()), "region");
    }
    // A fluid needs edges: no circle, capsule or rounded polygon, and not everywhere.
    let round = rect(1.0, 1.0).rounded(0.1).unwrap();
    let capsule = Capsule::horizontal(1.0, 0.2).unwrap();
    for def in [AreaDef::everywhere(), AreaDef::new(disc(1.0)), AreaDef::new(capsule), AreaDef::new(round)] {
        assert_eq!(field(&world.add_area(def.clone().fluid(1.0)).unwrap_err()), "region");
        assert!(world.add_area(def).is_ok());
    }
    assert_eq!(world.areas().count(), 4);
}
