//! The engine's interface against brute force: 10,000 worlds drawn from seeds, a few steps each, both structures.

mod common;

use carom_broadphase::{Among, Boxes, BroadPhase, BroadPhaseKind, Packed, Pair, StillSet, swept_meets};
use carom_math::{Aabb, Vec2, vec2};
use carom_parallel::{Driver, Executor};
use common::{any_box, bad_box, new_pairs, seeded, sorted, takes_part, taste};
use rand::{RngExt, rngs::StdRng};

const KINDS: [BroadPhaseKind; 2] = [BroadPhaseKind::Hash, BroadPhaseKind::QuadTree];

/// A world of boxes that changes at random.
struct World {
    taste: common::Taste,
    now: Vec<Aabb>,
    old: Vec<Aabb>,
    active: Vec<u32>,
    still: Vec<u32>,
    change: Change,
    /// The still boxes that leave and come, if some change.
    gone: Vec<u32>,
    new: Vec<u32>,
    calm: bool,
}

/// Which still boxes change in a step.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    None,
    Some,
    All,
}

impl World {
    fn new(rng: &mut StdRng) -> Self {
        let counts = if rng.random_bool(0.02) { 100..600 } else { 0..40 };
        Self::sized(rng, counts)
    }

    fn sized(rng: &mut StdRng, counts: std::ops::Range<usize>) -> Self {
        let taste = taste(rng);
        let count = rng.random_range(counts);
        let now: Vec<Aabb> = (0..count).map(|_| any_box(rng, &taste)).collect();
        let old = vec![Aabb::EMPTY; count];
        let share = [0.0, 0.1, 0.5, 0.9, 1.0][rng.random_range(0..5)];
        let (mut active, mut still) = (Vec::new(), Vec::new());
        for id in 0..count as u32 {
            if rng.random_bool(0.05) {
                continue;
            }
            if rng.random_bool(share) { active.push(id) } else { still.push(id) }
        }
        Self { taste, now, old, active, still, change: Change::All, gone: Vec::new(), new: Vec::new(), calm: false }
    }

    /// A world in which few boxes change in a step, so that structures are kept.
    fn calm(rng: &mut StdRng) -> Self {
        Self { calm: true, ..Self::sized(rng, 30..300) }
    }

    fn boxes(&self) -> Boxes<'_> {
        let Self { now, old, active, still, gone, new, .. } = self;
        let still = match self.change {
            Change::None => StillSet::Same,
            Change::Some => StillSet::Changed { gone, new },
            Change::All => StillSet::All(still),
        };
        Boxes { now, old, active, still, follows: self.change == Change::None }
    }

    fn change(&mut self, rng: &mut StdRng) {
        self.old.clone_from(&self.now);
        self.change = match rng.random_range(0..if self.calm { 20 } else { 10 }) {
            0 => Change::All,
            1..=4 => Change::Some,
            _ => Change::None,
        };
        let stirred = if self.calm { [0.0, 0.03, 0.06, 0.1][rng.random_range(0..4)] } else { 1.0 };
        for &id in &self.active {
            if !rng.random_bool(stirred) {
                continue;
            }
            match rng.random_range(0..10) {
                0..4 => {
                    let by = self.taste.size * vec2(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
                    self.now[id as usize] = self.now[id as usize].moved(by);
                }
                4 => self.now[id as usize] = any_box(rng, &self.taste),
                5 => self.old[id as usize] = Aabb::EMPTY,
                6 if rng.random_bool(0.1) => self.now[id as usize] = bad_box(rng),
                _ => {}
            }
        }
        if self.change == Change::Some {
            self.change_some(rng);
        }
        if self.change == Change::All {
            let all: Vec<u32> = self.active.iter().chain(&self.still).copied().collect();
            self.active.clear();
            self.still.clear();
            for &id in &all {
                if rng.random_bool(0.05) {
                    self.now[id as usize] = any_box(rng, &self.taste);
                }
                if rng.random_bool(0.5) { self.active.push(id) } else { self.still.push(id) }
            }
            self.active.sort_unstable();
            self.still.sort_unstable();
        }
    }

    /// A few boxes fall asleep, wake, change, or come back; ever more of them.
    fn change_some(&mut self, rng: &mut StdRng) {
        self.gone.clear();
        self.new.clear();
        let share = [0.01, 0.05, 0.3][rng.random_range(0..3)];
        let mut still = vec![false; self.now.len()];
        self.still.iter().for_each(|&id| still[id as usize] = true);
        let both = [&self.active[..], &self.still].concat();
        self.active.clear();
        for id in both {
            let i = id as usize;
            if !rng.random_bool(share) {
                self.active.extend((!still[i]).then_some(id));
                continue;
            }
            self.gone.push(id);
            self.old[i] = if rng.random_bool(0.7) { Aabb::EMPTY } else { self.now[i] };
            if rng.random_bool(0.2) {
                self.now[i] = if rng.random_bool(0.1) { bad_box(rng) } else { any_box(rng, &self.taste) };
            }
            still[i] = rng.random_bool(if still[i] { 0.3 } else { 0.8 });
            if still[i] { self.new.push(id) } else { self.active.push(id) }
        }
        self.still = (0..self.now.len() as u32).filter(|&id| still[id as usize]).collect();
        self.active.sort_unstable();
        self.gone.sort_unstable();
        self.new.sort_unstable();
    }

    fn all(&self, among: Among, meets: impl Fn(&Aabb) -> bool) -> Vec<u32> {
        let mut ids: Vec<u32> = match among {
            Among::All => self.active.iter().chain(&self.still).copied().collect(),
            Among::Active => self.active.clone(),
            Among::Still => self.still.clone(),
        };
        ids.retain(|&id| takes_part(&self.now[id as usize]) && meets(&self.now[id as usize]));
        ids.sort_unstable();
        ids
    }
}

fn check_queries(rng: &mut StdRng, world: &World, phase: &BroadPhase, case: u64) {
    let among = [Among::All, Among::Active, Among::Still][rng.random_range(0..3)];
    let area = any_box(rng, &world.taste);
    let found = sorted(|mut visit| phase.query_box(among, &area, &mut visit));
    assert_eq!(found, world.all(among, |b| b.overlaps(&area)), "box, {:?}, case {case}, {area:?}", phase.kind());

    let other = any_box(rng, &world.taste);
    let (from, mut to) = (area.min, other.max);
    if rng.random_bool(0.2) {
        to.x = from.x;
    }
    if rng.random_bool(0.2) {
        to.y = from.y;
    }
    let found = sorted(|mut visit| phase.query_point(among, from, &mut visit));
    assert_eq!(found, world.all(among, |b| b.contains_point(from)), "point, {:?}, case {case}, {from:?}", phase.kind());

    let found = sorted(|mut visit| phase.query_ray(among, from, to, &mut visit));
    assert_eq!(
        found,
        world.all(among, |b| b.clip_segment(from, to).is_some()),
        "ray, {:?}, case {case}, {from:?} {to:?}",
        phase.kind()
    );

    let by: Vec2 = to - from;
    let found = sorted(|mut visit| phase.query_swept(among, &area, by, &mut visit));
    assert_eq!(
        found,
        world.all(among, |b| swept_meets(&area, by, b)),
        "swept, {:?}, case {case}, {area:?} {by:?}",
        phase.kind()
    );
    let says = format!("{:?}, case {case}, {area:?} {from:?} {to:?}", phase.kind());
    let limit = if rng.random_bool(0.5) { 1.0 } else { rng.random_range(0.0..1.0) };
    let ids = [&world.active[..], &world.still].concat();
    let mut packed = Packed::default();
    packed.build(&ids, &world.now);
    let on_ray = |b: &Aabb| b.clip_segment(from, to).map(|(first, _)| first);
    let on_way = |b: &Aabb| {
        let first = (0..=16).find(|i| swept_meets(&area, by * (*i as f32 / 16.0), b));
        swept_meets(&area, by, b).then(|| first.unwrap_or(16) as f32 / 16.0)
    };
    check_walk(world, limit, &says, |mut visit| phase.walk_ray(from, to, &mut visit), on_ray);
    check_walk(world, limit, &says, |mut visit| phase.walk_swept(&area, by, &mut visit), on_way);
    let says = format!("packed, {says}");
    check_walk(world, limit, &says, |mut visit| packed.walk_ray(from, to, &mut visit), on_ray);
    check_walk(world, limit, &says, |mut visit| packed.walk_swept(&area, by, &mut visit), on_way);
}

/// A walk visits each box that it meets before `limit` once, and reports no entry later than it is.
fn check_walk(
    world: &World,
    limit: f32,
    says: &str,
    walk: impl Fn(&mut dyn FnMut(u32, f32) -> f32),
    met: impl Fn(&Aabb) -> Option<f32>,
) {
    let mut found = Vec::new();
    walk(&mut |id, entered| {
        found.push(id);
        let first = met(&world.now[id as usize]).unwrap_or(1.0);
        assert!((0.0..=first + 1.0e-5).contains(&entered), "{id} at {entered}, not {first}: {says}");
        limit
    });
    found.sort_unstable();
    assert!(found.windows(2).all(|two| two[0] != two[1]), "seen twice: {says}");
    let wanted = world.all(Among::All, |b| met(b).is_some_and(|first| first <= limit));
    assert!(wanted.iter().all(|id| found.binary_search(id).is_ok()), "{wanted:?} are more than {found:?}: {says}");
}

/// Steps a world and compares the answers with brute force.
fn agrees(case: u64, kind: BroadPhaseKind, steps: usize, new: fn(&mut StdRng) -> World) {
    let (tasks, rng) = (Executor::new(Driver::Inline), &mut seeded(case));
    let mut world = new(rng);
    let mut phase = BroadPhase::new(kind);
    let mut pairs = Vec::new();
    for step in 0..steps {
        phase.update(&tasks, &world.boxes());
        phase.new_pairs(&tasks, &world.boxes(), &mut pairs);
        let expected = new_pairs(&world.now, &world.old, &world.active, &world.still);
        let odd = |from: &[Pair], among: &[Pair]| from.iter().find(|p| !among.contains(p)).copied();
        if pairs != expected {
            let (lost, extra) = (odd(&expected, &pairs), odd(&pairs, &expected));
            panic!("{kind:?}, case {case}, step {step}: lost {lost:?}, extra {extra:?}");
        }
        check_queries(rng, &world, &phase, case);
        world.change(rng);
    }
}

#[test]
fn ten_thousand_worlds_agree_with_brute_force() {
    for case in 0..10_000 {
        KINDS.into_iter().for_each(|kind| agrees(case, kind, 4, World::new));
    }
}

#[test]
fn a_thousand_worlds_in_which_few_boxes_change_agree_with_brute_force() {
    for case in 0..1_000 {
        KINDS.into_iter().for_each(|kind| agrees(case, kind, 12, World::calm));
    }
}

/// Long enough for boxes to be poured from layer to layer, and for hidden ones to be dropped.
#[test]
fn still_boxes_in_layers_agree_with_brute_force_for_two_hundred_steps() {
    let long = |rng: &mut StdRng| World { calm: true, ..World::sized(rng, 300..1_500) };
    for case in 0..5 {
        KINDS.into_iter().for_each(|kind| agrees(case, kind, 200, long));
    }
}

#[test]
fn a_query_stops_when_told() {
    let now = vec![Aabb::new(vec2(0.0, 0.0), vec2(1.0, 1.0)); 100];
    let ids: Vec<u32> = (0..100).collect();
    let (active, still) = ids.split_at(50);
    for kind in KINDS {
        let tasks = Executor::default();
        let mut phase = BroadPhase::new(kind);
        phase.update(&tasks, &Boxes { now: &now, old: &now, active, still: StillSet::All(still), follows: false });
        let mut count = 0;
        assert!(!phase.query_point(Among::All, vec2(0.5, 0.5), &mut |_| {
            count += 1;
            count < 7
        }));
        assert_eq!(count, 7);
    }
}
