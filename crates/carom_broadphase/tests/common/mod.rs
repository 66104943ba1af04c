//! Shared by the tests: boxes drawn from a seed, of wild sizes and places, and the answers of brute force.
#![allow(dead_code)] // Each test binary uses a part.

use carom_broadphase::Pair;
use carom_math::{Aabb, Vec2, vec2};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A generator from a seed.
pub fn seeded(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

/// The distribution of the boxes of a case.
#[derive(Clone, Copy, Debug)]
pub struct Taste {
    /// Half the side of their square [m].
    pub field: f32,
    /// The least size [m].
    pub size: f32,
    /// The greatest size as a multiple of it.
    pub ratio: f32,
    /// Share of boxes that are strange: far away, huge, of size zero, or equal to others.
    pub strange: f64,
    /// Middle of the field [m].
    pub middle: Vec2,
}

/// A taste from the generator.
pub fn taste(rng: &mut StdRng) -> Taste {
    let pick = |rng: &mut StdRng, from: &[f32]| from[rng.random_range(0..from.len())];
    Taste {
        field: pick(rng, &[0.0, 1.0, 5.0, 20.0, 100.0, 1.0e4]),
        size: pick(rng, &[0.0, 0.01, 0.5, 1.0, 30.0]),
        ratio: pick(rng, &[1.0, 1.5, 4.0, 30.0, 10_000.0]),
        strange: if rng.random_bool(0.3) { 0.1 } else { 0.0 },
        middle: if rng.random_bool(0.8) { Vec2::ZERO } else { vec2(pick(rng, &[-1.0e9, 3.0e4, 1.0e30]), 7.0) },
    }
}

/// A finite box.
pub fn any_box(rng: &mut StdRng, taste: &Taste) -> Aabb {
    let mut place = |field: f32| if field > 0.0 { rng.random_range(-field..field) } else { 0.0 };
    let at = taste.middle + vec2(place(taste.field), place(taste.field));
    let mut side = || {
        let octaves = taste.ratio.log2() * rng.random::<f32>();
        taste.size * octaves.exp2()
    };
    let size = vec2(side(), side());
    if rng.random_bool(taste.strange) {
        return match rng.random_range(0..7) {
            0 => Aabb::new(at * 1.0e8, at * 1.0e8 + size),
            1 => Aabb::new(vec2(1.0e30, -1.0e30), vec2(1.0e30, -1.0e30)),
            2 => Aabb::new(at - vec2(1.0e6, 0.1), at + vec2(1.0e6, 0.1)),
            3 => Aabb::new(at, at),
            4 => Aabb::new(taste.middle, taste.middle + vec2(1.0, 1.0)),
            5 => Aabb::new(at - vec2(0.1, 1.0e4), at + vec2(0.1, 1.0e4)),
            _ => Aabb::new(Vec2::splat(-3.0e38), Vec2::splat(3.0e38)),
        };
    }
    Aabb::new(at, at + size)
}

/// A box that takes part in nothing.
pub fn bad_box(rng: &mut StdRng) -> Aabb {
    match rng.random_range(0..5) {
        0 => Aabb::EMPTY,
        1 => Aabb::new(vec2(f32::NAN, 0.0), vec2(1.0, 1.0)),
        2 => Aabb::new(vec2(0.0, 0.0), vec2(1.0, f32::INFINITY)),
        3 => Aabb::new(vec2(1.0, 0.0), vec2(0.0, 1.0)),
        _ => Aabb::new(vec2(f32::NEG_INFINITY, f32::NEG_INFINITY), vec2(f32::INFINITY, f32::INFINITY)),
    }
}

/// Whether a box takes part.
pub fn takes_part(b: &Aabb) -> bool {
    b.is_finite() && !b.is_empty()
}

/// The pairs that overlap now and did not, at least one of each `is_active`.
pub fn new_pairs(now: &[Aabb], old: &[Aabb], active: &[u32], still: &[u32]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (at, &i) in active.iter().enumerate() {
        for &j in active[at + 1..].iter().chain(still) {
            let (p, q) = (&now[i as usize], &now[j as usize]);
            let before = old[i as usize].overlaps(&old[j as usize]);
            if takes_part(p) && takes_part(q) && p.overlaps(q) && !before {
                pairs.push(Pair::new(i, j));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The indices that a query visits, sorted; fails on repeats.
pub fn sorted(run: impl FnOnce(&mut dyn FnMut(u32) -> bool) -> bool) -> Vec<u32> {
    let mut found = Vec::new();
    assert!(run(&mut |id| {
        found.push(id);
        true
    }));
    found.sort_unstable();
    assert!(found.windows(2).all(|w| w[0] < w[1]), "something was visited twice: {found:?}");
    found
}
