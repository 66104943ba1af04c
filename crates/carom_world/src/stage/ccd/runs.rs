//! The runs of rows whose tracks are built: all of them, or, if few rows are fast, the runs of these and the runs that
//! they pass.

use crate::def::WorldDef;
use crate::stage::ccd::bound::{Bound, Bounds};
use crate::stage::ccd::fast::FAST_BY_A_TURN;
use crate::stage::ccd::passed::{Passed, ROWS_A_RUN};
use crate::stage::ccd::rounding::rounding;
use crate::state::Bodies;
use carom_math::{Aabb, LANES, dispatch};
use fearless_simd::Level;

/// A row is slow if it moves by less than this part of the least min extent of all that can be pushed. One row of a
/// fast pair moves by at least half of the least part above which a pair is fast. A row that is fast relative to a body
/// at rest moves by that part itself. Both are half of twice [`FAST_BY_A_TURN`], rounding aside.
const SLOW: f32 = 0.96 * FAST_BY_A_TURN;

/// If more runs than this are not slow, all are taken up.
const MOST_QUICK: usize = 64;

/// The runs of all rows that move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs {
    taken: Vec<bool>,
    /// The boxes of those that are not slow, sixteen to an item.
    quick: Vec<Bounds>,
    count: usize,
}

impl Runs {
    /// Chooses the runs: all of them if there are no bounds (`passed`). Two slow rows are no fast pair, so one row of a
    /// fast pair is in a quick run, or is driven. A pressed row searches in any case, and a row with joints may be
    /// needed.
    pub fn choose(
        &mut self,
        level: Level,
        bodies: &Bodies,
        (passed, pressed): (&[Passed], &[Vec<u32>]),
        def: &WorldDef,
    ) {
        let runs = bodies.active.div_ceil(ROWS_A_RUN);
        self.taken.clear();
        self.taken.resize(runs, passed.len() != runs);
        self.quick.clear();
        self.count = 0;
        if passed.len() != runs {
            return;
        }
        for &row in pressed.iter().flatten().filter(|&&row| (row as usize) < bodies.active) {
            self.taken[row as usize / ROWS_A_RUN] = true;
        }
        let slop = def.slop_length();
        self.quick.reserve(MOST_QUICK / LANES);
        let most = MOST_QUICK.min(runs / 2);
        for (run, passed) in passed.iter().enumerate() {
            let some = passed.area.min.x <= passed.area.max.x;
            let is_quick = some && passed.far > SLOW * bodies.least_min_extent - rounding(&passed.area);
            if self.taken[run] || is_quick {
                self.add_quick(passed.around(slop));
            }
            self.taken[run] |= is_quick || passed.jointed;
            if self.count > most {
                self.taken.fill(true);
                return;
            }
        }
        for row in bodies.awake..bodies.active {
            let (start, center) = (bodies.starts[row].center, bodies.masses[row].center);
            if center != start || bodies.states[row].dq().s != 0.0 {
                let area = Aabb::around([start, center]).grown(bodies.motions[row].max_extent);
                self.add_quick(Passed { area, ..Passed::NONE }.around(slop));
            }
            self.taken[row / ROWS_A_RUN] = true;
        }
        if self.count > most {
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

    /// Whether the tracks of a run are built.
    pub fn has(&self, run: usize) -> bool {
        self.taken[run]
    }

    /// Whether those of all runs are.
    pub fn has_all(&self) -> bool {
        self.taken.iter().all(|&taken| taken)
    }

    /// Notes that a run is built too.
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
    use carom_parallel::{Driver, Executor};
    use carom_shapes::{Circle, Polygon};

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
            let key = world.add_body(def.shape(Circle::new(next(0.4, 0.6)).unwrap())).unwrap();
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

    /// So many discs here and there, each at its own speed.
    fn discs(count: usize) -> World {
        let mut world = World::new(WorldDef { continuous: false, ..WorldDef::default() }).unwrap();
        for k in 0..count {
            let (x, y) = ((k * 7919 % 1000) as f32, (k * 104_729 % 1000) as f32);
            let def =
                BodyDef::dynamic().at(vec2(x, y)).velocity(vec2(0.01 * y - 5.0, 0.02 * x)).angular_velocity(0.01 * x);
            world.add_body(def.shape(Circle::new(0.2 + 0.001 * y).unwrap())).unwrap();
        }
        world.step();
        world
    }

    /// Data behind the present rows is of earlier steps.
    #[test]
    fn tracks_of_more_rows_leave_nothing_behind() {
        let large = room(0);
        let level = large.scratch.level;
        let build = |tracks: &mut Tracks, world: &World| {
            tracks.build(&Executor::new(Driver::Inline), level, &world.state.bodies, (&[], &[]), &world.def);
        };
        for count in [1, 40, 270, 3000, 4096, 4097, 5000] {
            let world = discs(count);
            let [mut used, mut fresh] = [(); 2].map(|()| Tracks::default());
            build(&mut used, &large);
            build(&mut used, &world);
            build(&mut fresh, &world);
            assert_eq!((used.groups(), used.list().len()), (fresh.groups(), fresh.list().len()));
            let mut found = 0;
            for row in (0..count).step_by(37) {
                let bound = fresh.track(row).bound;
                let near = |tracks: &Tracks| {
                    let mut nodes = [Vec::new(), Vec::new()];
                    dispatch!(level, simd => {
                        tracks.near(simd, &bound, 0, &mut nodes[0]);
                        tracks.near_moving(simd, &bound, &mut nodes[1]);
                    });
                    nodes
                };
                assert_eq!(near(&used), near(&fresh), "{row} of {count}");
                found += near(&fresh)[1].len();
            }
            assert!(found >= count.div_ceil(37));
        }
    }

    #[test]
    fn both_of_a_fast_pair_are_taken_up() {
        let (mut fast, mut left) = (0, 0);
        for seed in 0..3 {
            let world = room(seed);
            let (level, bodies, slop) = (world.scratch.level, &world.state.bodies, world.def.slop_length());
            let built = |passed: &[Passed]| {
                let mut tracks = Tracks::default();
                tracks.build(&Executor::new(Driver::Inline), level, bodies, (passed, &[]), &world.def);
                tracks
            };
            let (all, some) = (built(&[]), built(&world.scratch.passed));
            let runs = bodies.active.div_ceil(ROWS_A_RUN);
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

    #[test]
    fn what_runs_passed_is_what_their_rows_did() {
        for count in (1..=40).chain(230..=270).chain(490..=520) {
            let world = discs(count);
            let bodies = &world.state.bodies;
            assert_eq!(world.scratch.passed.len(), bodies.active.div_ceil(ROWS_A_RUN));
            for (run, passed) in world.scratch.passed.iter().enumerate() {
                let (mut area, mut far) = (Aabb::EMPTY, 0.0);
                for row in run * ROWS_A_RUN..bodies.active.min((run + 1) * ROWS_A_RUN) {
                    let (state, motion) = (&bodies.states[row], &bodies.motions[row]);
                    let ends = [bodies.starts[row].center, bodies.masses[row].center];
                    area = area.union(&Aabb::around(ends).grown(motion.max_extent));
                    far = carom_math::max(far, state.dp().length());
                }
                assert!(
                    passed.area.grown(1.0e-3).contains(&area) && area.grown(1.0e-3).contains(&passed.area),
                    "{count}"
                );
                assert!((passed.far - far).abs() < 1.0e-5 && !passed.jointed, "{count}: {} {far}", passed.far);
            }
        }
    }

    #[test]
    fn a_bullet_among_any_number_of_others_stays_before_a_wall() {
        for count in [1, 16, 100, 240, 241, 250, 255, 256, 257, 497, 511, 512, 767, 2047] {
            let mut world = World::new(WorldDef::default().gravity(Vec2::ZERO).sleep(false)).unwrap();
            world.add_body(BodyDef::fixed().shape(Polygon::rect(0.01, 20.0).unwrap())).unwrap();
            for k in 1..count {
                let at = vec2(-100.0 - (k % 40) as f32, (k / 40) as f32);
                world.add_body(BodyDef::dynamic().at(at).shape(Circle::new(0.2).unwrap())).unwrap();
            }
            let bullet = BodyDef::dynamic().at(vec2(-8.0, 0.0)).velocity(vec2(300.0, 0.0));
            let bullet = world.add_body(bullet.shape(Circle::new(0.2).unwrap())).unwrap();
            (0..4).for_each(|_| world.step());
            let x = world.body(bullet).unwrap().position().x;
            assert!(x < 0.0, "{count}: at {x}");
        }
    }
}
