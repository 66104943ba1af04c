//! Draws the pictures of docs/JOINTS.md, each of what carom computes: `cargo run --example joints_gallery` writes them
//! into docs/images/joints, or into the folder that is given.

#[path = "../collision_gallery/canvas.rs"]
#[allow(dead_code, reason = "the other gallery draws more")]
mod canvas;
mod couplings;
mod hinges;
mod lines;

use canvas::{A, B, Canvas, DARK, FOUND, Page, THIN, write_pages};
use carom::{BodyKind, JointKind, Vec2, World, WorldDef, vec2};
use std::error::Error;

/// A picture, or what went wrong.
type Picture = Result<Canvas, Box<dyn Error>>;

/// Names of the pictures, in the order of the page.
const PAGES: [(&str, Page); 11] = [
    ("01_revolute", hinges::revolute),
    ("02_prismatic", lines::prismatic),
    ("03_distance", lines::distance),
    ("04_weld", hinges::weld),
    ("05_wheel", hinges::wheel),
    ("06_motor", lines::motor),
    ("07_pin_slot", lines::pin_slot),
    ("08_filter", couplings::filter),
    ("09_gear", couplings::gear),
    ("10_rack", couplings::rack),
    ("11_pulley", couplings::pulley),
];

fn main() -> Result<(), Box<dyn Error>> {
    write_pages("joints", &PAGES)
}

/// A world whose bodies stay awake.
fn sleepless() -> Result<World, carom::Error> {
    World::new(WorldDef::default().sleep(false))
}

/// Moving bodies where they are, this dense; fixed ones in grey if `ground` says so.
fn bodies(c: &mut Canvas, world: &World, opacity: f32, ground: bool) {
    for (number, (_, body)) in world.bodies().enumerate() {
        let ink = match body.kind() {
            BodyKind::Fixed if ground => THIN,
            BodyKind::Fixed => continue,
            BodyKind::Kinematic => DARK,
            BodyKind::Dynamic => [A, B][number % 2],
        };
        for shape in body.shapes() {
            c.shape(&shape.shape, body.pose(), ink, if ground { 0.4 } else { opacity });
        }
    }
}

/// Plays `steps` steps. Bodies are drawn every so many, from pale to full, and the joints as they are at the end.
fn film(c: &mut Canvas, world: &mut World, steps: u32, every: u32) {
    for step in 0..=steps {
        if step % every == 0 && step < steps {
            bodies(c, world, 0.05 + 0.15 * step as f32 / steps as f32, false);
        }
        if step < steps {
            world.step();
        }
    }
    for (_, body) in world.bodies().filter(|(_, body)| body.kind() == BodyKind::Fixed) {
        body.shapes().iter().for_each(|shape| c.shape(&shape.shape, body.pose(), THIN, 0.4));
    }
    bodies(c, world, 0.5, false);
    joints(c, world);
}

/// The points of every joint in red, and between them a rope, a rod or the line of a slider.
fn joints(c: &mut Canvas, world: &World) {
    for (_, joint) in world.joints() {
        let (from, to) = joint.anchors();
        match joint.kind() {
            JointKind::Pulley(_) => c.line(&joint.path(), DARK, 1.5),
            JointKind::Distance(_) | JointKind::Motor(_) => c.line(&[from, to], DARK, 1.5),
            JointKind::Prismatic(_) | JointKind::Wheel(_) | JointKind::PinSlot(_) => {
                c.dashes(&[from - 0.6 * joint.axis(), from + 0.6 * joint.axis()], DARK);
            }
            JointKind::Gear(_) | JointKind::Rack(_) => continue,
            _ => {}
        }
        c.dot(from, FOUND);
        c.dot(to, FOUND);
    }
}

/// A spoke of a body, to show how it is turned.
fn spoke(c: &mut Canvas, world: &World, key: carom::BodyKey, far: f32) {
    if let Some(body) = world.body(key) {
        c.line(&[body.position(), body.pose().transform_point(vec2(far, 0.0))], DARK, 2.0);
    }
}

/// The position of a body [m].
fn place(world: &World, key: carom::BodyKey) -> Vec2 {
    world.body(key).map_or(Vec2::ZERO, |body| body.position())
}
