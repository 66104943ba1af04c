//! Three small worlds with many ties: equal bodies at equal places, where an order that is not total shows at once.
//! Each has more awake bodies than fit into one block of any stage.

use crate::kit::*;
use carom::prelude::*;

/// Boxes in columns that touch each other exactly on all sides, mirror images about x = 0.
pub fn grid() -> World {
    let mut world = on_ground(WorldDef::default().gravity(vec2(0.0, -10.0)));
    for i in 0..40 {
        for j in 0..18 {
            world.add_body(crate_at(i as f32 - 19.5, j as f32 + 0.5)).unwrap();
        }
    }
    world
}

/// Discs at the same few places, many at each, that part in all directions.
pub fn heaps() -> World {
    let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO)).unwrap();
    for i in 0..24 {
        for j in 0..3 {
            for _ in 0..9 {
                world.add_body(BodyDef::dynamic().at(vec2(3.0 * i as f32, 3.0 * j as f32)).shape(disc(0.4))).unwrap();
            }
        }
    }
    world
}

/// A sheet of equal links on equal hinges, with equal boxes that all reach it at the same time.
pub fn sheet() -> World {
    let mut world = World::new(WorldDef::default().gravity(vec2(0.0, -10.0))).unwrap();
    let mut last: Vec<BodyKey> = Vec::new();
    for row in 0..12 {
        let links: Vec<BodyKey> = (0..24)
            .map(|i| {
                let link = if row == 0 && i % 4 == 0 { BodyDef::fixed() } else { BodyDef::dynamic() };
                world.add_body(link.at(vec2(i as f32, -(row as f32))).shape(disc(0.3))).unwrap()
            })
            .collect();
        for pair in links.windows(2) {
            world.add_joint(pair[0], pair[1], Revolute::new(vec2(0.5, 0.0), vec2(-0.5, 0.0))).unwrap();
        }
        for (&above, &below) in last.iter().zip(&links) {
            world.add_joint(above, below, Revolute::new(vec2(0.0, -0.5), vec2(0.0, 0.5))).unwrap();
        }
        last = links;
    }
    for i in 0..24 {
        for j in 0..12 {
            let place = vec2(i as f32, 0.9 + j as f32);
            world.add_body(BodyDef::dynamic().at(place).velocity(vec2(0.0, -5.0)).shape(rect(1.0, 1.0))).unwrap();
        }
    }
    world
}

/// All three by name.
pub fn all() -> [(&'static str, World); 3] {
    [("grid", grid()), ("heaps", heaps()), ("sheet", sheet())]
}

#[test]
fn they_are_large_enough() {
    for (name, mut world) in all() {
        world.step();
        let counts = world.counts();
        assert!(counts.awake > 512 && counts.contacts > 512, "{name}: {counts:?}");
    }
}
