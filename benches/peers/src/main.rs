//! Every benchmark scene on carom, Rapier and Box2D, interleaved: time and quality side by side.
//!
//! Each run is a process of its own: one engine, one scene, one number of threads ([`child`]). The parent starts them in
//! turn ([`compare`]) and reports medians and ratios. Started by `run.sh`, which builds it as it should be.
#![warn(clippy::pedantic)]
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss, clippy::wildcard_imports)]

mod box2d;
mod child;
mod engine;
mod rapier;

use clap::Parser;

#[derive(Debug, Parser)]
enum Args { Child(child::ChildArgs) }

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match Args::parse() { Args::Child(args) => child::run(&args) }
}
