//! The same pairs for every driver and lane width, from both structures; also scenes that are hard for a structure.

mod common;

use carom_broadphase::{Among, Boxes, BroadPhase, BroadPhaseKind, Pair, StillSet};
use carom_math::{Aabb, Vec2, vec2};
use carom_parallel::{Driver, Executor};
use common::{new_pairs, seeded, sorted};
use fearless_simd::Level;
use rand::RngExt;

const KINDS: [BroadPhaseKind; 2] = [BroadPhaseKind::Hash, BroadPhaseKind::QuadTree];

/// Boxes of two steps.
struct Scene {
    old: Vec<Aabb>,
    now: Vec<Aabb>,
    active: Vec<u32>,
    still: Vec<u32>,
}

impl Scene {
    /// `count` boxes of 0.3 to 1 m, a few of them far larger, on a square that they fill; every tenth is still.
    fn heap(count: u32) -> Self {
        let rng = &mut seeded(5);
        let side = 0.8 * (count as f32).sqrt();
        let mut draw = |from: f32, to: f32| rng.random_range(from..to);
        let old: Vec<Aabb> = (0..count)
            .map(|i| {
                let at = vec2(draw(-side, side), draw(0.0, side));
                let size = if i % 1000 == 7 { 20.0 } else { draw(0.3, 1.0) };
                Aabb::new(at, at + Vec2::splat(size))
            })
            .collect();
        let active: Vec<u32> = (0..count).filter(|i| i % 10 != 3).collect();
        let still = (0..count).filter(|i| i % 10 == 3).collect();
        let mut now = old.clone();
        for &i in &active {
            now[i as usize] = now[i as usize].moved(vec2(draw(-0.3, 0.3), draw(-0.3, 0.3)));
        }
        Self { old, now, active, still }
    }

    /// All active, and new.
    fn of(now: Vec<Aabb>) -> Self {
        let active = (0..now.len() as u32).collect();
        Self { old: vec![Aabb::EMPTY; now.len()], now, active, still: Vec::new() }
    }

    fn boxes(&self) -> Boxes<'_> {
        Boxes {
            now: &self.now,
            old: &self.old,
            active: &self.active,
            still: StillSet::All(&self.still),
            follows: false,
        }
    }

    fn pairs(&self, kind: BroadPhaseKind, tasks: &Executor) -> Vec<Pair> {
        let (mut phase, mut pairs) = (BroadPhase::new(kind), Vec::new());
        phase.update(tasks, &self.boxes());
        phase.new_pairs(tasks, &self.boxes(), &mut pairs);
        pairs
    }

    /// Both structures give what brute force gives.
    fn check(&self) -> Vec<Pair> {
        let expected = new_pairs(&self.now, &self.old, &self.active, &self.still);
        for kind in KINDS {
            assert!(self.pairs(kind, &Executor::default()) == expected, "{kind:?}");
        }
        expected
    }
}

#[test]
fn every_driver_gives_the_same_pairs() {
    let scene = Scene::heap(30_000);
    let expected = scene.pairs(BroadPhaseKind::Hash, &Executor::new(Driver::Inline));
    assert!(expected.len() > 5_000);
    for kind in KINDS {
        for driver in [Driver::Inline, Driver::Seeded(1), Driver::Seeded(2), Driver::Threads(2), Driver::Threads(5)] {
            assert!(scene.pairs(kind, &Executor::new(driver)) == expected, "{kind:?}, {driver:?}");
        }
        for threads in 1..=3 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let tasks = Executor::new(Driver::Rayon);
            assert!(pool.install(|| scene.pairs(kind, &tasks)) == expected, "{kind:?}, {threads} threads");
        }
    }
}

/// The cut of few boxes differs from that of many, and for several threads from that for one.
#[test]
fn few_boxes_give_the_same_pairs_whoever_looks() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for count in [300, 700, 1_500, 4_100, 9_000] {
        let scene = Scene::heap(count);
        let expected = scene.check();
        for kind in KINDS {
            assert!(pool.install(|| scene.pairs(kind, &Executor::new(Driver::Rayon))) == expected, "{kind:?}, {count}");
            assert!(scene.pairs(kind, &Executor::new(Driver::Inline)) == expected, "{kind:?}, {count}");
        }
    }
}

#[test]
fn queries_visit_in_the_same_order_whoever_built() {
    let scene = Scene::heap(30_000);
    for kind in KINDS {
        let visited = [Driver::Inline, Driver::Seeded(3), Driver::Threads(3)].map(|driver| {
            let (mut phase, mut found) = (BroadPhase::new(kind), Vec::new());
            phase.update(&Executor::new(driver), &scene.boxes());
            phase.query_box(Among::All, &Aabb::new(vec2(-9.0, 3.0), vec2(40.0, 30.0)), &mut |id| {
                found.push(id);
                true
            });
            found
        });
        assert!(visited[0].len() > 100 && visited[0] == visited[1] && visited[0] == visited[2]);
    }
}

#[test]
fn every_lane_width_gives_the_same_pairs() {
    let scene = Scene::heap(5_000);
    let expected = scene.check();
    let best = Level::new();
    let mut widths = vec![best];
    #[cfg(target_arch = "x86_64")]
    {
        widths.extend(best.as_sse2().map(Level::Sse2));
        widths.extend(best.as_avx2().map(Level::Avx2));
    }
    let tasks = Executor::new(Driver::Inline);
    for kind in KINDS {
        for &width in &widths {
            let (mut phase, mut pairs) = (BroadPhase::new(kind), Vec::new());
            phase.set_lanes(width);
            phase.update(&tasks, &scene.boxes());
            phase.new_pairs(&tasks, &scene.boxes(), &mut pairs);
            assert!(pairs == expected, "{kind:?}, {width:?}");
        }
    }
}

#[test]
fn nothing_and_empty_boxes_give_nothing() {
    assert!(Scene::of(Vec::new()).check().is_empty());
    assert!(Scene::of(vec![Aabb::EMPTY; 100]).check().is_empty());
    let tasks = Executor::default();
    for kind in KINDS {
        let mut phase = BroadPhase::new(kind);
        assert!(phase.query_point(Among::All, Vec2::ZERO, &mut |_| false), "before the first update");
        let mut pairs = vec![Pair::new(1, 2)];
        // Indices past the end of the boxes, and an index that is active and still.
        let now = [Aabb::new(Vec2::ZERO, Vec2::ONE)];
        let still = StillSet::All(&[0, 9]);
        let boxes = Boxes { now: &now, old: &[], active: &[0, 5], still, follows: false };
        phase.update(&tasks, &boxes);
        phase.new_pairs(&tasks, &boxes, &mut pairs);
        assert!(pairs.is_empty());
    }
}

#[test]
fn thousands_of_boxes_at_one_place() {
    let at = vec2(3.0, -7.0);
    for size in [1.0, 0.0] {
        let scene = Scene::of(vec![Aabb::new(at, at + Vec2::splat(size)); 1500]);
        assert_eq!(scene.check().len(), 1500 * 1499 / 2);
    }
}

#[test]
fn one_that_runs_away_takes_nobody_along() {
    for far in [1.0e9, -1.0e18, 1.0e30, -3.0e38] {
        let mut scene = Scene::heap(4_000);
        scene.now[0] = Aabb::new(vec2(far, -far), vec2(far, -far));
        scene.now[1] = Aabb::new(vec2(far, 0.0), vec2(far, 1.0));
        scene.now[2] = Aabb::new(vec2(0.0, 0.0), vec2(far.abs(), 0.5));
        scene.check();
    }
}

#[test]
fn points_and_specks_spread_out() {
    let rng = &mut seeded(9);
    let mut point = || vec2(rng.random_range(-1.0e6..1.0e6), rng.random_range(-1.0e6..1.0e6));
    let mut now: Vec<Aabb> = (0..4_000).map(|_| point()).map(|p| Aabb::new(p, p)).collect();
    now.extend(now.clone());
    assert_eq!(Scene::of(now).check().len(), 4_000);
}

#[test]
fn a_box_over_millions_of_cells() {
    let mut scene = Scene::heap(4_000);
    scene.now[0] = Aabb::new(Vec2::splat(-1.0e6), Vec2::splat(1.0e6));
    scene.now[3] = Aabb::new(vec2(-1.0e7, 0.0), vec2(1.0e7, 2.0));
    scene.old[3] = Aabb::EMPTY;
    assert!(scene.check().len() > 4_000);
    for kind in KINDS {
        let mut phase = BroadPhase::new(kind);
        phase.update(&Executor::default(), &scene.boxes());
        let area = Aabb::new(Vec2::splat(-1.0e30), Vec2::splat(1.0e30));
        assert_eq!(sorted(|mut visit| phase.query_box(Among::All, &area, &mut visit)).len(), 4_000);
        let still = sorted(|mut visit| phase.query_box(Among::Still, &area, &mut visit));
        assert_eq!(still, scene.still);
    }
}
