//! Contacts that end and others that begin, in place. In: the sorted list, the places of those that end, the pairs that begin. Out: the
//! list, each of whose contacts was moved once at most, by as many places as others came before it, less those that went.

use carom_broadphase::Pair;
use carom_solver::{Contact, keep_room};
use std::cmp::Ordering;
use std::ops::Range;

/// A run of contacts that stay, and where it goes.
#[derive(Clone, Copy, Debug)]
struct Run {
    from: u32,
    end: u32,
    to: u32,
}

impl Run {
    fn apply(self, list: &mut [Contact]) {
        list.copy_within(self.from as usize..self.end as usize, self.to as usize);
    }
}

/// Plans what goes where; keeps its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Splice {
    runs: Vec<Run>,
    /// How long the list will be.
    end: usize,
}

impl Splice {
    /// Takes the contacts at the places `gone`, ascending, out of `list`, and puts those of the `fresh` pairs in; both are sorted, and no
    /// contact that stays is of a fresh pair.
    pub fn splice(&mut self, list: &mut Vec<Contact>, gone: impl Iterator<Item = usize> + Clone, fresh: &[Pair]) {
        self.plan(list, gone, fresh);
        keep_room(list, self.end);
        list.resize(self.end.max(list.len()), Contact::default());
        // A run moves over places that its neighbour on that side leaves: those that move on from the last one back, those that move
        // back from the first one on. Two neighbours that move apart, or to each other, do not touch each other's places.
        let direction = |run: &Run| run.to.cmp(&run.from);
        for runs in self.runs.chunk_by(|one, next| direction(one) == direction(next)) {
            match direction(&runs[0]) {
                Ordering::Equal => {}
                Ordering::Less => runs.iter().for_each(|run| run.apply(list)),
                Ordering::Greater => runs.iter().rev().for_each(|run| run.apply(list)),
            }
        }
        // What no run goes to is new.
        let (mut fresh, mut at) = (fresh.iter(), 0);
        let ends = [Run { from: 0, end: 0, to: self.end as u32 }];
        for run in self.runs.iter().chain(&ends) {
            for (place, new) in list[at..run.to as usize].iter_mut().zip(&mut fresh) {
                *place = Contact::new(new.a, new.b);
            }
            at = (run.to + (run.end - run.from)) as usize;
        }
        list.truncate(self.end);
    }

    fn plan(&mut self, list: &[Contact], gone: impl Iterator<Item = usize> + Clone, fresh: &[Pair]) {
        self.runs.clear();
        keep_room(&mut self.runs, gone.clone().count() + fresh.len() + 1);
        self.end = 0;
        let place_of = |after: usize, new: &Pair| after + count_before(&list[after..], |old| old.key() < new.key());
        let mut fresh = fresh.iter().map(|new| (new, None)).peekable();
        let mut at = 0;
        for gone in gone.chain([list.len()]) {
            while let Some((new, place)) = fresh.peek_mut() {
                let place = *place.get_or_insert_with(|| place_of(at, new));
                if place > gone {
                    break;
                }
                self.keep(at..place);
                (self.end, at) = (self.end + 1, place);
                fresh.next();
            }
            self.keep(at..gone);
            at = gone + 1;
        }
    }

    /// What comes next in the list.
    fn keep(&mut self, from: Range<usize>) {
        if !from.is_empty() {
            let to = self.end as u32;
            self.end += from.len();
            self.runs.push(Run { from: from.start as u32, end: from.end as u32, to });
        }
    }
}

/// How many entries come first, looked for from the beginning on, in steps that grow: mostly few.
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
    use std::collections::BTreeSet;

    /// Drawn again and again.
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    #[test]
    fn the_list_is_what_a_set_would_be() {
        let (mut splice, mut state) = (Splice::default(), 1);
        for round in 0..3000_u32 {
            let keys = 1 + round % 200;
            // Few or many of each, and now and then none.
            let [stay, go, come] = [0, 1, 2].map(|_| next(&mut state) % 8);
            let pairs = |keys: u32| (0..keys).map(|key| Pair::new(key / 7, 1000 + key));
            let old = |pair: Pair| Contact { count: 1, ..Contact::new(pair.a, pair.b) };
            let mut list: Vec<Contact> = pairs(keys).filter(|_| next(&mut state) % 8 < stay).map(old).collect();
            let gone: Vec<usize> = (0..list.len()).filter(|_| next(&mut state) % 8 < go).collect();
            let mut set: BTreeSet<(u64, u8)> = list.iter().map(|old| (old.key(), old.count)).collect();
            gone.iter().for_each(|&gone| assert!(set.remove(&(list[gone].key(), 1))));
            // What goes may come again at once.
            let is_new = |pair: &Pair| !set.contains(&(pair.key(), 1)) && next(&mut state) % 8 < come;
            let fresh: Vec<Pair> = pairs(keys).filter(is_new).collect();
            set.extend(fresh.iter().map(|new| (new.key(), 0)));
            splice.splice(&mut list, gone.into_iter(), &fresh);
            assert!(list.iter().map(|one| (one.key(), one.count)).eq(set), "round {round}");
        }
    }
}
