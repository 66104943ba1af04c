//! Merge of new contacts into the sorted contact array, and removal of old ones, in place and by all threads. In: the
//! sorted list, the places of contacts that end, the pairs that begin. Out: the sorted list. Each contact that stays
//! has moved on by the number of new ones before it, less the number of those removed.
//!
//! The plan is a list of runs of contacts that stay, with an edit behind each. One task writes each block of places,
//! out of its own contacts and of arrivals from elsewhere. The arrivals were set aside before, in the spare room behind
//! the list.

use carom_broadphase::Pair;
use carom_parallel::{Executor, Parts};
use carom_solver::{ContactPair, grow_room, keep_room};
use std::cmp::{Ordering, max, min};
use std::mem::take;
use std::ops::Range;

/// Most tasks that write places. More tasks have more arrivals from elsewhere.
const MOST_TASKS: usize = 16;

/// The spare room behind the list is at least this part of it.
const SPARE: usize = 32;

/// The note of a contact that ends. `in_use` says whether events or colors depend on it.
#[inline(always)]
pub(crate) fn note_gone(place: usize, in_use: bool) -> u32 {
    debug_assert!(place < 1 << 31, "contacts beyond count");
    (place as u32) << 1 | u32::from(in_use)
}

/// The places of contacts that end and were in use.
pub(crate) fn places_in_use(gone: &[Vec<u32>]) -> impl Iterator<Item = usize> {
    gone.iter().flatten().filter(|&&note| note & 1 == 1).map(|&note| place_of(note))
}

pub(crate) fn place_of(note: u32) -> usize {
    (note >> 1) as usize
}

/// A run of contacts that stay, up to the next edit: one contact removed, or one added. It may be empty.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// Its first place in the old list.
    from: u32,
    /// Number of contacts that stay before it.
    kept: u32,
    /// Number of new contacts before it.
    new: u32,
}

impl Run {
    /// Its first place in the new list.
    fn to(&self) -> usize {
        (self.kept + self.new) as usize
    }

    fn from(&self) -> usize {
        self.from as usize
    }
}

/// The part of a run that goes to a block of places.
struct Piece {
    /// Its old places.
    from: Range<usize>,
    /// Its first new place.
    to: usize,
    /// Index of the new pair behind it, if that comes here too.
    new: Option<usize>,
}

impl Piece {
    /// Its old places before these places, among them, and behind them.
    fn split(&self, places: &Range<usize>) -> [Range<usize>; 3] {
        let Range { start, end } = self.from;
        let [first, last] = [places.start, places.end].map(|at| at.clamp(start, end));
        [start..first, first..last, last..end]
    }
}

/// The plan of a merge; it keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merge {
    /// The runs in order. The last one is empty and ends the list.
    runs: Vec<Run>,
    /// For each block of the old list, the end of its runs.
    ends: Vec<u32>,
    /// For each block of places, the end of its arrivals from elsewhere.
    arrivals: Vec<u32>,
}

impl Merge {
    /// Removes the contacts that `gone` notes, of each `block` contacts in order, from `list`, and adds those of the
    /// `fresh` pairs. Both are sorted, and no contact that stays is of a fresh pair. Up to a `usual` length, the list
    /// grows in few steps.
    pub fn merge(
        &mut self,
        tasks: &Executor,
        (block, usual): (usize, usize),
        list: &mut Vec<ContactPair>,
        gone: &[Vec<u32>],
        fresh: &[Pair],
    ) {
        self.plan(tasks, block, (list, fresh), gone);
        let Some(end) = self.runs.last().map(Run::to) else { return };
        let places = max(end, list.len());
        if places == 0 {
            return;
        }
        let before = list.capacity();
        grow_room(list, places + places / SPARE, usual);
        if list.capacity() > before {
            tasks.fill_room(list, ContactPair::default());
            list.truncate(places);
        }
        list.resize(places, ContactPair::default());
        let block = max(block, places.div_ceil(MOST_TASKS));
        let shared = places > block && tasks.has_help();
        let aside = if shared { self.count_arrivals(places, block) } else { 0 };
        if shared && aside <= list.capacity() - places {
            list.resize(places + aside, ContactPair::default());
            let (list, aside) = list.split_at_mut(places);
            let parts = Parts { ends: &self.arrivals, first: 0, columns: &mut *aside };
            tasks.blocks(1, parts, |number, arrivals| {
                let first = number * block;
                self.set_aside(first..min(first + block, places), list, arrivals.columns);
            });
            tasks.blocks(block, &mut *list, |first, list| {
                let number = first / block;
                let start = number.checked_sub(1).map_or(0, |before| self.arrivals[before]);
                self.write(first, list, &aside[start as usize..self.arrivals[number] as usize], fresh);
            });
        } else if places > block {
            // If all places are one block, nothing has to be set aside.
            tasks.one_for_many(|| self.write(0, list, &[], fresh));
        } else {
            self.write(0, list, &[], fresh);
        }
        list.truncate(end);
    }

    /// Finds the runs.
    fn plan(&mut self, tasks: &Executor, block: usize, (list, fresh): (&[ContactPair], &[Pair]), gone: &[Vec<u32>]) {
        let begin = |first: usize| match list.get(first) {
            _ if first == 0 => 0,
            Some(contact) => fresh.partition_point(|new| new.key() < contact.key()),
            None => fresh.len(),
        };
        let blocks = max(1, list.len().div_ceil(block));
        self.ends.clear();
        keep_room(&mut self.ends, blocks);
        let mut lost = 0;
        for number in 0..blocks {
            lost += gone.get(number).map_or(0, Vec::len);
            self.ends.push((1 + number + begin((number + 1) * block) + lost) as u32);
        }
        let end = blocks + fresh.len() + lost;
        self.runs.clear();
        keep_room(&mut self.runs, end + 1);
        self.runs.resize(end + 1, Run::default());
        let (runs, last) = self.runs.split_at_mut(end);
        let (len, new) = (list.len() as u32, fresh.len() as u32);
        last[0] = Run { from: len, kept: len - lost as u32, new };
        tasks.blocks(1, Parts { ends: &self.ends, first: 0, columns: runs }, |number, runs| {
            let (from, new) = (number * block, begin(number * block));
            // Before each block there are as many edits as runs, except for one in each block.
            let lost = runs.first as usize - number - new;
            let start = Run { from: from as u32, kept: (from - lost) as u32, new: new as u32 };
            let gone = gone.get(number).map_or(&[][..], Vec::as_slice);
            plan_block(list, gone, fresh, start, runs.columns);
        });
    }

    /// Counts the arrivals from elsewhere to each block of places, and all of them.
    fn count_arrivals(&mut self, places: usize, block: usize) -> usize {
        self.arrivals.clear();
        self.arrivals.reserve(MOST_TASKS);
        let mut all = 0;
        for first in (0..places).step_by(block) {
            let [to, from] = [|run: &Run| run.to(), Run::from]
                .map(|place| [first, first + block].map(|border| self.kept_before(border, place)));
            let stay = min(to[1], from[1]).saturating_sub(max(to[0], from[0]));
            all += to[1] - to[0] - stay;
            self.arrivals.push(all as u32);
        }
        all
    }

    /// Number of contacts that stay whose place is before this one.
    fn kept_before(&self, border: usize, place: impl Fn(&Run) -> usize) -> usize {
        let after = self.runs.partition_point(|run| place(run) < border);
        let Some(run) = after.checked_sub(1).map(|at| &self.runs[at]) else { return 0 };
        let next = self.runs.get(after).unwrap_or(run);
        min(run.kept as usize + border - place(run), next.kept as usize)
    }

    /// The pieces that go to these places, in order.
    fn pieces(&self, places: Range<usize>) -> impl DoubleEndedIterator<Item = Piece> {
        let first = self.runs.partition_point(|run| run.to() <= places.start).saturating_sub(1);
        let end = self.runs.partition_point(|run| run.to() < places.end);
        self.runs[first..].windows(2).take(end - first).map(move |pair| {
            let [run, next] = [pair[0], pair[1]];
            let behind = run.to() + (next.kept - run.kept) as usize;
            let to = max(run.to(), places.start);
            let from = run.from() + (to - run.to());
            let len = min(behind, places.end).saturating_sub(to);
            let new = next.new > run.new && places.contains(&behind);
            Piece { from: from..from + len, to, new: new.then_some(run.new as usize) }
        })
    }

    /// Sets aside the arrivals from elsewhere to these places.
    fn set_aside(&self, places: Range<usize>, list: &[ContactPair], mut arrivals: &mut [ContactPair]) {
        for piece in self.pieces(places.clone()) {
            let [before, _, behind] = piece.split(&places);
            for part in [before, behind] {
                let (some, rest) = take(&mut arrivals).split_at_mut(part.len());
                some.copy_from_slice(&list[part]);
                arrivals = rest;
            }
        }
    }

    /// Writes the places from `first` on. It moves the contacts that stay among them, then adds arrivals and new
    /// contacts.
    fn write(&self, first: usize, list: &mut [ContactPair], mut arrivals: &[ContactPair], fresh: &[Pair]) {
        let places = first..first + list.len();
        let mut shift = |piece: Piece, direction: Ordering| {
            if piece.to.cmp(&piece.from.start) != direction || piece.from.is_empty() {
                return;
            }
            let [before, here, _] = piece.split(&places);
            if !here.is_empty() {
                list.copy_within(here.start - first..here.end - first, piece.to + before.len() - first);
            }
        };
        // A run moves over places that its neighbour on that side leaves. So runs that move back go first to last, and
        // runs that move on go last to first. Two neighbours that move apart, or to each other, do not touch each
        // other's places.
        self.pieces(places.clone()).for_each(|piece| shift(piece, Ordering::Less));
        self.pieces(places.clone()).rev().for_each(|piece| shift(piece, Ordering::Greater));
        for piece in self.pieces(places.clone()) {
            let (to, end) = (piece.to - first, piece.to + piece.from.len() - first);
            if !arrivals.is_empty() {
                let [before, _, behind] = piece.split(&places);
                for place in [to..to + before.len(), end - behind.len()..end] {
                    let (some, rest) = arrivals.split_at(place.len());
                    list[place].copy_from_slice(some);
                    arrivals = rest;
                }
            }
            if let Some(new) = piece.new.map(|new| fresh[new]) {
                list[end] = ContactPair::new(new.a, new.b);
            }
        }
    }
}

/// Finds the runs of the block that begins with `start`: as many as fill `runs`.
fn plan_block(list: &[ContactPair], gone: &[u32], fresh: &[Pair], start: Run, runs: &mut [Run]) {
    let (mut run, mut gone) = (start, gone.iter().map(|&note| place_of(note)).peekable());
    let next_of = |run: &Run| {
        let (at, new) = (run.from(), fresh.get(run.new as usize)?);
        Some(at + count_before(&list[at..], |old| old.key() < new.key()))
    };
    let mut next = next_of(&run);
    for (number, place) in runs.iter_mut().enumerate() {
        if number > 0 {
            // A new contact comes before one that goes from the same place.
            let goes = gone.next_if(|&goes| next.is_none_or(|next| goes < next));
            let edit = goes.or(next).unwrap_or(list.len()) as u32;
            run = match goes {
                Some(_) => Run { from: edit + 1, kept: run.kept + edit - run.from, new: run.new },
                None => Run { from: edit, kept: run.kept + edit - run.from, new: run.new + 1 },
            };
            if goes.is_none() {
                next = next_of(&run);
            }
        }
        *place = run;
    }
}

/// Number of entries before a limit. The search starts at the beginning, in steps that grow, since it is mostly small.
fn count_before<T>(list: &[T], is_before: impl Fn(&T) -> bool) -> usize {
    let (mut known, mut step) = (0, 1);
    while known + step <= list.len() && is_before(&list[known + step - 1]) {
        known += step;
        step *= 2;
    }
    let end = list.len().min(known + step);
    known + list[known..end].partition_point(is_before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_parallel::Driver;
    use std::collections::BTreeSet;

    /// Drawn again and again.
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    #[test]
    fn the_list_is_what_a_set_would_be() {
        let (mut splice, mut state) = (Merge::default(), 1);
        for round in 0..6000_u32 {
            let keys = 1 + round % 200;
            // Few or many of each, and sometimes none.
            let [stay, go, come] = [0, 1, 2].map(|_| next(&mut state) % 8);
            let pairs = |keys: u32| (0..keys).map(|key| Pair::new(key / 7, 1000 + key));
            let old = |pair: Pair| ContactPair { count: 1, ..ContactPair::new(pair.a, pair.b) };
            let mut list: Vec<ContactPair> = pairs(keys).filter(|_| next(&mut state) % 8 < stay).map(old).collect();
            let gone: Vec<usize> = (0..list.len()).filter(|_| next(&mut state) % 8 < go).collect();
            let mut set: BTreeSet<(u64, u8)> = list.iter().map(|old| (old.key(), old.count)).collect();
            gone.iter().for_each(|&gone| assert!(set.remove(&(list[gone].key(), 1))));
            // A contact that goes may come again at once.
            let is_new = |pair: &Pair| !set.contains(&(pair.key(), 1)) && next(&mut state) % 8 < come;
            let fresh: Vec<Pair> = pairs(keys).filter(is_new).collect();
            set.extend(fresh.iter().map(|new| (new.key(), 0)));
            let drivers = [Driver::Inline, Driver::Seeded(u64::from(round)), Driver::Threads(2)];
            let tasks = Executor::new(drivers[round as usize % 3]);
            let block = [1, 3, 10, 64, 1000][round as usize % 5];
            let mut notes = vec![Vec::new(); list.len().div_ceil(block)];
            gone.iter().for_each(|&gone| notes[gone / block].push(note_gone(gone, gone % 2 == 1)));
            assert!(places_in_use(&notes).eq(gone.into_iter().filter(|gone| gone % 2 == 1)));
            // With and without room for the arrivals.
            list.reserve(if round % 7 < 4 { 1000 } else { 0 });
            splice.merge(&tasks, (block, round as usize % 300), &mut list, &notes, &fresh);
            assert!(list.iter().map(|one| (one.key(), one.count)).eq(set), "round {round}");
        }
    }
}
