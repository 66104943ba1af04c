//! Sixteen boxes side by side, tested against one box at once (SIMD).

use carom_math::{Aabb, LANES, Lanes};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};

/// Sixteen boxes, one to a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Areas {
    min: [Lanes; 2],
    max: [Lanes; 2],
}

impl Areas {
    /// No boxes. NaN bounds overlap nothing, however large the other box is.
    pub const NONE: Self = Self { min: [Lanes([f32::NAN; LANES]); 2], max: [Lanes([f32::NAN; LANES]); 2] };

    /// Fills a list with boxes, sixteen to an item.
    pub fn fill(list: &mut Vec<Self>, boxes: impl ExactSizeIterator<Item = Aabb>) {
        list.clear();
        list.resize(boxes.len().div_ceil(LANES), Self::NONE);
        for (place, area) in boxes.enumerate() {
            list[place / LANES].set(place % LANES, &area);
        }
    }

    /// Grows the box of a lane so that it holds another one. A NaN bound counts as infinite.
    pub fn grow(&mut self, lane: usize, area: &Aabb) {
        for (axis, (low, high)) in [(area.min.x, area.max.x), (area.min.y, area.max.y)].into_iter().enumerate() {
            let (min, max) = (&mut self.min[axis].0[lane], &mut self.max[axis].0[lane]);
            let low = if low.is_nan() { f32::NEG_INFINITY } else { low };
            let high = if high.is_nan() { f32::INFINITY } else { high };
            // A lane that is still NaN takes the number: `min` and `max` of NaN and a number give the number.
            (*min, *max) = (carom_math::min(*min, low), carom_math::max(*max, high));
        }
    }

    fn set(&mut self, lane: usize, area: &Aabb) {
        [self.min[0].0[lane], self.min[1].0[lane]] = area.min.into();
        [self.max[0].0[lane], self.max[1].0[lane]] = area.max.into();
    }

    /// The boxes that overlap `area`, a bit each: sixteen times [`Aabb::overlaps`].
    #[inline(always)]
    pub fn overlapping<S: Simd>(&self, simd: S, area: &Aabb) -> u32 {
        let splat = |x: f32| f32x16::splat(simd, x);
        let x = self.min[0].load(simd).simd_le(splat(area.max.x)) & self.max[0].load(simd).simd_ge(splat(area.min.x));
        let y = self.min[1].load(simd).simd_le(splat(area.max.y)) & self.max[1].load(simd).simd_ge(splat(area.min.y));
        (x & y).to_bitmask() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::dispatch;
    use fearless_simd::Level;

    #[test]
    fn nothing_overlaps_no_box_however_large() {
        let everywhere = Aabb::new(carom_math::Vec2::splat(f32::NEG_INFINITY), carom_math::Vec2::splat(f32::INFINITY));
        let small = Aabb::new(carom_math::vec2(1.0, 2.0), carom_math::vec2(3.0, 4.0));
        let mut areas = Areas::NONE;
        let hits = |areas: &Areas, area: &Aabb| dispatch!(Level::new(), simd => areas.overlapping(simd, area));
        for area in [everywhere, Aabb::new(carom_math::Vec2::MIN, carom_math::Vec2::MAX), small] {
            assert_eq!(hits(&areas, &area), 0);
        }
        areas.grow(3, &small);
        assert_eq!([hits(&areas, &everywhere), hits(&areas, &small)], [1 << 3; 2]);
        areas.grow(3, &everywhere);
        let far = Aabb::new(carom_math::Vec2::splat(1.0e30), carom_math::Vec2::splat(2.0e30));
        assert_eq!(hits(&areas, &far), 1 << 3);
        areas.grow(5, &Aabb::new(carom_math::Vec2::splat(f32::NAN), small.max));
        assert_eq!(hits(&areas, &small), 1 << 3 | 1 << 5);
        let mut list = Vec::new();
        Areas::fill(&mut list, [small; 17].into_iter());
        assert_eq!(list.iter().map(|areas| hits(areas, &everywhere)).collect::<Vec<_>>(), [0xFFFF, 1]);
    }
}
