//! Ways to step a world, all of which must end with the same bits.

use super::seen::Seen;
use crate::kit::pool;
use carom::diagnostics::{Driver, LaneWidth};
use carom::prelude::*;
use carom_scenes::{Play, SceneDef, read_scene, write_scene};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The origin of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was built by calls.
    Calls,
    /// It was written to a scene file and read back, if a file can express all of it.
    File,
    /// Every so many steps it is replaced by a copy.
    Clone(u32),
    /// Every so many steps it is restored from an image.
    Image(u32),
}

/// A way to step a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub lanes: LaneWidth,
    pub driver: Driver,
    /// Threads of the pool.
    pub threads: usize,
    pub broad_phase: Option<BroadPhaseKind>,
    pub renumber_every: Option<u32>,
    pub origin: Origin,
    /// Upper limit of steps.
    pub most_steps: u32,
}

/// The way that the others are compared with.
pub const BASE: Way = Way {
    lanes: LaneWidth::Auto,
    driver: Driver::Inline,
    threads: 1,
    broad_phase: None,
    renumber_every: None,
    origin: Origin::Calls,
    most_steps: u32::MAX,
};

const HASH: Option<BroadPhaseKind> = Some(BroadPhaseKind::Hash);
const TREE: Option<BroadPhaseKind> = Some(BroadPhaseKind::QuadTree);

/// Every lane width, driver, number of threads, structure, order of rows and origin, each in one of these at least.
pub fn all(seed: u64) -> Vec<Way> {
    let wide = if seed.is_multiple_of(2) { Driver::Eager } else { Driver::Rayon };
    let other = if seed.is_multiple_of(2) { Driver::Rayon } else { Driver::Eager };
    let (one, four, eight) = (LaneWidth::One, LaneWidth::Four, LaneWidth::Eight);
    vec![
        Way { lanes: one, broad_phase: HASH, renumber_every: Some(0), ..BASE },
        Way { lanes: four, driver: Driver::Seeded(seed), broad_phase: TREE, renumber_every: Some(1), ..BASE },
        Way { lanes: eight, driver: other, threads: 2, origin: Origin::File, ..BASE },
        Way { lanes: LaneWidth::Sixteen, driver: wide, threads: 3, origin: Origin::Image(13), ..BASE },
        Way { driver: other, threads: 8, broad_phase: TREE, origin: Origin::Clone(7), ..BASE },
        Way { lanes: eight, driver: wide, threads: 1, renumber_every: Some(16), origin: Origin::Image(1), ..BASE },
        // A thread for each block of each stage is slow.
        Way { lanes: four, driver: Driver::Threads(3), renumber_every: Some(1), most_steps: 3, ..BASE },
    ]
}

impl Way {
    /// The ways that differ from the base in one respect only, to find the cause of a difference.
    pub fn single(self) -> Vec<(&'static str, Self)> {
        [
            ("lanes", Self { lanes: self.lanes, ..BASE }),
            ("driver", Self { driver: self.driver, threads: self.threads, ..BASE }),
            ("broad phase", Self { broad_phase: self.broad_phase, ..BASE }),
            ("order of rows", Self { renumber_every: self.renumber_every, ..BASE }),
            ("origin", Self { origin: self.origin, ..BASE }),
        ]
        .into_iter()
        .filter(|(_, way)| *way != BASE)
        .collect()
    }
}

/// Pools of all sizes that ways need.
pub struct Pools(Vec<rayon::ThreadPool>);

impl Pools {
    pub fn new() -> Self {
        Self([1, 2, 3, 8].map(pool).into())
    }

    fn of(&self, threads: usize) -> &rayon::ThreadPool {
        self.0.iter().find(|pool| pool.current_num_threads() == threads).unwrap()
    }
}

/// Plays a scene in a way, and shows the world after each step with its time.
pub fn play(
    scene: &SceneDef,
    way: Way,
    pools: &Pools,
    mut look: impl FnMut(u32, &World, Duration) -> ControlFlow<()>,
) -> Play {
    let mut scene = scene.clone();
    scene.world.broad_phase = way.broad_phase.unwrap_or(scene.world.broad_phase);
    scene.world.spatial_sort_interval = way.renumber_every.unwrap_or(scene.world.spatial_sort_interval);
    if way.origin == Origin::File && scene.script.is_none() {
        let mut file = Vec::new();
        write_scene(&scene, &mut file).unwrap();
        scene = read_scene(std::str::from_utf8(&file).unwrap()).unwrap();
    }
    let mut play = scene.play().unwrap_or_else(|e| panic!("{}: {e}", scene.name));
    play.set_driver(way.driver);
    play.set_lanes(way.lanes);
    let every = |step: u32, every: u32| step > 0 && step.is_multiple_of(every);
    for step in 0..scene.steps.min(way.most_steps) {
        play.act().unwrap();
        match way.origin {
            Origin::Clone(steps) if every(step, steps) => play.replace_world(World::clone),
            Origin::Image(steps) if every(step, steps) => {
                play.replace_world(|world| World::from_snapshot(&world.snapshot()).unwrap());
                play.set_driver(way.driver);
                play.set_lanes(way.lanes);
            }
            _ => {}
        }
        let start = Instant::now();
        // The other drivers have no pool.
        match way.driver {
            Driver::Rayon | Driver::Eager => pools.of(way.threads).install(|| play.step()),
            _ => play.step(),
        }
        if look(step, play.world(), start.elapsed()).is_break() {
            break;
        }
    }
    play
}

/// The digests after each step.
pub fn trace(scene: &SceneDef, way: Way, pools: &Pools) -> Vec<Seen> {
    let mut seen = Vec::new();
    play(scene, way, pools, |_, world, _| {
        seen.push(Seen::of(world));
        ControlFlow::Continue(())
    });
    seen
}

/// The first step after which a way has other bits than `wanted`.
pub fn parts_at(scene: &SceneDef, way: Way, pools: &Pools, wanted: &[Seen]) -> Option<u32> {
    let mut first = None;
    play(scene, way, pools, |step, world, _| {
        if wanted.get(step as usize) == Some(&Seen::of(world)) {
            return ControlFlow::Continue(());
        }
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}
