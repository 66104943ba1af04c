//! The arguments of the command line.

use crate::number::{seconds, whole};
use crate::picture_args::{PictureArgs, svg};
use carom::BroadPhaseKind;
use carom::diagnostics::{Driver, LaneWidth};
use carom_scenes::MOST_BODIES;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// carom: a 2D physics engine with the same answer on every machine.
#[derive(Debug, Parser)]
#[command(name = "carom", version, after_help = AFTER)]
pub struct Args {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

const AFTER: &str = "Exit status: 0 good; 1 something was lost or is not finite, or an output could not be written; \
                     2 bad usage or bad input; 130 interrupted by Ctrl-C.";

/// The most threads of a run.
const MOST_THREADS: usize = 1024;

/// The command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the scenes: name, bodies, joints, steps, what it shows
    Scenes(ScenesArgs),
    /// Run a scene, or a scene file, and report times, contacts and quality
    Run(RunArgs),
    /// Draw a scene, or a scene file: as run does, without a report
    Render(RenderArgs),
    /// Draw each scene into a folder, or check that its pictures are up to date
    Gallery(GalleryArgs),
    /// Measure scenes: several rounds, over several numbers of threads in turn
    Bench(BenchArgs),
    /// Write a scene as a scene file on standard output
    Export(ExportArgs),
    /// Read a scene file and say what is wrong with it, and where
    Check(CheckArgs),
}

/// See [`Command::Scenes`].
#[derive(Debug, ClapArgs)]
pub struct ScenesArgs {
    /// As JSON, one list
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Run`].
#[derive(Debug, ClapArgs)]
pub struct RunArgs {
    /// Name of a scene, soup (a random world of everything: see --seed), or a scene file; - for standard input
    #[arg(value_name = "SCENE|FILE.json")]
    pub scene: String,
    /// Number of the soup: each gives another random world, the same on every machine [default: 0]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Number of steps, instead of the scene's own
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(0, u32::MAX))]
    pub steps: Option<u32>,
    /// Number of moving bodies, for scenes that scale (heap)
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(1, MOST_BODIES))]
    pub bodies: Option<usize>,
    /// Time of a step in seconds, instead of the scene's own
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = seconds)]
    pub dt: Option<f32>,
    /// Substeps to a step, 1 to 64, instead of the scene's own
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(1, 64_u32))]
    pub substeps: Option<u32>,
    /// Let fast bodies pass through things: no swept tests
    #[arg(long)]
    pub no_continuous: bool,
    /// Number of threads, 1 to 1024 [default: one a core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(1, MOST_THREADS))]
    pub threads: Option<usize>,
    /// Structure that finds the pairs; it changes speed only
    #[arg(long, value_name = "KIND")]
    pub broad_phase: Option<StructureArg>,
    /// Steps between two state hashes in the JSON report
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(1, u32::MAX))]
    pub hash_every: Option<u32>,
    /// Write the report as JSON; - for standard output
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
    /// Write a line a step: step, ms, contacts, awake, kinetic energy
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a line a body at the end: index, x, y, angle, vx, vy, angular velocity, awake
    #[arg(long, value_name = "FILE.csv")]
    pub poses: Option<PathBuf>,
    /// Pictures, films and replays
    #[command(flatten)]
    pub pictures: PictureArgs,
    /// Write when each stage ran and each thread worked, for Perfetto or the tracing page of Chrome
    #[arg(long, value_name = "FILE.json")]
    pub trace: Option<PathBuf>,
    /// Draw the times of the stages
    #[arg(long, value_name = "FILE.svg", value_parser = svg)]
    pub profile: Option<PathBuf>,
    /// No progress bar and no table
    #[arg(long, short)]
    pub quiet: bool,
    /// Driver of the blocks of a step: rayon, eager (shares small stages too), inline, seeded:SEED or threads:N. The
    /// answer is the same for all; this option is there to check it
    #[arg(long, value_name = "DRIVER", value_parser = driver, default_value = "rayon")]
    pub driver: Driver,
    /// Lanes of the machine: 1, 4, 8, 16 or auto; if it has fewer, the most below. The answer is the same for all
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = lanes, default_value = "auto")]
    pub lanes: LaneWidth,
    /// Steps between two renumberings of bodies that left their order in memory (a quarter of it if many meet within a
    /// step), 0 for never, 1 for always. The answer is the same for all; this option is there to check it
    #[arg(long, alias = "renumber-every", value_name = "N")]
    #[arg(allow_hyphen_values = true, value_parser = whole(0, u32::MAX))]
    pub spatial_sort_interval: Option<u32>,
}

/// See [`Command::Render`].
#[derive(Debug, ClapArgs)]
pub struct RenderArgs {
    /// Name of a scene, soup, or a scene file; - for standard input
    #[arg(value_name = "SCENE|FILE.json")]
    pub scene: String,
    /// Number of the soup: each gives another random world, the same on every machine [default: 0]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Number of steps, instead of the scene's own
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(0, u32::MAX))]
    pub steps: Option<u32>,
    /// Number of moving bodies, for scenes that scale (heap)
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(1, MOST_BODIES))]
    pub bodies: Option<usize>,
    /// Number of threads, 1 to 1024 [default: one a core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(1, MOST_THREADS))]
    pub threads: Option<usize>,
    /// Pictures, films and replays
    #[command(flatten)]
    pub pictures: PictureArgs,
    /// No progress bar
    #[arg(long, short)]
    pub quiet: bool,
}

/// See [`Command::Bench`].
#[derive(Debug, ClapArgs)]
pub struct BenchArgs {
    /// Names of scenes or scene files; - for standard input [default: all scenes; with --bodies those that scale]
    #[arg(value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// Numbers of threads, each 1 to 1024 [default: 1 and one a core]
    #[arg(long, value_name = "1,2", value_delimiter = ',')]
    #[arg(allow_hyphen_values = true, value_parser = whole(1, MOST_THREADS))]
    pub threads: Vec<usize>,
    /// Numbers of moving bodies, for scenes that scale (heap) [default: each scene's own]
    #[arg(long, value_name = "1000,10000", value_delimiter = ',')]
    #[arg(allow_hyphen_values = true, value_parser = whole(1, MOST_BODIES))]
    pub bodies: Vec<usize>,
    /// Lanes of the machine: 1, 4, 8, 16 or auto
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = lanes, default_value = "auto")]
    pub lanes: LaneWidth,
    /// Rounds; each runs every number of threads once. Their median, least and greatest are reported
    #[arg(long, value_name = "N", default_value_t = 3, allow_hyphen_values = true, value_parser = whole(1, 1000_u32))]
    pub rounds: u32,
    /// Number of steps, instead of each scene's own
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(0, u32::MAX))]
    pub steps: Option<u32>,
    /// Write the figures as JSON; - for standard output
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
    /// Compare with an earlier JSON report of this command, row by row
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// No progress bar and no table
    #[arg(long, short)]
    pub quiet: bool,
}

/// See [`Command::Gallery`].
#[derive(Debug, ClapArgs)]
pub struct GalleryArgs {
    /// The folder of the pictures
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Draw nothing, and fail if a picture is missing or differs in more than one pixel of a hundred
    #[arg(long)]
    pub check: bool,
    /// No progress bar
    #[arg(long, short)]
    pub quiet: bool,
}

/// See [`Command::Export`].
#[derive(Debug, ClapArgs)]
pub struct ExportArgs {
    /// Name of a scene, soup, or a scene file; - for standard input
    pub scene: String,
    /// Number of the soup; those with calls between their steps cannot be exported [default: 0]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Number of moving bodies, for scenes that scale (heap)
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole(1, MOST_BODIES))]
    pub bodies: Option<usize>,
}

/// See [`Command::Check`].
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// Scene files; - for standard input
    #[arg(value_name = "FILE.json", required = true)]
    pub files: Vec<PathBuf>,
}

/// The structure that finds the pairs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum StructureArg {
    /// A grid with levels, its cells hashed
    Hash,
    /// A quadtree
    #[value(name = "quadtree")]
    QuadTree,
}

impl From<StructureArg> for BroadPhaseKind {
    fn from(kind: StructureArg) -> Self {
        match kind {
            StructureArg::Hash => Self::Hash,
            StructureArg::QuadTree => Self::QuadTree,
        }
    }
}

fn lanes(text: &str) -> Result<LaneWidth, String> {
    match text {
        "auto" => Ok(LaneWidth::Auto),
        "1" => Ok(LaneWidth::One),
        "4" => Ok(LaneWidth::Four),
        "8" => Ok(LaneWidth::Eight),
        "16" => Ok(LaneWidth::Sixteen),
        _ => Err("expected 1, 4, 8, 16 or auto".to_owned()),
    }
}

fn driver(text: &str) -> Result<Driver, String> {
    let wrong = || "expected rayon, eager, inline, seeded:SEED (a whole number) or threads:N (1 to 1024)".to_owned();
    match text.split_once(':') {
        None if text == "rayon" => Ok(Driver::Rayon),
        None if text == "eager" => Ok(Driver::Eager),
        None if text == "inline" => Ok(Driver::Inline),
        Some(("seeded", seed)) => seed.parse().map(Driver::Seeded).map_err(|_| wrong()),
        Some(("threads", count)) => whole(1, MOST_THREADS)(count).map(Driver::Threads).map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}
