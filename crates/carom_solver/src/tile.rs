//! Runs of neighbouring contacts, cut into blocks of one colour each. All that is done once a step (planning, preparing,
//! storing) is done tile by tile: what a tile reads fits into a core's cache, and tiles do not know of each other. A
//! stage of the passes is one colour of all tiles.

use crate::ahead::ahead;
use crate::colour::COLOURS;
use crate::contact_block::{ContactBlock, ContactCold};
use crate::room::{calm_room, keep_room, make_room};
use crate::rows::{RowLimit, fetch};
use crate::watch::{Watch, Watched, list_watched};
use crate::{BodyMass, BodyState, Contact, Touch};
use carom_math::LANES;
use carom_tasks::{Columns, Each, Executor};
use fearless_simd::{Level, Simd, dispatch};
use std::ops::Range;

/// Contacts to a tile.
pub const TILE: usize = 2048;

/// How many contacts of a tile are late or watched where little happens.
const FEW: usize = 128;

/// Late blocks to a task: each of their contacts is looked up.
const BLOCKS_A_TASK: usize = 8;

/// No contact in this lane.
const NO_CONTACT: u16 = u16::MAX;

/// The plan of one tile.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// Its first block in [`Tiles::blocks`], and how many it may have.
    first: usize,
    room: usize,
    /// How many blocks it would have had in the last step with room enough.
    wanted: usize,
    /// Where each colour ends, counted from its first block.
    ends: [u32; COLOURS],
    /// The contact in each lane, counted from the tile's first, or [`NO_CONTACT`].
    lanes: Vec<u16>,
    /// Those that touch and found no place in it: they have no colour (yet), or there was no room.
    late: Vec<(u16, Touch)>,
    /// Whether some contact bounces.
    pub bounces: bool,
    /// The contacts whose impulses are summed up.
    pub watched: Vec<Watched>,
}

/// All tiles, and their blocks one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tiles {
    /// Those of the contacts in their order, those of the late ones, and behind them the memory of more from earlier steps.
    list: Vec<Tile>,
    in_order: usize,
    used: usize,
    blocks: Vec<ContactBlock>,
    /// As many, hardly ever looked at.
    cold: Vec<ContactCold>,
    /// The contacts that got their colours when the tiles in order were full.
    late: Vec<Late>,
}

/// A contact that came late: its index among all, and its place among those of its tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late {
    pub contact: u32,
    place: u32,
}

/// What blocks are filled from.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub level: Level,
    pub masses: &'a [BodyMass],
    pub states: &'a [BodyState],
    pub limit: RowLimit,
    pub watch: Watch,
}

impl Default for Tile {
    /// With room for what a tile can hold, so that it hardly ever grows.
    fn default() -> Self {
        Self {
            first: 0,
            room: 0,
            wanted: 0,
            ends: [0; COLOURS],
            lanes: Vec::with_capacity(TILE + COLOURS * LANES),
            late: Vec::with_capacity(FEW),
            bounces: false,
            watched: Vec::with_capacity(FEW),
        }
    }
}

impl Tile {
    /// Plans the touching contacts by their colours: those with two points from the front, those with one from the back,
    /// so that few blocks have both.
    fn plan<'a>(
        &mut self,
        contacts: impl Iterator<Item = &'a Contact> + Clone,
        mut is_late: impl FnMut(usize, &mut Vec<(u16, Touch)>),
    ) {
        let mut counts = [0_u32; COLOURS];
        for contact in contacts.clone().filter(|contact| contact.touches()) {
            if let Some(count) = counts.get_mut(usize::from(contact.colour)) {
                *count += 1;
            }
        }
        let mut free = [None; COLOURS];
        let mut blocks = 0;
        self.wanted = 0;
        for ((&count, free), end) in counts.iter().zip(&mut free).zip(&mut self.ends) {
            let more = count.div_ceil(LANES as u32);
            self.wanted += more as usize;
            // A colour that has no room is late.
            if (blocks + more) as usize <= self.room {
                let first = blocks as usize * LANES;
                *free = Some([first, first + count as usize]);
                blocks += more;
            }
            *end = blocks;
        }
        self.lanes.clear();
        self.lanes.resize(blocks as usize * LANES, NO_CONTACT);
        for (index, contact) in contacts.enumerate().filter(|(_, contact)| contact.touches()) {
            let Some(Some([front, back])) = free.get_mut(usize::from(contact.colour)) else {
                is_late(index, &mut self.late);
                continue;
            };
            let two = contact.count > 1;
            *back -= usize::from(!two);
            self.lanes[if two { *front } else { *back }] = index as u16;
            *front += usize::from(two);
        }
    }

    /// Lists the contacts of its blocks that are to be watched. `contact_of` gives the index of the contact with a number of
    /// this tile, and where it touches.
    fn watch<'a>(
        &mut self,
        (blocks, cold): (&[ContactBlock], &[ContactCold]),
        all: bool,
        contact_of: impl Fn(u16) -> Option<(u32, &'a Touch)>,
    ) {
        let lanes = &self.lanes;
        let blocks = &blocks[..lanes.len() / LANES];
        calm_room(&mut self.watched, FEW);
        list_watched(&mut self.watched, (blocks, cold), all, |lane| contact_of(lanes[lane]));
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
    #[inline(always)]
    fn store(
        &self,
        blocks: &[ContactBlock],
        cold: &[ContactCold],
        contacts: &mut [Contact],
        index_of: impl Fn(u16) -> usize,
    ) {
        let (blocks, cold) = (&blocks[self.first..], &cold[self.first..]);
        let lanes_of = self.lanes.chunks_exact(LANES);
        for (number, ((block, cold), lanes)) in blocks.iter().zip(cold).zip(lanes_of).enumerate() {
            if let Some(next) = blocks.get(number + 1) {
                fetch(&next.points);
            }
            block.store(cold, |lane| index_of(lanes[lane]), contacts);
        }
    }
}

/// Fills blocks with the contacts of these lanes, as far as there are any; whether some bounce. `contact_of` gives the
/// contact with a number of the tile.
#[inline(always)]
fn fill<'a, S: Simd>(
    simd: S,
    (blocks, cold): (&mut [ContactBlock], &mut [ContactCold]),
    lanes: &[u16],
    from: Sources<'_>,
    contact_of: impl Fn(u16) -> Option<(&'a Contact, &'a Touch)>,
) -> bool {
    let count = lanes.len() / LANES;
    let mut bounces = false;
    let blocks = if count < blocks.len() { &mut blocks[..count] } else { blocks };
    for ((block, cold), lanes) in ahead(blocks).zip(cold).zip(lanes.chunks_exact(LANES)) {
        block.prepare(simd, cold, |lane| contact_of(lanes[lane]), from);
        bounces |= block.bounces;
    }
    bounces
}

impl Tiles {
    /// Tiles for so many contacts, each with room for what it wanted in the last step and a little more.
    pub(crate) fn open<'a>(&'a mut self, contacts: usize, from: Sources<'a>) -> ContactTiles<'a> {
        self.in_order = contacts.div_ceil(TILE);
        self.used = self.in_order;
        if self.list.len() < self.used {
            self.list.resize_with(self.used, Tile::default);
        }
        let mut blocks = 0;
        for tile in &mut self.list[..self.used] {
            tile.first = blocks;
            tile.room = tile.wanted + tile.wanted / 64 + 1;
            blocks += tile.room;
        }
        make_room(&mut self.blocks, blocks);
        self.blocks.resize_with(blocks, ContactBlock::default);
        make_room(&mut self.cold, blocks);
        self.cold.resize_with(blocks, ContactCold::default);
        ContactTiles { columns: self.columns(), from }
    }

    /// Takes up what came late and has a colour now, in tiles of its own; lists the rest, which has none.
    pub(crate) fn add_late(&mut self, tasks: &Executor, contacts: &[Contact], from: Sources<'_>, rest: &mut Vec<Late>) {
        rest.clear();
        self.late.clear();
        for (number, tile) in self.list[..self.in_order].iter().enumerate() {
            for (place, &(index, _)) in tile.late.iter().enumerate() {
                let late = Late { contact: (number * TILE) as u32 + u32::from(index), place: place as u32 };
                let coloured = usize::from(contacts[late.contact as usize].colour) < COLOURS;
                if coloured { &mut self.late } else { &mut *rest }.push(late);
            }
        }
        self.used = self.in_order + self.late.len().div_ceil(TILE);
        if self.used == self.in_order {
            return;
        }
        if self.list.len() < self.used {
            self.list.resize_with(self.used, Tile::default);
        }
        let first = self.blocks.len();
        let mut blocks = first;
        let all_late = &self.late[..];
        let (in_order, tiles) = self.list[..self.used].split_at_mut(self.in_order);
        tasks.blocks(TILE, (all_late, Each(TILE, &mut *tiles)), |_, (late, Each(_, tiles))| {
            tiles[0].room = usize::MAX;
            tiles[0].plan(late.iter().map(|late| &contacts[late.contact as usize]), |_, _| {});
        });
        for tile in &mut *tiles {
            (tile.first, tile.room) = (blocks, tile.len());
            blocks += tile.room;
        }
        keep_room(&mut self.blocks, blocks);
        self.blocks.resize_with(blocks, ContactBlock::default);
        keep_room(&mut self.cold, blocks);
        self.cold.resize_with(blocks, ContactCold::default);
        let columns = TileColumns { list: tiles, blocks: &mut self.blocks[first..], cold: &mut self.cold[first..] };
        let in_order = &*in_order;
        for ((tile, blocks, cold), late) in columns.each().zip(all_late.chunks(TILE)) {
            let contact_of = |number: u16| late.get(usize::from(number)).map(|late| (late, late_touch(in_order, late)));
            // There are few of these tiles, mostly one, so that their blocks are what is shared.
            let lanes = &tile.lanes;
            tasks.blocks(BLOCKS_A_TASK, (&mut *blocks, &mut *cold), |first, columns| {
                let contact_of =
                    |number| contact_of(number).map(|(late, touch)| (&contacts[late.contact as usize], touch));
                dispatch!(from.level, simd => fill(simd, columns, &lanes[first * LANES..], from, contact_of));
            });
            tile.bounces = blocks.iter().any(|block| block.bounces);
            let watched_of = |number| contact_of(number).map(|(late, touch)| (late.contact, touch));
            tile.watch((blocks, cold), from.watch.all, watched_of);
        }
    }

    /// Where a contact touches that came late.
    pub(crate) fn touch_of(&self, late: &Late) -> &Touch {
        late_touch(&self.list, late)
    }

    /// Writes the impulses back to the contacts.
    pub(crate) fn store(&mut self, tasks: &Executor, contacts: &mut [Contact]) {
        let Self { list, in_order, used, blocks, cold, late } = self;
        let all_late = &*late;
        let (tiles, late) = list[..*used].split_at_mut(*in_order);
        tasks.blocks(TILE, (&mut contacts[..], Each(TILE, tiles)), |_, (contacts, Each(_, tiles))| {
            tiles[0].store(blocks, cold, contacts, usize::from);
        });
        for (tile, late) in late.iter().zip(all_late.chunks(TILE)) {
            let index_of = |number: u16| late.get(usize::from(number)).map_or(usize::MAX, |late| late.contact as usize);
            tile.store(blocks, cold, contacts, index_of);
        }
    }

    /// The tiles in use.
    pub(crate) fn list(&self) -> &[Tile] {
        &self.list[..self.used]
    }

    /// The tiles with their blocks, to be cut between tiles.
    pub(crate) fn columns(&mut self) -> TileColumns<'_> {
        TileColumns { list: &mut self.list[..self.used], blocks: &mut self.blocks, cold: &mut self.cold }
    }
}

/// The tiles of contacts in their order, to be cut where the contacts are cut (at multiples of [`TILE`]) and filled.
pub struct ContactTiles<'a> {
    columns: TileColumns<'a>,
    from: Sources<'a>,
}

impl Columns for ContactTiles<'_> {
    fn rows(&self) -> usize {
        usize::MAX
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let (left, right) = self.columns.cut(at.div_ceil(TILE));
        (Self { columns: left, from: self.from }, Self { columns: right, from: self.from })
    }
}

impl ContactTiles<'_> {
    /// Fills the blocks of one tile, whose first contact has the number `first`, with those of its contacts that touch and
    /// have a colour.
    pub fn fill(self, first: usize, contacts: &[Contact], touches: &[Touch]) {
        let from = self.from;
        for (tile, blocks, cold) in self.columns.each() {
            calm_room(&mut tile.late, FEW);
            tile.late.clear();
            tile.plan(contacts.iter(), |index, late| late.push((index as u16, touches[index])));
            let contact_of = |number: u16| contacts.get(usize::from(number)).zip(touches.get(usize::from(number)));
            let (columns, lanes) = ((&mut *blocks, &mut *cold), &tile.lanes);
            tile.bounces = dispatch!(from.level, simd => fill(simd, columns, lanes, from, contact_of));
            let index_of = |number: u16| Some((first as u32 + u32::from(number), touches.get(usize::from(number))?));
            tile.watch((blocks, cold), from.watch.all, index_of);
        }
    }
}

/// Where a contact touches that came late.
fn late_touch<'a>(in_order: &'a [Tile], late: &Late) -> &'a Touch {
    &in_order[late.contact as usize / TILE].late[late.place as usize].1
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
            let (mine, others) = std::mem::take(&mut rest.0).split_at_mut(tile.room);
            let (my_cold, other_cold) = std::mem::take(&mut rest.1).split_at_mut(tile.room);
            rest = (others, other_cold);
            (tile, mine, my_cold)
        })
    }
}
