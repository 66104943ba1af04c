//! A faulty scene file is refused with the place, the path, the value, and the valid ones.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom_scenes::{SceneError, read_scene_from};
use std::io::{Cursor, Read, repeat};
use std::time::{Duration, Instant};

/// The error of the refused text.
fn refused(text: &str) -> SceneError {
    read_scene_from("a.json", text.as_bytes()).map(|_| ()).unwrap_err()
}

/// Checks path and parts of the message, and that all of it and the file are in the text for people.
fn check(text: &str, path: &str, parts: &[&str]) {
    let error = refused(text);
    assert_eq!(error.path, path, "{error}");
    let shown = error.to_string();
    assert!(shown.starts_with("a.json") && shown.contains(path), "{shown}");
    for part in parts {
        assert!(shown.contains(part), "{shown}: no {part}");
    }
}

fn body(fields: &str) -> String {
    format!("{{\"carom\": 1, \"bodies\": [{{}},\n{{}}, {{}}, {{{fields}}}]}}")
}

fn shape(fields: &str) -> String {
    body(&format!("\"kind\": \"dynamic\", \"shapes\": [{{{fields}}}]"))
}

#[test]
fn a_number_that_is_not_finite_is_named() {
    for word in ["NaN", "nan", "-NaN", "Infinity", "-Infinity", "-inf", "+inf"] {
        let wanted = format!("{word} is no number of JSON");
        check(&body(&format!("\"angle\": {word}")), "bodies[3].angle", &[&wanted, ":2:"]);
        check(&body(&format!("\"position\": [{word}, 0]")), "bodies[3].position[0]", &[&wanted]);
        check(&body(&format!("\"position\": [0, {word}]")), "bodies[3].position[1]", &[&wanted]);
    }
}

#[test]
fn a_wrong_type_is_named() {
    check(&body("\"angle\": \"up\""), "bodies[3].angle", &["the text \"up\"", "expected a number", ":2:"]);
    check(&body("\"position\": 3"), "bodies[3].position", &["the number 3", "2 numbers"]);
    check(&body("\"position\": [1]"), "bodies[3].position", &["length 1", "2 numbers"]);
    check(&body("\"position\": [1, 2, 3]"), "bodies[3].position", &["a list of 3 numbers", "a vector has 2 numbers"]);
    check(&body("\"position\": [1, 2,\n3]"), "bodies[3].position", &["the list is too long", "2 numbers"]);
    check(&body("\"position\": [1, 2, [3]]"), "bodies[3].position", &["the list is too long", "2 numbers"]);
    check(&body("\"shapes\": {}"), "bodies[3].shapes", &["expected a list, found an object"]);
    check(&body("\"angle\": null"), "bodies[3].angle", &["null", "a number"]);
    check(&body("\"angle\": 1e999"), "bodies[3].angle", &["1e999 is out of range"]);
    check(&shape("\"kind\": \"circle\", \"radius\": []"), "bodies[3].shapes[0].radius", &["a number"]);
    check("{\"carom\": 1, \"steps\": -1}", "steps", &["-1", "a whole number from 0 to 4294967295"]);
    check(&body("\"mass\": 5"), "bodies[3].mass", &["expected an object with the mass: {\"mass\": 1,", "the number 5"]);
    check(&body("\"mass\": [5, 6]"), "bodies[3].mass", &["expected an object with the mass", "found a list"]);
    check(&body("\"locks\": [1]"), "bodies[3].locks", &["expected an object with the locks", "found a list"]);
    check(&body("\"kind\": 1"), "bodies[3].kind", &["expected \"fixed\", \"kinematic\" or", "the number 1"]);
    check(&shape("\"kind\": {}"), "bodies[3].shapes[0].kind", &["expected the name of a kind", "an object"]);
    check("{\"carom\": 1, \"joints\": [[0, 1, 2]]}", "joints[0]", &["expected a joint", "a list"]);
    check("{\"carom\": 1, \"container\": \"hall\"}", "container.hall", &["an object", "the name alone"]);
    let area = "{\"carom\": 1, \"areas\": [{\"gravity\": \"uniform\"}]}";
    check(area, "areas[0].gravity.uniform", &["expected a value, found the name alone"]);
    check("{\"carom\": 1, \"bodies\": 7}", "bodies", &["the number 7"]);
}

#[test]
fn a_missing_field_is_named() {
    check("{}", "", &["missing field `carom`"]);
    check(&shape("\"kind\": \"circle\""), "bodies[3].shapes[0].radius", &["is missing", "circle"]);
    check(&shape("\"radius\": 1"), "bodies[3].shapes[0]", &["missing field `kind`"]);
    check(&shape("\"kind\": \"segment\", \"a\": [0, 0]"), "bodies[3].shapes[0].b", &["is missing"]);
    check(&shape("\"kind\": \"box\", \"width\": 1"), "bodies[3].shapes[0].height", &["is missing", "a box"]);
    check("{\"carom\": 1, \"joints\": [{\"a\": 0, \"b\": 1}]}", "joints[0]", &["has no kind"]);
}

#[test]
fn an_unknown_field_is_named() {
    check("{\"carom\": 1, \"bodys\": []}", "bodys", &["unknown field `bodys`", "`bodies`"]);
    check(&body("\"pos\": [0, 0]"), "bodies[3].pos", &["unknown field `pos`", "`position`"]);
    check(&shape("\"kind\": \"circle\", \"r\": 1"), "bodies[3].shapes[0].r", &["unknown field `r`", "`radius`"]);
    check(&shape("\"kind\": \"square\""), "bodies[3].shapes[0].kind", &["unknown name `square`", "`polygon`"]);
    check(&body("\"kind\": \"static\""), "bodies[3].kind", &["unknown name `static`", "`fixed`"]);
    check(
        &shape("\"kind\": \"circle\", \"radius\": 1, \"closed\": true"),
        "bodies[3].shapes[0].closed",
        &["a circle has no such field"],
    );
    let wide = shape("\"kind\": \"circle\", \"radius\": 1, \"width\": 1");
    check(&wide, "bodies[3].shapes[0].width", &["a circle has no such field"]);
    let a_box = |fields: &str| shape(&format!("\"kind\": \"box\", \"height\": 1, {fields}"));
    check(&a_box("\"width\": 0"), "bodies[3].shapes[0].width", &["0 is not"]);
    check(&a_box("\"width\": 1, \"vertices\": []"), "bodies[3].shapes[0].vertices", &["a box has no such field"]);
    let grid = |fields: &str| shape(&format!("\"kind\": \"tile_grid\", {fields}"));
    check(&grid("\"cell\": 1"), "bodies[3].shapes[0].rows", &["is missing"]);
    check(&grid("\"rows\": [\"#\"]"), "bodies[3].shapes[0].cell", &["is missing"]);
    let unknown = grid("\"cell\": 1, \"rows\": [\"##\", \"#?\"]");
    check(&unknown, "bodies[3].shapes[0].rows[1]", &["'?' in column 1 is no tile"]);
    check(&grid("\"cell\": -1, \"rows\": [\"#\"]"), "bodies[3].shapes[0].cell", &["-1"]);
    check(&grid("\"cell\": 1, \"rows\": [], \"radius\": 1"), "bodies[3].shapes[0].radius", &["no such field"]);
    check(&body("\"angle\": 0, \"angle\": 1"), "bodies[3].angle", &["duplicate field `angle`"]);
}

#[test]
fn an_unknown_field_is_named_wherever_it_stands() {
    let point = "\"point\": [0, 0], \"acceleration\": 1, \"distance\": 1, \"falloff\": \"inverse\"";
    let places = [
        ("", "\"areas\": [], \"x_y\": 1".to_owned()),
        ("world.", "\"world\": {\"x_y\": 1}".to_owned()),
        ("container.hall.", "\"container\": {\"hall\": {\"y\": 0, \"left\": 0, \"right\": 1, \"x_y\": 1}}".to_owned()),
        ("bodies[0].locks.", "\"bodies\": [{\"locks\": {\"x_y\": true}}]".to_owned()),
        ("bodies[0].mass.", "\"bodies\": [{\"mass\": {\"x_y\": 1}}]".to_owned()),
        ("bodies[0].shapes[0].material.", "\"bodies\": [{\"shapes\": [{\"material\": {\"x_y\": 1}}]}]".to_owned()),
        ("bodies[0].shapes[0].filter.", "\"bodies\": [{\"shapes\": [{\"filter\": {\"x_y\": 1}}]}]".to_owned()),
        ("joints[0].", "\"joints\": [{\"a\": 0, \"x_y\": 1}]".to_owned()),
        ("joints[0].revolute.", "\"joints\": [{\"a\": 0, \"b\": 1, \"revolute\": {\"x_y\": 1}}]".to_owned()),
        ("joints[0].revolute.motor.", "\"joints\": [{\"revolute\": {\"motor\": {\"x_y\": 1}}}]".to_owned()),
        ("joints[0].revolute.limit.", "\"joints\": [{\"revolute\": {\"limit\": {\"x_y\": 1}}}]".to_owned()),
        ("joints[0].revolute.spring.", "\"joints\": [{\"revolute\": {\"spring\": {\"x_y\": 1}}}]".to_owned()),
        ("joints[0].gear.", "\"joints\": [{\"gear\": {\"x_y\": 1}}]".to_owned()),
        ("joints[0].rack.", "\"joints\": [{\"rack\": {\"x_y\": 1}}]".to_owned()),
        ("joints[0].pulley.", "\"joints\": [{\"pulley\": {\"x_y\": 1}}]".to_owned()),
        ("areas[0].", "\"areas\": [{\"x_y\": 1}]".to_owned()),
        ("areas[0].gravity.point.", format!("\"areas\": [{{\"gravity\": {{\"point\": {{{point}, \"x_y\": 1}}}}}}]")),
    ];
    for (place, fields) in places {
        check(&format!("{{\"carom\": 1, {fields}}}"), &format!("{place}x_y"), &["unknown field `x_y`", "expected"]);
    }
}

#[test]
fn a_bad_reference_is_named() {
    let text = |a: usize, b: usize| {
        format!(
            "{{\"carom\": 1, \"bodies\": [{{}}, {{}}, {{}}], \
             \"joints\": [{{\"a\": {a}, \"b\": {b}, \"revolute\": {{}}}}]}}"
        )
    };
    check(&text(0, 99), "joints[0].b", &["99", "3: 0 to 2"]);
    check(&text(3, 1), "joints[0].a", &["3 is not a body"]);
    check(&text(1, 1), "joints[0].revolute", &["two different bodies"]);
    let gear = |a: usize, b: usize, kind: &str, ratio: &str| {
        let hinge = "{\"a\": 0, \"b\": 1, \"revolute\": {}}, {\"a\": 0, \"b\": 2, \"weld\": {}}";
        let gear = format!("{{\"a\": {a}, \"b\": {b}, \"{kind}\": {{\"ratio\": {ratio}}}}}");
        format!("{{\"carom\": 1, \"bodies\": [{{}}, {{}}, {{}}], \"joints\": [{hinge}, {gear}]}}")
    };
    check(&gear(0, 2, "gear", "1"), "joints[2].b", &["2 is no joint before this gear"]);
    check(&gear(7, 0, "rack", "1"), "joints[2].a", &["7 is no joint before this rack"]);
    check(&gear(0, 0, "gear", "1"), "joints[2].gear", &["two different joints"]);
    check(&gear(0, 1, "gear", "1"), "joints[2].gear.joint_2", &["weld is not a revolute"]);
    check(&gear(0, 1, "rack", "0"), "joints[2].rack.ratio", &["0.0 is not a number whose size"]);
    check(
        "{\"carom\": 1, \"container\": {\"disc_around\": {\"body\": 0, \"radius\": 3}}}",
        "container.disc_around.body",
        &["which has none"],
    );
}

#[test]
fn a_value_that_no_world_accepts_is_named() {
    let shapes = "bodies[3].shapes[0]";
    check(&shape("\"kind\": \"circle\", \"radius\": -1"), &format!("{shapes}.radius"), &["-1", "not a size", ":2:"]);
    check(&shape("\"kind\": \"circle\", \"radius\": 1e39"), &format!("{shapes}.radius"), &["1e39 is out of range"]);
    let square = |last: &str| format!("\"kind\": \"polygon\", \"vertices\": [[0,0],[1,0],[1,1],{last}]");
    check(&shape(&square("[0.9, 0.1]")), &format!("{shapes}.vertices[3]"), &["not convex"]);
    check(&shape(&square("[1, 1]")), &format!("{shapes}.vertices[3]"), &["stands where"]);
    check(&shape(&square("[0, 2e6]")), &format!("{shapes}.vertices[3]"), &["2000000"]);
    check(&shape("\"kind\": \"polygon\", \"vertices\": []"), &format!("{shapes}.vertices"), &["0 given"]);
    let outline = |holes: &str| {
        let square = "\"kind\": \"outline\", \"vertices\": [[0,0],[4,0],[4,4],[0,4]]";
        shape(&format!("{square}, \"holes\": {holes}"))
    };
    check(
        &outline("[[[1,1],[2,1],[1,2]], [[5,5],[6,5],[5,6]]]"),
        &format!("{shapes}.holes[1]"),
        &["outside", "(5, 5)"],
    );
    check(&outline("[[[1,1],[2,1],[1,2e7]]]"), &format!("{shapes}.holes[0][2]"), &["not finite"]);
    check(&outline("[[[1,1],[2,1],[3,1]]]"), &format!("{shapes}.holes[0]"), &["no area"]);
    check(&outline("[[[1,1],[9,1],[1,2]]]"), &format!("{shapes}.vertices"), &["crosses", "holes[0][0]", "(4, 1)"]);
    check(&outline("7"), &format!("{shapes}.holes"), &["the number 7"]);
    let polygon = "\"kind\": \"polygon\", \"vertices\": [[0,0],[1,0],[1,1]], \"holes\": []";
    check(&shape(polygon), &format!("{shapes}.holes"), &["a polygon has no such field"]);
    check(&shape("\"kind\": \"outline\""), &format!("{shapes}.vertices"), &["an outline needs it"]);
    check(&shape("\"kind\": \"circle\", \"radius\": 1, \"density\": -2"), &format!("{shapes}.density"), &["-2"]);
    let friction = "\"kind\": \"circle\", \"radius\": 1, \"material\": {\"friction\": -3}";
    check(&shape(friction), &format!("{shapes}.material.friction"), &["-3", "between 0.0 and 1000000.0"]);
    check(&body("\"position\": [0, 1e7]"), "bodies[3].position", &["10000000", "1000000"]);
    check("{\"carom\": 1, \"world\": {\"dt\": 0}}", "world.dt", &["0.0 is not between"]);
    check("{\"carom\": 1, \"world\": {\"substeps\": 65}}", "world.substeps", &["65", "64"]);
    let motor = "{\"carom\": 1, \"bodies\": [{}, {}], \"joints\": [{\"a\": 0, \"b\": 1, \"revolute\": \
                 {\"motor\": {\"speed\": 1, \"max_torque\": -1}}}]}";
    check(motor, "joints[0].revolute.motor.max_torque", &["-1"]);
    check("{\"carom\": 1, \"container\": {\"above\": {\"y\": 1e39}}}", "container.above.y", &["1e39 is out of range"]);
}

#[test]
fn a_text_that_is_no_scene_is_refused() {
    check("", "", &["is empty"]);
    check(" \n\t", "", &["is empty"]);
    check("[]", "", &["begins with '['"]);
    check("hello", "", &["begins with 'h'"]);
    check("{\"carom\": 2}", "carom", &["2 is not a version", "1"]);
    check("{\"carom\": \"1\"}", "carom", &["the text \"1\""]);
    check("{\"carom\": 1} {", "", &["trailing characters"]);
    check("{\"carom\": 1,}", "", &["trailing comma"]);
    let whole = body("\"kind\": \"dynamic\", \"position\": [1.5, 2.5]");
    for end in 1..whole.len() {
        let error = refused(&whole[..end]);
        assert!(error.position.is_some() && error.message.contains("ends too early"), "{end}: {error}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let error = read_scene_from("b", &b"{\"carom\": 1,\n \"name\": \"\xFF\"}"[..]).unwrap_err();
    assert_eq!(error.position, Some((2, 11)));
    assert!(error.to_string().contains("not UTF-8") && error.to_string().contains("0xff"), "{error}");
    assert!(read_scene_from("b", &b"\xFF\xFE{\0"[..]).is_err());
}

#[test]
fn endless_and_huge_inputs_are_refused_quickly() {
    let start = Instant::now();
    for byte in [0_u8, b' ', b'\n', b'[', b'0'] {
        assert!(read_scene_from("c", repeat(byte)).is_err());
    }
    let deep = |open: &[u8], before: &'static [u8]| before.chain(Cursor::new(open.repeat(20_000_000)));
    assert!(read_scene_from("c", deep(b"[", b"{\"carom\": 1, \"bodies\": ")).is_err());
    assert!(read_scene_from("c", deep(b"{\"a\":", b"")).is_err());
    assert!(read_scene_from("c", deep(b" ", b"{")).is_err());
    let error =
        read_scene_from("c", (&b"{\"carom\": 1, \"bodies\": [{\"shapes\": "[..]).chain(repeat(b'[').take(1 << 20)));
    assert!(error.unwrap_err().path.starts_with("bodies[0].shapes[0]"));
    // A watchdog, not a figure: nothing here takes long, and nothing overflows the stack.
    assert!(start.elapsed() < Duration::from_secs(30));
}
