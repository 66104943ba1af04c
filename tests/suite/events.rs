//! Begin and end of touching, reported once for each pair of shapes.

use crate::kit::*;
use carom::prelude::*;
use carom::{Shape, ShapePair};

/// The pair of shapes (`a` number `i`, `b` number `j`), the smaller key first.
fn pair(world: &World, a: BodyKey, i: usize, b: BodyKey, j: usize) -> ShapePair {
    let (a, b) = (shape(world, a, i), shape(world, b, j));
    if a < b { ShapePair { a, b } } else { ShapePair { a: b, b: a } }
}

/// All begin and end events of some steps.
fn gather(world: &mut World, steps: usize) -> (Vec<ShapePair>, Vec<ShapePair>) {
    let (mut began, mut ended) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        world.step();
        checked(world);
        began.extend_from_slice(world.events().contact_began());
        ended.extend_from_slice(world.events().contact_ended());
    }
    (began, ended)
}

#[test]
fn a_drop_begins_once_and_does_not_end() {
    let mut world = World::default();
    let ground = world.add_body(ground()).unwrap();
    let key = world.add_body(crate_at(0.0, 1.0)).unwrap();
    let (began, ended) = gather(&mut world, 240);
    assert_eq!(began, [pair(&world, ground, 0, key, 0)]);
    assert!(ended.is_empty(), "not in sleep either");
    assert!(!awake(&world, key));
}

#[test]
fn a_bounce_begins_and_ends_in_turn() {
    let mut world = World::default();
    let ground = world.add_body(ground()).unwrap();
    let ball = ShapeDef::new(disc(0.5)).restitution(0.9);
    let key = world.add_body(BodyDef::dynamic().at(vec2(0.0, 4.0)).shape(ball)).unwrap();
    let (began, ended) = gather(&mut world, 240);
    assert!(began.len() > 1 && began.len() - ended.len() <= 1, "{} {}", began.len(), ended.len());
    assert!(began.iter().chain(&ended).all(|&event| event == pair(&world, ground, 0, key, 0)));
}

#[test]
fn a_chain_touches_once_however_many_links_do() {
    let mut world = World::default();
    let points: Vec<Vec2> = (0..80).rev().map(|i| vec2(0.25 * i as f32 - 5.0, 0.0)).collect();
    let chain = world.add_body(BodyDef::fixed().shape(disc(0.1)).shape(Chain::open(points).unwrap())).unwrap();
    // 2 m wide: over eight links, and on to others.
    let slider = BodyDef::dynamic().at(vec2(-2.0, 0.5)).velocity(vec2(3.0, 0.0));
    let key = world.add_body(slider.shape(ShapeDef::new(rect(2.0, 0.8)).friction(0.0))).unwrap();
    let (began, ended) = gather(&mut world, 90);
    let wanted = pair(&world, chain, 1, key, 0);
    assert_eq!(began.iter().filter(|&&event| event == wanted).count(), 1);
    assert_eq!(ended.iter().filter(|&&event| event == wanted).count(), 0);
    world.body_mut(key).unwrap().teleport(Pose::new(vec2(0.0, 10.0), 0.0)).unwrap();
    let (began, ended) = gather(&mut world, 1);
    assert_eq!((began.len(), ended), (0, vec![wanted]));
}

#[test]
fn an_outline_touches_once_however_many_pieces_do() {
    let mut world = World::default();
    // A comb that stands on its three teeth.
    let comb = [(0, 0), (1, 0), (1, 2), (2, 2), (2, 0), (3, 0), (3, 2), (4, 2), (4, 0), (5, 0), (5, 3), (0, 3)];
    let comb = Outline::new(comb.map(|(x, y)| vec2(x as f32, y as f32))).unwrap();
    assert!(comb.pieces().len() > 2);
    let ground = world.add_body(ground()).unwrap();
    let key = world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.6)).shape(comb)).unwrap();
    let (began, ended) = gather(&mut world, 120);
    assert_eq!(began, [pair(&world, ground, 0, key, 0)]);
    assert!(ended.is_empty());
    let touching = pair(&world, ground, 0, key, 0);
    world.remove_body(key);
    assert_eq!(gather(&mut world, 1).1, [touching]);
}

#[test]
fn each_pair_of_shapes_is_its_own() {
    let mut world = space();
    let two = BodyDef::dynamic().shape(Circle::at(vec2(-1.0, 0.0), 0.5).unwrap());
    let two = world.add_body(two.shape(Circle::at(vec2(1.0, 0.0), 0.5).unwrap())).unwrap();
    let bar = world.add_body(BodyDef::fixed().at(vec2(0.0, -0.99)).shape(rect(4.0, 1.0))).unwrap();
    let (began, _) = gather(&mut world, 1);
    let mut wanted = [pair(&world, two, 0, bar, 0), pair(&world, two, 1, bar, 0)];
    wanted.sort();
    assert_eq!(began, wanted);
}

#[test]
fn removal_ends_a_touch() {
    for remove_ground in [false, true] {
        let mut world = World::default();
        let ground = world.add_body(ground()).unwrap();
        let key = world.add_body(crate_at(0.0, 0.5)).unwrap();
        gather(&mut world, 10);
        let touching = pair(&world, ground, 0, key, 0);
        assert!(world.remove_body(if remove_ground { ground } else { key }));
        let (began, ended) = gather(&mut world, 1);
        assert_eq!((began.len(), ended), (0, vec![touching]), "with a key that is stale now");
    }
}

#[test]
fn removal_ends_a_touch_that_sleeps() {
    for remove_ground in [false, true] {
        let mut world = World::default();
        let ground = world.add_body(ground()).unwrap();
        let key = world.add_body(crate_at(0.0, 0.5)).unwrap();
        gather(&mut world, 120);
        assert!(!awake(&world, key));
        let touching = pair(&world, ground, 0, key, 0);
        assert!(world.remove_body(if remove_ground { ground } else { key }));
        let (_, ended) = gather(&mut world, 1);
        assert_eq!(ended, vec![touching]);
        assert_eq!(world.body(key).is_some_and(|body| body.is_awake()), remove_ground);
    }
}

#[test]
fn teleporting_apart_ends_a_touch_and_back_begins_one() {
    let mut world = World::default();
    let ground = world.add_body(ground()).unwrap();
    let key = world.add_body(crate_at(0.0, 0.5)).unwrap();
    gather(&mut world, 10);
    for _ in 0..3 {
        world.body_mut(key).unwrap().teleport(Pose::new(vec2(0.0, 50.0), 0.0)).unwrap();
        assert_eq!(gather(&mut world, 1).1, [pair(&world, ground, 0, key, 0)]);
        world.body_mut(key).unwrap().teleport(Pose::new(vec2(3.0, 0.5), 0.0)).unwrap();
        assert_eq!(gather(&mut world, 1).0, [pair(&world, ground, 0, key, 0)]);
    }
}

#[test]
fn a_teleport_in_touch_is_no_end() {
    let mut world = World::default();
    world.add_body(ground()).unwrap();
    let key = world.add_body(crate_at(0.0, 0.5)).unwrap();
    gather(&mut world, 10);
    let to = at(&world, key) + vec2(0.3, 0.0);
    world.body_mut(key).unwrap().teleport(Pose::new(to, 0.0)).unwrap();
    assert_eq!(gather(&mut world, 1), (vec![], vec![]));
}

#[test]
fn filters_forbid_and_a_change_takes_effect() {
    let mut world = World::default();
    let ground = world.add_body(ground()).unwrap();
    let key = world.add_body(crate_at(0.0, 0.5)).unwrap();
    gather(&mut world, 10);
    let ghost = Filter { mask: 0, ..Filter::default() };
    let shape = shape(&world, key, 0).shape;
    world.body_mut(key).unwrap().set_filter(shape, ghost).unwrap();
    assert_eq!(gather(&mut world, 1).1, [pair(&world, ground, 0, key, 0)]);
    let before = at(&world, key).y;
    gather(&mut world, 10);
    assert!(at(&world, key).y < before - 0.05, "it falls through");
    world.body_mut(key).unwrap().set_filter(shape, Filter::default()).unwrap();
    assert_eq!(gather(&mut world, 1).0, [pair(&world, ground, 0, key, 0)]);
}

#[test]
fn categories_masks_and_groups() {
    let filter = |category, mask, group| Filter { category, mask, group };
    let cases = [
        (filter(1, u64::MAX, 0), filter(1, u64::MAX, 0), true),
        (filter(1, 2, 0), filter(2, 1, 0), true),
        (filter(1, 2, 0), filter(2, 4, 0), false),
        (filter(1 << 63, 1, 0), filter(1, 1 << 63, 0), true),
        (filter(1, 0, 5), filter(1, 0, 5), true),
        (filter(1, u64::MAX, -5), filter(1, u64::MAX, -5), false),
        (filter(1, u64::MAX, -5), filter(1, u64::MAX, -6), true),
        (filter(0, u64::MAX, 0), filter(1, u64::MAX, 0), false),
    ];
    for (i, (a, b, meet)) in cases.into_iter().enumerate() {
        for (a, b) in [(a, b), (b, a)] {
            let mut world = space();
            world.add_body(BodyDef::dynamic().shape(ShapeDef::new(disc(1.0)).filter(a))).unwrap();
            world.add_body(BodyDef::dynamic().at(vec2(1.0, 0.0)).shape(ShapeDef::new(disc(1.0)).filter(b))).unwrap();
            let (began, _) = gather(&mut world, 1);
            assert_eq!(began.len() == 1, meet, "case {i}");
        }
    }
}

#[test]
fn shapes_that_change_end_and_begin() {
    let mut world = World::default();
    let ground = world.add_body(ground()).unwrap();
    let key = world.add_body(crate_at(0.0, 0.5).shape(Circle::at(vec2(0.0, 0.5), 0.3).unwrap())).unwrap();
    gather(&mut world, 10);
    let (touching, upper) = (pair(&world, ground, 0, key, 0), shape(&world, key, 1));
    let lower = if touching.a.body == key { touching.a } else { touching.b };
    assert!(world.body_mut(key).unwrap().remove_shape(lower.shape));
    let (began, ended) = gather(&mut world, 1);
    assert_eq!((began.len(), ended), (0, vec![touching]), "with a key that is stale now");
    let added = world.body_mut(key).unwrap().add_shape(rect(1.0, 1.2)).unwrap();
    assert_eq!(world.body(key).unwrap().shape_keys(), [upper.shape, added], "the other shape keeps its key");
    assert!(added != lower.shape && world.shape(lower.shape).is_none());
    assert_eq!(gather(&mut world, 1).0, [pair(&world, ground, 0, key, 1)]);
}

#[test]
fn events_are_sorted_and_the_same_for_a_clone() {
    let mut world = World::default();
    world.add_body(ground()).unwrap();
    for i in 0..40 {
        world.add_body(crate_at((i % 8) as f32 * 1.01, 1.0 + (i / 8) as f32 * 1.1)).unwrap();
    }
    let mut clone = world.clone();
    for _ in 0..120 {
        world.step();
        clone.step();
        assert!(world.events().contact_began().is_sorted() && world.events().contact_ended().is_sorted());
        assert_eq!(world.events().contact_began(), clone.events().contact_began());
        assert_eq!(world.events().contact_ended(), clone.events().contact_ended());
        assert_eq!(world.events().slept(), clone.events().slept());
    }
}

#[test]
fn the_other_side_of_a_pair() {
    let mut world = World::default();
    let ground = world.add_body(ground()).unwrap();
    let key = world.add_body(crate_at(0.0, 3.0)).unwrap();
    let stranger = world.add_body(crate_at(9.0, 50.0)).unwrap();
    let (mut hits, mut begins) = (0, 0);
    for _ in 0..60 {
        world.step();
        for event in world.events().contact_began() {
            let others = [ground, key, stranger].map(|body| event.other(body).map(|shape| shape.body));
            assert_eq!(others, [Some(key), Some(ground), None]);
            begins += 1;
        }
        for hit in world.events().hits() {
            assert_eq!(hit.other(ground), Some(shape(&world, key, 0)));
            assert_eq!((hit.other(key), hit.other(stranger)), (Some(shape(&world, ground, 0)), None));
            hits += 1;
        }
    }
    assert!(hits > 0 && begins > 0, "{hits} {begins}");
    let contact = world.contacts().next().unwrap();
    assert_eq!(contact.other(key).map(|shape| shape.body), Some(ground));
    assert_eq!(contact.other(stranger), None);
}

#[test]
fn what_is_thin_or_small_rests_in_one_touch() {
    let line = Segment::new(vec2(-0.5, 0.0), vec2(0.5, 0.0)).unwrap();
    let needle = Capsule::horizontal(0.3, 0.001).unwrap();
    let shapes: [Shape; 4] = [line.into(), needle.into(), disc(0.004).into(), rect(0.5, 0.002).into()];
    for shape in shapes {
        for continuous in [true, false] {
            let mut world = World::new(WorldDef { continuous, ..WorldDef::default().sleep(false) }).unwrap();
            world.add_body(ground()).unwrap();
            let mass = MassProperties { mass: 1.0, center: Vec2::ZERO, inertia: 0.1 };
            let key = world.add_body(BodyDef::dynamic().at(vec2(0.0, 0.02)).shape(shape.clone()).mass(mass)).unwrap();
            assert_eq!(gather(&mut world, 60).0.len(), 1, "{shape:?}: it meets the ground once");
            assert_eq!(gather(&mut world, 240), (vec![], vec![]), "{shape:?}: it stays there");
            let y = world.body(key).unwrap().position().y;
            assert!(y.abs() < 0.01, "{shape:?} at {y} m");
        }
    }
}
