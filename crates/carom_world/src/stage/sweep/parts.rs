//! The larger one of two that may meet, as long as it stays the same: its slab, and the areas of its proxies where it has many. In
//! come rows; out comes whether the smaller one surely misses it.

use super::pair::Seen;
use super::slab::Slab;
use crate::state::NONE;
use carom_math::{Aabb, LANES, Lanes};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};

/// A body with more proxies than these has many.
const MANY: usize = 4;

/// Sixteen boxes.
#[derive(Clone, Copy, Debug)]
struct Areas {
    min: [Lanes; 2],
    max: [Lanes; 2],
}

impl Areas {
    /// Of nothing.
    const NONE: Self = Self { min: [Lanes([f32::MAX; LANES]); 2], max: [Lanes([f32::MIN; LANES]); 2] };

    fn set(&mut self, lane: usize, area: &Aabb) {
        [self.min[0].0[lane], self.min[1].0[lane]] = area.min.into();
        [self.max[0].0[lane], self.max[1].0[lane]] = area.max.into();
    }

    /// Whether one of them overlaps `area`: sixteen times [`Aabb::overlaps`].
    #[inline(always)]
    fn overlap<S: Simd>(&self, simd: S, area: &Aabb) -> bool {
        let splat = |x: f32| f32x16::splat(simd, x);
        let x = self.min[0].load(simd).simd_le(splat(area.max.x)) & self.max[0].load(simd).simd_ge(splat(area.min.x));
        let y = self.min[1].load(simd).simd_le(splat(area.max.y)) & self.max[1].load(simd).simd_ge(splat(area.min.y));
        (x & y).any_true()
    }
}

/// The memory of a block of rows. What is near a body with many proxies would ask for them again and again.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The last body that was the larger one of a pair, and whether it has many proxies.
    row: u32,
    many: bool,
    slab: Option<Slab>,
    /// The last one that had many, its proxies and their areas, and the areas sixteen at a time.
    owner: u32,
    list: Vec<(u32, Aabb)>,
    areas: Vec<Areas>,
    /// Nodes of the tracks with something that may be fast to something in this block.
    pub nodes: Vec<u32>,
}

impl Default for Parts {
    fn default() -> Self {
        let (list, areas, nodes) = Default::default();
        Self { row: NONE, many: false, slab: None, owner: NONE, list, areas, nodes }
    }
}

impl Parts {
    /// Forgets all bodies.
    pub fn forget(&mut self) {
        (self.row, self.owner) = (NONE, NONE);
    }

    /// Whether the first of two rows surely misses the second on the solver's ways.
    #[inline(always)]
    pub fn miss<S: Simd>(&mut self, simd: S, seen: &Seen<'_>, rows: [u32; 2]) -> bool {
        if self.row != rows[1] {
            self.take(seen, rows[1]);
        }
        let area = seen.tracks.area_of(rows[0]);
        self.slab.is_some_and(|slab| slab.misses(&area, seen.slop()))
            || self.many && !self.areas.iter().any(|areas| areas.overlap(simd, &area))
    }

    /// The proxies of the second of the two rows that were asked for last, if it has many.
    pub fn known(&self) -> Option<&[(u32, Aabb)]> {
        self.many.then_some(&self.list)
    }

    /// Takes up a row.
    fn take(&mut self, seen: &Seen<'_>, row: u32) {
        let leg = seen.solved_leg(row);
        let proxies = || seen.state.proxies.of_body(seen.first_proxy(row));
        (self.row, self.slab, self.many) = (row, Slab::of(seen, row, &leg), proxies().nth(MANY).is_some());
        if !self.many || self.owner == row {
            return;
        }
        self.owner = row;
        self.list.clear();
        self.list.extend(proxies().map(|id| (id, seen.area(id, &leg))));
        self.areas.clear();
        self.areas.resize(self.list.len().div_ceil(LANES), Areas::NONE);
        for (place, (_, area)) in self.list.iter().enumerate() {
            self.areas[place / LANES].set(place % LANES, area);
        }
    }
}
