//! One-way platforms: up through, stand, drop down. A body that passes moves as if nothing were there.

use crate::kit::*;
use carom::prelude::*;
use carom::{BroadPhaseKind, Shape};

const UP: Vec2 = vec2(0.0, 1.0);

/// A platform whose top is at `y`.
fn platform(y: f32, shape: impl Into<Shape>) -> BodyDef {
    BodyDef::fixed().at(vec2(0.0, y)).shape(ShapeDef::new(shape).one_way(UP))
}

fn outline(random: &mut SplitMix64) -> Shape {
    let size = random.range(0.3, 1.2);
    match random.int(0, 3) {
        0 => disc(0.5 * size).into(),
        1 => Capsule::vertical(size, 0.2).unwrap().into(),
        2 => rect(0.5, size).rounded(0.05).unwrap().into(),
        _ => rect(size, size).into(),
    }
}

#[test]
fn up_through_stand_and_down() {
    let mut world = sleepless();
    let top = world.add_body(platform(3.0, rect(4.0, 0.2))).unwrap();
    let key = world.add_body(crate_at(0.0, 0.5).no_rotation()).unwrap();
    play(&mut world, 10);
    for _ in 0..3 {
        world.body_mut(key).unwrap().set_velocity(vec2(0.0, 9.0)).unwrap();
        play(&mut world, 120);
        near(at(&world, key).y, 3.6, 0.02);
        assert!(world.body(key).unwrap().contacts().any(|contact| contact.a.body == top || contact.b.body == top));
        assert_eq!(world.body_mut(key).unwrap().drop_through(), 1);
        play(&mut world, 120);
        near(at(&world, key).y, 0.5, 0.02);
        assert_eq!(world.body_mut(key).unwrap().drop_through(), 0);
    }
}

#[test]
fn a_thousand_crossings() {
    let (mut landed, mut fell) = (0, 0);
    for seed in 0..1_000 {
        let mut random = SplitMix64::new(seed);
        let kind = if seed % 2 == 0 { BroadPhaseKind::Hash } else { BroadPhaseKind::QuadTree };
        let def = WorldDef::default().sleep(false).broad_phase(kind);
        let (mut world, mut without) = (on_ground(def.clone()), on_ground(def));
        let thick = random.range(0.05, 1.0);
        let shape: Shape = match random.int(0, 2) {
            0 => rect(30.0, thick).into(),
            1 => Segment::new(vec2(-15.0, 0.0), vec2(15.0, 0.0)).unwrap().into(),
            _ => {
                let points: Vec<Vec2> = (0..16).rev().map(|i| vec2(2.0 * i as f32 - 15.0, 0.0)).collect();
                Chain::open(points).unwrap().into()
            }
        };
        let top = if matches!(shape, Shape::Polygon(_)) { 0.5 * thick } else { 0.0 };
        let level = random.range(2.0, 5.0);
        world.add_body(platform(level - top, shape)).unwrap();
        let up = random.int(0, 1) == 0;
        let fast = random.int(0, 3) == 0;
        let speed = if fast { random.range(40.0, 150.0) } else { random.range(7.0, 14.0) };
        let (y, v) = if up { (1.0, speed) } else { (level + random.range(1.0, 8.0), -speed) };
        let def = BodyDef::dynamic().at(vec2(random.range(-3.0, 3.0), y)).velocity(vec2(random.range(-1.0, 1.0), v));
        let def = def.angle(random.range(-0.3, 0.3)).shape(ShapeDef::new(outline(&mut random)).friction(0.8));
        let def = def.angular_velocity(random.range(-1.0, 1.0)).damping(0.1, 1.0);
        let [key, other] = [world.add_body(def.clone()).unwrap(), without.add_body(def).unwrap()];
        let mut rose = true;
        for step in 0..if fast { 60 } else { 240 } {
            world.step();
            without.step();
            checked(&world);
            rose &= up && velocity(&without, other).y > 0.0;
            if rose {
                assert_eq!(at(&world, key), at(&without, other), "seed {seed}, step {step}: held on its way up");
            }
        }
        let end = at(&world, key);
        if end.x.abs() > 14.0 {
            // Over its end.
        } else if !up {
            assert!(end.y > level, "seed {seed}: {end}, fell through a platform at {level}");
            landed += 1;
        } else if !fast {
            let box_ = world.body(key).unwrap().aabb();
            let stands = (box_.min.y - level).abs() < 0.03;
            let lies = box_.min.y.abs() < 0.03;
            assert!(stands || lies, "seed {seed}: {end}, hangs in a platform at {level}");
            *(if stands { &mut landed } else { &mut fell }) += 1;
        }
    }
    assert!(landed > 400 && fell > 20, "{landed} {fell}");
}

#[test]
fn stacks_on_it_hold_and_sleep_and_wake() {
    let mut world = on_ground(WorldDef::default());
    let top = world.add_body(platform(2.9, rect(4.0, 0.2))).unwrap();
    let keys: Vec<BodyKey> = (0..6).map(|i| world.add_body(crate_at(0.0, 3.5 + i as f32)).unwrap()).collect();
    play(&mut world, 300);
    assert!(keys.iter().all(|&key| !awake(&world, key)));
    for (i, &key) in keys.iter().enumerate() {
        near(at(&world, key).y, 3.5 + i as f32, 0.05);
    }
    for _ in 0..5 {
        world.body_mut(keys[0]).unwrap().wake();
        play(&mut world, 100);
        let shape = shape(&world, top, 0).shape;
        world.body_mut(top).unwrap().set_material(shape, Material { friction: 0.3, ..Material::default() }).unwrap();
        play(&mut world, 100);
    }
    near(at(&world, keys[5]).y, 8.5, 0.05);
    assert_eq!(world.body_mut(keys[0]).unwrap().drop_through(), 1);
    play(&mut world, 400);
    assert!(at(&world, keys[0]).y < 1.0 && at(&world, keys[1]).y > 3.0, "only the one that was told");
}

#[test]
fn it_carries_what_slides_over_its_pieces_and_what_it_lifts() {
    let mut world = sleepless();
    let grid = TileGrid::from_rows(&["########################################"], 1.0).unwrap();
    let floor = ShapeDef::new(grid).one_way(UP);
    world.add_body(BodyDef::fixed().at(vec2(-20.0, 3.0)).shape(floor)).unwrap();
    let lift = ShapeDef::new(rect(4.0, 0.2)).one_way(UP);
    let lift = world.add_body(BodyDef::kinematic().at(vec2(40.0, 1.0)).velocity(vec2(0.0, 2.0)).shape(lift)).unwrap();
    let passenger = world.add_body(crate_at(40.0, 1.6)).unwrap();
    let slider = ShapeDef::new(rect(1.0, 1.0)).friction(0.0);
    let slider = BodyDef::dynamic().at(vec2(-18.0, 4.51)).velocity(vec2(12.0, 0.0)).shape(slider);
    let slider = world.add_body(slider).unwrap();
    for _ in 0..170 {
        world.step();
        checked(&world);
        assert!(at(&world, slider).y > 4.48, "{}", at(&world, slider));
        near(at(&world, passenger).y - at(&world, lift).y, 0.6, 0.05);
    }
    assert!(at(&world, slider).x > 15.0);
}

#[test]
fn snapshots_remember_what_is_on_its_way() {
    let mut world = sleepless();
    world.add_body(platform(2.0, rect(4.0, 0.5))).unwrap();
    let key = world.add_body(crate_at(0.0, 0.6).velocity(vec2(0.0, 8.0))).unwrap();
    play(&mut world, 12);
    assert!((1.2..2.4).contains(&at(&world, key).y), "{}", at(&world, key));
    let image = world.snapshot();
    let mut copy = World::from_snapshot(&image).unwrap();
    assert_eq!(copy.snapshot(), image);
    for _ in 0..120 {
        world.step();
        copy.step();
        assert_eq!(world.state_hash(), copy.state_hash());
    }
    near(at(&world, key).y, 2.75, 0.02);
}

#[test]
fn a_direction_that_is_none_is_refused() {
    for up in [Vec2::ZERO, vec2(f32::NAN, 1.0)] {
        let e = space().add_body(BodyDef::fixed().shape(ShapeDef::new(disc(1.0)).one_way(up))).unwrap_err();
        assert!(e.to_string().starts_with("shapes[0].one_way:"), "{e}");
    }
}

#[test]
fn user_data_stays() {
    let mut world = space();
    let key =
        world.add_body(crate_at(0.0, 0.0).user_data(7).shape(ShapeDef::new(disc(1.0)).user_data(u64::MAX))).unwrap();
    let mut body = world.body_mut(key).unwrap();
    body.set_shape_user_data(first(&body), 5).unwrap();
    assert!(body.set_shape_user_data(ShapeKey::default(), 5).is_err());
    let image = world.snapshot();
    world.body_mut(key).unwrap().set_user_data(1 << 40);
    assert_eq!(world.body(key).unwrap().user_data(), 1 << 40);
    world.restore(&image).unwrap();
    let body = world.body(key).unwrap();
    assert_eq!((body.user_data(), body.shapes()[0].user_data, body.shapes()[1].user_data), (7, 5, u64::MAX));
}

/// A body that was let through goes on so after it slept: a platform flush with a floor that is then taken away.
#[test]
fn a_passage_outlasts_sleep() {
    let mut world = World::default();
    let top = world.add_body(platform(-0.1, rect(4.0, 0.2))).unwrap();
    let floor = world.add_body(BodyDef::fixed().at(vec2(0.0, -0.5)).shape(rect(1.0, 1.0))).unwrap();
    world.add_body(BodyDef::fixed().at(vec2(0.0, -5.0)).shape(rect(10.0, 1.0))).unwrap();
    let key = world.add_body(crate_at(0.0, 0.5).no_rotation()).unwrap();
    play(&mut world, 20);
    assert_eq!(world.body_mut(key).unwrap().drop_through(), 1);
    play(&mut world, 120);
    assert!(!world.body(key).unwrap().is_awake());
    let image = world.snapshot();
    let mut other = World::default();
    other.restore(&image).unwrap();
    for world in [&mut world, &mut other] {
        assert!(world.body(top).is_some() && world.remove_body(floor));
        play(world, 120);
        near(at(world, key).y, -4.0, 0.02);
        checked(world);
    }
}
