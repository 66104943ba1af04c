//! Seams, conveyors, explosions.

use crate::canvas::{A, B, Canvas, DARK, FOUND, THIN};
use crate::{Picture, draw};
use carom::prelude::*;
use carom::{Explosion, Shape};

/// Steps between two pictures of what slides.
const APART: usize = 12;

/// A box, a ball and a capsule over separate boxes: where each is every fifth of a second, and how fast up or down.
pub fn seams() -> Picture {
    let mut c = Canvas::new(vec2(-0.8, -0.9), vec2(16.8, 6.9));
    let sliders: [(&str, Shape, f32); 3] = [
        ("box", Polygon::rect(1.0, 1.0)?.into(), 0.5),
        ("ball", Circle::new(0.5)?.into(), 0.5),
        ("capsule", Capsule::horizontal(1.0, 0.25)?.into(), 0.25),
    ];
    for (number, (name, shape, height)) in sliders.into_iter().enumerate() {
        let mut world = World::default();
        let floor = 2.4 * (2 - number) as f32;
        for i in 0..16 {
            let part = BodyDef::fixed().at(vec2(i as f32 + 0.5, floor - 0.25));
            world.add_body(part.shape(Polygon::rect(1.0, 0.5)?))?;
        }
        let slippery = ShapeDef::new(shape.clone()).friction(0.0);
        let slider = BodyDef::dynamic().at(vec2(1.0, floor + height)).velocity(vec2(10.0, 0.0)).shape(slippery);
        let slider = world.add_body(slider)?;
        let (mut way, mut fastest) = (Vec::new(), 0.0_f32);
        for step in 0..=84 {
            if let Some(body) = world.body(slider) {
                if step % APART == 0 {
                    c.shape(&shape, body.pose(), A, 0.25);
                }
                way.push(body.position());
                fastest = carom::math::max(fastest, body.velocity().y.abs());
            }
            world.step();
        }
        world.remove_body(slider);
        draw(&mut c, &world);
        c.line(&way, B, 2.0);
        let words = format!("{name}, 10 m/s: at most {fastest:.3} m/s up or down");
        c.words(vec2(0.4, floor + 1.25), &words);
    }
    Ok(c)
}

/// Two belts: parcels along the upper one, down, and back along the lower one.
pub fn conveyors() -> Picture {
    let mut world = World::default();
    let belt = |speed: f32| -> Result<ShapeDef, carom::Error> {
        Ok(ShapeDef::new(Polygon::rect(8.0, 0.4)?).friction(0.8).surface_speed(speed))
    };
    world.add_body(BodyDef::fixed().at(vec2(0.0, 3.0)).shape(belt(2.0)?))?;
    world.add_body(BodyDef::fixed().at(vec2(2.5, 1.0)).shape(belt(-1.0)?))?;
    world.add_body(BodyDef::fixed().at(vec2(6.8, 2.0)).shape(Polygon::rect(0.4, 3.0)?))?;
    world.add_body(BodyDef::fixed().at(vec2(-3.0, -0.2)).shape(Polygon::rect(4.0, 0.4)?))?;
    let (mut parcels, mut way) = (Vec::new(), Vec::new());
    for step in 0..680 {
        if step % 100 == 0 {
            let parcel = BodyDef::dynamic().at(vec2(-3.5, 3.6)).shape(Polygon::rect(0.6, 0.6)?);
            parcels.push(world.add_body(parcel)?);
        }
        world.step();
        way.extend(world.body(parcels[0]).map(|body| body.position()));
    }
    let mut c = Canvas::new(vec2(-5.6, -0.9), vec2(7.8, 4.6));
    draw(&mut c, &world);
    c.line(&way, B, 2.0);
    for key in parcels {
        if let Some(body) = world.body(key).filter(|body| body.velocity().length() > 0.2) {
            c.arrow(body.position(), body.position() + 0.5 * body.velocity(), FOUND);
        }
    }
    c.words(vec2(-3.9, 2.9), "surface speed 2 m/s");
    c.words(vec2(1.2, 0.9), "surface speed -1 m/s");
    c.words(vec2(-1.6, 4.2), "the way of the first parcel; red: velocities");
    Ok(c)
}

/// A blast that a wall shields: how fast each crate is after it.
pub fn explosions() -> Picture {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.25)).shape(Polygon::rect(15.0, 0.5)?))?;
    world.add_body(BodyDef::fixed().at(vec2(2.0, 1.0)).shape(Polygon::rect(0.4, 2.0)?))?;
    for (x, y) in [(-1.6, 0.5), (-1.6, 1.5), (-3.6, 0.5), (-6.6, 0.5), (3.4, 0.5), (4.6, 0.5)] {
        world.add_body(BodyDef::dynamic().at(vec2(x, y)).shape(Polygon::rect(1.0, 1.0)?))?;
    }
    let center = vec2(0.0, 0.3);
    let pushed = world.explode(&Explosion::new(center, 5.0, 8.0).line_of_sight())?;
    let mut c = Canvas::new(vec2(-7.6, -0.8), vec2(7.6, 5.6));
    c.circle(center, 5.0, FOUND, 0.05);
    draw(&mut c, &world);
    for key in pushed {
        if let Some(body) = world.body(key) {
            c.arrow(body.center(), body.center() + 0.4 * body.velocity(), FOUND);
            c.words(body.center() + vec2(-0.4, 0.7), &format!("{:.1} m/s", body.velocity().length()));
        }
    }
    c.dot(center, DARK);
    c.line(&[center, vec2(1.8, 2.0)], THIN, 1.0);
    c.words(vec2(2.9, 1.3), "behind the wall: nothing");
    c.words(vec2(-4.0, 1.2), "shielded");
    c.words(vec2(-7.3, 1.2), "out of reach");
    Ok(c)
}
