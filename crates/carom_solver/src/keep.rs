//! Tiles that are kept: where contacts rest, their blocks go on into the next step as they are. What the last pass found of how far surfaces
//! are apart is where the next step begins; nothing is collided, planned or filled.
//!
//! In: whether a tile's contacts are those of the last step, and calm; the caller says so, and has each tile made anew once in a while. Out:
//! blocks, bit for bit those that are filled from what [`Solver::kept`] tells of them: so a world that is copied goes on the same.
//!
//! Normals and arms stay those of the step in which the tile was filled. What is calm turns and slides by so little until it is filled
//! again that this is a part of the slop.

use crate::contact_block::{ContactBlock, ContactCold};
use crate::lanes::carried_over;
use crate::solver::Solver;
use crate::tile::{ContactTiles, Tile, Tiles, tile_size};
use crate::{Contact, Touch};
use carom_math::LANES;
use carom_tasks::Tail;
use fearless_simd::{Simd, dispatch};

/// What is to be known of a tile to go on as it does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptTile {
    /// Its number: that of its first contact is so many times [`tile_size`].
    pub number: usize,
    /// Whether it is a part of a region of a large world.
    pub has_home: bool,
    /// For each of its contacts where it touches, with arms in place of anchors: heights along the normal and levers, a's then b's. Rows,
    /// features and counts are not in it.
    pub touches: Vec<Touch>,
}

impl Solver {
    /// The tiles that may be kept in the next step, of those whose contacts are all among the first `unchanged` of `contacts`.
    pub fn kept(&self, contacts: usize, unchanged: usize) -> Vec<KeptTile> {
        self.tiles.kept(contacts, unchanged)
    }

    /// Goes on as the one that told of these tiles, with so many contacts. What is no tile is not taken up.
    pub fn resume(&mut self, contacts: usize, kept: Vec<KeptTile>) {
        self.tiles.resume(contacts, kept);
    }
}

impl Tiles {
    fn kept(&self, contacts: usize, unchanged: usize) -> Vec<KeptTile> {
        let tiles = self.in_tiles(contacts).enumerate().filter(|(_, (tile, end))| tile.settled && *end <= unchanged);
        let kept = |(number, (tile, end)): (usize, (&Tile, usize))| {
            let touches = tile.touches(end - number * self.size);
            KeptTile { number, has_home: tile.has_home, touches }
        };
        tiles.map(kept).collect()
    }

    fn resume(&mut self, contacts: usize, kept: Vec<KeptTile>) {
        self.begin(contacts, tile_size(contacts));
        self.unsettle();
        for KeptTile { number, has_home, touches } in kept {
            let first = number.saturating_mul(self.size);
            let count = contacts.saturating_sub(first).min(self.size);
            let tile = self.list.get_mut(number).filter(|_| count > 0 && touches.len() == count);
            if let Some(tile) = tile {
                (tile.settled, tile.has_home, tile.resumed) = (true, has_home, Some(touches.into_boxed_slice()));
            }
        }
    }
}

impl Tile {
    /// Where each of its first `count` contacts touches: see [`KeptTile::touches`].
    fn touches(&self, count: usize) -> Vec<Touch> {
        if let Some(touches) = &self.resumed {
            return touches.to_vec();
        }
        let mut touches = vec![Touch::default(); count];
        let blocks = self.blocks.iter().zip(self.cold.iter());
        for ((block, cold), lanes) in blocks.zip(self.lanes.chunks_exact(LANES)) {
            for (lane, &index) in lanes.iter().enumerate() {
                if let Some(touch) = touches.get_mut(usize::from(index)) {
                    *touch = block.touch_in(cold, lane);
                }
            }
        }
        touches
    }

    /// Has it filled in the next step.
    pub(crate) fn unsettle(&mut self) {
        (self.settled, self.resumed) = (false, None);
    }
}

impl ContactTiles<'_> {
    /// Whether any of them could be kept.
    pub fn any_settled(&self) -> bool {
        self.tiles.iter().any(|tile| tile.settled)
    }

    /// Whether the tile that begins with contact `first` can be kept. `all` says that all contacts are those of the last step: only then
    /// regions are.
    pub fn can_keep(&self, first: usize, all: bool) -> bool {
        let has_home = self.regions.of_tile(first / self.size, self.from.masses).is_some();
        self.tiles.first().is_some_and(|tile| tile.settled && tile.has_home == has_home && (all || !has_home))
    }

    /// Keeps the tile, whose contacts have to be those of the last step, and calm. `rows_of` tells the rows of a contact.
    pub fn keep(
        &mut self,
        tail: &Tail<'_>,
        first: usize,
        contacts: &[Contact],
        rows_of: impl Fn(&Contact) -> [u32; 2],
    ) {
        let (level, limit) = (self.from.walk.level, self.from.limit);
        let resumed = self.tiles.first_mut().and_then(|tile| tile.resumed.take());
        if let Some(mut touches) = resumed {
            for (touch, contact) in touches.iter_mut().zip(contacts) {
                (touch.rows, touch.count) = (rows_of(contact), u32::from(contact.count));
            }
            self.fill_from(tail, first, contacts, (&touches, true), true);
            return;
        }
        let Some(tile) = self.tiles.first_mut() else { return };
        let count = tile.len();
        if self.moved {
            for (block, lanes) in tile.blocks[..count].iter_mut().zip(tile.lanes.chunks_exact(LANES)) {
                for (lane, &index) in lanes.iter().enumerate() {
                    let rows = contacts.get(usize::from(index)).map_or([u32::MAX; 2], &rows_of);
                    (block.rows_a[lane], block.rows_b[lane]) = (limit.row(rows[0]), limit.row(rows[1]));
                }
            }
        }
        dispatch!(level, simd => for (block, cold) in tile.blocks[..count].iter_mut().zip(tile.cold.iter()) {
            block.go_on(simd, cold);
        });
    }
}

impl ContactBlock {
    /// Begins another step where the last one ended, as [`ContactBlock::prepare`] would with what [`ContactBlock::touch_in`] tells.
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

    /// Where the contact in a lane touches: see [`KeptTile::touches`].
    fn touch_in(&self, cold: &ContactCold, lane: usize) -> Touch {
        let of = |there: bool, lanes: &carom_math::Lanes| if there { lanes.0[lane] } else { 0.0 };
        let [p0, p1] = &self.points;
        let [nx, ny] = &self.normal;
        let arms = |there: bool, point: &crate::contact_block::PointLanes| {
            let ([a, b], [c, d]) = (&point.arm_a, &point.arm_b);
            [of(there, a), of(there, b), of(there, c), of(there, d)]
        };
        Touch {
            normal: [of(true, nx), of(true, ny), of(true, &p0.gap), of(self.two, &p1.gap)],
            surface: [
                of(true, &self.friction),
                0.0,
                of(self.rolls, &cold.rolling),
                of(self.slides, &cold.surface_speed),
            ],
            anchors: [arms(true, p0), arms(self.two, p1)],
            radii: [of(self.round, &cold.radii[0]), of(self.round, &cold.radii[1])],
            ..Touch::default()
        }
    }
}
