//! Scene files with the names of fields before 0.1 are read as the same scenes, and written with the new names.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom_scenes::{SceneDef, read_scene, write_scene};

/// Old names and new ones, all of the format.
const NAMES: [(&str, &str); 9] = [
    ("push_out_speed", "contact_push_speed"),
    ("hit_speed", "hit_event_speed"),
    ("max_turn", "max_rotation_per_step"),
    ("renumber_every", "spatial_sort_interval"),
    ("swept", "continuous"),
    ("pull", "gravity"),
    ("along", "uniform"),
    ("toward", "point"),
    ("rect", "box"),
];

/// A file of before, with every old name and no value that is a default.
const OLD: &str = r#"{"carom": 1, "name": "old", "steps": 60,
    "world": {"push_out_speed": 2.5, "hit_speed": 0.25, "max_turn": 0.5, "renumber_every": 1},
    "bodies": [
      {"swept": false, "shapes": [{"kind": "rect", "width": 20, "height": 1}]},
      {"kind": "dynamic", "swept": false, "position": [0, 3], "velocity": [0, -40], "angular_velocity": 30,
       "shapes": [{"kind": "rect", "width": 1, "height": 0.5}]},
      {"kind": "dynamic", "swept": true, "position": [3, 2], "shapes": [{"kind": "circle", "radius": 0.5}]}],
    "joints": [{"a": 0, "b": 2, "revolute": {"anchor_a": [3, 3]}}],
    "areas": [
      {"pull": {"along": [3, 1]}},
      {"pull": {"toward": {"point": [2, 9], "acceleration": 4, "distance": 2, "falloff": "inverse"}}}]}"#;

fn text_of(scene: &SceneDef) -> String {
    let mut out = Vec::new();
    write_scene(scene, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

/// The file of before with the new names.
fn new() -> String {
    let text = NAMES.iter().fold(OLD.to_owned(), |text, (old, new)| text.replace(&quoted(old), &quoted(new)));
    // `gravity` of the world has always been called so.
    assert!(NAMES.iter().all(|(old, new)| OLD.contains(&quoted(old)) && text.contains(&quoted(new))));
    text
}

#[test]
fn an_old_file_is_the_same_world_as_the_new_one() {
    let (old, new) = (read_scene(OLD).unwrap(), read_scene(&new()).unwrap());
    assert_eq!(old, new);
    let usual = carom::WorldDef::default();
    assert_ne!(old.world.contact_push_speed, usual.contact_push_speed);
    assert_ne!(old.world.hit_event_speed, usual.hit_event_speed);
    assert_ne!(old.world.max_rotation_per_step, usual.max_rotation_per_step);
    assert_ne!(old.world.spatial_sort_interval, usual.spatial_sort_interval);
    assert_eq!([0, 1, 2].map(|body| old.bodies[body].continuous), [false, false, true]);
    assert_eq!((old.areas.len(), old.shape_count()), (2, 3));
    let hash = |scene: &SceneDef| {
        let mut play = scene.play().unwrap();
        (0..scene.steps).for_each(|_| play.step());
        play.world().state_hash()
    };
    assert_eq!(hash(&old), hash(&new));
}

#[test]
fn an_old_file_is_written_with_the_new_names() {
    let text = text_of(&read_scene(OLD).unwrap());
    for (old, _) in NAMES {
        assert!(!text.contains(&quoted(old)), "{old} in {text}");
    }
    assert_eq!(text, text_of(&read_scene(&new()).unwrap()));
    assert_eq!(text, text_of(&read_scene(&text).unwrap()));
}

#[test]
fn a_field_under_both_names_is_refused() {
    let both = OLD.replace("\"max_turn\": 0.5", "\"max_turn\": 0.5, \"max_rotation_per_step\": 0.5");
    let error = read_scene(&both).unwrap_err();
    assert_eq!(error.path, "world.max_rotation_per_step");
    assert!(error.message.contains("duplicate field"), "{error}");
}
