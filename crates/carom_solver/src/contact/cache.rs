//! Chunks that are kept: where contacts rest, their blocks go on into the next step as they are. What the last pass found of how far surfaces
//! are apart is where the next step begins; nothing is collided, planned or filled.
//!
//! In: whether a chunk's contacts are those of the last step, and calm; the caller says so, and has each chunk made anew once in a while. Out:
//! blocks, bit for bit those that are filled from what [`Solver::cached_chunks`] tells of them: so a world that is copied goes on the same.
//!
//! Normals and arms stay those of the step in which the chunk was filled. What is calm turns and slides by so little until it is filled
//! again that this is a part of the slop.

use crate::contact::block::{ContactBlock, ContactCold};
use crate::contact::chunk::{ContactChunk, ContactChunks, chunk_size};
use crate::contact::chunk_columns::ChunkColumns;
use crate::lanes::carried_over;
use crate::solver::Solver;
use crate::{Contact, ContactManifold};
use carom_math::LANES;
use carom_parallel::TailSplit;
use fearless_simd::{Simd, dispatch};

/// What is to be known of a chunk to go on as it does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CachedChunk {
    /// Its number: that of its first contact is so many times [`chunk_size`].
    pub index: usize,
    /// Whether it is a part of a region of a large world.
    pub has_owner: bool,
    /// For each of its contacts where it touches, with arms in place of anchors: heights along the normal and levers, a's then b's. Rows,
    /// features and counts are not in it.
    pub manifolds: Vec<ContactManifold>,
}

impl Solver {
    /// The chunks that may be kept in the next step, of those whose contacts are all among the first `unchanged` of `contacts`.
    pub fn cached_chunks(&self, contacts: usize, unchanged: usize) -> Vec<CachedChunk> {
        self.chunks.cached_chunks(contacts, unchanged)
    }

    /// Goes on as the one that told of these chunks, with so many contacts. What is no chunk is not taken up.
    pub fn resume(&mut self, contacts: usize, cached: Vec<CachedChunk>) {
        self.chunks.resume(contacts, cached);
    }
}

impl ContactChunks {
    fn cached_chunks(&self, contacts: usize, unchanged: usize) -> Vec<CachedChunk> {
        let chunks =
            self.in_chunks(contacts).enumerate().filter(|(_, (chunk, end))| chunk.cacheable && *end <= unchanged);
        let cached = |(number, (chunk, end)): (usize, (&ContactChunk, usize))| {
            let manifolds = chunk.manifolds(end - number * self.size);
            CachedChunk { index: number, has_owner: chunk.has_owner, manifolds }
        };
        chunks.map(cached).collect()
    }

    fn resume(&mut self, contacts: usize, cached: Vec<CachedChunk>) {
        self.begin(contacts, chunk_size(contacts));
        self.uncache();
        for CachedChunk { index, has_owner, manifolds } in cached {
            let first = index.saturating_mul(self.size);
            let count = contacts.saturating_sub(first).min(self.size);
            let chunk = self.list.get_mut(index).filter(|_| count > 0 && manifolds.len() == count);
            if let Some(chunk) = chunk {
                (chunk.cacheable, chunk.has_owner, chunk.resumed) =
                    (true, has_owner, Some(manifolds.into_boxed_slice()));
            }
        }
    }
}

impl ContactChunk {
    /// Where each of its first `count` contacts touches: see [`CachedChunk::manifolds`].
    fn manifolds(&self, count: usize) -> Vec<ContactManifold> {
        if let Some(manifolds) = &self.resumed {
            return manifolds.to_vec();
        }
        let mut manifolds = vec![ContactManifold::default(); count];
        let blocks = self.blocks.iter().zip(self.cold.iter());
        for ((block, cold), lanes) in blocks.zip(self.lanes.chunks_exact(LANES)) {
            for (lane, &index) in lanes.iter().enumerate() {
                if let Some(manifold) = manifolds.get_mut(usize::from(index)) {
                    *manifold = block.manifold_in(cold, lane);
                }
            }
        }
        manifolds
    }

    /// Has it filled in the next step.
    pub(crate) fn unsettle(&mut self) {
        (self.cacheable, self.resumed) = (false, None);
    }
}

impl ChunkColumns<'_> {
    /// Whether any of them could be kept.
    pub fn any_cacheable(&self) -> bool {
        self.chunks.iter().any(|chunk| chunk.cacheable)
    }

    /// Whether the chunk that begins with contact `first` can be kept. `all` says that all contacts are those of the last step: only then
    /// regions are.
    pub fn can_cache(&self, first: usize, all: bool) -> bool {
        let has_owner = self.regions.of_chunk(first / self.size, self.from.masses).is_some();
        self.chunks.first().is_some_and(|chunk| chunk.cacheable && chunk.has_owner == has_owner && (all || !has_owner))
    }

    /// Keeps the chunk, whose contacts have to be those of the last step, and calm. `rows_of` tells the rows of a contact.
    pub fn keep(
        &mut self,
        tail: &TailSplit<'_>,
        first: usize,
        contacts: &[Contact],
        rows_of: impl Fn(&Contact) -> [u32; 2],
    ) {
        let (level, limit) = (self.from.walk.level, self.from.limit);
        let resumed = self.chunks.first_mut().and_then(|chunk| chunk.resumed.take());
        if let Some(mut manifolds) = resumed {
            for (manifold, contact) in manifolds.iter_mut().zip(contacts) {
                (manifold.rows, manifold.count) = (rows_of(contact), u32::from(contact.count));
            }
            self.fill_from(tail, first, contacts, (&manifolds, true), true);
            return;
        }
        let Some(chunk) = self.chunks.first_mut() else { return };
        let count = chunk.len();
        if self.moved {
            for (block, lanes) in chunk.blocks[..count].iter_mut().zip(chunk.lanes.chunks_exact(LANES)) {
                for (lane, &index) in lanes.iter().enumerate() {
                    let rows = contacts.get(usize::from(index)).map_or([u32::MAX; 2], &rows_of);
                    (block.rows_a[lane], block.rows_b[lane]) = (limit.row(rows[0]), limit.row(rows[1]));
                }
            }
        }
        dispatch!(level, simd => for (block, cold) in chunk.blocks[..count].iter_mut().zip(chunk.cold.iter()) {
            block.go_on(simd, cold);
        });
    }
}

impl ContactBlock {
    /// Begins another step where the last one ended, as [`ContactBlock::prepare`] would with what [`ContactBlock::manifold_in`] tells.
    #[inline(always)]
    fn go_on<S: Simd>(&mut self, simd: S, cold: &ContactCold) {
        let radii = self.radii(simd, cold);
        for point in self.points.iter_mut().take(1 + usize::from(self.two)) {
            point.begin_at(simd, point.gap.load(simd), radii);
            // As the contacts have them.
            point.normal_impulse.store(carried_over(simd, point.normal_impulse.load(simd)));
            point.tangent_impulse.store(carried_over(simd, point.tangent_impulse.load(simd)));
        }
    }

    /// Where the contact in a lane touches: see [`CachedChunk::manifolds`].
    fn manifold_in(&self, cold: &ContactCold, lane: usize) -> ContactManifold {
        let of = |there: bool, lanes: &carom_math::Lanes| if there { lanes.0[lane] } else { 0.0 };
        let [p0, p1] = &self.points;
        let [nx, ny] = &self.normal;
        let arms = |there: bool, point: &crate::contact::block::PointLanes| {
            let ([a, b], [c, d]) = (&point.arm_a, &point.arm_b);
            [of(there, a), of(there, b), of(there, c), of(there, d)]
        };
        ContactManifold {
            normal: [of(true, nx), of(true, ny), of(true, &p0.gap), of(self.two, &p1.gap)],
            surface: [
                of(true, &self.friction),
                0.0,
                of(self.rolls, &cold.rolling),
                of(self.slides, &cold.surface_speed),
            ],
            anchors: [arms(true, p0), arms(self.two, p1)],
            radii: [of(self.round, &cold.radii[0]), of(self.round, &cold.radii[1])],
            ..ContactManifold::default()
        }
    }
}
