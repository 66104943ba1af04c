//! A scene is read back from its file bit for bit.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom::math::{Pose, Vec2, vec2};
use carom::{
    AreaDef, BodyDef, BodyKind, BroadPhaseKind, Capsule, Chain, Circle, Falloff, FieldGravity, Filter, JointSolver,
    Locks, MassProperties, Material, Mixing, Outline, Polygon, Revolute, Segment, Shape, ShapeDef, Tile, TileGrid,
    WorldDef,
};
use carom_scenes::{
    Container, Flavour, SceneDef, SplitMix64, all, extras, read_scene, read_scene_from, soup, write_scene,
};

fn text_of(scene: &SceneDef) -> String {
    let mut out = Vec::new();
    write_scene(scene, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A finite number of any size, often a special one.
fn any(random: &mut SplitMix64) -> f32 {
    const SPECIAL: [f32; 9] = [0.0, -0.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1.0e-45, -1.0e-45, 16_777_217.0, 0.1];
    match random.int(0, 9) {
        0 => SPECIAL[random.int(0, 8) as usize],
        _ => Some(f32::from_bits(random.next_u64() as u32)).filter(|x| x.is_finite()).unwrap_or(1.0),
    }
}

/// A number that may be a coordinate, of any size up to 1e6.
fn place(random: &mut SplitMix64) -> f32 {
    let x = any(random);
    if x.abs() <= 1.0e6 { x } else { random.range(-1.0e6, 1.0e6) }
}

fn positive(random: &mut SplitMix64, most: f32) -> f32 {
    let x = any(random).abs();
    if x <= most { x } else { random.range(0.0, most) }
}

fn shape(random: &mut SplitMix64) -> ShapeDef {
    let at = |random: &mut SplitMix64| vec2(place(random), place(random));
    let shape: ShapeDef = match random.int(0, 6) {
        0 => Circle::at(at(random), random.range(1.0e-5, 3.0)).unwrap().into(),
        1 => Capsule::new(at(random), at(random), random.range(1.0e-5, 1.0e6)).unwrap().into(),
        2 => Segment::new(0.2 * at(random), vec2(4.5e5, -4.5e5)).unwrap().into(),
        3 => {
            let points: Vec<Vec2> =
                (0..random.int(5, 12)).map(|_| vec2(random.range(-9.0, 9.0), random.range(-9.0, 9.0))).collect();
            let radius = if random.int(0, 1) == 0 { 0.0 } else { random.range(1.0e-5, 1.0) };
            Polygon::hull(points).unwrap().rounded(radius).unwrap().into()
        }
        4 => {
            let columns = random.int(0, 6) as usize;
            let tiles: Vec<Tile> = (0..columns * 4).map(|_| Tile::ALL[random.int(0, 9) as usize]).collect();
            let origin = vec2(random.range(-1.0e4, 1.0e4), -0.0);
            let grid = TileGrid::new(columns, &tiles, random.range(0.1, 9.0)).unwrap().at(origin).unwrap();
            if random.int(0, 1) == 0 { grid.into() } else { grid.solid().unwrap().into() }
        }
        5 => {
            let outer: Vec<Vec2> = (0..8).map(|i| vec2((i % 4) as f32, random.range(2.0, 9.0))).collect();
            let outer = [&outer[..4], &outer[4..].iter().rev().map(|p| -*p).collect::<Vec<_>>()].concat();
            let hole = [vec2(-0.1, 0.1), vec2(random.range(0.1, 0.2), 0.3), vec2(0.2, random.range(-0.3, 0.1))];
            let holes = if random.int(0, 1) == 0 { vec![] } else { vec![hole] };
            let ring = [vec2(-9.0, -9.0), vec2(9.0, random.range(-9.5, -9.1)), vec2(9.0, 9.0), vec2(8.0, -8.0)];
            Outline::with_holes(&outer, &holes).or_else(|_| Outline::new(ring)).unwrap().into()
        }
        _ => {
            let points: Vec<Vec2> = (0..6).map(|i| vec2(i as f32, random.range(-9.0, 9.0))).collect();
            let chain = if random.int(0, 1) == 0 { Chain::open(points) } else { Chain::closed(points) }.unwrap();
            if random.int(0, 1) == 0 { chain.into() } else { chain.one_sided().into() }
        }
    };
    let surface = |random: &mut SplitMix64| Material {
        friction: positive(random, 1.0e6),
        restitution: positive(random, 10.0),
        rolling_resistance: positive(random, 1.0e6),
        surface_speed: any(random),
    };
    let material = surface(random);
    let filter = Filter { category: random.next_u64(), mask: random.next_u64(), group: random.next_u64() as i32 };
    let shape = shape.density(positive(random, 1.0e9));
    let shape = if random.int(0, 1) == 0 { shape } else { shape.material(material).filter(filter) };
    let links = if let Shape::Chain(chain) = &shape.shape { chain.len() } else { 0 };
    let shape = if links > 0 && random.int(0, 1) == 0 {
        shape.link_materials((0..links).map(|_| surface(random)).collect::<Vec<_>>())
    } else {
        shape
    };
    match random.int(0, 2) {
        0 => shape.sensor(),
        1 => shape.one_way(vec2(any(random), 1.0)).user_data(random.next_u64()).full_kinematic_contacts(),
        _ => shape,
    }
}

fn body(random: &mut SplitMix64) -> BodyDef {
    let mut flag = || random.int(0, 1) == 0;
    let locks = Locks { x: flag(), y: flag(), rotation: flag() };
    let (can_sleep, awake, enabled) = (flag(), flag(), flag());
    let kind = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic][random.int(0, 2) as usize];
    let moves = kind != BodyKind::Fixed;
    BodyDef {
        kind,
        position: vec2(place(random), place(random)),
        angle: any(random),
        velocity: if moves { vec2(any(random), any(random)) } else { Vec2::ZERO },
        angular_velocity: if moves { any(random) } else { 0.0 },
        linear_damping: positive(random, f32::MAX),
        angular_damping: positive(random, f32::MAX),
        gravity_scale: any(random),
        locks,
        dominance: random.int(0, 255) as u8 as i8,
        can_sleep,
        awake,
        enabled,
        shapes: (0..random.int(0, 3)).map(|_| shape(random)).collect(),
        user_data: random.next_u64(),
        ..BodyDef::default()
    }
}

fn area(random: &mut SplitMix64) -> AreaDef {
    let pull = FieldGravity::Point {
        point: vec2(place(random), place(random)),
        acceleration: any(random),
        distance: random.range(0.1, 9.0),
        falloff: Falloff::InverseSquare,
    };
    let def = AreaDef::new(Circle::new(random.range(0.1, 9.0)).unwrap()).at(vec2(place(random), -0.0));
    let def = def.drag(positive(random, 1.0e9), 0.0).wind(vec2(any(random), any(random)));
    if random.int(0, 1) == 0 {
        AreaDef { gravity: Some(pull), ..def }
    } else {
        def.uniform_gravity(vec2(any(random), 0.0))
    }
}

/// The debug text distinguishes -0 from 0, which `==` does not.
fn assert_same(a: &SceneDef, b: &SceneDef) {
    assert_eq!(a, b);
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

#[test]
fn every_number_comes_back_bit_for_bit() {
    let mut random = SplitMix64::new(99);
    for _ in 0..300 {
        let mut scene = SceneDef::new("any \"thing\" \u{1F3B1}\n", "", random.next_u64() as u32, true);
        scene.world = WorldDef {
            gravity: vec2(any(&mut random), any(&mut random)),
            dt: random.range(1.0e-6, 10.0),
            substeps: random.int(1, 64) as u32,
            length_unit: random.range(1.0e-4, 1.0e4),
            contact_hertz: positive(&mut random, 1.0e6),
            contact_push_speed: positive(&mut random, f32::MAX),
            sleep: random.int(0, 1) == 0,
            friction_mixing: Mixing::ALL[random.int(0, 4) as usize],
            restitution_mixing: Mixing::ALL[random.int(0, 4) as usize],
            broad_phase: BroadPhaseKind::QuadTree,
            joint_solver: JointSolver::ALL[random.int(0, 2) as usize],
            spatial_sort_interval: random.next_u64() as u32,
            ..WorldDef::default()
        };
        scene.bodies = (0..6).map(|_| body(&mut random)).collect();
        scene.areas = (0..random.int(0, 2)).map(|_| area(&mut random)).collect();
        let mut hinge = Revolute::new(vec2(place(&mut random), 0.0), vec2(-0.0, place(&mut random)))
            .motor(any(&mut random), positive(&mut random, f32::MAX))
            .limit(-1.0e-45, 1.0e-45);
        hinge.reference_angle = any(&mut random);
        scene.join(2, 5, hinge.spring(positive(&mut random, f32::MAX), 0.3));
        scene.join(0, 1, Revolute::default().collide());
        scene.container = Some(Container::Disc { center: vec2(0.1, -0.0), radius: 3.0e38 });
        assert_same(&scene, &read_scene(&text_of(&scene)).unwrap());
    }
}

#[test]
fn a_box_is_the_polygon_that_it_is() {
    let text =
        |shape: &str| format!("{{\"carom\": 1, \"bodies\": [{{\"shapes\": [{{\"kind\": \"box\", {shape}}}]}}]}}");
    let shapes = |fields: &str| read_scene(&text(fields)).unwrap().bodies[0].shapes.clone();
    assert_eq!(shapes("\"width\": 2, \"height\": 0.5"), [ShapeDef::new(Polygon::rect(2.0, 0.5).unwrap())]);
    let pose = Pose::new(vec2(1.0, -3.0), 0.75);
    let turned = Polygon::rect_at(pose, 2.0, 0.5).and_then(|polygon| polygon.rounded(0.1)).unwrap();
    let read = shapes("\"width\": 2, \"height\": 0.5, \"center\": [1, -3], \"angle\": 0.75, \"radius\": 0.1");
    assert_eq!(read, [ShapeDef::new(turned)]);
    // It is written as a polygon.
    let scene = read_scene(&text("\"width\": 2, \"height\": 0.5, \"angle\": 0.75")).unwrap();
    assert!(text_of(&scene).contains("polygon"));
    assert_same(&scene, &read_scene(&text_of(&scene)).unwrap());
}

#[test]
fn a_mass_of_its_own_comes_back() {
    let mut scene = SceneDef::new("mass", "", 1, true);
    let mass = MassProperties { mass: 0.1, center: vec2(1.0 / 3.0, -0.0), inertia: 1.0e-45 };
    scene.add(BodyDef::dynamic().mass(mass).shape(Circle::new(0.5).unwrap()));
    assert_same(&scene, &read_scene(&text_of(&scene)).unwrap());
}

/// Checks that what is read from the text of a scene is the scene, and is written as the same text.
fn assert_comes_back(scene: &SceneDef) {
    let text = text_of(scene);
    let read = read_scene(&text).unwrap();
    assert_same(scene, &read);
    assert!(text_of(&read) == text, "{} is written in another way when it has been read", scene.name);
}

#[test]
fn every_scene_comes_back_and_is_written_as_it_was() {
    for entry in all().iter().chain(extras()) {
        let mut scene = entry.scene().unwrap();
        if scene.script.take().is_some() {
            let why = write_scene(&entry.scene().unwrap(), Vec::new()).unwrap_err().to_string();
            assert!(why.contains(entry.name) && why.contains("cannot be exported"), "{why}");
        }
        assert_comes_back(&scene);
    }
}

#[test]
fn a_hundred_soups_come_back_and_are_written_as_they_were() {
    let (mut joints, mut areas) = (0, 0);
    for seed in 0..100 {
        let scene = SceneDef { script: None, ..soup(seed, Flavour::Wild).unwrap() };
        joints += scene.joints.len();
        areas += scene.areas.len();
        assert_comes_back(&scene);
    }
    assert!(joints > 100 && areas > 10, "{joints} joints and {areas} areas");
}

#[test]
fn bodies_that_ignore_each_other_come_back_and_pass_each_other() {
    let mut scene = SceneDef::new("ghost", "", 60, true);
    scene.bodies = vec![
        BodyDef::fixed().shape(Polygon::rect(4.0, 1.0).unwrap()),
        BodyDef::dynamic().at(vec2(0.0, 1.5)).shape(Circle::new(0.5).unwrap()),
        BodyDef::dynamic().at(vec2(1.5, 1.5)).shape(Circle::new(0.5).unwrap()),
    ];
    scene.ignored = vec![[1, 0]];
    assert_comes_back(&scene);
    let mut play = read_scene(&text_of(&scene)).unwrap().play().unwrap();
    (0..60).for_each(|_| play.step());
    let height = |number: usize| play.world().bodies().nth(number).unwrap().1.position().y;
    assert!(height(1) < -2.0 && height(2) > 0.9, "{} {}", height(1), height(2));
    for (pair, path) in [("[0, 7]", "ignored[0][1]"), ("[1, 1]", "ignored[0]")] {
        let text = text_of(&scene).replace("[1,0]", pair);
        let error = read_scene(&text).unwrap_err().to_string();
        assert!(error.contains(path), "{error}");
    }
}

#[test]
fn a_file_has_a_line_for_each_field_body_and_joint() {
    let mut scene = SceneDef::new("two", "", 7, true);
    scene.bodies = vec![BodyDef::fixed(), BodyDef::dynamic().shape(Circle::new(0.5).unwrap())];
    scene.join(0, 1, Revolute::default());
    let text = text_of(&scene);
    let begin =
        ["{\"carom\": 1,", "\"name\": \"two\",", "\"about\": \"\",", "\"steps\": 7,", "\"world\": {\"gravity\":[0.0,"];
    let lists =
        ["\"container\": null,", "\"bodies\": [", "{\"kind\":\"fixed\",", "{\"kind\":\"dynamic\",", "\"joints\": ["];
    let joint = ["{\"a\":0,\"b\":1,\"revolute\":{\"anchor_a\":[0.0,0.0],"];
    let begins = [&begin[..], &lists, &joint].concat();
    assert_eq!(text.lines().count(), begins.len(), "{text}");
    for (line, begin) in text.lines().zip(begins) {
        assert!(line.starts_with(begin), "{line}: not {begin}");
    }
    assert!(text.ends_with("}}]}\n"), "{text}");
}

/// Of a gear and a rack, `a` and `b` are joints; what is left out is as the joints stand.
#[test]
fn gears_racks_and_pulleys_come_back_and_turn() {
    let body = "{\"kind\": \"dynamic\", \"shapes\": [{\"kind\": \"circle\", \"radius\": 0.4}], \"position\": ";
    let text = format!(
        r#"{{"carom": 1, "bodies": [{{}}, {body}[0, 0]}}, {body}[1, 0]}}, {body}[2, 0]}}, {body}[3, 0]}}],
        "joints": [{{"a": 0, "b": 1, "revolute": {{"at": [0, 0], "motor": {{"speed": 2, "max_torque": 50}}}}}},
        {{"a": 0, "b": 2, "revolute": {{"at": [1, 0]}}}},
        {{"a": 0, "b": 3, "prismatic": {{"at": [2, 0], "axis": [0, 1]}}}},
        {{"a": 0, "b": 1, "gear": {{"ratio": -0.5, "offset": 0}}, "break_torque": 900}},
        {{"a": 1, "b": 2, "rack": {{"ratio": 0.25}}, "user_data": 3}},
        {{"a": 3, "b": 4, "pulley":
        {{"ground_anchor_a": [2, 5], "ground_anchor_b": [3, 5], "ratio": 2, "length": 20}}}}]}}"#
    );
    let scene = read_scene(&text).unwrap();
    assert_comes_back(&scene);
    let mut play = scene.play().unwrap();
    for _ in 0..60 {
        play.step();
    }
    let speeds: Vec<f32> = play.world().bodies().map(|(_, body)| body.angular_velocity()).collect();
    assert!((speeds[1] - 2.0).abs() < 0.01 && (speeds[2] - 4.0).abs() < 0.01, "{speeds:?}");
    let slips: Vec<f32> = play.world().joints().filter_map(|(_, joint)| joint.slip()).collect();
    assert!(slips.len() == 3 && slips[..2].iter().all(|slip| slip.abs() < 1.0e-3) && slips[2] < 1.0e-3, "{slips:?}");
}

#[test]
fn what_may_be_left_out_has_the_defaults_of_the_library() {
    let scene = read_scene(r#"{"carom": 1}"#).unwrap();
    assert_eq!((scene.world, scene.bodies.len(), scene.container), (WorldDef::default(), 0, None));
    let scene = read_scene(r#"{"carom": 1, "bodies": [{"shapes": [{"kind": "circle", "radius": 1}]}]}"#).unwrap();
    assert_eq!(scene.bodies, [BodyDef::fixed().shape(Circle::new(1.0).unwrap())]);
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let page = include_str!("../../../docs/SCENE_FORMAT.md");
    let example = page.split("```json").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let scene = read_scene_from("docs/SCENE_FORMAT.md", example.as_bytes()).unwrap();
    assert_eq!((scene.bodies.len(), scene.joints.len(), scene.shape_count()), (4, 1, 6));
    assert_same(&scene, &read_scene(&text_of(&scene)).unwrap());
}
