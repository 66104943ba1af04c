//! The clearance about a place in a mask. In: the words of a mask. Out: for each block of eight by eight pixels, the
//! number of blocks all round it that are all solid, or all empty, as it is itself: a byte for 64 pixels.
//!
//! Distances on a grid in two passes: A. Rosenfeld, J. Pfaltz, "Sequential operations in digital picture processing",
//! 1966. They are those of a king on a chess board.

use std::sync::Arc;

/// The side of a block [px].
const BLOCK: usize = 8;

/// See the head of this file. Pixels of a border block outside of the picture do not count.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clearance {
    /// Blocks to a row.
    across: usize,
    /// Number of blocks in every direction that are like this one: positive if they are solid, negative if they are
    /// empty.
    blocks: Arc<[i8]>,
}

impl Clearance {
    /// Of a mask with so many words to a row as its `width` [px] needs.
    pub(crate) fn of(words: &[u64], width: usize, height: usize) -> Self {
        let (across, stride) = (width.div_ceil(BLOCK), width.div_ceil(64));
        let mut blocks = Vec::with_capacity(across * height.div_ceil(BLOCK));
        for first in (0..height).step_by(BLOCK) {
            let last = if first + BLOCK < height { first + BLOCK } else { height };
            let rows = &words[first * stride..last * stride];
            for block in 0..across {
                let column = BLOCK * block;
                let pixels = if width - column < BLOCK { (1 << (width - column)) - 1 } else { 0xff };
                let bytes = rows.chunks_exact(stride).map(|row| row[column / 64] >> (column % 64) & pixels);
                let (any, all) = bytes.fold((0, pixels), |(any, all), byte| (any | byte, all & byte));
                blocks.push(if all == pixels { 1 } else { -i8::from(any == 0) });
            }
        }
        spread(&mut blocks, across);
        Self { across, blocks: blocks.into() }
    }

    /// The distance from a pixel, in every direction, within which the others are like it [px]: positive if they are
    /// all solid, negative if all are empty, zero if unknown.
    #[inline(always)]
    pub(crate) fn around(&self, column: usize, row: usize) -> i64 {
        let block = (row / BLOCK).wrapping_mul(self.across).wrapping_add(column / BLOCK);
        BLOCK as i64 * i64::from(self.blocks.get(block).copied().unwrap_or(0))
    }
}

/// Turns the kind of each block (1: solid, -1: empty, 0: both) into the number of blocks in every direction of the same
/// kind.
fn spread(blocks: &mut [i8], across: usize) {
    if across == 0 {
        return;
    }
    let (last, down) = (across - 1, blocks.len() / across);
    // One more than that number: the steps to a block of another kind, counted up to the limit of i8.
    let steps = |blocks: &[i8], at: usize, other: usize| {
        let (mine, other) = (blocks[at].signum(), blocks[other]);
        if other.signum() == mine { mine * other.saturating_abs().saturating_add(1) } else { mine }
    };
    let nearer = |blocks: &mut [i8], at: usize, other: usize| {
        let by = steps(blocks, at, other);
        if by.abs() < blocks[at].abs() {
            blocks[at] = by;
        }
    };
    blocks.iter_mut().for_each(|block| *block *= i8::MAX);
    for row in 0..down {
        for column in 0..across {
            let at = row * across + column;
            if column > 0 {
                nearer(blocks, at, at - 1);
            }
            if row > 0 {
                let from = if column > 0 { at - across - 1 } else { at - across };
                let to = if column < last { at - across + 1 } else { at - across };
                (from..=to).for_each(|other| nearer(blocks, at, other));
            }
        }
    }
    for row in (0..down).rev() {
        for column in (0..across).rev() {
            let at = row * across + column;
            if column < last {
                nearer(blocks, at, at + 1);
            }
            if row + 1 < down {
                let from = if column > 0 { at + across - 1 } else { at + across };
                let to = if column < last { at + across + 1 } else { at + across };
                (from..=to).for_each(|other| nearer(blocks, at, other));
            }
        }
    }
    blocks.iter_mut().for_each(|block| *block -= block.signum());
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// The pixels of a mask in words, and whether one is solid.
    fn words(width: usize, height: usize, solid: impl Fn(usize, usize) -> bool) -> Vec<u64> {
        let stride = width.div_ceil(64);
        let mut words = vec![0; stride * height];
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            words[row * stride + column / 64] |= u64::from(solid(column, row)) << (column % 64);
        }
        words
    }

    #[test]
    fn what_is_clear_is_all_the_same_and_no_more_could_be() {
        let rng = &mut StdRng::seed_from_u64(1);
        for case in 0..200 {
            let (width, height) = (rng.random_range(0..150_usize), rng.random_range(1..150_usize));
            let (x, y, r) =
                (rng.random_range(0..160) as i64, rng.random_range(0..160) as i64, rng.random_range(0..150_i64));
            let (dust, inside) = (rng.random_range(0..4_u32) as u64, case % 2 == 0);
            let solid = |column: usize, row: usize| {
                let (dx, dy) = (column as i64 - x, row as i64 - y);
                let speck = (column * 7919 + row * 104_729).is_multiple_of(5_003) && dust == 0;
                (dx * dx + dy * dy < r * r) == inside || speck
            };
            let clearance = Clearance::of(&words(width, height, solid), width, height);
            // All pixels of blocks as near as that, within the picture.
            let same = |column: usize, row: usize, blocks: usize| {
                let span = |at: usize, end: usize| {
                    let from = (at / BLOCK).saturating_sub(blocks) * BLOCK;
                    from..least((at / BLOCK + blocks + 1) * BLOCK, end)
                };
                let kind = solid(column, row);
                span(row, height).all(|r| span(column, width).all(|c| solid(c, r) == kind))
            };
            for row in (0..height).step_by(BLOCK) {
                for column in (0..width).step_by(BLOCK) {
                    let around = clearance.around(column, row);
                    let blocks = around.unsigned_abs() as usize / BLOCK;
                    if around != 0 {
                        assert!(same(column, row, blocks), "case {case}: {column}, {row}, {around}");
                        assert_eq!(solid(column, row), around > 0, "case {case}: {column}, {row}, {around}");
                    }
                    let whole = blocks >= i8::MAX as usize - 1;
                    assert!(whole || !same(column, row, blocks + 1), "case {case}: {column}, {row}, {around}");
                }
            }
        }
    }

    fn least(a: usize, b: usize) -> usize {
        if a < b { a } else { b }
    }
}
