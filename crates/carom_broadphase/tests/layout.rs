//! The cells of the structures hold every box once, and the pairs that overlap are among the near ones.
#![allow(clippy::unwrap_used)] // A test without a value has failed.

use carom_broadphase::{Index, Pair, QuadTree, SpatialHash, Structure};
use carom_math::{Aabb, Vec2, vec2};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn boxes(random: &mut StdRng, count: usize, spread: f32) -> Vec<Aabb> {
    (0..count)
        .map(|_| {
            let at = vec2(random.random_range(-50.0..50.0), random.random_range(-50.0..50.0));
            let size = if random.random_range(0..10) == 0 { spread } else { 1.0 } * random.random_range(0.5..1.0);
            Aabb::new(at, at + vec2(size, 0.7 * size))
        })
        .collect()
}

fn check<T: Structure>(all: &[Aabb], tree: bool) {
    let mut index = Index::<T>::default();
    all.iter().for_each(|b| assert!(index.insert(*b).is_ok()));
    let cells = index.cells();
    assert_eq!(cells.iter().map(|cell| cell.boxes).sum::<usize>(), all.len());
    let hair = Vec2::splat(1.0e-3);
    for cell in &cells {
        if cell.boxes == 0 {
            assert!(tree && cell.bounds.is_empty());
            continue;
        }
        // Boxes of a cell have their least corner in it. (At the rim of a quadtree corners outside count as on it.)
        let lie = |b: &&Aabb| cell.bounds.contains(b);
        assert!(all.iter().filter(lie).count() >= cell.boxes.min(1));
        let within = Aabb::new(cell.area.min - hair, cell.area.max + hair);
        assert!(within.overlaps(&cell.bounds), "{cell:?}");
        if !tree {
            assert!(within.contains_point(cell.bounds.min), "{cell:?}");
        }
    }
    assert!(cells.windows(2).all(|pair| tree || pair[0].depth <= pair[1].depth));
    let mut pairs: Vec<Pair> = Vec::new();
    index.pairs(&mut pairs);
    let count = all.len() as u64;
    let near = index.near_pairs();
    assert!(pairs.len() as u64 <= near && near <= count * (count.max(1) - 1) / 2, "{} {near}", pairs.len());
    // Changes that wait are moved in.
    assert!(index.is_empty() || index.remove(0).is_some());
    assert_eq!(index.cells().iter().map(|cell| cell.boxes).sum::<usize>(), all.len().saturating_sub(1));
}

#[test]
fn cells_hold_every_box_once_and_near_pairs_hold_all_that_overlap() {
    let mut random = StdRng::seed_from_u64(7);
    for count in [0, 1, 2, 50, 700, 3000] {
        for spread in [1.0, 12.0, 80.0] {
            let all = boxes(&mut random, count, spread);
            check::<carom_broadphase::Grid>(&all, false);
            check::<carom_broadphase::Tree>(&all, true);
            #[cfg(feature = "rtree")]
            check::<carom_broadphase::Bulk>(&all, true);
        }
    }
}

#[test]
fn structures_separate() {
    let all = boxes(&mut StdRng::seed_from_u64(8), 4000, 3.0);
    let (mut hash, mut tree) = (SpatialHash::default(), QuadTree::default());
    for b in &all {
        hash.insert(*b).unwrap();
        tree.insert(*b).unwrap();
    }
    let every = 4000 * 3999 / 2;
    assert!(hash.near_pairs() < every / 50 && tree.near_pairs() < every / 5);
}
