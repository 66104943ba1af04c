//! The command line of carom: lists scenes, runs, draws and measures them, reads and writes scene files.
//!
//! Exit status: 0 good; 1 something was lost or is not finite, or an output could not be written; 2 bad usage or bad
//! input; 130 interrupted.
#![forbid(unsafe_code)]

mod args;
mod bench;
mod check;
mod csv;
mod distinct;
mod export;
mod failure;
mod film;
mod gallery;
mod interrupt;
mod nearest;
mod number;
mod output;
mod picture_args;
mod pictures;
mod render;
mod run;
mod scenes;
mod source;
mod table;

use args::{Args, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Scenes(args) => scenes::scenes(&args),
        Command::Run(args) => run::run(&args),
        Command::Render(args) => render::render(&args),
        Command::Gallery(args) => gallery::gallery(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Export(args) => export::export(&args),
        Command::Check(args) => check::check(&args),
    };
    done.map_or_else(Failure::report, |()| ExitCode::SUCCESS)
}
