//! The golden hashes of soups: 50 seeds after all their steps, in debug and release builds and on every machine.
//!
//! `CAROM_BLESS=1 cargo test --release --test suite golden_soups` writes `golden/soups.txt` anew.

use carom_scenes::{Flavour, soup};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/golden/soups.txt");

const SEEDS: u64 = 50;

fn line(seed: u64) -> String {
    let scene = soup(seed, Flavour::Wild).unwrap();
    let mut play = scene.play().unwrap();
    for _ in 0..scene.steps {
        play.act().unwrap();
        play.step();
    }
    format!("{} {} {:016x}", scene.name, scene.steps, play.world().state_hash())
}

#[test]
fn golden_soups() {
    let lines: Vec<String> = (0..SEEDS).map(line).collect();
    if std::env::var_os("CAROM_BLESS").is_some() {
        let head = "# State hash of soups after all their steps; soup/golden.rs says how it is written anew.\n";
        std::fs::write(FILE, format!("{head}{}\n", lines.join("\n"))).unwrap();
    }
    let text = std::fs::read_to_string(FILE).unwrap();
    let golden: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines, golden);
}
