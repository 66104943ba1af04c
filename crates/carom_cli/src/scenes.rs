//! `carom scenes`: the scenes by name.

use crate::args::ScenesArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::table;
use carom_scenes::{SceneDef, all, extras};
use comfy_table::{Cell, Table};
use serde_json::{Value, json};
use std::io::{Result, Write};

/// Lists the scenes.
pub fn scenes(args: &ScenesArgs) -> std::result::Result<(), Failure> {
    let scenes = all().iter().chain(extras()).map(|entry| entry.scene()).collect::<std::result::Result<Vec<_>, _>>()?;
    Output::stdout().write(|out| if args.json { write_json(&scenes, out) } else { write_lines(&scenes, out) })
}

fn write_lines(scenes: &[SceneDef], out: &mut dyn Write) -> Result<()> {
    let mut table = Table::new();
    table.set_header(["name", "bodies", "joints", "steps", "about"]);
    table.add_rows(scenes.iter().map(|scene| {
        let counts = [scene.bodies.len(), scene.joints.len(), scene.steps as usize].map(Cell::new);
        let [bodies, joints, steps] = counts;
        [Cell::new(&scene.name), bodies, joints, steps, Cell::new(&scene.about)]
    }));
    table::fit_terminal(&mut table);
    writeln!(out, "{}", table::lay_out(table, 2, &[1, 2, 3]))
}

fn write_json(scenes: &[SceneDef], out: &mut dyn Write) -> Result<()> {
    let list: Vec<Value> = scenes
        .iter()
        .map(|scene| {
            json!({
                "name": scene.name,
                "bodies": scene.bodies.len(),
                "shapes": scene.shape_count(),
                "joints": scene.joints.len(),
                "steps": scene.steps,
                "about": scene.about,
                "script": scene.script.is_some(),
            })
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &list)?;
    writeln!(out)
}
