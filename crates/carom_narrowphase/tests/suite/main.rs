//! Tests of the narrow phase: each answer against brute force in f64, over seeded random pieces.

mod brute;
mod chains;
mod distances;
mod impacts;
mod pairs;
mod random;
mod rays;
mod special;
