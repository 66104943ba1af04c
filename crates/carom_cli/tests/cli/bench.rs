//! `carom bench`: its table, its JSON report, and the comparison with an earlier one.

use crate::kit::{SMALL, carom, check, check_table, json, path, text};
use serde_json::{Value, json};

/// A file with the small scene. Each test has one of its own, since tests run at once.
fn small(test: &str) -> String {
    let file = path(&format!("{test}.scene.json"));
    std::fs::write(&file, SMALL).unwrap();
    file
}

/// A report of the small scene on one thread, in a file, and its content.
fn report(test: &str) -> (String, String, Value) {
    let (scene, file) = (small(test), path(&format!("{test}.report.json")));
    let args = ["bench", &scene, "--threads", "1", "--rounds", "2", "--steps", "9", "--quiet", "--json", &file];
    let output = carom(&args);
    check(&output, 0, &[]);
    assert!(output.stdout.is_empty());
    let content = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    (scene, file, content)
}

#[test]
fn rounds_have_a_spread() {
    let scene = small("rounds");
    let args = ["bench", &scene, "--threads", "1,2", "--rounds", "3", "--steps", "5"];
    let table = carom(&args);
    check(&table, 0, &[]);
    let table = text(&table.stdout);
    check_table(&table);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines.len() == 6 && lines[0].starts_with("carom ") && lines[2].contains("of 3 rounds"), "{table}");
    let head: Vec<&str> = lines[3].split_whitespace().collect();
    assert_eq!(head, ["scene", "bodies", "threads", "median", "min", "max", "99", "%", "speedup", "state", "hash"]);
    for (line, threads) in lines[4..].iter().zip(["1", "2"]) {
        assert!(line.chars().count() <= 80, "{table}");
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(cells[..3], ["small", "2", threads]);
        let [median, min, max] = [3, 4, 5].map(|i| cells[i].parse::<f64>().unwrap());
        assert!(min <= median && median <= max, "{line}");
    }
    let figures = json(&carom(&[&args[..], &["--json", "-"]].concat()));
    let results = figures["results"].as_array().unwrap();
    assert_eq!((results.len(), &figures["rounds"], &figures["carom_bench"]), (2, &3.into(), &1.into()));
    for (row, threads) in results.iter().zip([1, 2]) {
        assert_eq!((&row["threads"], row["runs_ms"].as_array().unwrap().len()), (&threads.into(), 3));
        assert_eq!((&row["bodies"], &row["moving_bodies"], &row["steps"]), (&3.into(), &2.into(), &5.into()));
        let [min, median, max] = ["min", "median", "max"].map(|key| row["median_step_ms"][key].as_f64().unwrap());
        assert!(0.0 < min && min <= median && median <= max, "{row}");
        for key in ["mean", "median", "p99", "max"] {
            assert!(row["step_ms"][key].is_f64(), "step_ms.{key}");
        }
        assert!(row["total_ms"].is_f64() && row["serial_ms"].is_f64() && row["state_hash"].is_string());
    }
}

#[test]
fn the_machine_and_the_commit_are_named() {
    let (_, _, figures) = report("machine");
    let machine = &figures["machine"];
    for key in ["cpu", "arch", "instruction_set", "os"] {
        assert!(machine[key].as_str().is_some_and(|text| !text.is_empty()), "{key}: {machine}");
    }
    assert!(machine["cores"].as_u64().is_some_and(|cores| cores > 0));
    assert_eq!(figures["version"], env!("CARGO_PKG_VERSION"));
    // A build outside of a checkout has no commit.
    let commit = &figures["commit"];
    assert!(commit.is_null() || commit.as_str().is_some_and(|commit| !commit.is_empty()), "{commit}");
    let scene = small("lanes");
    let four = json(&carom(&["bench", &scene, "--rounds", "1", "--steps", "2", "--lanes", "4", "--json", "-"]));
    if cfg!(target_arch = "x86_64") {
        let set = four["machine"]["instruction_set"].as_str().unwrap();
        assert!(set.starts_with("Sse"), "{set}");
    }
}

#[test]
fn a_row_for_each_number_of_bodies_and_threads() {
    // Only scenes that scale take part if none is named.
    for scenes in [&["heap"][..], &[]] {
        let options = ["--bodies", "20,50", "--threads", "1,2", "--rounds", "1", "--steps", "3", "--json", "-"];
        let figures = json(&carom(&[&["bench"], scenes, &options].concat()));
        let row = |row: &Value| (row["scene"].clone(), row["moving_bodies"].clone(), row["threads"].clone());
        let rows: Vec<_> = figures["results"].as_array().unwrap().iter().map(row).collect();
        let wanted = [(20, 1), (20, 2), (50, 1), (50, 2)];
        assert_eq!(rows, wanted.map(|(bodies, threads)| (json!("heap"), json!(bodies), json!(threads))));
    }
}

#[test]
fn a_baseline_is_compared_row_by_row() {
    let (scene, file, mut old) = report("compared");
    // A baseline that is two to four times as slow in its rounds, and has a row that nothing runs now.
    old["results"][0]["median_step_ms"] = json!({ "min": 2.0, "median": 3.0, "max": 4.0 });
    let mut gone = old["results"][0].clone();
    gone["scene"] = "gone".into();
    old["results"].as_array_mut().unwrap().push(gone);
    std::fs::write(&file, old.to_string()).unwrap();
    let args = ["bench", &scene, "--rounds", "2", "--steps", "9", "--threads", "1,2", "--baseline", &file];
    let output = carom(&args);
    check(&output, 0, &[]);
    let table = text(&output.stdout);
    check_table(&table);
    for part in ["Before: ", "only now: small, 2 bodies, 2 threads", "only before: gone, 2 bodies, 1 thread"] {
        assert!(table.contains(part), "no {part} in {table}");
    }
    assert!(!table.contains("other machine") && !table.contains("other work"), "{table}");
    let now = json(&carom(&[&args[..], &["--json", "-"]].concat()));
    let rows = now["baseline"]["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["scene"], &rows[0]["before_ms"]), (1, &"small".into(), &3.0.into()));
    let new = |key: &str| now["results"][0]["median_step_ms"][key].as_f64().unwrap();
    let ratio = |key: &str| rows[0]["ratio"][key].as_f64().unwrap();
    for (found, wanted) in
        [(ratio("median"), new("median") / 3.0), (ratio("min"), new("min") / 4.0), (ratio("max"), new("max") / 2.0)]
    {
        assert!((found - wanted).abs() < 1e-9 * wanted, "{found}, {wanted}");
    }
    assert_eq!(now["baseline"]["notes"].as_array().unwrap().len(), 2);
    // A report with a comparison in it is a baseline as well, and may be written over by the next.
    std::fs::write(&file, now.to_string()).unwrap();
    check(&carom(&[&args[..], &["--json", &file]].concat()), 0, &[]);
    let next: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(next["baseline"]["rows"].as_array().unwrap().len(), 2);
}

#[test]
fn unlike_rows_are_not_compared_in_silence() {
    let (scene, file, mut old) = report("unlike");
    let compare = |steps: &str| {
        let args = ["bench", &scene, "--rounds", "1", "--steps", steps, "--threads", "1", "--baseline", &file];
        let output = carom(&args);
        check(&output, 0, &[]);
        text(&output.stdout)
    };
    assert!(compare("8").contains("not compared: small, 2 bodies, 1 thread: 8 steps now, 9 steps before"));
    old["machine"]["cpu"] = "Zuse Z1".into();
    old["results"][0]["state_hash"] = "0123456789abcdef".into();
    old["results"][0]["median_step_ms"] = json!({ "min": 0.0, "median": 0.0, "max": 0.0 });
    std::fs::write(&file, old.to_string()).unwrap();
    let table = compare("9");
    for part in ["other machine", "Zuse Z1", "other work: small", "0123456789abcdef before", " - "] {
        assert!(table.contains(part), "no {part} in {table}");
    }
}

#[test]
fn a_bad_baseline_costs_nothing() {
    let (scene, file, good) = report("bad");
    let kept = path("bad.kept.json");
    std::fs::write(&kept, "kept").unwrap();
    let refused = |content: &str, parts: &[&str]| {
        std::fs::write(&file, content).unwrap();
        let output = carom(&["bench", &scene, "--baseline", &file, "--json", &kept]);
        check(&output, 2, &[&[file.as_str(), "--baseline"], parts].concat());
        // It ends before it measures, and before it empties a file.
        assert!(output.stdout.is_empty());
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), "kept");
    };
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut value = good.clone();
        change(&mut value);
        serde_json::to_string_pretty(&value).unwrap()
    };
    refused("", &["EOF", "line 1"]);
    refused("{", &["EOF"]);
    refused("[1]", &["no report of `carom bench --json`"]);
    refused("\u{0}", &["expected value"]);
    refused(&"[".repeat(100_000), &["no report"]);
    refused(SMALL, &["missing field `carom_bench`"]);
    refused(&changed(&|v| v["carom_bench"] = 2.into()), &["carom_bench: format 2 is not 1"]);
    refused(&changed(&|v| v["results"][0]["threads"] = (-1).into()), &["results[0].threads", "-1", "line"]);
    refused(&changed(&|v| v["results"][0]["median_step_ms"]["max"] = "x".into()), &["results[0].median_step_ms.max"]);
    refused(&changed(&|v| v["results"][0]["steps"] = Value::Null), &["results[0].steps"]);
    refused(&changed(&|v| v["machine"] = 3.into()), &["machine", "3"]);
    refused(&changed(&|v| v["results"] = json!({})), &["results"]);
    refused(&format!("{good} x"), &["goes on after its report"]);
    // A report of another command.
    let other = text(&carom(&["run", &scene, "--json", "-"]).stdout);
    refused(&other, &["missing field"]);
    for path in ["/nowhere/at/all.json", "/"] {
        check(&carom(&["bench", &scene, "--baseline", path]), 2, &["--baseline", path, "cannot be read"]);
    }
}

#[test]
fn bad_usage_of_bench_has_status_2() {
    check(&carom(&["bench", "smash", "--rounds", "0"]), 2, &["rounds"]);
    check(&carom(&["bench", "smash", "--threads", "1,0"]), 2, &["1 to 1024"]);
    check(&carom(&["bench", "smash", "--bodies", "10"]), 2, &["--bodies", "smash", "heap"]);
    check(&carom(&["bench", "heap", "smash", "--bodies", "10"]), 2, &["--bodies", "smash", "heap"]);
    check(&carom(&["bench", "heap", "--bodies", "10,0"]), 2, &["--bodies", "from 1 to 4000000"]);
    check(&carom(&["bench", "heap", "--bodies", "10,,20"]), 2, &["--bodies"]);
    check(&carom(&["bench", "heap", "--bodies", "many"]), 2, &["--bodies", "many"]);
    let scene = small("usage");
    check(&carom(&["bench", &scene, "--bodies", "10"]), 2, &["--bodies", &scene, "is a scene file"]);
}
