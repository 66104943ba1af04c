//! The golden hashes (determinism): every scene after its first 120 steps, in one file.
//!
//! `hashes.txt` has a line for each scene: name, steps, hash. Debug and release runs check all of them. A change of the
//! engine that changes results changes the file too, and is listed in CHANGELOG.md: `CAROM_BLESS=1 cargo test --release
//! --test suite golden_hashes` writes it.

use crate::kit::{LONG, within};
use carom_scenes::{Play, SceneDef, all, find, read_scene, write_scene};

/// Steps after which the hash is taken.
pub const STEPS: u32 = 120;

/// Scenes that a debug run has the time to run along every axis.
pub const QUICK: [&str; 5] = ["large_pyramid", "tumbler", "rain", "compounds", "heap"];

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/golden/hashes.txt");

/// A scene by name.
pub fn scene(name: &str) -> SceneDef {
    find(name).unwrap().scene().unwrap()
}

/// Plays the first steps of a scene.
pub fn play(scene: &SceneDef, steps: u32) -> Play {
    let mut play = scene.play().unwrap();
    for _ in 0..steps {
        play.act().unwrap();
        play.step();
    }
    play
}

/// The hash of a scene after some steps.
pub fn hash(scene: &SceneDef, steps: u32) -> u64 {
    play(scene, steps).world().state_hash()
}

/// The hash that the file has for a scene.
pub fn golden(name: &str) -> u64 {
    let text = std::fs::read_to_string(FILE).unwrap();
    let line = text.lines().find(|line| line.split(' ').next() == Some(name));
    let fields: Vec<&str> = line.unwrap_or_else(|| panic!("{FILE} has no line for {name}")).split(' ').collect();
    assert_eq!(fields[1], STEPS.to_string(), "{name}");
    u64::from_str_radix(fields[2], 16).unwrap()
}

/// All scenes that have a golden hash. One more is made in no order of space, so that its proxies are renumbered. One
/// has bodies that are small compared to the distance at which contacts are created.
fn all_names() -> impl Iterator<Item = &'static str> {
    all().iter().map(|entry| entry.name).chain(["shuffled", "sizes"])
}

/// The names of the scenes that this run has the time to run along every axis.
pub fn names() -> Vec<&'static str> {
    all_names().filter(|name| LONG || QUICK.contains(name)).collect()
}

#[test]
fn golden_hashes() {
    if std::env::var_os("CAROM_BLESS").is_some() {
        let line = |name: &str| format!("{name} {STEPS} {:016x}\n", hash(&scene(name), STEPS));
        let head = "# State hash of each scene after its first steps; golden/hashes.rs says how it is written anew.\n";
        let lines: String = all_names().map(line).collect();
        std::fs::write(FILE, format!("{head}{lines}")).unwrap();
    }
    for name in all_names() {
        let found = hash(&scene(name), STEPS);
        assert_eq!(format!("{found:016x}"), format!("{:016x}", golden(name)), "{name}");
    }
}

#[test]
fn an_exported_scene_gives_the_same_hash() {
    for name in names() {
        let scene = scene(name);
        if scene.script.is_some() {
            assert!(write_scene(&scene, Vec::new()).is_err(), "{name} has a script, which no file can say");
            continue;
        }
        let mut file = Vec::new();
        write_scene(&scene, &mut file).unwrap();
        let back = read_scene(std::str::from_utf8(&file).unwrap()).unwrap();
        assert_eq!(back, scene, "{name}");
        let steps = if LONG { STEPS } else { 30 };
        assert_eq!(hash(&back, steps), hash(&scene, steps), "{name}");
    }
}

#[test]
fn a_clone_goes_on_as_the_original() {
    for name in names() {
        let scene = scene(name);
        if scene.script.is_some() {
            continue;
        }
        let mut original = play(&scene, 25);
        let mut clone = original.world().clone();
        assert_eq!(clone.state_hash(), original.world().state_hash(), "{name}");
        for step in 0..15 {
            original.step();
            clone.step();
            assert_eq!(clone.state_hash(), original.world().state_hash(), "{name}, {step} steps after");
        }
    }
}

#[test]
fn busy_neighbours_change_nothing() {
    let scene = scene("tumbler");
    let wanted = hash(&scene, 40);
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let copy = scene.clone();
        let found = std::panic::catch_unwind(|| within(300, move || crate::kit::pool(4).install(|| hash(&copy, 40))));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(found.unwrap(), wanted);
    });
}
