//! The blocks of proxies that have an active one, so that a stage need not pass over all that is still. In: lists of
//! ids. Out: the end of each such block.

/// Blocks to a word.
const WORD: usize = u64::BITS as usize;

/// The blocks, and the memory to find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveBlocks {
    /// A bit a block.
    bits: Vec<u64>,
    ends: Vec<u32>,
}

impl ActiveBlocks {
    /// Finds the blocks, of `size` ids, that hold some id of the lists; there are `count` ids. Returns one past the
    /// last id of each, ascending.
    pub(crate) fn find(&mut self, lists: &[&[u32]], size: usize, count: usize) -> &[u32] {
        self.bits.clear();
        self.bits.resize(count.div_ceil(size).div_ceil(WORD), 0);
        for &id in lists.iter().copied().flatten() {
            let block = id as usize / size;
            self.bits[block / WORD] |= 1 << (block % WORD);
        }
        self.ends.clear();
        for (word, &bits) in self.bits.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let block = word * WORD + left.trailing_zeros() as usize;
                self.ends.push(std::cmp::min((block + 1) * size, count) as u32);
                left &= left - 1;
            }
        }
        &self.ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_those_of_a_loop_over_all() {
        let mut blocks = ActiveBlocks::default();
        for (count, step) in [(1_usize, 1), (7, 3), (100, 1), (5_000, 701), (5_000, 4_999), (40_000, 977), (40_000, 3)]
        {
            let ids: Vec<u32> = (0..count as u32).rev().step_by(step).collect();
            let (one, two) = ids.split_at(ids.len() / 2);
            for size in [1, 7, 512] {
                let held = |block: &usize| ids.iter().any(|&id| id as usize / size == *block);
                let end = |block: usize| ((block + 1) * size).min(count) as u32;
                let wanted: Vec<u32> = (0..count.div_ceil(size)).filter(held).map(end).collect();
                assert_eq!(blocks.find(&[one, two, one], size, count), wanted, "{count} {step} {size}");
            }
        }
        assert!(blocks.find(&[&[], &[]], 512, 9_999).is_empty());
    }
}
