//! Draws the pictures of docs/EMBEDDING.md, each of what carom computes: `cargo run --example embedding_gallery` writes
//! them into docs/images/embedding, or into the folder that is given.

mod behaviours;
#[path = "../collision_gallery/canvas.rs"]
#[allow(dead_code, reason = "the other gallery draws more")]
mod canvas;
mod happenings;
mod movers;
mod questions;
mod states;

use canvas::{A, B, Canvas, DARK, Ink, Page, THIN, write_pages};
use carom::{BodyKind, World};
use std::error::Error;

/// A picture, or what went wrong.
type Picture = Result<Canvas, Box<dyn Error>>;

/// Names of the pictures, in the order of the sections.
const PAGES: [(&str, Page); 12] = [
    ("1_queries", questions::queries),
    ("2_events", happenings::events),
    ("3_sensors", happenings::sensors),
    ("4_behaviours", happenings::behaviours),
    ("4_seams", behaviours::seams),
    ("4_conveyors", behaviours::conveyors),
    ("4_explosions", behaviours::explosions),
    ("5_mover", movers::mover),
    ("6_time", movers::time),
    ("7_snapshots", states::snapshots),
    ("8_changes", states::changes),
    ("9_threads", states::threads),
];

fn main() -> Result<(), Box<dyn Error>> {
    write_pages("embedding", &PAGES)
}

/// All bodies where they are: fixed grey, kinematic dark, dynamic blue; sensors pale.
fn draw(c: &mut Canvas, world: &World) {
    for (_, body) in world.bodies() {
        let ink: Ink = match body.kind() {
            BodyKind::Fixed => THIN,
            BodyKind::Kinematic => DARK,
            BodyKind::Dynamic => A,
        };
        for shape in body.shapes() {
            let (ink, opacity) = if shape.sensor { (B, 0.15) } else { (ink, 0.4) };
            c.shape(&shape.shape, body.pose(), ink, opacity);
        }
    }
}
