//! Runs of neighbouring contacts, cut into blocks of one color each. All work done once a step (planning, preparing,
//! storing) goes chunk by chunk: the input of a chunk fits into a core's cache, and chunks are independent. A stage of
//! the passes is one color of all chunks, or several small ones in turn; in large worlds it is also the interior of a
//! region.

use crate::coloring::COLORS;
use crate::contact::block::{ContactBlock, ContactCold};
use crate::contact::records::list_records;
use crate::contact::sources::Sources;
use crate::prefetch::{Prefetch, prefetched};
use crate::recorder::ImpulseRecord;
use crate::room::shrink_room;
use crate::rows::{Shared, has_prefetch_write, prefetch, prefetch_write};
use crate::{ContactManifold, ContactPair};
use carom_math::{LANES, dispatch};
use carom_parallel::{Each, Executor};
use fearless_simd::Simd;
use std::cmp::{max, min};
use std::ops::Range;

/// Most contacts of a chunk.
pub const CHUNK: usize = 2048;

/// If one chunk is not enough, the count is a multiple of this, so that threads get equal work. From some 60,000
/// contacts on, rounding to [`STEPS`] may spare one.
const EVENLY: usize = 2;

/// The size of a chunk is a multiple of this, so that it stays the same in the next step.
const STEPS: usize = 64;

/// Contacts to a chunk, for so many contacts in all.
pub fn chunk_size(contacts: usize) -> usize {
    if contacts <= CHUNK {
        return CHUNK;
    }
    let chunks = contacts.div_ceil(CHUNK).next_multiple_of(EVENLY);
    contacts.div_ceil(chunks).next_multiple_of(STEPS)
}

/// Contacts of a chunk that are new or recorded, if little happens.
pub(crate) const FEW_CONTACTS: usize = 96;

/// One over the part of the memory of a rush of new contacts that is given back in each quieter step.
const SLOWLY: usize = 8;

/// Blocks of new contacts to a task: each of their contacts is looked up.
pub(crate) const BLOCKS_A_TASK: usize = 8;

/// Blocks by which the memory of a chunk grows.
const MORE_BLOCKS: usize = 4;

/// No contact in this lane.
const NO_CONTACT: u16 = u16::MAX;

/// Colors of the interior of a region, then of the boundary. A world without regions has only boundary contacts.
pub(crate) const LISTS: usize = 2 * COLORS;

/// `NO_LIST`: the contact does not touch. `NEW`: it touches and has no color.
const NO_LIST: u8 = u8::MAX;
const NEW: u8 = NO_LIST - 1;

const _: () = assert!(CHUNK <= NO_CONTACT as usize, "no contact of a chunk has the number that says none");
const _: () = assert!(LISTS <= NEW as usize, "no list has the number of those without a list");
const _: () = assert!(CHUNK.is_multiple_of(STEPS), "a chunk's size rounded up is no more than a chunk");

/// One chunk: its blocks, and the contact in each lane of them.
#[derive(Clone, Debug)]
pub(crate) struct ContactChunk {
    /// The blocks, color by color; behind them the memory of more from earlier steps.
    pub blocks: Shared<ContactBlock>,
    /// As many cold columns, hardly ever read.
    pub cold: Shared<ContactCold>,
    /// The end of each interior color among the blocks, then of each boundary color.
    ends: [u32; LISTS],
    /// The contact in each lane, counted from the chunk's first, or [`NO_CONTACT`].
    pub lanes: Vec<u16>,
    /// Contacts that touch and have no color (yet).
    pub new_contacts: Vec<(u16, ContactManifold)>,
    /// Whether some contact bounces.
    pub bounces: bool,
    /// The contacts whose impulses are recorded.
    pub records: Shared<ImpulseRecord>,
    /// Whether it may be cached in the next step, and the manifolds from which it then goes on, if not from its blocks:
    /// see [`crate::contact::cache`].
    pub cacheable: bool,
    pub resumed: Option<Box<[ContactManifold]>>,
    /// Whether it was filled as a part of a region.
    pub has_owner: bool,
}

/// All chunks.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactChunks {
    /// Chunks of contacts in their order, then those of new contacts; behind them the memory of more from earlier
    /// steps.
    pub list: Vec<ContactChunk>,
    /// Contacts to a chunk in order.
    pub size: usize,
    in_order: usize,
    used: usize,
    /// The most chunks in order, and the most that held new contacts. The latter shrinks by a part in each quieter
    /// step.
    most: usize,
    most_new: usize,
    /// Contacts that got their colors after the chunks in order were filled.
    new_contacts: Vec<NewContact>,
}

/// A new contact: its index among all, and its place among the new ones of its chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewContact {
    pub contact: u32,
    place: u32,
}

impl Default for ContactChunk {
    /// With room for the numbers of a full chunk, so that the lists hardly ever grow.
    fn default() -> Self {
        Self {
            blocks: Shared::new(),
            cold: Shared::new(),
            ends: [0; LISTS],
            lanes: Vec::with_capacity(CHUNK + COLORS * LANES),
            new_contacts: Vec::with_capacity(FEW_CONTACTS),
            bounces: false,
            records: Shared::with_capacity(FEW_CONTACTS),
            cacheable: false,
            resumed: None,
            has_owner: false,
        }
    }
}

/// Makes a list longer, without spare memory.
fn grow<T: Default>(list: &mut Shared<T>, count: usize) {
    let more = count.saturating_sub(list.len());
    list.cells().reserve_exact(more);
    list.resize_with(count, T::default);
}

impl ContactChunk {
    /// Plans the touching contacts by color, interior ones first. In a color, contacts with two points go to the front
    /// and those with one to the back, so that few blocks have both.
    pub(crate) fn plan<'a>(
        &mut self,
        contacts: impl Iterator<Item = &'a ContactPair> + Clone,
        is_interior: impl Fn(usize) -> bool,
        mut is_new: impl FnMut(usize, &mut Vec<(u16, ContactManifold)>),
    ) {
        debug_assert!(contacts.clone().count() <= CHUNK, "more contacts than a chunk has numbers for");
        // Without branches: ownership, touching and the number of points are unpredictable.
        let mut counts = [0_u32; 1 + u8::MAX as usize];
        let mut lists = [NO_LIST; CHUNK];
        for (index, (list, contact)) in lists.iter_mut().zip(contacts.clone()).enumerate() {
            let of_color = contact.color.wrapping_add(COLORS as u8 * u8::from(!is_interior(index)));
            let of_those = if usize::from(contact.color) < COLORS { of_color } else { NEW };
            *list = if contact.has_points() { of_those } else { NO_LIST };
            counts[usize::from(*list)] += 1;
        }
        let mut free = [[0; 2]; 1 + u8::MAX as usize];
        let mut blocks = 0;
        for ((&count, free), end) in counts.iter().zip(&mut free).zip(&mut self.ends) {
            let first = blocks as usize * LANES;
            *free = [first, first + count as usize];
            blocks += count.div_ceil(LANES as u32);
            *end = blocks;
        }
        // All contacts that do not touch go into one lane behind the last one.
        let all = blocks as usize * LANES;
        free[usize::from(NO_LIST)] = [all; 2];
        self.lanes.clear();
        self.lanes.resize(all + 1, NO_CONTACT);
        for (index, (&list, contact)) in lists.iter().zip(contacts).enumerate() {
            if list == NEW {
                is_new(index, &mut self.new_contacts);
                continue;
            }
            let (two, is_listed) = (contact.count > 1, list != NO_LIST);
            let [front, back] = &mut free[usize::from(list)];
            *back -= usize::from(is_listed & !two);
            self.lanes[if two { *front } else { *back }] = index as u16;
            *front += usize::from(two);
        }
        self.lanes.truncate(all);
        self.make_blocks();
    }

    /// Puts new contacts into its lanes.
    fn plan_new_contacts(&mut self, contacts: &[ContactPair], new_contacts: &[NewContact]) {
        self.plan(new_contacts.iter().map(|new| &contacts[new.contact as usize]), |_| false, |_, _| {});
    }

    /// Makes at least as many blocks as are planned.
    fn make_blocks(&mut self) {
        let count = self.len();
        if self.blocks.len() < count {
            let more = count.next_multiple_of(MORE_BLOCKS);
            grow(&mut self.blocks, more);
            grow(&mut self.cold, more);
        }
    }

    /// Lists the contacts of its blocks that are to be recorded. `contact_of` gives the index and the manifold of the
    /// contact with a number of this chunk.
    pub(crate) fn list_records<'a>(
        &mut self,
        tasks: Option<&Executor>,
        all: bool,
        contact_of: impl Fn(u16) -> Option<(u32, &'a ContactManifold)> + Sync,
    ) {
        let lanes = &self.lanes;
        let blocks = &self.blocks[..lanes.len() / LANES];
        shrink_room(self.records.cells(), FEW_CONTACTS);
        list_records(tasks, &mut self.records, (blocks, &self.cold), all, |lane| contact_of(lanes[lane]));
    }

    /// The blocks of a color of boundary contacts.
    pub(crate) fn color(&self, color: usize) -> Range<usize> {
        self.ends[COLORS + color - 1] as usize..self.ends[COLORS + color] as usize
    }

    /// The blocks of the interior contacts.
    pub(crate) fn interior(&self) -> Range<usize> {
        0..self.ends[COLORS - 1] as usize
    }

    /// Number of blocks.
    pub(crate) fn len(&self) -> usize {
        self.lanes.len() / LANES
    }

    /// Writes the impulses back to the chunk's contacts.
    #[inline(always)]
    fn store<S: Simd>(&self, simd: S, prefetches: bool, contacts: &mut [ContactPair], index_of: impl Fn(u16) -> usize) {
        let lanes_of = self.lanes.chunks_exact(LANES);
        for (number, ((block, cold), lanes)) in self.blocks.iter().zip(self.cold.iter()).zip(lanes_of).enumerate() {
            if let Some(next) = self.blocks.get(number + 1).filter(|_| prefetches) {
                prefetch(&next.points);
            }
            block.store(simd, cold, |lane| index_of(lanes[lane]), contacts);
        }
    }
}

/// Fills blocks with the contacts of these lanes; returns whether some bounce. `contact_of` gives the contact with a
/// number of the chunk. If the work is `shared`, another core may have solved a block last.
#[inline(always)]
pub(crate) fn fill<'a, S: Simd>(
    simd: S,
    (blocks, cold): (&mut [ContactBlock], &mut [ContactCold]),
    lanes: &[u16],
    (from, shared): (Sources<'_>, bool),
    contact_of: impl Fn(u16) -> Option<(&'a ContactPair, &'a ContactManifold)>,
) -> bool {
    let mut bounces = false;
    let (for_writing, prefetches) = (shared && has_prefetch_write(from.prefetch.level), from.prefetch.prefetches);
    let fetch = |next: &ContactBlock| match (for_writing, prefetches) {
        (true, _) => prefetch_write(next),
        (false, true) => prefetch(next),
        (false, false) => {}
    };
    let blocks = prefetched(blocks, fetch);
    for ((block, cold), lanes) in blocks.zip(cold).zip(lanes.chunks_exact(LANES)) {
        block.prepare(simd, cold, None, |lane| contact_of(lanes[lane]), from);
        bounces |= block.bounces;
    }
    bounces
}

impl ContactChunks {
    /// Prepares chunks for the contacts of a step, and gives back the memory of an earlier rush of new contacts.
    pub(crate) fn begin_step(&mut self, contacts: usize) {
        let (new_contacts, size) = (self.used - self.in_order, chunk_size(contacts));
        self.most_new = max(new_contacts, self.most_new - self.most_new.div_ceil(SLOWLY));
        if size != self.size {
            self.uncache();
        }
        self.begin(contacts, size);
        self.list.truncate(max(self.most, self.in_order + self.most_new) + 1);
        self.list[self.in_order..].iter_mut().for_each(ContactChunk::uncache);
    }

    /// Prepares chunks of this size for so many contacts.
    pub(crate) fn begin(&mut self, contacts: usize, size: usize) {
        self.size = size;
        self.in_order = contacts.div_ceil(size);
        self.used = self.in_order;
        self.most = max(self.most, self.in_order);
        self.make_chunks();
    }

    /// Has all chunks filled in the next step.
    pub(crate) fn uncache(&mut self) {
        self.list.iter_mut().for_each(ContactChunk::uncache);
    }

    /// The chunks of so many contacts in order, each with the end of its contacts. Empty if they are not those of the
    /// last step.
    pub(crate) fn in_chunks(&self, contacts: usize) -> impl Iterator<Item = (&ContactChunk, usize)> {
        let all = if contacts.div_ceil(max(1, self.size)) == self.in_order { &self.list[..self.in_order] } else { &[] };
        all.iter().zip(1..).map(move |(chunk, next)| (chunk, min(next * self.size, contacts)))
    }

    /// Makes at least as many chunks as are used.
    fn make_chunks(&mut self) {
        if self.list.len() < self.used {
            self.list.resize_with(self.used, ContactChunk::default);
        }
    }

    /// Whether some contacts are new.
    pub(crate) fn any_new_contacts(&self) -> bool {
        self.list[..self.in_order].iter().any(|chunk| !chunk.new_contacts.is_empty())
    }

    /// Lists the new contacts that have a color now, for chunks of their own; `rest` gets those that have none.
    pub(crate) fn plan_new_contacts(&mut self, contacts: &[ContactPair], rest: &mut Vec<NewContact>) {
        rest.clear();
        self.new_contacts.clear();
        for (number, chunk) in self.list[..self.in_order].iter().enumerate() {
            for (place, &(index, _)) in chunk.new_contacts.iter().enumerate() {
                let new = NewContact { contact: (number * self.size) as u32 + u32::from(index), place: place as u32 };
                let colored = usize::from(contacts[new.contact as usize].color) < COLORS;
                if colored { &mut self.new_contacts } else { &mut *rest }.push(new);
            }
        }
        self.used = self.in_order + self.new_contacts.len().div_ceil(CHUNK);
        self.make_chunks();
        if let [chunk] = &mut self.list[self.in_order..self.used] {
            chunk.plan_new_contacts(contacts, &self.new_contacts);
        }
    }

    /// Fills the chunks of new contacts. If there are several, threads plan them here: work that runs beside other work
    /// has no stages.
    pub(crate) fn fill_new_contacts(&mut self, tasks: &Executor, contacts: &[ContactPair], from: Sources<'_>) {
        let (all_new, size) = (&self.new_contacts[..], self.size);
        let (in_order, chunks) = self.list[..self.used].split_at_mut(self.in_order);
        if chunks.len() > 1 {
            tasks.blocks(CHUNK, (all_new, Each(CHUNK, &mut *chunks)), |_, (new_contacts, Each(_, chunks))| {
                chunks[0].plan_new_contacts(contacts, new_contacts);
            });
        }
        let in_order = &*in_order;
        let shared = tasks.is_parallel();
        for (chunk, new_contacts) in chunks.iter_mut().zip(all_new.chunks(CHUNK)) {
            let contact_of = |number: u16| {
                new_contacts.get(usize::from(number)).map(|new| (new, new_manifold((in_order, size), new)))
            };
            // There are few of these chunks, mostly one, so their blocks are shared.
            let (count, lanes) = (chunk.len(), &chunk.lanes);
            let columns = (&mut chunk.blocks[..count], &mut chunk.cold[..count]);
            tasks.blocks(BLOCKS_A_TASK, columns, |first, columns| {
                let contact_of =
                    |number| contact_of(number).map(|(new, manifold)| (&contacts[new.contact as usize], manifold));
                dispatch!(from.prefetch.level, simd => {
                    fill(simd, columns, &lanes[first * LANES..], (from, shared), contact_of)
                });
            });
            chunk.bounces = chunk.blocks[..count].iter().any(|block| block.bounces);
            chunk.list_records(Some(tasks), from.recorder.all, |number| {
                contact_of(number).map(|(new, manifold)| (new.contact, manifold))
            });
        }
    }

    /// The manifold of a new contact.
    pub(crate) fn manifold_of(&self, new: &NewContact) -> &ContactManifold {
        new_manifold((&self.list, self.size), new)
    }

    /// Writes the impulses back to the contacts.
    pub(crate) fn store(
        &mut self,
        Prefetch { level, prefetches }: Prefetch,
        tasks: &Executor,
        contacts: &mut [ContactPair],
    ) {
        let Self { list, size, in_order, used, new_contacts, .. } = self;
        let (chunks, new_chunks) = list[..*used].split_at_mut(*in_order);
        tasks.blocks(*size, (&mut contacts[..], Each(*size, chunks)), |_, (contacts, Each(_, chunks))| {
            dispatch!(level, simd => chunks[0].store(simd, prefetches, contacts, usize::from));
        });
        for (chunk, new_contacts) in new_chunks.iter().zip(new_contacts.chunks(CHUNK)) {
            let index_of =
                |number: u16| new_contacts.get(usize::from(number)).map_or(usize::MAX, |new| new.contact as usize);
            dispatch!(level, simd => chunk.store(simd, prefetches, contacts, index_of));
        }
    }

    /// Number of chunks of contacts in their order; the others hold new contacts.
    pub(crate) fn in_order(&self) -> usize {
        self.in_order
    }

    /// The chunks in use, mutable.
    pub(crate) fn list_mut(&mut self) -> &mut [ContactChunk] {
        &mut self.list[..self.used]
    }

    /// The chunks in use.
    pub(crate) fn list(&self) -> &[ContactChunk] {
        &self.list[..self.used]
    }
}

/// The manifold of a new contact.
fn new_manifold<'a>((in_order, size): (&'a [ContactChunk], usize), new: &NewContact) -> &'a ContactManifold {
    &in_order[new.contact as usize / size].new_contacts[new.place as usize].1
}
