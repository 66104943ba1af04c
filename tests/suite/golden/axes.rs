//! One axis at a time on the benchmark scenes: threads, drivers, structure, numbering. A debug run takes the quick
//! scenes and few steps.

use super::hashes::{STEPS, golden, hash, names, play, scene};
use crate::kit::{LONG, pool, within};
use carom::BroadPhaseKind;
use carom::diagnostics::{Driver, LaneWidth};
use carom::prelude::*;
use carom_scenes::SceneDef;

/// Steps of a run, and the hash that they give.
fn base(name: &str) -> (SceneDef, u32, u64) {
    let scene = scene(name);
    let steps = if LONG { STEPS } else { 24 };
    let wanted = if LONG { golden(name) } else { driven(&scene, steps, Driver::Inline) };
    (scene, steps, wanted)
}

fn driven(scene: &SceneDef, steps: u32, driver: Driver) -> u64 {
    let mut play = scene.play().unwrap();
    play.set_driver(driver);
    for _ in 0..steps {
        play.act().unwrap();
        play.step();
    }
    play.world().state_hash()
}

#[test]
fn threads() {
    for name in names() {
        let (scene, steps, wanted) = base(name);
        for threads in [1, 2, 3, 8] {
            let scene = scene.clone();
            let driver = if threads == 3 { Driver::Eager } else { Driver::Rayon };
            let found = within(600, move || pool(threads).install(|| driven(&scene, steps, driver)));
            assert_eq!(found, wanted, "{name}, {threads} threads");
        }
    }
}

#[test]
fn lanes() {
    for name in names() {
        let (scene, steps, wanted) = base(name);
        for width in [LaneWidth::One, LaneWidth::Four, LaneWidth::Eight, LaneWidth::Sixteen] {
            let mut play = scene.play().unwrap();
            play.set_lanes(width);
            for _ in 0..steps {
                play.act().unwrap();
                play.step();
            }
            assert_eq!(play.world().state_hash(), wanted, "{name}, {width:?} lanes");
        }
    }
}

#[test]
fn drivers() {
    for name in names() {
        let (scene, steps, wanted) = base(name);
        for driver in [Driver::Inline, Driver::Seeded(5), Driver::Seeded(6)] {
            assert_eq!(driven(&scene, steps, driver), wanted, "{name}, {driver:?}");
        }
    }
    // A thread for each block of each stage is slow: the smallest scene.
    let scene = scene("tumbler");
    assert_eq!(driven(&scene, 12, Driver::Threads(3)), driven(&scene, 12, Driver::Inline));
}

#[test]
fn structure() {
    for name in names() {
        let (mut scene, steps, wanted) = base(name);
        scene.world.broad_phase = BroadPhaseKind::QuadTree;
        assert_eq!(hash(&scene, steps), wanted, "{name}, quadtree");
    }
}

#[test]
fn numbering() {
    for name in names() {
        let (scene, steps, wanted) = base(name);
        let poses = |every: u32| {
            let mut scene = scene.clone();
            scene.world.spatial_sort_interval = every;
            let play = play(&scene, steps);
            let poses: Vec<Pose> = play.world().bodies().map(|(_, body)| body.pose()).collect();
            (poses, play.world().state_hash())
        };
        let (forced, never) = (poses(1), poses(0));
        assert_eq!(forced.1, wanted, "{name}, each step");
        assert_eq!(never.1, wanted, "{name}, never");
        assert_eq!(forced.0, never.0, "{name}");
    }
}
