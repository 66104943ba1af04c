//! Helpers of the tests: running the program and checking its output.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub fn carom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(args).stdin(Stdio::null()).output().unwrap()
}

/// Runs with this text on standard input.
pub fn carom_with(args: &[&str], input: &[u8]) -> Output {
    run_with(Command::new(env!("CARGO_BIN_EXE_carom")).args(args), input)
}

/// The same where no other program is found.
pub fn carom_without_path(args: &[&str], input: &[u8]) -> Output {
    run_with(Command::new(env!("CARGO_BIN_EXE_carom")).args(args).env("PATH", ""), input)
}

fn run_with(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The reader may stop early: then the rest cannot be written, which is no fault.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Checks the exit status, that there was no panic, and parts of the message.
pub fn check(output: &Output, status: i32, parts: &[&str]) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{message}");
    assert!(!message.contains("panicked"), "{message}");
    for part in parts {
        assert!(message.contains(part), "no {part:?} in {message}");
    }
}

pub fn json(output: &Output) -> Value {
    check(output, 0, &[]);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Checks a table in a pipe: no colors, no blanks at the ends of lines, no empty lines.
pub fn check_table(table: &str) {
    assert!(table.ends_with('\n') && !table.contains('\x1b'), "{table}");
    for line in table.lines() {
        assert!(!line.is_empty() && line.trim_end() == line, "{line:?} in {table}");
    }
}

/// A path in the folder that Cargo lends to tests.
pub fn path(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).display().to_string()
}

/// A small scene: a ground, a box and a circle joined, a container.
pub const SMALL: &str = r#"{"carom": 1, "name": "small", "steps": 20,
    "container": {"above": {"y": -5}},
    "bodies": [
      {"shapes": [{"kind": "polygon", "vertices": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}]},
      {"kind": "dynamic", "position": [0, 1], "shapes": [{"kind": "circle", "radius": 0.5}]},
      {"kind": "dynamic", "position": [2, 1], "shapes": [{"kind": "circle", "radius": 0.5}]}],
    "joints": [{"a": 1, "b": 2, "revolute": {"anchor_a": [1, 0], "anchor_b": [-1, 0]}}]}"#;
