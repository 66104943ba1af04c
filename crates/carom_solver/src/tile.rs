//! A run of neighbouring contacts, cut into blocks of one colour each. All that is done once a step (planning, preparing,
//! storing) is done tile by tile: what a tile reads fits into a core's cache, and tiles do not know of each other. A
//! stage of the passes is one colour of all tiles.

use crate::colour::COLOURS;
use crate::contact_block::{ContactBlock, EMPTY_LANE};
use crate::rows::RowLimit;
use crate::{BodyMass, BodyState, Contact, Touch};
use carom_math::LANES;
use fearless_simd::Simd;
use std::ops::Range;

/// Contacts to a tile.
pub const TILE: usize = 2048;

/// The contacts of one tile in lanes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tile {
    /// Blocks, colour by colour. Those from earlier steps beyond the last are kept for reuse.
    blocks: Vec<ContactBlock>,
    /// Where each colour ends.
    ends: [u32; COLOURS],
    /// The contact in each lane, counted from the tile's first, or [`EMPTY_LANE`].
    lanes: Vec<u32>,
    /// Those that touch and have no colour.
    pub rest: Vec<u32>,
    /// Whether some contact bounces.
    pub bounces: bool,
}

/// What blocks are filled from.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub masses: &'a [BodyMass],
    pub states: &'a [BodyState],
    pub limit: RowLimit,
}

impl Tile {
    /// Plans the touching contacts by their colours, each colour in the order of the contacts.
    pub(crate) fn plan(&mut self, contacts: &[Contact]) {
        let mut counts = [0_u32; COLOURS];
        self.rest.clear();
        for (index, contact) in contacts.iter().enumerate() {
            if contact.touches() {
                match counts.get_mut(usize::from(contact.colour)) {
                    Some(count) => *count += 1,
                    None => self.rest.push(index as u32),
                }
            }
        }
        let mut next = [0_usize; COLOURS];
        let mut blocks = 0;
        for ((count, next), end) in counts.iter().zip(&mut next).zip(&mut self.ends) {
            *next = blocks as usize * LANES;
            blocks += count.div_ceil(LANES as u32);
            *end = blocks;
        }
        self.lanes.clear();
        self.lanes.resize(blocks as usize * LANES, EMPTY_LANE);
        for (index, contact) in contacts.iter().enumerate() {
            if contact.touches()
                && let Some(next) = next.get_mut(usize::from(contact.colour))
            {
                self.lanes[*next] = index as u32;
                *next += 1;
            }
        }
        if self.blocks.len() < blocks as usize {
            self.blocks.resize_with(blocks as usize, ContactBlock::default);
        }
    }

    /// Fills the blocks that were planned.
    #[inline(always)]
    pub(crate) fn prepare<S: Simd>(&mut self, simd: S, contacts: &[Contact], touches: &[Touch], from: Sources<'_>) {
        self.bounces = false;
        for (block, lanes) in self.blocks.iter_mut().zip(self.lanes.chunks_exact(LANES)) {
            block.prepare(simd, lanes, contacts, touches, from);
            self.bounces |= block.bounces;
        }
    }

    /// The blocks of a colour.
    pub(crate) fn colour(&mut self, colour: usize) -> &mut [ContactBlock] {
        let range = self.range(colour);
        &mut self.blocks[range]
    }

    /// How many blocks a colour has.
    pub(crate) fn count(&self, colour: usize) -> usize {
        self.range(colour).len()
    }

    fn range(&self, colour: usize) -> Range<usize> {
        let first = if colour == 0 { 0 } else { self.ends[colour - 1] };
        first as usize..self.ends[colour] as usize
    }

    /// Writes the impulses back to the tile's contacts.
    pub(crate) fn store(&self, contacts: &mut [Contact]) {
        for (block, lanes) in self.blocks.iter().zip(self.lanes.chunks_exact(LANES)) {
            block.store(lanes, contacts);
        }
    }
}
