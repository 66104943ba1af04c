//! The order of the house: dependencies of crates, lengths of files, and forbidden words in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Allowed dependencies among our own packages; ARCHITECTURE.md. Dev-dependencies are free.
const ARROWS: [(&str, &[&str]); 12] = [
    ("carom_math", &[]),
    ("carom_parallel", &[]),
    ("carom_shapes", &["carom_math"]),
    ("carom_broadphase", &["carom_math", "carom_parallel"]),
    ("carom_narrowphase", &["carom_math", "carom_shapes"]),
    ("carom_solver", &["carom_math", "carom_shapes", "carom_parallel"]),
    (
        "carom_world",
        &["carom_broadphase", "carom_math", "carom_narrowphase", "carom_shapes", "carom_solver", "carom_parallel"],
    ),
    // The door re-exports the crates below.
    (
        "carom",
        &[
            "carom_broadphase",
            "carom_math",
            "carom_narrowphase",
            "carom_shapes",
            "carom_solver",
            "carom_parallel",
            "carom_world",
        ],
    ),
    ("carom_scenes", &["carom"]),
    ("carom_draw", &["carom"]),
    ("carom_cli", &["carom", "carom_draw", "carom_scenes"]),
    ("carom_web", &["carom", "carom_scenes"]),
];

/// Files with `unsafe` in them, and why: the one file with proofs, and an allocator that counts.
const UNSAFE: [&str; 2] = ["crates/carom_solver/src/rows.rs", "tests/allocations.rs"];

/// Files of the engine that may panic, and why.
const MAY_PANIC: [(&str, &str); 5] = [
    ("crates/carom_math/src/dispatch.rs", "x86-64 without SSE2, which there is not"),
    ("crates/carom_narrowphase/src/distance/toi/impact_tests.rs", "tests that need private access"),
    ("crates/carom_world/src/stage/narrow_phase/at_rest_tests.rs", "tests that need private access"),
    ("crates/carom_world/src/stage/narrow_phase/oracle_tests.rs", "tests that need private access"),
    ("crates/carom_world/src/state/validate_tests.rs", "tests that need private access"),
];

/// Examples that are whole programs.
const PROGRAMS: [&str; 4] = ["angry_birds", "platformer", "stress", "top_down"];

/// All files below `folder` with this ending, sorted, without build outputs and hidden folders.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && !["target", "shared", "node_modules"].contains(&name.as_str()) {
            found.extend(files(&path, end));
        } else if name.ends_with(end) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Path from the root, and text, of every Rust file.
fn sources() -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let name = path.strip_prefix(ROOT).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(&path).unwrap())
    };
    let all: Vec<_> = files(Path::new(ROOT), ".rs").into_iter().map(read).collect();
    assert!(all.len() > 100, "{} files found", all.len());
    all
}

/// A file's text before its unit tests, without comments and string literals.
fn engine_part(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| line.split(" // ").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Whether a file is part of the engine or its tools, not of tests, benches or examples.
fn is_engine(name: &str) -> bool {
    !["tests/", "benches/", "examples/"].iter().any(|part| name.starts_with(part) || name.contains(&format!("/{part}")))
}

/// Name of a package and its normal dependencies, from its Cargo.toml.
fn manifest(text: &str) -> (String, Vec<String>) {
    let (mut section, mut name, mut needs) = ("", String::new(), Vec::new());
    for line in text.lines().map(str::trim) {
        if let Some(head) = line.strip_prefix('[') {
            section = head.trim_end_matches(']');
            // `[dependencies.x]` counts as well, for every target.
            if let Some((_, package)) = section.split_once("dependencies.").filter(|_| !section.contains("dev-")) {
                needs.push(package.to_owned());
            }
        } else if let Some((key, value)) = line.split_once('=') {
            let key = key.trim().split('.').next().unwrap_or_default();
            if section == "package" && key == "name" {
                name = value.trim().trim_matches('"').to_owned();
            }
            let normal =
                section.ends_with("dependencies") && !section.contains("dev-") && !section.starts_with("workspace");
            if normal && key.starts_with("carom") {
                needs.push(key.to_owned());
            }
        }
    }
    needs.sort();
    (name, needs)
}

#[test]
fn arrows_point_the_right_way() {
    let mut seen = 0;
    for path in files(Path::new(ROOT), "Cargo.toml") {
        let (name, needs) = manifest(&fs::read_to_string(&path).unwrap());
        // The peers' benches, the window and the tool that writes the page's JavaScript are outside the workspace.
        if ["benches", "examples/window", "web/bindgen"]
            .iter()
            .any(|folder| path.starts_with(Path::new(ROOT).join(folder)))
        {
            continue;
        }
        seen += 1;
        let arrows = ARROWS.iter().find(|arrow| arrow.0 == name);
        let (_, may) = arrows.unwrap_or_else(|| panic!("{name} is a room that the design does not know"));
        for need in needs {
            assert!(may.contains(&need.as_str()), "{name} -> {need} is an arrow that ARCHITECTURE.md does not have");
        }
    }
    assert_eq!(seen, ARROWS.len());
}

#[test]
fn files_have_a_head_and_a_bound() {
    for (name, text) in sources() {
        assert!(text.starts_with("//!"), "{name} does not open with //!");
        let most = match name.as_str() {
            "src/lib.rs" => 80,
            "crates/carom_world/src/step.rs" => 150,
            // Whole programs that people copy.
            _ if PROGRAMS.iter().any(|program| name == format!("examples/{program}.rs")) => 120,
            _ if name.starts_with("examples/window/") => 120,
            // The galleries draw the pictures of the documents: programs rather than lessons.
            _ if name.starts_with("examples/") && !name.contains("_gallery/") => 40,
            _ => 500,
        };
        let lines = text.lines().count();
        assert!(lines <= most, "{name} has {lines} lines, {most} are allowed");
    }
}

#[test]
fn lines_have_120_columns_at_most() {
    for (name, text) in sources() {
        for (number, line) in (1..).zip(text.lines()) {
            let columns = line.chars().count();
            assert!(columns <= 120, "{name}:{number} has {columns} columns");
        }
    }
}

#[test]
fn the_door_is_one_file() {
    assert_eq!(files(&Path::new(ROOT).join("src"), ""), [Path::new(ROOT).join("src/lib.rs")]);
}

#[test]
fn unsafe_is_one_room() {
    for (name, text) in sources() {
        let word =
            |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == concat!("un", "safe"));
        let used = engine_part(&text).lines().any(word);
        // The peers of the benches are called through their C interface.
        let allowed = UNSAFE.contains(&name.as_str()) || name.starts_with("benches/peers/");
        assert!(!used || allowed, "{name} has {} in it", concat!("un", "safe"));
    }
}

#[test]
fn nothing_is_left_lying_about() {
    // Put together here, so that this file does not find itself.
    let words = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("db", "g!("), concat!("X", "XX")];
    for (name, text) in sources() {
        for word in words {
            assert!(!text.contains(word), "{name} has {word} in it");
        }
    }
}

#[test]
fn the_engine_does_not_panic_on_purpose() {
    let words = [".unwrap()", ".expect(", "panic!(", "unreachable!(", "unimplemented!("];
    for (name, text) in sources().into_iter().filter(|(name, _)| is_engine(name)) {
        if MAY_PANIC.iter().any(|(file, _)| *file == name) {
            continue;
        }
        let code = engine_part(&text);
        for word in words {
            assert!(!code.contains(word), "{name} has {word}");
        }
    }
}

#[test]
fn crates_forbid_what_the_workspace_denies() {
    for (name, _) in ARROWS {
        let root = match name {
            "carom" => "src/lib.rs".to_owned(),
            "carom_web" => "web/wasm/src/lib.rs".to_owned(),
            _ => format!("crates/{name}/src/lib.rs"),
        };
        let Ok(text) = fs::read_to_string(Path::new(ROOT).join(&root)) else { continue };
        let head = if name == "carom_solver" { "#![deny(" } else { "#![forbid(" };
        assert!(text.contains(&format!("{head}{})]", concat!("un", "safe_code"))), "{root}");
    }
}

/// A name stands for one type: in the engine's crates and those around it, no two public types of two crates share one.
#[test]
fn no_name_stands_for_two_types() {
    let mut homes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in sources().iter().filter(|(name, _)| name.starts_with("crates/") && name.contains("/src/")) {
        let home = name.split('/').nth(1).unwrap_or_default().to_owned();
        for line in engine_part(text).lines() {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            let is_type = |word: &str| ["struct", "enum", "trait", "type", "union"].contains(&word);
            if line.trim_start().starts_with("pub ") && words.nth(1).is_some_and(is_type) {
                homes.entry(words.next().unwrap_or_default().to_owned()).or_default().insert(home.clone());
            }
        }
    }
    assert!(homes.len() > 150, "{} types", homes.len());
    // The hook for the examples of a README is a type of each crate that has one.
    let twice: Vec<_> = homes.iter().filter(|(name, homes)| homes.len() > 1 && *name != "Readme").collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// A comment has its subject first: none begins with a clause in its place ("What is fast is ..").
#[test]
fn no_comment_begins_with_a_clause_for_a_subject() {
    let starts_so = |line: &str| {
        let words = line.trim_start().strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']).trim_start());
        words.is_some_and(|words| ["What ", "Who ", "Where ", "How "].iter().any(|word| words.starts_with(word)))
    };
    for (name, text) in sources() {
        let found = text.lines().position(starts_so);
        assert!(found.is_none(), "{name}:{}", found.unwrap_or(0) + 1);
    }
}

/// Each field of a definition says its default.
#[test]
fn fields_of_definitions_say_their_defaults() {
    let definitions = [
        ("def/world_def.rs", "WorldDef"),
        ("def/body_def.rs", "BodyDef"),
        ("def/body_def.rs", "Locks"),
        ("def/shape_def.rs", "ShapeDef"),
        ("def/material.rs", "Material"),
        ("def/filter.rs", "Filter"),
        ("def/area_def.rs", "AreaDef"),
        ("def/joint/mod.rs", "JointOptions"),
        ("def/joint/revolute.rs", "Revolute"),
        ("def/joint/prismatic.rs", "Prismatic"),
        ("def/joint/distance.rs", "Distance"),
        ("def/joint/weld.rs", "Weld"),
        ("def/joint/wheel.rs", "Wheel"),
        ("def/joint/motor.rs", "Motor"),
        ("def/joint/pin_slot.rs", "PinSlot"),
        ("def/joint/gear.rs", "Gear"),
        ("def/joint/gear.rs", "Rack"),
        ("def/joint/pulley.rs", "Pulley"),
        ("explosion.rs", "Explosion"),
    ];
    for (file, name) in definitions {
        let text = fs::read_to_string(Path::new(ROOT).join("crates/carom_world/src").join(file)).unwrap();
        let (_, fields) = text.split_once(&format!("pub struct {name} {{")).unwrap();
        let mut comment = String::new();
        for line in fields.lines().take_while(|line| *line != "}").map(str::trim) {
            if let Some(words) = line.strip_prefix("///") {
                comment.push_str(words);
            } else if let Some((field, _)) = line.strip_prefix("pub ").and_then(|rest| rest.split_once(':')) {
                // Of a shape itself there is none.
                let known = comment.contains("Default:") || (name, field) == ("ShapeDef", "shape");
                assert!(known, "{name}::{field} does not say its default");
                comment.clear();
            }
        }
    }
}
