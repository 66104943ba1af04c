//! Child processes: one engine, one scene, one number of threads each, so that every run starts with a clean memory.

use super::CompareArgs;
use crate::engine::Engine;
use crate::scenes::{EXTRA, scene_named};
use clap::ValueEnum;
use serde_json::Value;
use std::error::Error;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Starts child processes.
pub struct Processes {
    /// This program.
    own: PathBuf,
    /// The plainly built `carom` program.
    carom: Option<PathBuf>,
    steps: Option<u32>,
    box2d_tasks: String,
}

impl Processes {
    /// As the arguments require.
    pub fn new(args: &CompareArgs) -> Result<Self, Box<dyn Error>> {
        let box2d_tasks = args.box2d_tasks.to_possible_value().map(|v| v.get_name().to_owned()).unwrap_or_default();
        Ok(Self { own: std::env::current_exe()?, carom: args.carom.clone(), steps: args.steps, box2d_tasks })
    }

    /// Runs a scene and returns the report.
    pub fn run(&self, engine: Engine, scene: &str, threads: usize, frames: u32) -> Result<Value, Box<dyn Error>> {
        let mut command = if engine == Engine::Carom {
            let program = self.carom.as_ref().ok_or("no plainly built carom: use run.sh, or say --carom PROGRAM")?;
            let mut command = Command::new(program);
            command.arg("run").arg(known_to_carom(scene)?).args(["--json", "-"]);
            command
        } else {
            let mut command = Command::new(&self.own);
            command.args(["child", engine.name(), scene, "--box2d-tasks", &self.box2d_tasks]);
            command.args(["--frames", &frames.to_string()]);
            command
        };
        command.args(["--threads", &threads.to_string()]);
        if let Some(steps) = self.steps {
            command.args(["--steps", &steps.to_string()]);
        }
        let output = command.stderr(Stdio::inherit()).output().map_err(|e| format!("{command:?}: {e}"))?;
        // `carom run` ends with 1 if something was lost, and its report says so.
        serde_json::from_slice(&output.stdout).map_err(|e| format!("{command:?}: {}: {e}", output.status).into())
    }
}

/// The name by which the plain program finds a scene: one that it does not bring is written to a file.
fn known_to_carom(scene: &str) -> Result<PathBuf, Box<dyn Error>> {
    if !EXTRA.contains(&scene) {
        return Ok(scene.into());
    }
    let path = super::target().join(format!("{scene}.json"));
    std::fs::create_dir_all(super::target())?;
    let mut file = BufWriter::new(std::fs::File::create(&path)?);
    carom_scenes::write_scene(&scene_named(scene)?, &mut file)?;
    file.flush()?;
    Ok(path)
}
