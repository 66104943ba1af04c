//! Keys in an image: their places and versions, and the places that are free.

use crate::Error;
use crate::key::BodySlotKey;
use crate::slots::SlotKey;
use crate::snapshot::stream::{At, Reader, Stream, Writer, fault};

type Result<T = ()> = std::result::Result<T, Error>;

/// The place of a key.
pub(crate) fn index_of(key: impl SlotKey) -> u32 {
    key.index()
}

/// A key that may be stale.
pub(crate) fn write_key(s: &mut Writer, key: BodySlotKey) -> Result {
    s.index(&mut key.index())?;
    s.index(&mut key.version().get())
}

/// See [`write_key`].
pub(crate) fn read_key(s: &mut Reader<'_>) -> Result<BodySlotKey> {
    let (mut index, mut version) = (0, 0);
    s.index(&mut index)?;
    s.index(&mut version)?;
    let version = std::num::NonZeroU32::new(version).ok_or_else(|| fault("key", "has no version"))?;
    Ok(SlotKey::new(index, version))
}

/// Versions and free places, checked against each other.
pub(crate) fn read_history(s: &mut Reader<'_>) -> Result<(Vec<u32>, Vec<u32>)> {
    let versions = s.indices().at("versions")?;
    let free = s.indices().at("free")?;
    let mut taken: Vec<bool> = versions.iter().map(|version| version % 2 == 1).collect();
    for &index in &free {
        match taken.get_mut(index as usize) {
            Some(taken) if !*taken => *taken = true,
            _ => return Err(fault("free", format!("place {index} is not free, or twice"))),
        }
    }
    if taken.iter().all(|&taken| taken) { Ok((versions, free)) } else { Err(fault("free", "a place is missing")) }
}
