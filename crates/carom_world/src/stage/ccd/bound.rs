//! Bounds on the motions of bodies in a step, sixteen side by side: of sixteen rows, or of sixteen groups of sixteen.
//! Two bounds that allow no fast pair need no test of single bodies.

use crate::stage::ccd::fast::{BENT, FAST, FAST_IN_A_CROWD};
use carom_math::{Aabb, LANES, Lanes, Vec2, Vec2x16, least, max, min, most, vec2};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f32x16, mask32x16};

/// Factor on the threshold below which a pair is dropped, so that other roundings would not keep it.
pub(crate) const SURELY: f32 = 0.999;

/// Bounds on the motions of some bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// Box around all that they pass [m].
    pub area: Aabb,
    /// The least and the greatest displacement of a centre along x and y [m].
    pub low: Vec2,
    pub high: Vec2,
    /// The greatest rotation [rad].
    pub spin: f32,
    /// Half the greatest diagonal of the box of one of them [m].
    pub size: f32,
    /// The smallest min extent, without limit for a body that is not dynamic [m].
    pub extent: f32,
    /// The farthest that any point of a swept body moved [m].
    pub far: f32,
    /// The smallest part of the min extent above which a pair with one of them is fast.
    pub part: f32,
}

impl Bound {
    /// A bound on nothing.
    pub const NONE: Self = Self {
        area: Aabb { min: Vec2::MAX, max: Vec2::MIN },
        low: Vec2::MAX,
        high: Vec2::MIN,
        spin: 0.0,
        size: 0.0,
        extent: f32::MAX,
        far: 0.0,
        part: FAST_IN_A_CROWD,
    };
}

/// Sixteen bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub x0: Lanes,
    pub y0: Lanes,
    pub x1: Lanes,
    pub y1: Lanes,
    pub low_x: Lanes,
    pub low_y: Lanes,
    pub high_x: Lanes,
    pub high_y: Lanes,
    pub spin: Lanes,
    pub size: Lanes,
    pub extent: Lanes,
    pub far: Lanes,
    pub part: Lanes,
}

impl Bounds {
    /// Bounds on nothing.
    pub const NONE: Self = Self {
        x0: Lanes([f32::MAX; LANES]),
        y0: Lanes([f32::MAX; LANES]),
        x1: Lanes([f32::MIN; LANES]),
        y1: Lanes([f32::MIN; LANES]),
        low_x: Lanes([f32::MAX; LANES]),
        low_y: Lanes([f32::MAX; LANES]),
        high_x: Lanes([f32::MIN; LANES]),
        high_y: Lanes([f32::MIN; LANES]),
        spin: Lanes([0.0; LANES]),
        size: Lanes([0.0; LANES]),
        extent: Lanes([f32::MAX; LANES]),
        far: Lanes([0.0; LANES]),
        part: Lanes([FAST_IN_A_CROWD; LANES]),
    };

    /// The bound in a lane.
    pub fn get(&self, lane: usize) -> Bound {
        Bound {
            area: Aabb::new(vec2(self.x0.0[lane], self.y0.0[lane]), vec2(self.x1.0[lane], self.y1.0[lane])),
            low: vec2(self.low_x.0[lane], self.low_y.0[lane]),
            high: vec2(self.high_x.0[lane], self.high_y.0[lane]),
            spin: self.spin.0[lane],
            size: self.size.0[lane],
            extent: self.extent.0[lane],
            far: self.far.0[lane],
            part: self.part.0[lane],
        }
    }

    /// Puts a bound into a lane.
    pub fn set(&mut self, lane: usize, bound: &Bound) {
        (self.x0.0[lane], self.y0.0[lane]) = bound.area.min.into();
        (self.x1.0[lane], self.y1.0[lane]) = bound.area.max.into();
        (self.low_x.0[lane], self.low_y.0[lane]) = bound.low.into();
        (self.high_x.0[lane], self.high_y.0[lane]) = bound.high.into();
        self.spin.0[lane] = bound.spin;
        self.size.0[lane] = bound.size;
        self.extent.0[lane] = bound.extent;
        self.far.0[lane] = bound.far;
        self.part.0[lane] = bound.part;
    }

    /// The bound on all sixteen.
    pub fn all(&self) -> Bound {
        Bound {
            area: Aabb::new(vec2(lowest(&self.x0), lowest(&self.y0)), vec2(highest(&self.x1), highest(&self.y1))),
            low: vec2(lowest(&self.low_x), lowest(&self.low_y)),
            high: vec2(highest(&self.high_x), highest(&self.high_y)),
            spin: highest(&self.spin),
            size: highest(&self.size),
            extent: lowest(&self.extent),
            far: highest(&self.far),
            part: lowest(&self.part),
        }
    }

    /// The lanes that may hold a fast pair with one of `one`, a bit each. The displacement of the smaller body relative
    /// to the larger one is
    ///
    /// |d - D - W x (m - M)| + |W| |d - D| / 4 + r |w - W|,
    ///
    /// with |m - M| <= size + Size if the boxes overlap, and r <= size. Each term is taken at its greatest. A body that
    /// cannot be pushed is never the smaller one.
    #[inline(always)]
    pub fn may_be_fast<S: Simd>(&self, simd: S, one: &Bound) -> u32 {
        let splat = |x: f32| f32x16::splat(simd, x);
        let near = self.near(simd, one);
        if near == 0 {
            return 0;
        }
        let high = Vec2x16::load(simd, &self.high_x, &self.high_y).sub(Vec2x16::splat(simd, one.low));
        let low = Vec2x16::splat(simd, one.high).sub(Vec2x16::load(simd, &self.low_x, &self.low_y));
        let way = Vec2x16::new(most(high.x, low.x), most(high.y, low.y));
        let (spin, size) = (self.spin.load(simd), self.size.load(simd));
        let (spin1, size1) = (splat(one.spin), splat(one.size));
        let zero = splat(0.0);
        let reach = self.extent.load(simd).simd_lt(splat(f32::MAX)).select(size, zero);
        let reach1 = if one.extent < f32::MAX { size1 } else { zero };
        let turn = most(spin, spin1) * (size + size1) + most(reach, reach1) * (spin + spin1);
        let straight = way.dot(way).sqrt();
        let way = straight + straight * most(spin, spin1) * BENT + turn;
        let part = least(self.part.load(simd), splat(one.part)) * SURELY;
        let extent = least(self.extent.load(simd), splat(one.extent));
        near & way.simd_gt(part * extent).to_bitmask() as u32
    }

    /// The lanes whose boxes overlap that of `one`, if one of the two moved far for the smaller one; a bit each.
    #[inline(always)]
    pub fn near<S: Simd>(&self, simd: S, one: &Bound) -> u32 {
        let splat = |x: f32| f32x16::splat(simd, x);
        let extent = least(self.extent.load(simd), splat(one.extent));
        let far = most(self.far.load(simd), splat(one.far));
        let part = least(self.part.load(simd), splat(min(one.part, FAST)));
        (self.overlap(simd, &one.area) & far.simd_gt(extent * part)).to_bitmask() as u32
    }

    /// The lanes whose boxes overlap an area, a bit each.
    #[inline(always)]
    pub fn overlapping<S: Simd>(&self, simd: S, area: &Aabb) -> u32 {
        self.overlap(simd, area).to_bitmask() as u32
    }

    #[inline(always)]
    fn overlap<S: Simd>(&self, simd: S, area: &Aabb) -> mask32x16<S> {
        let splat = |x: f32| f32x16::splat(simd, x);
        self.x0.load(simd).simd_le(splat(area.max.x))
            & self.y0.load(simd).simd_le(splat(area.max.y))
            & self.x1.load(simd).simd_ge(splat(area.min.x))
            & self.y1.load(simd).simd_ge(splat(area.min.y))
    }
}

/// The lowest of sixteen numbers, by halves: each half takes an instruction or two.
pub(crate) fn lowest(lanes: &Lanes) -> f32 {
    halved(lanes, min)
}

/// The highest of sixteen numbers.
pub(crate) fn highest(lanes: &Lanes) -> f32 {
    halved(lanes, max)
}

#[inline(always)]
fn halved(lanes: &Lanes, of: impl Fn(f32, f32) -> f32) -> f32 {
    let mut all = lanes.0;
    for half in [8, 4, 2, 1] {
        let (low, high) = all.split_at_mut(half);
        for (low, &mut high) in low.iter_mut().zip(high) {
            *low = of(*low, high);
        }
    }
    all[0]
}
