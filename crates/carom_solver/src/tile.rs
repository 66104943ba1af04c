//! Runs of neighbouring contacts, cut into blocks of one colour each. All that is done once a step (planning, preparing,
//! storing) is done tile by tile: what a tile reads fits into a core's cache, and tiles do not know of each other. A
//! stage of the passes is one colour of all tiles.

use crate::colour::COLOURS;
use crate::contact_block::{ContactBlock, ContactCold};
use crate::room::make_room;
use crate::rows::RowLimit;
use crate::watch::{Watch, Watched, list_watched};
use crate::{BodyMass, BodyState, Contact, Touch};
use carom_math::LANES;
use carom_tasks::Columns;
use fearless_simd::Simd;
use std::ops::Range;

/// Contacts to a tile.
pub const TILE: usize = 2048;

/// No contact in this lane.
const NO_CONTACT: u16 = u16::MAX;

/// The plan of one tile.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// Its first block in [`Tiles::blocks`].
    first: usize,
    /// Where each colour ends, counted from there.
    ends: [u32; COLOURS],
    /// The contact in each lane, counted from the tile's first, or [`NO_CONTACT`].
    lanes: Vec<u16>,
    /// Those that touch and have no colour.
    pub rest: Vec<u16>,
    /// Whether some contact bounces.
    pub bounces: bool,
    /// The contacts whose impulses are summed up.
    pub watched: Vec<Watched>,
}

/// All tiles, and their blocks one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tiles {
    /// Those in use, and behind them the memory of more from earlier steps.
    list: Vec<Tile>,
    used: usize,
    blocks: Vec<ContactBlock>,
    /// As many, hardly ever looked at.
    cold: Vec<ContactCold>,
}

/// What blocks are filled from.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub masses: &'a [BodyMass],
    pub states: &'a [BodyState],
    pub limit: RowLimit,
    pub watch: Watch,
}

impl Default for Tile {
    /// With room for what a tile can hold, so that it hardly ever grows.
    fn default() -> Self {
        let lanes = Vec::with_capacity(TILE + COLOURS * LANES);
        Self {
            first: 0,
            ends: [0; COLOURS],
            lanes,
            rest: Vec::with_capacity(TILE / 4),
            bounces: false,
            watched: Vec::with_capacity(TILE / 32),
        }
    }
}

impl Tile {
    /// Plans the touching contacts by their colours: those with two points from the front, those with one from the back,
    /// so that few blocks have both.
    pub(crate) fn plan(&mut self, contacts: &[Contact]) {
        let mut counts = [0_u32; COLOURS];
        self.rest.clear();
        for (index, contact) in contacts.iter().enumerate() {
            if contact.touches() {
                match counts.get_mut(usize::from(contact.colour)) {
                    Some(count) => *count += 1,
                    None => self.rest.push(index as u16),
                }
            }
        }
        let mut free = [[0_usize; 2]; COLOURS];
        let mut blocks = 0;
        for ((count, free), end) in counts.iter().zip(&mut free).zip(&mut self.ends) {
            let first = blocks as usize * LANES;
            *free = [first, first + *count as usize];
            blocks += count.div_ceil(LANES as u32);
            *end = blocks;
        }
        self.lanes.clear();
        self.lanes.resize(blocks as usize * LANES, NO_CONTACT);
        for (index, contact) in contacts.iter().enumerate() {
            if contact.touches()
                && let Some([front, back]) = free.get_mut(usize::from(contact.colour))
            {
                let two = contact.count > 1;
                *back -= usize::from(!two);
                self.lanes[if two { *front } else { *back }] = index as u16;
                *front += usize::from(two);
            }
        }
    }

    /// Fills its blocks.
    #[inline(always)]
    pub(crate) fn prepare<S: Simd>(
        &mut self,
        simd: S,
        (blocks, cold): (&mut [ContactBlock], &mut [ContactCold]),
        contacts: &[Contact],
        touches: &[Touch],
        from: Sources<'_>,
    ) {
        self.bounces = false;
        for ((block, cold), lanes) in blocks.iter_mut().zip(cold).zip(self.lanes.chunks_exact(LANES)) {
            block.prepare(simd, cold, |lane| usize::from(lanes[lane]), contacts, touches, from);
            self.bounces |= block.bounces;
        }
    }

    /// Lists the contacts of its blocks that are to be watched; `first` is the index of its first contact.
    pub(crate) fn watch(&mut self, blocks: &[ContactBlock], cold: &[ContactCold], all: bool, first: usize) {
        let lanes = &self.lanes;
        let contact_of =
            |lane: usize| Some(lanes[lane]).filter(|&l| l != NO_CONTACT).map(|l| first as u32 + u32::from(l));
        list_watched(&mut self.watched, (blocks, cold), all, contact_of);
    }

    /// Where a colour is among its blocks.
    pub(crate) fn colour(&self, colour: usize) -> Range<usize> {
        let first = if colour == 0 { 0 } else { self.ends[colour - 1] };
        first as usize..self.ends[colour] as usize
    }

    /// How many blocks it has.
    fn len(&self) -> usize {
        self.lanes.len() / LANES
    }

    /// Writes the impulses back to the tile's contacts.
    pub(crate) fn store(&self, blocks: &[ContactBlock], cold: &[ContactCold], contacts: &mut [Contact]) {
        let blocks = blocks[self.first..].iter().zip(&cold[self.first..]);
        for ((block, cold), lanes) in blocks.zip(self.lanes.chunks_exact(LANES)) {
            block.store(cold, |lane| usize::from(lanes[lane]), contacts);
        }
    }
}

impl Tiles {
    /// Tiles for so many contacts.
    pub(crate) fn for_contacts(&mut self, contacts: usize) -> &mut [Tile] {
        self.used = contacts.div_ceil(TILE);
        if self.list.len() < self.used {
            self.list.resize_with(self.used, Tile::default);
        }
        &mut self.list[..self.used]
    }

    /// The tiles in use.
    pub(crate) fn list(&self) -> &[Tile] {
        &self.list[..self.used]
    }

    /// Gives each tile its blocks, as many as it planned.
    pub(crate) fn place(&mut self) {
        let mut blocks = 0;
        for tile in &mut self.list[..self.used] {
            tile.first = blocks;
            blocks += tile.len();
        }
        make_room(&mut self.blocks, blocks);
        self.blocks.resize_with(blocks, ContactBlock::default);
        make_room(&mut self.cold, blocks);
        self.cold.resize_with(blocks, ContactCold::default);
    }

    /// The tiles with their blocks, to be cut between tiles.
    pub(crate) fn columns(&mut self) -> TileColumns<'_> {
        TileColumns { list: &mut self.list[..self.used], blocks: &mut self.blocks, cold: &mut self.cold }
    }

    /// The tiles to be changed beside all blocks to be read.
    pub(crate) fn parts(&mut self) -> (&mut [Tile], &[ContactBlock], &[ContactCold]) {
        (&mut self.list[..self.used], &self.blocks, &self.cold)
    }
}

/// Some tiles and their blocks.
pub(crate) struct TileColumns<'a> {
    list: &'a mut [Tile],
    blocks: &'a mut [ContactBlock],
    cold: &'a mut [ContactCold],
}

impl Columns for TileColumns<'_> {
    fn rows(&self) -> usize {
        self.list.len()
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let cut = match (self.list.first(), self.list.get(at)) {
            (Some(first), Some(next)) => next.first - first.first,
            _ => self.blocks.len(),
        };
        let (left, right) = self.list.split_at_mut(at);
        let (mine, others) = self.blocks.split_at_mut(cut);
        let (my_cold, other_cold) = self.cold.split_at_mut(cut);
        (Self { list: left, blocks: mine, cold: my_cold }, Self { list: right, blocks: others, cold: other_cold })
    }
}

impl<'a> TileColumns<'a> {
    /// Each tile with its blocks.
    pub(crate) fn each(self) -> impl Iterator<Item = (&'a mut Tile, &'a mut [ContactBlock], &'a mut [ContactCold])> {
        let mut rest = (self.blocks, self.cold);
        self.list.iter_mut().map(move |tile| {
            let (mine, others) = std::mem::take(&mut rest.0).split_at_mut(tile.len());
            let (my_cold, other_cold) = std::mem::take(&mut rest.1).split_at_mut(tile.len());
            rest = (others, other_cold);
            (tile, mine, my_cold)
        })
    }
}
