//! Draws the pictures of docs/COLLISION.md, one a row, each of what carom computes: `cargo run --example
//! collision_gallery` writes them into docs/images/collision, or into the folder that is given.

mod basics;
mod canvas;
mod casts;
mod grids;
mod outlines;
mod responses;

use canvas::{Page, write_pages};
use std::error::Error;

/// Names of the pictures, in the order of the rows.
const PAGES: [(&str, Page); 17] = [
    ("01_intervals", basics::intervals),
    ("02_overlaps", basics::overlaps),
    ("03_sat", basics::sat_of_polygons),
    ("04_circle_polygon", basics::circle_and_polygon),
    ("05_response", responses::response),
    ("06_clipping", outlines::clipping),
    ("07_outline", outlines::outline),
    ("08_wrong_outlines", outlines::wrong),
    ("09_hull", outlines::convex_hull),
    ("10_distance", basics::distances),
    ("11_rays", casts::rays),
    ("12_shape_casts", casts::shape_casts),
    ("13_points", basics::points),
    ("14_masks", grids::masks),
    ("15_tile_grid", grids::tiles),
    ("16_structures", grids::structures),
    ("17_trajectories", casts::trajectories),
];

fn main() -> Result<(), Box<dyn Error>> {
    write_pages("collision", &PAGES)
}
