//! Polygons of known figures in a world: half-spaces hold, and what is nearly round rolls.

use crate::kit::*;
use carom::prelude::*;
use std::f32::consts::TAU;

#[test]
fn a_box_rests_on_a_half_space_of_any_extent_and_slope() {
    for extent in [20.0, 200.0, 1000.0] {
        for slope in [-0.3_f32, 0.0, 0.2] {
            let (s, c) = slope.sin_cos();
            let (up, along) = (vec2(-s, c), vec2(c, s));
            let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
            let ground = Polygon::half_space(vec2(3.0, -2.0), up, extent).unwrap();
            world.add_body(BodyDef::fixed().shape(ShapeDef::new(ground).friction(1.0))).unwrap();
            let start = vec2(3.0, -2.0) + up * 0.5 + along * 4.0;
            let shape = ShapeDef::new(rect(1.0, 1.0)).friction(1.0);
            let key = world.add_body(BodyDef::dynamic().at(start).angle(slope).shape(shape)).unwrap();
            play(&mut world, 240);
            let way = at(&world, key) - start;
            near(way.dot(up), 0.0, 0.02);
            near(way.dot(along), 0.0, 0.02);
            assert!(velocity(&world, key).length() < 0.01, "{extent}, {slope}");
        }
    }
}

/// A circle of n corners rolls down a slope as a rimless wheel (T. McGeer, Passive dynamic walking, 1990). It speeds up
/// by a = g sin b / (1 + 1/2). Each corner that lands keeps the part 1 - (1 - cos 2 pi / n) / (1 + 1/2) of the speed.
/// With k, the part of v^2 lost in a metre, v = sqrt(2 a / k) tanh(sqrt(a k / 2) t).
#[test]
fn what_is_nearly_round_rolls() {
    for round in [Polygon::regular(64, 0.5).unwrap(), Polygon::ellipse(1.0, 1.0, 0.0005).unwrap()] {
        let mut world = World::new(WorldDef::default().sleep(false)).unwrap();
        let (s, c) = 0.3_f32.sin_cos();
        let ground = Polygon::half_space(Vec2::ZERO, vec2(-s, c), 200.0).unwrap();
        world.add_body(BodyDef::fixed().shape(ShapeDef::new(ground).friction(1.0))).unwrap();
        let corners = round.vertices().len();
        let shape = ShapeDef::new(round).friction(1.0);
        let key = world.add_body(BodyDef::dynamic().at(vec2(-s, c) * 0.5).shape(shape)).unwrap();
        play(&mut world, 120);
        let n = corners as f32;
        let (a, lost) = (G * s / 1.5, (1.0 - (TAU / n).cos()) / 1.5);
        let k = 2.0 * lost * n / (TAU * 0.5);
        near(velocity(&world, key).length(), (2.0 * a / k).sqrt() * (2.0 * (0.5 * a * k).sqrt()).tanh(), 0.1);
    }
}
