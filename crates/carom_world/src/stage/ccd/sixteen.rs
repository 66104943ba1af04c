//! The motions of sixteen rows through the step, computed side by side (SIMD): the data that the tree of tracks keeps
//! of each row, and a bound on all.

use crate::def::WorldDef;
use crate::stage::ccd::bound::{Bound, Bounds};
use crate::stage::ccd::fast::{are_discs, part_of};
use crate::stage::ccd::segment::CHORD;
use crate::state::Bodies;
use carom_math::{Aabbx16, LANES, Lanes, PI, Vec2x16, arc16, dispatch, least, least2, most, most2, rows_to_lanes};
use fearless_simd::{Level, Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16};

/// Beyond this cosine, two terms of the series give an angle from its sine to 2 parts in 10,000.
const LITTLE_TURN: f32 = 0.95;

/// The motions of sixteen rows, one to a lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sixteen {
    /// The centre at the beginning of the step [m].
    pub x: Lanes,
    pub y: Lanes,
    /// The rotation [rad], and the max extent [m].
    pub turn: Lanes,
    pub reach: Lanes,
}

/// Takes up a run of rows, whose first group has the number `first`.
pub(crate) fn take_run(
    level: Level,
    bodies: &Bodies,
    first: usize,
    def: &WorldDef,
    (rows, list, groups, node): (&mut [Bounds], &mut [Sixteen], &mut [Bound], &mut Bounds),
) {
    dispatch!(level, simd => for (k, ((bounds, sixteen), group)) in rows.iter_mut().zip(list).zip(groups).enumerate() {
        *group = fill(simd, bodies, (first + k) * LANES, def, bounds, sixteen);
        node.set(k, group);
    });
}

/// Takes up sixteen rows from `first` on; returns the bound on all of them.
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
        let part = part_of(motion.bounce, bodies.min_extents[row], bodies.states[row].w());
        let start = bodies.starts[row].center;
        [start.x, start.y, motion.max_extent, part]
    });
    let [x1, y1, _, _] = rows_to_lanes(simd, |lane| bodies.masses[row(lane)].row());
    let [dx, dy, dc, ds] = rows_to_lanes(simd, |lane| {
        let (dp, dq) = (bodies.states[row(lane)].dp(), bodies.states[row(lane)].dq());
        [dp.x, dp.y, dq.c, dq.s]
    });
    let [extent, swept, w, _] = rows_to_lanes(simd, |lane| {
        let row = row(lane);
        [bodies.min_extents[row], if bodies.motions[row].continuous { 1.0 } else { 0.0 }, bodies.states[row].w(), 0.0]
    });
    let way = Vec2x16::new(dx, dy);
    let discs = are_discs(simd, reach, extent);
    let turned = dc.simd_gt(splat(0.0)).select(most(ds, -ds) * 2.0, splat(2.0));
    let turned = discs.select(splat(0.0), turned);
    let far = swept * (way.dot(way).sqrt() + reach * turned);
    let [c0, s0, c1, s1]: [f32x16<S>; 4] = rows_to_lanes(simd, |lane| {
        let (q0, q1) = (bodies.starts[row(lane)].pose.q, bodies.poses[row(lane)].q);
        [q0.c, q0.s, q1.c, q1.s]
    });
    turn_between(simd, (c0 * c1 + s0 * s1, c0 * s1 - s0 * c1), w, def).store_array(&mut sixteen.turn.0);
    let (c0, c1) = (Vec2x16::new(x0, y0), Vec2x16::new(x1, y1));
    let (low, high) = (least2(c0, c1), most2(c0, c1));
    let largest = most2(most2(high, high.opposite()), most2(low, low.opposite()));
    let margin = most(largest.x, largest.y) * (4.0 * f32::EPSILON) + splat(def.slop_length()) + reach;
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
        (&mut bounds.spin, discs.select(splat(0.0), most(turn, -turn))),
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

/// The rotations of sixteen rows in the step, whole turns included, from their cosines and sines and angular velocities
/// [rad].
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
    let fastest = splat(def.max_angular_speed());
    let more = (most(least(w, fastest), -fastest) * def.dt - part) / splat(2.0 * PI);
    let half = more.simd_lt(splat(0.0)).select(splat(-0.5), splat(0.5));
    // The spin at the end says how many turns there were, unless an impulse reversed it; the rest is rounding.
    let whole = part + (more + half).trunc() * (2.0 * PI);
    let can_be = most(whole, -whole).simd_le(fastest * (1.001 * def.dt));
    little.select(series, can_be.select(whole, part))
}
