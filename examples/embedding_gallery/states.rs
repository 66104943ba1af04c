//! Worlds that go back, change, and go on alike on any number of threads.

use crate::canvas::{B, Canvas, DARK, FOUND, GOOD, THIN};
use crate::{Picture, draw};
use carom::diagnostics::Driver;
use carom::prelude::*;
use carom::{BodyKind, BodyMut};

fn pile(count: usize) -> Result<World, carom::Error> {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.25)).shape(Polygon::rect(14.0, 0.5)?))?;
    for i in 0..count {
        let at = vec2(0.75 * (i % 5) as f32 - 1.5 + 0.03 * i as f32, 0.5 + 0.8 * (i / 5) as f32);
        let body = BodyDef::dynamic().at(at).angle(0.2 * i as f32);
        world.add_body(if i % 2 == 0 {
            body.shape(Polygon::rect(0.7, 0.6)?)
        } else {
            body.shape(Circle::new(0.33)?)
        })?;
    }
    Ok(world)
}

fn ways(world: &mut World, steps: usize) -> Vec<Vec<Vec2>> {
    let mut ways = vec![Vec::new(); world.counts().bodies];
    for _ in 0..steps {
        world.step();
        for (way, (_, body)) in ways.iter_mut().zip(world.bodies()) {
            way.push(body.position());
        }
    }
    ways
}

/// From an image twice, and once otherwise.
pub fn snapshots() -> Picture {
    let mut world = pile(25)?;
    (0..25).for_each(|_| world.step());
    let image = world.snapshot();
    let mut c = Canvas::new(vec2(-6.5, -0.7), vec2(6.5, 4.6));
    draw(&mut c, &world);
    let once = ways(&mut world, 150);
    let again = ways(&mut World::from_snapshot(&image)?, 150);
    let same = once == again;
    for (once, again) in once.iter().zip(&again) {
        c.line(once, GOOD, 4.0);
        c.dashes(again, DARK);
    }
    c.words(
        vec2(-6.2, 4.2),
        &format!("an image of {} bytes; green: as it went on, dashes: from the image", image.len()),
    );
    c.words(vec2(-6.2, 3.8), &format!("the same bits: {same}"));
    Ok(c)
}

/// Four things that change while the world runs.
pub fn changes() -> Picture {
    let mut c = Canvas::new(vec2(-7.6, -0.9), vec2(7.6, 4.0));
    let mut world = World::default();
    let mut keys = Vec::new();
    for i in 0..4 {
        let x = 3.6 * i as f32 - 5.6;
        world.add_body(BodyDef::fixed().at(vec2(x, -0.2)).shape(Polygon::rect(3.0, 0.4)?))?;
        keys.push(world.add_body(BodyDef::dynamic().at(vec2(x, 1.0)).shape(Polygon::rect(0.8, 0.8)?))?);
    }
    if let Some(mut body) = world.body_mut(keys[0]) {
        body.set_kind(BodyKind::Fixed);
    }
    (0..60).for_each(|_| world.step());
    for &key in &keys {
        if let Some(body) = world.body(key) {
            c.shape(&body.shapes()[0].shape, body.pose(), THIN, 0.1);
        }
    }
    let mut each = |k: usize, change: &dyn Fn(&mut BodyMut<'_>) -> Result<(), carom::Error>| {
        world.body_mut(keys[k]).map_or(Ok(()), |mut body| change(&mut body))
    };
    each(0, &|body| {
        body.set_kind(BodyKind::Dynamic);
        Ok(())
    })?;
    each(1, &|body| body.set_shapes(vec![Capsule::horizontal(1.2, 0.2)?.into()]))?;
    each(2, &|body| body.set_filter(body.shape_keys()[0], Filter { mask: 0, ..Filter::default() }))?;
    each(3, &|body| {
        let at = body.position();
        body.teleport(Pose::new(at + vec2(0.0, 2.0), 0.6))
    })?;
    (0..18).for_each(|_| world.step());
    draw(&mut c, &world);
    let names = ["fixed becomes dynamic", "another shape", "another filter", "teleported"];
    for (i, name) in names.into_iter().enumerate() {
        c.words(vec2(3.6 * i as f32 - 6.9, 3.5), name);
    }
    Ok(c)
}

/// The same pile on one thread and as if by four.
pub fn threads() -> Picture {
    let mut c = Canvas::new(vec2(-6.5, -0.7), vec2(21.5, 7.0));
    for (k, driver) in [Driver::Inline, Driver::Threads(4)].into_iter().enumerate() {
        let mut world = pile(60)?;
        world.set_driver(driver);
        (0..200).for_each(|_| world.step());
        let across = vec2(15.0 * k as f32, 0.0);
        for (_, body) in world.bodies() {
            let pose = Pose { p: body.position() + across, ..body.pose() };
            let ink = if body.kind() == BodyKind::Fixed { THIN } else { [B, FOUND][k] };
            body.shapes().iter().for_each(|shape| c.shape(&shape.shape, pose, ink, 0.35));
        }
        c.words(across + vec2(-5.5, 6.2), &format!("{driver:?}: state hash {:016x}", world.state_hash()));
    }
    Ok(c)
}
