//! Runs of neighbouring contacts, cut into blocks of one colour each. All that is done once a step (planning, preparing,
//! storing) is done tile by tile: what a tile reads fits into a core's cache, and tiles do not know of each other. A
//! stage of the passes is one colour of all tiles, or several small ones in turn; in large worlds, what is inner to a region of them.

use crate::ahead::{Walk, ahead};
use crate::colour::COLOURS;
use crate::contact_block::{ContactBlock, ContactCold};
use crate::region::Regions;
use crate::room::{calm_room, make_room};
use crate::rows::{RowLimit, Shared, claim, fetch, has_claim};
use crate::watch::{Watch, Watched, list_watched};
use crate::{BodyMass, BodyState, Contact, Touch};
use carom_math::LANES;
use carom_tasks::{Columns, Each, Executor, Tail};
use fearless_simd::{Simd, dispatch};
use std::cmp::{max, min};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Contacts to a tile at most.
pub const TILE: usize = 2048;

/// Where one tile is not enough there are a multiple of so many, so that threads get as much to do as each other; from some 60,000
/// contacts on, rounding to [`STEPS`] may spare one.
const EVENLY: usize = 2;

/// Contacts to a tile are a multiple of these, so that they are as many in the next step.
const STEPS: usize = 64;

/// How many of so many contacts are a tile.
pub fn tile_size(contacts: usize) -> usize {
    if contacts <= TILE {
        return TILE;
    }
    let tiles = contacts.div_ceil(TILE).next_multiple_of(EVENLY);
    contacts.div_ceil(tiles).next_multiple_of(STEPS)
}

/// How many contacts of a tile are late or watched where little happens.
const FEW: usize = 96;

/// The part of what a rush of late contacts needed that is given back in each quieter step.
const SLOWLY: usize = 8;

/// Late blocks to a task: each of their contacts is looked up.
const BLOCKS_A_TASK: usize = 8;

/// Blocks by which the memory of a tile grows.
const MORE_BLOCKS: usize = 12;

/// No contact in this lane.
const NO_CONTACT: u16 = u16::MAX;

/// Colours of what is inner to a region, and of what is outer: all in a world without regions.
const LISTS: usize = 2 * COLOURS;

/// In no list, as it does not touch; in that of the late ones, as it has no colour.
const NO_LIST: u8 = u8::MAX;
const LATE: u8 = NO_LIST - 1;

const _: () = assert!(TILE <= NO_CONTACT as usize, "no contact of a tile has the number that says none");
const _: () = assert!(LISTS <= LATE as usize, "no list has the number of those without a list");
const _: () = assert!(TILE.is_multiple_of(STEPS), "a tile's size rounded up is no more than a tile");

/// One tile: its blocks, and which contact is in which lane of them.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// Those of one colour after the other; behind them the memory of more from earlier steps.
    pub blocks: Shared<ContactBlock>,
    /// As many, hardly ever looked at.
    pub cold: Shared<ContactCold>,
    /// Where each colour of inner contacts ends among the blocks, then each of outer ones.
    ends: [u32; LISTS],
    /// The contact in each lane, counted from the tile's first, or [`NO_CONTACT`].
    pub lanes: Vec<u16>,
    /// Those that touch and have no colour (yet).
    late: Vec<(u16, Touch)>,
    /// Whether some contact bounces.
    pub bounces: bool,
    /// The contacts whose impulses are summed up.
    pub watched: Shared<Watched>,
    /// Whether it may be kept in the next step, and what it then goes on from, if not from its blocks: see [`crate::keep`].
    pub settled: bool,
    pub resumed: Option<Box<[Touch]>>,
    /// Whether it was filled as a part of a region.
    pub has_home: bool,
}

/// All tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tiles {
    /// Those of the contacts in their order, those of the late ones, and behind them the memory of more from earlier steps.
    pub list: Vec<Tile>,
    /// How many contacts in their order are a tile.
    pub size: usize,
    in_order: usize,
    used: usize,
    /// How many were in order at most, and how many held late ones, a part less in each quieter step.
    most: usize,
    most_late: usize,
    /// The contacts that got their colours when the tiles in order were filled already.
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
    pub walk: Walk,
    pub masses: &'a [BodyMass],
    pub states: &'a [BodyState],
    pub limit: RowLimit,
    pub watch: Watch,
    /// Whether touches have arms in place of anchors: see [`crate::KeptTile`].
    pub armed: bool,
}

impl Default for Tile {
    /// With room for the numbers of what a tile can hold, so that they hardly ever grow.
    fn default() -> Self {
        Self {
            blocks: Shared::new(),
            cold: Shared::new(),
            ends: [0; LISTS],
            lanes: Vec::with_capacity(TILE + COLOURS * LANES),
            late: Vec::with_capacity(FEW),
            bounces: false,
            watched: Shared::with_capacity(FEW),
            settled: false,
            resumed: None,
            has_home: false,
        }
    }
}

/// Makes a list longer, in memory that is no longer than that.
fn grow<T: Default>(list: &mut Shared<T>, count: usize) {
    let more = count.saturating_sub(list.len());
    list.cells().reserve_exact(more);
    list.resize_with(count, T::default);
}

impl Tile {
    /// Plans the touching contacts by their colours, inner ones before all others: those with two points from the front, those
    /// with one from the back, so that few blocks have both.
    fn plan<'a>(
        &mut self,
        contacts: impl Iterator<Item = &'a Contact> + Clone,
        is_inner: impl Fn(usize) -> bool,
        mut is_late: impl FnMut(usize, &mut Vec<(u16, Touch)>),
    ) {
        debug_assert!(contacts.clone().count() <= TILE, "more contacts than a tile has numbers for");
        // Without branches: what is inner, what touches, and at how many points, is as if by chance.
        let mut counts = [0_u32; 1 + u8::MAX as usize];
        let mut lists = [NO_LIST; TILE];
        for (index, (list, contact)) in lists.iter_mut().zip(contacts.clone()).enumerate() {
            let of_colour = contact.colour.wrapping_add(COLOURS as u8 * u8::from(!is_inner(index)));
            let of_those = if usize::from(contact.colour) < COLOURS { of_colour } else { LATE };
            *list = if contact.touches() { of_those } else { NO_LIST };
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
            if list == LATE {
                is_late(index, &mut self.late);
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

    /// Puts contacts that came late into its lanes.
    fn plan_late(&mut self, contacts: &[Contact], late: &[Late]) {
        self.plan(late.iter().map(|late| &contacts[late.contact as usize]), |_| false, |_, _| {});
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

    /// Lists the contacts of its blocks that are to be watched. `contact_of` gives the index of the contact with a number of
    /// this tile, and where it touches.
    fn watch<'a>(
        &mut self,
        tasks: Option<&Executor>,
        all: bool,
        contact_of: impl Fn(u16) -> Option<(u32, &'a Touch)> + Sync,
    ) {
        let lanes = &self.lanes;
        let blocks = &self.blocks[..lanes.len() / LANES];
        calm_room(self.watched.cells(), FEW);
        list_watched(tasks, &mut self.watched, (blocks, &self.cold), all, |lane| contact_of(lanes[lane]));
    }

    /// Where a colour of outer contacts is among its blocks.
    pub(crate) fn colour(&self, colour: usize) -> Range<usize> {
        self.ends[COLOURS + colour - 1] as usize..self.ends[COLOURS + colour] as usize
    }

    /// Where what is inner is among its blocks.
    pub(crate) fn inner(&self) -> Range<usize> {
        0..self.ends[COLOURS - 1] as usize
    }

    /// How many blocks it has.
    pub(crate) fn len(&self) -> usize {
        self.lanes.len() / LANES
    }

    /// Writes the impulses back to the tile's contacts.
    #[inline(always)]
    fn store<S: Simd>(&self, simd: S, asks: bool, contacts: &mut [Contact], index_of: impl Fn(u16) -> usize) {
        let lanes_of = self.lanes.chunks_exact(LANES);
        for (number, ((block, cold), lanes)) in self.blocks.iter().zip(self.cold.iter()).zip(lanes_of).enumerate() {
            if let Some(next) = self.blocks.get(number + 1).filter(|_| asks) {
                fetch(&next.points);
            }
            block.store(simd, cold, |lane| index_of(lanes[lane]), contacts);
        }
    }
}

/// Fills blocks with the contacts of these lanes; whether some bounce. `contact_of` gives the contact with a number of the
/// tile. Where the work is `shared`, another core may have solved a block last.
#[inline(always)]
fn fill<'a, S: Simd>(
    simd: S,
    (blocks, cold): (&mut [ContactBlock], &mut [ContactCold]),
    lanes: &[u16],
    (from, shared): (Sources<'_>, bool),
    contact_of: impl Fn(u16) -> Option<(&'a Contact, &'a Touch)>,
) -> bool {
    let mut bounces = false;
    let (claims, asks) = (shared && has_claim(from.walk.level), from.walk.asks);
    let ask = |next: &ContactBlock| match (claims, asks) {
        (true, _) => claim(next),
        (false, true) => fetch(next),
        (false, false) => {}
    };
    let blocks = ahead(blocks, ask);
    for ((block, cold), lanes) in blocks.zip(cold).zip(lanes.chunks_exact(LANES)) {
        block.prepare(simd, cold, None, |lane| contact_of(lanes[lane]), from);
        bounces |= block.bounces;
    }
    bounces
}

impl Tiles {
    /// Tiles for so many contacts. `moved` says that some row is another body's than in the last step.
    pub(crate) fn open<'a>(
        &'a mut self,
        contacts: usize,
        moved: bool,
        from: Sources<'a>,
        regions: &'a Regions,
    ) -> ContactTiles<'a> {
        let (late, size) = (self.used - self.in_order, tile_size(contacts));
        self.most_late = max(late, self.most_late - self.most_late.div_ceil(SLOWLY));
        if size != self.size {
            self.unsettle();
        }
        self.begin(contacts, size);
        // What a rush of late ones needed is given back after it.
        self.list.truncate(max(self.most, self.in_order + self.most_late) + 1);
        self.list[self.in_order..].iter_mut().for_each(Tile::unsettle);
        ContactTiles { tiles: &mut self.list[..self.used], size: self.size, from, regions, moved }
    }

    /// Has tiles of this size for so many contacts.
    pub(crate) fn begin(&mut self, contacts: usize, size: usize) {
        self.size = size;
        self.in_order = contacts.div_ceil(size);
        self.used = self.in_order;
        self.most = max(self.most, self.in_order);
        self.make_tiles();
    }

    /// Has all tiles filled in the next step.
    pub(crate) fn unsettle(&mut self) {
        self.list.iter_mut().for_each(Tile::unsettle);
    }

    /// The tiles of so many contacts in their order, each with where its contacts end; none where they are not those of the last step.
    pub(crate) fn in_tiles(&self, contacts: usize) -> impl Iterator<Item = (&Tile, usize)> {
        let all = if contacts.div_ceil(max(1, self.size)) == self.in_order { &self.list[..self.in_order] } else { &[] };
        all.iter().zip(1..).map(move |(tile, next)| (tile, min(next * self.size, contacts)))
    }

    /// Has at least as many tiles as are used.
    fn make_tiles(&mut self) {
        if self.list.len() < self.used {
            self.list.resize_with(self.used, Tile::default);
        }
    }

    /// Whether some came late.
    pub(crate) fn any_late(&self) -> bool {
        self.list[..self.in_order].iter().any(|tile| !tile.late.is_empty())
    }

    /// Lists what came late and has a colour now, for tiles of its own; then the rest, which has none.
    pub(crate) fn plan_late(&mut self, contacts: &[Contact], rest: &mut Vec<Late>) {
        rest.clear();
        self.late.clear();
        for (number, tile) in self.list[..self.in_order].iter().enumerate() {
            for (place, &(index, _)) in tile.late.iter().enumerate() {
                let late = Late { contact: (number * self.size) as u32 + u32::from(index), place: place as u32 };
                let coloured = usize::from(contacts[late.contact as usize].colour) < COLOURS;
                if coloured { &mut self.late } else { &mut *rest }.push(late);
            }
        }
        self.used = self.in_order + self.late.len().div_ceil(TILE);
        self.make_tiles();
        if let [tile] = &mut self.list[self.in_order..self.used] {
            tile.plan_late(contacts, &self.late);
        }
    }

    /// Fills the tiles of what came late. Where there are several, threads plan them here: what runs beside something has no stages.
    pub(crate) fn fill_late(&mut self, tasks: &Executor, contacts: &[Contact], from: Sources<'_>) {
        let (all_late, size) = (&self.late[..], self.size);
        let (in_order, tiles) = self.list[..self.used].split_at_mut(self.in_order);
        if tiles.len() > 1 {
            tasks.blocks(TILE, (all_late, Each(TILE, &mut *tiles)), |_, (late, Each(_, tiles))| {
                tiles[0].plan_late(contacts, late);
            });
        }
        let in_order = &*in_order;
        let shared = tasks.is_parallel();
        for (tile, late) in tiles.iter_mut().zip(all_late.chunks(TILE)) {
            let contact_of =
                |number: u16| late.get(usize::from(number)).map(|late| (late, late_touch((in_order, size), late)));
            // There are few of these tiles, mostly one, so that their blocks are what is shared.
            let (count, lanes) = (tile.len(), &tile.lanes);
            let columns = (&mut tile.blocks[..count], &mut tile.cold[..count]);
            tasks.blocks(BLOCKS_A_TASK, columns, |first, columns| {
                let contact_of =
                    |number| contact_of(number).map(|(late, touch)| (&contacts[late.contact as usize], touch));
                dispatch!(from.walk.level, simd => fill(simd, columns, &lanes[first * LANES..], (from, shared), contact_of));
            });
            tile.bounces = tile.blocks[..count].iter().any(|block| block.bounces);
            tile.watch(Some(tasks), from.watch.all, |number| {
                contact_of(number).map(|(late, touch)| (late.contact, touch))
            });
        }
    }

    /// Where a contact touches that came late.
    pub(crate) fn touch_of(&self, late: &Late) -> &Touch {
        late_touch((&self.list, self.size), late)
    }

    /// Writes the impulses back to the contacts.
    pub(crate) fn store(&mut self, Walk { level, asks }: Walk, tasks: &Executor, contacts: &mut [Contact]) {
        let Self { list, size, in_order, used, late, .. } = self;
        let (tiles, late_tiles) = list[..*used].split_at_mut(*in_order);
        tasks.blocks(*size, (&mut contacts[..], Each(*size, tiles)), |_, (contacts, Each(_, tiles))| {
            dispatch!(level, simd => tiles[0].store(simd, asks, contacts, usize::from));
        });
        for (tile, late) in late_tiles.iter().zip(late.chunks(TILE)) {
            let index_of = |number: u16| late.get(usize::from(number)).map_or(usize::MAX, |late| late.contact as usize);
            dispatch!(level, simd => tile.store(simd, asks, contacts, index_of));
        }
    }

    /// How many tiles there are of contacts in their order: the others are of late ones.
    pub(crate) fn in_order(&self) -> usize {
        self.in_order
    }

    /// The tiles in use.
    pub(crate) fn list(&self) -> &[Tile] {
        &self.list[..self.used]
    }
}

/// The tiles of contacts in their order, to be cut where the contacts are cut (at multiples of [`tile_size`]) and filled.
pub struct ContactTiles<'a> {
    pub(crate) tiles: &'a mut [Tile],
    pub(crate) size: usize,
    pub(crate) from: Sources<'a>,
    pub(crate) regions: &'a Regions,
    /// Whether some row is another body's than in the last step.
    pub(crate) moved: bool,
}

impl Columns for ContactTiles<'_> {
    fn rows(&self) -> usize {
        usize::MAX
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let (left, right) = self.tiles.split_at_mut(at.div_ceil(self.size));
        (Self { tiles: left, ..self }, Self { tiles: right, ..self })
    }
}

impl ContactTiles<'_> {
    /// The same ones, for a stage before another one.
    pub fn reborrow(&mut self) -> ContactTiles<'_> {
        ContactTiles { tiles: self.tiles, ..*self }
    }

    /// Fills the blocks of one tile, whose first contact has the number `first`, with those of its contacts that touch and
    /// have a colour. `quiet` says that none of them began or ceased to touch: it may be [kept](ContactTiles::keep) in the next step then.
    pub fn fill(&mut self, tail: &Tail<'_>, first: usize, contacts: &[Contact], touches: &[Touch], quiet: bool) {
        self.fill_from(tail, first, contacts, (touches, false), quiet);
    }

    /// [`ContactTiles::fill`]; whether `touches` are `armed`: see [`crate::KeptTile`].
    pub(crate) fn fill_from(
        &mut self,
        tail: &Tail<'_>,
        first: usize,
        contacts: &[Contact],
        (touches, armed): (&[Touch], bool),
        quiet: bool,
    ) {
        let from = Sources { armed, ..self.from };
        let home = self.regions.of_tile(first / self.size, self.from.masses);
        for tile in &mut *self.tiles {
            calm_room(&mut tile.late, FEW);
            tile.late.clear();
            if home.is_some() {
                make_room(&mut tile.lanes, TILE + LISTS * LANES);
            }
            let is_inner = |index: usize| home.is_some_and(|home| home.has(touches[index].rows));
            tile.plan(contacts.iter(), is_inner, |index, late| late.push((index as u16, touches[index])));
            let contact_of = |number: u16| contacts.get(usize::from(number)).zip(touches.get(usize::from(number)));
            let (count, lanes) = (tile.len(), &tile.lanes);
            let columns = (&mut tile.blocks[..count], &mut tile.cold[..count]);
            let bounces = AtomicBool::new(false);
            tail.parts(BLOCKS_A_TASK, columns, |first, columns| {
                let lanes = &lanes[first * LANES..];
                if dispatch!(from.walk.level, simd => fill(simd, columns, lanes, (from, tail.is_shared()), contact_of))
                {
                    bounces.store(true, Ordering::Relaxed);
                }
            });
            tile.bounces = bounces.into_inner();
            let index_of = |number: u16| Some((first as u32 + u32::from(number), touches.get(usize::from(number))?));
            tile.watch(None, from.watch.all, index_of);
            (tile.resumed, tile.has_home) = (None, home.is_some());
            tile.settled = quiet && !tile.bounces && tile.late.is_empty() && tile.watched.is_empty();
        }
    }
}

/// Where a contact touches that came late.
fn late_touch<'a>((in_order, size): (&'a [Tile], usize), late: &Late) -> &'a Touch {
    &in_order[late.contact as usize / size].late[late.place as usize].1
}
