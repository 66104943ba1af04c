//! The parent: starts one process a run, engine by engine in turn, and gathers their reports.

mod processes;
mod quality;
pub mod table;
mod times;

use crate::box2d::Tasks;
use crate::engine::Engine;
use crate::scenes::EXTRA;
use processes::Processes;
use serde_json::{Value, json};
use std::error::Error;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// The comparison to make.
#[derive(Clone, Debug, clap::Args)]
pub struct CompareArgs {
    /// Scenes [default: all thirteen]; hail, shelves and machinery are three more
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub scenes: Vec<String>,
    /// Engines [default: all; with --quality all but carom, whose bits are those of carom-native]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub only: Vec<Engine>,
    /// Numbers of threads [default: 1,2; with --quality 1]
    #[arg(long, value_name = "1,2", value_delimiter = ',')]
    pub threads: Vec<usize>,
    /// Rounds; each runs every engine once in turn, and medians are reported
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub rounds: u32,
    /// Number of steps, instead of each scene's own
    #[arg(long, value_name = "N")]
    pub steps: Option<u32>,
    /// One round on one thread
    #[arg(long, conflicts_with_all = ["rounds", "threads"])]
    pub quick: bool,
    /// Compare overlap and joint errors instead of times
    #[arg(long)]
    pub quality: bool,
    /// Frames of the second half of the run at which --quality measures overlap, the last one among them
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub frames: u32,
    /// Take the reports of engines that are not run from this earlier result of --quality, since peers stay as they are
    #[arg(long, value_name = "FILE", requires = "quality")]
    pub peers_from: Option<PathBuf>,
    /// Path of the result as JSON [default: target/times.json or target/quality.json in this package]
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// The plainly built `carom` program
    #[arg(long, value_name = "PROGRAM", env = "CAROM_PROGRAM")]
    pub carom: Option<PathBuf>,
    /// The scheduler of Box2D's tasks if there are several threads
    #[arg(long, value_enum, default_value_t)]
    pub box2d_tasks: Tasks,
}

/// Scenes that the peers do not know: `heap` has no size of its own.
const NOT_COMPARED: [&str; 1] = ["heap"];

/// Compares, prints and writes.
pub fn run(args: &CompareArgs) -> Result<(), Box<dyn Error>> {
    let scenes = scenes(args)?;
    let processes = Processes::new(args)?;
    let path = args.json.clone().unwrap_or_else(|| default_path(args.quality));
    if args.quality {
        quality::run(args, &scenes, &processes, &path)
    } else {
        times::run(args, &scenes, &processes, &path)
    }
}

fn scenes(args: &CompareArgs) -> Result<Vec<String>, Box<dyn Error>> {
    if args.scenes.is_empty() {
        let names = carom_scenes::all().iter().map(|entry| entry.name);
        return Ok(names.filter(|name| !NOT_COMPARED.contains(name)).map(str::to_owned).collect());
    }
    match args.scenes.iter().find(|&name| !EXTRA.contains(&name.as_str()) && carom_scenes::find(name).is_none()) {
        Some(name) => Err(format!("there is no scene {name:?}").into()),
        None => Ok(args.scenes.clone()),
    }
}

fn default_path(quality: bool) -> PathBuf {
    let name = if quality { "quality.json" } else { "times.json" };
    target().join(name)
}

/// The folder of results.
fn target() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target")
}

/// Writes a result, whenever there is news, so that a run that is broken off leaves its part.
fn write(path: &Path, result: &Value) -> Result<(), Box<dyn Error>> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let text = serde_json::to_string_pretty(result)? + "\n";
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()).into())
}

/// Shows the state of the run on standard error, in place of the last one. Nothing is shown if it is not a terminal.
fn progress(text: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{text}");
    }
}

/// The machine of the measurement.
fn machine() -> Value {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    json!({
        "processor": model,
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "system": std::env::consts::OS,
        "load": load(),
    })
}

/// Mean number of processes that wanted a core in the last minute, if the system reports it.
fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// A number inside a report; NaN if there is none.
fn number(report: &Value, pointer: &str) -> f64 {
    report.pointer(pointer).and_then(Value::as_f64).unwrap_or(f64::NAN)
}
