//! Series of pictures: numbered names and one frame.

use crate::kit::{SMALL, carom, carom_with, check, path, text};
use std::path::Path;

/// The small scene, whose bodies move away to the right.
fn moving() -> String {
    SMALL.replace("\"position\": [2, 1]", "\"position\": [2, 1], \"velocity\": [20, 0]")
}

/// The size of an SVG, and the outline of the ground in it.
fn ground(svg: &str) -> (String, String) {
    let line = |part: &str| svg.lines().find(|line| line.contains(part)).unwrap().to_owned();
    (line("<svg"), line("<path"))
}

#[test]
fn a_series_has_numbered_names_and_one_frame() {
    let run = |name: &str, options: &[&str]| {
        let args = ["run", "-", "--every", "8", "--picture", &path(&format!("{name}.svg"))];
        let output = carom_with(&[&args[..], options].concat(), moving().as_bytes());
        check(&output, 0, &[]);
        text(&output.stdout)
    };
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let table = run("film", &[]);
    assert!(table.contains("film_0000.svg to ") && table.contains("film_0002.svg"), "{table}");
    let names = ["film_0000.svg", "film_0001.svg", "film_0002.svg"];
    assert!(!Path::new(&path("film_0003.svg")).exists() && !Path::new(&path("film.svg")).exists());
    let pictures = names.map(read);
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
    assert!(pictures.iter().all(|picture| ground(picture) == ground(&pictures[0])), "the frame jumps");
    run("view", &["--frame", "-8,-2,8,8"]);
    assert!(read("view_0001.svg").contains("width=\"1600\" height=\"1000\""));
    // 100 pixels to a metre: the top of the ground, at y = 0, is 800 pixels below the top.
    assert!(ground(&read("view_0001.svg")).1.contains(" 800"));
}

#[test]
fn a_frame_and_a_series_are_of_pictures() {
    check(&carom(&["run", "smash", "--every", "3"]), 2, &["--picture"]);
    check(&carom(&["run", "smash", "--frame", "0,0,1,1"]), 2, &["--picture"]);
    for frame in ["0,0,1", "0,0,0,1", "0,0,nan,1", "0,0,inf,1", "1,2,3,4,5", "0,0,1e9,1"] {
        let output = carom(&["run", "smash", "--picture", "a.png", "--frame", frame]);
        check(&output, 2, &["--frame", "four numbers"]);
    }
    let file = path("corners.svg");
    let args = ["run", "-", "--steps", "1", "--picture", &file, "--frame", "8,8,-8,-2"];
    check(&carom_with(&args, SMALL.as_bytes()), 0, &[]);
    assert!(std::fs::read_to_string(&file).unwrap().contains("width=\"1600\" height=\"1000\""));
}

#[test]
fn a_sensor_is_dashed() {
    let file = path("sensor.svg");
    let draw = |scene: &str| {
        check(&carom_with(&["run", "-", "--steps", "1", "--picture", &file], scene.as_bytes()), 0, &[]);
        std::fs::read_to_string(&file).unwrap()
    };
    assert!(!draw(SMALL).contains("dash"));
    let sensor = SMALL.replace("[-9, 0]]}]}", "[-9, 0]]}, {\"kind\": \"circle\", \"radius\": 2, \"sensor\": true}]}");
    let svg = draw(&sensor);
    let dashed: Vec<&str> = svg.lines().filter(|line| line.contains("dash")).collect();
    assert!(dashed.len() == 1 && dashed[0].starts_with("<circle") && dashed[0].contains("fill=\"none\""), "{svg}");
}
