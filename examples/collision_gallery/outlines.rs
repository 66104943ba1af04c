//! Clipping, outlines and their errors, hulls.

use crate::basics::contact;
use crate::canvas::{A, B, Canvas, DARK, FOUND, Ink, MANY, THIN};
use carom::math::{min, sin_cos};
use carom::narrowphase::Clipper;
use carom::{Outline, Piece, Polygon, Pose, ShapeError, Vec2, hull, vec2};
use std::error::Error;

type Picture = Result<Canvas, Box<dyn Error>>;

/// A ring of `count` corners about a centre, at two radii in turn.
fn ring(center: Vec2, count: usize, radii: [f32; 2], turn: f32) -> Vec<Vec2> {
    let corner = |i: usize| {
        let (s, c) = sin_cos(turn + carom::math::PI * 2.0 * i as f32 / count as f32);
        center + radii[i % 2] * vec2(c, s)
    };
    (0..count).map(corner).collect()
}

/// Row 6.
pub fn clipping() -> Picture {
    let mut c = Canvas::new(vec2(-3.2, -2.0), vec2(6.4, 2.2));
    let star = ring(vec2(-1.2, 0.0), 10, [1.7, 0.7], 0.3);
    let window = ring(vec2(-0.4, 0.2), 5, [1.3, 1.3], 0.0);
    c.area(&star, A, 0.3);
    c.area(&window, B, 0.3);
    let (mut clipper, mut out) = (Clipper::new(), Vec::new());
    clipper.clip(&star, &window, &mut out);
    c.area(&out, FOUND, 0.45);
    let shared = clipper.overlap_points(&star, &window, Pose::IDENTITY);
    c.dot(shared.centroid, DARK);
    c.words(vec2(-3.0, -1.8), &format!("Clipper: {:.3} m² and its centroid", shared.area));
    let (a, b) = (Piece::Polygon(Polygon::rect(2.6, 1.4)?), Piece::Polygon(Polygon::rect(1.6, 1.2)?));
    let (pose_a, b_in_a) = (Pose::new(vec2(4.0, -0.5), 0.15), Pose::new(vec2(0.7, 1.15), 0.12));
    c.piece(&a, pose_a, A, 0.4);
    c.piece(&b, pose_a.compose(b_in_a), B, 0.4);
    contact(&mut c, &a, &b, pose_a, b_in_a);
    c.words(vec2(2.4, -1.8), "collide_polygons: two points, one normal");
    Ok(c)
}

/// Row 7.
pub fn outline() -> Picture {
    let mut c = Canvas::new(vec2(-5.2, -2.4), vec2(5.2, 2.4));
    let gear = ring(vec2(-2.5, 0.2), 24, [2.0, 1.5], 0.0);
    let holes = [ring(vec2(-2.5, 0.2), 12, [0.5, 0.5], 0.0), ring(vec2(-3.4, 0.2), 4, [0.25, 0.25], 0.3)];
    let key = [
        vec2(0.6, -1.2),
        vec2(2.0, -1.2),
        vec2(2.0, -0.4),
        vec2(3.0, -0.4),
        vec2(3.0, -1.2),
        vec2(4.6, -1.2),
        vec2(4.6, 1.6),
        vec2(3.8, 1.6),
        vec2(3.8, 0.4),
        vec2(1.4, 0.4),
        vec2(1.4, 1.6),
        vec2(0.6, 1.6),
    ];
    for outline in [Outline::with_holes(gear, &holes)?, Outline::new(key)?] {
        for (i, piece) in outline.pieces().iter().enumerate() {
            c.area(piece.vertices(), MANY[i % MANY.len()], 0.7);
        }
        let mut rings: Vec<&[Vec2]> = vec![outline.outer()];
        rings.extend(outline.holes().iter().map(Vec::as_slice));
        c.region(&rings, DARK, 0.0);
        let (at, pieces) = (outline.outer().iter().map(|v| v.x).reduce(min).unwrap_or(0.0), outline.pieces().len());
        c.words(vec2(at, -2.15), &format!("{pieces} convex pieces, {:.3} m²", outline.area()));
    }
    Ok(c)
}

/// Row 8.
pub fn wrong() -> Picture {
    let mut c = Canvas::new(vec2(-0.2, -2.0), vec2(12.6, 2.5));
    let square = |x: f32, y: f32, size: f32| {
        [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)].map(|(dx, dy)| vec2(x + dx, y + dy)).to_vec()
    };
    let bow = [(0.1, 0.2), (2.3, 2.2), (2.3, 0.2), (0.1, 2.2)].map(|(x, y)| vec2(x, y)).to_vec();
    let cases = [
        (bow, vec![]),
        (square(3.2, 0.2, 1.8), vec![square(5.2, 0.8, 0.6)]),
        (square(6.5, 0.2, 2.0), vec![square(6.8, 0.5, 1.4), square(7.3, 0.9, 0.5)]),
        (vec![vec2(9.7, 0.4), vec2(11.9, 2.0), vec2(11.9, 2.000003)], vec![]),
    ];
    for (i, (outer, holes)) in cases.into_iter().enumerate() {
        let mut rings: Vec<&[Vec2]> = vec![&outer];
        rings.extend(holes.iter().map(Vec::as_slice));
        c.region(&rings, A, 0.3);
        let Err(error) = Outline::with_holes(&outer, &holes) else { return Err("accepted".into()) };
        if let ShapeError::EdgesCross { at, .. }
        | ShapeError::HoleOutside { at, .. }
        | ShapeError::HolesOverlap { at, .. } = error
        {
            c.circle(at, 0.14, FOUND, 0.0);
            c.dot(at, FOUND);
        }
        for (line, words) in wrapped(&error.to_string(), 22).iter().enumerate() {
            c.words(vec2(3.2 * i as f32, -0.3 - 0.27 * line as f32), words);
        }
    }
    Ok(c)
}

/// Words in lines of a few letters.
fn wrapped(words: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let last = lines.len() - 1;
        if lines[last].len() + word.len() > most {
            lines.push(word.to_owned());
        } else {
            lines[last] = format!("{} {word}", lines[last]).trim().to_owned();
        }
    }
    lines
}

/// Row 9.
pub fn convex_hull() -> Picture {
    let mut c = Canvas::new(vec2(-4.0, -2.0), vec2(4.0, 2.0));
    let noise = |i: u32, k: u32| {
        let x = (i.wrapping_mul(2_654_435_761) ^ k.wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B) >> 8;
        x as f32 / (1 << 24) as f32 - 0.5
    };
    let mut points: Vec<Vec2> =
        (1..60).map(|i| vec2(3.4 * (noise(i, 1) + noise(i, 7)), 1.7 * (noise(i, 3) + noise(i, 9)))).collect();
    // Points on one line, which are no corners.
    points.extend((0..7).map(|i| vec2(-2.6 + 0.75 * i as f32, -1.6)));
    let ring = hull(&points);
    c.area(&ring, A, 0.25);
    for p in &points {
        let ink: Ink = if ring.contains(p) { FOUND } else { THIN };
        c.dot(*p, ink);
    }
    c.words(vec2(-3.9, 1.8), &format!("{} points, {} corners", points.len(), ring.len()));
    Ok(c)
}
