//! A cache for the larger body of a pair, as long as it stays the same: its slab, and the areas of its proxies if it
//! has many. The cache decides whether a smaller body surely misses it.

use crate::stage::ccd::areas::Areas;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::segment::Ends;
use crate::stage::ccd::slab::Slab;
use crate::state::NONE;
use carom_math::Aabb;
use carom_parallel::ScratchPool;
use fearless_simd::Simd;
use std::cmp::max;

/// A body with more proxies than this has their areas cached.
pub(crate) const FEW_PROXIES: usize = 4;

/// The cache. The bodies near one with many proxies would otherwise compute their areas again and again.
#[derive(Clone, Debug)]
pub(crate) struct Larger {
    /// The search that it belongs to.
    look: u64,
    /// The last body that was the larger one of a pair, and whether it has many proxies.
    row: u32,
    many: bool,
    slab: Option<Slab>,
    /// The last one with many, its proxies and their areas, and the areas sixteen at a time.
    owner: u32,
    list: Vec<(u32, Aabb)>,
    areas: Vec<Areas>,
}

/// The caches of all threads, for one search after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct LargerOnes {
    spare: ScratchPool<Larger>,
    look: u64,
}

impl LargerOnes {
    /// Begins a search by so many threads. Data of earlier searches is forgotten.
    pub fn begin(&mut self, threads: usize) -> &Self {
        self.look += 1;
        // A thread that lists pairs may test some of them at once.
        self.spare.keep(2 * threads, Larger::default);
        // Chance decides which thread gets which body: all have the room that one needed.
        let pieces = self.spare.pieces();
        let most = pieces
            .iter()
            .fold((0, 0), |(list, areas), of| (max(list, of.list.capacity()), max(areas, of.areas.capacity())));
        for piece in pieces {
            piece.list.clear();
            piece.list.reserve_exact(most.0);
            piece.areas.clear();
            piece.areas.reserve_exact(most.1);
        }
        self
    }

    /// Lends one of the caches.
    pub fn lend<R>(&self, work: impl FnOnce(&mut Larger) -> R) -> R {
        self.spare.lend(Larger::default, |larger| {
            if larger.look != self.look {
                (larger.look, larger.row, larger.owner) = (self.look, NONE, NONE);
            }
            work(larger)
        })
    }
}

impl Default for Larger {
    fn default() -> Self {
        let (list, areas) = Default::default();
        Self { look: 0, row: NONE, many: false, slab: None, owner: NONE, list, areas }
    }
}

impl Larger {
    /// Whether the first of two rows surely misses the second on the solver's segments.
    #[inline(always)]
    pub fn miss<S: Simd>(&mut self, simd: S, ctx: &CcdContext<'_>, rows: [u32; 2]) -> bool {
        if self.row != rows[1] {
            self.take(ctx, rows[1]);
        }
        let area = ctx.tracks.area_of(rows[0]);
        self.slab.is_some_and(|slab| slab.misses(&area, ctx.slop()))
            || self.many && !self.areas.iter().any(|areas| areas.overlapping(simd, &area) != 0)
    }

    /// The rows of a group that reach less far than `row` and surely miss it on the solver's segments, a bit each.
    #[inline(always)]
    pub fn missed_by<S: Simd>(&mut self, simd: S, ctx: &CcdContext<'_>, row: usize, group: usize) -> u32 {
        if self.row != row as u32 {
            self.take(ctx, row as u32);
        }
        if self.slab.is_none() && !self.many {
            return 0;
        }
        let areas = ctx.tracks.areas(simd, group);
        // No closures: their work on lanes is not surely compiled for the machine.
        let mut misses = 0;
        if let Some(slab) = &self.slab {
            misses = slab.misses16(simd, &areas, ctx.slop());
        }
        if self.many {
            let mut hits = 0;
            for (_, part) in &self.list {
                hits |= ctx.tracks.overlapping(simd, group, part);
            }
            misses |= !hits;
        }
        misses & ctx.tracks.shorter(simd, group, row)
    }

    /// The proxies of the second of the last two rows, if it has many.
    pub fn proxies(&self) -> Option<&[(u32, Aabb)]> {
        self.many.then_some(&self.list)
    }

    /// Fills the cache for a row.
    fn take(&mut self, ctx: &CcdContext<'_>, row: u32) {
        let segment = ctx.solved_segment(row);
        let proxies = || ctx.state.proxies.of_body(ctx.first_proxy(row));
        // A body that cannot be pushed is large, and many are tested against it.
        let few = if ctx.state.bodies.min_extents[row as usize] == f32::MAX { 1 } else { FEW_PROXIES };
        (self.row, self.slab, self.many) = (row, Slab::of(ctx, row, &segment), proxies().nth(few).is_some());
        if !self.many || self.owner == row {
            return;
        }
        self.owner = row;
        self.list.clear();
        let ends = Ends::of(&segment);
        self.list.extend(proxies().map(|id| (id, ctx.area(id, &ends))));
        Areas::fill(&mut self.areas, self.list.iter().map(|&(_, area)| area));
    }
}
