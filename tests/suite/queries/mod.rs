//! Queries against brute force: every answer is compared with all pieces of all shapes, in worlds that step, fall
//! asleep, and are changed between steps. 10,000 seeded cases for each kind of query.

mod bad;
mod gaps;
mod kept;
mod looks;
mod properties;
mod scenes;

use crate::kit::*;
use carom::prelude::*;
use carom::{BodyShape, Piece};

/// A world, and the keys in it.
pub struct Field {
    pub random: SplitMix64,
    pub world: World,
    pub keys: Vec<BodyKey>,
}

/// Every piece of every shape, and its pose.
pub fn all_pieces(world: &World) -> Vec<(BodyShape, Piece, Pose)> {
    let mut all = Vec::new();
    for (body, view) in world.bodies() {
        for (shape, &key) in view.shapes().iter().zip(view.shape_keys()) {
            for i in 0..shape.shape.piece_count() {
                all.push((BodyShape { body, shape: key }, shape.shape.piece(i), view.pose()));
            }
        }
    }
    all
}
