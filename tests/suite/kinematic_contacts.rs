//! Contacts of kinematic bodies with fixed and kinematic ones: exactly those that brute force finds, without a push.

use crate::kit::*;
use carom::diagnostics::Driver;
use carom::prelude::*;
use carom::toolbox::collide_shapes;
use carom::{BodyKind, BroadPhaseKind, Piece, Shape, ShapePair};
use std::collections::{BTreeMap, BTreeSet};

const WORLDS: u64 = if LONG { 10_000 } else { 300 };
const STEPS: usize = 60;

/// Distances beside the speculative one at which either answer is right, as a part of it: lanes round otherwise.
const EITHER: f32 = 0.002;

/// A shape that has full kinematic contacts.
fn full(shape: impl Into<Shape>) -> ShapeDef {
    ShapeDef::new(shape).full_kinematic_contacts()
}

/// Pairs of shapes by events.
#[derive(Default)]
struct Touching(BTreeSet<ShapePair>);

impl Touching {
    /// Steps and takes the events. Each begin is of a pair that did not touch, each end of one that did.
    fn step(&mut self, world: &mut World) {
        world.step();
        checked(world);
        for pair in world.events().contact_ended() {
            assert!(self.0.remove(pair), "an end without a begin: {pair:?}");
        }
        for pair in world.events().contact_began() {
            assert!(self.0.insert(*pair), "begun twice: {pair:?}");
        }
    }
}

/// A random world of fixed and kinematic bodies, with a few dynamic ones among them.
struct Crowd {
    random: SplitMix64,
    world: World,
    ignored: BTreeSet<[BodyKey; 2]>,
}

impl Crowd {
    fn new(seed: u64) -> Self {
        let broad_phase = if seed.is_multiple_of(2) { BroadPhaseKind::Hash } else { BroadPhaseKind::QuadTree };
        let world = World::new(WorldDef { broad_phase, ..WorldDef::default() }).unwrap();
        let mut crowd = Self { random: SplitMix64::new(seed), world, ignored: BTreeSet::new() };
        (0..14).for_each(|_| crowd.add());
        crowd
    }

    fn chance(&mut self, part: f32) -> bool {
        self.random.unit() < part
    }

    fn spot(&mut self) -> Vec2 {
        vec2(self.random.range(-5.0, 5.0), self.random.range(-4.0, 4.0))
    }

    fn shape(&mut self) -> ShapeDef {
        let (size, at) = (self.random.range(0.3, 1.5), self.spot() * 0.1);
        let shape: Shape = match self.random.int(0, 7) {
            0 => Circle::at(at, 0.5 * size).unwrap().into(),
            1 => Capsule::new(at, at + vec2(size, 0.3), 0.2).unwrap().into(),
            2 => Segment::new(at, at + vec2(1.0 + size, 0.0)).unwrap().into(),
            3 => Chain::open([vec2(3.0, 0.0), vec2(1.0, 0.3), vec2(-1.0, 0.3), vec2(-3.0, 0.0)]).unwrap().into(),
            4 => TileGrid::from_rows(&["#.1", "##/"], 0.6 * size).unwrap().at(at).unwrap().into(),
            5 => Outline::new([vec2(0.0, 0.0), vec2(size, 0.0), vec2(0.3, 0.3), vec2(0.0, size)]).unwrap().into(),
            6 => rect(size, 0.6).rounded(0.1).unwrap().into(),
            _ => rect(1.0, size).into(),
        };
        let mut def = ShapeDef::new(shape).filter(self.filter());
        def.full_kinematic_contacts = self.chance(0.6);
        def.sensor = self.chance(0.1);
        def
    }

    fn filter(&mut self) -> Filter {
        let mask = if self.chance(0.7) { u64::MAX } else { self.random.int(1, 7) };
        Filter { category: 1 << self.random.int(0, 2), mask, group: self.random.int(0, 2) as i32 - 1 }
    }

    fn add(&mut self) {
        let mut def = match self.random.int(0, 9) {
            0..=3 => BodyDef::fixed(),
            4 => BodyDef::dynamic(),
            _ => BodyDef::kinematic(),
        };
        for _ in 0..self.random.int(1, 2) {
            def = def.shape(self.shape());
        }
        def = def.at(self.spot()).angle(self.random.range(-3.0, 3.0));
        // Others are at rest.
        if def.kind != BodyKind::Fixed && self.chance(0.7) {
            def = def.velocity(self.spot()).angular_velocity(self.random.range(-4.0, 4.0));
        }
        self.world.add_body(def).unwrap();
    }

    fn keys(&self) -> Vec<BodyKey> {
        self.world.bodies().map(|(key, _)| key).collect()
    }

    /// A change that may begin or end contacts.
    fn change(&mut self) {
        let keys = self.keys();
        let key = keys[self.random.int(0, keys.len() as u64 - 1) as usize];
        let other = keys[self.random.int(0, keys.len() as u64 - 1) as usize];
        let (pose, shape, filter) = (Pose::new(self.spot(), 1.0), self.shape(), self.filter());
        let (what, on) = (self.random.int(0, 10), self.chance(0.5));
        let kind = [BodyKind::Fixed, BodyKind::Kinematic, BodyKind::Dynamic][self.random.int(0, 2) as usize];
        if what == 0 && key != other {
            self.world.ignore_pair(key, other, on).unwrap();
            let pair = if key < other { [key, other] } else { [other, key] };
            if on {
                self.ignored.insert(pair)
            } else {
                self.ignored.remove(&pair)
            };
            return;
        }
        let mut body = self.world.body_mut(key).unwrap();
        let own = body.shape_keys().first().copied();
        match (what, own) {
            (1, _) => {
                self.world.remove_body(key);
                self.add();
            }
            (2, _) => body.set_kind(kind),
            (3, _) => body.set_enabled(on),
            (4 | 5, _) => body.teleport(pose).unwrap(),
            (6, _) => assert!(body.add_shape(shape).is_ok()),
            (7, Some(own)) => assert!(body.remove_shape(own)),
            (8, Some(own)) => body.set_filter(own, filter).unwrap(),
            (9 | 10, Some(own)) => body.set_full_kinematic_contacts(own, on).unwrap(),
            _ => {}
        }
    }

    /// Whether two shapes may touch by the rule, neither body being dynamic.
    fn may_touch(&self, a: BodyShape, b: BodyShape) -> bool {
        let [body_a, body_b] = [a, b].map(|of| self.world.body(of.body).unwrap());
        let [def_a, def_b] = [a, b].map(|of| self.world.shape(of.shape).unwrap());
        let counts = |body: &Body<'_>, def: &ShapeDef| {
            body.kind() == BodyKind::Kinematic && def.full_kinematic_contacts && body.is_enabled()
        };
        a.body != b.body
            && (counts(&body_a, def_a) || counts(&body_b, def_b))
            && body_a.is_enabled()
            && body_b.is_enabled()
            && !(def_a.sensor || def_b.sensor)
            && def_a.filter.admits(&def_b.filter)
            && !self.ignored.contains(&[a.body.min(b.body), a.body.max(b.body)])
    }

    /// All pairs of shapes without a dynamic body that come within `reach`, by brute force, and how near they are.
    fn near(&self, reach: f32) -> BTreeMap<ShapePair, f32> {
        let bodies = self.world.bodies().filter(|(_, body)| body.kind() != BodyKind::Dynamic);
        let shapes = bodies.flat_map(|(key, body)| {
            body.shape_keys().iter().map(move |&shape| BodyShape { body: key, shape }).collect::<Vec<_>>()
        });
        let mut shapes: Vec<BodyShape> = shapes.collect();
        shapes.sort();
        let mut found = BTreeMap::new();
        for (i, &a) in shapes.iter().enumerate() {
            for &b in shapes[i + 1..].iter().filter(|&&b| self.may_touch(a, b)) {
                let [shape_a, shape_b] = [a, b].map(|of| &self.world.shape(of.shape).unwrap().shape);
                let [pose_a, pose_b] = [a, b].map(|of| self.world.body(of.body).unwrap().pose());
                let is_link = |shape: &Shape, piece: usize| matches!(shape.piece(piece), Piece::Link(_));
                collide_shapes(shape_a, pose_a, shape_b, pose_b, reach, |i, k, manifold| {
                    // Chains do not touch chains.
                    if !(is_link(shape_a, i) && is_link(shape_b, k)) {
                        let least = manifold.points().iter().fold(f32::MAX, |least, p| least.min(p.separation));
                        let known = found.entry(ShapePair { a, b }).or_insert(f32::MAX);
                        *known = known.min(least);
                    }
                });
            }
        }
        found
    }

    /// Whether both shapes have one piece. Else pieces that came near within the step are not shown yet.
    fn is_of_two_pieces(&self, pair: &ShapePair) -> bool {
        [pair.a, pair.b].iter().all(|of| self.world.shape(of.shape).is_some_and(|def| def.shape.piece_count() == 1))
    }

    fn has_dynamic(&self, pair: &ShapePair) -> bool {
        [pair.a, pair.b].iter().any(|of| self.world.body(of.body).is_some_and(|b| b.kind() == BodyKind::Dynamic))
    }
}

#[test]
fn what_touches_is_what_brute_force_finds() {
    let (mut begun, mut ended, mut shown) = (0, 0, 0);
    for seed in 0..WORLDS {
        let mut crowd = Crowd::new(seed);
        let reach = crowd.world.def().speculative_distance * crowd.world.def().length_unit;
        let [surely, perhaps] = [1.0 - EITHER, 1.0 + EITHER].map(|part| part * reach);
        let mut touching = Touching::default();
        for step in 0..STEPS {
            if crowd.chance(0.4) {
                crowd.change();
            }
            // A step tests the poses where it begins.
            let [least, most] = [surely, perhaps].map(|reach| crowd.near(reach));
            let before = touching.0.len();
            touching.step(&mut crowd.world);
            let place = format!("seed {seed}, step {step}");
            let still = |pair: &&ShapePair| !crowd.has_dynamic(pair);
            let missing = least.keys().find(|pair| !touching.0.contains(pair));
            assert!(missing.is_none(), "{place}: {missing:?} does not touch");
            let wrong = touching.0.iter().filter(still).find(|pair| !most.contains_key(pair));
            assert!(wrong.is_none(), "{place}: {wrong:?} touches");
            begun += usize::from(touching.0.len() > before);
            ended += usize::from(touching.0.len() < before);
            // Contacts are shown at the poses of now: the same pairs, as deep, without an impulse.
            let now = crowd.near(perhaps);
            let mut seen: BTreeMap<ShapePair, f32> = BTreeMap::new();
            for contact in crowd.world.contacts() {
                let pair = ShapePair { a: contact.a, b: contact.b };
                if !crowd.has_dynamic(&pair) {
                    let least = seen.entry(pair).or_insert(f32::MAX);
                    *least = contact.points().iter().fold(*least, |least, point| least.min(point.separation));
                    assert_eq!(contact.impulse(), Vec2::ZERO, "{place}");
                    near(contact.normal.length(), 1.0, 1e-5);
                }
            }
            for (pair, separation) in &seen {
                assert!(touching.0.contains(pair), "{place}: {pair:?} is shown");
                let wanted = now.get(pair).unwrap_or_else(|| panic!("{place}: {pair:?} is shown, and is apart"));
                assert!(*separation > *wanted - 2e-4, "{place}: {separation} of {wanted}");
                if crowd.is_of_two_pieces(pair) {
                    near(*separation, *wanted, 2e-4);
                }
                shown += 1;
            }
            let is_shown = |pair: &ShapePair| seen.contains_key(pair) || !crowd.is_of_two_pieces(pair);
            let both = crowd.near(surely).into_keys().find(|pair| touching.0.contains(pair) && !is_shown(pair));
            assert!(both.is_none(), "{place}: {both:?} touches and is not shown");
        }
    }
    assert!(begun > 100 && ended > 100 && shown > 1_000, "{begun} steps with begins, {ended} with ends, {shown} shown");
}

/// A kinematic box of 1 m that lies on the ground 10 cm deep.
fn sunk() -> BodyDef {
    BodyDef::kinematic().at(vec2(0.0, 0.4)).shape(full(rect(1.0, 1.0)))
}

#[test]
fn a_contact_has_normal_points_and_depth() {
    let mut world = World::default();
    let floor = world.add_body(ground()).unwrap();
    let key = world.add_body(sunk()).unwrap();
    let mut touching = Touching::default();
    touching.step(&mut world);
    let contacts: Vec<_> = world.body(key).unwrap().contacts().collect();
    assert_eq!((contacts.len(), contacts.clone()), (1, world.contacts().collect()));
    let contact = contacts[0];
    assert_eq!((contact.a.body, contact.b.body), (floor, key));
    assert_eq!((contact.normal, contact.impulse()), (Vec2::Y, Vec2::ZERO));
    assert_eq!(contact.points().len(), 2);
    for point in contact.points() {
        near(point.separation, -0.1, 1e-6);
        near(point.point.x.abs(), 0.5, 1e-6);
        assert_eq!((point.normal_impulse, point.tangent_impulse), (0.0, 0.0));
    }
    assert_eq!((touching.0.len(), world.counts().contacts), (1, 1));
    assert!(world.events().hits().is_empty());
}

#[test]
fn without_the_flag_and_between_fixed_bodies_there_is_no_pair() {
    for shape in [ShapeDef::new(rect(1.0, 1.0)), full(rect(1.0, 1.0))] {
        let is_full = shape.full_kinematic_contacts;
        let mut world = World::default();
        world.add_body(ground().shape(full(rect(3.0, 3.0)))).unwrap();
        world.add_body(BodyDef::fixed().shape(full(rect(1.0, 1.0)))).unwrap();
        world.add_body(BodyDef::kinematic().shape(ShapeDef::new(disc(0.3)))).unwrap();
        world.add_body(BodyDef::kinematic().shape(ShapeDef::new(disc(0.3)))).unwrap();
        play(&mut world, 3);
        assert_eq!(world.counts().pairs, 0, "flags of fixed bodies say nothing");
        world.add_body(BodyDef::kinematic().at(vec2(0.1, 0.1)).shape(shape)).unwrap();
        play(&mut world, 3);
        // Two shapes of the ground, one of the other fixed body, two discs.
        assert_eq!(world.counts().contacts, if is_full { 5 } else { 0 });
    }
}

#[test]
fn joints_and_ignored_pairs_forbid_it() {
    let mut world = World::default();
    let [floor, key] = [ground(), sunk()].map(|def| world.add_body(def).unwrap());
    let mut touching = Touching::default();
    let mut count = |world: &mut World| {
        touching.step(world);
        touching.0.len()
    };
    assert_eq!(count(&mut world), 1);
    let joint = world.add_joint(floor, key, Revolute::default()).unwrap();
    assert_eq!(count(&mut world), 0);
    world.remove_joint(joint);
    assert_eq!(count(&mut world), 1);
    world.ignore_pair(floor, key, true).unwrap();
    assert_eq!(count(&mut world), 0);
    world.ignore_pair(floor, key, false).unwrap();
    assert_eq!(count(&mut world), 1);
    assert!(world.body_mut(key).unwrap().set_full_kinematic_contacts(ShapeKey::default(), true).is_err());
    world.remove_body(floor);
    assert_eq!(count(&mut world), 0);
}

/// A lift comes up through a shelf that holds only from above, turns round, and comes down on it.
#[test]
fn a_one_way_shelf_touches_only_from_above() {
    let mut world = World::default();
    world.add_body(BodyDef::fixed().shape(ShapeDef::new(rect(4.0, 0.2)).one_way(Vec2::Y))).unwrap();
    let lift = BodyDef::kinematic().at(vec2(0.0, -1.5)).velocity(vec2(0.0, 2.0)).shape(full(rect(1.0, 0.5)));
    let lift = world.add_body(lift).unwrap();
    let mut touching = Touching::default();
    for _ in 0..90 {
        touching.step(&mut world);
        assert!(touching.0.is_empty(), "at {:?}", at(&world, lift));
    }
    near(at(&world, lift).y, 1.5, 1e-4);
    world.body_mut(lift).unwrap().set_velocity(vec2(0.0, -2.0)).unwrap();
    let mut begun_at = None;
    for _ in 0..40 {
        let before = at(&world, lift).y;
        touching.step(&mut world);
        begun_at = begun_at.or((!touching.0.is_empty()).then_some(before));
    }
    // Their faces meet at 0.35 m. A step is 1 / 30 m, and contacts are made 2 cm ahead.
    assert!(begun_at.is_some_and(|y| y < 0.37 && y > 0.33), "{begun_at:?}");
    assert_eq!(touching.0.len(), 1, "a kinematic body goes on into it");
}

/// Boxes on two kinematic platforms, of which one lies still on the ground and one sweeps through it and a wall.
fn platforms(is_full: bool) -> World {
    let mut world = on_ground(WorldDef::default());
    world.add_body(BodyDef::fixed().at(vec2(6.0, 1.0)).shape(rect(1.0, 2.0))).unwrap();
    let shape = |width: f32| if is_full { full(rect(width, 0.4)) } else { ShapeDef::new(rect(width, 0.4)) };
    world.add_body(BodyDef::kinematic().at(vec2(-4.0, 0.1)).shape(shape(4.0))).unwrap();
    let sweeps = BodyDef::kinematic().at(vec2(2.0, 0.1)).velocity(vec2(0.5, 0.0)).angular_velocity(0.1);
    world.add_body(sweeps.shape(shape(3.0))).unwrap();
    for i in 0..6 {
        world.add_body(crate_at(-4.0, 0.85 + i as f32)).unwrap();
        world.add_body(crate_at(2.0 + 0.2 * i as f32, 0.85 + 1.1 * i as f32)).unwrap();
    }
    world
}

#[test]
fn nothing_moves_otherwise_and_nothing_stays_awake() {
    let [mut with, mut without] = [platforms(true), platforms(false)];
    for step in 0..400 {
        for world in [&mut with, &mut without] {
            world.step();
            checked(world);
        }
        for ((_, one), (_, other)) in with.bodies().zip(without.bodies()) {
            assert_eq!((one.pose(), one.velocity()), (other.pose(), other.velocity()), "step {step}");
            assert_eq!(one.is_awake(), other.is_awake(), "step {step}");
        }
    }
    let extra = |world: &World| {
        world
            .contacts()
            .filter(|of| [of.a, of.b].iter().all(|of| world.body(of.body).unwrap().kind() != BodyKind::Dynamic))
            .count()
    };
    assert_eq!((extra(&with), extra(&without)), (3, 0), "two with the ground, one with the wall");
    let asleep = with.bodies().filter(|(_, body)| body.kind() == BodyKind::Dynamic && !body.is_awake()).count();
    assert!(asleep >= 6, "{asleep} sleep: the stack on the platform at rest does");
}

/// Rows of kinematic tiles on a fixed floor, half of them moving, with boxes on them: more contacts than a chunk has.
fn tiles() -> World {
    let mut world = on_ground(WorldDef::default());
    for i in 0..1_600 {
        let (x, y) = (0.5 * (i % 400) as f32 - 100.0, 0.2 + 0.4 * (i / 400) as f32);
        let def = BodyDef::kinematic().at(vec2(x, y)).shape(full(rect(0.5, 0.4)));
        let moves = i % 400 >= 200 && i % 7 == 0;
        world.add_body(if moves { def.velocity(vec2(0.3, 0.0)) } else { def }).unwrap();
    }
    for i in 0..150 {
        world.add_body(crate_at(1.3 * i as f32 - 97.0, 2.2)).unwrap();
    }
    world
}

#[test]
fn any_threads_and_any_restore_give_one_answer() {
    let hashes = |mut world: World, steps: usize| -> Vec<u64> {
        let hash = |world: &mut World| {
            world.step();
            world.state_hash()
        };
        (0..steps).map(|_| hash(&mut world)).collect()
    };
    let mut world = tiles();
    world.set_driver(Driver::Inline);
    // Until the boxes lie still, and chunks of contacts at rest are cached.
    for steps in [3, 80, 5] {
        play(&mut world, steps);
        assert!(world.counts().contacts > 4_000, "{:?}", world.counts());
        let image = world.snapshot();
        let wanted = hashes(world.clone(), 24);
        for driver in [Driver::Inline, Driver::Threads(3), Driver::Seeded(5), Driver::Eager] {
            let mut copy = World::from_snapshot(&image).unwrap();
            assert!(copy.snapshot() == image, "the image changed on its way");
            checked(&copy);
            assert!(copy.contacts().eq(world.contacts()));
            copy.set_driver(driver);
            assert_eq!(hashes(copy, 24), wanted, "{driver:?}");
            let mut twin = world.clone();
            twin.set_driver(driver);
            assert_eq!(hashes(twin, 24), wanted, "{driver:?}, a copy");
        }
    }
}
