//! A value of a wrong type, wherever it stands, is refused with its path and in words that a file has.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom_scenes::read_scene;
use serde_json::{Value, json};

/// A scene with every field of the format, but for those of other kinds of shapes.
const FULL: &str = r#"{"carom": 1, "name": "full", "about": "all", "steps": 3,
  "world": {"gravity": [0, -10], "dt": 0.01, "substeps": 4, "length_unit": 1, "contact_hertz": 32, "slop": 0.005,
    "record_impulses": false, "sleep": true, "continuous": true, "broad_phase": "hash", "joint_solver": "direct",
    "spatial_sort_interval": 16},
  "container": {"hall": {"y": -5, "left": -20, "right": 20}},
  "bodies": [
    {"kind": "dynamic", "position": [0, 0], "angle": 0, "velocity": [0, 0], "locks": {"x": false, "rotation": true},
     "continuous": true, "can_sleep": true, "awake": true, "user_data": 7,
     "mass": {"mass": 1, "center": [0, 0], "inertia": 1},
     "shapes": [
       {"kind": "circle", "center": [0, 0], "radius": 0.5, "density": 1, "sensor": false, "one_way": [0, 1],
        "full_kinematic_contacts": true, "material": {"friction": 0.5},
        "filter": {"category": 1, "mask": 3, "group": -1}, "user_data": 7},
       {"kind": "capsule", "a": [0, 0], "b": [1, 0], "radius": 0.5},
       {"kind": "box", "width": 1, "height": 1, "angle": 0}]},
    {"shapes": [
       {"kind": "outline", "vertices": [[0, 0], [4, 0], [4, 4], [0, 4]], "holes": [[[1, 1], [2, 1], [1, 2]]],
        "cut": "ears"},
       {"kind": "chain", "vertices": [[0, 0], [1, 0], [2, 0]], "closed": false, "one_sided": true},
       {"kind": "tile_grid", "rows": ["L#", ".#"], "cell": 1, "origin": [0, 0], "solid": false}]}],
  "joints": [{"a": 0, "b": 1, "revolute": {"anchor_a": [0, 0], "anchor_b": [0, 0], "reference_angle": 0,
    "limit": {"lower": -1, "upper": 1}, "motor": {"speed": 1, "max_torque": 1},
    "spring": {"hertz": 1, "damping_ratio": 1, "rest_angle": 0}, "collide": false}}],
  "areas": [
    {"region": {"kind": "circle", "radius": 1}, "position": [0, 0], "filter": {"mask": 1}, "wind": [1, 0], "drag": 1,
     "replaces_gravity": false, "gravity": {"uniform": [0, 0]}},
    {"gravity": {"point": {"point": [0, 0], "acceleration": 1, "distance": 1, "falloff": "inverse"}}}]}"#;

/// Paths of all values inside a value, as pointers of JSON.
fn paths(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| paths(value, format!("{path}/{name}"), out)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| paths(value, format!("{path}/{i}"), out));
        }
        _ => {}
    }
    out.push(path);
}

#[test]
fn messages_have_no_words_of_rust() {
    let full: Value = serde_json::from_str(FULL).unwrap();
    read_scene(FULL).unwrap();
    let mut places = Vec::new();
    paths(&full, String::new(), &mut places);
    let wrong = [
        json!(5),
        json!(-5),
        json!(1.5),
        json!("up"),
        json!(true),
        json!(null),
        json!([]),
        json!({}),
        json!([1, 2, 3]),
    ];
    let mut refused = 0;
    for place in places.iter().filter(|place| !place.is_empty()) {
        for value in &wrong {
            let mut scene = full.clone();
            *scene.pointer_mut(place).unwrap() = value.clone();
            let Err(error) = read_scene(&serde_json::to_string_pretty(&scene).unwrap()) else { continue };
            refused += 1;
            let shown = error.to_string();
            for word in [
                "struct", "enum", "variant", "map", "sequence", "integer", "boolean", "string", "floating", "f32",
                "u32", "u64", "usize", "i32", "tuple", "unit", "invalid",
            ] {
                let inside = shown.split(|c: char| !c.is_alphanumeric() && c != ':' && c != '_').any(|w| w == word);
                assert!(!inside, "{place}: {value}: {word:?} in {shown}");
            }
            for part in ["Def", "::", "expected value", "another kind"] {
                assert!(!shown.contains(part), "{place}: {value}: {part:?} in {shown}");
            }
            // A list of bodies that is too short is a fault of the joints.
            let first = place.split('/').nth(1).unwrap();
            let is_named = error.path.starts_with(first) || shown.contains("not a body of this scene");
            assert!(is_named, "{place}: {shown}");
        }
    }
    assert!(refused > 500, "{refused}");
}
