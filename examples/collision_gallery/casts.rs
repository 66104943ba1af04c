//! Rays, shapes on their way, throws.

use crate::basics::house;
use crate::canvas::{A, B, Canvas, DARK, FOUND, GOOD, THIN};
use carom::math::sin_cos;
use carom::narrowphase::{Impact, Sweep, circle_cast_shape, time_of_impact};
use carom::{
    Capsule, Chain, Circle, Outline, Piece, Polygon, Pose, Shape, Trajectory, Vec2, ballistic_cast_shape,
    ray_cast_shape, shape_cast, vec2,
};
use std::error::Error;

type Picture = Result<Canvas, Box<dyn Error>>;

/// Row 11.
pub fn rays() -> Picture {
    let mut c = Canvas::new(vec2(-4.2, -2.9), vec2(5.2, 2.6));
    let cup = [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (0.6, 0.9), (0.6, -0.6), (-0.6, -0.6), (-0.6, 0.9), (-0.9, 0.9)];
    let shapes = [
        (Shape::from(house()?), Pose::new(vec2(-1.2, 1.0), 0.4)),
        (Shape::from(Capsule::horizontal(1.2, 0.35)?), Pose::new(vec2(0.4, -1.2), -0.5)),
        (Shape::from(Circle::new(0.5)?), Pose::new(vec2(1.6, 1.7), 0.0)),
        (Shape::from(Outline::new(cup.map(|(x, y)| vec2(x, y)))?), Pose::new(vec2(3.3, 0.6), -0.6)),
    ];
    for (shape, pose) in &shapes {
        c.shape(shape, *pose, A, 0.4);
    }
    let from = vec2(-3.8, -1.6);
    for i in 0..24 {
        let (s, x) = sin_cos(-0.1 + 0.05 * i as f32);
        let to = from + 9.5 * vec2(x, s);
        let hits = shapes.iter().filter_map(|(shape, pose)| ray_cast_shape(shape, *pose, from, to));
        let first = hits.min_by(|a, b| a.hit.fraction.total_cmp(&b.hit.fraction));
        c.line(&[from, first.map_or(to, |first| first.hit.point)], THIN, 1.0);
        if let Some(first) = first {
            c.arrow(first.hit.point, first.hit.point + 0.35 * first.hit.normal, GOOD);
            c.dot(first.hit.point, FOUND);
        }
    }
    // A thick one.
    let (from, to, radius) = (vec2(0.2, 2.2), vec2(3.4, 0.0), 0.2);
    let (shape, pose) = &shapes[3];
    if let Some(found) = circle_cast_shape(shape, *pose, from, to, radius) {
        let center = from + found.hit.fraction * (to - from);
        c.circle(from, radius, B, 0.3);
        c.circle(center, radius, B, 0.3);
        c.line(&[from, center], B, 2.0);
        c.dot(found.hit.point, FOUND);
    }
    c.dot(vec2(-3.8, -1.6), DARK);
    c.words(vec2(-4.1, -2.75), "ray_cast_shape: red hits, green normals; orange: circle_cast_shape, a thick ray");
    Ok(c)
}

/// Row 12.
pub fn shape_casts() -> Picture {
    let mut c = Canvas::new(vec2(-4.2, -2.2), vec2(6.2, 2.4));
    let (mover, target) = (Shape::from(house()?), Shape::from(Polygon::rect(1.0, 2.2)?));
    let (start, stop) = (Pose::new(vec2(-2.8, 0.9), 0.5), Pose::new(vec2(0.6, -0.4), 0.3));
    let way = vec2(4.5, -1.4);
    c.shape(&target, stop, B, 0.5);
    if let Some(hit) = shape_cast(&mover, start, way, &target, stop) {
        for k in 0..5 {
            let t = hit.fraction * k as f32 / 4.0;
            let pose = Pose { p: start.p + t * way, ..start };
            c.shape(&mover, pose, A, if k == 4 { 0.55 } else { 0.08 });
        }
        c.arrow(start.p, start.p + hit.fraction * way, DARK);
        c.arrow(hit.point, hit.point + 0.7 * hit.normal, GOOD);
        c.dot(hit.point, FOUND);
        c.words(vec2(-4.0, -1.95), &format!("shape_cast: fraction {:.3}", hit.fraction));
    }
    // Turning on the way.
    let (bar, post) = (Piece::Polygon(Polygon::rect(2.4, 0.3)?), Piece::Circle(Circle::new(0.35)?));
    let sweep = Sweep::between(Vec2::ZERO, Pose::new(vec2(2.4, 0.9), 1.5), Pose::new(vec2(5.4, -0.9), -1.4));
    let rest = Sweep::still(Pose::new(vec2(5.2, 0.3), 0.0));
    c.piece(&post, rest.pose_at(0.0), B, 0.5);
    if let Impact::Hit { time, normal } = time_of_impact(&bar, &sweep, &post, &rest, 0.0, 1.0e-3) {
        for k in 0..5 {
            c.piece(&bar, sweep.pose_at(time * k as f32 / 4.0), A, if k == 4 { 0.55 } else { 0.08 });
        }
        let at = rest.c0 - 0.35 * normal;
        c.arrow(at, at + 0.7 * normal, GOOD);
        c.dot(at, FOUND);
        c.words(vec2(2.4, -1.95), &format!("time_of_impact, turning: {time:.3}"));
    }
    Ok(c)
}

/// Row 17.
pub fn trajectories() -> Picture {
    let mut c = Canvas::new(vec2(-0.4, -0.4), vec2(6.2, 3.0));
    let bucket = [vec2(-0.35, 0.6), vec2(-0.25, 0.0), vec2(0.25, 0.0), vec2(0.35, 0.6)];
    let bucket = Shape::from(Chain::open(bucket)?);
    let ground = Shape::from(Chain::open([vec2(-50.0, 0.0), vec2(50.0, 0.0)])?);
    let there = Pose::new(vec2(4.0, 0.0), 0.0);
    c.line(&[vec2(-0.4, 0.0), vec2(6.2, 0.0)], DARK, 2.0);
    c.shape(&bucket, there, B, 1.0);
    let mut inside = 0;
    for speed in [5.0, 5.4, 5.6, 5.75, 5.9, 6.3] {
        let throw = Trajectory::new(vec2(0.0, 1.5), speed * vec2(0.6, 0.8), 0.1);
        let hits = [(&bucket, there), (&ground, Pose::IDENTITY)];
        let hits = hits.into_iter().filter_map(|(shape, pose)| ballistic_cast_shape(shape, pose, &throw));
        let Some(hit) = hits.min_by(|a, b| a.time.total_cmp(&b.time)) else { continue };
        let is_in = (hit.center.x - there.p.x).abs() < 0.35 && hit.center.y < 0.6;
        inside += usize::from(is_in);
        let way: Vec<Vec2> = (0..=40).map(|k| throw.place_at(hit.time * k as f32 / 40.0)).collect();
        c.line(&way, if is_in { GOOD } else { THIN }, 1.5);
        c.circle(hit.center, 0.1, A, 0.5);
        c.arrow(hit.point, hit.point + 0.3 * hit.normal, FOUND);
    }
    c.dot(vec2(0.0, 1.5), DARK);
    c.words(
        vec2(-0.2, 2.8),
        &format!("ballistic_cast_shape: {inside} of 6 throws are in; red: normals where the ball hits"),
    );
    Ok(c)
}
