//! The larger one of two that may meet, as long as it stays the same: its slab, and the areas of its proxies where it
//! has many. In come rows; out comes whether the smaller one surely misses it.

use crate::stage::ccd::areas::Areas;
use crate::stage::ccd::context::CcdContext;
use crate::stage::ccd::segment::Ends;
use crate::stage::ccd::slab::Slab;
use crate::state::NONE;
use carom_math::Aabb;
use carom_parallel::ScratchPool;
use fearless_simd::Simd;
use std::cmp::max;

/// A body with more proxies than these is asked for their areas again and again.
pub(crate) const FEW_PROXIES: usize = 4;

/// What is known of the larger one. What is near a body with many proxies would ask for them again and again.
#[derive(Clone, Debug)]
pub(crate) struct Larger {
    /// The look that it is of.
    look: u64,
    /// The last body that was the larger one of a pair, and whether it has many proxies.
    row: u32,
    many: bool,
    slab: Option<Slab>,
    /// The last one that had many, its proxies and their areas, and the areas sixteen at a time.
    owner: u32,
    list: Vec<(u32, Aabb)>,
    areas: Vec<Areas>,
}

/// As many as threads, for one look after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct LargerOnes {
    spare: ScratchPool<Larger>,
    look: u64,
}

impl LargerOnes {
    /// A look begins, of so many threads: what is known from others is forgotten.
    pub fn begin(&mut self, threads: usize) -> &Self {
        self.look += 1;
        // A thread that lists may look at some of it at once.
        self.spare.keep(2 * threads, Larger::default);
        // Which thread comes upon which body is chance: what one needed, all have room for.
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

    /// Lends what one of the threads knows.
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
    /// Whether the first of two rows surely misses the second on the solver's ways.
    #[inline(always)]
    pub fn miss<S: Simd>(&mut self, simd: S, ctx: &CcdContext<'_>, rows: [u32; 2]) -> bool {
        if self.row != rows[1] {
            self.take(ctx, rows[1]);
        }
        let area = ctx.tracks.area_of(rows[0]);
        self.slab.is_some_and(|slab| slab.misses(&area, ctx.slop()))
            || self.many && !self.areas.iter().any(|areas| areas.overlapping(simd, &area) != 0)
    }

    /// Which rows of a group reach less far than `row` and surely miss it on the solver's ways, a bit each.
    #[inline(always)]
    pub fn missed_by<S: Simd>(&mut self, simd: S, ctx: &CcdContext<'_>, row: usize, group: usize) -> u32 {
        if self.row != row as u32 {
            self.take(ctx, row as u32);
        }
        if self.slab.is_none() && !self.many {
            return 0;
        }
        let areas = ctx.tracks.areas(simd, group);
        // No closures: what they do on lanes is not compiled for the machine for sure.
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

    /// The proxies of the second of the two rows that were asked for last, if it has many.
    pub fn pending(&self) -> Option<&[(u32, Aabb)]> {
        self.many.then_some(&self.list)
    }

    /// Takes up a row.
    fn take(&mut self, ctx: &CcdContext<'_>, row: u32) {
        let segment = ctx.solved_segment(row);
        let proxies = || ctx.state.proxies.of_body(ctx.first_proxy(row));
        // What cannot be pushed is large, and asked for by many.
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
