//! The short table for people at the end of a run.

use carom_scenes::Report;
use std::fmt::Display;
use std::io::{Result, Write};

/// A count with its noun.
pub fn count<N: Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    format!("{number} {}", if number == N::from(1) { one } else { many })
}

/// Writes the table of a run.
pub fn write_report(report: &Report, out: &mut dyn Write) -> Result<()> {
    let r = report;
    let mut row = |name: &str, text: String| writeln!(out, "{name:<12} {text}");
    row(
        &r.scene,
        format!(
            "{}, {}, broad phase {}",
            count(r.steps, "step", "steps"),
            count(r.threads, "thread", "threads"),
            r.broad_phase
        ),
    )?;
    let (shapes, joints) = (count(r.shapes, "shape", "shapes"), count(r.joints, "joint", "joints"));
    row("bodies", format!("{} ({} awake), {shapes}, {joints}", r.bodies, r.awake))?;
    row("contacts", format!("{} with {}", r.contacts, count(r.contact_points, "point", "points")))?;
    let s = r.step_ms;
    row("time", format!("{:.1} ms to build, {:.1} ms for all timed steps", r.build_ms, r.total_ms))?;
    let step = format!("mean {:.3}, median {:.3}, 99 % {:.3}, greatest {:.3} ms", s.mean, s.median, s.p99, s.max);
    row("a step", format!("{step}; {:.3} ms serial", r.serial_ms))?;
    for part in r.stages_ms.chunks(4) {
        let part: Vec<String> = part.iter().map(|(name, ms)| format!("{name} {ms:.3}")).collect();
        row("  stages", format!("{} ms", part.join(", ")))?;
    }
    let o = r.overlap;
    if o.pairs > 0 {
        let depth = format!("mean {:.2}, 99 % {:.2}, greatest {:.2} mm", 1e3 * o.mean, 1e3 * o.p99, 1e3 * o.max);
        row("overlap", format!("{}, {} over 2 cm: {depth}", count(o.pairs, "pair", "pairs"), o.over_2cm))?;
    }
    if r.joints > 0 {
        let j = r.joint_error;
        let text = format!("mean {:.2}, worst {:.2}, peak {:.2} mm", 1e3 * j.mean, 1e3 * j.worst, 1e3 * j.peak);
        row("joint error", text)?;
    }
    let w = r.ccd;
    if w.impacts > 0 || w.slowed > 0 {
        let dropped =
            format!("{} stopped, {:.3} ms dropped, {} slowed down", w.stopped, 1e-6 * w.dropped_ns as f64, w.slowed);
        let (impacts, rounds) = (count(w.impacts, "impact", "impacts"), count(w.most_rounds, "round", "rounds"));
        row("ccd", format!("{impacts}, at most {rounds}, {dropped}"))?;
    }
    let m = r.motion;
    let place = format!("mean place ({:.3}, {:.3})", m.mean_x, m.mean_y);
    row("motion", format!("{place}, mean speed {:.4}, greatest {:.4} m/s", m.mean_speed, m.max_speed))?;
    let lost = m.lost.map_or_else(|| "no container".to_owned(), |lost| format!("{lost} lost"));
    row("safety", format!("{lost}, {} not finite", m.not_finite))?;
    row("state hash", r.state_hash.clone())
}
