//! Runs of neighbouring contacts, cut into blocks of one color each. All that is done once a step (planning, preparing,
//! storing) is done chunk by chunk: what a chunk reads fits into a core's cache, and chunks do not know of each other. A
//! stage of the passes is one color of all chunks, or several small ones in turn; in large worlds, what is interior to a region of them.

use crate::coloring::COLORS;
use crate::contact::block::{ContactBlock, ContactCold};
use crate::contact::records::list_records;
use crate::contact::sources::Sources;
use crate::prefetch::{Prefetch, prefetched};
use crate::recorder::ImpulseRecord;
use crate::room::shrink_room;
use crate::rows::{Shared, has_prefetch_write, prefetch, prefetch_write};
use crate::{Contact, ContactManifold};
use carom_math::LANES;
use carom_parallel::{Each, Executor};
use fearless_simd::{Simd, dispatch};
use std::cmp::{max, min};
use std::ops::Range;

/// Contacts to a chunk at most.
pub const CHUNK: usize = 2048;

/// Where one chunk is not enough there are a multiple of so many, so that threads get as much to do as each other; from some 60,000
/// contacts on, rounding to [`STEPS`] may spare one.
const EVENLY: usize = 2;

/// Contacts to a chunk are a multiple of these, so that they are as many in the next step.
const STEPS: usize = 64;

/// How many of so many contacts are a chunk.
pub fn chunk_size(contacts: usize) -> usize {
    if contacts <= CHUNK {
        return CHUNK;
    }
    let chunks = contacts.div_ceil(CHUNK).next_multiple_of(EVENLY);
    contacts.div_ceil(chunks).next_multiple_of(STEPS)
}

/// How many contacts of a chunk are late or recorded where little happens.
pub(crate) const FEW: usize = 96;

/// The part of what a rush of new contacts needed that is given back in each quieter step.
const SLOWLY: usize = 8;

/// Late blocks to a task: each of their contacts is looked up.
pub(crate) const BLOCKS_A_TASK: usize = 8;

/// Blocks by which the memory of a chunk grows.
const MORE_BLOCKS: usize = 12;

/// No contact in this lane.
const NO_CONTACT: u16 = u16::MAX;

/// Colors of what is interior to a region, and of what is boundary: all in a world without regions.
pub(crate) const LISTS: usize = 2 * COLORS;

/// In no list, as it does not touch; in that of the new ones, as it has no color.
const NO_LIST: u8 = u8::MAX;
const NEW: u8 = NO_LIST - 1;

const _: () = assert!(CHUNK <= NO_CONTACT as usize, "no contact of a tile has the number that says none");
const _: () = assert!(LISTS <= NEW as usize, "no list has the number of those without a list");
const _: () = assert!(CHUNK.is_multiple_of(STEPS), "a tile's size rounded up is no more than a tile");

/// One chunk: its blocks, and which contact is in which lane of them.
#[derive(Clone, Debug)]
pub(crate) struct ContactChunk {
    /// Those of one color after the other; behind them the memory of more from earlier steps.
    pub blocks: Shared<ContactBlock>,
    /// As many, hardly ever looked at.
    pub cold: Shared<ContactCold>,
    /// Where each color of interior contacts ends among the blocks, then each of boundary ones.
    ends: [u32; LISTS],
    /// The contact in each lane, counted from the chunk's first, or [`NO_CONTACT`].
    pub lanes: Vec<u16>,
    /// Those that touch and have no color (yet).
    pub new_contacts: Vec<(u16, ContactManifold)>,
    /// Whether some contact bounces.
    pub bounces: bool,
    /// The contacts whose impulses are summed up.
    pub records: Shared<ImpulseRecord>,
    /// Whether it may be kept in the next step, and what it then goes on from, if not from its blocks: see [`crate::contact::cache`].
    pub cacheable: bool,
    pub resumed: Option<Box<[ContactManifold]>>,
    /// Whether it was filled as a part of a region.
    pub has_owner: bool,
}

/// All chunks.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactChunks {
    /// Those of the contacts in their order, those of the new ones, and behind them the memory of more from earlier steps.
    pub list: Vec<ContactChunk>,
    /// How many contacts in their order are a chunk.
    pub size: usize,
    in_order: usize,
    used: usize,
    /// How many were in order at most, and how many held new ones, a part less in each quieter step.
    most: usize,
    most_new: usize,
    /// The contacts that got their colors when the chunks in order were filled already.
    new_contacts: Vec<NewContact>,
}

/// A contact that came anew: its index among all, and its place among those of its chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewContact {
    pub contact: u32,
    place: u32,
}

impl Default for ContactChunk {
    /// With room for the numbers of what a chunk can hold, so that they hardly ever grow.
    fn default() -> Self {
        Self {
            blocks: Shared::new(),
            cold: Shared::new(),
            ends: [0; LISTS],
            lanes: Vec::with_capacity(CHUNK + COLORS * LANES),
            new_contacts: Vec::with_capacity(FEW),
            bounces: false,
            records: Shared::with_capacity(FEW),
            cacheable: false,
            resumed: None,
            has_owner: false,
        }
    }
}

/// Makes a list longer, in memory that is no longer than that.
fn grow<T: Default>(list: &mut Shared<T>, count: usize) {
    let more = count.saturating_sub(list.len());
    list.cells().reserve_exact(more);
    list.resize_with(count, T::default);
}

impl ContactChunk {
    /// Plans the touching contacts by their colors, interior ones before all others: those with two points from the front, those
    /// with one from the back, so that few blocks have both.
    pub(crate) fn plan<'a>(
        &mut self,
        contacts: impl Iterator<Item = &'a Contact> + Clone,
        is_interior: impl Fn(usize) -> bool,
        mut is_new: impl FnMut(usize, &mut Vec<(u16, ContactManifold)>),
    ) {
        debug_assert!(contacts.clone().count() <= CHUNK, "more contacts than a tile has numbers for");
        // Without branches: what is interior, what touches, and at how many points, is as if by chance.
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
        // Those that do not touch all go into a lane behind the last one.
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

    /// Puts contacts that came anew into its lanes.
    fn plan_new_contacts(&mut self, contacts: &[Contact], new_contacts: &[NewContact]) {
        self.plan(
            new_contacts.iter().map(|new_contacts| &contacts[new_contacts.contact as usize]),
            |_| false,
            |_, _| {},
        );
    }

    /// Has at least as many blocks as are planned.
    fn make_blocks(&mut self) {
        let count = self.len();
        if self.blocks.len() < count {
            let more = count.next_multiple_of(MORE_BLOCKS);
            grow(&mut self.blocks, more);
            grow(&mut self.cold, more);
        }
    }

    /// Lists the contacts of its blocks that are to be recorded. `contact_of` gives the index of the contact with a number of
    /// this chunk, and where it touches.
    pub(crate) fn list_records<'a>(
        &mut self,
        tasks: Option<&Executor>,
        all: bool,
        contact_of: impl Fn(u16) -> Option<(u32, &'a ContactManifold)> + Sync,
    ) {
        let lanes = &self.lanes;
        let blocks = &self.blocks[..lanes.len() / LANES];
        shrink_room(self.records.cells(), FEW);
        list_records(tasks, &mut self.records, (blocks, &self.cold), all, |lane| contact_of(lanes[lane]));
    }

    /// Where a color of boundary contacts is among its blocks.
    pub(crate) fn color(&self, color: usize) -> Range<usize> {
        self.ends[COLORS + color - 1] as usize..self.ends[COLORS + color] as usize
    }

    /// Where what is interior is among its blocks.
    pub(crate) fn interior(&self) -> Range<usize> {
        0..self.ends[COLORS - 1] as usize
    }

    /// How many blocks it has.
    pub(crate) fn len(&self) -> usize {
        self.lanes.len() / LANES
    }

    /// Writes the impulses back to the chunk's contacts.
    #[inline(always)]
    fn store<S: Simd>(&self, simd: S, asks: bool, contacts: &mut [Contact], index_of: impl Fn(u16) -> usize) {
        let lanes_of = self.lanes.chunks_exact(LANES);
        for (number, ((block, cold), lanes)) in self.blocks.iter().zip(self.cold.iter()).zip(lanes_of).enumerate() {
            if let Some(next) = self.blocks.get(number + 1).filter(|_| asks) {
                prefetch(&next.points);
            }
            block.store(simd, cold, |lane| index_of(lanes[lane]), contacts);
        }
    }
}

/// Fills blocks with the contacts of these lanes; whether some bounce. `contact_of` gives the contact with a number of the
/// chunk. Where the work is `shared`, another core may have solved a block last.
#[inline(always)]
pub(crate) fn fill<'a, S: Simd>(
    simd: S,
    (blocks, cold): (&mut [ContactBlock], &mut [ContactCold]),
    lanes: &[u16],
    (from, shared): (Sources<'_>, bool),
    contact_of: impl Fn(u16) -> Option<(&'a Contact, &'a ContactManifold)>,
) -> bool {
    let mut bounces = false;
    let (claims, asks) = (shared && has_prefetch_write(from.walk.level), from.walk.asks);
    let ask = |next: &ContactBlock| match (claims, asks) {
        (true, _) => prefetch_write(next),
        (false, true) => prefetch(next),
        (false, false) => {}
    };
    let blocks = prefetched(blocks, ask);
    for ((block, cold), lanes) in blocks.zip(cold).zip(lanes.chunks_exact(LANES)) {
        block.prepare(simd, cold, None, |lane| contact_of(lanes[lane]), from);
        bounces |= block.bounces;
    }
    bounces
}

impl ContactChunks {
    /// Has chunks for the contacts of a step, and gives back what a rush of new ones needed before.
    pub(crate) fn begin_step(&mut self, contacts: usize) {
        let (new_contacts, size) = (self.used - self.in_order, chunk_size(contacts));
        self.most_new = max(new_contacts, self.most_new - self.most_new.div_ceil(SLOWLY));
        if size != self.size {
            self.uncache();
        }
        self.begin(contacts, size);
        self.list.truncate(max(self.most, self.in_order + self.most_new) + 1);
        self.list[self.in_order..].iter_mut().for_each(ContactChunk::unsettle);
    }

    /// Has chunks of this size for so many contacts.
    pub(crate) fn begin(&mut self, contacts: usize, size: usize) {
        self.size = size;
        self.in_order = contacts.div_ceil(size);
        self.used = self.in_order;
        self.most = max(self.most, self.in_order);
        self.make_chunks();
    }

    /// Has all chunks filled in the next step.
    pub(crate) fn uncache(&mut self) {
        self.list.iter_mut().for_each(ContactChunk::unsettle);
    }

    /// The chunks of so many contacts in their order, each with where its contacts end; none where they are not those of the last step.
    pub(crate) fn in_chunks(&self, contacts: usize) -> impl Iterator<Item = (&ContactChunk, usize)> {
        let all = if contacts.div_ceil(max(1, self.size)) == self.in_order { &self.list[..self.in_order] } else { &[] };
        all.iter().zip(1..).map(move |(chunk, next)| (chunk, min(next * self.size, contacts)))
    }

    /// Has at least as many chunks as are used.
    fn make_chunks(&mut self) {
        if self.list.len() < self.used {
            self.list.resize_with(self.used, ContactChunk::default);
        }
    }

    /// Whether some came anew.
    pub(crate) fn any_new_contacts(&self) -> bool {
        self.list[..self.in_order].iter().any(|chunk| !chunk.new_contacts.is_empty())
    }

    /// Lists what came anew and has a color now, for chunks of its own; then the rest, which has none.
    pub(crate) fn plan_new_contacts(&mut self, contacts: &[Contact], rest: &mut Vec<NewContact>) {
        rest.clear();
        self.new_contacts.clear();
        for (number, chunk) in self.list[..self.in_order].iter().enumerate() {
            for (place, &(index, _)) in chunk.new_contacts.iter().enumerate() {
                let new_contacts =
                    NewContact { contact: (number * self.size) as u32 + u32::from(index), place: place as u32 };
                let colored = usize::from(contacts[new_contacts.contact as usize].color) < COLORS;
                if colored { &mut self.new_contacts } else { &mut *rest }.push(new_contacts);
            }
        }
        self.used = self.in_order + self.new_contacts.len().div_ceil(CHUNK);
        self.make_chunks();
        if let [chunk] = &mut self.list[self.in_order..self.used] {
            chunk.plan_new_contacts(contacts, &self.new_contacts);
        }
    }

    /// Fills the chunks of what came anew. Where there are several, threads plan them here: what runs beside something has no stages.
    pub(crate) fn fill_new_contacts(&mut self, tasks: &Executor, contacts: &[Contact], from: Sources<'_>) {
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
                new_contacts
                    .get(usize::from(number))
                    .map(|new_contacts| (new_contacts, new_manifold((in_order, size), new_contacts)))
            };
            // There are few of these chunks, mostly one, so that their blocks are what is shared.
            let (count, lanes) = (chunk.len(), &chunk.lanes);
            let columns = (&mut chunk.blocks[..count], &mut chunk.cold[..count]);
            tasks.blocks(BLOCKS_A_TASK, columns, |first, columns| {
                let contact_of =
                    |number| contact_of(number).map(|(new_contacts, manifold)| (&contacts[new_contacts.contact as usize], manifold));
                dispatch!(from.walk.level, simd => fill(simd, columns, &lanes[first * LANES..], (from, shared), contact_of));
            });
            chunk.bounces = chunk.blocks[..count].iter().any(|block| block.bounces);
            chunk.list_records(Some(tasks), from.recorder.all, |number| {
                contact_of(number).map(|(new_contacts, manifold)| (new_contacts.contact, manifold))
            });
        }
    }

    /// Where a contact touches that came anew.
    pub(crate) fn manifold_of(&self, new_contacts: &NewContact) -> &ContactManifold {
        new_manifold((&self.list, self.size), new_contacts)
    }

    /// Writes the impulses back to the contacts.
    pub(crate) fn store(&mut self, Prefetch { level, asks }: Prefetch, tasks: &Executor, contacts: &mut [Contact]) {
        let Self { list, size, in_order, used, new_contacts, .. } = self;
        let (chunks, new_chunks) = list[..*used].split_at_mut(*in_order);
        tasks.blocks(*size, (&mut contacts[..], Each(*size, chunks)), |_, (contacts, Each(_, chunks))| {
            dispatch!(level, simd => chunks[0].store(simd, asks, contacts, usize::from));
        });
        for (chunk, new_contacts) in new_chunks.iter().zip(new_contacts.chunks(CHUNK)) {
            let index_of = |number: u16| {
                new_contacts.get(usize::from(number)).map_or(usize::MAX, |new_contacts| new_contacts.contact as usize)
            };
            dispatch!(level, simd => chunk.store(simd, asks, contacts, index_of));
        }
    }

    /// How many chunks there are of contacts in their order: the others are of new ones.
    pub(crate) fn in_order(&self) -> usize {
        self.in_order
    }

    /// The chunks in use, to be filled.
    pub(crate) fn list_mut(&mut self) -> &mut [ContactChunk] {
        &mut self.list[..self.used]
    }

    /// The chunks in use.
    pub(crate) fn list(&self) -> &[ContactChunk] {
        &self.list[..self.used]
    }
}

/// Where a contact touches that came anew.
fn new_manifold<'a>((in_order, size): (&'a [ContactChunk], usize), new_contacts: &NewContact) -> &'a ContactManifold {
    &in_order[new_contacts.contact as usize / size].new_contacts[new_contacts.place as usize].1
}
