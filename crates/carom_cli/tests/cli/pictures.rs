//! Pictures, films and pages: numbered names, one frame, legends, sizes, and answers to wrong wishes.

use crate::kit::{SMALL, carom, carom_with, carom_without_path, check, path, text};
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
    assert!(read("view_0001.svg").contains("width=\"1600\" height=\"1060\""));
    // 100 pixels to a metre: the top of the ground, at y = 0, is 800 pixels below the title, which has 34.
    assert!(ground(&read("view_0001.svg")).1.contains(" 834"));
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
    assert!(std::fs::read_to_string(&file).unwrap().contains("width=\"1600\" height=\"1060\""));
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
    // The second one is in the legend.
    assert!(dashed.len() == 2 && dashed[0].starts_with("<circle") && dashed[0].contains("fill=\"none\""), "{svg}");
    assert!(svg.contains(">sensor</text>"));
}

/// A world of everything that a picture tells apart, and what its legend says then.
const ALL: &str = r#"{"carom": 1, "name": "all & more", "steps": 90, "world": {"sleep_time": 0.1},
    "bodies": [
      {"shapes": [{"kind": "polygon", "vertices": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}]},
      {"position": [0, 3], "shapes": [{"kind": "polygon", "vertices": [[-1, -0.1], [1, -0.1], [1, 0.1], [-1, 0.1]],
        "one_way": [0, 1]}]},
      {"kind": "kinematic", "position": [-6, 3], "angular_velocity": 1, "shapes": [{"kind": "circle", "radius": 0.5}]},
      {"kind": "dynamic", "position": [3, 0.5], "shapes": [{"kind": "circle", "radius": 0.5}]},
      {"kind": "dynamic", "position": [5, 0.5], "shapes": [{"kind": "circle", "radius": 0.5}]},
      {"kind": "dynamic", "position": [6, 0.5], "enabled": false, "shapes": [{"kind": "circle", "radius": 0.5}]}],
    "joints": [{"a": 2, "b": 3, "revolute": {"anchor_a": [1, 0], "anchor_b": [-1, 0]}}]}"#;

#[test]
fn a_legend_says_what_looks_different() {
    let file = path("legend.svg");
    let run = |options: &[&str]| {
        let args = [&["run", "-", "--quiet", "--view", "-10,-2,20,14", "--picture", &file], options].concat();
        check(&carom_with(&args, ALL.as_bytes()), 0, &[]);
        std::fs::read_to_string(&file).unwrap()
    };
    let svg = run(&[]);
    for words in
        ["all &amp; more", "step 90 \u{b7} 1.50 s", "fixed", "kinematic", "awake", "disabled", "one way", "joint"]
    {
        assert!(svg.contains(&format!(">{words}</text>")), "no {words:?} in {svg}");
    }
    assert!(svg.contains(" m</text>") && !svg.contains(">contact</text>"));
    let early = run(&["--at-step", "3"]);
    assert!(early.contains(">step 3 \u{b7} 0.05 s</text>"));
    let layers = "contacts,impulses,normals,aabbs,joints,islands,colours,cells,velocities,trails,ids";
    let all = run(&["--show", layers]);
    for words in ["contact", "normal", "box", "anchors of a joint", "island", "cell", "trail", "number"] {
        assert!(all.contains(&format!(">{words}</text>")), "no {words:?} in {all}");
    }
    assert!(all.contains(">velocity: ") && all.contains(" m/s</text>"));
}

#[test]
fn sizes_and_bodies_are_as_asked() {
    let file = path("size.svg");
    let run = |options: &[&str]| {
        let args = [&["render", "-", "--quiet", "--picture", &file], options].concat();
        check(&carom_with(&args, moving().as_bytes()), 0, &[]);
        std::fs::read_to_string(&file).unwrap()
    };
    assert!(run(&["--size", "333x222"]).contains("width=\"333\" height=\"222\""));
    // Too low for words.
    let low = run(&["--size", "400x60"]);
    assert!(low.contains("height=\"60\"") && !low.contains("<text"));
    // The body that is followed stays in the middle.
    let middle = |svg: &str| {
        let circles = svg.lines().filter(|line| line.starts_with("<circle"));
        circles.map(str::to_owned).filter(|line| line.contains("cx=\"200\"")).count()
    };
    for step in ["0", "10", "20"] {
        let svg = run(&["--follow", "2", "--size", "400x300", "--at-step", step]);
        assert_eq!(middle(&svg), 1, "step {step}: {svg}");
    }
}

#[test]
fn films_and_pages_are_written() {
    let (gif, page, video) = (path("film.gif"), path("film.html"), path("film.mp4"));
    let _ = std::fs::remove_file(&video);
    let args = ["run", "-", "--gif", &gif, "--replay", &page, "--video", &video, "--size", "200x160"];
    // Without a PATH there is no ffmpeg.
    let output = carom_without_path(&args, moving().as_bytes());
    check(&output, 0, &[]);
    let table = text(&output.stdout);
    assert!(table.contains("film.gif") && table.contains("film.html") && table.contains("ffmpeg"), "{table}");
    let bytes = std::fs::read(&gif).unwrap();
    assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(&[0x3B]), "a whole GIF");
    assert_eq!((bytes[6], bytes[8]), (200, 160));
    // A picture in real time is two steps.
    assert!(Path::new(&path("film_0010.png")).exists() && !Path::new(&video).exists());
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n") && html.contains("<title>small"));
}

#[test]
fn nothing_to_draw_is_an_empty_picture() {
    let empty = r#"{"carom": 1, "name": "empty", "steps": 3, "bodies": []}"#;
    let (png, svg, gif, page) = (path("empty.png"), path("empty.svg"), path("empty.gif"), path("empty.html"));
    for picture in [&png, &svg] {
        let args = ["run", "-", "--picture", picture, "--gif", &gif, "--replay", &page, "--show", "contacts,ids"];
        check(&carom_with(&args, empty.as_bytes()), 0, &[]);
    }
    assert!(std::fs::read_to_string(&svg).unwrap().contains(">empty</text>"));
    // A view with no body in it, and a run of no steps.
    let args = ["run", "-", "--steps", "0", "--picture", &svg, "--view", "500,500,1,1", "--replay", &page];
    check(&carom_with(&args, SMALL.as_bytes()), 0, &[]);
    let far = std::fs::read_to_string(&svg).unwrap();
    assert!(far.contains(">small</text>") && far.contains("step 0") && !far.contains("<circle"));
}

#[test]
fn wrong_wishes_are_answered() {
    let cases: [(&[&str], &[&str]); 14] = [
        (&["--picture", "a.jpg"], &["--picture", ".png or .svg"]),
        (&["--gif", "a.png"], &["--gif", ".gif"]),
        (&["--replay", "a"], &["--replay", ".html"]),
        (&["--video", "a.avi"], &["--video", ".mp4 or .webm"]),
        (&["--profile", "a.png"], &["--profile", ".svg"]),
        (&["--picture", "a.png", "--size", "0x100"], &["--size", "16 to 8192"]),
        (&["--picture", "a.png", "--size", "100"], &["--size", "800x600"]),
        (&["--picture", "a.png", "--show", "contcats"], &["--show", "contcats", "Did you mean contacts?"]),
        (&["--picture", "a.png", "--show", "impulses,speed"], &["--show", "speed", "velocities"]),
        (&["--picture", "a.png", "--view", "0,0,0,1"], &["--view", "four numbers"]),
        (&["--picture", "a.png", "--view", "0,0,-1,1"], &["--view", "four numbers"]),
        (&["--picture", "a.png", "--at-step", "9", "--steps", "8"], &["--at-step", "ends after step 8"]),
        (&["--picture", "a.png", "--follow", "99999"], &["--follow", "no body 99999"]),
        (&["--show", "contacts"], &["--picture"]),
    ];
    for (options, parts) in cases {
        check(&carom(&[&["run", "small"], options].concat()), 2, parts);
    }
    check(&carom(&["render", "small"]), 2, &["nothing to draw", "--replay"]);
    // The calls of `rain` add bodies, so this is known at its end.
    let (file, follow) = (path("nobody.svg"), ["--follow", "99999"]);
    let args = [&["render", "rain", "--steps", "2", "--picture", &file], &follow[..]].concat();
    check(&carom(&args), 2, &["--follow", "no body 99999"]);
    assert!(Path::new(&file).exists());
    for (option, ending) in [("--picture", "png"), ("--gif", "gif"), ("--video", "mp4"), ("--replay", "html")] {
        let file = format!("/no/such/folder/a.{ending}");
        check(&carom(&["run", "small", "--steps", "1", option, &file]), 1, &["cannot be written", &file]);
    }
    assert!(!Path::new("a.png").exists());
}

/// A run that the script of a soup ends early, or a container that lost a body, has its outputs all the same.
#[test]
fn a_run_that_fails_writes_what_it_had() {
    let lost = SMALL.replace("{\"y\": -5}", "{\"y\": 50}");
    let (gif, page, picture) = (path("lost.gif"), path("lost.html"), path("lost.svg"));
    let args = ["run", "-", "--gif", &gif, "--replay", &page, "--picture", &picture];
    check(&carom_with(&args, lost.as_bytes()), 1, &["lost"]);
    assert!(std::fs::read(&gif).unwrap().ends_with(&[0x3B]));
    assert!(std::fs::read_to_string(&page).unwrap().ends_with("</html>\n"));
    assert!(std::fs::read_to_string(&picture).unwrap().contains(">step 20 "));
}

#[test]
fn times_are_drawn_and_traced() {
    let (trace, profile) = (path("trace.json"), path("profile.svg"));
    check(&carom(&["run", "small", "--steps", "12", "--quiet", "--trace", &trace, "--profile", &profile]), 0, &[]);
    let trace: serde_json::Value = serde_json::from_slice(&std::fs::read(&trace).unwrap()).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    let named = |name: &str| events.iter().filter(|event| event["name"] == name).count();
    assert!(named("step 12") == 1 && named("collide") >= 12 && named("thread_name") >= 2, "{trace}");
    for event in events.iter().filter(|event| event["ph"] == "X") {
        assert!(event["dur"].as_f64().unwrap() >= 0.0 && event["tid"].is_u64(), "{event}");
    }
    let svg = std::fs::read_to_string(&profile).unwrap();
    assert!(svg.contains(">small: 12 steps") && svg.contains(">collide</text>"), "{svg}");
}
