//! Sensors against brute force: shapes inside, entered, left, and crossed within a step.

use crate::kit::*;
use carom::narrowphase::{Sweep, distance};
use carom::prelude::*;
use carom::{BodyShape, Error, Piece, SensorEvent, Shape};
use std::collections::BTreeSet;

/// Worlds of the property, and steps of each: 10,000 checks in a long run.
const WORLDS: u64 = if LONG { 400 } else { 40 };
const STEPS: usize = 25;

fn zone(shape: impl Into<Shape>) -> ShapeDef {
    ShapeDef::new(shape).sensor()
}

fn pieces(shape: &Shape) -> Vec<Piece> {
    (0..shape.piece_count()).map(|i| shape.piece(i)).collect()
}

/// All pairs of a sensor and a shape inside it, by brute force.
fn inside(world: &World) -> BTreeSet<SensorEvent> {
    let shapes: Vec<_> = world
        .bodies()
        .flat_map(|(body, view)| {
            view.shapes().iter().zip(view.shape_keys()).map(move |(def, &shape)| (BodyShape { body, shape }, def))
        })
        .collect();
    let pose = |shape: &BodyShape| world.body(shape.body).unwrap().pose();
    let overlap = |(a, da): &(BodyShape, &ShapeDef), (b, db): &(BodyShape, &ShapeDef)| {
        let b_in_a = pose(a).inv_mul(pose(b));
        let touch = |p: &Piece| pieces(&db.shape).iter().any(|q| distance(p, q, b_in_a).distance <= 0.0);
        pieces(&da.shape).iter().any(touch)
    };
    let mut all = BTreeSet::new();
    for sensor in shapes.iter().filter(|(_, def)| def.sensor) {
        for visitor in shapes.iter().filter(|(_, def)| !def.sensor) {
            let may = sensor.0.body != visitor.0.body && sensor.1.filter.admits(&visitor.1.filter);
            if may && overlap(sensor, visitor) {
                all.insert(SensorEvent { sensor: sensor.0, visitor: visitor.0 });
            }
        }
    }
    all
}

fn outline(random: &mut SplitMix64) -> Shape {
    let size = random.range(0.2, 1.5);
    match random.int(0, 5) {
        0 => disc(size).into(),
        1 => Capsule::horizontal(size, 0.2).unwrap().into(),
        2 => Chain::open([vec2(2.0, 0.0), vec2(0.5, 0.3), vec2(-2.0, 0.0)]).unwrap().into(),
        3 => TileGrid::from_rows(&["#.#", "###"], 0.5 * size).unwrap().into(),
        4 => rect(size, 0.5).rounded(0.1).unwrap().into(),
        _ => rect(size, 0.6).into(),
    }
}

/// A body with one to three shapes, some of them sensors.
fn body(random: &mut SplitMix64) -> BodyDef {
    let at = vec2(random.range(-6.0, 6.0), random.range(0.0, 8.0));
    let speed = if random.int(0, 3) == 0 { 90.0 } else { 4.0 };
    let velocity = vec2(random.range(-1.0, 1.0), random.range(-1.0, 1.0)) * speed;
    let mut def = match random.int(0, 3) {
        0 => BodyDef::fixed(),
        1 => BodyDef::kinematic().velocity(velocity * 0.3).angular_velocity(random.range(-3.0, 3.0)),
        _ => BodyDef::dynamic().velocity(velocity).angular_velocity(random.range(-9.0, 9.0)),
    };
    def = def.at(at).angle(random.range(-3.0, 3.0));
    for _ in 0..random.int(1, 3) {
        let filter = Filter { category: random.int(1, 3), mask: random.int(1, 7), group: 0 };
        let shape = ShapeDef::new(outline(random)).filter(filter);
        def = def.shape(if random.int(0, 2) == 0 { shape.sensor() } else { shape });
    }
    def
}

/// A random call of a user between steps.
fn disturb(world: &mut World, keys: &mut Vec<BodyKey>, random: &mut SplitMix64) {
    let key = keys[random.int(0, keys.len() as u64 - 1) as usize];
    match random.int(0, 12) {
        0 => {
            world.remove_body(key);
            keys.retain(|&other| other != key);
            keys.push(world.add_body(body(random)).unwrap());
        }
        1 => keys.push(world.add_body(body(random)).unwrap()),
        2 => {
            let to = Pose::new(vec2(random.range(-6.0, 6.0), random.range(0.0, 8.0)), random.range(-3.0, 3.0));
            world.body_mut(key).unwrap().teleport(to).unwrap();
        }
        3 => drop(world.body_mut(key).unwrap().sleep()),
        4 => drop(world.body_mut(key).unwrap().move_to(Pose::new(vec2(random.range(-6.0, 6.0), 3.0), 2.0))),
        5 => world.body_mut(key).unwrap().set_shapes(body(random).shapes).unwrap(),
        6 => {
            let mut body = world.body_mut(key).unwrap();
            let shape = body.shape_keys().first().copied().unwrap_or_default();
            drop(body.set_filter(shape, Filter { category: 2, mask: 5, group: 0 }));
        }
        7 => world.body_mut(key).unwrap().set_kind(carom::BodyKind::Kinematic),
        _ => {}
    }
}

#[test]
fn who_is_inside_is_what_a_look_at_everything_finds() {
    for seed in 0..WORLDS {
        let mut random = SplitMix64::new(seed);
        let mut world = on_ground(WorldDef { sleep_time: 0.1, ..WorldDef::default() });
        let mut keys: Vec<BodyKey> =
            (0..random.int(2, 20)).map(|_| world.add_body(body(&mut random)).unwrap()).collect();
        let mut known = BTreeSet::new();
        for step in 0..STEPS {
            disturb(&mut world, &mut keys, &mut random);
            world.step();
            checked(&world);
            let now = inside(&world);
            let told: BTreeSet<SensorEvent> = world.bodies().flat_map(|(_, body)| body.sensed()).collect();
            assert_eq!(told, now, "seed {seed}, step {step}");
            let events = world.events();
            let entered: BTreeSet<_> = events.sensor_entered().iter().copied().collect();
            let left: BTreeSet<_> = events.sensor_exited().iter().copied().collect();
            assert!(
                events.sensor_entered().is_sorted_by(|a, b| a < b) && events.sensor_exited().is_sorted_by(|a, b| a < b)
            );
            // Begin and end alternate: an entering shape was outside, a leaving one was inside or crossed.
            assert!(entered.is_disjoint(&known), "seed {seed}, step {step}: entered twice");
            assert!(left.iter().all(|pair| known.contains(pair) || entered.contains(pair)));
            known.extend(&entered);
            known.retain(|pair| !left.contains(pair));
            assert_eq!(known, now, "seed {seed}, step {step}: the events do not add up");
        }
    }
}

#[test]
fn what_crosses_within_a_step_comes_and_goes() {
    let mut crossings = 0;
    for seed in 0..if LONG { 10_000 } else { 1_000 } {
        let mut random = SplitMix64::new(seed);
        let mut world = space();
        let spot = |random: &mut SplitMix64| vec2(random.range(-2.0, 2.0), random.range(-2.0, 2.0));
        let bar = rect(random.range(0.02, 0.5), random.range(0.2, 3.0));
        let sensor = BodyDef::kinematic().at(spot(&mut random)).angle(random.range(-3.0, 3.0));
        let sensor = world.add_body(sensor.velocity(spot(&mut random) * 20.0).shape(zone(bar))).unwrap();
        let bullet = BodyDef::dynamic().at(spot(&mut random)).velocity(spot(&mut random) * 150.0);
        let bullet = bullet.angular_velocity(random.range(-9.0, 9.0)).shape(rect(random.range(0.05, 0.4), 0.1));
        let bullet = world.add_body(bullet).unwrap();
        let poses = |world: &World| [sensor, bullet].map(|key| world.body(key).unwrap().pose());
        let before = poses(&world);
        if !inside(&world).is_empty() {
            continue;
        }
        world.step();
        let (after, now) = (poses(&world), inside(&world));
        let shapes = [sensor, bullet].map(|key| world.body(key).unwrap().shapes()[0].shape.piece(0));
        let ways = [0, 1].map(|k| Sweep::between(Vec2::ZERO, before[k], after[k]));
        let apart = (0..=4000).map(|i| {
            let poses = [0, 1].map(|k| ways[k].pose_at(i as f32 / 4000.0));
            distance(&shapes[0], &shapes[1], poses[0].inv_mul(poses[1])).distance
        });
        let apart = apart.fold(f32::MAX, f32::min);
        let events = world.events();
        let (entered, left) = (!events.sensor_entered().is_empty(), !events.sensor_exited().is_empty());
        assert_eq!(entered && !left, !now.is_empty(), "seed {seed}");
        let crossed = entered && left;
        crossings += u32::from(crossed);
        if now.is_empty() {
            assert!(!crossed || apart < 0.002, "seed {seed}: told of a crossing, {apart} m apart");
            assert!(crossed || apart > -0.01, "seed {seed}: a crossing {apart} m deep is missed");
        }
    }
    assert!(crossings > 50, "{crossings}");
}

#[test]
fn a_sensor_touches_nothing_and_weighs_nothing() {
    let mut world = sleepless();
    let plain = world.add_body(crate_at(0.0, 5.0)).unwrap();
    let halo = world.add_body(crate_at(5.0, 5.0).shape(zone(Circle::at(vec2(1.0, 0.0), 3.0).unwrap()))).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(5.0, 2.0)).shape(zone(rect(2.0, 2.0)))).unwrap();
    for _ in 0..120 {
        world.step();
        checked(&world);
        near(at(&world, plain).y, at(&world, halo).y, 1e-5);
        assert!(world.contacts().all(|contact| contact.points().len() == 2));
    }
    assert_eq!(world.body(plain).unwrap().mass(), world.body(halo).unwrap().mass());
    let down = carom::Ray::new(vec2(5.0, 9.0), vec2(5.0, 1.5));
    assert_eq!(world.query().ray(&down).unwrap(), None);
    assert!(world.query().sensors().ray(&down).unwrap().is_some());
}

#[test]
fn what_goes_away_leaves() {
    let mut world = space();
    let sensor = world.add_body(BodyDef::fixed().shape(zone(disc(3.0)))).unwrap();
    let keys: Vec<BodyKey> = (0..3).map(|i| world.add_body(crate_at(1.2 * i as f32 - 1.2, 0.0)).unwrap()).collect();
    let own = shape(&world, sensor, 0);
    let visitors: Vec<BodyShape> = keys.iter().map(|&key| shape(&world, key, 0)).collect();
    let pair = |k: usize| SensorEvent { sensor: own, visitor: visitors[k] };
    world.step();
    assert_eq!(world.events().sensor_entered(), [pair(0), pair(1), pair(2)]);
    world.remove_body(keys[1]);
    world.step();
    assert_eq!(world.events().sensor_exited(), [pair(1)]);
    assert_eq!(world.sensor(own.shape).unwrap().collect::<Vec<_>>(), [visitors[0], visitors[2]]);
    world.remove_body(sensor);
    world.step();
    assert_eq!(world.events().sensor_exited(), [pair(0), pair(2)]);
    assert!(world.sensor(own.shape).is_err());
}

#[test]
fn a_sensor_sees_sleepers_and_wakes_nobody() {
    let mut world = on_ground(WorldDef::default());
    let sleeper = world.add_body(crate_at(0.0, 0.5).asleep()).unwrap();
    let eye = BodyDef::kinematic().at(vec2(-6.0, 0.5)).velocity(vec2(4.0, 0.0)).shape(zone(disc(1.0)));
    let eye = world.add_body(eye).unwrap();
    let (mut entered, mut left) = (0, 0);
    for _ in 0..180 {
        world.step();
        let of = |list: &[SensorEvent]| list.iter().filter(|pair| pair.visitor.body == sleeper).count();
        entered += of(world.events().sensor_entered());
        left += of(world.events().sensor_exited());
        assert!(!awake(&world, sleeper));
    }
    assert_eq!((entered, left), (1, 1));
    assert!(world.body(eye).unwrap().sensed().all(|pair| pair.visitor.body != sleeper));
}

#[test]
fn snapshots_remember_who_is_inside() {
    let mut world = on_ground(WorldDef::default());
    world.add_body(BodyDef::fixed().at(vec2(0.0, 1.0)).shape(zone(disc(2.0)))).unwrap();
    let key = world.add_body(crate_at(0.5, 2.0)).unwrap();
    play(&mut world, 5);
    let image = world.snapshot();
    let mut copy = World::from_snapshot(&image).unwrap();
    copy.step();
    assert!(copy.events().sensor_entered().is_empty());
    assert_eq!(copy.snapshot().len(), {
        world.step();
        world.snapshot().len()
    });
    assert_eq!(copy.state_hash(), world.state_hash());
    world.restore(&image).unwrap();
    world.remove_body(key);
    world.step();
    assert_eq!(world.events().sensor_exited().len(), 1);
}

#[test]
fn what_is_no_sensor_is_an_error_that_says_so() {
    let mut world = space();
    let body = world.add_body(crate_at(0.0, 0.0).shape(zone(disc(1.0)))).unwrap();
    let [solid, sensor] = [0, 1].map(|k| shape(&world, body, k).shape);
    let error = world.sensor(solid).err().map(|e| e.to_string());
    assert_eq!(error.unwrap(), format!("sensor: {solid} is not the key of a sensor"));
    assert!(world.sensor(sensor).is_ok());
    let gone = world.add_body(crate_at(9.0, 0.0)).unwrap();
    let stale = shape(&world, gone, 0).shape;
    world.remove_body(gone);
    assert!(matches!(world.sensor(stale).err(), Some(Error::StaleKey { name: "sensor" })));
}
