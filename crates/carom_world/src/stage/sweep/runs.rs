//! Which runs of rows have their ways taken up: all of them, or, where few rows are fast, those that these are in and those that they
//! pass. In: what the runs passed. Out: a mark for each.

use super::bound::{Bound, Bounds};
use super::fast::FAST;
use super::passed::{Passed, RUN};
use super::tracks::rounding;
use crate::def::WorldDef;
use crate::state::Bodies;
use carom_math::{Aabb, LANES};
use fearless_simd::{Level, dispatch};

/// Of the least extent of all that can be pushed: what moves by less is calm.
const CALM: f32 = 0.48 * FAST;

/// Where more runs of rows are not calm than this, all are taken up.
const MOST_QUICK: usize = 64;

/// The runs of all rows that move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs {
    taken: Vec<bool>,
    /// Where those are that are not calm, sixteen after sixteen.
    quick: Vec<Bounds>,
    count: usize,
}

impl Runs {
    /// Chooses. Two rows that both move by less than a quarter of the least extent are no fast pair, so at least
    /// one of a pair is in a run that is quick; what is pressed or driven looks out in any case.
    pub fn choose(
        &mut self,
        level: Level,
        bodies: &Bodies,
        (passed, pressed): (&[Passed], &[Vec<u32>]),
        def: &WorldDef,
    ) {
        let runs = bodies.active.div_ceil(RUN);
        self.taken.clear();
        self.taken.resize(runs, passed.len() != runs);
        self.quick.clear();
        self.count = 0;
        if passed.len() != runs {
            return;
        }
        for &row in pressed.iter().flatten().filter(|&&row| (row as usize) < bodies.active) {
            self.taken[row as usize / RUN] = true;
        }
        let slop = def.slop * def.length_unit;
        self.quick.reserve(MOST_QUICK / LANES);
        for (run, passed) in passed.iter().enumerate() {
            let some = passed.area.min.x <= passed.area.max.x;
            self.taken[run] |= some && passed.far > CALM * bodies.least_extent - rounding(&passed.area);
            if self.taken[run] {
                self.add_quick(passed.around(slop));
            }
        }
        for row in bodies.awake..bodies.active {
            let motion = &bodies.motions[row];
            let area = Aabb::around([motion.start_center, bodies.masses[row].center]).grown(motion.reach);
            self.taken[row / RUN] = true;
            self.add_quick(Passed { area, far: 0.0 }.around(slop));
        }
        if self.count > MOST_QUICK.min(runs / 2) {
            self.taken.fill(true);
            return;
        }
        let quick = &self.quick;
        dispatch!(level, simd => for (taken, passed) in self.taken.iter_mut().zip(passed) {
            let area = passed.around(slop);
            *taken |= quick.iter().any(|quick| quick.overlapping(simd, &area) != 0);
        });
    }

    /// Notes that something quick is in an area.
    fn add_quick(&mut self, area: Aabb) {
        if self.count < MOST_QUICK {
            if self.count.is_multiple_of(LANES) {
                self.quick.push(Bounds::NONE);
            }
            self.quick[self.count / LANES].set(self.count % LANES, &Bound { area, ..Bound::NONE });
        }
        self.count += 1;
    }

    /// Whether the ways of a run are taken up.
    pub fn has(&self, run: usize) -> bool {
        self.taken[run]
    }

    /// Whether those of all are.
    pub fn has_all(&self) -> bool {
        self.taken.iter().all(|&taken| taken)
    }

    /// Notes that a run is taken up too.
    pub fn take(&mut self, run: usize) {
        self.taken[run] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tracks::Tracks;
    use super::*;
    use crate::{BodyDef, World};
    use carom_math::{PI, Vec2, vec2};
    use carom_shapes::Circle;
    use carom_tasks::{Driver, Executor};

    /// Discs in a large room, most of them slow, some fast, some driven, one of those beyond the greatest speed.
    fn room(seed: u64) -> World {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
        let mut next = |low: f32, high: f32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + (high - low) * ((state >> 40) as f32 / (1 << 24) as f32)
        };
        let def = WorldDef::default().gravity(Vec2::ZERO).sleep(false);
        let mut world = World::new(WorldDef { continuous: false, ..def }).unwrap();
        let mut driven = Vec::new();
        for k in 0..12_000 {
            let speed = if k % 4000 == 0 { 300.0 } else { 0.05 };
            let angle = next(0.0, 2.0 * PI);
            let (sin, cos) = carom_math::sin_cos(angle);
            let def = if k % 6000 == 7 { BodyDef::kinematic() } else { BodyDef::dynamic() };
            let at = vec2(next(0.0, 600.0), next(0.0, 100.0));
            let def = def.at(at).velocity(next(0.0, speed) * vec2(cos, sin)).angular_velocity(next(-5.0, 5.0) * 0.1);
            let key = world.add(def.shape(Circle::new(next(0.4, 0.6)).unwrap())).unwrap();
            driven.extend((k % 6000 == 7).then_some((key, at)));
        }
        (0..20).for_each(|_| world.step());
        world
            .body_mut(driven[0].0)
            .unwrap()
            .move_to(carom_math::Pose::new(driven[0].1 + vec2(30.0, 0.0), 0.0))
            .unwrap();
        world.step();
        world
    }

    #[test]
    fn both_of_a_fast_pair_are_taken_up() {
        let (mut fast, mut left) = (0, 0);
        for seed in 0..3 {
            let world = room(seed);
            let (level, bodies, slop) =
                (world.frame.level, &world.state.bodies, world.def.slop * world.def.length_unit);
            let built = |passed: &[Passed]| {
                let mut tracks = Tracks::default();
                tracks.build(&Executor::new(Driver::Inline), level, bodies, (passed, &[]), &world.def);
                tracks
            };
            let (all, some) = (built(&[]), built(&world.frame.passed));
            let runs = bodies.active.div_ceil(RUN);
            assert!((0..all.groups()).all(|group| all.has(group)));
            left += (0..runs).filter(|run| !some.has(run * LANES)).count();
            let is_taken = |row: usize| some.has(row / LANES);
            for row in 0..bodies.active {
                let track = all.track(row);
                if is_taken(row) {
                    assert_eq!(format!("{track:?}"), format!("{:?}", some.track(row)));
                }
                for group in 0..all.groups() {
                    let hits = dispatch!(level, simd => {
                        let near = all.near_row(simd, group, row);
                        if near == 0 { 0 } else { all.fast_ones(simd, group, (&track, near), slop) }
                    });
                    let others = (0..LANES).filter(|lane| hits >> lane & 1 != 0).map(|lane| group * LANES + lane);
                    for other in others.filter(|&other| other != row) {
                        fast += 1;
                        assert!(is_taken(row) && is_taken(other), "seed {seed}: {row} and {other}");
                    }
                }
            }
        }
        assert!(fast > 10 && left > 20, "{fast} fast pairs, {left} runs left out");
    }
}
