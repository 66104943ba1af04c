//! Into a fresh process: this binary starts itself.

use super::{hashes, heap};
use carom::World;
use std::process::Command;

const VARIABLE: &str = "CAROM_TEST_IMAGE";

#[test]
fn a_fresh_process_goes_on_the_same() {
    let mut world = heap(80, 50);
    let path = std::env::temp_dir().join(format!("carom_image_{}", std::process::id()));
    std::fs::write(&path, world.snapshot()).unwrap();
    let wanted = hashes(&mut world, 120);
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["snapshot::process::the_other_process", "--exact", "--nocapture"])
        .env(VARIABLE, &path)
        .output()
        .unwrap();
    std::fs::remove_file(&path).unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(&format!("hashes {wanted:?}")), "{text}");
}

/// Nothing, unless the other test has started this process.
#[test]
fn the_other_process() {
    if let Some(path) = std::env::var_os(VARIABLE) {
        let mut world = World::from_snapshot(&std::fs::read(path).unwrap()).unwrap();
        println!("hashes {:?}", hashes(&mut world, 120));
    }
}
