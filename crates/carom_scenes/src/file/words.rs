//! Serde's messages in the words of a scene file.

/// Letters of a found text that a message repeats.
const MOST_LETTERS: usize = 60;

/// Types as serde names them, and what a file has in their place.
const TYPES: [(&str, &str); 42] = [
    ("f32", "a number"),
    ("i32", "a whole number from -2147483648 to 2147483647"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number from 0 to 18446744073709551615"),
    ("usize", "the number of a body, from 0"),
    ("a boolean", "true or false"),
    ("a string", "a text"),
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("a sequence of 2 f32 values", "a list of 2 numbers"),
    ("newtype variant", "a value"),
    ("struct WorldDef", "an object with the rules: {\"gravity\": [0, -10], ..}"),
    ("struct BodyDef", "a body: {\"kind\": \"dynamic\", \"shapes\": [..], ..}"),
    ("struct Locks", "an object with the locks: {\"x\": false, \"y\": false, \"rotation\": true}"),
    ("struct MassProperties", "an object with the mass: {\"mass\": 1, \"center\": [0, 0], \"inertia\": 1}"),
    ("struct Material", "an object with the material: {\"friction\": 0.6, ..}"),
    ("struct Filter", "an object with the filter: {\"category\": 1, \"mask\": 2, \"group\": 0}"),
    ("struct Revolute", "an object with the joint: {\"anchor_a\": [0, 0], \"anchor_b\": [0, 0], ..}"),
    ("struct Prismatic", "an object with the joint: {\"axis\": [1, 0], ..}"),
    ("struct Distance", "an object with the joint: {\"length\": 1, ..}"),
    ("struct Weld", "an object with the joint: {\"anchor_a\": [0, 0], \"anchor_b\": [0, 0], ..}"),
    ("struct Wheel", "an object with the joint: {\"axis\": [0, 1], ..}"),
    ("struct Motor", "an object with the joint: {\"max_force\": 1, \"max_torque\": 1, ..}"),
    ("struct PinSlot", "an object with the joint: {\"axis\": [1, 0], ..}"),
    ("struct FilterJoint", "an empty object: {}"),
    ("struct Gear", "an object with the gear: {\"ratio\": 2, ..}"),
    ("struct Rack", "an object with the rack: {\"ratio\": 0.5, ..}"),
    ("struct Pulley", "an object with the joint: {\"ground_anchor_a\": [0, 5], \"ground_anchor_b\": [2, 5], ..}"),
    ("struct Stiffness", "an object with the stiffness: {\"hertz\": 60, \"damping_ratio\": 1}"),
    ("struct AngleLimit", "an object with the limit: {\"lower\": -1, \"upper\": 1}"),
    ("struct LineLimit", "an object with the limit: {\"lower\": -1, \"upper\": 1}"),
    ("struct AngleMotor", "an object with the motor: {\"speed\": 1, \"max_torque\": 1}"),
    ("struct LineMotor", "an object with the motor: {\"speed\": 1, \"max_force\": 1}"),
    ("struct AngleSpring", "an object with the spring: {\"hertz\": 1, \"damping_ratio\": 1}"),
    ("struct LineSpring", "an object with the spring: {\"hertz\": 1, \"damping_ratio\": 1}"),
    ("struct AreaDef", "an area: {\"region\": {..}, \"wind\": [0, 0], ..}"),
    (
        "struct variant FieldGravity::Point",
        "an object with the point: {\"point\": [0, 0], \"acceleration\": 1, \"distance\": 1, ..}",
    ),
    ("struct variant Container::Above", "an object: {\"y\": 0}"),
    ("struct variant Container::Hall", "an object: {\"y\": 0, \"left\": -1, \"right\": 1}"),
    ("struct variant Container::Disc", "an object: {\"center\": [0, 0], \"radius\": 1}"),
    ("struct variant Container::DiscAround", "an object: {\"body\": 0, \"radius\": 1}"),
    ("struct variant Container::RectAround", "an object: {\"body\": 0, \"width\": 1, \"height\": 1}"),
];

/// Fields that hold an object, the depth of lists around it, and its type as serde names it.
const OBJECTS: [(&str, usize, &str); 36] = [
    ("world", 0, "struct WorldDef"),
    ("bodies", 1, "struct BodyDef"),
    ("joints", 1, "a joint: {\"a\": 0, \"b\": 1, \"revolute\": {..}}"),
    ("areas", 1, "struct AreaDef"),
    ("shapes", 1, "a shape: {\"kind\": \"circle\", \"radius\": 0.5, ..}"),
    ("region", 0, "a shape: {\"kind\": \"circle\", \"radius\": 0.5, ..}"),
    ("locks", 0, "struct Locks"),
    ("mass", 0, "struct MassProperties"),
    ("material", 0, "struct Material"),
    ("filter", 0, "struct Filter"),
    ("revolute", 0, "struct Revolute"),
    ("revolute.limit", 0, "struct AngleLimit"),
    ("revolute.motor", 0, "struct AngleMotor"),
    ("revolute.spring", 0, "struct AngleSpring"),
    ("prismatic.limit", 0, "struct LineLimit"),
    ("prismatic.motor", 0, "struct LineMotor"),
    ("prismatic.spring", 0, "struct LineSpring"),
    ("distance.limit", 0, "struct LineLimit"),
    ("distance.motor", 0, "struct LineMotor"),
    ("distance.spring", 0, "struct LineSpring"),
    ("wheel.limit", 0, "struct LineLimit"),
    ("wheel.motor", 0, "struct AngleMotor"),
    ("wheel.spring", 0, "struct LineSpring"),
    ("pin_slot.limit", 0, "struct LineLimit"),
    ("prismatic", 0, "struct Prismatic"),
    ("distance", 0, "struct Distance"),
    ("weld", 0, "struct Weld"),
    ("wheel", 0, "struct Wheel"),
    ("motor", 0, "struct Motor"),
    ("pin_slot", 0, "struct PinSlot"),
    ("gear", 0, "struct Gear"),
    ("rack", 0, "struct Rack"),
    ("pulley", 0, "struct Pulley"),
    ("stiffness", 0, "struct Stiffness"),
    ("place", 0, "struct Stiffness"),
    ("gravity.point", 0, "struct variant FieldGravity::Point"),
];

/// The path of an object in whose place a list stands, and its words, if `path` leads into such a list. With `is_whole`
/// the path may be that of the list. Serde reads the fields of an object from a list as well, one after the other.
pub(super) fn object_at(path: &str, is_whole: bool) -> Option<(&str, &'static str)> {
    let mut end = 0;
    for part in path.split('.') {
        let start = end;
        end = start + part.len() + 1;
        let name = part.split('[').next()?;
        let before = path.get(..start)?;
        let is_same = |field: &str| match field.split_once('.') {
            None => field == name,
            Some((outer, inner)) => inner == name && before.trim_end_matches('.').ends_with(outer),
        };
        let Some((_, depth, wanted)) = OBJECTS.iter().find(|(field, ..)| is_same(field)) else { continue };
        let lists = part.matches('[').count();
        let is_last = end > path.len();
        if lists > *depth || (lists == *depth && is_last && is_whole) {
            let length: usize = part.split_inclusive(']').take(*depth).map(str::len).sum();
            let length = if *depth == 0 { name.len() } else { length };
            return Some((path.get(..start + length)?, expected(wanted)));
        }
    }
    None
}

/// A message of serde in plain words: `expected a number, found the text "up"`.
pub(super) fn plain(text: &str) -> String {
    let wrong = text.strip_prefix("invalid type: ").or_else(|| text.strip_prefix("invalid value: "));
    if let Some((found, wanted)) = wrong.and_then(|rest| rest.rsplit_once(", expected ")) {
        return format!("expected {}, found {}", expected(wanted), self::found(found));
    }
    if let Some((length, wanted)) = text.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
    {
        return format!("expected {}, found a list of length {length}", expected(wanted));
    }
    text.replace("unknown variant `", "unknown name `")
}

/// The expected type.
fn expected(wanted: &str) -> &str {
    let whole = wanted.split_once(" with ").map_or(wanted, |(name, _)| name);
    match TYPES.iter().find(|(name, _)| *name == whole) {
        Some((_, words)) => words,
        None if wanted.starts_with("struct ") => "an object",
        None => wanted,
    }
}

/// The value that was found.
fn found(value: &str) -> String {
    let quoted = |kind: &str| value.strip_prefix(kind).map(|rest| rest.trim_matches('`'));
    if let Some(text) = value.strip_prefix("string ") {
        let short: String = text.chars().take(MOST_LETTERS).collect();
        return if short.len() < text.len() { format!("the text {short}..") } else { format!("the text {text}") };
    }
    if let Some(number) = quoted("integer ").or_else(|| quoted("floating point ")) {
        return format!("the number {number}");
    }
    match value {
        "map" => "an object".to_owned(),
        "unit variant" => "the name alone".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => quoted("boolean ").unwrap_or(value).to_owned(),
    }
}

/// The names or objects of which a field has one, by its path.
pub(super) fn choice(path: &str) -> &'static str {
    let mut fields = path.rsplit('.');
    let (last, before) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    match last {
        "broad_phase" => "\"hash\" or \"quadtree\"",
        "joint_solver" => "\"automatic\", \"iterative\" or \"direct\"",
        "cut" => "\"sweep\" or \"ears\"",
        "falloff" => "\"constant\", \"inverse\" or \"inverse_square\"",
        "container" => "an object such as {\"above\": {\"y\": 0}}",
        "gravity" | "pull" => "an object such as {\"uniform\": [0, -10]}",
        "kind" if before.starts_with("shapes") || before == "region" => "the name of a kind, such as \"circle\"",
        "kind" => "\"fixed\", \"kinematic\" or \"dynamic\"",
        _ => "a value of another kind",
    }
}
