//! The motions of all rows through the step: a tree of bounds over rows in their order, sixteen to a node. It is
//! rebuilt in each step that needs it. Rows follow a curve through space, so a node is a small area. In any other order
//! the tree finds the same, only slower.

use crate::def::WorldDef;
use crate::stage::ccd::bound::{Bound, Bounds, SURELY};
use crate::stage::ccd::fast::{BENT, are_discs, is_disc};
use crate::stage::ccd::passed::{Passed, ROWS_A_RUN};
use crate::stage::ccd::rounding::rounding;
use crate::stage::ccd::runs::Runs;
use crate::stage::ccd::sixteen::{Sixteen, take_run};
use crate::state::{Bodies, State};
use carom_math::{Aabb, Aabbx16, LANES, Vec2, Vec2x16, least, most, vec2};
use carom_parallel::{Each, Executor};
use fearless_simd::{Level, Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16};

/// The most levels of the tree: 16^7 rows are more than their numbers can count.
const LEVELS: usize = 8;

/// The level of the root of a tree of some thousand rows, which is flat.
const FLAT: usize = 3;

/// A body on a straight motion through the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    pub bound: Bound,
    /// The centre at the beginning of the step, extrapolated for a later segment [m].
    pub center: Vec2,
    /// The centre half way [m].
    pub middle: Vec2,
    /// The rotation as far as it moves an outline [rad].
    pub turn: f32,
    pub reach: f32,
}

/// The tracks of all rows. The lists never shrink: data behind the present rows is of earlier steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tracks {
    rows: usize,
    runs: Runs,
    list: Vec<Sixteen>,
    /// The bounds on groups of sixteen rows, one after the other.
    groups: Vec<Bound>,
    /// Bounds on rows, on groups of sixteen rows, and so on; the last in use is one node.
    levels: [Vec<Bounds>; LEVELS],
    top: usize,
}

impl Tracks {
    /// Builds the tracks of all rows that move. If few are fast, only the runs of these and the runs that they pass are
    /// built.
    pub fn build(
        &mut self,
        tasks: &Executor,
        level: Level,
        bodies: &Bodies,
        (passed, pressed): (&[Passed], &[Vec<u32>]),
        def: &WorldDef,
    ) {
        self.rows = bodies.active;
        self.runs.choose(level, bodies, (passed, pressed), def);
        let sixteens = self.groups();
        let mut count = sixteens.div_ceil(LANES);
        self.top = 1;
        let [rows, nodes, ..] = &mut self.levels;
        let list = tasks.at_least(sixteens, &mut self.list, Sixteen::default());
        let groups = tasks.at_least(sixteens, &mut self.groups, Bound::NONE);
        let (rows, nodes) = (tasks.at_least(sixteens, rows, Bounds::NONE), tasks.at_least(count, nodes, Bounds::NONE));
        let columns = (rows, list, groups, Each(LANES, nodes));
        let runs = &self.runs;
        tasks.blocks(LANES, columns, |first, (rows, list, groups, Each(_, nodes))| {
            nodes[0] = Bounds::NONE;
            if runs.has(first / LANES) {
                take_run(level, bodies, first, def, (rows, list, groups, &mut nodes[0]));
            } else {
                groups.fill(Bound::NONE);
            }
        });
        while count > 1 {
            let before = count;
            count = count.div_ceil(LANES);
            self.top += 1;
            let (below, above) = self.levels.split_at_mut(self.top);
            let above = tasks.at_least(count, &mut above[0], Bounds::NONE);
            let below = &below[self.top - 1][..before];
            tasks.blocks(LANES, (below, Each(LANES, above)), |_, (below, Each(_, node))| {
                node[0] = Bounds::NONE;
                below.iter().enumerate().for_each(|(k, bounds)| node[0].set(k, &bounds.all()));
            });
        }
        for &row in pressed.iter().flatten() {
            if (row as usize) < bodies.awake
                && bodies.motions[row as usize].continuous
                && !bodies.states[row as usize].is_bad()
            {
                self.look_out(row as usize);
            }
        }
    }

    /// Builds the runs that searching moving bodies may pass on their new segments.
    pub fn reach_out(
        &mut self,
        level: Level,
        state: &State,
        (looking, passed): (&[u32], &[Passed]),
        area_of: impl Fn(&u32) -> Aabb,
        def: &WorldDef,
    ) {
        let slop = def.slop_length();
        if self.runs.has_all() {
            return;
        }
        let all = looking.iter().fold(Aabb::EMPTY, |all, number| all.union(&area_of(number)));
        for (run, passed) in passed.iter().enumerate() {
            let around = passed.around(slop);
            let is_near = || looking.iter().any(|number| around.overlaps(&area_of(number)));
            if !self.runs.has(run) && around.overlaps(&all) && is_near() {
                self.take(level, &state.bodies, run, def);
            }
        }
    }

    /// Builds one more run.
    fn take(&mut self, level: Level, bodies: &Bodies, run: usize, def: &WorldDef) {
        self.runs.take(run);
        let first = run * LANES;
        let end = self.groups().min(first + LANES);
        let [rows, nodes, ..] = &mut self.levels;
        let columns =
            (&mut rows[first..end], &mut self.list[first..end], &mut self.groups[first..end], &mut nodes[run]);
        take_run(level, bodies, first, def, columns);
        let mut at = run;
        for above in 2..=self.top {
            let bound = self.levels[above - 1][at].all();
            self.levels[above][at / LANES].set(at % LANES, &bound);
            at /= LANES;
        }
    }

    /// Whether the tracks of a group of rows are built.
    pub fn has(&self, group: usize) -> bool {
        self.runs.has(group / LANES)
    }

    /// Makes a row search for impacts however little it moves.
    fn look_out(&mut self, mut at: usize) {
        self.groups[at / LANES].far = f32::MAX;
        for level in &mut self.levels[..=self.top] {
            level[at / LANES].far.0[at % LANES] = f32::MAX;
            at /= LANES;
        }
    }

    /// The number of groups of rows.
    pub fn groups(&self) -> usize {
        self.rows.div_ceil(LANES)
    }

    /// The motions of the groups in use.
    pub fn list(&self) -> &[Sixteen] {
        &self.list[..self.groups()]
    }

    /// The bound on a group.
    pub fn group(&self, group: usize) -> Bound {
        self.groups[group]
    }

    /// The farthest that any point of a row moved, if it is swept [m].
    pub fn far(&self, row: u32) -> f32 {
        let row = row as usize;
        debug_assert!(row >= self.rows || self.runs.has(row / ROWS_A_RUN), "row {row} was not taken up");
        if row < self.rows { self.levels[0][row / LANES].far.0[row % LANES] } else { 0.0 }
    }

    /// The rotation of a row in the step, whole turns included [rad].
    pub fn turn(&self, row: u32) -> f32 {
        let row = row as usize;
        debug_assert!(row >= self.rows || self.runs.has(row / ROWS_A_RUN), "row {row} was not taken up");
        if row < self.rows { self.list[row / LANES].turn.0[row % LANES] } else { 0.0 }
    }

    /// Whether a row is pressed into something, and searches however slow it is.
    pub fn is_pressed(&self, row: u32) -> bool {
        self.far(row) == f32::MAX
    }

    /// Box around all that a row passes [m].
    pub fn area_of(&self, row: u32) -> Aabb {
        debug_assert!(self.runs.has(row as usize / ROWS_A_RUN), "row {row} was not taken up");
        let (bounds, lane) = (&self.levels[0][row as usize / LANES], row as usize % LANES);
        Aabb::new(vec2(bounds.x0.0[lane], bounds.y0.0[lane]), vec2(bounds.x1.0[lane], bounds.y1.0[lane]))
    }

    /// The rows of a group that moved farther than `least` [m], a bit each.
    pub fn far_ones(&self, group: usize, least: f32) -> u32 {
        let far = &self.levels[0][group].far.0;
        far.iter().enumerate().fold(0, |bits, (lane, &far)| bits | u32::from(far > least) << lane)
    }

    /// The track of a row.
    pub fn track(&self, row: usize) -> Track {
        debug_assert!(self.runs.has(row / ROWS_A_RUN), "row {row} was not taken up");
        let (group, lane) = (row / LANES, row % LANES);
        let (bound, sixteen) = (self.levels[0][group].get(lane), &self.list[group]);
        let center = vec2(sixteen.x.0[lane], sixteen.y.0[lane]);
        let reach = sixteen.reach.0[lane];
        let turn = if is_disc(reach, bound.extent) { 0.0 } else { sixteen.turn.0[lane] };
        Track { bound, center, middle: center + 0.5 * bound.low, turn, reach }
    }

    /// The rows of a group that may be fast relative to some of `bound`, a bit each.
    #[inline(always)]
    pub fn some<S: Simd>(&self, simd: S, group: usize, bound: &Bound) -> u32 {
        self.levels[0][group].may_be_fast(simd, bound)
    }

    /// The rows of a group near the motion of a row, a bit each. Most rows are near none, so this comes before the
    /// row's track is read.
    #[inline(always)]
    pub fn near_row<S: Simd>(&self, simd: S, group: usize, row: usize) -> u32 {
        self.levels[0][group].near(simd, &self.levels[0][row / LANES].get(row % LANES))
    }

    /// The rows of a group near a bound, a bit each.
    #[inline(always)]
    pub fn near_ones<S: Simd>(&self, simd: S, group: usize, bound: &Bound) -> u32 {
        self.levels[0][group].near(simd, bound)
    }

    /// Those of the rows `some` of a group, all near `one`, that are fast relative to it and near it at the same time,
    /// a bit each. There are a few more if roundings decide. See [`crate::stage::ccd::moving_body::Rates::are_slow`]
    /// and [`crate::stage::ccd::segment::MotionSegment::misses`].
    #[inline(always)]
    pub fn fast_ones<S: Simd>(&self, simd: S, group: usize, (one, some): (&Track, u32), slop: f32) -> u32 {
        let (bounds, sixteen) = (&self.levels[0][group], &self.list[group]);
        let splat = |x: f32| f32x16::splat(simd, x);
        let (center, way) =
            (Vec2x16::load(simd, &sixteen.x, &sixteen.y), Vec2x16::load(simd, &bounds.low_x, &bounds.low_y));
        let (extent, reach) = (bounds.extent.load(simd), sixteen.reach.load(simd));
        let way = Vec2x16::splat(simd, one.bound.low).sub(way);
        let (start, zero) = (Vec2x16::splat(simd, one.center).sub(center), splat(0.0));
        let square = way.dot(way);
        let part = most(zero, least(splat(1.0), -start.dot(way) / square));
        let nearest = start.add(way.scale(square.simd_gt(zero).select(part, zero)));
        let apart = (reach + splat(one.reach + slop + rounding(&one.bound.area))) * splat(1.0 / SURELY);
        let some = some & nearest.dot(nearest).simd_le(apart * apart).to_bitmask() as u32;
        if some == 0 {
            return 0;
        }
        let middle = Vec2x16::splat(simd, one.middle)
            .sub(center.add(Vec2x16::load(simd, &bounds.low_x, &bounds.low_y).scale(splat(0.5))));
        let turn = are_discs(simd, reach, extent).select(splat(0.0), sixteen.turn.load(simd));
        let turned = turn - splat(one.turn);
        let turned = most(turned, -turned);
        let straight = square.sqrt();
        let relative = Relative { way, middle, straight, turned };
        let extent1 = splat(one.bound.extent);
        let part = least(bounds.part.load(simd), splat(one.bound.part)) * SURELY;
        let slow = least(extent, extent1) * part - splat(rounding(&one.bound.area));
        let fast = (extent.simd_ge(extent1) & relative.seen_in_frame_of(turn, splat(one.reach)).simd_gt(slow))
            | (extent.simd_le(extent1) & relative.seen_in_frame_of(splat(one.turn), reach).simd_gt(slow));
        some & fast.to_bitmask() as u32
    }

    /// The areas of the rows of a group.
    #[inline(always)]
    pub fn areas<S: Simd>(&self, simd: S, group: usize) -> Aabbx16<S> {
        let bounds = &self.levels[0][group];
        let (min, max) = (Vec2x16::load(simd, &bounds.x0, &bounds.y0), Vec2x16::load(simd, &bounds.x1, &bounds.y1));
        Aabbx16 { min, max }
    }

    /// The rows of a group that reach less far from their centres than `row`, a bit each.
    #[inline(always)]
    pub fn shorter<S: Simd>(&self, simd: S, group: usize, row: usize) -> u32 {
        let reach = f32x16::splat(simd, self.list[row / LANES].reach.0[row % LANES]);
        self.list[group].reach.load(simd).simd_lt(reach).to_bitmask() as u32
    }

    /// The rows of a group whose areas overlap one, a bit each.
    #[inline(always)]
    pub fn overlapping<S: Simd>(&self, simd: S, group: usize, area: &Aabb) -> u32 {
        self.levels[0][group].overlapping(simd, area)
    }

    /// The groups of a node from `from` on that may hold something fast relative to a bound, a bit each.
    #[inline(always)]
    pub fn some_groups<S: Simd>(&self, simd: S, node: usize, bound: &Bound, from: usize) -> u32 {
        let first = from.saturating_sub(node * LANES);
        let later = if first < LANES { u32::MAX << first } else { 0 };
        self.levels[1][node].may_be_fast(simd, bound) & later
    }

    /// The bound on `LANES` groups, of which `group` is the first.
    pub fn block(&self, group: usize) -> Bound {
        self.levels[1][group / LANES].all()
    }

    /// Fills `nodes` with those of `LANES` groups each, from number `from` on, that may hold something fast relative to
    /// a bound.
    #[inline(always)]
    pub fn near<S: Simd>(&self, simd: S, bound: &Bound, from: usize, nodes: &mut Vec<u32>) {
        nodes.clear();
        nodes.reserve(USUAL);
        if self.top == 1 {
            nodes.push(0);
            return;
        }
        let mut walk = Walk { level: self.top, nodes: [0; LEVELS], hits: [0; LEVELS] };
        walk.enter(simd, self, bound, 0);
        while let Some(node) = walk.next(simd, self, bound) {
            nodes.extend(Some(node as u32).filter(|_| node >= from));
        }
    }

    /// The same for one moving body, to which most rows nearby are fast: a flat tree is searched by the boxes of the
    /// nodes alone.
    #[inline(always)]
    pub fn near_moving<S: Simd>(&self, simd: S, bound: &Bound, nodes: &mut Vec<u32>) {
        if self.top != FLAT {
            return self.near(simd, bound, 0, nodes);
        }
        nodes.clear();
        nodes.reserve(USUAL);
        let count = self.groups().div_ceil(LANES * LANES);
        for (above, bounds) in self.levels[FLAT - 1][..count].iter().enumerate() {
            let mut hits = bounds.near(simd, bound);
            while hits != 0 {
                nodes.push((above * LANES) as u32 + hits.trailing_zeros());
                hits &= hits - 1;
            }
        }
    }
}

/// The motion of sixteen bodies relative to one: the displacement, the distance half way, the length of the
/// displacement, and the difference of the rotations.
struct Relative<S: Simd> {
    way: Vec2x16<S>,
    middle: Vec2x16<S>,
    straight: f32x16<S>,
    turned: f32x16<S>,
}

impl<S: Simd> Relative<S> {
    /// The greatest displacement of a point of the smaller ones, which reach so far, seen from the larger ones, which
    /// turn by `spin`: way - W x middle. (A closure that takes vectors is not surely inlined.)
    #[inline(always)]
    fn seen_in_frame_of(&self, spin: f32x16<S>, reach: f32x16<S>) -> f32x16<S> {
        let way = Vec2x16::new(self.way.x + spin * self.middle.y, self.way.y - spin * self.middle.x);
        way.dot(way).sqrt() + self.straight * most(spin, -spin) * BENT + reach * self.turned
    }
}

/// A walk through the tree, down to nodes of groups.
struct Walk {
    level: usize,
    /// The node at each level, and its children that are still to be visited.
    nodes: [usize; LEVELS],
    hits: [u32; LEVELS],
}

impl Walk {
    /// The next node.
    #[inline(always)]
    fn next<S: Simd>(&mut self, simd: S, tracks: &Tracks, bound: &Bound) -> Option<usize> {
        loop {
            let level = self.level;
            let hits = self.hits[level];
            if hits == 0 {
                if level == tracks.top {
                    return None;
                }
                self.level += 1;
                continue;
            }
            self.hits[level] = hits & (hits - 1);
            let child = self.nodes[level] * LANES + hits.trailing_zeros() as usize;
            if level == 2 {
                return Some(child);
            }
            self.level -= 1;
            self.enter(simd, tracks, bound, child);
        }
    }

    /// Notes which children of a node at the present level are to be visited.
    #[inline(always)]
    fn enter<S: Simd>(&mut self, simd: S, tracks: &Tracks, bound: &Bound, node: usize) {
        self.nodes[self.level] = node;
        self.hits[self.level] = tracks.levels[self.level][node].may_be_fast(simd, bound);
    }
}

/// Room for what most tasks find.
pub(crate) const USUAL: usize = 32;
