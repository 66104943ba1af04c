//! Coarse test of queries on lanes (SIMD). The boxes of proxies ([`ObbProxy`]) are columns in the order in which a way
//! through cells comes to them. Sixteen are tested side by side. In: boxes, a run of them, a way. Out: the boxes that
//! the way enters, and the earliest times; the nearest come first.
//!
//! The formulas are those of [`Course::entered`], except for discs. A disc has no sides, so its box is turned along the
//! way, and the way touches its sides.

use crate::query::obb_proxy::{Course, NOISE, ObbProxy};
use carom_math::{LANES, Vec2, Vec2x16, least, most, normalize, vec2};
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x16};
use std::ops::Range;

/// The shortest way that has a direction [m].
const LEAST_WAY: f32 = 1.0e-18;

/// Boxes of proxies, one column for each number.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    center: [Vec<f32>; 2],
    /// Cosine and sine; zero for discs.
    axis: [Vec<f32>; 2],
    half: [Vec<f32>; 2],
}

impl Columns {
    /// The boxes of `ids`, in that order.
    pub(crate) fn of(ids: &[u32], glances: &[ObbProxy]) -> Self {
        // Sixteen more, so that the last run can be loaded whole.
        let column = |number: fn(&ObbProxy) -> f32| -> Vec<f32> {
            let mut all = Vec::with_capacity(ids.len() + LANES);
            all.extend(ids.iter().map(|&id| number(&glances[id as usize])));
            all.resize(ids.len() + LANES, 0.0);
            all
        };
        Self {
            center: [column(|obb| obb.center().x), column(|obb| obb.center().y)],
            axis: [column(|obb| obb.side().x), column(|obb| obb.side().y)],
            half: [column(|obb| obb.half().x), column(|obb| obb.half().y)],
        }
    }

    #[inline(always)]
    fn load<S: Simd>(simd: S, [x, y]: &[Vec<f32>; 2], at: usize) -> Vec2x16<S> {
        Vec2x16::new(f32x16::from_slice(simd, &x[at..at + LANES]), f32x16::from_slice(simd, &y[at..at + LANES]))
    }

    /// Calls `visit(id, entered)` for each of a run of `ids` that the way enters before `limit`, roughly in order.
    /// `visit` returns the new limit, as this function does.
    #[inline(always)]
    pub(crate) fn look<S: Simd>(
        &self,
        simd: S,
        (run, ids): (Range<usize>, &[u32]),
        course: &CourseLanes<S>,
        mut limit: f32,
        visit: &mut impl FnMut(u32, f32) -> f32,
    ) -> f32 {
        for at in run.clone().step_by(LANES) {
            let boxes = Sixteen {
                center: Self::load(simd, &self.center, at),
                axis: Self::load(simd, &self.axis, at),
                half: Self::load(simd, &self.half, at),
            };
            let (met, first) = course.entered(simd, &boxes, limit);
            let lanes = run.end - at;
            let mut met = if lanes < LANES { met & ((1 << lanes) - 1) } else { met };
            if met == 0 {
                continue;
            }
            let mut times = [0.0; LANES];
            first.store_array(&mut times);
            while met != 0 {
                let (mut lane, mut others) = (met.trailing_zeros(), met & (met - 1));
                while others != 0 {
                    let other = others.trailing_zeros();
                    others &= others - 1;
                    lane = if times[other as usize] < times[lane as usize] { other } else { lane };
                }
                let entered = times[lane as usize];
                if entered > limit {
                    break;
                }
                met &= !(1 << lane);
                limit = visit(ids[at + lane as usize], entered);
            }
        }
        limit
    }
}

/// Sixteen boxes.
struct Sixteen<S: Simd> {
    center: Vec2x16<S>,
    axis: Vec2x16<S>,
    half: Vec2x16<S>,
}

/// A [`Course`] in every lane.
pub(crate) struct CourseLanes<S: Simd> {
    center: Vec2x16<S>,
    axis: Vec2x16<S>,
    half: Vec2x16<S>,
    by: Vec2x16<S>,
    /// The unit vector along the way.
    ahead: Vec2x16<S>,
    inverse: Vec2x16<S>,
    slack: f32x16<S>,
}

impl<S: Simd> CourseLanes<S> {
    #[inline(always)]
    pub(crate) fn new(simd: S, course: &Course) -> Self {
        let start = course.start();
        // The square of a shorter way loses its digits. Without a direction, a disc is within a box of any.
        let (ahead, length) = normalize(course.by());
        let ahead = if length < LEAST_WAY { Vec2::ZERO } else { ahead };
        Self {
            center: Vec2x16::splat(simd, start.center()),
            axis: Vec2x16::splat(simd, vec2(start.axis().c, start.axis().s)),
            half: Vec2x16::splat(simd, start.half()),
            by: Vec2x16::splat(simd, course.by()),
            ahead: Vec2x16::splat(simd, ahead),
            inverse: Vec2x16::splat(simd, course.inverse()),
            slack: f32x16::splat(simd, course.slack()),
        }
    }

    /// The boxes that the way enters before `limit`, as a bit each, and the times.
    #[inline(always)]
    fn entered(&self, simd: S, boxes: &Sixteen<S>, limit: f32) -> (u32, f32x16<S>) {
        let zero = f32x16::splat(simd, 0.0);
        let disc = boxes.axis.x.simd_eq(zero) & boxes.axis.y.simd_eq(zero);
        let axis = Vec2x16::select(disc, self.ahead, boxes.axis);
        let apart = boxes.center.sub(self.center);
        // Half sizes of each of the two boxes along the other's axes.
        let turn = Vec2x16::new(self.axis.dot(axis).abs(), self.axis.cross(axis).abs());
        let (reach_of_own, reach) =
            (reach(turn, self.half), Vec2x16::select(disc, boxes.half, reach(turn, boxes.half)));
        let wide = Vec2x16::new(self.slack, self.slack);
        let their_half = boxes.half.add(reach_of_own).add(wide);
        let theirs = times(unrotate(axis, apart), inverse(simd, unrotate(axis, self.by)), their_half);
        let own_half = self.half.add(reach).add(wide);
        let own = times(unrotate(self.axis, apart), self.inverse, own_half);
        let noise = f32x16::splat(simd, NOISE);
        let first = most(most(theirs.0, own.0) - noise, zero);
        let last = least(least(theirs.1, own.1) + noise, f32x16::splat(simd, limit));
        (first.simd_le(last).to_bitmask() as u32, first)
    }
}

/// `v` in axes that are turned by `q`.
#[inline(always)]
fn unrotate<S: Simd>(q: Vec2x16<S>, v: Vec2x16<S>) -> Vec2x16<S> {
    Vec2x16::new(q.dot(v), q.cross(v))
}

/// Half size of a box along axes that are turned relative to it, by cosine and sine without signs.
#[inline(always)]
fn reach<S: Simd>(turn: Vec2x16<S>, half: Vec2x16<S>) -> Vec2x16<S> {
    Vec2x16::new(turn.x * half.x + turn.y * half.y, turn.y * half.x + turn.x * half.y)
}

/// As `inverse` in `obb_proxy.rs`.
#[inline(always)]
fn inverse<S: Simd>(simd: S, by: Vec2x16<S>) -> Vec2x16<S> {
    let one = f32x16::splat(simd, 1.0);
    let (tiny, huge) = (f32x16::splat(simd, 1.0 / f32::MAX), f32x16::splat(simd, f32::MAX));
    let (x, y) = (by.x.abs().simd_gt(tiny), by.y.abs().simd_gt(tiny));
    Vec2x16::new(x.select(one / by.x, huge), y.select(one / by.y, huge))
}

/// As `times` in `obb_proxy.rs`.
#[inline(always)]
fn times<S: Simd>(to: Vec2x16<S>, inverse: Vec2x16<S>, half: Vec2x16<S>) -> (f32x16<S>, f32x16<S>) {
    let (low, high) = (to.sub(half), to.add(half));
    let (one, other) =
        (Vec2x16::new(low.x * inverse.x, low.y * inverse.y), Vec2x16::new(high.x * inverse.x, high.y * inverse.y));
    let first = most(least(one.x, other.x), least(one.y, other.y));
    (first, least(most(one.x, other.x), most(one.y, other.y)))
}
