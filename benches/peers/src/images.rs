//! Snapshots side by side: carom's images and Rapier's sets through serde and bincode. Box2D has none that outlives a
//! build.

use crate::compare::table::{Table, ms};
use crate::engine::{PeerWorld, Player, Stand};
use crate::rapier::RapierWorld;
use carom::World;
use carom_scenes::{SceneDef, find};
use rapier2d::prelude::PhysicsWorld;
use std::error::Error;
use std::time::Instant;

/// The snapshots to measure.
#[derive(Clone, Debug, clap::Args)]
pub struct ImagesArgs {
    /// Bodies of the heap
    #[arg(long, default_value_t = 10_000)]
    pub bodies: usize,
    /// Times that each image is written and read; medians are reported
    #[arg(long, default_value_t = 15)]
    pub rounds: u32,
}

/// Saves, restores, prints.
pub fn run(args: &ImagesArgs) -> Result<(), Box<dyn Error>> {
    let entry = find("heap").ok_or("there is no scene heap")?;
    let scene = entry.scaled(args.bodies)?;
    let mut table = Table::new(["heap", "bodies", "contacts", "bytes", "bytes a body", "write, ms", "read, ms"]);
    for (name, steps) in [("falling, step 5", 5), ("resting, step 300", 300)] {
        let mut play = scene.play()?;
        played(&mut play, steps)?;
        let (counts, world) = (play.counts(), play.world().clone());
        let write = || world.snapshot();
        let read = |image: &[u8]| World::from_snapshot(image).is_ok();
        table.row(row(&format!("carom, {name}"), counts.bodies, counts.contacts, args.rounds, write, read));
        let mut stand = Stand::new(RapierWorld::new(&scene)?, &scene)?;
        played(&mut stand, steps)?;
        let counts = stand.counts();
        let write = || bincode::serialize(stand.world().world()).unwrap_or_default();
        let read = |image: &[u8]| bincode::deserialize::<PhysicsWorld>(image).is_ok();
        table.row(row(&format!("rapier, {name}"), counts.bodies, counts.contacts, args.rounds, write, read));
    }
    table.print();
    free(&scene)
}

/// The first steps of a scene.
fn played(player: &mut impl Player, steps: u32) -> Result<(), Box<dyn Error>> {
    for _ in 0..steps {
        player.act()?;
        player.step();
    }
    Ok(())
}

/// Cost of one more body that touches nothing: a free box of its own size.
fn free(scene: &SceneDef) -> Result<(), Box<dyn Error>> {
    let mut sizes = [[0, 0]; 2];
    for (k, count) in [1_000, 2_000_u16].into_iter().enumerate() {
        let mut world = World::new(scene.world.clone())?;
        let mut peer = RapierWorld::new(scene)?;
        for i in 0..count {
            let shape = carom::Polygon::rect(0.5 + 1.0e-4 * f32::from(i), 1.0)?;
            let body = carom::BodyDef::dynamic().at(carom::vec2(5.0 * f32::from(i), 0.0)).angular_velocity(1.0);
            let body = body.shape(shape);
            peer.add(&body)?;
            world.add_body(body)?;
        }
        for _ in 0..5 {
            world.step();
            peer.step();
        }
        sizes[k] = [world.snapshot().len(), bincode::serialize(peer.world())?.len()];
    }
    let each = |engine: usize| (sizes[1][engine] - sizes[0][engine]) / 1_000;
    println!("a free box like no other: carom {} bytes, rapier {} bytes", each(0), each(1));
    Ok(())
}

fn row(
    name: &str,
    bodies: usize,
    contacts: usize,
    rounds: u32,
    write: impl Fn() -> Vec<u8>,
    read: impl Fn(&[u8]) -> bool,
) -> Vec<String> {
    let (mut writes, mut reads, mut image, mut all) = (Vec::new(), Vec::new(), Vec::new(), true);
    for _ in 0..rounds {
        let start = Instant::now();
        image = write();
        writes.push(start.elapsed().as_secs_f64() * 1000.0);
        let start = Instant::now();
        all &= read(&image);
        reads.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    for times in [&mut writes, &mut reads] {
        times.sort_by(f64::total_cmp);
    }
    let [write, read] = [&writes, &reads].map(|times| times.get(times.len() / 2).copied().unwrap_or(f64::NAN));
    let read = if all { ms(read) } else { "failed".to_owned() };
    let bytes = image.len();
    let each = format!("{:.0}", bytes as f64 / bodies as f64);
    vec![name.to_owned(), bodies.to_string(), contacts.to_string(), bytes.to_string(), each, ms(write), read]
}
