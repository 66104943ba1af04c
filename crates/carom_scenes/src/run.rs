//! Running a scene from its first step to its last, with measurements.

use crate::report::{CcdSum, JointErrorSum, Report, Spread, hex, measure_motion, measure_overlap};
use crate::{Play, Progress, SceneDef, SceneError};
use carom::diagnostics::{Driver, LaneWidth, Stopwatch};
use carom::{BroadPhaseKind, World};
use std::ops::ControlFlow;

/// The options of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// Number of steps, instead of the scene's own.
    pub steps: Option<u32>,
    /// Driver of the blocks of a step.
    pub driver: Driver,
    /// Lanes of the machine.
    pub lanes: LaneWidth,
    /// Threads that can take part, for the report.
    pub threads: usize,
    /// Steps between two state hashes; 0 for none.
    pub hash_every: u32,
    /// Whether each step is traced: see [`carom::diagnostics::trace_of`].
    pub trace: bool,
}

/// The result of a run.
pub struct Run {
    /// Its report.
    pub report: Report,
    /// The scene at the end.
    pub play: Play,
    /// The fault that ended the run early, if the world refused a call of the script.
    pub fault: Option<SceneError>,
}

/// Runs a scene in the rayon pool of the caller. `progress` is called after each step with the number of steps done,
/// outside the timing.
///
/// The first step is not timed. Scripts count in `total_ms` and not in `step_ms`; hashes and joint errors are taken
/// outside both.
///
/// # Errors
/// The world refuses a definition or a call. The error has the path in the scene.
pub fn run(scene: &SceneDef, options: RunOptions, mut progress: impl FnMut(u32)) -> Result<Run, SceneError> {
    let mut run = run_observed(scene, options, |now| {
        if now.step > 0 {
            progress(now.step);
        }
        ControlFlow::Continue(())
    })?;
    run.fault.take().map_or(Ok(run), Err)
}

/// Runs a scene as [`run`] does. `observe` is called before the first step and after each step, outside the timing. It
/// may end the run; the report then has the steps that were taken. So has that of a run which ends by a fault of its
/// script.
///
/// # Errors
/// The world refuses a definition. The error has the path in the scene.
pub fn run_observed(
    scene: &SceneDef,
    options: RunOptions,
    mut observe: impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<Run, SceneError> {
    let steps = options.steps.unwrap_or(scene.steps);
    let mut play = scene.play()?;
    play.set_driver(options.driver);
    play.set_lanes(options.lanes);
    play.set_trace(options.trace);
    let mut times = Times::default();
    let mut joint_errors = JointErrorSum::default();
    let mut ccd = CcdSum::default();
    let mut hashes = Vec::new();
    let (mut done, mut fault) = (0, None);
    let mut goes_on = observe(Progress { step: 0, ms: 0.0, play: &play }).is_continue();
    while goes_on && done < steps {
        let step = done + 1;
        let before = Stopwatch::start();
        fault = play.act().err();
        if fault.is_some() {
            break;
        }
        let between = Stopwatch::start();
        play.step();
        let ms = ms_since(between);
        if step > 1 {
            times.add(play.world(), ms_since(before), ms);
        }
        ccd.add(play.world().events());
        joint_errors.add(play.roster(), |body| play.pose(body));
        if options.hash_every > 0 && step % options.hash_every == 0 {
            hashes.push((u64::from(step), hex(play.world().state_hash())));
        }
        done = step;
        goes_on = observe(Progress { step, ms, play: &play }).is_continue();
    }
    let samples = play.samples();
    let counts = play.world().counts();
    let timed = if times.step_ms.is_empty() { 1.0 } else { times.step_ms.len() as f64 };
    let report = Report {
        scene: scene.name.clone(),
        steps: done,
        threads: options.threads,
        lanes: options.lanes.to_string(),
        broad_phase: match play.world().def().broad_phase {
            BroadPhaseKind::Hash => "hash",
            BroadPhaseKind::QuadTree => "quadtree",
        }
        .to_owned(),
        bodies: counts.bodies,
        shapes: counts.shapes,
        joints: counts.joints,
        awake: counts.awake,
        contacts: counts.contacts,
        contact_points: counts.contact_points,
        build_ms: play.build_ms(),
        total_ms: times.total_ms,
        step_ms: Spread::of(&mut times.step_ms),
        stages_ms: times.stages_ms.into_iter().map(|(name, ms)| (name.to_owned(), ms / timed)).collect(),
        serial_ms: times.serial_ms / timed,
        state_hash: hex(play.world().state_hash()),
        hashes,
        ccd,
        overlap: measure_overlap(play.roster(), &samples),
        joint_error: joint_errors.figures(),
        motion: measure_motion(play.roster(), &samples, scene.container.as_ref()),
    };
    Ok(Run { report, play, fault })
}

/// Times summed over the timed steps [ms].
#[derive(Default)]
struct Times {
    total_ms: f64,
    step_ms: Vec<f64>,
    stages_ms: Vec<(&'static str, f64)>,
    serial_ms: f64,
}

impl Times {
    fn add(&mut self, world: &World, total_ms: f64, step_ms: f64) {
        self.total_ms += total_ms;
        self.step_ms.push(step_ms);
        self.serial_ms += world.times().serial_ms();
        for (name, ms) in world.times().stages() {
            match self.stages_ms.iter_mut().find(|stage| stage.0 == name) {
                Some(stage) => stage.1 += ms,
                None => self.stages_ms.push((name, ms)),
            }
        }
    }
}

fn ms_since(start: Stopwatch) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}
