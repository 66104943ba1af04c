//! Outputs of a run: each has a file of its own, and rows are there as soon as they are made.

use crate::kit::{SMALL, carom, carom_with, check, path, text};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn an_output_is_a_file_of_its_own() {
    let scene = path("own.scene.json");
    let kept = path("own.kept.svg");
    std::fs::write(&scene, SMALL).unwrap();
    std::fs::write(&kept, "kept").unwrap();
    let detour = Path::new(&kept).parent().unwrap().join(".").join("own.kept.svg").display().to_string();
    let pairs: [&[&str]; 10] = [
        &["--json", &kept, "--csv", &kept],
        &["--csv", &kept, "--poses", &detour],
        &["--poses", &kept, "--picture", &kept],
        &["--picture", &detour, "--json", &kept],
        &["--json", "new.json", "--csv", "./new.json"],
        &["--json", "-", "--csv", "-"],
        &["--csv", "-", "--poses", "-"],
        &["--json", &scene],
        &["--poses", &scene],
        &["--csv", &path("own.s_0002.svg"), "--picture", &path("own.s.svg"), "--every", "3"],
    ];
    for pair in pairs {
        let output = carom(&[&["run", &scene], pair].concat());
        check(&output, 2, &[pair[pair.len() - 2].trim_end_matches("every"), "each needs its own"]);
        assert!(output.stdout.is_empty());
    }
    check(&carom(&["bench", "smash", &scene, "--json", &scene]), 2, &["--json", "the scene", "each needs its own"]);
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "kept");
    assert_eq!(std::fs::read_to_string(&scene).unwrap(), SMALL);
    assert!(!Path::new("new.json").exists());
    #[cfg(unix)]
    {
        let link = path("own.link.json");
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&scene, &link).unwrap();
        check(&carom(&["run", &scene, "--csv", &link]), 2, &["--csv", "the scene"]);
        assert_eq!(std::fs::read_to_string(&scene).unwrap(), SMALL);
        // Devices keep nothing that could be lost.
        check(&carom(&["run", &scene, "--steps", "2", "--json", "/dev/null", "--csv", "/dev/null"]), 0, &[]);
    }
}

/// Starts an endless run that writes rows, and waits for some.
fn endless(rows: &str, options: &[&str]) -> std::process::Child {
    let scene = format!("{rows}.scene.json");
    std::fs::write(&scene, SMALL).unwrap();
    let _ = std::fs::remove_file(rows);
    let child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["run", &scene, "--steps", "4000000000", "--csv", rows])
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A watchdog, not a figure.
    let start = Instant::now();
    while std::fs::read_to_string(rows).unwrap_or_default().lines().count() < 20 {
        assert!(start.elapsed() < Duration::from_secs(60), "no rows");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn a_run_that_is_killed_leaves_its_rows() {
    let rows = path("killed.csv");
    let mut child = endless(&rows, &["--quiet"]);
    child.kill().unwrap();
    child.wait().unwrap();
    let rows = std::fs::read_to_string(&rows).unwrap();
    assert!(rows.starts_with("step,ms,contacts,awake,kinetic_energy_j\n1,") && rows.ends_with('\n'));
    let steps: Vec<usize> = rows.lines().skip(1).map(|row| row.split(',').next().unwrap().parse().unwrap()).collect();
    assert!(steps.len() >= 19 && steps.iter().copied().eq(1..=steps.len()));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_its_steps() {
    let (rows, report) = (path("interrupted.csv"), path("interrupted.json"));
    let child = endless(&rows, &["--json", &report]);
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let output = child.wait_with_output().unwrap();
    check(&output, 130, &["interrupted after ", " of 4000000000 steps"]);
    let report: Value = serde_json::from_slice(&std::fs::read(&report).unwrap()).unwrap();
    let steps = report["steps"].as_u64().unwrap();
    assert!(text(&output.stdout).starts_with(&format!("small: {steps} steps")));
    assert_eq!(std::fs::read_to_string(&rows).unwrap().lines().count() as u64, steps + 1);
}

#[test]
fn counts_agree_with_their_nouns() {
    let one = r#"{"carom": 1, "name": "one", "steps": 1, "container": {"above": {"y": 5}},
        "bodies": [{"kind": "dynamic", "shapes": [{"kind": "circle", "radius": 0.5}]}]}"#;
    let run = carom_with(&["run", "-"], one.as_bytes());
    check(&run, 1, &["one: 1 body was lost\n"]);
    let bench = carom_with(&["bench", "-", "--threads", "1", "--rounds", "1"], one.as_bytes());
    let good = carom_with(&["check", "-"], one.as_bytes());
    for output in [&run, &bench, &good] {
        let all = text(&output.stdout) + &text(&output.stderr);
        let words: Vec<&str> = all.split(|c: char| !c.is_alphanumeric() && c != '.').collect();
        for pair in words.windows(2).filter(|pair| pair[0] == "1") {
            assert!(!pair[1].ends_with('s'), "{pair:?} in {all}");
        }
    }
    let two = one.replace("}]}]", "}]}, {\"kind\": \"dynamic\"}]");
    check(&carom_with(&["run", "-"], two.as_bytes()), 1, &["one: 2 bodies were lost\n"]);
}
