//! The answers of the page's questions, computed natively. In: lines of questions in JSON on standard input. Out: a
//! line of the answer each. `carom_answers --hash SCENE STEPS` prints the state hash of a scene instead.

use carom_web::{Live, answer};
use std::io::{BufRead, Write, stdin, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => answers(),
        ["--hash", scene, steps] => hash(scene, steps),
        _ => Err("usage: carom_answers [--hash SCENE STEPS]".to_owned()),
    };
    if let Err(error) = done {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn answers() -> Result<(), String> {
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let line = line.map_err(|e| format!("standard input: {e}"))?;
        writeln!(out, "{}", answer(&line)).map_err(|e| format!("standard output: {e}"))?;
    }
    Ok(())
}

fn hash(scene: &str, steps: &str) -> Result<(), String> {
    let steps: u32 = steps.parse().map_err(|e| format!("{steps}: {e}"))?;
    let mut live = Live::new(scene, 0)?;
    for _ in 0..steps {
        live.step()?;
    }
    println!("{}", live.hash());
    Ok(())
}
