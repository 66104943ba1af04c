//! `carom scenes`: the scenes by name.

use crate::args::ScenesArgs;
use crate::failure::Failure;
use crate::output::Output;
use carom_scenes::{SceneDef, all, extras};
use serde_json::{Value, json};
use std::io::{Result, Write};

/// Lists the scenes.
pub fn scenes(args: &ScenesArgs) -> std::result::Result<(), Failure> {
    let scenes = all().iter().chain(extras()).map(|entry| entry.scene()).collect::<std::result::Result<Vec<_>, _>>()?;
    Output::stdout().write(|out| if args.json { write_json(&scenes, out) } else { write_lines(&scenes, out) })
}

fn write_lines(scenes: &[SceneDef], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{:<14} {:>6} {:>6} {:>6}  about", "name", "bodies", "joints", "steps")?;
    for scene in scenes {
        let (bodies, joints) = (scene.bodies.len(), scene.joints.len());
        writeln!(out, "{:<14} {bodies:>6} {joints:>6} {:>6}  {}", scene.name, scene.steps, scene.about)?;
    }
    Ok(())
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
