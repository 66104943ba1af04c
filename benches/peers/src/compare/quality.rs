//! Quality side by side: overlap in the final frame and over frames of the second half of the run, and joint errors.

use super::processes::Processes;
use super::table::{Table, mm, ratio};
use super::{CompareArgs, machine, number, progress, write};
use crate::engine::Engine;
use serde_json::{Map, Value, json};
use std::error::Error;
use std::path::Path;

/// Factor by which carom may be worse than the better peer: the mean depth, and its 99th percentile.
const LIMITS: [(&str, f64); 2] = [("mean", 1.1), ("p99", 1.25)];

/// Place of overlap in a report: of the final frame, and over several frames.
const PLACES: [(&str, &str); 2] = [("final", "/overlap"), ("frames", "/frames")];

/// The parts of the joint error.
const JOINTS: [&str; 3] = ["mean", "worst", "peak"];

/// The reports of all engines on one scene.
struct Line {
    scene: String,
    reports: Vec<(Engine, Value)>,
}

/// Measures, prints the tables and writes the result.
pub fn run(args: &CompareArgs, scenes: &[String], processes: &Processes, path: &Path) -> Result<(), Box<dyn Error>> {
    let engines =
        if args.only.is_empty() { vec![Engine::CaromNative, Engine::Rapier, Engine::Box2d] } else { args.only.clone() };
    // The bits are the same, and only this program's own children measure frames.
    let engines: Vec<Engine> =
        engines.into_iter().map(|e| if e == Engine::Carom { Engine::CaromNative } else { e }).collect();
    let threads = args.threads.first().copied().unwrap_or(1);
    let earlier = args.peers_from.as_deref().map(read).transpose()?;
    let mut lines: Vec<Line> = Vec::new();
    for scene in scenes {
        let mut line = Line { scene: scene.clone(), reports: Vec::new() };
        for engine in [Engine::CaromNative, Engine::Rapier, Engine::Box2d] {
            if engines.contains(&engine) {
                progress(&format!("{scene} {}", engine.name()));
                match processes.run(engine, scene, threads, args.frames) {
                    Ok(report) => line.reports.push((engine, report)),
                    Err(e) => eprintln!("{e}"),
                }
            } else if let Some(report) = earlier.as_ref().and_then(|earlier| find(earlier, scene, engine)) {
                line.reports.push((engine, report));
            }
        }
        lines.push(line);
        write(path, &result(&lines))?;
    }
    progress("");
    print_overlap(&lines);
    print_joints(&lines);
    print_health(&lines);
    println!("\nwritten to {}", path.display());
    Ok(())
}

fn read(path: &Path) -> Result<Value, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(serde_json::from_str(&text)?)
}

/// The report of an engine on a scene in an earlier result.
fn find(earlier: &Value, scene: &str, engine: Engine) -> Option<Value> {
    let scenes = earlier.get("scenes")?.as_array()?;
    let line = scenes.iter().find(|line| line.get("scene").and_then(Value::as_str) == Some(scene))?;
    line.get("engines")?.get(engine.name()).cloned()
}

impl Line {
    fn number(&self, engine: Engine, pointer: &str) -> f64 {
        self.reports.iter().find(|(e, _)| *e == engine).map_or(f64::NAN, |(_, report)| number(report, pointer))
    }

    /// The smaller figure of the peers.
    fn better_peer(&self, pointer: &str) -> f64 {
        let (rapier, box2d) = (self.number(Engine::Rapier, pointer), self.number(Engine::Box2d, pointer));
        // A figure that is missing is NaN, which `min` skips.
        rapier.min(box2d)
    }

    /// carom's figure over that of the better peer; 1 if neither has any.
    fn ratio(&self, pointer: &str) -> f64 {
        let (own, peer) = (self.number(Engine::CaromNative, pointer), self.better_peer(pointer));
        if own == 0.0 && peer == 0.0 { 1.0 } else { own / peer }
    }

    fn json(&self) -> Value {
        let engines: Map<String, Value> =
            self.reports.iter().map(|(engine, report)| (engine.name().to_owned(), report.clone())).collect();
        let mut ratios = Map::new();
        for (place, at) in PLACES {
            for (what, limit) in LIMITS {
                let value = self.ratio(&format!("{at}/{what}_m"));
                ratios.insert(format!("{place}_{what}"), json!({"ratio": value, "is_above_limit": value > limit}));
            }
        }
        json!({"scene": self.scene, "engines": engines, "ratios": ratios})
    }
}

fn result(lines: &[Line]) -> Value {
    json!({"machine": machine(), "scenes": lines.iter().map(Line::json).collect::<Vec<_>>()})
}

fn print_overlap(lines: &[Line]) {
    println!("overlap [mm]: carom / Rapier / Box2D; ratio of carom to the better peer, ! where above the limit");
    let mut table = Table::new([
        "scene",
        "final mean",
        "ratio",
        "final p99",
        "ratio",
        "frames mean",
        "ratio",
        "frames p99",
        "ratio",
    ]);
    let mut exceeded = 0;
    for line in lines {
        let mut cells = vec![line.scene.clone()];
        for (_, at) in PLACES {
            for (what, limit) in LIMITS {
                let pointer = format!("{at}/{what}_m");
                let of = |engine| mm(line.number(engine, &pointer));
                cells.push([of(Engine::CaromNative), of(Engine::Rapier), of(Engine::Box2d)].join(" / "));
                let value = line.ratio(&pointer);
                let is_above = value > limit;
                exceeded += u32::from(is_above);
                cells.push(format!("{}{}", ratio(value), if is_above { "!" } else { " " }));
            }
        }
        table.row(cells);
    }
    table.print();
    println!("limits: mean {}, p99 {}; {exceeded} exceeded", LIMITS[0].1, LIMITS[1].1);
}

fn print_joints(lines: &[Line]) {
    let jointed: Vec<&Line> = lines.iter().filter(|line| !(line.better_peer("/joint_error/peak_m") == 0.0)).collect();
    if jointed.is_empty() {
        return;
    }
    println!("\njoint error [mm]: carom / Rapier / Box2D; ratio of carom to the better peer");
    let mut table = Table::new(["scene", "mean", "ratio", "mean worst", "ratio", "peak", "ratio"]);
    for line in jointed {
        let mut cells = vec![line.scene.clone()];
        for what in JOINTS {
            let pointer = format!("/joint_error/{what}_m");
            let of = |engine| mm(line.number(engine, &pointer));
            cells.push([of(Engine::CaromNative), of(Engine::Rapier), of(Engine::Box2d)].join(" / "));
            cells.push(ratio(line.ratio(&pointer)));
        }
        table.row(cells);
    }
    table.print();
}

/// Contacts and motion at the end, to show a scene that went wrong.
fn print_health(lines: &[Line]) {
    println!("\nat the end: carom / Rapier / Box2D");
    let mut table = Table::new(["scene", "contacts", "points", "awake", "mean y", "mean speed", "lost", "not finite"]);
    for line in lines {
        let all = |pointer: &str, digits: usize| {
            let of = |engine| {
                let value = line.number(engine, pointer);
                if value.is_nan() { "-".to_owned() } else { format!("{value:.digits$}") }
            };
            [of(Engine::CaromNative), of(Engine::Rapier), of(Engine::Box2d)].join(" / ")
        };
        table.row(vec![
            line.scene.clone(),
            all("/contacts", 0),
            all("/contact_points", 0),
            all("/awake", 0),
            all("/mean_y_m", 2),
            all("/mean_speed_m_s", 3),
            all("/lost", 0),
            all("/not_finite", 0),
        ]);
    }
    table.print();
}
