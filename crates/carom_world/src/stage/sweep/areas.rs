//! Boxes sixteen side by side. In comes a box; out comes which of them it overlaps.

use carom_math::{Aabb, LANES, Lanes};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};

/// Sixteen boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Areas {
    min: [Lanes; 2],
    max: [Lanes; 2],
}

impl Areas {
    /// Of nothing.
    pub const NONE: Self = Self { min: [Lanes([f32::MAX; LANES]); 2], max: [Lanes([f32::MIN; LANES]); 2] };

    /// Fills a list with boxes, sixteen to an item.
    pub fn fill(list: &mut Vec<Self>, boxes: impl ExactSizeIterator<Item = Aabb>) {
        list.clear();
        list.resize(boxes.len().div_ceil(LANES), Self::NONE);
        for (place, area) in boxes.enumerate() {
            list[place / LANES].set(place % LANES, &area);
        }
    }

    /// Has a box hold another one as well.
    pub fn grow(&mut self, lane: usize, area: &Aabb) {
        for (axis, (low, high)) in [(area.min.x, area.max.x), (area.min.y, area.max.y)].into_iter().enumerate() {
            let (min, max) = (&mut self.min[axis].0[lane], &mut self.max[axis].0[lane]);
            (*min, *max) = (carom_math::min(*min, low), carom_math::max(*max, high));
        }
    }

    fn set(&mut self, lane: usize, area: &Aabb) {
        [self.min[0].0[lane], self.min[1].0[lane]] = area.min.into();
        [self.max[0].0[lane], self.max[1].0[lane]] = area.max.into();
    }

    /// Which of them overlap `area`, a bit each: sixteen times [`Aabb::overlaps`].
    #[inline(always)]
    pub fn overlapping<S: Simd>(&self, simd: S, area: &Aabb) -> u32 {
        let splat = |x: f32| f32x16::splat(simd, x);
        let x = self.min[0].load(simd).simd_le(splat(area.max.x)) & self.max[0].load(simd).simd_ge(splat(area.min.x));
        let y = self.min[1].load(simd).simd_le(splat(area.max.y)) & self.max[1].load(simd).simd_ge(splat(area.min.y));
        (x & y).to_bitmask() as u32
    }
}
