//! Two boxes that are near each other, named by their indices. In: two indices. Out: one pair with one order, so that
//! lists of pairs have a total order.

use carom_parallel::Executor;

/// Two different indices, the smaller one first. Ordered by `a`, then by `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The smaller index.
    pub a: u32,
    /// The greater index.
    pub b: u32,
}

impl Pair {
    /// The pair of two indices, given in any order.
    #[inline(always)]
    pub fn new(i: u32, j: u32) -> Self {
        if i < j { Self { a: i, b: j } } else { Self { a: j, b: i } }
    }

    /// The pair as one number, which sorts as the pair does.
    #[inline(always)]
    pub fn key(self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.b)
    }
}

/// Gathers the lists that the blocks of a stage left, in block order, and sorts them into `out`. The lists are left
/// empty, with their room.
pub(crate) fn join(tasks: &Executor, blocks: &mut [Vec<Pair>], out: &mut Vec<Pair>) {
    for block in blocks {
        out.append(block);
    }
    tasks.sort(out, |pair| pair.key());
}
