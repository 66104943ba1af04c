//! Snapshots: exact, small, portable, and refused if damaged.

mod damage;
mod exact;
mod process;
mod size;

use crate::kit::*;
use carom::World;
use carom_scenes::find;

/// A heap of this many bodies after some steps.
pub fn heap(bodies: usize, steps: u32) -> World {
    let mut play = find("heap").unwrap().scaled(bodies).unwrap().play().unwrap();
    for _ in 0..steps {
        play.act().unwrap();
        play.step();
    }
    play.world().clone()
}

/// The hashes of the next steps.
pub fn hashes(world: &mut World, steps: usize) -> Vec<u64> {
    (0..steps)
        .map(|_| {
            world.step();
            world.state_hash()
        })
        .collect()
}

/// A number of the stream of `seed`.
pub fn random(seed: u64) -> SplitMix64 {
    SplitMix64::new(seed ^ 0x5EED)
}
