//! Every benchmark scene on carom, Rapier and Box2D, interleaved: time and quality side by side.
//!
//! Each run is a process of its own: one engine, one scene, one number of threads (`child`). The parent starts them in
//! turn and reports medians and ratios (`compare`). `run.sh` starts it and builds everything with the right flags.

mod box2d;
mod child;
mod compare;
mod engine;
mod hail;
mod holds;
mod images;
mod machinery;
mod queries;
mod rapier;
mod scenes;
mod shelves;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Runs every benchmark scene on carom, Rapier and Box2D in turn, and compares time or quality.
#[derive(Debug, Parser)]
#[command(name = "run.sh", version, args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: compare::CompareArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// One run of one engine, as JSON: the program starts itself for it
    Child(child::ChildArgs),
    /// Snapshots of carom and of Rapier: bytes and time
    Images(images::ImagesArgs),
    /// Joints and stacks under load: how far each engine lets them give
    Holds(holds::HoldsArgs),
    /// 10,000 rays, boxes and casts into a scene, by each engine
    Queries(queries::QueriesArgs),
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.command {
        Some(Command::Child(child)) => child::run(child),
        Some(Command::Holds(holds)) => holds::run(holds),
        Some(Command::Images(images)) => images::run(images),
        Some(Command::Queries(queries)) => queries::run(queries),
        None => compare::run(&args.compare),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}
