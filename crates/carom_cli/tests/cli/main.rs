//! The command line as its users see it: outputs, exit statuses, messages.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

mod bench;
mod documents;
mod kit;
mod numbers;
mod outputs;
mod pictures;
mod source;

use kit::{SMALL, carom, carom_with, check, check_table, json, path, text};
use serde_json::Value;
use std::process::{Command, Stdio};

#[test]
fn the_report_has_all_keys() {
    let report = json(&carom_with(&["run", "/dev/stdin", "--json", "-", "--hash-every", "7"], SMALL.as_bytes()));
    for key in [
        "scene",
        "steps",
        "threads",
        "lanes",
        "broad_phase",
        "bodies",
        "shapes",
        "joints",
        "awake",
        "contacts",
        "contact_points",
        "build_ms",
        "total_ms",
        "step_ms",
        "stages_ms",
        "serial_ms",
        "state_hash",
        "hashes",
        "ccd",
        "overlap",
        "joint_error",
        "mean_x_m",
        "mean_y_m",
        "mean_speed_m_s",
        "max_speed_m_s",
        "not_finite",
        "lost",
    ] {
        assert!(report.get(key).is_some(), "no {key}");
    }
    for key in ["mean", "median", "p99", "max"] {
        assert!(report["step_ms"][key].is_f64(), "step_ms.{key}");
    }
    for key in ["mean_m", "worst_m", "peak_m"] {
        assert!(report["joint_error"][key].is_f64(), "joint_error.{key}");
    }
    for key in ["pairs", "over_2cm", "mean_m", "p99_m", "max_m"] {
        assert!(report["overlap"][key].is_number(), "overlap.{key}");
    }
    for key in ["impacts", "most_rounds", "stopped", "dropped_ns", "slowed"] {
        assert!(report["ccd"][key].is_u64(), "ccd.{key}");
    }
    assert_eq!((&report["scene"], &report["steps"], &report["lost"]), (&"small".into(), &20.into(), &0.into()));
    assert_eq!((&report["bodies"], &report["joints"], &report["shapes"]), (&3.into(), &1.into(), &3.into()));
    assert!(report["stages_ms"].is_object());
    let hash = report["state_hash"].as_str().unwrap();
    assert!(hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{hash}");
    let steps: Vec<u64> = report["hashes"].as_array().unwrap().iter().map(|h| h[0].as_u64().unwrap()).collect();
    assert_eq!(steps, [7, 14]);
}

#[test]
fn export_and_run_end_with_one_hash() {
    for args in [&["smash"][..], &["heap", "--bodies", "60"]] {
        let exported = carom(&[&["export"], args].concat());
        check(&exported, 0, &[]);
        let options = ["--steps", "30", "--json", "-"];
        let run = json(&carom(&[&["run"], args, &options].concat()));
        let again = json(&carom_with(&[&["run", "/dev/stdin"], &options[..]].concat(), &exported.stdout));
        assert_eq!(run["state_hash"], again["state_hash"]);
        assert_eq!((&run["scene"], &run["lost"]), (&again["scene"], &again["lost"]));
    }
}

#[test]
fn drivers_threads_and_structures_end_with_one_hash() {
    let hash = |options: &[&str]| {
        let args = ["run", "heap", "--bodies", "300", "--steps", "40", "--json", "-"];
        json(&carom(&[&args[..], options].concat()))["state_hash"].clone()
    };
    let first = hash(&[]);
    for options in [
        &["--threads", "1"][..],
        &["--threads", "3"],
        &["--driver", "inline"],
        &["--driver", "seeded:5"],
        &["--driver", "threads:2"],
        &["--spatial-sort-interval", "1"],
        &["--spatial-sort-interval", "0"],
        &["--broad-phase", "quadtree"],
    ] {
        assert_eq!(hash(options), first, "{options:?}");
    }
}

#[test]
fn a_soup_is_the_same_for_its_seed() {
    let hash = |seed: &str, lanes: &str| {
        let args = ["run", "soup", "--seed", seed, "--steps", "5", "--lanes", lanes, "--json", "-"];
        let report = json(&carom(&args));
        report["state_hash"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash("2", "1"), hash("2", "auto"));
    assert_ne!(hash("2", "1"), hash("3", "1"));
    check(&carom(&["run", "tumbler", "--seed", "3"]), 2, &["--seed: tumbler is the same every time"]);
    check(&carom(&["run", "soup", "--bodies", "3"]), 2, &["--bodies: a soup has as many bodies"]);
}

#[test]
fn rows_poses_and_pictures_are_written() {
    let files: Vec<String> = ["s.csv", "p.csv", "a.png", "a.svg"].iter().map(|name| path(name)).collect();
    let run = |picture: &str| {
        let args = ["run", "/dev/stdin", "--csv", &files[0], "--poses", &files[1], "--picture", picture];
        carom_with(&args, SMALL.as_bytes())
    };
    for picture in &files[2..] {
        let output = run(picture);
        check(&output, 0, &[]);
        let table = text(&output.stdout);
        check_table(&table);
        assert!(table.starts_with("small: 20 steps"), "{table}");
        let last = table.lines().last().unwrap();
        assert!(last.starts_with("picture") && last.ends_with(&format!("  written to {picture}")), "{table}");
        let of_step: Vec<&str> = table.lines().skip_while(|line| !line.starts_with("a step")).take(3).collect();
        for (line, words) in
            of_step.iter().zip([["a step, ms", "greatest"], ["serial", "ms"], ["stages, ms", "changes"]])
        {
            assert!(words.iter().all(|word| line.contains(word)), "{line}");
        }
    }
    let read = |file: &String| std::fs::read(file).unwrap();
    let rows = text(&read(&files[0]));
    assert_eq!(rows.lines().count(), 21);
    assert!(rows.starts_with("step,ms,contacts,awake,kinetic_energy_j\n1,"));
    let poses = text(&read(&files[1]));
    assert_eq!(poses.lines().count(), 4);
    assert_eq!(poses.lines().nth(1), Some("0,0,0,0,0,0,0,0"));
    assert!(read(&files[2]).starts_with(b"\x89PNG"));
    assert!(read(&files[3]).starts_with(b"<svg"));
}

#[test]
fn scenes_are_listed() {
    let lines = carom(&["scenes"]);
    check(&lines, 0, &[]);
    check_table(&text(&lines.stdout));
    assert_eq!(text(&lines.stdout).lines().count(), 30, "a line for each scene, whatever its length, and a head");
    let list = json(&carom(&["scenes", "--json"]));
    assert_eq!(list.as_array().unwrap().len(), 29);
    for scene in list.as_array().unwrap() {
        assert!(text(&lines.stdout).contains(scene["name"].as_str().unwrap()));
        assert!(scene["steps"].is_u64() && scene["bodies"].is_u64() && scene["joints"].is_u64());
    }
}

#[test]
fn a_name_of_any_length_fits_a_table() {
    for name in ["x".repeat(200_000), "\u{1F3B1}\\n\\t".repeat(50), String::new()] {
        let named = SMALL.replace("\"small\"", &format!("\"{name}\""));
        for args in [&["run", "/dev/stdin", "--steps", "2"][..], &["bench", "/dev/stdin", "--steps", "2"]] {
            check(&carom_with(args, named.as_bytes()), 0, &[]);
        }
    }
}

#[test]
fn bad_usage_has_status_2() {
    check(&carom(&[]), 2, &["Usage"]);
    check(&carom(&["rnu"]), 2, &["rnu"]);
    check(&carom(&["run", "smash", "--bodies", "5"]), 2, &["smash", "heap"]);
    check(&carom(&["run", "smash", "--picture", "a.bmp"]), 2, &[".png", ".svg"]);
    check(&carom(&["run", "smash", "--driver", "seeded:x"]), 2, &["seeded:SEED"]);
    check(&carom(&["run", "smash", "--broad-phase", "tree"]), 2, &["quadtree"]);
    check(&carom(&["run", "smash", "--hash-every", "0"]), 2, &["hash-every"]);
    check(&carom(&["export", "rain"]), 2, &["rain", "cannot be exported", "script"]);
}

#[test]
fn a_bad_file_has_status_2_and_a_place() {
    check(&carom(&["check", "/nowhere/at/all.json"]), 2, &["/nowhere/at/all.json", "cannot be read"]);
    check(&carom(&["run", "nowhere.json"]), 2, &["nowhere.json", "cannot be read"]);
    check(&carom(&["check", "/"]), 2, &["/: cannot be read"]);
    let bad = SMALL.replacen("\"radius\": 0.5", "\"radius\": -2", 1);
    for command in ["check", "run"] {
        let output = carom_with(&[command, "/dev/stdin"], bad.as_bytes());
        check(&output, 2, &["/dev/stdin:5:", "bodies[1].shapes[0].radius", "-2", "not a size between"]);
    }
    check(&carom_with(&["check", "/dev/stdin"], b"\xFF"), 2, &["not UTF-8"]);
    check(&carom_with(&["check", "/dev/stdin"], b""), 2, &["is empty"]);
    check(&carom_with(&["run", "/dev/stdin"], &vec![b'['; 50 << 20]), 2, &["begins with '['"]);
    check(&carom(&["check", "/dev/zero"]), 2, &["/dev/zero"]);
    let good = carom_with(&["check", "/dev/stdin"], SMALL.as_bytes());
    check(&good, 0, &[]);
    assert!(text(&good.stdout).contains("3 bodies, 3 shapes, 1 joint:"));
    // Each of several files is reported, even if others are wrong.
    let some = carom_with(&["check", "/nowhere/at/all.json", "/dev/stdin", "/"], SMALL.as_bytes());
    check(&some, 2, &["/nowhere/at/all.json: cannot be read", "/: cannot be read"]);
    assert!(text(&some.stdout).contains("/dev/stdin: good"));
}

#[test]
fn an_output_that_cannot_be_written_has_status_1() {
    for option in ["--json", "--csv", "--poses"] {
        check(&carom(&["run", "smash", "--steps", "2", option, "/nowhere/x"]), 1, &["/nowhere/x", "cannot be written"]);
    }
    check(&carom(&["run", "smash", "--steps", "2", "--picture", "/nowhere/x.png"]), 1, &["/nowhere/x.png"]);
    if cfg!(target_os = "linux") {
        check(&carom(&["run", "smash", "--steps", "2", "--json", "/dev/full"]), 1, &["/dev/full", "cannot be written"]);
        for args in [&["scenes"][..], &["export", "smash"], &["run", "smash", "--steps", "2"]] {
            let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let output = Command::new(env!("CARGO_BIN_EXE_carom")).args(args).stdout(full).output().unwrap();
            check(&output, 1, &["standard output", "cannot be written"]);
        }
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["export", "smash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), String::new()));
}

#[test]
fn what_is_lost_has_status_1() {
    let falling = SMALL.replace("[-9, -1], [9, -1], [9, 0], [-9, 0]", "[90, -1], [99, -1], [99, 0], [90, 0]");
    let output = carom_with(&["run", "/dev/stdin", "--steps", "200", "--json", "-"], falling.as_bytes());
    check(&output, 1, &["small: 2 bodies were lost"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["lost"], 2);
    let open = falling.replace("\"container\": {\"above\": {\"y\": -5}},", "");
    let report = json(&carom_with(&["run", "/dev/stdin", "--steps", "200", "--json", "-"], open.as_bytes()));
    assert!(report["lost"].is_null());
}

#[test]
fn quiet_is_quiet_and_no_steps_are_allowed() {
    let output = carom_with(&["run", "/dev/stdin", "--quiet"], SMALL.as_bytes());
    check(&output, 0, &[]);
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    let report = json(&carom_with(&["run", "/dev/stdin", "--steps", "0", "--json", "-"], SMALL.as_bytes()));
    assert_eq!((&report["steps"], &report["total_ms"]), (&0.into(), &0.0.into()));
}

#[test]
fn help_says_what_there_is() {
    let help = |args: &[&str]| {
        let output = carom(args);
        check(&output, 0, &[]);
        text(&output.stdout)
    };
    let all = help(&["--help"]);
    for part in ["scenes", "run", "bench", "export", "check", "Exit status"] {
        assert!(all.contains(part), "{part}");
    }
    let run = help(&["run", "--help"]);
    for option in [
        "--steps",
        "--bodies",
        "--dt",
        "--substeps",
        "--threads",
        "--broad-phase",
        "--hash-every",
        "--json",
        "--csv",
        "--poses",
        "--picture",
        "--quiet",
        "--driver",
        "--spatial-sort-interval",
    ] {
        assert!(run.contains(option), "{option}");
    }
    assert!(help(&["--version"]).starts_with("carom "));
}
