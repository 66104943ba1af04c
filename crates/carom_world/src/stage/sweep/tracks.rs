//! How all rows that move went through the step: a tree of bounds over rows in their order, sixteen to a node, made anew
//! in each step that needs it. Rows follow a curve through space, so a node is a small area; where they do not, it finds
//! the same, only slower.

use super::bound::{Bound, Bounds, SURELY};
use super::candidates::USUAL;
use super::fast::{BENT, part_of};
use super::leg::CHORD;
use crate::def::WorldDef;
use crate::state::{Bodies, State};
use carom_math::{
    Aabb, Aabbx16, LANES, Lanes, PI, Vec2, Vec2x16, arc16, least, least2, max, most, most2, rows_to_lanes, vec2,
};
use carom_tasks::{Each, Executor};
use fearless_simd::{Level, Select, Simd, SimdBase, SimdFloat, SimdMask, dispatch, f32x16};

/// Levels of the tree at most: 16^7 rows are more than their numbers can count.
const LEVELS: usize = 8;

/// The level of the root of a tree of some thousand rows, which is flat.
const FLAT: usize = 3;

/// Beyond this cosine, two terms of the series give an angle from its sine to 2 parts in 10,000.
const LITTLE_TURN: f32 = 0.95;

/// How each of sixteen rows moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sixteen {
    /// Where its centre was [m].
    x: Lanes,
    y: Lanes,
    /// Its rotation [rad], and its farthest point from the centre [m].
    turn: Lanes,
    reach: Lanes,
}

/// A body on a straight way through the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    pub bound: Bound,
    /// Where its centre was, or would have been, at the beginning of the step [m].
    pub center: Vec2,
    /// Half way [m].
    pub middle: Vec2,
    pub turn: f32,
    pub reach: f32,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tracks {
    rows: usize,
    list: Vec<Sixteen>,
    /// The bounds on groups of sixteen rows, one after the other.
    groups: Vec<Bound>,
    /// Bounds on rows, on groups of sixteen rows, and so on; the last in use is one node.
    levels: [Vec<Bounds>; LEVELS],
    top: usize,
}

impl Tracks {
    /// Takes up the ways of all rows that move.
    pub fn build(&mut self, tasks: &Executor, level: Level, bodies: &Bodies, pressed: &[Vec<u32>], def: &WorldDef) {
        self.rows = bodies.active;
        let mut count = self.rows.div_ceil(LANES);
        self.list.resize(count, Sixteen::default());
        self.groups.resize(count, Bound::NONE);
        self.top = 1;
        self.levels[0].resize(count, Bounds::NONE);
        count = count.div_ceil(LANES);
        self.levels[1].resize(count, Bounds::NONE);
        let [rows, nodes, ..] = &mut self.levels;
        let columns = (&mut rows[..], &mut self.list[..], &mut self.groups[..], Each(LANES, &mut nodes[..]));
        tasks.blocks(LANES, columns, |first, (rows, list, groups, Each(_, nodes))| {
            nodes[0] = Bounds::NONE;
            dispatch!(level, simd => for (k, ((bounds, sixteen), group)) in rows.iter_mut().zip(list).zip(groups).enumerate() {
                *group = fill(simd, bodies, (first + k) * LANES, def, bounds, sixteen);
                nodes[0].set(k, group);
            });
        });
        while count > 1 {
            count = count.div_ceil(LANES);
            self.top += 1;
            let (below, above) = self.levels.split_at_mut(self.top);
            above[0].clear();
            above[0].resize(count, Bounds::NONE);
            for (k, bounds) in below[self.top - 1].iter().enumerate() {
                above[0][k / LANES].set(k % LANES, &bounds.all());
            }
        }
        for &row in pressed.iter().flatten() {
            if (row as usize) < bodies.awake
                && bodies.motions[row as usize].swept
                && !bodies.states[row as usize].is_bad()
            {
                self.look_out(row as usize);
            }
        }
    }

    /// Has a row look for what it meets however little it moves.
    fn look_out(&mut self, mut at: usize) {
        self.groups[at / LANES].far = f32::MAX;
        for level in &mut self.levels[..=self.top] {
            level[at / LANES].far.0[at % LANES] = f32::MAX;
            at /= LANES;
        }
    }

    /// How many groups of rows there are.
    pub fn groups(&self) -> usize {
        self.list.len()
    }

    /// A column of the groups.
    pub fn list(&self) -> &[Sixteen] {
        &self.list
    }

    /// The bound on a group.
    pub fn group(&self, group: usize) -> Bound {
        self.groups[group]
    }

    /// How far any point of a row moved, if it is swept [m].
    pub fn far(&self, row: u32) -> f32 {
        let row = row as usize;
        if row < self.rows { self.levels[0][row / LANES].far.0[row % LANES] } else { 0.0 }
    }

    /// The rotation of a row on its way, whole turns included [rad].
    pub fn turn(&self, row: u32) -> f32 {
        let row = row as usize;
        if row < self.rows { self.list[row / LANES].turn.0[row % LANES] } else { 0.0 }
    }

    /// Whether a row is pressed into something, and looks out however slow it is.
    pub fn is_pressed(&self, row: u32) -> bool {
        self.far(row) == f32::MAX
    }

    /// Box around all that a row passes [m].
    pub fn area_of(&self, row: u32) -> Aabb {
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
        let (group, lane) = (row / LANES, row % LANES);
        let (bound, sixteen) = (self.levels[0][group].get(lane), &self.list[group]);
        let center = vec2(sixteen.x.0[lane], sixteen.y.0[lane]);
        Track {
            bound,
            center,
            middle: center + 0.5 * bound.low,
            turn: sixteen.turn.0[lane],
            reach: sixteen.reach.0[lane],
        }
    }

    /// The rows of a group that may be fast to some of `bound`, a bit each.
    #[inline(always)]
    pub fn some<S: Simd>(&self, simd: S, group: usize, bound: &Bound) -> u32 {
        self.levels[0][group].may_be_fast(simd, bound)
    }

    /// Which rows of a group come near the way of a row, a bit each. Most come near none, so this is asked before its track is
    /// taken up.
    #[inline(always)]
    pub fn near_row<S: Simd>(&self, simd: S, group: usize, row: usize) -> u32 {
        self.levels[0][group].near(simd, &self.levels[0][row / LANES].get(row % LANES))
    }

    /// Which rows of a group come near a bound, a bit each.
    #[inline(always)]
    pub fn near_ones<S: Simd>(&self, simd: S, group: usize, bound: &Bound) -> u32 {
        self.levels[0][group].near(simd, bound)
    }

    /// Which of `some` rows of a group, which are near `one`, are fast to it and come near it at the same time, a bit each; some
    /// more where roundings decide. See [`super::flight::Rates::are_slow`] and [`super::leg::Leg::misses`].
    #[inline(always)]
    pub fn fast_ones<S: Simd>(&self, simd: S, group: usize, (one, some): (&Track, u32), slop: f32) -> u32 {
        let (bounds, sixteen) = (&self.levels[0][group], &self.list[group]);
        let splat = |x: f32| f32x16::splat(simd, x);
        let (center, way) =
            (Vec2x16::load(simd, &sixteen.x, &sixteen.y), Vec2x16::load(simd, &bounds.low_x, &bounds.low_y));
        let (turn, reach) = (sixteen.turn.load(simd), sixteen.reach.load(simd));
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
        let turned = turn - splat(one.turn);
        let turned = most(turned, -turned);
        let straight = square.sqrt();
        let relative = Relative { way, middle, straight, turned };
        let (extent, extent1) = (bounds.extent.load(simd), splat(one.bound.extent));
        let part = least(bounds.part.load(simd), splat(one.bound.part)) * SURELY;
        let slow = least(extent, extent1) * part - splat(rounding(&one.bound.area));
        let fast = (extent.simd_ge(extent1) & relative.seen_from(turn, splat(one.reach)).simd_gt(slow))
            | (extent.simd_le(extent1) & relative.seen_from(splat(one.turn), reach).simd_gt(slow));
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

    /// The groups of a node from `from` on in which something may be fast to something in a bound, a bit each.
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

    /// Fills `nodes` with those of `LANES` groups each, from number `from` on, in which something may be fast to something
    /// in a bound.
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

    /// The same for one flight, of which most that is near is fast: where the tree is flat, by the boxes of the nodes alone.
    #[inline(always)]
    pub fn near_flight<S: Simd>(&self, simd: S, bound: &Bound, nodes: &mut Vec<u32>) {
        if self.top != FLAT {
            return self.near(simd, bound, 0, nodes);
        }
        nodes.clear();
        nodes.reserve(USUAL);
        for (above, bounds) in self.levels[FLAT - 1].iter().enumerate() {
            let mut hits = bounds.near(simd, bound);
            while hits != 0 {
                nodes.push((above * LANES) as u32 + hits.trailing_zeros());
                hits &= hits - 1;
            }
        }
    }
}

/// How sixteen bodies move against one: how far, half way from where, the length of the way, and by how much more they turn.
struct Relative<S: Simd> {
    way: Vec2x16<S>,
    middle: Vec2x16<S>,
    straight: f32x16<S>,
    turned: f32x16<S>,
}

impl<S: Simd> Relative<S> {
    /// The greatest way of a point of the smaller ones, which reach so far, seen from the larger ones, which turn by `spin`:
    /// way - W x middle. (A closure that takes vectors is not inlined for sure.)
    #[inline(always)]
    fn seen_from(&self, spin: f32x16<S>, reach: f32x16<S>) -> f32x16<S> {
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

/// What coordinates may be wrong by where they are as large as in `area` [m].
pub(super) fn rounding(area: &Aabb) -> f32 {
    let far = max(area.min.abs().max_element(), area.max.abs().max_element());
    4.0 * f32::EPSILON * far
}

/// Takes up sixteen rows from `first` on; the bound on all of them.
#[inline(always)]
fn fill<S: Simd>(
    simd: S,
    bodies: &Bodies,
    first: usize,
    def: &WorldDef,
    bounds: &mut Bounds,
    sixteen: &mut Sixteen,
) -> Bound {
    let row = |lane: usize| if first + lane < bodies.active { first + lane } else { bodies.active - 1 };
    let splat = |x: f32| f32x16::splat(simd, x);
    let [x0, y0, reach, part] = rows_to_lanes(simd, |lane| {
        let (row, motion) = (row(lane), &bodies.motions[row(lane)]);
        let part = part_of(motion.bounces, bodies.extents[row], bodies.states[row].w());
        [motion.start_center.x, motion.start_center.y, motion.reach, part]
    });
    let [x1, y1, _, _] = rows_to_lanes(simd, |lane| bodies.masses[row(lane)].row());
    let [dx, dy, dc, ds] = rows_to_lanes(simd, |lane| {
        let (dp, dq) = (bodies.states[row(lane)].dp(), bodies.states[row(lane)].dq());
        [dp.x, dp.y, dq.c, dq.s]
    });
    let [extent, swept, w, _] = rows_to_lanes(simd, |lane| {
        let row = row(lane);
        [bodies.extents[row], if bodies.motions[row].swept { 1.0 } else { 0.0 }, bodies.states[row].w(), 0.0]
    });
    let way = Vec2x16::new(dx, dy);
    let turned = dc.simd_gt(splat(0.0)).select(most(ds, -ds) * 2.0, splat(2.0));
    let far = swept * (way.dot(way).sqrt() + reach * turned);
    let [c0, s0, c1, s1] = rows_to_lanes(simd, |lane| {
        let (q0, q1) = (bodies.motions[row(lane)].start.q, bodies.poses[row(lane)].q);
        [q0.c, q0.s, q1.c, q1.s]
    });
    turn_between(simd, (c0 * c1 + s0 * s1, c0 * s1 - s0 * c1), w, def).store_array(&mut sixteen.turn.0);
    let (c0, c1) = (Vec2x16::new(x0, y0), Vec2x16::new(x1, y1));
    let (low, high) = (least2(c0, c1), most2(c0, c1));
    let largest = most2(most2(high, high.opposite()), most2(low, low.opposite()));
    let margin = most(largest.x, largest.y) * (4.0 * f32::EPSILON) + splat(def.slop * def.length_unit) + reach;
    let area = Aabbx16 { min: low, max: high }.grown(margin);
    let (size, way) = (area.max.sub(area.min), c1.sub(c0));
    let turn = sixteen.turn.load(simd);
    for (to, from) in [
        (&mut bounds.x0, area.min.x),
        (&mut bounds.y0, area.min.y),
        (&mut bounds.x1, area.max.x),
        (&mut bounds.y1, area.max.y),
        (&mut bounds.low_x, way.x),
        (&mut bounds.low_y, way.y),
        (&mut bounds.high_x, way.x),
        (&mut bounds.high_y, way.y),
        (&mut bounds.spin, most(turn, -turn)),
        (&mut bounds.size, size.dot(size).sqrt() * 0.5),
        (&mut bounds.part, part),
        (&mut bounds.extent, extent),
        (&mut bounds.far, far),
        (&mut sixteen.x, x0),
        (&mut sixteen.y, y0),
        (&mut sixteen.reach, reach),
    ] {
        to.store(from);
    }
    for lane in 0..LANES {
        if first + lane >= bodies.active || bodies.states[first + lane].is_bad() {
            bounds.set(lane, &Bound::NONE);
        }
    }
    bounds.all()
}

/// The rotations of sixteen rows in the step, whole turns included, from their cosines and sines and angular velocities [rad].
#[inline(always)]
fn turn_between<S: Simd>(simd: S, (c, s): (f32x16<S>, f32x16<S>), w: f32x16<S>, def: &WorldDef) -> f32x16<S> {
    let splat = |x: f32| f32x16::splat(simd, x);
    let spun = most(w, -w) * def.dt;
    let series = s + s * s * s / splat(6.0);
    let little = c.simd_gt(splat(LITTLE_TURN)) & spun.simd_lt(splat(CHORD));
    if little.all_true() {
        return series;
    }
    let part = arc16(simd, s, c);
    let more = (w * def.dt - part) / splat(2.0 * PI);
    let half = more.simd_lt(splat(0.0)).select(splat(-0.5), splat(0.5));
    little.select(series, part + (more + half).trunc() * (2.0 * PI))
}

/// The track of a flight from where it is: its newest leg, and where it would have come from.
pub(super) fn track_of(state: &State, flight: &super::flight::Flight, leg: &super::leg::Leg, slop: f32) -> Track {
    let rates = &flight.rates;
    let reach = state.bodies.motions[flight.row as usize].reach;
    let around = Aabb::around([leg.c0, leg.c1]);
    // What is empty holds no number as large as that, so that a way beyond all numbers does not find it.
    let far = Vec2::splat(0.5 * f32::MAX);
    let area = around.grown(reach + slop + rounding(&around));
    let area = Aabb::new(area.min.max(-far), area.max.min(far));
    let bound = Bound {
        area,
        low: rates.way,
        high: rates.way,
        spin: rates.turn.abs(),
        size: 0.5 * area.size().length(),
        extent: rates.extent,
        far: f32::MAX,
        part: rates.part,
    };
    Track { bound, center: leg.c0 - rates.way * leg.start, middle: rates.middle, turn: rates.turn, reach }
}
