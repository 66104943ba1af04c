//! A stack of 20 boxes, a pyramid of 30 rows, and a box of 100 kg on ten of 1 kg: for a minute, without sleep, nothing
//! leaves its place.
//!
//! Measured: the box of 100 kg sinks by 39 mm, as `loads.rs` derives it, and stays there. So does one of ten times the
//! size.

use super::{fastest, moved, watch};
use crate::kit::*;
use carom::prelude::*;

#[test]
fn a_stack_of_twenty_stands() {
    let mut world = sleepless();
    let keys = stack(&mut world, 0.0, 20);
    let places: Vec<_> = keys.iter().map(|&key| (key, at(&world, key))).collect();
    let mut aside = 0.0_f32;
    watch("stack_of_20", &mut world, |world| {
        aside = keys.iter().map(|&key| at(world, key).x.abs()).fold(aside, f32::max);
    });
    let (sunk, speed) = (moved(&world, &places), fastest(&world));
    println!("sunk by {sunk} m, aside by {aside} m at most, {speed} m/s at the end");
    assert!(sunk < 0.13 && aside < 0.01 && speed < 0.001, "{sunk} m, {aside} m, {speed} m/s");
}

#[test]
fn a_pyramid_of_thirty_rows_stands() {
    let mut world = sleepless();
    let mut places = Vec::new();
    for row in 0..30_u16 {
        for k in 0..30 - row {
            let place = vec2(0.5 * f32::from(row) + f32::from(k) - 14.5, f32::from(row) + 0.5);
            places.push((world.add_body(crate_at(place.x, place.y)).unwrap(), place));
        }
    }
    let mut most = 0.0_f32;
    watch("pyramid_of_30", &mut world, |world| most = most.max(moved(world, &places)));
    let speed = fastest(&world);
    println!("moved by {most} m at most, {speed} m/s at the end");
    assert!(most < 0.2 && speed < 0.001, "{most} m, {speed} m/s");
}

#[test]
fn ten_boxes_bear_one_of_a_hundred_times_their_mass() {
    for (name, size, density) in [("100_on_10", 1.0, 100.0), ("100_large_on_10", 10.0, 1.0)] {
        let mut world = sleepless();
        stack(&mut world, 0.0, 10);
        let (heavy, start) = (ShapeDef::new(rect(size, size)).density(density), 10.0 + 0.5 * size);
        let heavy = world.add_body(BodyDef::dynamic().at(vec2(0.0, start)).shape(heavy)).unwrap();
        let mut sunk = 0.0_f32;
        watch(name, &mut world, |world| sunk = sunk.max(start - at(world, heavy).y));
        let (aside, speed) = (at(&world, heavy).x.abs(), fastest(&world));
        println!("{size} m: sunk by {sunk} m at most, aside by {aside} m, {speed} m/s at the end");
        assert!(sunk < 0.05 && aside < 0.01 && speed < 0.001, "{size} m: {sunk} m, {aside} m, {speed} m/s");
    }
}
