//! A house of cards and an arch without mortar, which friction alone holds together. For a minute, without sleep, no
//! piece leaves its place by more than a bound.

use super::{fastest, moved, watch};
use crate::kit::*;
use carom::prelude::*;

/// A house of five floors, of cards of 1 m x 2 cm that lean by 25 degrees, with level ones between the floors.
fn card_house(world: &mut World) -> Vec<(BodyKey, Vec2)> {
    let (length, thick, lean) = (1.0_f32, 0.02_f32, 25.0_f32.to_radians());
    let (sin, cos) = lean.sin_cos();
    // The lower corner stands on the floor, and the upper ones of two cards meet.
    let (high, aside) = (0.5 * (length * cos + thick * sin), 0.5 * (length * sin + thick * cos));
    let apart = 0.9;
    let mut cards = Vec::new();
    let mut card = |world: &mut World, place: Vec2, angle: f32, length: f32| {
        let shape = ShapeDef::new(rect(thick, length)).friction(0.7);
        cards.push((world.add_body(BodyDef::dynamic().at(place).angle(angle).shape(shape)).unwrap(), place));
    };
    for floor in 0..5_u16 {
        let base = f32::from(floor) * (2.0 * high + thick);
        for k in 0..5 - floor {
            let x = apart * (f32::from(k) - 0.5 * f32::from(4 - floor));
            card(world, vec2(x - aside, base + high), -lean, length);
            card(world, vec2(x + aside, base + high), lean, length);
            if k + 1 < 5 - floor {
                let level = vec2(x + 0.5 * apart, base + 2.0 * high + 0.5 * thick);
                card(world, level, std::f32::consts::FRAC_PI_2, apart - 0.01);
            }
        }
    }
    cards
}

#[test]
fn a_house_of_cards_stands() {
    let mut world = sleepless();
    let cards = card_house(&mut world);
    let mut most = 0.0_f32;
    watch("card_house", &mut world, |world| most = most.max(moved(world, &cards)));
    let speed = fastest(&world);
    println!("{} cards moved by {most} m at most, {speed} m/s at the end", cards.len());
    assert!(most < 0.1 && speed < 0.01, "{most} m, {speed} m/s");
}

/// Fifteen wedges between radii of 4 and 5.2 m make a half circle.
#[test]
fn a_dry_arch_stands() {
    let mut world = sleepless();
    let turn = std::f32::consts::PI / 15.0;
    let stones: Vec<_> = (0..15_u16)
        .map(|k| {
            let [from, to] = [f32::from(k) * turn, f32::from(k + 1) * turn].map(Rot::from_angle);
            let corners = [(4.0, from), (5.2, from), (5.2, to), (4.0, to)].map(|(r, q)| q.rotate(vec2(r, 0.0)));
            let middle = 0.25 * (corners[0] + corners[1] + corners[2] + corners[3]);
            let stone = ShapeDef::new(Polygon::new(corners.map(|corner| corner - middle)).unwrap()).friction(0.7);
            (world.add_body(BodyDef::dynamic().at(middle).shape(stone)).unwrap(), middle)
        })
        .collect();
    let mut most = 0.0_f32;
    watch("arch", &mut world, |world| most = most.max(moved(world, &stones)));
    let speed = fastest(&world);
    println!("stones moved by {most} m at most, {speed} m/s at the end");
    assert!(most < 0.1 && speed < 0.01, "{most} m, {speed} m/s");
}
