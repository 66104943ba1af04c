//! The first half of a parallel sort: indices with a key are split into parts by the key's upper bits, keeping their
//! order. In: indices and a function that gives the key. Out: for each part the list of (key, index) in input order,
//! and the end of each part in the sorted whole. The second half, inside a part, is the caller's.
//!
//! Blocks whose size follows from the number of rows split their own rows into their own range of `entries`, so nothing
//! is shared; a part is then one segment from each block. (Zagha and Blelloch, "Radix sort for vector multiprocessors",
//! 1991.) Two passes beat one counting sort over all buckets also on one thread once the buckets exceed the
//! second-level cache.

use carom_parallel::{Columns, Executor};

/// Rows to a block: eight blocks for some thousand rows; for many rows, not too small a piece of each part.
fn block_of(rows: usize) -> usize {
    rows.div_ceil(8).clamp(512, 2048)
}

/// The key of a row that is left out.
pub(crate) const NONE: u32 = u32::MAX;

/// Rows split into parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    keys: Vec<u32>,
    entries: Vec<u64>,
    /// For each block the starts of its parts inside the block: `width` numbers.
    heads: Vec<u32>,
    width: usize,
    /// Rows to a block.
    block: usize,
    ends: Vec<u32>,
}

impl Partition {
    /// Splits `ids` into `parts` by `fill(ids, keys) >> shift`; a key of [`NONE`] leaves the row out. `fill` writes the
    /// keys of one block.
    pub fn split(
        &mut self,
        tasks: &Executor,
        ids: &[u32],
        parts: usize,
        shift: u32,
        fill: impl Fn(&[u32], &mut [u32]) + Sync,
    ) {
        self.width = parts + 2;
        self.block = block_of(ids.len());
        self.keys.resize(ids.len(), 0);
        self.entries.resize(ids.len(), 0);
        self.heads.clear();
        self.heads.resize(ids.len().div_ceil(self.block) * self.width, 0);
        let heads = Strips { rows: self.block, width: self.width, items: &mut self.heads[..] };
        let columns = (ids, &mut self.keys[..], &mut self.entries[..], heads);
        tasks.blocks(self.block, columns, |_, (ids, keys, entries, heads)| {
            fill(ids, keys);
            split_block(ids, keys, parts as u32, shift, heads.items, entries);
        });
        self.ends.clear();
        let mut end = 0;
        for part in 0..parts {
            end += self.heads.chunks_exact(self.width).map(|h| h[part + 1] - h[part]).sum::<u32>();
            self.ends.push(end);
        }
    }

    /// Makes room for up to so many indices in all, in so many parts.
    pub fn reserve(&mut self, count: usize, parts: usize) {
        self.keys.reserve(count.saturating_sub(self.keys.len()));
        self.entries.reserve(count.saturating_sub(self.entries.len()));
        let heads = count.div_ceil(block_of(count)) * (parts + 2);
        self.heads.reserve(heads.saturating_sub(self.heads.len()));
        self.ends.reserve(parts.saturating_sub(self.ends.len()));
    }

    /// The end of each part in the sorted whole; the last is the number of rows kept.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// The number of rows kept.
    pub fn len(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    /// The (key, index) of one part as `key << 32 | index`, one slice a block, in input order.
    pub fn segments(&self, part: usize) -> impl DoubleEndedIterator<Item = &[u64]> {
        self.heads.chunks_exact(self.width.max(1)).zip(self.entries.chunks(self.block.max(1))).map(
            move |(heads, entries)| {
                let (from, to) = (heads[part] as usize, heads[part + 1] as usize);
                &entries[from..to]
            },
        )
    }
}

/// Splits one block: counts, running sums, placement. `heads` ends as the start of each part.
fn split_block(ids: &[u32], keys: &[u32], parts: u32, shift: u32, heads: &mut [u32], entries: &mut [u64]) {
    let part_of = |key: u32| {
        let part = key >> shift;
        (if part < parts { part } else { parts }) as usize
    };
    if parts == 1 && !keys.contains(&NONE) {
        for ((entry, &id), &key) in entries.iter_mut().zip(ids).zip(keys) {
            *entry = u64::from(key) << 32 | u64::from(id);
        }
        heads[1] = ids.len() as u32;
        heads[2] = ids.len() as u32;
        return;
    }
    // Counts are stored one place to the right, so that placing moves each head to the start of its successor.
    for &key in keys {
        heads[part_of(key) + 1] += 1;
    }
    let mut sum = 0;
    for head in heads.iter_mut() {
        sum += *head;
        *head = sum;
    }
    for (&id, &key) in ids.iter().zip(keys).rev() {
        let head = &mut heads[part_of(key) + 1];
        *head -= 1;
        entries[*head as usize] = u64::from(key) << 32 | u64::from(id);
    }
    // Now heads[p + 1] is the start of part p; shift left by one place.
    heads.copy_within(1.., 0);
    if let Some(last) = heads.last_mut() {
        *last = ids.len() as u32;
    }
}

/// A column of `width` items for every `rows` rows.
pub(crate) struct Strips<'a, T> {
    pub rows: usize,
    pub width: usize,
    pub items: &'a mut [T],
}

impl<T: Send> Columns for Strips<'_, T> {
    fn rows(&self) -> usize {
        usize::MAX
    }
    fn cut(self, at: usize) -> (Self, Self) {
        let middle = at.div_ceil(self.rows) * self.width;
        let (a, b) = self.items.split_at_mut(middle.min(self.items.len()));
        (Self { items: a, ..self }, Self { items: b, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reserved_is_room_for_fewer_too() {
        let mut partition = Partition::default();
        partition.reserve(9_000, 12);
        let rooms = |p: &Partition| [p.keys.capacity(), p.entries.capacity(), p.heads.capacity(), p.ends.capacity()];
        let before = rooms(&partition);
        for count in (0..9_000).rev().step_by(7) {
            let ids: Vec<u32> = (0..count).collect();
            let fill = |ids: &[u32], keys: &mut [u32]| keys.copy_from_slice(ids);
            partition.split(&Executor::default(), &ids, 12, 10, fill);
            assert_eq!(rooms(&partition), before, "{count}");
            assert_eq!(partition.len(), count as usize);
        }
    }
}
