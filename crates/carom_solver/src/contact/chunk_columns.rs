//! The chunks of a step as columns. They are cut where the contacts are cut; the tasks that collide contacts fill them.

use crate::contact::chunk::{BLOCKS_A_TASK, ContactChunk, ContactChunks, FEW_CONTACTS, LISTS, fill};
use crate::contact::sources::Sources;
use crate::region::Regions;
use crate::room::{make_room, shrink_room};
use crate::{CHUNK, ContactManifold, ContactPair};
use carom_math::{LANES, dispatch};
use carom_parallel::{Columns, TailSplit};
use std::sync::atomic::{AtomicBool, Ordering};

/// The chunks of contacts in their order, to be cut with the contacts (at multiples of [`crate::chunk_size`]) and
/// filled.
pub struct ChunkColumns<'a> {
    pub(crate) chunks: &'a mut [ContactChunk],
    pub(crate) size: usize,
    pub(crate) from: Sources<'a>,
    pub(crate) regions: &'a Regions,
    /// Whether some row belongs to another body than in the last step.
    pub(crate) moved: bool,
}

impl ContactChunks {
    /// Chunks for so many contacts. `moved` says that some row belongs to another body than in the last step.
    pub(crate) fn open<'a>(
        &'a mut self,
        contacts: usize,
        moved: bool,
        from: Sources<'a>,
        regions: &'a Regions,
    ) -> ChunkColumns<'a> {
        self.begin_step(contacts);
        let size = self.size;
        ChunkColumns { chunks: self.list_mut(), size, from, regions, moved }
    }
}

impl Columns for ChunkColumns<'_> {
    fn rows(&self) -> usize {
        usize::MAX
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let (left, right) = self.chunks.split_at_mut(at.div_ceil(self.size));
        (Self { chunks: left, ..self }, Self { chunks: right, ..self })
    }
}

impl ChunkColumns<'_> {
    /// The same columns, for a stage before another one.
    pub fn reborrow(&mut self) -> ChunkColumns<'_> {
        ChunkColumns { chunks: self.chunks, ..*self }
    }

    /// Fills the blocks of the chunk whose first contact has the index `first`, with its contacts that touch and have a
    /// color. `quiet` says that none of them began or ceased to touch; then it may be [cached](ChunkColumns::keep) in
    /// the next step.
    pub fn fill(
        &mut self,
        tail: &TailSplit<'_>,
        first: usize,
        contacts: &[ContactPair],
        manifolds: &[ContactManifold],
        quiet: bool,
    ) {
        self.fill_from(tail, first, contacts, (manifolds, false), quiet);
    }

    /// [`ChunkColumns::fill`]; `armed` says that the manifolds have arms: see [`crate::CachedChunk`].
    pub(crate) fn fill_from(
        &mut self,
        tail: &TailSplit<'_>,
        first: usize,
        contacts: &[ContactPair],
        (manifolds, armed): (&[ContactManifold], bool),
        quiet: bool,
    ) {
        let from = Sources { armed, ..self.from };
        let owner = self.regions.of_chunk(first / self.size, self.from.masses);
        for chunk in &mut *self.chunks {
            shrink_room(&mut chunk.new_contacts, FEW_CONTACTS);
            chunk.new_contacts.clear();
            if owner.is_some() {
                make_room(&mut chunk.lanes, CHUNK + LISTS * LANES);
            }
            let is_interior = |index: usize| owner.is_some_and(|owner| owner.has(manifolds[index].rows));
            chunk.plan(contacts.iter(), is_interior, |index, new_contacts| {
                // A contact that can push nobody has a manifold without points.
                if manifolds[index].count > 0 {
                    new_contacts.push((index as u16, manifolds[index]));
                }
            });
            let contact_of = |number: u16| contacts.get(usize::from(number)).zip(manifolds.get(usize::from(number)));
            let (count, lanes) = (chunk.len(), &chunk.lanes);
            let columns = (&mut chunk.blocks[..count], &mut chunk.cold[..count]);
            let (bounces, level) = (AtomicBool::new(false), from.prefetch.level);
            tail.parts(BLOCKS_A_TASK, columns, |first, columns| {
                let lanes = &lanes[first * LANES..];
                if dispatch!(level, simd => fill(simd, columns, lanes, (from, tail.is_shared()), contact_of)) {
                    bounces.store(true, Ordering::Relaxed);
                }
            });
            chunk.bounces = bounces.into_inner();
            let index_of = |number: u16| Some((first as u32 + u32::from(number), manifolds.get(usize::from(number))?));
            chunk.list_records(None, from.recorder.all, index_of);
            (chunk.resumed, chunk.has_owner) = (None, owner.is_some());
            chunk.cacheable = quiet && !chunk.bounces && chunk.new_contacts.is_empty() && chunk.records.is_empty();
        }
    }
}
