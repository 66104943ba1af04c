//! Tests of the shapes: outlines and hulls, each against exact whole-number arithmetic over seeded random rings.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

mod decompose;
mod degenerate;
mod dirty;
mod exact;
mod grid;
mod hulls;
mod random;
mod rectangles;
mod teach;
