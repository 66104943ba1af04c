//! A character on its way, and frames between steps.

use crate::canvas::{A, B, Canvas, DARK, FOUND, THIN};
use crate::{Picture, draw};
use carom::prelude::*;
use carom::{Mover, Shape, Stepper};

/// A character over a step, up a slope, and off a ledge.
pub fn mover() -> Picture {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(6.0, -0.25)).shape(Polygon::rect(18.0, 0.5)?))?;
    for i in 0..3 {
        let high = 0.25 * (i + 1) as f32;
        world.add_body(BodyDef::fixed().at(vec2(1.5 + 0.8 * i as f32, 0.5 * high)).shape(Polygon::rect(0.8, high)?))?;
    }
    let slope = Polygon::new([vec2(0.0, 0.0), vec2(3.5, 0.0), vec2(3.5, 2.0)])?;
    world.add_body(BodyDef::fixed().at(vec2(4.6, 0.0)).shape(slope))?;
    let box_ahead = world.add_body(BodyDef::dynamic().at(vec2(12.0, 0.3)).shape(Polygon::rect(0.6, 0.6)?))?;
    let body = Capsule::vertical(0.7, 0.25)?;
    let mut hero = Mover::new(body, vec2(-1.6, 0.7))?;
    let mut c = Canvas::new(vec2(-2.4, -0.7), vec2(14.6, 4.4));
    let (mut way, mut fall) = (Vec::new(), 0.0);
    for step in 0..310 {
        world.step();
        let dt = world.def().dt;
        fall = if hero.ground().is_some() { 0.0 } else { fall - 9.81 * dt };
        hero.walk(&mut world, vec2(3.0, fall), dt)?;
        way.push(hero.position);
        if step % 18 == 0 {
            c.shape(&Shape::from(body), Pose::new(hero.position, 0.0), B, 0.25);
        }
    }
    draw(&mut c, &world);
    c.line(&way, DARK, 1.5);
    let pushed = world.body(box_ahead).map_or(0.0, |body| body.position().x - 12.0);
    c.words(
        vec2(-2.2, 4.0),
        &format!("3 m/s: up steps and a slope, off the ledge; the box is pushed by {pushed:.1} m"),
    );
    Ok(c)
}

/// Frames of 144 Hz drawn between steps of 20 Hz.
pub fn time() -> Picture {
    let mut world = World::new(WorldDef { dt: 0.05, ..WorldDef::default() })?;
    world.add_body(BodyDef::fixed().at(vec2(3.0, -0.1)).shape(Polygon::rect(9.0, 0.2)?))?;
    let ball = ShapeDef::new(Circle::new(0.12)?).restitution(0.8);
    let ball = world.add_body(BodyDef::dynamic().at(vec2(-0.4, 1.2)).velocity(vec2(3.0, 3.0)).shape(ball))?;
    let mut c = Canvas::new(vec2(-1.0, -0.5), vec2(6.2, 2.4));
    let (mut stepper, mut steps) = (Stepper::default(), 0);
    for _ in 0..290 {
        let made = stepper.advance(&mut world, 1.0 / 144.0, |_| ())?;
        steps += made;
        if let Some(pose) = stepper.pose(&world, ball) {
            c.circle(pose.p, 0.03, THIN, 0.8);
        }
        if let Some(body) = world.body(ball).filter(|_| made > 0) {
            c.circle(body.position(), 0.12, A, 0.15);
            c.dot(body.position(), FOUND);
        }
    }
    draw(&mut c, &world);
    c.words(vec2(-0.8, 2.15), &format!("red: {steps} steps of 20 Hz; grey: 290 frames of 144 Hz"));
    Ok(c)
}
