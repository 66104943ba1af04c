//! Walks through cells against brute force, in 10,000 worlds drawn from seeds. Every box that a sweep meets before its
//! limit is in one of the runs that it visits, or in the tree of boxes outside the grid.

mod common;

use carom_broadphase::{Cells, swept_meets};
use carom_math::{Aabb, Vec2, vec2};
use common::{any_box, seeded, takes_part, taste};
use rand::{RngExt, rngs::StdRng};

/// Sweeps through each world.
const WAYS: usize = 4;

/// Boxes of all kinds, or a field of small ones with a few long ones about it, as in most worlds of a game.
fn boxes(rng: &mut StdRng) -> Vec<Aabb> {
    let count = rng.random_range(0..300);
    let taste = taste(rng);
    if rng.random_bool(0.5) {
        return (0..count).map(|_| any_box(rng, &taste)).collect();
    }
    let (size, room) = (taste.size, taste.size * vec2(rng.random_range(1.0..60.0), rng.random_range(0.0..30.0)));
    let one = |rng: &mut StdRng| {
        let at = vec2(rng.random_range(0.0..1.0), rng.random_range(0.0..1.0)) * room;
        let long = if rng.random_bool(0.02) { 40.0 } else { 1.0 };
        Aabb::new(at, at + size * vec2(long * rng.random_range(0.0..1.0), rng.random_range(0.0..1.0)))
    };
    (0..count).map(|_| one(rng)).collect()
}

/// All boxes that a sweep with this limit visits.
fn shown(cells: &Cells, area: &Aabb, by: Vec2, limit: f32) -> Vec<u32> {
    let mut found = Vec::new();
    cells.rest().walk_swept(area, by, &mut |id, _| {
        found.push(id);
        limit
    });
    let mut walk = cells.walk(area, by).expect("finite numbers");
    while let Some(run) = walk.next(limit) {
        assert!(!run.is_empty());
        found.extend(&cells.entries()[run]);
    }
    found.sort_unstable();
    found
}

#[test]
fn what_is_met_is_shown() {
    let (mut grids, mut trees) = (0, 0);
    for case in 0..10_000 {
        let rng = &mut seeded(case);
        let boxes = boxes(rng);
        let ids: Vec<u32> = (0..boxes.len() as u32).filter(|_| rng.random_bool(0.95)).collect();
        let cells = Cells::of(&ids, &boxes);
        grids += u32::from(cells.entries().len() > 32);
        trees += u32::from(!cells.rest().is_empty());
        for _ in 0..WAYS {
            let pick = |rng: &mut StdRng| {
                let near = if boxes.is_empty() { None } else { boxes.get(rng.random_range(0..boxes.len())) };
                near.filter(|b| takes_part(b)).copied().unwrap_or(Aabb::new(Vec2::ZERO, Vec2::ONE))
            };
            let (start, end) = (pick(rng), pick(rng));
            let mut by = (end.min - start.min) * rng.random_range(0.0..2.0);
            match rng.random_range(0..6) {
                0 => by.x = 0.0,
                1 => by.y = 0.0,
                _ => {}
            }
            let area = if rng.random_bool(0.5) { start } else { Aabb::new(start.min, start.min) };
            if !(by.is_finite() && area.is_finite()) {
                continue;
            }
            let limit = if rng.random_bool(0.5) { 1.0 } else { rng.random_range(0.0..1.0) };
            let found = shown(&cells, &area, by, limit);
            for &id in &ids {
                let b = &boxes[id as usize];
                // The boxes met on the part of the motion before the limit.
                let met = takes_part(b) && swept_meets(&area, by * limit, b);
                assert!(
                    !met || found.binary_search(&id).is_ok(),
                    "case {case}: {b:?} is met by {area:?} {by:?} {limit}"
                );
            }
        }
    }
    assert!(grids > 2_000 && trees > 500, "{grids} grids and {trees} trees");
}

#[test]
fn a_ray_along_a_row_of_boxes_is_shown_few() {
    let boxes: Vec<Aabb> = (0..10_000)
        .map(|i| vec2((i % 100) as f32, (i / 100) as f32))
        .map(|at| Aabb::new(at, at + Vec2::splat(0.8)))
        .collect();
    let ids: Vec<u32> = (0..10_000).collect();
    let cells = Cells::of(&ids, &boxes);
    assert!(cells.rest().is_empty());
    let mut walk = cells.walk_ray(vec2(-5.0, 50.4), vec2(105.0, 50.4)).expect("finite numbers");
    let mut count = 0;
    while let Some(run) = walk.next(1.0) {
        count += run.len();
    }
    assert!((100..1000).contains(&count), "{count}");
    // Cut short before the second column of cells.
    let mut walk = cells.walk_ray(vec2(-5.0, 50.4), vec2(105.0, 50.4)).expect("finite numbers");
    let mut few = 0;
    while let Some(run) = walk.next(0.05) {
        few += run.len();
    }
    assert!((1..30).contains(&few), "{few}");
}
