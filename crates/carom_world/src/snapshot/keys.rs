//! Snapshots of keys: indices and generations. The tag of the world is written once, at the beginning.

use crate::Error;
use crate::slots::{KeyParts, Slots, is_history};
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};

type Result<T = ()> = std::result::Result<T, Error>;

/// The index of a key.
pub(crate) fn index_of(key: impl KeyParts) -> u32 {
    key.index()
}

/// A key that may be stale.
pub(crate) fn write_key(s: &mut Writer, key: impl KeyParts) -> Result {
    s.index(&mut key.index())?;
    s.index(&mut key.generation())
}

/// See [`write_key`].
pub(crate) fn read_key<K: KeyParts>(s: &mut Reader<'_>) -> Result<K> {
    let (mut index, mut generation) = (0, 0);
    s.index(&mut index)?;
    s.index(&mut generation)?;
    let key = K::of_parts(s.tag, index, generation);
    if key.generation() == generation { Ok(key) } else { Err(fault("key", "has a generation that there is not")) }
}

/// Generations and free places of a slot map.
pub(crate) fn write_history<K: KeyParts, T>(s: &mut Writer, slots: &Slots<K, T>) -> Result {
    let (generations, free) = slots.history();
    s.indices(generations)?;
    s.indices(free.iter().copied())
}

/// Places to be filled, and their number.
pub(crate) fn read_history<K: KeyParts, T>(s: &mut Reader<'_>) -> Result<(Slots<K, T>, usize)> {
    let generations = s.indices().at("generations")?;
    let free = s.indices().at("free")?;
    is_history(&generations, &free).map_err(|wrong| fault("free", wrong))?;
    let count = generations.iter().filter(|&generation| generation % 2 == 1).count();
    Ok((Slots::with_history(s.tag, generations, free), count))
}
