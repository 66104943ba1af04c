//! An index of the contact list: the first contact of each proxy. A search through the whole list waits for memory a
//! dozen times. If many contacts are looked up, one pass over the list is cheaper.

use carom_parallel::{Each, Executor};
use carom_solver::ContactPair;
use std::cmp::min;
use std::ops::Range;

/// Proxies to a task.
const PROXIES_A_TASK: usize = 1024;

/// Indexing one proxy or contact takes a nanosecond or two. A pair that is tested for an impact saves as much as so
/// many of them take.
const WORTH: usize = 16;

/// Contacts to a task.
const CONTACTS_A_TASK: usize = 4096;

/// The index marks one contact in so many.
const CONTACTS_A_RUN: usize = 16;

/// For each proxy, the index of its first contact with a proxy of greater id. `flags` has these ids for every sixteenth
/// contact, close together, since a ground body has thousands of contacts.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactIndex {
    firsts: Vec<u32>,
    flags: Vec<u32>,
}

impl ContactIndex {
    /// Whether the index pays, with so many pairs tested in the last step, and so many proxies and contacts.
    pub fn pays(asked: usize, proxies: usize, contacts: usize) -> bool {
        asked * WORTH > proxies + contacts
    }

    /// Builds the index for so many proxies.
    pub fn build(&mut self, tasks: &Executor, contacts: &[ContactPair], proxies: usize) -> &Self {
        self.firsts.resize(proxies, 0);
        tasks.blocks(PROXIES_A_TASK, &mut self.firsts[..], |first, firsts| {
            let mut place = contacts.partition_point(|contact| (contact.a as usize) < first);
            for (first_of, proxy) in firsts.iter_mut().zip(first as u32..) {
                *first_of = place as u32;
                place += contacts[place..].iter().take_while(|contact| contact.a == proxy).count();
            }
        });
        self.flags.resize(contacts.len().div_ceil(CONTACTS_A_RUN), 0);
        tasks.blocks(
            CONTACTS_A_TASK,
            (contacts, Each(CONTACTS_A_RUN, &mut self.flags[..])),
            |_, (contacts, Each(_, flags))| {
                flags
                    .iter_mut()
                    .zip(contacts.iter().step_by(CONTACTS_A_RUN))
                    .for_each(|(flag, contact)| *flag = contact.b);
            },
        );
        self
    }

    /// The range that holds the contact of two proxies, the smaller first, if both ends of the smaller one's range are
    /// known.
    fn run_of(&self, [a, b]: [u32; 2]) -> Option<Range<usize>> {
        let [first, last] = *self.firsts.get(a as usize..)?.first_chunk()?;
        let (first, last) = (first as usize, last as usize);
        // The last marked run that begins with the pair or before it, or else the part before the first one.
        let runs = first.div_ceil(CONTACTS_A_RUN)..last.div_ceil(CONTACTS_A_RUN);
        let before = self.flags.get(runs.clone())?.partition_point(|&flag| flag <= b);
        let from = if before == 0 { first } else { CONTACTS_A_RUN * (runs.start + before - 1) };
        Some(from..min(from + CONTACTS_A_RUN, last))
    }
}

/// The contact of two proxies, `a` the smaller id; `index` was built from these contacts.
#[inline]
pub(crate) fn find<'a>(
    contacts: &'a [ContactPair],
    index: Option<&ContactIndex>,
    pair: [u32; 2],
) -> Option<&'a ContactPair> {
    let run = index.and_then(|index| index.run_of(pair)).unwrap_or(0..contacts.len());
    let run = contacts.get(run)?;
    run.binary_search_by_key(&ContactPair::new(pair[0], pair[1]).key(), ContactPair::key).ok().map(|place| &run[place])
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_parallel::Driver;
    use std::collections::BTreeSet;

    #[test]
    fn what_it_finds_is_what_is_there() {
        let few = (0..9000_u32).map(|k| ContactPair::new(k * k % 4000, 5000 + k * 7 % 100));
        let of_a_split_body = (0..2000).map(|k| ContactPair::new(1600, 4000 + 3 * k));
        let keys: BTreeSet<u64> = few.chain(of_a_split_body).map(|contact| contact.key()).collect();
        let contact = |&key: &u64| ContactPair::new((key >> 32) as u32, key as u32);
        let contacts: Vec<ContactPair> = keys.iter().map(contact).collect();
        for driver in [Driver::Inline, Driver::Threads(2)] {
            for proxies in [0, 1, 1024, 4000, 4096, 5100] {
                let mut index = ContactIndex::default();
                let index = index.build(&Executor::new(driver), &contacts, proxies);
                for (a, b) in (0..4001).flat_map(|a| [4999, 5000, 5001, 5050, 5099, 6000].map(|b| (a, b))) {
                    let wanted = Some(ContactPair::new(a, b).key()).filter(|key| keys.contains(key));
                    for index in [None, Some(index)] {
                        assert_eq!(find(&contacts, index, [a, b]).map(ContactPair::key), wanted, "{proxies} proxies");
                    }
                }
            }
        }
    }

    #[test]
    fn it_pays_where_many_are_asked_and_not_for_one_among_many_sleepers() {
        assert!(ContactIndex::pays(2_000, 6_000, 20_000) && !ContactIndex::pays(1_600, 6_000, 20_000));
        assert!(!ContactIndex::pays(1, 200_000, 0) && !ContactIndex::pays(0, 0, 0));
    }
}
