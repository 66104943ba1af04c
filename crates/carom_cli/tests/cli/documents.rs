//! Every field and column that the program writes is in docs/CLI.md, and nothing else is.

use crate::kit::{SMALL, carom, carom_with, check, json, path, text};
use serde_json::Value;
use std::collections::BTreeSet;

/// Fields whose content has names of its own: those of the stages.
const MAPS: [&str; 1] = ["stages_ms"];

/// The fields of the table after the paragraph that begins so.
fn documented(begin: &str) -> BTreeSet<String> {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/CLI.md")).unwrap();
    let after = document.split_once(begin).unwrap_or_else(|| panic!("no {begin:?}")).1;
    let rows = after.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let first = rows.take_while(|line| line.starts_with('|')).map(|row| row.split('|').nth(1).unwrap());
    first.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned)).collect()
}

/// The paths of all fields in a value.
fn written(value: &Value, path: &str, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) if !MAPS.contains(&path) => {
            for (name, value) in fields {
                let dot = if path.is_empty() { "" } else { "." };
                written(value, &format!("{path}{dot}{name}"), out);
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().for_each(|item| written(item, &format!("{path}[]"), out));
        }
        _ => drop(out.insert(path.to_owned())),
    }
}

fn compare(begin: &str, value: &Value) {
    let mut found = BTreeSet::new();
    written(value, "", &mut found);
    assert_eq!(found, documented(begin), "{begin}");
}

#[test]
fn fields_of_json_are_documented() {
    let report = json(&carom_with(&["run", "-", "--json", "-", "--hash-every", "7"], SMALL.as_bytes()));
    compare("Fields of `run --json`", &report);
    let (scene, file) = (path("documents.scene.json"), path("documents.report.json"));
    std::fs::write(&scene, SMALL).unwrap();
    let args = ["bench", &scene, "--threads", "1", "--rounds", "1", "--steps", "9", "--json"];
    check(&carom(&[&args[..], &[&file]].concat()), 0, &[]);
    let figures = json(&carom(&[&args[..], &["-", "--baseline", &file]].concat()));
    compare("Fields of `bench --json`", &figures);
    let list = json(&carom(&["scenes", "--json"]));
    list.as_array().unwrap().iter().for_each(|scene| compare("Fields of `scenes --json`", scene));
}

#[test]
fn columns_of_csv_are_documented() {
    for (option, begin) in [("--csv", "Columns of `--csv`"), ("--poses", "Columns of `--poses`")] {
        let output = carom_with(&["run", "-", option, "-", "--quiet"], SMALL.as_bytes());
        check(&output, 0, &[]);
        let head = text(&output.stdout).lines().next().unwrap().to_owned();
        assert_eq!(head.split(',').map(str::to_owned).collect::<BTreeSet<_>>(), documented(begin), "{option}");
    }
}

#[test]
fn options_are_documented() {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/CLI.md")).unwrap();
    for command in ["scenes", "run", "render", "gallery", "bench", "export", "check"] {
        let help = carom(&[command, "--help"]);
        check(&help, 0, &[]);
        let help = text(&help.stdout);
        let lines = help.lines().filter(|line| line.trim_start().starts_with('-'));
        for option in lines.filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--"))) {
            let is_there = document.contains(&format!("`{option}`")) || document.contains(&format!("`{option} "));
            assert!(is_there || option == "--help", "{command} {option}");
        }
    }
}
