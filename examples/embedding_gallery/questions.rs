//! Rays, casts, overlaps, nearest points.

use crate::canvas::{A, B, Canvas, DARK, FOUND, GOOD, THIN};
use crate::{Picture, draw};
use carom::prelude::*;
use carom::{Aabb, Cast, Ray};

/// One of each kind of question, in one world.
pub fn queries() -> Picture {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -0.3)).shape(Polygon::rect(24.0, 0.6)?))?;
    for (i, x) in [-7.0, -5.6, -2.0, 0.5, 1.7, 3.6, 6.0, 7.3].into_iter().enumerate() {
        let body = BodyDef::dynamic().at(vec2(x, 0.6)).angle(0.3 * i as f32);
        world.add_body(match i % 3 {
            0 => body.shape(Polygon::rect(1.0, 0.8)?),
            1 => body.shape(Circle::new(0.5)?),
            _ => body.shape(Capsule::horizontal(0.8, 0.25)?),
        })?;
    }
    (0..90).for_each(|_| world.step());
    let mut c = Canvas::new(vec2(-9.0, -0.9), vec2(9.0, 5.6));
    draw(&mut c, &world);
    let query = world.query();
    for i in 0..9 {
        let ray = Ray::new(vec2(-8.5, 4.2), vec2(-8.5 + 0.9 * i as f32, -0.3));
        let hit = query.ray(&ray)?;
        c.line(&[ray.from, hit.map_or(ray.to, |hit| hit.point)], THIN, 1.0);
        if let Some(hit) = hit {
            c.arrow(hit.point, hit.point + 0.4 * hit.normal, GOOD);
            c.dot(hit.point, FOUND);
        }
    }
    c.words(vec2(-8.8, 4.5), "ray");
    let thick = Ray::new(vec2(-3.2, 4.2), vec2(-1.6, 0.0)).radius(0.25);
    if let Some(hit) = query.ray(&thick)? {
        let center = thick.from + hit.fraction * (thick.to - thick.from);
        c.circle(thick.from, 0.25, B, 0.3);
        c.circle(center, 0.25, B, 0.3);
        c.line(&[thick.from, center], B, 1.5);
        c.dot(hit.point, FOUND);
    }
    c.words(vec2(-3.8, 4.6), "a thick ray");
    let (from, to) = (Pose::new(vec2(0.6, 4.0), 0.0), Pose::new(vec2(1.0, -1.0), 1.4));
    let plank = Polygon::rect(1.8, 0.25)?;
    if let Some(hit) = query.cast(&Cast::between(plank.clone(), from, to))? {
        for k in 0..5 {
            let part = hit.fraction * k as f32 / 4.0;
            let at = Pose::new(from.p + part * (to.p - from.p), 1.4 * part);
            c.shape(&plank.clone().into(), at, B, if k == 4 { 0.6 } else { 0.1 });
        }
        c.arrow(hit.point, hit.point + 0.5 * hit.normal, GOOD);
        c.dot(hit.point, FOUND);
    }
    c.words(vec2(0.0, 4.6), "a shape that turns");
    let area = Aabb::new(vec2(3.0, 0.2), vec2(5.2, 2.0));
    c.aabb(&area, DARK, 0.05);
    for shape in query.overlap_box(&area)? {
        if let (Some(body), Some(def)) = (world.body(shape.body), world.shape(shape.shape)) {
            c.shape(&def.shape, body.pose(), FOUND, 0.3);
        }
    }
    c.words(vec2(3.0, 2.2), "what is in a box");
    let place = vec2(6.9, 2.6);
    for near in query.closest_bodies(place, f32::INFINITY, 3)? {
        c.dashes(&[place, near.point], DARK);
        c.dot(near.point, FOUND);
    }
    c.circle(place, 0.08, A, 1.0);
    c.words(vec2(4.6, 3.0), "the three nearest bodies");
    Ok(c)
}
