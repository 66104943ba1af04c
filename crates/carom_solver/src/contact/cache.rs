//! Cached chunks: if contacts are at rest, their blocks go on into the next step unchanged. The next step begins with
//! the separations that the last pass found; nothing is collided, planned or filled.
//!
//! In: whether a chunk's contacts are those of the last step, and at rest. The caller says so, and has each chunk
//! filled anew once in a while. Out: the blocks, bit for bit those that [`Solver::cached_chunks`] would give if they
//! were filled from it. So a copied world goes on the same.
//!
//! Normals and arms stay those of the step that filled the chunk. A contact at rest turns and slides until the next
//! filling by no more than a part of the slop.

use crate::contact::block::{ContactBlock, ContactCold, PointLanes};
use crate::contact::chunk::{ContactChunk, ContactChunks, chunk_size};
use crate::contact::chunk_columns::ChunkColumns;
use crate::lanes::carried_over;
use crate::solver::Solver;
use crate::{ContactManifold, ContactPair};
use carom_math::{LANES, dispatch};
use carom_parallel::TailSplit;
use fearless_simd::{Select, Simd, SimdMask, mask32x16};

/// The state from which a cached chunk goes on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CachedChunk {
    /// Its index. Its first contact is this many times [`chunk_size`].
    pub index: usize,
    /// Whether it is a part of a region of a large world.
    pub has_owner: bool,
    /// The manifold of each contact, with arms in place of anchors: heights along the normal and levers, a's then b's.
    /// Rows, features and counts are not set.
    pub manifolds: Vec<ContactManifold>,
}

impl Solver {
    /// The chunks that may be cached in the next step, of those whose contacts are all among the first `unchanged` of
    /// `contacts`.
    pub fn cached_chunks(&self, contacts: usize, unchanged: usize) -> Vec<CachedChunk> {
        self.chunks.cached_chunks(contacts, unchanged)
    }

    /// Has all chunks filled in the next step.
    pub fn uncache(&mut self) {
        self.chunks.uncache();
    }

    /// Continues from the chunks of another solver, with so many contacts. An entry that is no chunk is ignored.
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
    /// Manifolds of the first `count` contacts: see [`CachedChunk::manifolds`].
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

    /// Has the chunk filled in the next step.
    pub(crate) fn uncache(&mut self) {
        (self.cacheable, self.resumed) = (false, None);
    }
}

impl ChunkColumns<'_> {
    /// Whether any chunk could be cached.
    pub fn any_cacheable(&self) -> bool {
        self.chunks.iter().any(|chunk| chunk.cacheable)
    }

    /// Whether the chunk that begins with contact `first` can be cached. `all` says that all contacts are those of the
    /// last step; a chunk of a region can be cached only then.
    pub fn can_cache(&self, first: usize, all: bool) -> bool {
        let has_owner = self.regions.of_chunk(first / self.size, self.from.masses).is_some();
        self.chunks.first().is_some_and(|chunk| chunk.cacheable && chunk.has_owner == has_owner && (all || !has_owner))
    }

    /// Caches the chunk. Its contacts must be those of the last step, and at rest. `of` gives the rows of a
    /// contact, and the flags of [`ContactManifold::flags`] that follow from its bodies.
    pub fn keep(
        &mut self,
        tail: &TailSplit<'_>,
        first: usize,
        contacts: &[ContactPair],
        of: impl Fn(&ContactPair) -> ([u32; 2], u32),
    ) {
        let (level, limit) = (self.from.prefetch.level, self.from.limit);
        let resumed = self.chunks.first_mut().and_then(|chunk| chunk.resumed.take());
        if let Some(mut manifolds) = resumed {
            for (manifold, contact) in manifolds.iter_mut().zip(contacts) {
                // A contact without a color in a cached chunk can push nobody.
                let is_solved = contact.color != ContactPair::NO_COLOR;
                (manifold.rows, manifold.flags) = of(contact);
                manifold.count = u32::from(is_solved) * u32::from(contact.count);
            }
            self.fill_from(tail, first, contacts, (&manifolds, true), true);
            return;
        }
        let Some(chunk) = self.chunks.first_mut() else { return };
        let count = chunk.len();
        if self.moved {
            for (block, lanes) in chunk.blocks[..count].iter_mut().zip(chunk.lanes.chunks_exact(LANES)) {
                for (lane, &index) in lanes.iter().enumerate() {
                    let rows = contacts.get(usize::from(index)).map_or([u32::MAX; 2], |contact| of(contact).0);
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
    /// Begins a step from the end of the last one. The result is that of [`ContactBlock::prepare`] with the manifolds
    /// of [`ContactBlock::manifold_in`].
    #[inline(always)]
    fn go_on<S: Simd>(&mut self, simd: S, cold: &ContactCold) {
        let radii = self.radii(simd, cold);
        if self.follows != 0 {
            // Back to the levers of the beginning: at rest nothing rolls.
            let follows = mask32x16::from_bitmask(simd, u64::from(std::mem::take(&mut self.follows)));
            let [first_a, first_b, _] = self.first(simd);
            let p0 = &mut self.points[0];
            for (lever, first) in [(&mut p0.arm_a[1], first_a), (&mut p0.arm_b[1], first_b)] {
                let back = follows.select(first, lever.load(simd));
                lever.store(back);
            }
        }
        for point in self.points.iter_mut().take(1 + usize::from(self.two)) {
            point.begin_at(simd, point.gap.load(simd), radii);
            // The contacts store them like this.
            point.normal_impulse.store(carried_over(simd, point.normal_impulse.load(simd)));
            point.tangent_impulse.store(carried_over(simd, point.tangent_impulse.load(simd)));
        }
    }

    /// The manifold in a lane: see [`CachedChunk::manifolds`].
    fn manifold_in(&self, cold: &ContactCold, lane: usize) -> ContactManifold {
        let of = |there: bool, lanes: &carom_math::Lanes| if there { lanes.0[lane] } else { 0.0 };
        let [p0, p1] = &self.points;
        let [nx, ny] = &self.normal;
        // A point that this lane lacks has values without meaning, or those that were noted.
        let two = self.two && p1.normal_mass.0[lane] > 0.0;
        let noted = if self.follows >> lane & 1 == 1 { p1 } else { p0 };
        let arms = |there: bool, point: &PointLanes, levers: &PointLanes| {
            let ([a, _], [c, _]) = (&point.arm_a, &point.arm_b);
            let ([_, b], [_, d]) = (&levers.arm_a, &levers.arm_b);
            [of(there, a), of(there, b), of(there, c), of(there, d)]
        };
        ContactManifold {
            normal: [of(true, nx), of(true, ny), of(true, &p0.gap), of(two, &p1.gap)],
            surface: [
                of(true, &self.friction),
                0.0,
                of(self.rolls, &cold.rolling),
                of(self.slides, &cold.surface_speed),
            ],
            anchors: [arms(true, p0, noted), arms(two, p1, p1)],
            radii: [of(self.round, &cold.radii[0]), of(self.round, &cold.radii[1])],
            ..ContactManifold::default()
        }
    }
}
