//! The tables of `carom bench`: the figures, and their comparison with earlier ones.

use super::baseline::Comparison;
use super::figures::{BenchRow, Figures};
use crate::table::{count, lay_out};
use comfy_table::Table;
use std::io::{Result, Write};

/// Letters of a scene's name that a table shows.
const MOST_LETTERS: usize = 40;

/// Writes a row for each scene, number of bodies and number of threads.
pub fn write_figures(figures: &Figures, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", figures.build())?;
    writeln!(out, "{}", figures.machine)?;
    let rounds = count(figures.rounds, "round", "rounds");
    writeln!(out, "Median step in ms: median, min, max of {rounds}. Speedup: over its first number of threads.")?;
    let mut table = Table::new();
    table.set_header(["scene", "bodies", "threads", "median", "min", "max", "99 %", "speedup", "state hash"]);
    for row in &figures.results {
        let is_alike = |first: &&BenchRow| first.scene == row.scene && first.moving_bodies == row.moving_bodies;
        let first = figures.results.iter().find(is_alike).unwrap_or(row);
        let step = row.median_step_ms;
        table.add_row([
            short(&row.scene),
            row.moving_bodies.to_string(),
            row.threads.to_string(),
            ms(step.median),
            ms(step.min),
            ms(step.max),
            ms(row.step_ms.p99),
            format!("{:.2}", if row.total_ms > 0.0 { first.total_ms / row.total_ms } else { 1.0 }),
            row.state_hash.clone(),
        ]);
    }
    writeln!(out, "{}", lay_out(table, 1, &[1, 2, 3, 4, 5, 6, 7]))
}

/// Writes a row for each row that both reports have, and the notes.
pub fn write_comparison(comparison: &Comparison, before: &Figures, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "Before: {}, {}", comparison.file, before.build())?;
    writeln!(out, "Median step in ms, now over before. Least and greatest ratio by the rounds.")?;
    let mut table = Table::new();
    table.set_header(["scene", "bodies", "threads", "now", "before", "ratio", "least", "greatest"]);
    for row in &comparison.rows {
        let of = |part: Option<f64>| part.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
        table.add_row([
            short(&row.scene),
            row.moving_bodies.to_string(),
            row.threads.to_string(),
            ms(row.now_ms),
            ms(row.before_ms),
            of(row.ratio.map(|r| r.median)),
            of(row.ratio.map(|r| r.min)),
            of(row.ratio.map(|r| r.max)),
        ]);
    }
    writeln!(out, "{}", lay_out(table, 1, &[1, 2, 3, 4, 5, 6, 7]))?;
    comparison.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

fn ms(time: f64) -> String {
    format!("{time:.3}")
}

/// A file may give its scene a name of any length.
fn short(name: &str) -> String {
    name.chars().take(MOST_LETTERS).collect()
}
