//! Places with versions: what keys name. A key is a place and the number of its tenant, so a key of a tenant that left
//! names nothing. Places that became free are taken again, the last first.
//!
//! This is what `slotmap` does, and its order of keys is kept; but a snapshot has to bring back each version, and the
//! order in which free places are taken, which that crate does not show.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// A key of some [`Slots`].
pub(crate) trait SlotKey: Copy {
    /// The key of the tenant with this number in a place.
    fn new(index: u32, version: NonZeroU32) -> Self;
    /// The place.
    fn index(self) -> u32;
    /// The number of the tenant: odd.
    fn version(self) -> NonZeroU32;
}

/// Makes a type of keys.
macro_rules! slot_key {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name {
            index: u32,
            version: std::num::NonZeroU32,
        }

        impl $crate::slots::SlotKey for $name {
            fn new(index: u32, version: std::num::NonZeroU32) -> Self {
                Self { index, version }
            }
            fn index(self) -> u32 {
                self.index
            }
            fn version(self) -> std::num::NonZeroU32 {
                self.version
            }
        }

        impl Default for $name {
            /// The key that names nothing.
            fn default() -> Self {
                Self { index: u32::MAX, version: std::num::NonZeroU32::MIN }
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}v{}", self.index, self.version)
            }
        }
    };
}
pub(crate) use slot_key;

#[derive(Clone, Debug)]
struct Place<T> {
    /// Odd while somebody is there.
    version: u32,
    tenant: Option<T>,
}

/// Things by key.
#[derive(Clone)]
pub(crate) struct Slots<K, T> {
    places: Vec<Place<T>>,
    /// Free places, the next one last.
    free: Vec<u32>,
    key: PhantomData<fn() -> K>,
}

impl<K, T> Default for Slots<K, T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new(), key: PhantomData }
    }
}

impl<K, T: fmt::Debug> fmt::Debug for Slots<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.places).finish()
    }
}

impl<K: SlotKey, T> Slots<K, T> {
    pub(crate) fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    pub(crate) fn reserve(&mut self, more: usize) {
        self.places.reserve(more);
    }

    pub(crate) fn insert(&mut self, tenant: T) -> K {
        let index = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place { version: 0, tenant: None });
            (self.places.len() - 1) as u32
        });
        let place = &mut self.places[index as usize];
        place.version = place.version.wrapping_add(1) | 1;
        place.tenant = Some(tenant);
        K::new(index, NonZeroU32::new(place.version).unwrap_or(NonZeroU32::MIN))
    }

    pub(crate) fn remove(&mut self, key: K) -> Option<T> {
        let place = self.places.get_mut(key.index() as usize).filter(|place| place.version == key.version().get())?;
        let tenant = place.tenant.take()?;
        place.version = place.version.wrapping_add(1);
        self.free.push(key.index());
        Some(tenant)
    }

    #[inline]
    pub(crate) fn get(&self, key: K) -> Option<&T> {
        let place = self.places.get(key.index() as usize)?;
        place.tenant.as_ref().filter(|_| place.version == key.version().get())
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, key: K) -> Option<&mut T> {
        let place = self.places.get_mut(key.index() as usize)?;
        if place.version == key.version().get() { place.tenant.as_mut() } else { None }
    }

    pub(crate) fn contains_key(&self, key: K) -> bool {
        self.get(key).is_some()
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.places.iter().filter_map(|place| place.tenant.as_ref())
    }

    /// Keys and tenants, in the order of the places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        (0..).zip(&self.places).filter_map(|(index, place)| Some((self.key_at(index)?, place.tenant.as_ref()?)))
    }

    /// The version of each place, and the free places.
    pub(crate) fn history(&self) -> (impl ExactSizeIterator<Item = u32> + '_, &[u32]) {
        (self.places.iter().map(|place| place.version), &self.free)
    }

    /// Empty places with these versions, to be filled by [`Slots::put`]; those with an even version are in `free`.
    pub(crate) fn with_history(versions: &[u32], free: Vec<u32>) -> Self {
        let places = versions.iter().map(|&version| Place { version, tenant: None }).collect();
        Self { places, free, key: PhantomData }
    }

    /// The key of whoever is, or is to be, in a place.
    pub(crate) fn key_at(&self, index: u32) -> Option<K> {
        let version = self.places.get(index as usize)?.version;
        NonZeroU32::new(version).filter(|_| version % 2 == 1).map(|version| K::new(index, version))
    }

    /// Fills a place that is to be filled; false where it is not, or was.
    pub(crate) fn put(&mut self, key: K, tenant: T) -> bool {
        match self.places.get_mut(key.index() as usize) {
            Some(place) if place.tenant.is_none() && place.version == key.version().get() => {
                place.tenant = Some(tenant);
                true
            }
            _ => false,
        }
    }
}

impl<K: SlotKey + fmt::Debug, T> Index<K> for Slots<K, T> {
    type Output = T;

    /// The tenant, which is there: only keys from inside the state come here.
    #[inline]
    fn index(&self, key: K) -> &T {
        let place = &self.places[key.index() as usize];
        assert!(place.version == key.version().get(), "stale key {key:?}");
        &place.tenant.as_slice()[0]
    }
}

impl<K: SlotKey + fmt::Debug, T> IndexMut<K> for Slots<K, T> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        let place = &mut self.places[key.index() as usize];
        assert!(place.version == key.version().get(), "stale key {key:?}");
        &mut place.tenant.as_mut_slice()[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    slot_key!(
        /// A key for tests.
        TestKey
    );

    #[test]
    fn keys_go_stale_and_places_are_taken_again_the_last_first() {
        let mut slots: Slots<TestKey, char> = Slots::default();
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
        let mut slots: Slots<TestKey, u32> = Slots::default();
        let keys: Vec<TestKey> = (0..20).map(|x| slots.insert(x)).collect();
        for i in [3, 7, 1, 12, 0] {
            slots.remove(keys[i]);
        }
        slots.insert(99);
        let (versions, free) = slots.history();
        let (versions, free) = (versions.collect::<Vec<_>>(), free.to_vec());
        let mut copy: Slots<TestKey, u32> = Slots::with_history(&versions, free);
        for index in 0..versions.len() as u32 {
            if let Some(key) = copy.key_at(index) {
                assert!(copy.put(key, slots[key]) && !copy.put(key, 0));
            }
        }
        for x in 0..9 {
            assert_eq!(copy.insert(x), slots.insert(x));
        }
    }
}
