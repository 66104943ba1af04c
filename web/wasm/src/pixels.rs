//! The chapter on pixels and tiles.

use crate::input::{Answer, Pair, p, v, words};
use carom::narrowphase::{overlap_tiles, ray_cast_tiles, sweep_tiles};
use carom::{Aabb, Cell, Mask, Piece, Polygon, Pose, TileGrid, Vec2};
use serde::Deserialize;
use serde_json::{Value, json};

/// Two sprites; b has its lower left corner at a place, turned.
#[derive(Debug, Deserialize)]
pub struct Masks {
    /// Rows from the top: `#` is solid.
    a: Vec<String>,
    b: Vec<String>,
    /// The middle of b's picture, in the frame of a [px].
    at: Pair,
    angle: f32,
}

/// A tile map, a player that wants to move, and a ray.
#[derive(Debug, Deserialize)]
pub struct Tiles {
    rows: Vec<String>,
    /// The player's middle, and its full size [cells].
    player: Pair,
    size: Pair,
    /// The move that it wishes [cells].
    by: Pair,
    /// Start and end of the ray [cells].
    ray: [Pair; 2],
}

fn mask(rows: &[String], name: &str) -> Result<Mask, String> {
    let flags: Vec<Vec<bool>> = rows.iter().map(|row| row.chars().map(|c| c == '#').collect()).collect();
    Mask::from_rows(&flags, 1.0).map_err(|e| format!("{name}: {}.", words(&e)))
}

fn cell(cell: Cell) -> Value {
    json!([cell.column, cell.row])
}

impl Masks {
    pub fn answer(&self) -> Answer {
        let (a, b) = (mask(&self.a, "The first picture")?, mask(&self.b, "The second picture")?);
        // About its middle, so that it turns on the spot.
        let turned = Pose::new(v(self.at), self.angle);
        let pose = Pose { p: turned.transform_point(-b.bounds().center()), q: turned.q };
        let first = a.first_touch_at(&b, pose);
        Ok(json!({
            "touching": first.is_some(),
            "first": first.map(cell),
            "first_at": first.map(|cell| p(a.center(cell.column, cell.row))),
            "count": a.overlap_count_at(&b, pose),
            "boxes_overlap": a.bounds().overlaps(&box_of(&b, pose)),
        }))
    }
}

/// The box around a turned picture.
fn box_of(mask: &Mask, pose: Pose) -> Aabb {
    let Aabb { min, max } = mask.bounds();
    let corners = [min, max, Vec2::new(min.x, max.y), Vec2::new(max.x, min.y)];
    Aabb::around(corners.map(|corner| pose.transform_point(corner)))
}

impl Tiles {
    pub fn answer(&self) -> Answer {
        let grid = TileGrid::from_rows(&self.rows, 1.0).and_then(|grid| grid.at(Vec2::ZERO));
        let grid = grid.map_err(|e| format!("The map: {}.", words(&e)))?;
        let player = Polygon::rect(self.size[0], self.size[1]).map_err(|e| format!("The player: {}.", words(&e)))?;
        let (piece, pose) = (Piece::Polygon(player), Pose::new(v(self.player), 0.0));
        let stuck = overlap_tiles(&grid, &piece, pose);
        let hit = sweep_tiles(&grid, &piece, pose, v(self.by), 1.0e-3);
        let there = hit.map_or(1.0, |hit| hit.fraction);
        let (from, to) = (v(self.ray[0]), v(self.ray[1]));
        let ray = ray_cast_tiles(&grid, from, to);
        // A walk visits solid cells only, so the way to the hit is walked in a full map.
        let full: Vec<String> = self.rows.iter().map(|row| "#".repeat(row.chars().count())).collect();
        let full = TileGrid::from_rows(&full, 1.0).and_then(|grid| grid.at(Vec2::ZERO));
        let full = full.map_err(|e| format!("The map: {}.", words(&e)))?;
        let end = ray.map_or(to, |(_, hit)| hit.point);
        let mut cells = Vec::new();
        full.walk(&Aabb::new(from, from), end - from, &mut |at, _| {
            cells.push(cell(at));
            true
        });
        Ok(json!({
            "stuck_in": stuck.map(cell),
            "free": stuck.is_none(),
            "hit": hit.map(|hit| cell(hit.cell)),
            "normal": hit.map(|hit| p(hit.normal)),
            "fraction": there,
            "may_enter": stuck.is_none() && hit.is_none(),
            "stop": p(v(self.player) + there * v(self.by)),
            "ray_cells": cells,
            "ray_hit": ray.map(|(at, _)| cell(at)),
            "ray_point": ray.map(|(_, hit)| p(hit.point)),
            "ray_normal": ray.map(|(_, hit)| p(hit.normal)),
            "ray_fraction": ray.map_or(1.0, |(_, hit)| hit.fraction),
        }))
    }
}
