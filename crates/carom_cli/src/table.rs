//! Tables for people: the report of a run, and the layout of all tables.

use carom_scenes::Report;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use console::Term;
use std::fmt::Display;
use std::io::{Result, Write};
use std::path::Path;

/// Pairs of a stage and its time in a row.
const STAGES_A_ROW: usize = 3;

/// The narrowest terminal that rows are wrapped for [columns].
const LEAST_COLUMNS: u16 = 40;

/// A count with its noun.
pub fn count<N: Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    format!("{number} {}", if number == N::from(1) { one } else { many })
}

/// Long texts are wrapped at the width of the terminal. In a pipe or a file a row stays one line.
pub fn fit_terminal(table: &mut Table) {
    if let Some((_, columns)) = Term::stdout().size_checked().filter(|(_, columns)| *columns >= LEAST_COLUMNS) {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(columns);
    }
}

/// The text of a table: no lines, columns `gap` blanks apart, those of `numbers` to the right.
pub fn lay_out(mut table: Table, gap: u16, numbers: &[usize]) -> String {
    table.load_style(presets::NOTHING);
    for column in table.column_iter_mut() {
        column.set_padding((0, gap));
    }
    for number in numbers {
        if let Some(column) = table.column_mut(*number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.trim_fmt()
}

/// Writes the table of a run, and the paths of its pictures, films and replay, if there are any.
pub fn write_report(report: &Report, pictures: &[String], out: &mut dyn Write) -> Result<()> {
    let r = report;
    let (steps, threads) = (count(r.steps, "step", "steps"), count(r.threads, "thread", "threads"));
    writeln!(out, "{}: {steps}, {threads}, broad phase {}", r.scene, r.broad_phase)?;
    let mut table = Table::new();
    let mut row = |name: &str, text: String| {
        table.add_row([name, &text]);
    };
    let (shapes, joints) = (count(r.shapes, "shape", "shapes"), count(r.joints, "joint", "joints"));
    row("bodies", format!("{} ({} awake), {shapes}, {joints}", r.bodies, r.awake));
    row("contacts", format!("{} with {}", r.contacts, count(r.contact_points, "point", "points")));
    let s = r.step_ms;
    row("time", format!("{:.1} ms to build, {:.1} ms for all timed steps", r.build_ms, r.total_ms));
    row("a step, ms", format!("mean {:.3}, median {:.3}, 99 % {:.3}, greatest {:.3}", s.mean, s.median, s.p99, s.max));
    row("serial", format!("{:.3} ms of a step", r.serial_ms));
    if !r.stages_ms.is_empty() {
        row("stages, ms", stages(report));
    }
    let o = r.overlap;
    if o.pairs > 0 {
        let depth = format!("mean {:.2}, 99 % {:.2}, greatest {:.2}", 1e3 * o.mean, 1e3 * o.p99, 1e3 * o.max);
        row("overlap, mm", format!("{}, {} over 2 cm: {depth}", count(o.pairs, "pair", "pairs"), o.over_2cm));
    }
    if r.joints > 0 {
        let j = r.joint_error;
        let text = format!("mean {:.2}, worst {:.2}, peak {:.2}", 1e3 * j.mean, 1e3 * j.worst, 1e3 * j.peak);
        row("joint error, mm", text);
    }
    let w = r.ccd;
    if w.impacts > 0 || w.slowed > 0 {
        let dropped =
            format!("{} stopped, {:.3} ms dropped, {} slowed down", w.stopped, 1e-6 * w.dropped_ns as f64, w.slowed);
        let (impacts, rounds) = (count(w.impacts, "impact", "impacts"), count(w.most_rounds, "round", "rounds"));
        row("ccd", format!("{impacts}, at most {rounds}, {dropped}"));
    }
    let m = r.motion;
    let place = format!("mean place ({:.3}, {:.3})", m.mean_x, m.mean_y);
    row("motion", format!("{place}, mean speed {:.4}, greatest {:.4} m/s", m.mean_speed, m.max_speed));
    let lost = m.lost.map_or_else(|| "no container".to_owned(), |lost| format!("{lost} lost"));
    row("safety", format!("{lost}, {} not finite", m.not_finite));
    row("state hash", r.state_hash.clone());
    for (number, picture) in pictures.iter().enumerate() {
        let page = Path::new(picture).extension().is_some_and(|end| end == "html");
        let name = if page { "replay" } else { "picture" };
        row(if number == 0 || page { name } else { "" }, format!("written to {picture}"));
    }
    writeln!(out, "{}", lay_out(table, 2, &[]))
}

/// Stages and their times [ms], a few pairs in a row.
fn stages(report: &Report) -> String {
    let mut table = Table::new();
    for part in report.stages_ms.chunks(STAGES_A_ROW) {
        table.add_row(part.iter().flat_map(|(name, ms)| [name.clone(), format!("{ms:.3}")]));
    }
    lay_out(table, 2, &[1, 3, 5])
}
