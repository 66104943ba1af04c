//! The structures alone against brute force: 10,000 sets drawn from seeds, with boxes inserted, moved and removed in
//! between, and bad input refused.

mod common;

use carom_broadphase::{BoxError, Index, Near, Pair, QuadTree, SpatialHash, Structure, distance_to, swept_meets};
use carom_math::{Aabb, Vec2, vec2};
use carom_parallel::{Driver, Executor};
use common::{any_box, bad_box, seeded, sorted, takes_part, taste};
use rand::RngExt;

/// The expected content of the set.
type Held = Vec<Option<Aabb>>;

fn ids(held: &Held, meets: impl Fn(&Aabb) -> bool) -> Vec<u32> {
    (0..held.len() as u32).filter(|&id| held[id as usize].is_some_and(|b| meets(&b))).collect()
}

fn all_pairs(held: &Held) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for a in 0..held.len() {
        for b in a + 1..held.len() {
            if let (Some(p), Some(q)) = (held[a], held[b])
                && p.overlaps(&q)
            {
                pairs.push(Pair::new(a as u32, b as u32));
            }
        }
    }
    pairs
}

/// The nearest of all, by sorting all.
fn all_near(held: &Held, point: Vec2, count: usize) -> Vec<(u32, f64)> {
    let mut near: Vec<(u32, f64)> = (0..).zip(held).filter_map(|(id, b)| b.map(|b| (id, gap(&b, point)))).collect();
    near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    near.truncate(count);
    near
}

/// The distance of a point from a box.
fn gap(b: &Aabb, p: Vec2) -> f64 {
    let axis = |v: f32, low: f32, high: f32| {
        f64::max(0.0, f64::max(f64::from(low) - f64::from(v), f64::from(v) - f64::from(high)))
    };
    let (x, y) = (axis(p.x, b.min.x, b.max.x), axis(p.y, b.min.y, b.max.y));
    (x * x + y * y).sqrt()
}

fn random_sets<T: Structure>(cases: std::ops::Range<u64>) {
    for case in cases {
        let rng = &mut seeded(case);
        let taste = taste(rng);
        let mut index = Index::<T>::new(Executor::new(Driver::Inline));
        let mut held: Held = Vec::new();
        let (mut pairs, mut near) = (Vec::new(), Vec::<Near>::new());
        let any = |rng: &mut rand::rngs::StdRng| any_box(rng, &taste);
        let most = if rng.random_bool(0.05) { 600 } else { 60 };
        for _ in 0..rng.random_range(0..most) {
            let id = rng.random_range(0..held.len() as u32 + 3);
            let known = held.get(id as usize).is_some_and(Option::is_some);
            match rng.random_range(0..12) {
                0..5 => {
                    let b = any(rng);
                    let id = index.insert(b).expect("a finite box") as usize;
                    assert!(held.get(id).is_none_or(Option::is_none));
                    held.resize(held.len().max(id + 1), None);
                    held[id] = Some(b);
                }
                5..8 => {
                    let b = any(rng);
                    let moved = index.move_to(id, b);
                    assert_eq!(moved, if known { Ok(()) } else { Err(BoxError::Unknown { id }) });
                    if known {
                        held[id as usize] = Some(b);
                    }
                }
                8 => {
                    let held = held.get_mut(id as usize).and_then(Option::take);
                    assert_eq!(index.remove(id), held);
                }
                9 => {
                    let b = bad_box(rng);
                    assert!(!takes_part(&b) && index.insert(b).is_err() && index.move_to(id, b).is_err());
                }
                10 => {
                    let (area, from, to) = (any(rng), any(rng).min, any(rng).max);
                    let found = sorted(|mut visit| index.query_box(&area, &mut visit));
                    assert_eq!(found, ids(&held, |b| b.overlaps(&area)), "box, case {case}");
                    let found = sorted(|mut visit| index.query_point(from, &mut visit));
                    assert_eq!(found, ids(&held, |b| b.contains_point(from)), "point, case {case}");
                    let found = sorted(|mut visit| index.query_ray(from, to, &mut visit));
                    assert_eq!(found, ids(&held, |b| b.clip_segment(from, to).is_some()), "ray, case {case}");
                    let found = sorted(|mut visit| index.query_swept(&area, to - from, &mut visit));
                    assert_eq!(found, ids(&held, |b| swept_meets(&area, to - from, b)), "swept, case {case}");
                    let count = [0, 1, 3, 20, 1000][rng.random_range(0..5)];
                    index.nearest(from, count, &mut near);
                    let found: Vec<(u32, f64)> = near.iter().map(|n| (n.id, n.distance)).collect();
                    assert_eq!(found, all_near(&held, from, count), "nearest, case {case}, {from:?}");
                }
                _ => {
                    index.pairs(&mut pairs);
                    assert!(pairs == all_pairs(&held), "pairs, case {case}");
                }
            }
            assert_eq!(index.len(), held.iter().flatten().count());
        }
    }
}

#[test]
fn ten_thousand_sets_in_hashes_agree_with_brute_force() {
    random_sets::<carom_broadphase::Grid>(0..10_000);
}

#[test]
fn ten_thousand_sets_in_trees_agree_with_brute_force() {
    random_sets::<carom_broadphase::Tree>(0..10_000);
}

#[cfg(feature = "rtree")]
#[test]
fn ten_thousand_sets_in_r_trees_agree_with_brute_force() {
    random_sets::<carom_broadphase::Bulk>(0..10_000);
}

#[test]
fn the_nearest_of_many_boxes() {
    let rng = &mut seeded(3);
    let (mut hash, mut tree, mut held) = (SpatialHash::default(), QuadTree::default(), Held::new());
    for i in 0..20_000 {
        let far = if i % 5000 == 7 { 1.0e6 } else { 1.0 };
        let at = far * vec2(rng.random_range(-100.0..100.0), rng.random_range(-30.0..30.0));
        let b = Aabb::new(at, at + Vec2::splat(rng.random_range(0.0..2.0)));
        assert_eq!(hash.insert(b), tree.insert(b));
        held.push(Some(b));
    }
    let mut near = Vec::new();
    for case in 0..200 {
        let far = if case % 10 == 0 { 1.0e5 } else { 1.0 };
        let point = far * vec2(rng.random_range(-120.0..120.0), rng.random_range(-50.0..50.0));
        for count in [1, 7, 500, 20_001] {
            let all = all_near(&held, point, count);
            for kind in 0..2 {
                if kind == 0 {
                    hash.nearest(point, count, &mut near)
                } else {
                    tree.nearest(point, count, &mut near)
                }
                assert!(near.iter().map(|n| (n.id, n.distance)).eq(all.iter().copied()), "{point:?}, {count}");
            }
        }
    }
    assert_eq!(distance_to(&Aabb::new(Vec2::ZERO, Vec2::ONE), vec2(4.0, 5.0)), 5.0);
}

#[test]
fn bad_boxes_are_refused_by_name() {
    let mut hash = SpatialHash::default();
    let error = hash.insert(Aabb::new(vec2(0.0, f32::INFINITY), vec2(1.0, 1.0))).unwrap_err();
    assert_eq!(error, BoxError::NotFinite { field: "min.y", value: f32::INFINITY });
    assert_eq!(error.to_string(), "min.y of the box is inf; it must be finite");
    let error = hash.insert(Aabb::new(vec2(0.0, 3.0), vec2(1.0, 1.0))).unwrap_err();
    assert_eq!(error, BoxError::Inverted { axis: "y", min: 3.0, max: 1.0 });
    assert!(matches!(hash.insert(Aabb::EMPTY), Err(BoxError::NotFinite { field: "min.x", .. })));
    assert!(hash.is_empty() && hash.get(0).is_none() && hash.remove(7).is_none());
    let b = Aabb::new(Vec2::ZERO, Vec2::ONE);
    assert_eq!(hash.move_to(7, b), Err(BoxError::Unknown { id: 7 }));
    assert_eq!(hash.insert(b), Ok(0));
    assert_eq!((hash.remove(0), hash.remove(0), hash.insert(b)), (Some(b), None, Ok(0)));
}

#[test]
fn questions_that_are_not_finite_find_nothing() {
    let mut tree = QuadTree::default();
    tree.insert(Aabb::new(Vec2::ZERO, Vec2::ONE)).unwrap();
    let mut visit = |_| panic!("found something");
    assert!(tree.query_box(&Aabb::EMPTY, &mut visit));
    assert!(tree.query_point(Vec2::NAN, &mut visit));
    assert!(tree.query_ray(Vec2::NAN, Vec2::ONE, &mut visit));
    assert!(tree.query_ray(Vec2::ZERO, Vec2::INFINITY, &mut visit));
    let mut near = vec![Near { id: 9, distance: 1.0 }];
    tree.nearest(Vec2::NAN, 3, &mut near);
    assert!(near.is_empty());
    assert!(tree.query_swept(&Aabb::EMPTY, Vec2::ONE, &mut visit));
    assert!(tree.query_swept(&Aabb::new(Vec2::ZERO, Vec2::ONE), Vec2::NAN, &mut visit));
}
