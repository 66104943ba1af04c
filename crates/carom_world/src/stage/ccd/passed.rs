//! Bounds on the motions of runs of rows: the swept box of each run, and the farthest motion of a point. They are
//! collected at the end of the step, sixteen rows at a time, from rows that can be pushed. If nothing is fast, and
//! nothing fast is near, rows need no test one by one.

use crate::stage::ccd::bound::{highest, lowest};
use crate::stage::ccd::rounding::rounding;
use carom_math::{Aabb, Aabbx16, LANES, Lanes, Vec2, Vec2x16, least2, most, most2, vec2};
use fearless_simd::{Select, Simd, SimdBase, f32x16};

/// Rows in a run: a node of the tree of tracks.
pub(crate) const ROWS_A_RUN: usize = LANES * LANES;

/// The bounds on those rows of a run that can be pushed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    /// Box around all their points during the step [m].
    pub area: Aabb,
    /// The farthest that any point of one moved; without limit if one is not finite [m].
    pub far: f32,
    /// Whether one has joints, so that it may feel an impact elsewhere.
    pub jointed: bool,
}

impl Passed {
    /// The bounds on no rows.
    pub const NONE: Self = Self { area: Aabb { min: Vec2::MAX, max: Vec2::MIN }, far: 0.0, jointed: false };

    /// The box that holds the areas of all their tracks ([`crate::stage::ccd::tracks`]), which are larger by this
    /// margin.
    pub fn around(&self, slop: f32) -> Aabb {
        self.area.grown(2.0 * (slop + rounding(&self.area)))
    }
}

/// The numbers of sixteen lanes.
const NUMBERS: Lanes = Lanes([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]);

/// The bounds while they are collected, sixteen rows after sixteen.
#[derive(Clone, Copy)]
pub(crate) struct Passing<S: Simd> {
    areas: Aabbx16<S>,
    far: f32x16<S>,
    jointed: bool,
    /// Whether one is not finite.
    lost: bool,
}

impl<S: Simd> Passing<S> {
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        let [low, high, zero] = [f32::MAX, f32::MIN, 0.0].map(|x| f32x16::splat(simd, x));
        let areas = Aabbx16 { min: Vec2x16::new(low, low), max: Vec2x16::new(high, high) };
        Self { areas, far: zero, jointed: false, lost: false }
    }

    /// Adds the first `count` of sixteen rows, which went from `c0` to `c1`, reach so far from there, and moved so far.
    #[inline(always)]
    pub fn add(&mut self, simd: S, count: usize, [c0, c1]: [Vec2x16<S>; 2], (reach, far): (f32x16<S>, f32x16<S>)) {
        let (mut areas, mut far) = (Aabbx16 { min: least2(c0, c1), max: most2(c0, c1) }.grown(reach), far);
        if count < LANES {
            let counts = NUMBERS.load(simd).simd_lt(f32x16::splat(simd, count as f32));
            let Self { areas: none, .. } = Self::new(simd);
            areas.min = Vec2x16::select(counts, areas.min, none.min);
            areas.max = Vec2x16::select(counts, areas.max, none.max);
            far = counts.select(far, f32x16::splat(simd, 0.0));
        }
        self.areas = self.areas.union(&areas);
        self.far = most(self.far, far);
    }

    /// Notes whether one of them has joints, and whether one is not finite.
    #[inline(always)]
    pub fn note(&mut self, jointed: bool, bad: bool) {
        self.jointed |= jointed;
        self.lost |= bad;
    }

    /// The bounds on all rows.
    #[inline(always)]
    pub fn all(&self) -> Passed {
        if self.lost {
            return Passed { area: Aabb::new(Vec2::MIN, Vec2::MAX), far: f32::MAX, jointed: self.jointed };
        }
        let of = |lanes: f32x16<S>| {
            let mut stored = Lanes::default();
            stored.store(lanes);
            stored
        };
        let Aabbx16 { min, max } = self.areas;
        let min = vec2(lowest(&of(min.x)), lowest(&of(min.y)));
        let max = vec2(highest(&of(max.x)), highest(&of(max.y)));
        Passed { area: Aabb::new(min, max), far: highest(&of(self.far)), jointed: self.jointed }
    }
}
