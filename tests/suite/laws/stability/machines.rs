//! Machines for a minute, as the scenes of their names have them: a bridge, a cradle, a car, a pile of ragdolls, a
//! crane. The last ball of the cradle comes out within 2 % of the way of the first, and the energy is kept within 3 %.
//!
//! The pile of ragdolls, whose hinges rub, falls asleep within the minute; its joints open by less than 3 cm.

use super::{STEPS, fastest, open, watch_scene};
use crate::kit::*;
use carom::prelude::*;

#[test]
fn a_bridge_of_a_hundred_planks_carries_ten_boxes() {
    let (mut worst, mut lowest) = (0.0_f32, 0.0_f32);
    let play = watch_scene("bridge", |world| {
        worst = worst.max(open(world));
        lowest = world.bodies().map(|(_, body)| body.position().y).fold(lowest, f32::min);
    });
    // The chord of 100 m and planks of 100 m: it can only hang by what the joints give.
    println!("joints open by {worst} m at most, {lowest} m at the lowest, {} m/s", fastest(play.world()));
    assert!(worst < 0.01 && lowest > -5.0, "{worst} m, {lowest} m");
    assert!(play.world().bodies().all(|(_, body)| body.position().y > -5.0), "a box fell");
}

/// Kinetic energy and that of height [J].
fn energy(world: &World) -> f64 {
    let g = f64::from(-world.def().gravity.y);
    let part = |(_, body): (BodyKey, carom::Body<'_>)| {
        let (mass, v) = (body.mass(), body.velocity());
        f64::from(0.5 * mass.mass * v.length_squared()) + f64::from(mass.mass) * g * f64::from(body.center().y + 4.0)
    };
    world.bodies().map(part).sum()
}

#[test]
fn a_cradle_swings_for_a_minute_and_gains_nothing() {
    let start = energy(carom_scenes::find("cradle").unwrap().scene().unwrap().play().unwrap().world());
    let (mut most, mut first, mut last, mut inner, mut step) = (0.0_f64, 0.0_f32, 0.0_f32, 0.0_f32, 0);
    let play = watch_scene("cradle", |world| {
        most = most.max(energy(world));
        let x: Vec<f32> = world.bodies().skip(1).map(|(_, body)| body.position().x).collect();
        // Within the first two swings: how far out the two outer balls come, and the inner ones.
        if step < 300 {
            last = last.max(x[4] - 2.0 * 1.002);
            inner = inner.max((x[2]).abs());
            first = if step > 120 { first.max(-x[0] - 2.0 * 1.002) } else { first };
        }
        step += 1;
    });
    let (lift, end) = (4.0 * 0.8_f32.sin(), energy(play.world()));
    println!("lift {lift} m, the last comes out by {last} m, the first again by {first} m, the middle by {inner} m");
    println!("energy {start} J, {most} J at most, {end} J at the end");
    assert!(most < 1.01 * start && end > 0.97 * start, "{start} J, {most} J at most, {end} J at the end");
    assert!(last > 0.98 * lift && first > 0.98 * lift && inner < 0.02 * lift, "{last}, {first}, {inner} of {lift} m");
}

#[test]
fn a_car_drives_over_rough_ground() {
    let (mut tilt, mut stroke, mut off) = (0.0_f32, 0.0_f32, 0.0_f32);
    let play = watch_scene("car", |world| {
        let (_, body) = world.bodies().nth(1).unwrap();
        tilt = tilt.max(body.angle().abs());
        for (_, joint) in world.joints() {
            let (from, to) = joint.anchors();
            stroke = stroke.max((joint.place() - 0.25).max(-0.3 - joint.place()));
            off = off.max(joint.axis().perp_dot(to - from).abs());
        }
    });
    let x = play.world().bodies().nth(1).unwrap().1.position().x;
    println!("{x} m far, tilted by {tilt} rad at most, {stroke} m past the ends, {off} m off the line");
    assert!(x > 4.0 * STEPS as f32 / 60.0 && tilt < 0.8, "{x} m, {tilt} rad");
    assert!(stroke < 0.03 && off < 0.02, "{stroke} m past the ends, {off} m off the line");
}

#[test]
fn a_pile_of_fifty_ragdolls_holds_together() {
    let (mut worst, mut late, mut step) = (0.0_f32, 0.0_f32, 0);
    let play = watch_scene("ragdolls", |world| {
        worst = worst.max(open(world));
        late = if step > 600 { late.max(open(world)) } else { 0.0 };
        step += 1;
    });
    let world = play.world();
    let inside = |body: carom::Body<'_>| body.position().x.abs() < 4.5 && body.position().y > -0.1;
    let out = world.bodies().skip(3).filter(|(_, body)| !inside(*body)).count();
    println!("open by {worst} m at most, {late} m after 10 s, {} awake, {} m/s", world.counts().awake, fastest(world));
    assert_eq!(out, 0, "dolls fell out");
    assert!(worst < 0.1 && late < 0.03, "open by {worst} m, {late} m after 10 s");
    assert!(!LONG || world.counts().awake == 0, "{} awake, {} m/s", world.counts().awake, fastest(world));
}

#[test]
fn a_crane_of_three_hundred_beams_hardly_sags() {
    let mut worst = 0.0_f32;
    let play = watch_scene("crane", |world| worst = worst.max(open(world)));
    let world = play.world();
    assert_eq!(world.counts().bodies, 302);
    // The outermost beam is the last brace to the right.
    let tip = |world: &World| {
        world.bodies().map(|(_, body)| body.position()).filter(|p| p.x > 30.4).fold(99.0, |y: f32, p| y.min(p.y))
    };
    let start = carom_scenes::find("crane").unwrap().scene().unwrap().play().unwrap();
    let sag = tip(start.world()) - tip(world);
    println!("the tip sags by {sag} m of 30 m; joints open by {worst} m at most; {} m/s", fastest(world));
    assert!(sag.abs() < 0.3 && worst < 0.01, "{sag} m, {worst} m");
}
