//! Every benchmark scene on carom, Rapier and Box2D, interleaved: time and quality side by side.
//!
//! Each run is a process of its own: one engine, one scene, one number of threads (`child`). The parent starts them in
//! turn and reports medians and ratios (`compare`). Started by `run.sh`, which builds all of it as it should be.

mod box2d;
mod child;
mod compare;
mod engine;
mod rapier;

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
    /// One run of one engine, as JSON: what the program starts itself for
    Child(child::ChildArgs),
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.command {
        Some(Command::Child(child)) => child::run(child),
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
