//! Regions of large worlds: runs of neighbouring tiles, and the bodies that are at home there. A contact all of whose bodies that
//! can be pushed are at home in the region of its tile is *inner*. What is inner is solved, moved and relaxed by one task while its
//! blocks are in the core's cache: they come from memory once a substep in place of twice, and no thread waits for another between
//! colours. The contacts between regions go colour by colour before (solve) and after (relax).
//!
//! In: contacts sorted by pair, and which row has which of the numbers that pairs are made of. Out: the region of each row, the
//! rows of each region.

use crate::Contact;
use crate::room::make_room;
use crate::rows::{Row, RowLimit};
use crate::tile::tile_size;
use std::cmp::min;
use std::ops::Range;

/// Tiles to a region: as many as leave room in a second cache of a megabyte.
const TILES: usize = 2;

/// Fewer tiles than these are in the caches anyway.
const LEAST_TILES: usize = 32;

/// The home of what cannot be pushed.
const NOWHERE: u16 = u16::MAX;

/// The regions of a step; none in a small world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    count: usize,
    /// How many rows have a home: the first ones.
    movers: usize,
    /// The region of each row.
    homes: Vec<u16>,
    /// The rows of each region; behind them the memory of more from earlier steps.
    rows: Vec<Vec<Row>>,
}

impl Regions {
    /// There are none.
    pub(crate) fn clear(&mut self) {
        (self.count, self.movers) = (0, 0);
    }

    /// Finds the regions of so many rows that can be pushed, the first ones. `numbers` are those that contacts are sorted by,
    /// ascending, each with its row; a row is at home where its first number is.
    pub(crate) fn settle(
        &mut self,
        contacts: &[Contact],
        (movers, limit): (usize, RowLimit),
        numbers: impl Iterator<Item = (u32, u32)>,
    ) {
        self.clear();
        let size = TILES * tile_size(contacts.len());
        let count = contacts.len().div_ceil(size);
        if count * TILES < LEAST_TILES || count > usize::from(NOWHERE) {
            return;
        }
        (self.count, self.movers) = (count, movers);
        self.homes.clear();
        make_room(&mut self.homes, limit.len());
        self.homes.resize(limit.len(), NOWHERE);
        if self.rows.len() < count {
            self.rows.resize_with(count, Vec::new);
        }
        self.rows[..count].iter_mut().for_each(Vec::clear);
        let first_of = |region: usize| contacts.get(region * size).map_or(u32::MAX, |first| first.a);
        let (mut region, mut ends) = (0, first_of(1));
        let mut found = 0;
        for (number, row) in numbers {
            while number >= ends {
                region += 1;
                ends = first_of(region + 1);
            }
            if (row as usize) < movers && self.homes[row as usize] == NOWHERE {
                self.homes[row as usize] = region as u16;
                self.rows[region].push(limit.row(row));
                found += 1;
            }
        }
        if found < movers {
            for (home, row) in self.homes[..movers].iter_mut().zip(0..).filter(|(home, _)| **home == NOWHERE) {
                *home = 0;
                self.rows[0].push(limit.row(row));
            }
        }
    }

    /// How many regions there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// How many rows have a home.
    pub(crate) fn movers(&self) -> usize {
        self.movers
    }

    /// The rows that are at home in a region.
    pub(crate) fn rows(&self, region: usize) -> &[Row] {
        &self.rows[region]
    }

    /// The tiles of a region, of so many in all.
    pub(crate) fn tiles(region: usize, all: usize) -> Range<usize> {
        TILES * region..min(TILES * (region + 1), all)
    }

    /// Who is at home where a tile is; nothing where there are no regions.
    pub(crate) fn of_tile(&self, tile: usize) -> Option<Home<'_>> {
        (self.count > 0).then(|| Home { homes: &self.homes, region: (tile / TILES) as u16 })
    }
}

/// One region, as its tiles see it.
#[derive(Clone, Copy)]
pub(crate) struct Home<'a> {
    homes: &'a [u16],
    region: u16,
}

impl Home<'_> {
    /// Whether a contact between these rows is inner: no other region has a body of it that can be pushed.
    #[inline(always)]
    pub(crate) fn has(self, rows: [u32; 2]) -> bool {
        let is_here = |row: u32| {
            let home = self.homes[row as usize];
            (home == self.region) | (home == NOWHERE)
        };
        is_here(rows[0]) & is_here(rows[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Movers in a row, each beside the next ones, on a fixed row that is the last; the numbers of every third are two.
    #[test]
    fn every_mover_is_at_home_once_and_inner_contacts_are_of_one_region() {
        let movers = 30_000_u32;
        let row_of = |number: u32| if number == 0 { movers } else { (number - 1) * 7 % movers };
        let contacts: Vec<Contact> =
            (1..movers - 3).flat_map(|a| (1..4).map(move |by| Contact::new(a, a + by))).collect();
        let limit = RowLimit::new(movers as usize + 2);
        // The last mover has no number.
        let numbers = || (0..movers).filter(|number| number % 5 != 4).map(|number| (number, row_of(number)));
        let twice = numbers().flat_map(|(number, row)| [(number, row), (number, row)]);
        let mut regions = Regions::default();
        regions.settle(&contacts, (movers as usize, limit), twice);
        assert!(regions.count() > LEAST_TILES / TILES);
        let mut homes = vec![0; movers as usize];
        (0..regions.count()).flat_map(|region| regions.rows(region)).for_each(|row| homes[row.index()] += 1);
        assert!(homes.iter().all(|&homes| homes == 1), "each row has one home");
        let (size, mut inner) = (tile_size(contacts.len()), 0);
        for (tile, contacts) in contacts.chunks(size).enumerate() {
            let home = regions.of_tile(tile).unwrap_or_else(|| panic!("no region of tile {tile}"));
            let here = regions.rows(tile / TILES);
            let here: std::collections::HashSet<usize> = here.iter().map(|row| row.index()).collect();
            for contact in contacts {
                let rows = [contact.a, contact.b].map(row_of);
                let both = rows.iter().all(|&row| here.contains(&(row as usize)));
                assert_eq!(home.has(rows), both, "{contact:?}");
                inner += usize::from(both);
                // With what cannot be pushed it is the other one that counts.
                assert_eq!(home.has([movers, rows[1]]), here.contains(&(rows[1] as usize)));
            }
        }
        // Of five numbers four have a row; all others are at home in the first region.
        assert!(5 * inner > 3 * contacts.len(), "{inner} of {} are inner", contacts.len());
        regions.settle(&contacts[..LEAST_TILES * 1_000], (movers as usize, limit), numbers());
        assert_eq!((regions.count(), regions.movers()), (0, 0), "a small world has none");
        assert!(regions.of_tile(0).is_none());
    }
}
