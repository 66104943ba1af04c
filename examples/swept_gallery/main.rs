//! Draws the pictures of docs/CCD.md, each of what carom computes: `cargo run --example swept_gallery` writes them into
//! docs/images/swept, or into the folder that is given.

mod bounces;
#[path = "../collision_gallery/canvas.rs"]
#[allow(dead_code, reason = "the other gallery draws more")]
mod canvas;
mod driven;

use canvas::{Canvas, Page, write_pages};
use carom::{Vec2, World, WorldDef};
use std::error::Error;

/// A picture, or what went wrong.
type Picture = Result<Canvas, Box<dyn Error>>;

/// Names of the pictures, in the order of the page.
const PAGES: [(&str, Page); 4] = [
    ("1_box", bounces::ball_in_box),
    ("2_bullets", bounces::bullets),
    ("3_wall", driven::wall),
    ("4_needle", driven::needle),
];

fn main() -> Result<(), Box<dyn Error>> {
    write_pages("swept", &PAGES)
}

/// A world without gravity.
fn space() -> Result<World, carom::Error> {
    World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false))
}
