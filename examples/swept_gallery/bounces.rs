//! Flights and bounces within one step.

use crate::canvas::{A, B, Canvas, DARK, FOUND, THIN};
use crate::{Picture, space};
use carom::prelude::*;

/// A ball at 300 m/s in a box of 1.6 m: all legs of one step.
pub fn ball_in_box() -> Picture {
    let mut world = space()?;
    let walls = [vec2(-0.85, 0.0), vec2(0.85, 0.0), vec2(0.0, -0.85), vec2(0.0, 0.85)];
    let mut c = Canvas::new(vec2(-1.4, -1.0), vec2(1.4, 1.15));
    let mut room = BodyDef::fixed();
    for middle in walls {
        let (width, height) = if middle.x == 0.0 { (1.8, 0.1) } else { (0.1, 1.8) };
        let wall = Polygon::rect_at(Pose::new(middle, 0.0), width, height)?;
        c.shape(&wall.clone().into(), Pose::IDENTITY, THIN, 0.4);
        room = room.shape(ShapeDef::new(wall).friction(0.0).restitution(1.0));
    }
    world.add_body(room)?;
    let radius = 0.1;
    let (start, velocity) = (vec2(-0.5, -0.35), vec2(268.328_2, 134.164_1));
    let ball = ShapeDef::new(Circle::new(radius)?).friction(0.0).restitution(1.0);
    let key = world.add_body(BodyDef::dynamic().at(start).velocity(velocity).shape(ball))?;
    world.step();
    // Normals point from one shape to the other; the ball is on the inner side.
    let at_hit =
        |hit: &carom::Hit| hit.point - radius * if hit.normal.dot(hit.point) > 0.0 { hit.normal } else { -hit.normal };
    let mut way = vec![start];
    way.extend(world.events().hits().iter().map(at_hit));
    let end = world.body(key).map_or(start, |body| body.position());
    way.push(end);
    c.line(&way, DARK, 1.5);
    way[1..way.len() - 1].iter().for_each(|&p| c.circle(p, radius, A, 0.12));
    world.events().hits().iter().for_each(|hit| c.dot(hit.point, FOUND));
    c.circle(start, radius, A, 0.5);
    c.circle(end, radius, B, 0.6);
    let long: f32 = way.windows(2).map(|ends| (ends[1] - ends[0]).length()).sum();
    let count = world.events().hits().len();
    c.words(
        vec2(-1.37, 1.05),
        &format!("one step of 1/60 s from blue to orange: {count} impacts, a way of {long:.3} m = 300 m/s x 1/60 s"),
    );
    Ok(c)
}

/// Two bullets that meet in the middle of a step, and one that meets a bar across its way.
pub fn bullets() -> Picture {
    let mut c = Canvas::new(vec2(-4.0, -1.9), vec2(4.0, 1.7));
    for (height, continuous) in [(0.7, true), (-0.9, false)] {
        let mut world = World::new(WorldDef { continuous, ..WorldDef::default().gravity(Vec2::ZERO).sleep(false) })?;
        let shape = ShapeDef::new(Capsule::horizontal(0.3, 0.1)?).friction(0.0).restitution(0.5);
        let starts = [vec2(-3.0, height), vec2(2.5, height)];
        let keys = [
            world.add_body(BodyDef::dynamic().at(starts[0]).velocity(vec2(300.0, 0.0)).shape(shape.clone()))?,
            world.add_body(BodyDef::dynamic().at(starts[1]).velocity(vec2(-240.0, 0.0)).shape(shape.clone()))?,
        ];
        world.step();
        for ((key, start), ink) in keys.into_iter().zip(starts).zip([A, B]) {
            let Some(body) = world.body(key) else { continue };
            c.shape(&shape.shape, Pose::new(start, 0.0), ink, 0.25);
            c.shape(&shape.shape, body.pose(), ink, 0.7);
            let offset = vec2(0.0, if start.x < 0.0 { 0.3 } else { -0.3 });
            c.arrow(start + offset, vec2(body.position().x, start.y) + offset, ink);
        }
        world.events().hits().iter().for_each(|hit| c.dot(hit.point, FOUND));
        let speeds = keys.map(|key| world.body(key).map_or(0.0, |body| body.velocity().x));
        let hits = world.events().hits().len();
        let head = if continuous { "swept" } else { "without sweeps" };
        c.words(
            vec2(-3.9, height + 0.8),
            &format!(
                "{head}: impacts: {hits}; 300 and -240 m/s before, {:.0} and {:.0} m/s after",
                speeds[0], speeds[1]
            ),
        );
    }
    c.words(vec2(-3.9, -1.8), "pale: beginning of the step; full: its end; red: where they met");
    Ok(c)
}
