//! Tests of the narrow phase: each answer against brute force in f64, over seeded random pieces.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

mod brute;
mod casts;
mod chains;
mod circles;
mod clips;
mod distances;
mod gaps;
mod impacts;
mod lanes;
mod near_lines;
mod overlaps;
mod pairs;
mod piece_casts;
mod random;
mod rays;
mod regions;
mod responses;
mod sats;
mod separations;
mod special;
mod steps;
mod ties;
mod tiles;
mod trajectories;
