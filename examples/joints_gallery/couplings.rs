//! Filters, gears, racks and pulleys.

use crate::canvas::Canvas;
use crate::{Picture, bodies, film, joints, place, sleepless, spoke};
use carom::prelude::*;

/// Boxes that fall on each other: with the joint they pass, without it they do not.
pub fn filter() -> Picture {
    let mut c = Canvas::new(vec2(-3.2, -0.6), vec2(3.2, 3.2));
    let mut world = sleepless()?;
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.2)).shape(Polygon::rect(6.0, 0.4)?))?;
    for (x, joined) in [(-1.5, true), (1.5, false)] {
        let below = world.add_body(BodyDef::dynamic().at(vec2(x, 0.5)).shape(Polygon::rect(1.4, 1.0)?))?;
        let above = world.add_body(BodyDef::dynamic().at(vec2(x, 2.2)).shape(Polygon::rect(0.7, 0.7)?))?;
        if joined {
            world.add_joint(below, above, FilterJoint {})?;
        }
    }
    for step in 0..=60 {
        if step % 20 == 0 && step < 60 {
            bodies(&mut c, &world, 0.08, false);
        }
        world.step();
    }
    bodies(&mut c, &world, 0.5, false);
    for (_, body) in world.bodies().take(1) {
        body.shapes().iter().for_each(|shape| c.shape(&shape.shape, body.pose(), crate::THIN, 0.4));
    }
    c.words(vec2(-2.6, 2.9), "with FilterJoint: they pass");
    c.words(vec2(0.5, 2.9), "without: they collide");
    Ok(c)
}

/// Wheels that mesh, by their radii.
pub fn gear() -> Picture {
    let mut c = Canvas::new(vec2(-1.5, -1.6), vec2(6.3, 1.6));
    let mut world = sleepless()?;
    let frame = world.add_body(BodyDef::fixed())?;
    let radii = [0.5, 1.0, 0.7, 0.9];
    let (mut x, mut last, mut wheels) = (-0.5, None, Vec::new());
    for (k, radius) in radii.into_iter().enumerate() {
        x += if k > 0 { radii[k - 1] + radius } else { 0.0 };
        let wheel = world.add_body(BodyDef::dynamic().at(vec2(x, 0.0)).shape(Circle::new(radius)?))?;
        let hinge = Revolute::at(vec2(x, 0.0));
        let hinge = world.add_joint(frame, wheel, if k == 0 { hinge.motor(4.0, 100.0) } else { hinge })?;
        if let Some((before, smaller)) = last {
            world.add_gear(before, hinge, Gear::new(radius / smaller))?;
        }
        last = Some((hinge, radius));
        wheels.push((wheel, hinge, radius));
    }
    for _ in 0..60 {
        world.step();
    }
    bodies(&mut c, &world, 0.3, false);
    joints(&mut c, &world);
    for (wheel, hinge, radius) in wheels {
        spoke(&mut c, &world, wheel, radius);
        let angle = world.joint(hinge).map_or(0.0, |joint| joint.angle());
        c.words(place(&world, wheel) + vec2(-0.35, -radius - 0.25), &format!("{angle:.3} rad"));
    }
    c.words(vec2(-1.4, 1.35), "after a second at 4 rad/s: q1 + ratio q2 = offset, with the ratio r2 / r1 of each two");
    Ok(c)
}

/// A pinion lifts a rack.
pub fn rack() -> Picture {
    let mut c = Canvas::new(vec2(-2.4, -1.8), vec2(3.6, 2.3));
    let mut world = sleepless()?;
    let frame = world.add_body(BodyDef::fixed())?;
    let pinion = world.add_body(BodyDef::dynamic().shape(Circle::new(0.5)?))?;
    let hinge = world.add_joint(frame, pinion, Revolute::at(Vec2::ZERO).motor(2.0, 200.0))?;
    let bar = world.add_body(BodyDef::dynamic().at(vec2(0.6, -0.4)).shape(Polygon::rect(0.2, 2.0)?))?;
    let slider = world.add_joint(frame, bar, Prismatic::at(vec2(0.6, -0.4), Vec2::Y))?;
    world.add_gear(hinge, slider, Rack::new(0.5))?;
    film(&mut c, &mut world, 60, 20);
    spoke(&mut c, &world, pinion, 0.5);
    let angle = world.joint(hinge).map_or(0.0, |joint| joint.angle());
    let high = world.joint(slider).map_or(0.0, |joint| joint.place());
    c.words(
        vec2(-2.3, 2.05),
        &format!("q2 = ratio q1: a pinion of 0.5 m turned by {angle:.3} rad lifts the rack by {high:.3} m"),
    );
    c.words(vec2(-2.3, -1.7), "every 20 steps, from pale to full");
    Ok(c)
}

/// Two pulleys: equal strands, and a tackle.
pub fn pulley() -> Picture {
    let mut c = Canvas::new(vec2(-4.6, -0.8), vec2(4.6, 4.0));
    let mut words = Vec::new();
    for (x, ratio, masses) in [(-2.4, 1.0, [2.0, 1.0]), (2.2, 2.0, [1.2, 2.0])] {
        let mut world = sleepless()?;
        let mut weight = |x: f32, y: f32, mass: f32| -> Result<BodyKey, carom::Error> {
            let size = 0.45 * mass.sqrt();
            let shape = ShapeDef::new(Polygon::rect(size, size)?).density(mass / (size * size));
            world.add_body(BodyDef::dynamic().at(vec2(x, y)).shape(shape))
        };
        let (a, b) = (weight(x - 0.9, 2.0, masses[0])?, weight(x + 0.9, 0.8, masses[1])?);
        let rope = Pulley::between(vec2(x - 0.9, 2.0), vec2(x - 0.9, 3.2), vec2(x + 0.9, 3.2), vec2(x + 0.9, 0.8));
        let joint = world.add_joint(a, b, rope.ratio(ratio))?;
        film(&mut c, &mut world, 36, 12);
        let lengths = world.joint(joint).and_then(|joint| joint.lengths()).unwrap_or_default();
        let head = format!("ratio {ratio}: {:.3} m + {ratio} x {:.3} m", lengths.0, lengths.1);
        words.push((x - 1.9, head, lengths.0 + ratio * lengths.1));
    }
    for (x, head, sum) in words {
        c.words(vec2(x, 3.65), &format!("{head} = {sum:.3} m"));
    }
    c.words(vec2(-4.5, -0.7), "36 steps, from pale to full: 2 kg lift 1 kg, and with a ratio of 2, 1.2 kg lift 2 kg");
    Ok(c)
}
