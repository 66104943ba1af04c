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
const ROOM: usize = 64;

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
struct Part<T> {
    ended: Vec<T>,
    /// One after the other, places counted from its own first one.
    runs: Vec<Run>,
    /// Where it begins in the new list, and how long it will be.
    start: usize,
    len: usize,
}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Self { ended: Vec::with_capacity(ROOM), runs: Vec::with_capacity(ROOM), start: 0, len: 0 }
    }
}

impl<T> Part<T> {
    /// `contacts` begin at place `first` of the old list; the pairs of `fresh` in the range `new` belong to them.
    fn plan(
        &mut self,
        (first, contacts): (usize, &[Contact]),
        (fresh, new): (&[Pair], Range<usize>),
        ends: impl Fn(&Contact) -> Option<T>,
    ) {
        self.ended.clear();
        self.runs.clear();
        self.len = 0;
        // What comes after its own pairs has a greater key than all of its contacts.
        let key_of = |new: usize| fresh.get(new).map_or(u64::MAX, |pair| pair.key());
        let (mut next, mut stay) = (new.start, first);
        let mut next_key = key_of(next);
        for (at, contact) in (first..).zip(contacts) {
            if next_key < contact.key() {
                let before = next;
                while next_key < contact.key() {
                    next += 1;
                    next_key = key_of(next);
                }
                self.add(Source::Old(stay), at - stay);
                self.add(Source::Fresh(before), next - before);
                stay = at;
            }
            if let Some(ended) = ends(contact) {
                self.ended.push(ended);
                self.add(Source::Old(stay), at - stay);
                stay = at + 1;
            }
        }
        self.add(Source::Old(stay), first + contacts.len() - stay);
        self.add(Source::Fresh(next), new.end - next);
    }

    fn add(&mut self, source: Source, len: usize) {
        if len > 0 {
            self.runs.push(Run { source, to: self.len, len });
            self.len += len;
        }
    }

    fn runs(&self) -> impl Iterator<Item = Run> {
        self.runs.iter().map(|run| Run { to: self.start + run.to, ..*run })
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
        Self { arrivals: Vec::with_capacity(ROOM), moves: Vec::with_capacity(ROOM) }
    }
}

/// Plans what goes where, with a `T` of each contact that ends; keeps its memory.
#[derive(Clone, Debug)]
pub(crate) struct Splice<T> {
    /// Those in use, and behind them the memory of more from earlier steps.
    parts: Vec<Part<T>>,
    used: usize,
    asides: Vec<Aside>,
    /// Contacts to a part, and places to a task.
    block: usize,
}

impl<T> Default for Splice<T> {
    fn default() -> Self {
        Self { parts: Vec::new(), used: 0, asides: Vec::new(), block: 1 }
    }
}

impl<T: Send + Sync> Splice<T> {
    /// Says what becomes of each `block` contacts of `list`: those of which `ends` says something go, the pairs of `fresh` come; both lists are
    /// sorted, and no contact that stays is of a fresh pair.
    pub fn plan(
        &mut self,
        tasks: &Executor,
        block: usize,
        list: &[Contact],
        fresh: &[Pair],
        ends: impl Fn(&Contact) -> Option<T> + Sync,
    ) {
        self.block = block.max(1);
        self.used = max(1, list.len().div_ceil(self.block));
        self.parts.resize_with(max(self.used, self.parts.len()), Part::default);
        let parts = &mut self.parts[..self.used];
        // Fresh pairs go with the contact that is next before them; the first ones with the first part.
        let new_from = |first: usize| match list.get(first) {
            Some(contact) if first > 0 => fresh.partition_point(|new| new.key() < contact.key()),
            Some(_) => 0,
            None => fresh.len(),
        };
        let plan = |first: usize, contacts: &[Contact], part: &mut Part<T>| {
            let new = new_from(first)..new_from(first + contacts.len());
            part.plan((first, contacts), (fresh, new), &ends);
        };
        if list.is_empty() {
            parts[0].plan((0, list), (fresh, 0..fresh.len()), &ends);
        }
        let columns = (list, Each(self.block, &mut *parts));
        tasks.blocks(self.block, columns, |first, (contacts, Each(_, parts))| plan(first, contacts, &mut parts[0]));
        let mut start = 0;
        for part in parts {
            part.start = start;
            start += part.len;
        }
    }

    /// What was said of those that end, in their order.
    pub fn ended(&self) -> impl Iterator<Item = &T> {
        self.parts[..self.used].iter().flat_map(|part| &part.ended)
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
fn runs_to<T>(parts: &[Part<T>], places: Range<usize>) -> impl Iterator<Item = Run> {
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
    fn set<T>(&mut self, places: Range<usize>, list: &[Contact], parts: &[Part<T>]) {
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
    fn apply<T>(&self, first: usize, list: &mut [Contact], fresh: &[Pair], parts: &[Part<T>]) {
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
            splice.plan(&tasks, block, &list, &fresh, |old| gone.get(&old.key()).copied());
            assert!(splice.ended().eq(&gone), "round {round}");
            splice.apply(&tasks, &mut list, &fresh);
            assert!(list.iter().map(|one| (one.key(), one.count)).eq(set), "round {round}");
        }
    }
}
