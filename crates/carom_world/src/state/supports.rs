//! The sleeping islands at each proxy that is in contact with them and not in them, such as the ground below. So a
//! change of one still thing looks at the islands on it, not at all that sleep. The first change after a while lists
//! them; until then nothing is noted.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Pairs up to which the list may grow in any case; else to twice those of the islands that there were.
const ROOM: usize = 1024;

/// Pairs of a proxy and an island.
#[derive(Clone, Debug, Default)]
pub(crate) struct Supports {
    /// Also has pairs of islands that woke, until it is listed anew.
    pairs: Option<BTreeSet<(u32, u32)>>,
    most: usize,
}

impl Supports {
    /// Whether the pairs are listed.
    pub(crate) fn are_known(&self) -> bool {
        self.pairs.is_some()
    }

    /// Lists all pairs.
    pub(crate) fn list(&mut self, pairs: impl Iterator<Item = (u32, u32)>) {
        let pairs: BTreeSet<(u32, u32)> = pairs.collect();
        self.most = 2 * pairs.len() + ROOM;
        self.pairs = Some(pairs);
    }

    /// Notes that an island lies against a proxy. Forgets all if too many pairs may be out of date.
    pub(crate) fn note(&mut self, id: u32, island: u32) {
        if let Some(pairs) = &mut self.pairs {
            pairs.insert((id, island));
            if pairs.len() > self.most {
                self.forget();
            }
        }
    }

    /// Forgets all pairs: proxies have other ids.
    pub(crate) fn forget(&mut self) {
        self.pairs = None;
    }

    /// The islands that lie against a proxy, ascending; perhaps also some that did.
    pub(crate) fn islands_at(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        let all: RangeInclusive<(u32, u32)> = (id, 0)..=(id, u32::MAX);
        self.pairs.iter().flat_map(move |pairs| pairs.range(all.clone())).map(|&(_, island)| island)
    }
}
