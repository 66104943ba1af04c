//! Two hundred dominoes in a row: the first is pushed, all fall, one after the other, and come to rest.

use super::{STEPS, fastest, watch};
use crate::kit::*;
use carom::prelude::*;

#[test]
fn two_hundred_dominoes_fall() {
    let mut world = sleepless();
    let domino = ShapeDef::new(rect(0.2, 1.0)).friction(0.6);
    let row: Vec<BodyKey> = (0..200)
        .map(|k| world.add_body(BodyDef::dynamic().at(vec2(0.5 * k as f32 - 50.0, 0.5)).shape(domino.clone())).unwrap())
        .collect();
    // They stand by themselves first.
    play(&mut world, 120);
    assert!(row.iter().all(|&key| world.body(key).unwrap().angle().abs() < 0.01), "they fall by themselves");
    world.body_mut(row[0]).unwrap().apply_impulse_at(vec2(0.5, 0.0), vec2(-50.0, 0.9)).unwrap();
    let mut fell = vec![u32::MAX; row.len()];
    let mut step = 0;
    watch("dominoes", &mut world, |world| {
        for (fell, &key) in fell.iter_mut().zip(&row) {
            if *fell == u32::MAX && world.body(key).unwrap().angle() < -0.5 {
                *fell = step;
            }
        }
        step += 1;
    });
    let down = fell.iter().filter(|&&step| step < STEPS).count();
    println!("{down} fell, the last after {:?} steps; {} m/s at the end", fell.last(), fastest(&world));
    if LONG {
        assert_eq!(down, 200);
        assert!(fell.is_sorted(), "one after the other: {fell:?}");
        assert!(fastest(&world) < 0.01, "{} m/s", fastest(&world));
    }
}
