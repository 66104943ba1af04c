//! Pairs of bodies that ignore each other.

use crate::key::BodyKey;
use crate::state::State;
use slotmap::KeyData;
use std::collections::BTreeSet;

/// The pairs, each in both orders, so that those of a body are neighbours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ignored {
    pairs: BTreeSet<(BodyKey, BodyKey)>,
}

impl Ignored {
    pub(crate) fn has(&self, a: BodyKey, b: BodyKey) -> bool {
        self.pairs.contains(&(a, b))
    }

    /// Adds or removes a pair. False if that changes nothing.
    pub(crate) fn set(&mut self, a: BodyKey, b: BodyKey, ignore: bool) -> bool {
        let both = [(a, b), (b, a)];
        if ignore { both.map(|pair| self.pairs.insert(pair))[0] } else { both.map(|pair| self.pairs.remove(&pair))[0] }
    }

    /// The bodies that a body ignores, sorted.
    pub(crate) fn of(&self, key: BodyKey) -> impl Iterator<Item = BodyKey> + '_ {
        let least = BodyKey::from(KeyData::from_ffi(0));
        self.pairs.range((key, least)..).take_while(move |pair| pair.0 == key).map(|pair| pair.1)
    }

    /// Each pair once, sorted, the smaller key first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (BodyKey, BodyKey)> + '_ {
        self.pairs.iter().copied().filter(|(a, b)| a < b)
    }
}

impl State {
    /// Copies to the row of a body whether it ignores any other.
    pub(crate) fn note_ignored(&mut self, key: BodyKey) {
        let Some(slot) = self.bodies.slots.get(key) else { return };
        self.bodies.motions[slot.row as usize].ignores = self.ignored.of(key).next().is_some();
    }

    /// Forgets the pairs of a body that is removed.
    pub(crate) fn forget_ignored(&mut self, key: BodyKey) {
        let others: Vec<BodyKey> = self.ignored.of(key).collect();
        for other in others {
            self.ignored.set(key, other, false);
            self.note_ignored(other);
        }
    }
}
