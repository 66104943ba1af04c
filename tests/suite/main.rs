//! One binary for all tests of carom as a whole: laws of motion, determinism, bad input, storms of calls, events,
//! sleep, threads, and the order of the house.
//!
//! A debug run is short; `cargo test --release` runs the long versions ([`kit::LONG`]).
#![allow(clippy::unwrap_used)] // A test that has no value has failed.
#![allow(clippy::disallowed_methods)] // Formulas are computed with the platform's functions; no state depends on them.

mod bad_input;
mod circles;
mod embed;
mod events;
mod golden;
mod kinematic_contacts;
mod kit;
mod laws;
mod prose;
mod queries;
mod regions;
mod sleeping;
mod snapshot;
mod soup;
mod storm;
mod threads;
mod throws;
mod tidy;
