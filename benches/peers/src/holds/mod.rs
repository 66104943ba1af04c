//! Joints and stacks under load, by each engine at equal substeps: how far joints of each kind err, ropes stretch and
//! heavy bodies sink, and how much of its energy a pendulum keeps. All figures are of poses, by the same code.

mod cases;
mod kinds;

use crate::box2d::{Box2dWorld, Tasks};
use crate::compare::table::Table;
use crate::engine::{Player, Stand};
use crate::rapier::RapierWorld;
use carom::Vec2;
use carom_scenes::{JointErrorSum, Sample, SceneDef, SceneError};
use cases::cases;
use kinds::HeldErrors;
use std::error::Error;

/// The cases to measure.
#[derive(Clone, Debug, clap::Args)]
pub struct HoldsArgs {
    /// Substeps of a step, each in turn
    #[arg(long, value_name = "4,8", value_delimiter = ',', default_value = "4")]
    pub substeps: Vec<u32>,
    /// Names of cases [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub cases: Vec<String>,
}

/// A scene and the figure that is taken of it.
pub struct Case {
    name: &'static str,
    scene: SceneDef,
    gauge: Gauge,
}

/// A figure of a run.
enum Gauge {
    /// Distance of the two anchors of the joints [mm]: mean, mean of the worst, peak.
    Joints,
    /// Error of all that the joints hold [mm], an angle at an arm of 1 m: mean, greatest.
    Held,
    /// Greatest distance of a point of a body from the origin, beyond a length [% of it].
    Stretch { body: usize, anchor: Vec2, length: f32 },
    /// Greatest depth of a body below its start [mm].
    Sink { body: usize },
    /// Energy of a rod on a hinge at the end, above that at rest, as a part of that at first [%].
    Energy { body: usize, mass: f64, inertia: f64, arm: f64 },
}

/// Measures and prints a table for each number of substeps.
pub fn run(args: &HoldsArgs) -> Result<(), Box<dyn Error>> {
    for &substeps in &args.substeps {
        println!("{substeps} substeps");
        let mut table = Table::new(["case", "figure", "carom", "Rapier", "Box2D"]);
        for mut case in cases()? {
            if !args.cases.is_empty() && !args.cases.iter().any(|name| name == case.name) {
                continue;
            }
            case.scene.world.substeps = substeps;
            let scene = &case.scene;
            table.row(vec![
                case.name.to_owned(),
                case.gauge.name().to_owned(),
                case.figure(scene.play()?)?,
                case.peer(Stand::new(RapierWorld::new(scene)?, scene))?,
                case.peer(Stand::new(Box2dWorld::new(scene, 1, Tasks::BuiltIn)?, scene))?,
            ]);
        }
        table.print();
    }
    Ok(())
}

impl Case {
    /// The figure of a peer; none if it lacks what the scene needs.
    fn peer(&self, player: Result<impl Player, SceneError>) -> Result<String, SceneError> {
        match player {
            Ok(player) => self.figure(player),
            Err(lack) => {
                eprintln!("{}: {lack}", self.name);
                Ok("none".to_owned())
            }
        }
    }

    /// Plays the scene to its end.
    fn figure(&self, mut player: impl Player) -> Result<String, SceneError> {
        let (mut errors, mut held, mut most) = (JointErrorSum::default(), HeldErrors::default(), 0.0_f64);
        let start = player.samples();
        for _ in 0..self.scene.steps {
            player.act()?;
            player.step();
            match self.gauge {
                Gauge::Joints => errors.add(player.roster(), |body| player.pose(body)),
                Gauge::Held => held.add(player.roster(), |body| player.pose(body)),
                Gauge::Stretch { body, anchor, length } => {
                    let far = player.pose(body).transform_point(anchor).length();
                    most = most.max(100.0 * (f64::from(far / length) - 1.0));
                }
                Gauge::Sink { body } => {
                    most = most.max(1000.0 * f64::from(start[body].pose.p.y - player.pose(body).p.y));
                }
                Gauge::Energy { .. } => {}
            }
        }
        Ok(match self.gauge {
            Gauge::Joints => {
                let of = errors.figures();
                format!("{:.2} / {:.2} / {:.2}", 1000.0 * of.mean, 1000.0 * of.worst, 1000.0 * of.peak)
            }
            Gauge::Held => {
                let [mean, greatest] = held.figures();
                format!("{:.3} / {:.2}", 1000.0 * mean, 1000.0 * greatest)
            }
            Gauge::Stretch { .. } => format!("{most:.4}"),
            Gauge::Sink { .. } => format!("{most:.1}"),
            Gauge::Energy { body, mass, inertia, arm } => {
                let g = f64::from(-self.scene.world.gravity.y);
                let energy = |sample: &Sample| {
                    let (v, w) = (f64::from(sample.velocity.length()), f64::from(sample.angular_velocity));
                    0.5 * (mass * v * v + inertia * w * w) + mass * g * (f64::from(sample.pose.p.y) + arm)
                };
                format!("{:.2}", 100.0 * energy(&player.samples()[body]) / energy(&start[body]))
            }
        })
    }
}

impl Gauge {
    /// Its name and unit.
    fn name(&self) -> &'static str {
        match self {
            Self::Joints => "mean / mean worst / peak, mm",
            Self::Held => "mean / greatest, mm",
            Self::Stretch { .. } => "greatest stretch, %",
            Self::Sink { .. } => "greatest depth, mm",
            Self::Energy { .. } => "energy kept, %",
        }
    }
}
