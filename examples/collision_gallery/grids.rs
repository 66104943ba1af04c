//! Masks, tile grids, spatial structures.

use crate::canvas::{A, B, Canvas, DARK, FOUND, GOOD, MANY, THIN};
use carom::broadphase::{Near, SpatialHash};
use carom::math::Aabb;
use carom::narrowphase::{ray_cast_tiles, sweep_tiles};
use carom::{Circle, Mask, Piece, Pose, TileGrid, Vec2, vec2};
use std::error::Error;

type Picture = Result<Canvas, Box<dyn Error>>;

/// A disc with a hole, of 24 pixels a side.
fn disc() -> Result<Mask, carom::ShapeError> {
    let rows: Vec<Vec<bool>> = (0..24)
        .map(|y: i32| {
            let solid = |x: i32| {
                let (dx, dy) = (2 * x - 23, 2 * y - 23);
                dx * dx + dy * dy < 520 && (dx - 5) * (dx - 5) + (dy + 3) * (dy + 3) > 60
            };
            (0..24).map(solid).collect()
        })
        .collect();
    Mask::from_rows(&rows, 0.1)
}

/// The pixels of a mask for which something holds.
fn pixels(c: &mut Canvas, mask: &Mask, by: Vec2, ink: crate::canvas::Ink, holds: impl Fn(usize, usize) -> bool) {
    for (column, row) in (0..mask.width()).flat_map(|x| (0..mask.height()).map(move |y| (x, y))) {
        if mask.is_solid(column, row) && holds(column, row) {
            let (middle, half) = (mask.center(column, row) + by, vec2(0.045, 0.045));
            c.tile(&Aabb::new(middle - half, middle + half), ink, 0.6);
        }
    }
}

/// Row 14.
pub fn masks() -> Picture {
    let mut c = Canvas::new(vec2(-0.3, -0.6), vec2(8.3, 3.4));
    let mask = disc()?;
    let offset = (16, -7);
    let by = vec2(1.6, 0.7);
    pixels(&mut c, &mask, Vec2::ZERO, A, |_, _| true);
    pixels(&mut c, &mask, by, B, |_, _| true);
    let both = |x: usize, y: usize| {
        let (x, y) = (x as i32 - offset.0, y as i32 - offset.1);
        x >= 0 && y >= 0 && mask.is_solid(x as usize, y as usize)
    };
    pixels(&mut c, &mask, Vec2::ZERO, FOUND, both);
    if let Some(first) = mask.first_touch(&mask, offset) {
        c.circle(mask.center(first.column, first.row), 0.12, DARK, 0.0);
    }
    c.words(vec2(-0.2, -0.4), &format!("{} pixels touch; the first in a circle", mask.overlap_count(&mask, offset)));
    let by = vec2(5.2, 0.3);
    pixels(&mut c, &mask, by, THIN, |_, _| true);
    for outline in mask.outlines(0.08)? {
        for (i, piece) in outline.pieces().iter().enumerate() {
            let ring: Vec<Vec2> = piece.vertices().iter().map(|v| *v + by).collect();
            c.area(&ring, MANY[i % MANY.len()], 0.45);
        }
        for ring in std::iter::once(outline.outer()).chain(outline.holes().iter().map(Vec::as_slice)) {
            let ring: Vec<Vec2> = ring.iter().map(|v| *v + by).collect();
            c.area(&ring, FOUND, 0.0);
        }
    }
    c.words(vec2(4.6, -0.4), "Mask::outlines(0.08): rings, pieces");
    Ok(c)
}

const LEVEL: &str = r"
#..................#
#..................#
#\.......###.......#
##\......###......##
####34........12####
####################";

/// Row 15.
pub fn tiles() -> Picture {
    let mut c = Canvas::new(vec2(-0.3, -0.6), vec2(20.3, 6.8));
    let grid = TileGrid::from_text(LEVEL, 1.0)?;
    for cell in grid.cells() {
        if let Some((piece, corner)) = grid.cell_piece(cell) {
            c.piece(piece, corner, THIN, 0.15);
        }
    }
    for (i, b) in grid.boxes().iter().enumerate() {
        c.aabb(&b.grown(-0.12), MANY[i % MANY.len()], 0.5);
    }
    for link in grid.links() {
        c.line(&[link.a, link.b], DARK, 2.5);
        c.dot(link.a, DARK);
    }
    let (from, to) = (vec2(1.5, 5.6), vec2(19.0, 1.6));
    if let Some((cell, hit)) = ray_cast_tiles(&grid, from, to) {
        c.line(&[from, hit.point], FOUND, 2.0);
        c.arrow(hit.point, hit.point + 0.8 * hit.normal, GOOD);
        c.dot(hit.point, FOUND);
        c.words(vec2(0.0, -0.4), &format!("red: a ray that hits row {}, column {};", cell.row, cell.column));
    }
    let (ball, start, way) = (Piece::Circle(Circle::new(0.4)?), Pose::new(vec2(17.5, 5.2), 0.0), vec2(-6.0, -3.5));
    if let Some(hit) = sweep_tiles(&grid, &ball, start, way, 1.0e-3) {
        for k in 0..4 {
            let pose = Pose { p: start.p + hit.fraction * k as f32 / 3.0 * way, ..start };
            c.piece(&ball, pose, B, if k == 3 { 0.6 } else { 0.15 });
        }
    }
    let words =
        format!("orange: a sweep; {} lines of border (black), {} merged boxes", grid.links().len(), grid.boxes().len());
    c.words(vec2(7.0, -0.4), &words);
    Ok(c)
}

/// Row 16.
pub fn structures() -> Picture {
    let mut c = Canvas::new(vec2(-0.3, -0.7), vec2(16.3, 8.3));
    let noise = |i: u32, k: u32| {
        let x = (i.wrapping_mul(2_654_435_761) ^ k.wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B) >> 8;
        x as f32 / (1 << 24) as f32
    };
    let mut near = SpatialHash::default();
    for i in 1..=70 {
        let at = vec2(15.0 * noise(i, 1), 7.0 * noise(i, 2));
        near.insert(Aabb::new(at, at + vec2(0.3 + 0.9 * noise(i, 3), 0.3 + 0.7 * noise(i, 4))))?;
    }
    let all: Vec<(u32, Aabb)> = (0..70).filter_map(|id| near.get(id).map(|b| (id, b))).collect();
    let (area, from, to) = (Aabb::new(vec2(1.0, 4.4), vec2(4.5, 7.0)), vec2(0.4, 0.6), vec2(15.6, 3.2));
    let (mut in_area, mut on_ray, mut pairs, mut nearest) = (Vec::new(), Vec::new(), Vec::new(), Vec::<Near>::new());
    near.query_box(&area, &mut |id| {
        in_area.push(id);
        true
    });
    near.query_ray(from, to, &mut |id| {
        on_ray.push(id);
        true
    });
    near.pairs(&mut pairs);
    let point = vec2(11.5, 6.2);
    near.nearest(point, 5, &mut nearest);
    for (id, b) in &all {
        let ink = match id {
            id if in_area.contains(id) => A,
            id if on_ray.contains(id) => FOUND,
            id if nearest.iter().any(|n| n.id == *id) => GOOD,
            _ => THIN,
        };
        c.aabb(b, ink, 0.3);
    }
    for pair in &pairs {
        if let (Some(a), Some(b)) = (near.get(pair.a), near.get(pair.b)) {
            c.line(&[a.center(), b.center()], B, 3.0);
        }
    }
    c.aabb(&area, A, 0.0);
    c.line(&[from, to], FOUND, 2.0);
    for n in &nearest {
        if let Some(b) = near.get(n.id) {
            let end = vec2(point.x.clamp(b.min.x, b.max.x), point.y.clamp(b.min.y, b.max.y));
            c.line(&[point, end], GOOD, 2.0);
        }
    }
    c.dot(point, GOOD);
    c.words(
        vec2(0.0, -0.45),
        &format!("blue: query_box; red: query_ray; green: nearest 5; orange lines: the {} pairs", pairs.len()),
    );
    Ok(c)
}
