//! Contacts that end and others that begin, in place and in parallel. In: the sorted list, who of it ends, the pairs that begin. Out: the
//! list, each of whose contacts that stay was moved by as many places as others came before it, less those that went.
//!
//! Two kinds of blocks of the same size: *parts* of the list as it was, each of which says where its contacts go, and blocks of *places*, each of which is
//! written by one task. What comes to a block of places from another one is set aside before anything moves.

use carom_broadphase::Pair;
use carom_solver::{Contact, calm_room, keep_room};
use carom_tasks::{Each, Executor};
use std::cmp::{Ordering, max, min};
use std::ops::Range;

/// Room that a list of a block has from the beginning, and how much of what a rush needed is kept.
const ROOM: usize = 16;

/// A run of places that are filled from one source.
#[derive(Clone, Copy, Debug)]
struct Run {
    source: Source,
    to: usize,
    len: usize,
}

/// Where a run begins in the old list, or among the fresh pairs.
#[derive(Clone, Copy, Debug)]
enum Source {
    Old(usize),
    Fresh(usize),
}

impl Run {
    /// So much of it as goes to these places.
    fn clipped(self, places: &Range<usize>) -> Option<Self> {
        let (start, end) = (max(self.to, places.start), min(self.to + self.len, places.end));
        let skipped = start.saturating_sub(self.to);
        let source = match self.source {
            Source::Old(from) => Source::Old(from + skipped),
            Source::Fresh(from) => Source::Fresh(from + skipped),
        };
        (start < end).then(|| Self { source, to: start, len: end - start })
    }
}

/// What becomes of a block of the old list.
#[derive(Clone, Debug)]
struct Part {
    /// In order, twice the place of a contact that ends, counted from the block's first one, or once more than twice that of the contact before which a
    /// new one comes.
    edits: Vec<u16>,
    /// The block's places in the old list, and its first new pair.
    old: Range<usize>,
    new: usize,
    /// Where it begins in the new list, and how long it will be.
    start: usize,
    len: usize,
}

impl Default for Part {
    fn default() -> Self {
        Self { edits: Vec::with_capacity(8 * ROOM), old: 0..0, new: 0, start: 0, len: 0 }
    }
}

impl Part {
    /// `contacts` begin at place `first` of the old list; the pairs of `fresh` in the range `new` belong to them. `ends` is told place and contact.
    fn plan(
        &mut self,
        (first, contacts): (usize, &[Contact]),
        (fresh, new): (&[Pair], Range<usize>),
        mut ends: impl FnMut(usize, &Contact) -> bool,
    ) {
        self.edits.clear();
        (self.old, self.new) = (first..first + contacts.len(), new.start);
        self.len = contacts.len() + new.len();
        // What comes after its own pairs has a greater key than all of its contacts.
        let key_of = |new: usize| fresh.get(new).map_or(u64::MAX, |pair| pair.key());
        let (mut next, mut next_key) = (new.start, key_of(new.start));
        for (at, contact) in contacts.iter().enumerate() {
            while next_key < contact.key() {
                self.edits.push(2 * at as u16 + 1);
                next += 1;
                next_key = key_of(next);
            }
            if ends(first + at, contact) {
                self.edits.push(2 * at as u16);
                self.len -= 1;
            }
        }
        let behind = 2 * contacts.len() as u16 + 1;
        self.edits.extend((next..new.end).map(|_| behind));
    }

    /// What of the old list stays, and what is new, in their order.
    fn runs(&self) -> impl Iterator<Item = Run> {
        let edits = self.edits.iter().map(|&edit| (self.old.start + usize::from(edit / 2), edit % 2 == 1));
        let (mut stay, mut to, mut new) = (self.old.start, self.start, self.new);
        edits.chain([(self.old.end, false)]).flat_map(move |(at, is_new)| {
            let kept = Run { source: Source::Old(stay), to, len: at - stay };
            let added = Run { source: Source::Fresh(new), to: to + kept.len, len: usize::from(is_new) };
            (stay, to, new) = (at + usize::from(!is_new), added.to + added.len, new + added.len);
            [kept, added].into_iter().filter(|run| run.len > 0)
        })
    }
}

/// A run of contacts that stay in one block of places.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: usize,
    to: usize,
    len: usize,
}

impl Move {
    fn direction(&self) -> Ordering {
        self.to.cmp(&self.from)
    }

    fn apply(self, list: &mut [Contact]) {
        list.copy_within(self.from..self.from + self.len, self.to);
    }
}

/// What a block of places needs beside them; kept from step to step for its memory.
#[derive(Clone, Debug)]
struct Aside {
    /// Contacts that come from elsewhere, in the order of their places.
    arrivals: Vec<Contact>,
    moves: Vec<Move>,
}

impl Default for Aside {
    fn default() -> Self {
        Self { arrivals: Vec::with_capacity(ROOM), moves: Vec::with_capacity(2 * ROOM) }
    }
}

/// Plans what goes where; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Splice {
    /// Those in use, and behind them the memory of more from earlier steps.
    parts: Vec<Part>,
    used: usize,
    asides: Vec<Aside>,
    /// Contacts to a part, and places to a task.
    block: usize,
}

impl Splice {
    /// Says what becomes of each `block` contacts of `list`, up to 2^14: those go that `ends`, the pairs of `fresh` come; both lists are
    /// sorted, and no contact that stays is of a fresh pair. `ends` is told the place, the contact, and the list of its block in `told`. Whether anything
    /// changes.
    pub fn plan(
        &mut self,
        tasks: &Executor,
        block: usize,
        (list, fresh): (&[Contact], &[Pair]),
        told: &mut [Vec<u32>],
        ends: impl Fn(usize, &Contact, &mut Vec<u32>) -> bool + Sync,
    ) -> bool {
        self.block = block.clamp(1, 1 << 14);
        self.used = max(1, list.len().div_ceil(self.block));
        self.parts.resize_with(max(self.used, self.parts.len()), Part::default);
        let parts = &mut self.parts[..self.used];
        // Fresh pairs go with the contact that is next before them; the first ones with the first part.
        let new_from = |first: usize| match list.get(first) {
            Some(contact) if first > 0 => fresh.partition_point(|new| new.key() < contact.key()),
            Some(_) => 0,
            None => fresh.len(),
        };
        if list.is_empty() {
            parts[0].plan((0, list), (fresh, 0..fresh.len()), |_, _| false);
        }
        let columns = (list, Each(self.block, &mut *parts), Each(self.block, told));
        tasks.blocks(self.block, columns, |first, (contacts, Each(_, parts), Each(_, told))| {
            let new = new_from(first)..new_from(first + contacts.len());
            parts[0].plan((first, contacts), (fresh, new), |at, contact| ends(at, contact, &mut told[0]));
        });
        let mut start = 0;
        for part in &mut *parts {
            part.start = start;
            start += part.len;
        }
        parts.iter().any(|part| !part.edits.is_empty())
    }

    /// Does what was planned for this list and these fresh pairs.
    pub fn apply(&mut self, tasks: &Executor, list: &mut Vec<Contact>, fresh: &[Pair]) {
        let end = self.parts[..self.used].last().map_or(0, |last| last.start + last.len);
        keep_room(list, end);
        list.resize(max(end, list.len()), Contact::default());
        let Self { parts, used, asides, block } = self;
        let (block, parts, places) = (*block, &parts[..*used], list.len());
        let mut write = |block: usize| {
            asides.resize_with(max(asides.len(), places.div_ceil(block)), Aside::default);
            tasks.blocks(block, (&list[..], Each(block, &mut asides[..])), |first, (places, Each(_, asides))| {
                asides[0].set(first..first + places.len(), list, parts);
            });
            tasks.blocks(block, (&mut list[..], Each(block, &mut asides[..])), |first, (places, Each(_, asides))| {
                asides[0].apply(first, places, fresh, parts);
            });
        };
        if places <= block || tasks.has_help() {
            write(block);
        } else {
            // For one thread all places are one block: nothing has to be set aside.
            tasks.one_for_many(|| write(places));
        }
        list.truncate(end);
    }
}

/// What comes to these places, in their order.
fn runs_to(parts: &[Part], places: Range<usize>) -> impl Iterator<Item = Run> {
    let first = parts.partition_point(|part| part.start + part.len <= places.start);
    let here = parts[first..].iter().take_while({
        let end = places.end;
        move |part| part.start < end
    });
    here.flat_map(Part::runs).filter_map(move |run| run.clipped(&places))
}

/// What of a run comes from before these places, from among them, and from behind them.
fn split(from: usize, len: usize, places: &Range<usize>) -> [Range<usize>; 3] {
    let [start, end] = [places.start, places.end].map(|at| at.clamp(from, from + len));
    [from..start, start..end, end..from + len]
}

impl Aside {
    /// Takes what comes from elsewhere.
    fn set(&mut self, places: Range<usize>, list: &[Contact], parts: &[Part]) {
        calm_room(&mut self.arrivals, ROOM);
        self.arrivals.clear();
        self.moves.clear();
        for run in runs_to(parts, places.clone()) {
            let Source::Old(from) = run.source else { continue };
            let [before, here, behind] = split(from, run.len, &places);
            if !here.is_empty() {
                let [from, to] = [here.start, run.to + before.len()].map(|at| at - places.start);
                self.moves.push(Move { from, to, len: here.len() });
            }
            for part in [before, behind] {
                let count = self.arrivals.len() + part.len();
                keep_room(&mut self.arrivals, count);
                self.arrivals.extend_from_slice(&list[part]);
            }
        }
    }

    /// Moves what stays among the places from `first` on, then puts in what comes from elsewhere and what is new.
    fn apply(&self, first: usize, list: &mut [Contact], fresh: &[Pair], parts: &[Part]) {
        // A run moves over places that its neighbour on that side leaves: those that move on from the last one back, those that move
        // back from the first one on. Two neighbours that move apart, or to each other, do not touch each other's places.
        for moves in self.moves.chunk_by(|one, next| one.direction() == next.direction()) {
            match moves[0].direction() {
                Ordering::Equal => {}
                Ordering::Less => moves.iter().for_each(|run| run.apply(list)),
                Ordering::Greater => moves.iter().rev().for_each(|run| run.apply(list)),
            }
        }
        let (mut arrivals, places) = (&self.arrivals[..], first..first + list.len());
        let mut arrive = |to: usize, count: usize, list: &mut [Contact]| {
            let (some, rest) = arrivals.split_at(count);
            list[to..to + count].copy_from_slice(some);
            arrivals = rest;
        };
        for run in runs_to(parts, places.clone()) {
            let to = run.to - first;
            match run.source {
                Source::Old(from) => {
                    let [before, here, behind] = split(from, run.len, &places);
                    arrive(to, before.len(), list);
                    arrive(to + before.len() + here.len(), behind.len(), list);
                }
                Source::Fresh(from) => {
                    for (place, new) in list[to..].iter_mut().zip(&fresh[from..from + run.len]) {
                        *place = Contact::new(new.a, new.b);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_tasks::Driver;
    use std::collections::BTreeSet;

    /// Drawn again and again.
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    #[test]
    fn the_list_is_what_a_set_would_be() {
        let (mut splice, mut state) = (Splice::default(), 1);
        for round in 0..6000_u32 {
            let keys = 1 + round % 200;
            // Few or many of each, and now and then none.
            let [stay, go, come] = [0, 1, 2].map(|_| next(&mut state) % 8);
            let pairs = |keys: u32| (0..keys).map(|key| Pair::new(key / 7, 1000 + key));
            let old = |pair: Pair| Contact { count: 1, ..Contact::new(pair.a, pair.b) };
            let mut list: Vec<Contact> = pairs(keys).filter(|_| next(&mut state) % 8 < stay).map(old).collect();
            let gone: BTreeSet<u64> = list.iter().map(Contact::key).filter(|_| next(&mut state) % 8 < go).collect();
            let mut set: BTreeSet<(u64, u8)> = list.iter().map(|old| (old.key(), old.count)).collect();
            gone.iter().for_each(|&gone| assert!(set.remove(&(gone, 1))));
            // What goes may come again at once.
            let is_new = |pair: &Pair| !set.contains(&(pair.key(), 1)) && next(&mut state) % 8 < come;
            let fresh: Vec<Pair> = pairs(keys).filter(is_new).collect();
            set.extend(fresh.iter().map(|new| (new.key(), 0)));
            let drivers = [Driver::Inline, Driver::Seeded(u64::from(round)), Driver::Threads(2)];
            let tasks = Executor::new(drivers[round as usize % 3]);
            let block = [1, 3, 10, 64, 1000][round as usize % 5];
            let mut told = vec![Vec::new(); list.len().div_ceil(block)];
            let changes = splice.plan(&tasks, block, (&list, &fresh), &mut told, |at, old, told| {
                let ends = gone.contains(&old.key());
                told.extend(ends.then_some(at as u32));
                ends
            });
            assert_eq!(changes, !(gone.is_empty() && fresh.is_empty()), "round {round}");
            assert!(told.iter().flatten().map(|&at| list[at as usize].key()).eq(gone), "round {round}");
            splice.apply(&tasks, &mut list, &fresh);
            assert!(list.iter().map(|one| (one.key(), one.count)).eq(set), "round {round}");
        }
    }
}
