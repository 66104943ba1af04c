//! Regions of large worlds: runs of neighbouring chunks, and the bodies that they own. A contact is *interior* if the
//! region of its chunk owns all its bodies that can be pushed, else *boundary*. One task solves, moves and relaxes the
//! interior of a region while its blocks are in the core's cache. So blocks come from memory once a substep in place of
//! twice, and no thread waits for another between colors. Boundary contacts go color by color before (solve) and after
//! (relax).
//!
//! In: contacts sorted by pair, and for each row one of the ids that pairs are made of. Out: the region of each row,
//! the rows of each region. All of it follows from contacts and ids; the order of the rows decides nothing.

use crate::contact::chunk::chunk_size;
use crate::room::make_room;
use crate::rows::{Row, RowLimit};
use crate::sorted::Sorted;
use crate::{BodyMass, ContactPair};
use carom_parallel::{Each, Executor, Parts};
use std::cmp::min;
use std::ops::Range;

/// Chunks to a region: as many as leave room in a second cache of a megabyte.
const CHUNKS_A_REGION: usize = 2;

/// Fewer contacts than these are in the caches anyway.
const LEAST: usize = 49_152;

/// One contact of this many is sampled; `LEAST_INTERIOR` of `MOST_OF` have to be interior. If bodies were made in no
/// spatial order, regions would solve boundary contacts as before, in more blocks that are not full.
const SAMPLE: usize = 64;
const LEAST_INTERIOR: usize = 3;
const MOST_OF: usize = 4;

/// The owner of a row that no region owns.
const NOWHERE: u16 = u16::MAX;

/// Rows to a task.
const ROWS_A_TASK: usize = 1024;

/// The regions of a step; none in a small world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regions {
    count: usize,
    /// Number of rows that have an owner: the first ones.
    movers: usize,
    /// The number of contacts that the regions were made for.
    contacts: usize,
    /// The first id of each region but the first one.
    firsts: Vec<u32>,
    /// The region of each row.
    owners: Vec<u16>,
    /// The rows of each task, region by region.
    sorted: Vec<Sorted>,
    /// The rows region by region, and the end of each region's rows.
    rows: Vec<Row>,
    ends: Vec<u32>,
}

impl Regions {
    /// Removes all regions.
    pub(crate) fn clear(&mut self) {
        (self.count, self.movers) = (0, 0);
    }

    /// Removes the regions if they were made for other numbers of contacts and rows.
    pub(crate) fn keep_for(&mut self, contacts: usize, rows: usize) {
        if self.contacts != contacts || self.owners.len() != rows {
            self.clear();
        }
    }

    /// Finds the regions of the first `movers` rows. `id_of` gives for each one of the ids by which contacts are
    /// sorted. A region owns a row if that id lies from the first `a` of its contacts up to that of the next region's.
    /// The first region owns rows without an id.
    pub(crate) fn assign(
        &mut self,
        tasks: &Executor,
        contacts: &[ContactPair],
        (movers, limit): (usize, RowLimit),
        id_of: impl Fn(usize) -> Option<u32> + Sync,
    ) {
        self.clear();
        let size = CHUNKS_A_REGION * chunk_size(contacts.len());
        let count = contacts.len().div_ceil(size);
        if contacts.len() < LEAST || count > usize::from(NOWHERE) || !are_mostly_interior(contacts, size) {
            return;
        }
        (self.count, self.movers, self.contacts) = (count, min(movers, limit.len() - 1), contacts.len());
        let movers = self.movers;
        self.firsts.clear();
        self.firsts.extend(contacts.iter().step_by(size).skip(1).map(|first| first.a));
        make_room(&mut self.owners, limit.len());
        self.owners.resize(limit.len(), NOWHERE);
        self.owners[movers..].fill(NOWHERE);
        self.sorted.resize(movers.div_ceil(ROWS_A_TASK), Sorted::default());
        let firsts = &self.firsts;
        let owner_of = |row: usize| id_of(row).map_or(0, |id| firsts.partition_point(|&first| first <= id)) as u16;
        let columns = (&mut self.owners[..movers], Each(ROWS_A_TASK, &mut self.sorted[..]));
        tasks.blocks(ROWS_A_TASK, columns, |first, (owners, Each(_, sorted))| {
            owners.iter_mut().zip(first..).for_each(|(owner, row)| *owner = owner_of(row));
            sorted[0].sort(count, owners, (first as u32..).map(|row| limit.row(row)));
        });
        self.list_rows(tasks, limit);
    }

    /// Lists the rows of each region, ascending, so that neighbours are near in memory.
    fn list_rows(&mut self, tasks: &Executor, limit: RowLimit) {
        let sorted = &self.sorted;
        self.ends.clear();
        make_room(&mut self.ends, self.count);
        self.ends.resize(self.count, 0);
        for sorted in sorted {
            self.ends.iter_mut().enumerate().for_each(|(region, end)| *end += sorted.of(region).len() as u32);
        }
        let mut before = 0;
        for end in &mut self.ends {
            *end += before;
            before = *end;
        }
        make_room(&mut self.rows, self.movers);
        self.rows.resize(self.movers, limit.dummy());
        tasks.blocks(1, Parts { ends: &self.ends, first: 0, columns: &mut self.rows[..] }, |region, part| {
            let mut rest = part.columns;
            for run in sorted.iter().map(|sorted| sorted.of(region)) {
                let (here, behind) = rest.split_at_mut(run.len());
                here.copy_from_slice(run);
                rest = behind;
            }
        });
    }

    /// Number of regions.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Number of rows that have an owner.
    pub(crate) fn movers(&self) -> usize {
        self.movers
    }

    /// The rows that a region owns.
    pub(crate) fn rows(&self, region: usize) -> &[Row] {
        let first = if region == 0 { 0 } else { self.ends[region - 1] };
        &self.rows[first as usize..self.ends[region] as usize]
    }

    /// The chunks of a region, of so many in all.
    pub(crate) fn chunks(region: usize, all: usize) -> Range<usize> {
        min(CHUNKS_A_REGION * region, all)..min(CHUNKS_A_REGION * (region + 1), all)
    }

    /// The region of a chunk as an owner; `None` without regions.
    pub(crate) fn of_chunk<'a>(&'a self, chunk: usize, masses: &'a [BodyMass]) -> Option<Owner<'a>> {
        (self.count > 0).then(|| Owner { owners: &self.owners, masses, region: (chunk / CHUNKS_A_REGION) as u16 })
    }
}

/// Whether most contacts are within runs of `size`, by their ids: a run has the ids from its first one up to that of
/// the next run.
fn are_mostly_interior(contacts: &[ContactPair], size: usize) -> bool {
    let (mut interior, mut all) = (0, 0);
    for (run, next) in contacts.chunks(size).zip(1..) {
        let end = contacts.get(next * size).map_or(u32::MAX, |first| first.a);
        let sample = run.iter().step_by(SAMPLE);
        all += sample.len();
        interior += sample.filter(|contact| contact.b < end).count();
    }
    MOST_OF * interior >= LEAST_INTERIOR * all
}

/// One region, as its chunks see it.
#[derive(Clone, Copy)]
pub(crate) struct Owner<'a> {
    owners: &'a [u16],
    masses: &'a [BodyMass],
    region: u16,
}

impl Owner<'_> {
    /// Whether a contact between these rows is interior: the region owns each row that can be pushed. (A sleeper has no
    /// owner, and could be pushed.)
    #[inline(always)]
    pub(crate) fn has(self, rows: [u32; 2]) -> bool {
        self.is_here(rows[0]) && self.is_here(rows[1])
    }

    #[inline(always)]
    fn is_here(self, row: u32) -> bool {
        let owner = self.owners.get(row as usize).copied().unwrap_or(NOWHERE);
        owner == self.region || owner == NOWHERE && self.masses.get(row as usize).is_none_or(|mass| !mass.moves())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_math::Vec2;
    use carom_parallel::Driver;

    const MOVERS: u32 = 30_000;

    fn row_of(id: u32) -> u32 {
        if id == 0 { MOVERS } else { (id - 1) * 7 % MOVERS }
    }

    /// The id of each row, for four of five movers; 0 is that of the fixed row.
    fn ids() -> Vec<Option<u32>> {
        let mut ids = vec![None; MOVERS as usize + 1];
        for id in (0..MOVERS).filter(|id| id % 5 != 4) {
            ids[row_of(id) as usize] = Some(id);
        }
        ids
    }

    /// Movers in a line, each beside the next ones; a fixed row behind them, a sleeper, the dummy.
    #[test]
    fn every_mover_has_one_owner_and_interior_contacts_are_of_one_region() {
        let contacts: Vec<ContactPair> =
            (1..MOVERS - 3).flat_map(|a| (1..4).map(move |by| ContactPair::new(a, a + by))).collect();
        let (movers, limit) = (MOVERS as usize, RowLimit::new(MOVERS as usize + 3));
        let mass = |inv_mass: f32| BodyMass { center: Vec2::ZERO, inv_mass, inv_inertia: inv_mass };
        let masses = [vec![mass(1.0); movers], vec![mass(0.0), mass(1.0)]].concat();
        let mut regions = Regions::default();
        let (tasks, ids) = (Executor::new(Driver::Seeded(4)), ids());
        regions.assign(&tasks, &contacts, (movers, limit), |row| ids[row]);
        assert!(regions.count() > 10);
        let mut owners = vec![0; movers];
        for region in 0..regions.count() {
            assert!(regions.rows(region).is_sorted_by_key(|row| row.index()));
            regions.rows(region).iter().for_each(|row| owners[row.index()] += 1);
        }
        assert!(owners.iter().all(|&owners| owners == 1), "each row has one owner");
        let (size, mut interior) = (chunk_size(contacts.len()), 0);
        for (chunk, run) in contacts.chunks(size).enumerate() {
            let owner = regions.of_chunk(chunk, &masses).unwrap_or_else(|| panic!("no region of chunk {chunk}"));
            let here = regions.rows(chunk / CHUNKS_A_REGION);
            let is_here = |row: u32| here.binary_search_by_key(&(row as usize), |row| row.index()).is_ok();
            for contact in run {
                let rows = [contact.a, contact.b].map(row_of);
                let both = rows.iter().all(|&row| is_here(row));
                assert_eq!(owner.has(rows), both, "{contact:?}");
                interior += usize::from(both);
                // If one row cannot be pushed, the other one counts; a sleeper has no owner.
                assert_eq!(owner.has([MOVERS, rows[1]]), is_here(rows[1]));
                assert!(!owner.has([rows[0], MOVERS + 1]));
            }
            // Ids decide.
            let middle = run[run.len() / 2].a;
            assert!(middle % 5 == 4 || is_here(row_of(middle)), "{middle} is not owned by chunk {chunk}");
        }
        // Of five ids four have a row; the first region owns all others.
        assert!(5 * interior > 3 * contacts.len(), "{interior} of {} are interior", contacts.len());
        assert!((0..regions.count()).all(|region| Regions::chunks(region, 3).end <= 3));
    }

    #[test]
    fn small_worlds_and_scattered_ones_have_none() {
        let (movers, limit) = (MOVERS as usize, RowLimit::new(MOVERS as usize + 3));
        let near: Vec<ContactPair> = (1..=LEAST as u32).map(|a| ContactPair::new(a, a + 1)).collect();
        let far: Vec<ContactPair> =
            near.iter().map(|contact| ContactPair::new(contact.a, contact.b + 100_000)).collect();
        // A layer on one ground, whose id all contacts have.
        let layer: Vec<ContactPair> = near.iter().map(|contact| ContactPair::new(0, contact.b)).collect();
        let (mut regions, tasks, ids) = (Regions::default(), Executor::new(Driver::Inline), ids());
        for (contacts, some) in [(&near[1..], false), (&near[..], true), (&far[..], false), (&layer[..], false)] {
            regions.assign(&tasks, contacts, (movers, limit), |row| ids[row]);
            assert_eq!([regions.count() > 0, regions.movers() > 0], [some; 2]);
            assert_eq!(regions.of_chunk(0, &[]).is_some(), some);
            regions.keep_for(contacts.len(), limit.len());
            assert_eq!(regions.count() > 0, some);
            regions.keep_for(contacts.len() + 1, limit.len());
            assert_eq!(regions.count(), 0, "they are not those of other contacts");
        }
    }
}
