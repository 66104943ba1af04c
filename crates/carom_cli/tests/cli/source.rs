//! Sources of scenes: names that are nearly right, and standard input.

use crate::kit::{SMALL, carom, carom_with, check, json, path, text};

#[test]
fn a_name_that_is_nearly_right_is_guessed() {
    let pairs = [
        ("large_piramid", "large_pyramid"),
        ("piramid", "large_pyramid"),
        ("pyramid", "large_pyramid"),
        ("pyarmid", "large_pyramid"),
        ("pyramids", "many_pyramids"),
        ("grid_joint", "joint_grid"),
        ("wahser", "washer"),
    ];
    for (typed, meant) in pairs {
        check(&carom(&["run", typed]), 2, &[typed, &format!("Did you mean {meant}?"), "junkyard"]);
    }
    let far = carom(&["run", "zzzzzzzzzzzzzzz"]);
    check(&far, 2, &["there is no scene", "heap"]);
    assert!(!text(&far.stderr).contains("Did you mean"));
}

#[test]
fn a_dash_is_standard_input() {
    let with = |args: &[&str]| carom_with(args, SMALL.as_bytes());
    let report = json(&with(&["run", "-", "--json", "-"]));
    assert_eq!(report["scene"], "small");
    let picture = path("dash.svg");
    check(&with(&["run", "-", "--steps", "1", "--picture", &picture]), 0, &[]);
    assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    let figures = json(&with(&["bench", "-", "--rounds", "1", "--threads", "1", "--steps", "2", "--json", "-"]));
    assert_eq!(figures["results"][0]["scene"], "small");
    let good = with(&["check", "-"]);
    check(&good, 0, &[]);
    assert!(text(&good.stdout).starts_with("standard input: good"));
    let exported = with(&["export", "-"]);
    check(&exported, 0, &[]);
    let again = json(&carom_with(&["run", "-", "--json", "-"], &exported.stdout));
    assert_eq!(again["state_hash"], report["state_hash"]);
    check(&carom(&["run", "-"]), 2, &["standard input: is empty"]);
    check(&carom_with(&["run", "-"], b"[]"), 2, &["standard input", "begins with '['"]);
    check(&with(&["run", "-", "--bodies", "3"]), 2, &["--bodies"]);
}
