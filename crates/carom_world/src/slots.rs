//! A slot map: tenants by key. A key names its tenant for as long as it is there, and nothing afterwards.
//!
//! [`slotmap::SlotMap`] has such keys too, but a map that is read back gives other keys than the one that was written.
//! Here generations and free places are plain lists. So a snapshot restores them, and the next keys are the same.
//!
//! The version of a key holds the tag of its world above the generation of its place. So a key of another world names
//! nothing. A side map (`SecondaryMap<BodyKey, _>`) works with a restored world, in another process as well.

use slotmap::{Key, KeyData, SecondaryMap};
use std::ops::{Index, IndexMut};

/// Bits of a version that count the tenants of a place. The tag of the world is above them.
const GENERATION_BITS: u32 = 19;

/// Generation of a place that is never used again, because its keys have run out.
const RETIRED: u32 = 1 << GENERATION_BITS;

/// Number of tags. No world has tag 0, so the null key names nothing anywhere.
pub(crate) const TAGS: u32 = 1 << (u32::BITS - GENERATION_BITS);

/// The parts of a key.
pub(crate) trait KeyParts: Key {
    /// Its place.
    fn index(self) -> u32 {
        self.data().as_ffi() as u32
    }

    /// Generation of its place, an odd number: which tenant it names.
    fn generation(self) -> u32 {
        (self.data().as_ffi() >> u32::BITS) as u32 & (RETIRED - 1)
    }

    /// The tag of its world.
    fn tag(self) -> u32 {
        (self.data().as_ffi() >> (u32::BITS + GENERATION_BITS)) as u32
    }

    /// The key of these parts.
    fn of_parts(tag: u32, index: u32, generation: u32) -> Self {
        let version = tag << GENERATION_BITS | generation;
        KeyData::from_ffi(u64::from(version) << u32::BITS | u64::from(index)).into()
    }
}

impl<K: Key> KeyParts for K {}

/// Tenants by key.
#[derive(Clone, Debug)]
pub(crate) struct Slots<K: Key, T> {
    /// The tag of the world.
    tag: u32,
    /// Generation of each place: odd while it has a tenant, [`RETIRED`] once it has none for good.
    generations: Vec<u32>,
    /// Free places, the next one last.
    free: Vec<u32>,
    tenants: SecondaryMap<K, T>,
}

impl<K: Key, T> Default for Slots<K, T> {
    fn default() -> Self {
        Self::new(0)
    }
}

impl<K: Key, T> Slots<K, T> {
    /// No tenants, for a world with this tag.
    pub(crate) fn new(tag: u32) -> Self {
        Self { tag, generations: Vec::new(), free: Vec::new(), tenants: SecondaryMap::new() }
    }

    /// The tag of the world.
    pub(crate) fn tag(&self) -> u32 {
        self.tag
    }

    /// The number of tenants.
    pub(crate) fn len(&self) -> usize {
        self.tenants.len()
    }

    pub(crate) fn reserve(&mut self, more: usize) {
        self.generations.reserve(more);
        self.tenants.set_capacity(self.generations.len() + more);
    }

    pub(crate) fn insert(&mut self, tenant: T) -> K {
        let index = self.free.pop().unwrap_or_else(|| {
            self.generations.push(0);
            (self.generations.len() - 1) as u32
        });
        let generation = &mut self.generations[index as usize];
        *generation += 1;
        let key = K::of_parts(self.tag, index, *generation);
        self.tenants.insert(key, tenant);
        key
    }

    pub(crate) fn remove(&mut self, key: K) -> Option<T> {
        let tenant = self.tenants.remove(key)?;
        let generation = &mut self.generations[key.index() as usize];
        *generation += 1;
        if *generation < RETIRED {
            self.free.push(key.index());
        }
        Some(tenant)
    }

    #[inline]
    pub(crate) fn get(&self, key: K) -> Option<&T> {
        self.tenants.get(key)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, key: K) -> Option<&mut T> {
        self.tenants.get_mut(key)
    }

    #[inline]
    pub(crate) fn contains_key(&self, key: K) -> bool {
        self.tenants.contains_key(key)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.tenants.values()
    }

    /// Keys and tenants, in the order of their places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        self.tenants.iter()
    }

    /// The generation of each place, and the free places.
    pub(crate) fn history(&self) -> (impl ExactSizeIterator<Item = u32> + '_, &[u32]) {
        (self.generations.iter().copied(), &self.free)
    }

    /// Places with a history that [`is_history`] accepts. [`Slots::put`] fills them.
    pub(crate) fn with_history(tag: u32, generations: Vec<u32>, free: Vec<u32>) -> Self {
        let mut tenants = SecondaryMap::new();
        tenants.set_capacity(generations.len());
        Self { tag, generations, free, tenants }
    }

    /// The keys of all tenants that are there, or will be put there, in the order of their places.
    pub(crate) fn keys(&self) -> Vec<K> {
        (0..self.generations.len() as u32).filter_map(|index| self.key_at(index)).collect()
    }

    /// The key of the tenant that a place has, or will get.
    pub(crate) fn key_at(&self, index: u32) -> Option<K> {
        let generation = *self.generations.get(index as usize)?;
        (generation % 2 == 1).then(|| K::of_parts(self.tag, index, generation))
    }

    /// Fills a place that waits for its tenant. False if it waits for none.
    pub(crate) fn put(&mut self, key: K, tenant: T) -> bool {
        let fits = self.key_at(key.index()) == Some(key) && !self.tenants.contains_key(key);
        fits && self.tenants.insert(key, tenant).is_none()
    }
}

impl<K: Key, T> Index<K> for Slots<K, T> {
    type Output = T;

    /// The tenant of a key from inside the state, which is always there.
    #[inline]
    fn index(&self, key: K) -> &T {
        &self.tenants[key]
    }
}

impl<K: Key, T> IndexMut<K> for Slots<K, T> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        &mut self.tenants[key]
    }
}

/// Whether `generations` and `free` are a history of [`Slots`]; if not, the fault.
pub(crate) fn is_history(generations: &[u32], free: &[u32]) -> Result<(), String> {
    if let Some(index) = generations.iter().position(|&generation| generation > RETIRED) {
        return Err(format!("place {index} has a generation that there is not"));
    }
    let mut known: Vec<bool> = generations.iter().map(|&g| g % 2 == 1 || g == RETIRED).collect();
    for &index in free {
        match known.get_mut(index as usize) {
            Some(known) if !*known => *known = true,
            _ => return Err(format!("place {index} is not free, or twice")),
        }
    }
    if known.iter().all(|&known| known) { Ok(()) } else { Err("a place is missing".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    slotmap::new_key_type! {
        struct TestKey;
    }

    #[test]
    fn keys_go_stale_and_places_are_taken_again_the_last_first() {
        let mut slots: Slots<TestKey, char> = Slots::new(7);
        let [a, b, c] = ['a', 'b', 'c'].map(|x| slots.insert(x));
        assert_eq!((slots.remove(a), slots.remove(c), slots.remove(a)), (Some('a'), Some('c'), None));
        let (d, e) = (slots.insert('d'), slots.insert('e'));
        assert_eq!((d.index(), e.index()), (c.index(), a.index()));
        assert_eq!((slots.get(a), slots.get(b), slots.get(e), slots.len()), (None, Some(&'b'), Some(&'e'), 3));
        assert!(!slots.contains_key(TestKey::default()));
        assert_eq!(slots.values().collect::<String>(), "ebd");
    }

    #[test]
    fn a_history_brings_back_the_same_keys() {
        let mut slots: Slots<TestKey, u32> = Slots::new(TAGS - 1);
        let keys: Vec<TestKey> = (0..20).map(|x| slots.insert(x)).collect();
        for i in [3, 7, 1, 12, 0] {
            slots.remove(keys[i]);
        }
        slots.insert(99);
        let (generations, free) = slots.history();
        let (generations, free) = (generations.collect::<Vec<_>>(), free.to_vec());
        is_history(&generations, &free).unwrap();
        let count = generations.len() as u32;
        let mut copy: Slots<TestKey, u32> = Slots::with_history(TAGS - 1, generations, free);
        for index in 0..count {
            if let Some(key) = copy.key_at(index) {
                assert!(copy.put(key, slots[key]) && !copy.put(key, 0));
            }
        }
        for x in 0..9 {
            assert_eq!(copy.insert(x), slots.insert(x));
        }
    }

    /// A key that came round again would name another tenant.
    #[test]
    fn a_place_whose_keys_run_out_is_retired() {
        let mut slots: Slots<TestKey, u32> = Slots::new(1);
        let first = slots.insert(0);
        slots.remove(first);
        for k in 1..RETIRED / 2 {
            let key = slots.insert(k);
            assert_eq!(key.index(), 0);
            slots.remove(key);
        }
        let next = slots.insert(1);
        assert_eq!((next.index(), slots.len(), slots.contains_key(first)), (1, 1, false));
        let (generations, free) = slots.history();
        is_history(&generations.collect::<Vec<_>>(), free).unwrap();
    }

    /// Tag and generation are packed into the version of a `KeyData`: 32 bits of version above 32 bits of index.
    #[test]
    fn the_layout_of_keys_is_pinned() {
        let key = TestKey::of_parts(5, 9, 3);
        assert_eq!(key.data().as_ffi(), (5 << 19 | 3) << 32 | 9);
        assert_eq!(KeyData::from_ffi(key.data().as_ffi()), key.data());
        assert_eq!((key.tag(), key.index(), key.generation()), (5, 9, 3));
        assert_eq!((TestKey::null().tag(), TestKey::null().index()), (0, u32::MAX));
        assert_eq!(TestKey::of_parts(TAGS - 1, u32::MAX, RETIRED - 1).tag(), TAGS - 1);
    }
}
