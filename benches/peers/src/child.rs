//! A child process: it runs one engine on one scene with one number of threads, and prints a report.

use crate::box2d::{Box2dWorld, Tasks};
use crate::engine::{Counts, Engine, Player, Stand};
use crate::rapier::RapierWorld;
use crate::scenes::scene_named;
use carom_scenes::{
    JointError, JointErrorSum, Motion, OverlapStats, SceneDef, Spread, measure_motion, measure_overlap,
};
use serde::Serialize;
use std::error::Error;
use std::time::Instant;

/// The arguments of a child process.
#[derive(Clone, Debug, clap::Args)]
pub struct ChildArgs {
    /// The engine
    pub engine: Engine,
    /// The scene
    pub scene: String,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Number of steps, instead of the scene's own
    #[arg(long)]
    pub steps: Option<u32>,
    /// Frames of the second half of the run at which overlap is measured
    #[arg(long, default_value_t = 0)]
    pub frames: u32,
    /// The scheduler of Box2D's tasks
    #[arg(long, value_enum, default_value_t)]
    pub box2d_tasks: Tasks,
}

/// The report of a run: the keys of `carom run --json` that any engine can fill, and the frames.
#[derive(Debug, Serialize)]
struct Report {
    scene: String,
    engine: &'static str,
    steps: u32,
    threads: usize,
    bodies: usize,
    shapes: usize,
    joints: usize,
    awake: usize,
    contacts: usize,
    contact_points: usize,
    build_ms: f64,
    total_ms: f64,
    step_ms: Spread,
    overlap: OverlapStats,
    frames: Frames,
    joint_error: JointError,
    #[serde(flatten)]
    motion: Motion,
}

/// OverlapStats over several frames.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Frames {
    /// Number of frames.
    count: u32,
    /// Mean over the frames of the mean depth [m].
    #[serde(rename = "mean_m")]
    mean: f64,
    /// Mean over the frames of the 99th percentile of the depth [m].
    #[serde(rename = "p99_m")]
    p99: f64,
}

impl Frames {
    fn add(&mut self, overlap: OverlapStats) {
        let share = 1.0 / f64::from(self.count + 1);
        self.count += 1;
        self.mean += share * (overlap.mean - self.mean);
        self.p99 += share * (overlap.p99 - self.p99);
    }
}

/// Runs one scene on one engine and prints the report as JSON.
pub fn run(args: &ChildArgs) -> Result<(), Box<dyn Error>> {
    let scene = scene_named(&args.scene)?;
    let report = match args.engine {
        // The pool's own threads take the steps, as in `carom run`.
        Engine::Carom | Engine::CaromNative => pool(args)?.install(|| {
            let start = Instant::now();
            let player = scene.play()?;
            play(args, &scene, player, start)
        })?,
        Engine::Rapier => pool(args)?.install(|| {
            let start = Instant::now();
            let player = Stand::new(RapierWorld::new(&scene)?, &scene)?;
            play(args, &scene, player, start)
        })?,
        Engine::Box2d => {
            let start = Instant::now();
            let player = Stand::new(Box2dWorld::new(&scene, args.threads, args.box2d_tasks)?, &scene)?;
            play(args, &scene, player, start)?
        }
    };
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}

fn pool(args: &ChildArgs) -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()
}

/// Plays a scene to its end. The first step is not timed. Scripts count in `total_ms` and not in `step_ms`. All other
/// measurements are outside both.
fn play(
    args: &ChildArgs,
    scene: &SceneDef,
    mut player: impl Player,
    start: Instant,
) -> Result<Report, carom_scenes::SceneError> {
    let build_ms = ms_since(start);
    let steps = args.steps.unwrap_or(scene.steps);
    let mut total_ms = 0.0;
    let mut step_ms = Vec::with_capacity(steps as usize);
    let mut joint_errors = JointErrorSum::default();
    let mut frames = Frames::default();
    for step in 1..=steps {
        let before = Instant::now();
        player.act()?;
        let between = Instant::now();
        player.step();
        let ms = ms_since(between);
        if step > 1 {
            total_ms += ms_since(before);
            step_ms.push(ms);
        }
        joint_errors.add(player.roster(), |body| player.pose(body));
        if is_frame(step, steps, args.frames) {
            frames.add(measure_overlap(player.roster(), &player.samples()));
        }
    }
    let samples = player.samples();
    let Counts { bodies, shapes, joints, awake, contacts, contact_points } = player.counts();
    Ok(Report {
        scene: scene.name.clone(),
        engine: args.engine.name(),
        steps,
        threads: args.threads,
        bodies,
        shapes,
        joints,
        awake,
        contacts,
        contact_points,
        build_ms,
        total_ms,
        step_ms: Spread::of(&mut step_ms),
        overlap: measure_overlap(player.roster(), &samples),
        frames,
        joint_error: joint_errors.figures(),
        motion: measure_motion(player.roster(), &samples, scene.container.as_ref()),
    })
}

/// Whether overlap is measured after `step` of `steps`: at `frames` steps, evenly over the second half, including the
/// last.
fn is_frame(step: u32, steps: u32, frames: u32) -> bool {
    let half = steps - steps / 2;
    (1..=frames).any(|k| steps / 2 + (u64::from(half) * u64::from(k)).div_ceil(u64::from(frames)) as u32 == step)
}

fn ms_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::PeerWorld;
    use carom_scenes::SceneError;

    /// Builds every scene and takes some steps, so that a script acts twice.
    fn plays_all<W: PeerWorld>(world: impl Fn(&SceneDef) -> Result<W, SceneError>) -> Result<(), SceneError> {
        for entry in carom_scenes::all() {
            let scene = entry.scene()?;
            let mut player = Stand::new(world(&scene)?, &scene)?;
            for _ in 0..10 {
                player.act()?;
                player.step();
            }
            let motion = measure_motion(player.roster(), &player.samples(), scene.container.as_ref());
            assert_eq!((motion.not_finite, motion.lost.unwrap_or(0)), (0, 0), "{}", scene.name);
            assert_eq!(player.samples().len(), player.roster().len());
        }
        Ok(())
    }

    #[test]
    fn box2d_plays_all_scenes() -> Result<(), SceneError> {
        plays_all(|scene| Box2dWorld::new(scene, 1, Tasks::BuiltIn))?;
        plays_all(|scene| Box2dWorld::new(scene, 2, Tasks::BuiltIn))?;
        plays_all(|scene| Box2dWorld::new(scene, 2, Tasks::Callbacks))
    }

    #[test]
    fn rapier_plays_all_scenes() -> Result<(), SceneError> {
        plays_all(RapierWorld::new)
    }

    #[test]
    fn frames_are_spread_over_the_second_half() {
        let frames: Vec<u32> = (1..=500).filter(|step| is_frame(*step, 500, 20)).collect();
        assert_eq!((frames.len(), frames[0], frames[19]), (20, 263, 500));
        assert_eq!((1..=9).filter(|step| is_frame(*step, 9, 0)).count(), 0);
        assert_eq!((1..=201).filter(|step| is_frame(*step, 201, 20)).count(), 20);
    }
}
