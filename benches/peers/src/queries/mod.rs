//! 10,000 rays, boxes and casts into a scene after some steps, asked of carom, Rapier and Box2D in turn. Compares their
//! times and their answers.
//!
//! carom plays the scene. Then all three worlds are built of its poses and take a few steps without gravity that last
//! a microsecond: their trees have seen steps, and the bodies stay where they are, so that answers can be compared.

mod questions;
mod rapier;

use crate::box2d::{Box2dWorld, Tasks};
use crate::compare::table::{Table, ms, ratio};
use crate::engine::PeerWorld;
use crate::rapier::RapierWorld;
use carom::diagnostics::Driver;
use carom::{Vec2, World};
use carom_scenes::{SceneDef, SceneError};
pub use questions::{Answers, Questions};
use std::error::Error;
use std::time::Instant;

/// The queries to make.
#[derive(Clone, Debug, clap::Args)]
pub struct QueriesArgs {
    /// The scene
    #[arg(long, default_value = "mixed_50k")]
    pub scene: String,
    /// Steps before the questions
    #[arg(long, default_value_t = 150)]
    pub steps: u32,
    /// Questions of each kind
    #[arg(long, default_value_t = 10_000)]
    pub count: usize,
    /// Rounds; each asks every engine once in turn, and the least times are reported: other work only adds
    #[arg(long, default_value_t = 15)]
    pub rounds: u32,
}

/// An engine that answers queries.
pub trait Oracle {
    /// Answers all queries of a kind.
    fn answer(&self, kind: Kind, questions: &Questions) -> Answers;
}

/// Kinds of queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first hit of each ray.
    Rays,
    /// The shapes that overlap each box.
    Boxes,
    /// The first hit of each box on its way.
    Casts,
}

/// All kinds, and their names.
const KINDS: [(Kind, &str); 3] = [(Kind::Rays, "rays"), (Kind::Boxes, "boxes"), (Kind::Casts, "casts")];

/// carom's batches.
struct Batches(World);

impl Oracle for Batches {
    fn answer(&self, kind: Kind, questions: &Questions) -> Answers {
        let query = self.0.query();
        match kind {
            Kind::Rays => {
                let hits = query.ray_batch(&questions.rays).unwrap_or_default();
                Answers::Fractions(hits.iter().map(|hit| hit.map_or(f32::NAN, |hit| hit.fraction)).collect())
            }
            Kind::Boxes => {
                let found = query.overlap_batch(&questions.areas).unwrap_or_default();
                Answers::Counts(found.iter().map(|list| list.len() as u32).collect())
            }
            Kind::Casts => {
                let hits = query.cast_batch(&questions.casts).unwrap_or_default();
                Answers::Fractions(hits.iter().map(|hit| hit.map_or(f32::NAN, |hit| hit.fraction)).collect())
            }
        }
    }
}

/// An engine by name, with its function.
type Column<'a> = (&'static str, &'a dyn Fn(Kind) -> Answers);

/// Makes the queries and prints the times.
pub fn run(args: &QueriesArgs) -> Result<(), Box<dyn Error>> {
    let scene = still(&args.scene, args.steps)?;
    let questions = Questions::new(&scene, args.count)?;
    let carom = Batches(carom(&scene)?);
    let rapier: RapierWorld = settled(RapierWorld::new(&scene)?, &scene)?;
    let box2d: Box2dWorld = settled(Box2dWorld::new(&scene, 1, Tasks::BuiltIn)?, &scene)?;
    let [one, two] = [1, 2].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    let (one, two) = (one?, two?);
    let columns: [Column<'_>; 5] = [
        ("carom", &|kind| one.install(|| carom.answer(kind, &questions))),
        ("rapier", &|kind| one.install(|| rapier.answer(kind, &questions))),
        ("box2d", &|kind| box2d.answer(kind, &questions)),
        ("carom, 2 threads", &|kind| two.install(|| carom.answer(kind, &questions))),
        ("rapier, 2 threads", &|kind| two.install(|| rapier.answer(kind, &questions))),
    ];
    let mut table = Table::new(
        ["ms"].into_iter().chain(columns.iter().map(|column| column.0)).chain(["peer / carom", "1 / 2 threads"]),
    );
    for (kind, name) in KINDS {
        let mut times = vec![Vec::new(); columns.len()];
        for _ in 0..args.rounds {
            for (times, (_, answer)) in times.iter_mut().zip(&columns) {
                let start = Instant::now();
                std::hint::black_box(answer(kind));
                times.push(start.elapsed().as_secs_f64() * 1000.0);
            }
        }
        let times: Vec<f64> = times.iter().map(|times| least(times)).collect();
        let better = if times[1] < times[2] { times[1] } else { times[2] };
        let cells = times.iter().map(|t| ms(*t)).chain([ratio(better / times[0]), ratio(times[0] / times[3])]);
        table.row([name.to_owned()].into_iter().chain(cells).collect());
        let wanted = columns[0].1(kind);
        for (peer, answer) in &columns[1..3] {
            println!("{name}, carom and {peer}: {}", wanted.differences(&answer(kind)));
        }
    }
    table.print();
    Ok(())
}

/// The scene after some steps, at rest and without gravity.
fn still(name: &str, steps: u32) -> Result<SceneDef, Box<dyn Error>> {
    let entry = carom_scenes::find(name).ok_or_else(|| format!("there is no scene {name:?}"))?;
    let mut scene = entry.scene()?;
    let mut play = scene.play()?;
    for _ in 0..steps {
        play.act()?;
        play.step();
    }
    scene.script = None;
    scene.world.gravity = Vec2::ZERO;
    scene.world.dt = 1.0e-6;
    scene.world.sleep = false;
    for (number, body) in scene.bodies.iter_mut().enumerate() {
        let pose = play.pose(number);
        (body.position, body.angle) = (pose.p, pose.q.angle());
        (body.velocity, body.angular_velocity) = (Vec2::ZERO, 0.0);
    }
    Ok(scene)
}

/// Steps of a world before its queries.
const STEPS: u32 = 4;

fn carom(scene: &SceneDef) -> Result<World, SceneError> {
    let mut play = scene.play()?;
    for _ in 0..STEPS {
        play.step();
    }
    let mut world = play.world().clone();
    world.set_driver(Driver::Rayon);
    Ok(world)
}

fn settled<W: PeerWorld>(mut world: W, scene: &SceneDef) -> Result<W, SceneError> {
    for body in &scene.bodies {
        world.add(body)?;
    }
    for _ in 0..STEPS {
        world.step();
    }
    Ok(world)
}

fn least(times: &[f64]) -> f64 {
    times.iter().fold(f64::INFINITY, |least, &time| if time < least { time } else { least })
}
