//! Driven bodies and their impacts.

use crate::canvas::{A, B, Canvas, DARK, FOUND, GOOD, THIN};
use crate::{Picture, space};
use carom::prelude::*;

/// A thin wall at 120 m/s and what stands before it, step by step.
pub fn wall() -> Picture {
    let mut c = Canvas::new(vec2(-3.6, -1.3), vec2(6.6, 1.6));
    let mut world = space()?;
    let plate: carom::Shape = Polygon::rect(0.05, 2.0)?.into();
    let driven = BodyDef::kinematic().at(vec2(-3.0, 0.0)).velocity(vec2(120.0, 0.0)).shape(plate.clone());
    let driven = world.add_body(driven)?;
    let stands = [vec2(-2.2, 0.6), vec2(-1.6, -0.1), vec2(-0.4, -0.7), vec2(0.4, 0.3)];
    let mut keys = Vec::new();
    for (i, &place) in stands.iter().enumerate() {
        let shape: carom::Shape =
            if i % 2 == 0 { Circle::new(0.12)?.into() } else { Polygon::rect(0.22, 0.22)?.into() };
        let shape = ShapeDef::new(shape).friction(0.2);
        c.shape(&shape.shape, Pose::new(place, 0.0), A, 0.15);
        keys.push(world.add_body(BodyDef::dynamic().at(place).shape(shape))?);
    }
    c.shape(&plate, Pose::new(vec2(-3.0, 0.0), 0.0), DARK, 0.3);
    for (step, ink) in [THIN, B, GOOD, A].into_iter().enumerate() {
        world.step();
        world.events().hits().iter().for_each(|hit| c.dot(hit.point, FOUND));
        for key in keys.iter().chain([&driven]) {
            let Some(body) = world.body(*key) else { continue };
            c.shape(&body.shapes()[0].shape, body.pose(), ink, 0.45);
        }
        let x = world.body(driven).map_or(0.0, |body| body.position().x);
        c.words(vec2(x - 0.2, 1.1), &format!("step {}", step + 1));
    }
    c.words(vec2(-3.5, 1.4), "a wall of 5 cm, driven at 120 m/s (2 m a step); red: where it met what stands before it");
    Ok(c)
}

/// A needle that turns at 150 rad/s between pins that can be pushed.
pub fn needle() -> Picture {
    let mut c = Canvas::new(vec2(-2.2, -1.7), vec2(2.2, 1.9));
    let mut world = space()?;
    let needle: carom::Shape = Polygon::rect(2.4, 0.02)?.into();
    let spin = world.add_body(BodyDef::kinematic().angular_velocity(150.0).shape(needle.clone()))?;
    let pin = ShapeDef::new(Circle::new(0.06)?).friction(0.0);
    let mut pins = Vec::new();
    for (k, far) in [(1.0, 1.0), (2.3, 0.6), (2.9, 1.1), (4.4, 0.8), (5.2, 1.15)] {
        let (sin, cos) = carom::math::sin_cos(k - 3.0);
        let place = far * vec2(cos, sin);
        c.circle(place, 0.06, THIN, 0.4);
        pins.push((world.add_body(BodyDef::dynamic().at(place).shape(pin.clone()))?, place));
    }
    world.step();
    let turned = world.body(spin).map_or(0.0, |body| body.rotation().angle());
    for part in 0..=10 {
        c.shape(&needle, Pose::new(Vec2::ZERO, 0.1 * turned * part as f32), DARK, 0.05 + 0.02 * part as f32);
    }
    world.events().hits().iter().for_each(|hit| c.dot(hit.point, FOUND));
    for (key, start) in pins {
        let Some(body) = world.body(key) else { continue };
        if body.velocity() != Vec2::ZERO {
            c.arrow(start, body.position(), A);
        }
        c.circle(body.position(), 0.06, A, 0.5);
    }
    c.words(
        vec2(-2.1, 1.7),
        &format!("one step: a needle of 2 cm turns by {turned:.1} rad; pins where they stood, were hit, and are"),
    );
    Ok(c)
}
