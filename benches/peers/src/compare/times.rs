//! Times side by side.

use super::processes::Processes;
use super::table::{Table, ms, ratio};
use super::{CompareArgs, machine, number, progress, write};
use crate::engine::Engine;
use serde_json::{Map, Value, json};
use std::error::Error;
use std::path::Path;

/// The median over the rounds of one engine on one scene with one number of threads.
#[derive(Clone, Copy, Debug)]
struct Figure {
    engine: Engine,
    /// Median step [ms].
    step: f64,
    /// All timed steps, drivers included [ms].
    total: f64,
}

/// All engines on one scene with one number of threads.
struct Line {
    scene: String,
    threads: usize,
    figures: Vec<Figure>,
    reports: Vec<(Engine, Vec<Value>)>,
}

/// The engines to divide: the first is faster if the ratio is above 1.
const RATIOS: [(Engine, Engine); 4] = [
    (Engine::Box2d, Engine::Carom),
    (Engine::Rapier, Engine::Carom),
    (Engine::Box2d, Engine::CaromNative),
    (Engine::Rapier, Engine::CaromNative),
];

/// Load at the start above which there is a warning.
const BUSY: f64 = 0.7;

/// Measures, prints a table for each number of threads and writes the result.
pub fn run(args: &CompareArgs, scenes: &[String], processes: &Processes, path: &Path) -> Result<(), Box<dyn Error>> {
    let engines = if args.only.is_empty() { Engine::ALL.to_vec() } else { args.only.clone() };
    let rounds = if args.quick { 1 } else { args.rounds };
    let threads = match &args.threads {
        _ if args.quick => vec![1],
        threads if threads.is_empty() => vec![1, 2],
        threads => threads.clone(),
    };
    let machine = machine();
    if number(&machine, "/load") > BUSY {
        println!("the machine is busy (load {}): these times say little", number(&machine, "/load"));
    }
    let mut lines = Vec::new();
    for scene in scenes {
        let mut done: Vec<Line> = threads.iter().map(|&n| Line::new(scene, n, &engines)).collect();
        for round in 1..=rounds {
            for line in &mut done {
                for (engine, reports) in &mut line.reports {
                    progress(&format!("{scene} round {round}/{rounds} threads {} {}", line.threads, engine.name()));
                    match processes.run(*engine, scene, line.threads, 0) {
                        Ok(report) => reports.push(report),
                        Err(e) => eprintln!("{e}"),
                    }
                }
            }
        }
        progress("");
        for line in &mut done {
            line.take_medians();
            line.print();
        }
        lines.extend(done);
        write(path, &result(&lines, &threads, rounds, &machine))?;
    }
    for &n in &threads {
        print(&lines, n, &engines);
    }
    println!("\nwritten to {}", path.display());
    Ok(())
}

impl Line {
    fn new(scene: &str, threads: usize, engines: &[Engine]) -> Self {
        let reports = engines.iter().map(|engine| (*engine, Vec::new())).collect();
        Self { scene: scene.to_owned(), threads, figures: Vec::new(), reports }
    }

    fn take_medians(&mut self) {
        let figure = |(engine, reports): &(Engine, Vec<Value>)| Figure {
            engine: *engine,
            step: median(reports.iter().map(|report| number(report, "/step_ms/median")).collect()),
            total: median(reports.iter().map(|report| number(report, "/total_ms")).collect()),
        };
        self.figures = self.reports.iter().map(figure).collect();
    }

    fn figure(&self, engine: Engine) -> Option<Figure> {
        self.figures.iter().copied().find(|figure| figure.engine == engine)
    }

    /// The times of one engine over those of another: median step and total.
    fn ratio(&self, (over, under): (Engine, Engine)) -> (f64, f64) {
        match (self.figure(over), self.figure(under)) {
            (Some(over), Some(under)) => (over.step / under.step, over.total / under.total),
            _ => (f64::NAN, f64::NAN),
        }
    }

    /// Prints a line at once, while the other engines run.
    fn print(&self) {
        let times: Vec<String> =
            self.figures.iter().map(|f| format!("{} {} / {}", f.engine.name(), ms(f.total), ms(f.step))).collect();
        println!("{} x{}: {}", self.scene, self.threads, times.join(", "));
    }

    fn json(&self) -> Value {
        let mut engines = Map::new();
        for (figure, (engine, reports)) in self.figures.iter().zip(&self.reports) {
            let entry = json!({"step_ms_median": figure.step, "total_ms": figure.total, "rounds": reports});
            engines.insert(engine.name().to_owned(), entry);
        }
        let ratios = ratios(|pair| self.ratio(pair));
        json!({"scene": self.scene, "threads": self.threads, "engines": engines, "ratios": ratios})
    }
}

/// The ratios that exist, by name.
fn ratios(of: impl Fn((Engine, Engine)) -> (f64, f64)) -> Value {
    let mut map = Map::new();
    for pair in RATIOS {
        let (step, total) = of(pair);
        if step.is_finite() {
            let name = format!("{}/{}", pair.0.name(), pair.1.name());
            map.insert(name, json!({"step_ms_median": step, "total_ms": total}));
        }
    }
    Value::Object(map)
}

fn result(lines: &[Line], threads: &[usize], rounds: u32, machine: &Value) -> Value {
    let means = |&n: &usize| json!({"threads": n, "ratios": ratios(|pair| mean_ratio(lines, n, pair))});
    json!({
        "machine": machine,
        "rounds": rounds,
        "scenes": lines.iter().map(Line::json).collect::<Vec<_>>(),
        "geometric_means": threads.iter().map(means).collect::<Vec<_>>(),
    })
}

/// Geometric means of a ratio over the scenes that have it: median step and total.
#[allow(clippy::disallowed_methods, reason = "a report, not a simulation")]
fn mean_ratio(lines: &[Line], threads: usize, pair: (Engine, Engine)) -> (f64, f64) {
    let ratios = lines.iter().filter(|line| line.threads == threads).map(|line| line.ratio(pair));
    let ratios: Vec<(f64, f64)> = ratios.filter(|(step, total)| step.is_finite() && total.is_finite()).collect();
    let mean =
        |of: fn(&(f64, f64)) -> f64| (ratios.iter().map(|r| of(r).ln()).sum::<f64>() / ratios.len() as f64).exp();
    (mean(|r| r.0), mean(|r| r.1))
}

fn print(lines: &[Line], threads: usize, engines: &[Engine]) {
    let plural = if threads == 1 { "" } else { "s" };
    println!("\n{threads} thread{plural}: total ms / median ms a step; ratios of median steps (of totals)");
    let pairs: Vec<(Engine, Engine)> =
        RATIOS.into_iter().filter(|(a, b)| engines.contains(a) && engines.contains(b)).collect();
    let heads = engines.iter().map(|engine| engine.name().to_owned());
    let heads = heads.chain(pairs.iter().map(|(a, b)| format!("{}/{}", a.name(), b.name())));
    let heads: Vec<String> = std::iter::once("scene".to_owned()).chain(heads).collect();
    let mut table = Table::new(heads.iter().map(String::as_str));
    let both = |(step, total): (f64, f64)| format!("{} ({})", ratio(step), ratio(total));
    for line in lines.iter().filter(|line| line.threads == threads) {
        let mut cells = vec![line.scene.clone()];
        cells.extend(line.figures.iter().map(|f| format!("{} / {}", ms(f.total), ms(f.step))));
        cells.extend(pairs.iter().map(|pair| both(line.ratio(*pair))));
        table.row(cells);
    }
    let mut cells = vec!["geometric mean".to_owned()];
    cells.resize(1 + engines.len(), String::new());
    cells.extend(pairs.iter().map(|pair| both(mean_ratio(lines, threads, *pair))));
    table.row(cells);
    table.print();
}

/// The median; of an even number, the mean of the two in the middle; NaN of none.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len();
    match count {
        0 => f64::NAN,
        _ => 0.5 * (numbers[(count - 1) / 2] + numbers[count / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
    }
}
